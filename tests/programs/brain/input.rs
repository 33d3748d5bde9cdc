//! Lines as bytes: line ends, blanks, garbage, lengths.

use std::time::Duration;

use crate::brain::positions::assert_idle;
use crate::common::brain::{Brain, LIVENESS, Received, SILENCE_MS};

/// Longest answer a manager shows: messages stay below this, whatever they quote.
const LONGEST_ANSWER: usize = 1000;

#[test]
fn a1_a_brain_says_nothing_before_it_is_asked() {
    let mut brain = Brain::spawn();
    assert_idle(&mut brain);
    assert_eq!(brain.into_errors(), "");
}

#[test]
fn a3_blanks_around_a_command_and_its_case_do_not_matter() {
    let mut brain = Brain::spawn();
    for line in ["START 20", "start 15", "  Start   15  ", "\tStArT\t15\t"] {
        brain.send(line);
        brain.expect("OK");
    }
    assert_idle(&mut brain);
}

#[test]
fn a4_every_line_end_is_understood_and_none_is_echoed() {
    let mut brain = Brain::spawn();
    brain.send_raw(b"START 15\r\n");
    brain.expect("OK");
    brain.send_raw(b"ABOUT\r");
    brain.send_raw(b"ABOUT\n");
    let mut about = vec![brain.expect_prefix("name=\"")];
    // The lone carriage return may end a line of its own, then there are two answers.
    if let Received::Line(second) = brain.receive(Duration::from_millis(SILENCE_MS)) {
        about.push(second);
    }
    for line in &about {
        assert!(line.starts_with("name=\"") && !line.contains('\r'), "not an answer to ABOUT: {line:?}");
    }
    assert_idle(&mut brain);
}

#[test]
fn a28_info_is_never_answered() {
    let mut brain = Brain::started(15);
    for line in [
        "INFO",
        "INFO ",
        "INFO foo",
        "INFO foo bar",
        "INFO rule",
        "INFO rule x",
        "INFO rule -1",
        "INFO rule 4096",
    ] {
        brain.send(line);
    }
    brain.send("INFO timeout_turn 1e9");
    brain.send("INFO max_memory 99999999999999999999");
    brain.send("INFO evaluate 3,4");
    brain.send_raw(b"INFO folder C:\\a b\\\xff\n");
    brain.expect_none(SILENCE_MS);
    brain.send_all(&["INFO max_node 200", "TURN 7,7"]);
    brain.expect_move();
    assert_idle(&mut brain);
}

#[test]
fn a39_garbage_is_answered_once_per_line() {
    let mut long = vec![b'A'; 100_000];
    long.push(b'\n');
    let mut endless = vec![b'B'; 1_000_000];
    endless.push(b'\n');
    let cases: [(&str, &[u8]); 6] = [
        ("a word", b"FOO\n"),
        ("two words", b"FOO bar\n"),
        ("100 kB", &long),
        ("1 MB", &endless),
        ("NUL bytes", b"\0\0\0\n"),
        ("bytes that are not UTF-8", b"\xff\xfe\x80\n"),
    ];
    for (what, bytes) in cases {
        let mut brain = Brain::spawn();
        brain.send_raw(bytes);
        let line = brain.expect_line(LIVENESS);
        assert!(
            line.starts_with("UNKNOWN") && line.len() < LONGEST_ANSWER,
            "{what}: {} bytes: {line:.80?}",
            line.len()
        );
        assert_idle(&mut brain);
    }
}

#[test]
fn a39_a_line_is_not_answered_before_it_ends() {
    let mut brain = Brain::spawn();
    brain.send_raw(&vec![b'A'; 1_000_000]);
    brain.expect_none(SILENCE_MS);
    brain.send_raw(b"\nSTART 15\n");
    brain.expect_prefix("UNKNOWN");
    brain.expect("OK");
    assert_idle(&mut brain);
}

#[test]
fn a39_a_byte_order_mark_before_the_first_command_is_ignored() {
    let mut brain = Brain::spawn();
    brain.send_raw(b"\xef\xbb\xbfSTART 15\n");
    brain.expect("OK");
    assert_idle(&mut brain);
}

#[test]
fn a40_empty_lines_are_ignored() {
    let mut brain = Brain::spawn();
    brain.send_raw(b"\n   \n\t\n\r\n \t \r\n");
    assert_idle(&mut brain);
}
