//! Start, end and survival of the process.

use std::io::{BufRead, BufReader, Read, Write};
use std::time::Duration;

use crate::brain::positions::{assert_ends, assert_legal_in_quiet, quiet_block, send_quiet};
use crate::common::brain::{
    Brain, ENDLESS_MS, ENDLESS_NODES, LIVENESS, SILENCE_MS, brain_command, wait_exit,
};
use crate::common::point::Point;

#[test]
fn a38_end_before_start_ends_the_process() {
    assert_ends(&mut Brain::spawn());
}

#[test]
fn the_version_of_the_command_line_is_that_of_about() {
    let output = brain_command().arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let version = text.strip_prefix("pbrain-rustgomo ").unwrap().strip_suffix('\n').unwrap();
    assert_eq!(version, rustgomo::engine::VERSION);
    let mut brain = Brain::spawn();
    brain.send("ABOUT");
    let about = brain.expect_line(LIVENESS);
    assert!(about.starts_with(&format!("name=\"RustGomo\", version=\"{version}\", author=\"")), "{about:?}");
}

#[test]
fn end_after_a_move_ends_the_process() {
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO max_node 100", "BEGIN"]);
    brain.expect_move();
    assert_ends(&mut brain);
}

#[test]
fn the_end_of_the_input_ends_an_idle_process() {
    let mut brain = Brain::started(15);
    brain.close_input();
    assert_eq!(brain.expect_exit(LIVENESS), Vec::<String>::new());
}

#[test]
fn a37_a_move_asked_for_before_the_end_of_the_input_is_still_given() {
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO rule 1", "INFO timeout_turn 500"]);
    send_quiet(&mut brain, "BOARD", &[]);
    brain.close_input();
    assert_legal_in_quiet(brain.expect_move());
    assert_eq!(brain.expect_exit(LIVENESS), Vec::<String>::new());
}

#[test]
fn a37_the_end_of_the_input_while_thinking_ends_the_process() {
    let mut brain = Brain::started(15);
    brain.send_all(&[&format!("INFO timeout_turn {ENDLESS_MS}"), "TURN 7,7"]);
    brain.close_input();
    // Nobody may be there to hear an answer after hours.
    let rest = brain.expect_exit(LIVENESS);
    assert!(
        rest.len() == 1 && rest.iter().all(|line| line.parse::<Point>().is_ok()),
        "a move, found {rest:?}"
    );
}

#[test]
fn a37_the_end_of_the_input_ends_a_search_without_limit() {
    let mut brain = Brain::started(15);
    // How Yixin-Board spells "unlimited".
    brain.send_all(&[
        "INFO rule 1",
        "INFO timeout_turn 2000000",
        "INFO timeout_match 100000000",
        "INFO time_left 2147483647",
    ]);
    send_quiet(&mut brain, "BOARD", &[]);
    brain.expect_no_answer(SILENCE_MS);
    brain.close_input();
    let rest = brain.expect_exit(LIVENESS);
    assert!(
        rest.len() <= 1 && rest.iter().all(|line| line.parse::<Point>().is_ok()),
        "at most a move, found {rest:?}"
    );
}

#[cfg(unix)]
#[test]
fn a52_time_spent_stopped_before_the_turn_is_not_thinking_time() {
    use crate::common::brain::Received;

    let mut brain = Brain::spawn();
    let folder = format!("INFO folder {}", env!("CARGO_TARGET_TMPDIR"));
    let info = [
        "INFO timeout_turn 500",
        "INFO timeout_match 180000",
        "INFO max_memory 367001600",
        "INFO game_type 3",
        "INFO rule 1",
        &folder,
    ];
    let mut lines = vec!["START 15", ENDLESS_NODES];
    lines.extend(info);
    brain.send_all(&lines);
    signal(&brain, "-STOP");
    // The answer may have been written just before the process was stopped.
    let early = brain.receive(Duration::from_millis(700));
    signal(&brain, "-CONT");
    send_quiet(&mut brain, "INFO time_left 180000\nBOARD", &[]);
    if early != Received::Line("OK".to_owned()) {
        assert_eq!(early, Received::Silence);
        brain.expect("OK");
    }
    assert_legal_in_quiet(brain.expect_move());
    // A clock that counted the pause would leave nothing of the turn.
    brain.expect_to_have_thought(Duration::from_millis(100));
}

#[cfg(unix)]
#[test]
fn a52_time_spent_stopped_between_turns_is_not_thinking_time() {
    let mut brain = Brain::started(15);
    brain.send_all(&[ENDLESS_NODES, "INFO rule 1", "INFO timeout_turn 500"]);
    signal(&brain, "-STOP");
    brain.expect_none(700);
    signal(&brain, "-CONT");
    send_quiet(&mut brain, "INFO time_left 180000\nBOARD", &[]);
    assert_legal_in_quiet(brain.expect_move());
    // A clock that counted the pause would leave nothing of the turn.
    brain.expect_to_have_thought(Duration::from_millis(100));
}

#[cfg(unix)]
#[track_caller]
fn signal(brain: &Brain, name: &str) {
    let status = std::process::Command::new("kill").args([name, &brain.id().to_string()]).status();
    assert!(status.as_ref().is_ok_and(std::process::ExitStatus::success), "kill {name}: {status:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a53_memory_does_not_grow_from_game_to_game() {
    /// Slack for what allocators keep, in kB; one forgotten board with its tables is more.
    const SLACK_KB: u64 = 4096;
    let mut brain = Brain::spawn();
    let mut peaks = Vec::new();
    for _ in 0..10 {
        brain.send("START 15");
        brain.expect("OK");
        // The smallest tables, so that they have been touched completely after a few games.
        brain.send_all(&["INFO rule 1", "INFO max_node 5000", "INFO max_memory 1"]);
        send_quiet(&mut brain, "BOARD", &[]);
        assert_legal_in_quiet(brain.expect_move());
        for _ in 0..4 {
            send_quiet(&mut brain, "BOARD", &[]);
            brain.expect_move();
        }
        peaks.push(brain.peak_memory_kib().unwrap());
    }
    assert!(peaks[2] > 0 && peaks[9] <= peaks[2] + SLACK_KB, "peak memory in kB after each game: {peaks:?}");
}

#[test]
fn a54_a_reader_that_goes_away_during_the_search_ends_the_brain_quietly() {
    let mut child = brain_command().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let opening = format!("START 15\nINFO rule 1\nINFO timeout_turn {ENDLESS_MS}\n");
    input.write_all(opening.as_bytes()).unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "OK\n");
    input.write_all(format!("BOARD\n{}\n", quiet_block().join("\n")).as_bytes()).unwrap();
    drop(output);
    // The input stays open: the brain learns of it when it writes its move.
    input.write_all(b"YXSTOP\n").unwrap();
    let status = wait_exit(&mut child, LIVENESS);
    child.kill().unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "", "the error output must stay empty");
    let code = status.and_then(|status| status.code());
    assert_eq!(code, Some(0), "expected exit code 0, found {status:?}");
    drop(input);
}
