//! Commands that arrive while the brain thinks, and stops that arrive before it has begun.

use crate::brain::positions::{assert_ends, assert_idle, assert_legal_in_quiet, send_quiet, thinking};
use crate::common::brain::{Brain, ENDLESS_MS, LIVENESS, SILENCE_MS};
use crate::common::point::Point;

#[test]
fn a35_about_is_answered_while_thinking_and_the_move_still_comes() {
    let mut brain = thinking();
    brain.send("ABOUT");
    let about = brain.expect_line(LIVENESS);
    assert!(about.starts_with("name=\""), "not an answer to ABOUT: {about:?}");
    brain.expect_no_answer(SILENCE_MS);
    brain.send("YXSTOP");
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn a36_end_stops_the_search_and_the_process() {
    let mut brain = thinking();
    // Piskvork kills after 700 ms and the judge after 500.
    assert_ends(&mut brain);
}

#[test]
fn an_unknown_command_while_thinking_is_answered_after_the_move() {
    // A manager takes the first answer for the move, so nothing else may come before it.
    let mut brain = thinking();
    brain.send("FOO");
    brain.expect_no_answer(SILENCE_MS);
    brain.send("STOP");
    assert_legal_in_quiet(brain.expect_move());
    brain.expect_prefix("UNKNOWN");
    assert_idle(&mut brain);
}

#[test]
fn a_new_position_while_thinking_replaces_the_old_one_silently() {
    let mut brain = thinking();
    brain.send_all(&["INFO max_node 200", "START 15", "BEGIN"]);
    brain.expect("OK");
    brain.expect_move();
    assert_idle(&mut brain);
}

#[test]
fn a_stop_before_the_search_has_begun_still_counts() {
    for stop in ["YXSTOP", "STOP", "INFO timeout_turn 0"] {
        let mut brain = Brain::started(15);
        brain.send(&format!("INFO timeout_turn {ENDLESS_MS}"));
        brain.send_all(&["TURN 7,7", stop]);
        brain.expect_move();
        assert_idle(&mut brain);
    }
}

#[test]
fn a_stop_before_the_search_of_a_middle_game_has_begun_still_counts() {
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO rule 1", &format!("INFO timeout_turn {ENDLESS_MS}")]);
    send_quiet(&mut brain, "BOARD", &["YXSTOP"]);
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn a_stop_does_not_reach_into_the_next_search() {
    let mut brain = thinking();
    brain.send_all(&["YXSTOP", "YXSTOP"]);
    assert_legal_in_quiet(brain.expect_move());
    send_quiet(&mut brain, "BOARD", &[]);
    brain.expect_no_answer(SILENCE_MS);
    brain.send("YXSTOP");
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn commands_sent_in_one_write_are_answered_in_order() {
    let mut brain = Brain::spawn();
    brain.send_all(&["START 15", "ABOUT", "FOO", "TURN 99,99", "RESTART", "END"]);
    let answers = brain.expect_exit(LIVENESS);
    let starts = ["OK", "name=", "UNKNOWN", "ERROR", "OK"];
    let fits = answers.len() == starts.len()
        && answers.iter().zip(starts).all(|(answer, start)| answer.starts_with(start));
    assert!(fits, "expected {starts:?}, found {answers:?}");
}

#[test]
fn a_turn_sent_while_thinking_waits_for_the_move() {
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO max_node 5000", "TURN 7,7", "TURN 0,0"]);
    let first = brain.expect_move();
    let second = brain.expect_move();
    assert!(first != second && second != Point::new(0, 0), "{first}, then {second}");
    assert_idle(&mut brain);
}
