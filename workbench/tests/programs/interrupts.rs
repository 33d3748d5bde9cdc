//! Ctrl-C in long-running tools: they end with a partial report and with files that can be continued.
#![expect(clippy::expect_used, reason = "helpers of tests")]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::fresh;

fn rustgomo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Sends the signal of Ctrl-C.
fn stop(child: &Child) {
    send("-INT", child);
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

/// Interrupts a tool when `is_under_way` and waits for its end.
fn interrupted_when(arguments: &[&str], is_under_way: impl Fn() -> bool) -> Output {
    let mut child = rustgomo(arguments).spawn().expect("the workbench starts");
    while !is_under_way() {
        assert_eq!(child.try_wait().expect("a child"), None, "{arguments:?} ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    stop(&child);
    child.wait_with_output().expect("output")
}

/// Interrupts a tool after its first line and waits for its end. Returns the exit code and the output.
fn interrupted_behind_a_line(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = rustgomo(arguments).spawn().expect("the workbench starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    out.read_line(&mut text).expect("a line");
    stop(&child);
    out.read_to_string(&mut text).expect("the rest");
    (child.wait().expect("an end").code(), text)
}

fn report(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let value = serde_json::from_str(&text);
    assert!(value.is_ok(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    value.expect("JSON")
}

fn finished(arguments: &[&str]) -> Value {
    let output = rustgomo(arguments).output().expect("the workbench starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    report(&output)
}

#[test]
fn a_match_reports_its_games_and_can_be_continued() {
    let file = fresh("interrupted-match.txt");
    let all = |games: &str| {
        let words = [
            "match",
            crate::brain(),
            crate::brain(),
            "--names",
            "A,B",
            "--nodes",
            "50",
            "--json",
            "--concurrency",
            "2",
        ];
        let rest = ["--out", &file, "--resume", "--games", games];
        words.iter().chain(&rest).map(|&word| word.to_owned()).collect::<Vec<_>>()
    };
    let words = all("1000000");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has_game = || std::fs::read_to_string(&file).is_ok_and(|text| text.contains("game 1 "));
    let output = interrupted_when(&words, has_game);
    assert_eq!(output.status.code(), Some(1));
    let first = report(&output);
    assert_eq!(first["complete"], false);
    let games = first["games"].as_u64().expect("a number");
    assert!(games >= 1);
    assert_eq!(finished(&["record", "check", &file, "--json"])["checked"], games);
    // Concurrent games may end out of order: up to two more pairs may have been started.
    let words = all(&(games + 6).to_string());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let second = finished(&words);
    assert_eq!(
        (second["complete"].as_bool(), second["games"].as_u64()),
        (Some(true), Some((games + 6).next_multiple_of(2)))
    );
    assert_eq!(finished(&["record", "check", &file, "--json"])["checked"], second["games"]);
}

#[test]
fn selfplay_keeps_every_finished_game_and_goes_on() {
    const HEADER_BYTES: u64 = 17;
    let file = fresh("interrupted-selfplay.rg");
    let all = |games: &str| -> Vec<String> {
        let words = ["selfplay", &file, "--nodes", "50", "--threads", "2", "--json", "--games", games];
        words.iter().map(|&word| word.to_owned()).collect()
    };
    let words = all("1000000");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output =
        interrupted_when(&words, || std::fs::metadata(&file).is_ok_and(|file| file.len() > HEADER_BYTES));
    assert_eq!(output.status.code(), Some(1));
    let first = report(&output);
    assert_eq!(first["complete"], false);
    let games = first["games"].as_u64().expect("a number");
    assert!(games >= 1);
    assert_eq!(finished(&["selfplay", &file, "--check", "--json"])["games"], games);
    let words = all(&(games + 4).to_string());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let second = finished(&words);
    assert_eq!((second["complete"].as_bool(), second["games"].as_u64()), (Some(true), Some(games + 4)));
    assert_eq!(finished(&["selfplay", &file, "--check", "--json"])["games"], games + 4);
}

#[test]
fn an_interrupted_conversion_leaves_no_file() {
    let folder = fresh("interrupted-conversion");
    std::fs::create_dir(&folder).expect("a folder");
    let games = crate::common::file("interrupted-conversion.txt", "h8 i9 j8 h10 i7 g9\n".repeat(2_000_000));
    let out = format!("{folder}/out.sgf");
    let is_empty = || std::fs::read_dir(&folder).expect("the folder").next().is_none();
    let output = interrupted_when(&["record", "convert", &games, &out], || !is_empty());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains(&format!("interrupted: {out} is not written")), "{error}");
    assert!(is_empty());
}

#[test]
fn an_interrupted_benchmark_has_no_signature() {
    let (code, text) = interrupted_behind_a_line(&["bench", "9"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.ends_with("interrupted before the last position\n") && !text.contains("nps"), "{text}");
}

#[test]
fn the_signal_of_job_managers_ends_a_tool_as_ctrl_c_does() {
    let mut child = rustgomo(&["bench", "9"]).spawn().expect("the workbench starts");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("a line");
    send("-TERM", &child);
    out.read_to_string(&mut line).expect("the rest");
    assert_eq!(child.wait().expect("an end").code(), Some(1), "{line}");
}

#[test]
fn games_of_a_new_file_have_their_own_shares_beside_them() {
    let file = fresh("left-behind.rg");
    let all = |games, random| {
        let words =
            ["selfplay", &file, "--nodes", "10", "--classical", "--size", "9", "--json", "--games", games];
        finished(&[&words[..], &["--random", random]].concat())
    };
    all("1", "4");
    std::fs::remove_file(&file).expect("a file");
    let begun = [
        "selfplay",
        &file,
        "--nodes",
        "10",
        "--classical",
        "--size",
        "9",
        "--games",
        "1000000",
        "--random",
        "10",
    ];
    let has_games = || std::fs::metadata(&file).is_ok_and(|found| found.len() > 100);
    interrupted_when(&begun, has_games);
    let manifest = std::fs::read_to_string(format!("{file}.json")).expect("a manifest");
    assert!(manifest.contains("\"random\": 10"), "{manifest}");
}

#[test]
fn an_interrupted_analysis_tells_what_it_has() {
    let (code, text) = interrupted_behind_a_line(&["analyze", "h8", "i9", "--depth", "90"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("freestyle on 15x15, black to move\nline 1  depth"), "{text}");
}

#[test]
fn a_training_run_keeps_the_epochs_that_it_has_made() {
    let (records, log, net) =
        (fresh("interrupted-train.rg"), fresh("interrupted-train.jsonl"), fresh("interrupted-train.rgn"));
    let words = ["selfplay", &records, "--nodes", "20", "--threads", "2", "--games", "60", "--json"];
    let games = finished(&words)["games"].as_u64();
    let shard: Value =
        serde_json::from_slice(&std::fs::read(format!("{records}.json")).expect("a manifest")).expect("JSON");
    assert_eq!((shard["games"].as_u64(), shard["sessions"][0]["games"].as_u64()), (games, games));
    let words = ["train", &records, "--out", &net, "--overwrite", "--batch", "64", "--json"];
    let rest = ["--epochs", "1000000", "--policy-channels", "0", "--log", &log];
    let has_epoch = || std::fs::read_to_string(&log).is_ok_and(|text| text.lines().count() > 1);
    let output = interrupted_when(&[&words[..], &rest].concat(), has_epoch);
    assert_eq!(output.status.code(), Some(1));
    let epochs = report(&output)["epoch"].as_u64().expect("a number");
    let found = finished(&["network", "show", &net, "--json"]);
    assert_eq!((found["rule"].as_str(), found["policy_channels"].as_u64()), (Some("freestyle"), Some(0)));
    let text = std::fs::read(format!("{net}.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(manifest["last"]["epoch"].as_u64(), Some(epochs));
    assert_eq!(manifest["records"][0]["sha256"], shard["records"]);
    assert_eq!(manifest["records"][0]["manifest"], shard);
    assert_eq!(found["manifest"], format!("{:x}", Sha256::digest(&text)));
    // A second run that fails does not destroy the file.
    let before = std::fs::read(&net).expect("a network");
    let refused = rustgomo(&["train", &records, "--out", &net]).output().expect("a run");
    assert!(String::from_utf8_lossy(&refused.stderr).contains(&net));
    let words = ["train", &records, "--out", &net, "--overwrite", "--rule", "renju"];
    assert!(!rustgomo(&words).output().expect("a run").status.success());
    assert_eq!(std::fs::read(&net).expect("a network"), before);
}

fn as_words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// The file of a run of `tune` is its whole state.
#[test]
fn a_tuning_run_goes_on_as_if_nothing_had_happened_whatever_the_concurrency() {
    let (whole, parts) = (fresh("interrupted-spsa-whole.json"), fresh("interrupted-spsa-parts.json"));
    let run = |file: &str, concurrency: &str| -> Vec<String> {
        let words = "tune --parameters futility_margin,order_defence --rate 1 --pairs 1 --iterations 20 \
                     --nodes 20 --size 9 --seed 5 --resume --json";
        let words = words.split_whitespace().chain(["--engine", crate::brain(), "--save", file]);
        words.chain(["--concurrency", concurrency]).map(str::to_owned).collect()
    };
    let state = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(finished(&as_words(&run(&whole, "2")))["iterations"], 20);
    let output = interrupted_when(&as_words(&run(&parts, "1")), || !state(&parts).is_empty());
    assert_eq!(output.status.code(), Some(1));
    assert_ne!(state(&parts), state(&whole));
    assert_eq!(finished(&as_words(&run(&parts, "1")))["iterations"], 20);
    assert_eq!(state(&parts), state(&whole));
}
