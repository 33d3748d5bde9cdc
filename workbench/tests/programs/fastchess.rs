//! `rustgomo fastchess` with the command line of OpenBench's worker, parsed as the worker parses it.

#![expect(clippy::expect_used, clippy::panic, reason = "helpers of tests")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const WORKBENCH: &str = env!("CARGO_BIN_EXE_rustgomo");

/// Results as counted by the worker (`Client/worker.py`, client 49: `run_and_parse_runner` and
/// `update_results`).
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Pairs by the first engine's points: 0, 1/2, 1, 1 1/2, 2.
    pairs: [u32; 5],
    crashes: u32,
    time_losses: u32,
    illegal_moves: u32,
}

/// Parses output as the worker does: up to the first empty line, as ASCII, split at blanks.
fn counts(output: &[u8]) -> Counts {
    assert!(output.is_ascii(), "{}", String::from_utf8_lossy(output));
    let text = String::from_utf8_lossy(output);
    let mut found = Counts::default();
    let mut games: Vec<(u64, u32)> = Vec::new();
    for line in text.lines().take_while(|line| !line.trim().is_empty()) {
        if !line.contains("Finished game") {
            continue;
        }
        let reason = line.split(':').nth(1).expect("a reason");
        found.crashes += u32::from(reason.contains("disconnect") || reason.contains("stalls"));
        found.time_losses += u32::from(reason.contains("on time"));
        found.illegal_moves += u32::from(reason.contains("illegal"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let number: u64 = words[2].parse().expect("a number");
        let result = ["0-1", "1/2-1/2", "1-0"].iter().position(|name| *name == words[6]).expect("a result");
        games.push((number, u32::try_from(result).expect("0 to 2")));
    }
    games.sort_unstable();
    for pair in games.chunks(2) {
        let [(first, a), (second, b)] = *pair else { panic!("a game without its pair: {games:?}") };
        assert_eq!((first % 2, second), (1, first + 1));
        found.pairs[(a + 2 - b) as usize] += 1;
    }
    found
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fastchess-{name}"));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder of the test");
    folder
}

/// Plays two rounds in a folder with its own book.
fn play(folder: &Path, engines: [&str; 2], control: &str) -> Output {
    std::fs::write(folder.join("freestyle9x9.txt"), "0,0, 1,1\n0,0, 1,0\n0,0, 2,1\n").expect("a book");
    let mut words: Vec<String> = "-recover -variant standard -testEnv -concurrency 1 -rounds 2 -games 2"
        .split(' ')
        .map(str::to_owned)
        .collect();
    for (engine, name) in engines.into_iter().zip(["dev", "base"]) {
        let (dir, program) = engine.rsplit_once(['/', '\\']).expect("a path");
        words.extend([
            "-engine".to_owned(),
            format!("dir={dir}/"),
            format!("cmd=./{program}"),
            "proto=uci".to_owned(),
        ]);
        words.extend(control.split(' ').map(str::to_owned));
        words.extend([
            "option.Threads=1".to_owned(),
            "option.Hash=1".to_owned(),
            format!("name=RustGomo-{name}"),
        ]);
    }
    let rest = "-openings file=freestyle9x9.txt format=txt order=random start=2 -srand 3 -pgnout file=games.pgn seldepth=true";
    words.extend(rest.split(' ').map(str::to_owned));
    words.push("match_line=^info string pgncomment .*".to_owned());
    let run = Command::new(WORKBENCH).arg("fastchess").args(words).current_dir(folder).output();
    run.expect("the runner starts")
}

#[test]
fn the_worker_counts_every_pair_and_finds_the_games() {
    let folder = folder("pairs");
    let run = play(&folder, [crate::brain(), crate::brain()], "tc=inf nodes=20");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{text}\n{}", String::from_utf8_lossy(&run.stderr));
    let found = counts(&run.stdout);
    assert_eq!(found.pairs.iter().sum::<u32>(), 2, "{text}");
    assert_eq!((found.crashes, found.time_losses, found.illegal_moves), (0, 0, 0), "{text}");
    assert!(text.starts_with("Started game 1 of 4 (RustGomo-dev vs RustGomo-base)\n"), "{text}");
    assert!(
        text.contains("\nResults of RustGomo-dev vs RustGomo-base (nodes=20, freestyle9x9.txt):\n"),
        "{text}"
    );
    // For the worker a game is tags up to an empty line and moves up to the next one.
    let games = std::fs::read_to_string(folder.join("games.pgn")).expect("the games");
    let parts: Vec<&str> = games.trim_end().split("\n\n").collect();
    assert_eq!(parts.len(), 8, "{games}");
    for game in parts.chunks(2) {
        assert!(
            game[0].starts_with("[Event \"") && game[0].contains("\n[Termination \"normal\"]\n"),
            "{games}"
        );
        assert!(game[1].starts_with("1. e5 {book} "), "{games}");
    }
}

#[test]
fn an_engine_that_ends_is_counted_as_crashed_and_its_games_are_reported() {
    let folder = folder("crash");
    // The workbench without a tool ends at once.
    let run = play(&folder, [crate::brain(), WORKBENCH], "tc=inf nodes=20");
    let found = counts(&run.stdout);
    assert_eq!(
        (found.pairs, found.crashes),
        ([0, 0, 0, 0, 2], 4),
        "{}",
        String::from_utf8_lossy(&run.stdout)
    );
    let games = std::fs::read_to_string(folder.join("games.pgn")).expect("the games");
    assert_eq!(games.matches("[Termination \"abandoned\"]").count(), 4, "{games}");
}

#[test]
fn the_version_is_the_first_number_with_a_point() {
    let run = Command::new(WORKBENCH).args(["fastchess", "--version"]).output().expect("the runner starts");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let numbers = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    let version =
        numbers.into_iter().find(|word| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit()));
    assert_eq!(version, Some(env!("CARGO_PKG_VERSION")), "{text}");
}

#[test]
fn an_engine_that_is_not_there_is_an_error() {
    let folder = folder("none");
    let run = play(&folder, [crate::brain(), "./none"], "tc=inf nodes=20");
    assert!(!run.status.success() && run.stdout.is_empty());
    let error = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(error.contains("cannot be started"), "{error}");
}
