//! The choice of a protocol, its forcing by arguments, and what GTP and UCCI promise about time, with the
//! real executable.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::process::Command;
use std::time::Duration;

use crate::common::brain::{Brain, LIVENESS, Received};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-rustgomo"));
    let output = command.args(arguments).stdin(std::process::Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The next line that does not begin with this word.
#[track_caller]
fn without(brain: &mut Brain, word: &str, limit: Duration) -> String {
    loop {
        match brain.receive(limit) {
            Received::Line(line) if line.starts_with(word) => {}
            Received::Line(line) => return line,
            other => brain.fail("a line", &other),
        }
    }
}

#[test]
fn help_names_every_protocol_and_unknown_words_are_errors() {
    let (code, text, errors) = run(&["--help"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    for word in ["gomocup", "gtp", "ucci", "agi", "file", "--rule", "renju", "--nodes", "bench"] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    for arguments in [
        &["chess"][..],
        &["bench", "x"],
        &["bench", "3", "x"],
        &["--classical", "bench"],
        &["--rule", "chess"],
        &["--rule"],
        &["gtp", "more"],
    ] {
        let (code, text, errors) = run(arguments);
        assert_eq!((code, text.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(errors.contains("expected "), "{arguments:?}: {errors}");
    }
    let (code, text, errors) = run(&["gtp", "ucci"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(errors.contains("expected one protocol, found \"gtp\" and \"ucci\""), "{errors}");
    for (arguments, found) in
        [(&["--nodes", "0"][..], "\"0\""), (&["--nodes", "x"], "\"x\""), (&["--nodes"], "\"\"")]
    {
        let errors = run(arguments).2;
        let expected = format!("expected a number of at least 1 after --nodes, found {found}");
        assert!(errors.contains(&expected), "{errors}");
    }
    for options in [&["--force-utf8"][..], &["--log", "brain.txt", "gomocup"]] {
        assert_eq!(run(options).0, Some(0), "managers add options of their own");
    }
}

#[test]
fn every_forced_protocol_ends_quietly_at_the_end_of_its_input() {
    for name in ["gomocup", "gtp", "ucci", "agi"] {
        assert_eq!(run(&[name]), (Some(0), String::new(), String::new()), "{name}");
    }
}

#[test]
fn a_forced_protocol_does_not_listen_to_another() {
    let mut brain = Brain::spawn_with(&["gtp".to_owned()]);
    brain.send("START 15");
    brain.expect("? unknown command");
    let mut brain = Brain::spawn_with(&["gomocup".to_owned()]);
    brain.send("protocol_version");
    brain.expect_prefix("UNKNOWN");
    let mut brain = Brain::spawn_with(&["ucci".to_owned()]);
    brain.send_all(&["START 15", "ucci"]);
    brain.expect_prefix("id name");
}

#[test]
fn d15_gtp_keeps_to_a_second_a_move() {
    let mut brain = Brain::spawn();
    // So deep a search lasts for weeks if the time does not end it.
    brain.send_all(&["level 40", "time_settings 0 1 1", "play b H8"]);
    for _ in 0..3 {
        brain.expect("=");
        brain.expect("");
    }
    brain.send("genmove w");
    brain.expect_prefix("= ");
    brain.expect_to_have_worked_at_most(Duration::from_secs(2));
}

#[test]
fn d16_gtp_is_interrupted_by_a_comment() {
    let mut brain = Brain::spawn();
    brain.send_all(&["time_settings 0 100000 1", "play b H8", "7 genmove w"]);
    for _ in 0..2 {
        brain.expect("=");
        brain.expect("");
    }
    brain.expect_none(300);
    brain.send("# interrupt");
    let line = brain.expect_line(LIVENESS);
    assert!(line.starts_with("=7 "), "{line}");
    brain.expect("");
    brain.expect_none(300);
}

#[test]
fn e12_ucci_shares_its_time_among_the_moves_to_go() {
    let mut brain = Brain::spawn();
    brain.send_all(&["ucci", "setoption usemillisec true", "position startpos moves h8 j10"]);
    while without(&mut brain, "id", LIVENESS) != "ucciok" {}
    brain.send("go time 6000 movestogo 20");
    let line = without(&mut brain, "info", LIVENESS);
    assert!(line.starts_with("bestmove "), "{line}");
    // The budget is at most 700 ms; all of the time would be almost six seconds. `engine/time_control.rs`
    // tests the shares.
    brain.expect_to_have_worked_at_most(Duration::from_secs(3));
}
