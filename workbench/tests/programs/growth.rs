//! `rustgomo database grow`: values are backed up, and a kill at any moment loses nothing that was told.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustgomo::board::{Board, parse_squares};
use rustgomo::database::{Database, Key, Lookup, Reader, children};
use rustgomo::eval::Score;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;
use serde_json::Value;

use crate::common::{error, fresh, json, report};

const ROOT: &str = "h8 i9";
/// Longest time between a line and the kill.
const MAX_DELAY_US: u64 = 4000;

fn grow(database: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
    command.args(["database", "grow", database, "h8", "i9", "--json", "--memory", "1"]).args(more);
    command.stdout(Stdio::piped());
    command
}

/// The lines of a growth that ends by itself; the last one is the report.
fn grown(database: &str, more: &[&str]) -> Vec<Value> {
    let output = grow(database, more).output().expect("the workbench starts");
    assert!(output.status.success(), "{more:?}");
    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

fn board(moves: &Value) -> Board {
    let names: Vec<&str> = moves.as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let size = BoardSize::default();
    let moves = parse_squares(&format!("{ROOT} {}", names.join(" ")), size).expect("squares");
    Board::with_moves(size, moves).expect("empty squares")
}

/// Checks a searched position: a leaf has the value told; another one that of its best move, or of a deeper
/// search.
fn expect_told(reader: &Reader, told: &Value) {
    let board = board(&told["moves"]);
    let entry = reader.find(&Key::of(&board, Rule::Freestyle)).expect("an entry that can be read");
    assert!(entry.is_some(), "{told} is lost");
    let entry = entry.expect("the entry");
    let found = children(reader, &board, Rule::Freestyle).expect("entries that can be read");
    let best = found.iter().filter_map(|(_, child)| Some((child.move_score()?.0, child.depth + 1))).max();
    let (score, depth) = (i64::from(entry.value.centi()), i64::from(entry.depth));
    match best {
        None => {
            assert_eq!(
                (Some(score), Some(depth)),
                (told["score"].as_i64(), told["depth"].as_i64()),
                "{told}"
            );
        }
        Some((best, best_depth)) => assert!(
            entry.value == best || entry.depth > best_depth || best.plies_to_loss().is_some(),
            "{told}: {entry:?}, but {best} at depth {best_depth}"
        ),
    }
}

#[test]
fn values_are_backed_up_to_the_root_and_a_growth_goes_on() {
    let database = fresh("grown.db");
    let lines = grown(&database, &["--nodes", "300", "--positions", "12", "--threads", "2"]);
    let (last, told) = lines.split_last().expect("lines");
    assert_eq!((told.len(), &last["searched"], &last["complete"]), (12, &12.into(), &true.into()));
    assert_eq!((&told[0]["moves"], &last["before"]), (&Value::Array(Vec::new()), &Value::Null));
    let shown = json(&["database", "show", &database, "h8", "i9", "--json"]);
    assert_eq!(shown["entry"]["score"], shown["children"][0]["score"]);
    assert_eq!((&last["after"], &last["best_line"][0]), (&shown["entry"], &shown["children"][0]["move"]));
    let file = Database::open(Path::new(&database)).expect("the database");
    let reader = file.reader().expect("a reader");
    for searched in told {
        expect_told(&reader, searched);
    }
    drop((reader, file));
    // No search changes nothing; further ones add positions and change moves.
    let idle = grown(&database, &["--nodes", "300", "--positions", "0"]);
    assert_eq!(
        (idle.len(), &idle[0]["moves"], &idle[0]["before"]),
        (1, &Value::Array(Vec::new()), &idle[0]["after"])
    );
    let more = grown(&database, &["--nodes", "300", "--positions", "5"]).pop().expect("a report");
    assert_eq!(more["positions_before"], last["positions_after"]);
    assert!(more["positions_after"].as_u64() > more["positions_before"].as_u64(), "{more}");
}

#[test]
fn a_growth_ends_with_the_proof_of_its_root() {
    let database = fresh("proved.db");
    let won = ["h8", "a1", "i8", "b3", "j8", "o1"];
    let words = ["--nodes", "2000", "--positions", "50"];
    let text = report(&[&["database", "grow", &database], &won[..], &words].concat());
    assert!(text.contains("\n1 position searched; positions in the database: 0 before, "), "{text}");
    assert!(text.contains("root  -                                 +M3 100.0%"), "{text}");
    let over = report(
        &[&["database", "grow", &database, "h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"], &words[..]]
            .concat(),
    );
    assert!(over.starts_with("0 positions searched: the game is over; "), "{over}");
    assert!(error(&["database", "grow", &database, "--positions", "x"]).contains("invalid"));
}

#[test]
fn a_search_without_time_does_not_make_a_position_lost() {
    let database = fresh("hurried.db");
    report(&["database", "edit", &database, "h8", "i9", "a1", "--value", "+M9", "--create"]);
    report(&["database", "edit", &database, "h8", "i9", "--value", "50", "--depth", "10"]);
    let last = grown(&database, &["--time", "0.000001", "--positions", "1"]).pop().expect("a report");
    assert_eq!((&last["searched"], &last["after"]["plies_to_loss"]), (&1.into(), &Value::Null), "{last}");
    let shown = json(&["database", "show", &database, "h8", "i9", "--json"]);
    assert!(shown["children"].as_array().is_some_and(|moves| moves.len() > 1), "{shown}");
}

#[test]
fn killed_growths_lose_nothing_that_they_told() {
    assert!(kill_growths("killed", 4) > 0);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p rustgomo-workbench --test programs -- --ignored --nocapture two_hundred"]
fn two_hundred_killed_growths_lose_nothing_that_they_told() {
    use std::io::Write;
    let started = Instant::now();
    let told = kill_growths("two-hundred", 200);
    let seconds = started.elapsed().as_secs();
    let report = format!("200 growths killed, {told} searched positions told, none lost, {seconds} s\n");
    std::io::stdout().write_all(report.as_bytes()).expect("an output");
}

/// Kills growths of one database after some of their lines and checks the file each time. Returns the number
/// of lines.
fn kill_growths(name: &str, count: u64) -> usize {
    let database = fresh(&format!("{name}.db"));
    let mut random = fastrand::Rng::with_seed(count);
    let (mut all, mut positions) = (Vec::new(), 0);
    for round in 0..count {
        let mut child = grow(&database, &["--nodes", "200", "--threads", "2"]).spawn().expect("a start");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let wanted = random.usize(1..12);
        let mut told: Vec<String> = lines.by_ref().take(wanted).collect();
        std::thread::sleep(Duration::from_micros(random.u64(..MAX_DELAY_US)));
        // SIGKILL on Unix.
        child.kill().expect("a running child");
        told.extend(lines);
        child.wait().expect("an end");
        let told: Vec<Value> = told.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        assert!(told.len() >= wanted, "round {round}");
        let mut file = Database::open_existing(Path::new(&database)).expect("a valid file");
        assert_eq!(file.check().expect("a valid file"), 0, "round {round}");
        let now = file.len().expect("a number");
        assert!(now >= positions, "round {round}: {now} positions after {positions}");
        positions = now;
        let reader = file.reader().expect("a reader");
        for searched in &told {
            expect_told(&reader, searched);
        }
        all.extend(told);
    }
    let file = Database::open_existing(Path::new(&database)).expect("a valid file");
    let reader = file.reader().expect("a reader");
    for told in &all {
        let entry = reader.find(&Key::of(&board(&told["moves"]), Rule::Freestyle)).expect("an entry");
        assert!(entry.is_some_and(|entry| entry.value.centi().abs() < Score::INFINITE.centi()), "{told}");
    }
    all.len()
}

#[test]
fn a_known_move_that_loses_does_not_make_a_position_lost() {
    let database = fresh("blunder.db");
    report(&["database", "edit", &database, "h8", "i9", "--comment", "seen", "--create"]);
    report(&["database", "edit", &database, "h8", "i9", "a1", "--value", "+M9", "--create"]);
    let after = |positions: &str| {
        let told = grown(&database, &["--nodes", "300", "--positions", positions]).pop().expect("a report");
        (told["after"]["plies_to_loss"].clone(), told["after"]["score"].clone())
    };
    assert_eq!(after("0"), (Value::Null, Value::Null));
    let (lost, score) = after("1");
    assert!(lost.is_null() && score.is_i64(), "{lost} {score}");
}

#[test]
fn a_position_in_which_the_game_is_over_has_its_result() {
    let database = fresh("over.db");
    let won = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"];
    let show =
        |more: &[&str]| json(&[&["database", "show", &database], &won[..], more, &["--json"]].concat());
    report(&[&["database", "edit", &database], &won[..], &["l8", "--comment", "five", "--create"]].concat());
    report(&[&["database", "grow", &database], &won[..], &["--nodes", "50", "--positions", "4"]].concat());
    assert_eq!(show(&[])["entry"]["plies_to_win"], 1);
    let over = show(&["l8"]);
    assert_eq!(
        (&over["entry"]["plies_to_loss"], &over["entry"]["comment"]),
        (&0.into(), &"five".into()),
        "{over}"
    );
}

#[test]
fn a_growth_says_why_it_searches_nothing_and_ends_silently_with_its_reader() {
    let database = fresh("grown-proved.db");
    report(&["database", "edit", &database, "h8", "i9", "--value", "-M4", "--create"]);
    let told = report(&["database", "grow", &database, "h8", "i9", "--nodes", "300", "--memory", "1"]);
    assert!(told.starts_with("0 positions searched: the result of the position is known; "), "{told}");
    let mut child = grow(&fresh("grown-unread.db"), &["--nodes", "300", "--positions", "99"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the workbench starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let ended = child.wait_with_output().expect("an end");
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(1), &b""[..]));
}
