//! A learning run in miniature, undisturbed and killed in every step.
#![expect(clippy::expect_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{name}"));
    drop(fs::remove_dir_all(&path));
    path
}

/// A run of a few games at few nodes.
fn learn(folder: &Path, more: &str) -> Command {
    let words = "--size 9 --classical --games 60 --shards 2 --batch 64 --policy-channels 0 --threads 2";
    let mut command = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
    command.arg("learn").arg(folder).args(words.split_whitespace()).args(more.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finished(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the workbench starts");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).into_owned()
}

/// Kills a run as soon as `is_time` says so, or lets it end if that never happens; true if it was killed.
fn killed_when(mut child: Child, is_time: impl Fn() -> bool) -> bool {
    loop {
        let is_over = child.try_wait().expect("a child").is_some();
        if is_over || is_time() {
            child.kill().expect("a child");
            child.wait().expect("an end");
            return !is_over;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The state without the days.
fn state(folder: &Path) -> Value {
    let mut state: Value = serde_json::from_str(&text(&folder.join("state.json"))).expect("JSON");
    for generation in state["generations"].as_array_mut().expect("a list") {
        generation["outcome"]["date"].take();
    }
    state
}

/// The games of self-play, and the numbers of the networks.
fn products(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut products = Vec::new();
    for number in ["0001-renju", "0002-freestyle"] {
        for part in 1..=2 {
            let file = folder.join(format!("games/{number}-{part:04}.rg"));
            products
                .push((PathBuf::from(file.file_name().expect("a name")), fs::read(&file).expect("games")));
        }
        let network = folder.join(format!("networks/{number}.rgn"));
        let network = rustgomo::engine::network_files::load(&network).expect("a network");
        // Its manifest holds times.
        let network = rustgomo::eval::network::NetworkWeights { manifest: [0; 32], ..network };
        products.push((PathBuf::from(number), network.to_bytes()));
    }
    products
}

/// The log to which the rows of a run are added.
const LOG: &str = include_str!("../../../docs/log/elo.tsv");

/// Two generations, each of a rule of its own.
const TWO_RULES: &str = "--generations 2 --rule renju,freestyle --nodes 20 --epochs 3 --judge-nodes 20 --match-games 12 \
                         --match-nodes 300";

#[test]
fn a_run_that_is_killed_in_every_step_ends_as_an_undisturbed_one() {
    let (whole, killed) = (fresh("whole"), fresh("killed"));
    let report = finished(learn(&whole, TWO_RULES));
    assert_eq!(report.lines().filter(|line| line.contains(" file ")).count(), 4, "{report}");
    assert!(report.contains("0002-freestyle: against classical on 9x9: +"), "{report}");
    let size = |name: &str| fs::metadata(killed.join(name)).map_or(0, |file| file.len());
    let holds = |name: &str, word: &str| text(&killed.join(name)).contains(word);
    let moments: [&dyn Fn() -> bool; 8] = [
        &|| size("games/0001-renju-0001.rg") > 400,
        &|| holds("state.json", "\"shards\": 1,\n") || holds("state.json", "\"shards\": 2,\n"),
        &|| size("games/0001-renju-0002.rg") > 400,
        &|| size("0001-renju.state") > 0 || size("networks/0001-renju.rgn") > 0,
        &|| holds("state.json", "against_result"),
        &|| holds("matches/0001-renju-classical-9x9.txt", "\n"),
        &|| holds("state.json", "adopted"),
        &|| size("0002-freestyle.state") > 0 || size("networks/0002-freestyle.rgn") > 0,
    ];
    let mut kills = 0;
    for moment in moments {
        // Some moments pass before they are seen.
        if !moment() {
            kills += u32::from(killed_when(learn(&killed, TWO_RULES).spawn().expect("a run"), moment));
        }
    }
    assert!(kills >= 5, "{kills}");
    finished(learn(&killed, TWO_RULES));
    assert_eq!(state(&killed), state(&whole));
    assert!(products(&killed) == products(&whole));
    assert!(!killed.join("0002-freestyle.state").exists(), "the state of the training is no longer needed");
    assert!(finished(learn(&killed, TWO_RULES)).is_empty(), "nothing is left to do");
    let table = text(&whole.join("elo.tsv"));
    assert_eq!(table.lines().next(), LOG.lines().next());
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(text(&whole.join("index.html")).contains("<td>0002-freestyle</td>"));
}

#[test]
fn a_folder_is_for_one_run_at_a_time() {
    let path = fresh("locked");
    let refusal = |more: &str| {
        let refused = learn(&path, more).output().expect("the workbench starts");
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    fs::create_dir_all(path.join("games")).expect("a new folder");
    let held = fs::File::create(path.join("lock")).expect("the file that a run locks");
    held.lock().expect("no other run");
    assert!(refusal("").contains("expected a folder of its own for each run"));
    // A program that another test starts at this time has the file open, too, until it runs.
    held.unlock().expect("the lock");
    let empty = path.join("games");
    let message = refusal(&format!("--rule caro --test-set {}", empty.display()));
    assert!(message.contains("expected files such as caro-500.rg of a test set in "), "{message}");
    fs::write(path.join("state.json"), "{}").expect("a file");
    assert!(refusal("").contains("expected the state of a run of `learn`, found missing field"));
}

/// A generation keeps the options that it began with, so that it must not begin with some that cannot work.
#[test]
fn options_that_would_fail_behind_the_games_are_refused_before_them() {
    let path = fresh("unusable");
    let refusal = |more: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
        command.arg("learn").arg(&path).args(["--generations", "1", "--nodes", "20", "--size", "9"]);
        let refused = command.args(more.split_whitespace()).output().expect("the workbench starts");
        assert!(!refused.status.success(), "{more}");
        assert_eq!(fs::read_dir(path.join("games")).expect("the folder").count(), 0, "{more}");
        assert!(!path.join("state.json").exists(), "{more}");
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    let shape = refusal("--warm-start --channels 64 --games 60");
    assert!(shape.contains("0000-freestyle.rgn: expected a network of 64 and 32 channels"), "{shape}");
    let few = refusal("--games 20");
    assert!(few.contains("expected --games of which some are held out, found none of 20"), "{few}");
    let renju = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/network/data/renju.rgn");
    let other = refusal(&format!("--games 60 --network {renju}"));
    assert!(other.contains("expected networks of --rule freestyle, found one of renju"), "{other}");
    let engine = refusal("--games 60 --engine no-such-engine");
    assert!(engine.contains("\"no-such-engine --network "), "{engine}");
    let games = refusal("--games 60 --size 15 --match-games 1000");
    assert!(games.contains("expected at most 512 games, with both colours of 256 openings"), "{games}");
    let tests = fresh("tests");
    fs::create_dir_all(&tests).expect("a new folder");
    fs::write(tests.join("freestyle-500.rg"), "mine").expect("a file");
    let damaged = refusal(&format!("--games 60 --test-set {}", tests.display()));
    assert!(damaged.contains("freestyle-500.rg: expected a training file"), "{damaged}");
    let site = fresh("site");
    fs::create_dir_all(&site).expect("a new folder");
    fs::write(site.join("index.html"), "mine").expect("a file");
    let output = learn(&site, "").output().expect("the workbench starts");
    assert!(String::from_utf8_lossy(&output.stderr).contains("found index.html without state.json"));
    assert_eq!(fs::read_dir(&site).expect("the folder").count(), 1);
}

/// Without games against the player every network is adopted; a budget of nothing leaves the games of the
/// generation alone.
#[test]
fn changed_options_hold_from_the_next_generation_on() {
    let path = fresh("options");
    // A size that half the games have more often has one match.
    let both = "--size 9 --match-games 0 --first-games 4 --match-nodes 20 --judge-nodes 0";
    finished(learn(&path, &format!("{both} --generations 1 --epochs 1 --nodes 20")));
    let more = "--generations 2 --epochs 2 --nodes 30 --disk 0 --warm-start";
    finished(learn(&path, &format!("{both} {more}")));
    let mut other = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/network/data/freestyle.rgn");
    let refused = other.arg("learn").arg(&path).args(["--network", network]).output().expect("it starts");
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("found others than classical for freestyle"), "{message}");
    let state = state(&path);
    let [first, second] = [0, 1].map(|number| &state["generations"][number]);
    assert_eq!((&first["options"]["nodes"], &second["options"]["nodes"]), (&20.into(), &30.into()));
    assert_eq!((&first["player"], &second["player"]), (&"classical".into(), &"0001-freestyle".into()));
    assert_eq!((&first["learned"]["files"], &second["learned"]["files"]), (&2.into(), &2.into()));
    for generation in [first, second] {
        assert_eq!(generation["matches"].as_array().map(Vec::len), Some(1));
        assert_eq!(generation["matches"][0]["opponent"], "classical");
    }
    let names: Vec<&Value> = second["judged"]["networks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|network| &network["name"])
        .collect();
    assert_eq!(names, ["classical", "0001-freestyle", "0002-freestyle"]);
    let games: Vec<bool> =
        [1, 2].map(|number| path.join(format!("games/000{number}-freestyle-0001.rg")).exists()).to_vec();
    assert_eq!(games, [false, true]);
    let manifest: Value =
        serde_json::from_str(&text(&path.join("networks/0002-freestyle.rgn.json"))).expect("a manifest");
    assert_eq!(manifest["init"]["file"], "0001-freestyle.rgn");
    assert_eq!(manifest["records"][1]["file"], "0002-freestyle-0002.rg");
}
