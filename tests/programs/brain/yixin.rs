//! The part of the Yixin extensions that managers and graphical boards use with any brain, with the rule
//! given as in Gomocup.

use crate::brain::positions::{assert_idle, assert_legal_in_quiet, send_quiet, thinking};
use crate::common::brain::{Brain, LIVENESS, Received, SILENCE_MS};
use crate::common::point::Point;

/// Stones with a double three for black at 6,8, black to move.
const DOUBLE_THREE: [&str; 8] = ["7,7,1", "7,8,2", "8,6,1", "8,8,2", "7,9,1", "8,5,2", "8,10,1", "8,11,2"];

/// Reads `FORBID ` + 4 digits a point + `.`; any other text is refused.
fn forbidden(line: &str) -> Option<Vec<Point>> {
    let digits = line.strip_prefix("FORBID ")?.strip_suffix('.')?;
    if digits.len() % 4 != 0 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = |part: &str| part.parse::<i32>().ok();
    (0..digits.len())
        .step_by(4)
        .map(|at| Some(Point::new(number(&digits[at..at + 2])?, number(&digits[at + 2..at + 4])?)))
        .collect()
}

fn ask_forbidden(rule: u32, stones: &[&str]) -> String {
    let mut brain = Brain::started(15);
    brain.send(&format!("INFO rule {rule}"));
    let mut lines = vec!["yxboard"];
    lines.extend(stones);
    lines.extend(["done", "yxshowforbid"]);
    brain.send_all(&lines);
    let line = brain.expect_prefix("FORBID ");
    assert_idle(&mut brain);
    line
}

#[test]
fn b2_white_has_no_forbidden_points() {
    assert_eq!(ask_forbidden(4, &["7,7,2"]), "FORBID .");
}

#[test]
fn b2_only_renju_forbids() {
    for rule in [0, 1, 8, 9] {
        assert_eq!(ask_forbidden(rule, &DOUBLE_THREE), "FORBID .", "rule {rule}");
    }
}

#[test]
fn b3_a_double_three_is_reported_as_forbidden() {
    let line = ask_forbidden(4, &DOUBLE_THREE);
    let points = forbidden(&line);
    assert!(points.is_some_and(|points| points.contains(&Point::new(6, 8))), "expected 0608 in {line:?}");
}

#[test]
fn b3_an_overline_is_reported_as_forbidden() {
    // Black 3..5 and 7..8 in row 7: 6,7 makes six.
    let stones =
        ["3,7,1", "3,12,2", "4,7,1", "6,13,2", "5,7,1", "12,3,2", "7,7,1", "10,12,2", "8,7,1", "13,9,2"];
    let line = ask_forbidden(4, &stones);
    let points = forbidden(&line);
    assert!(points.is_some_and(|points| points.contains(&Point::new(6, 7))), "expected 0607 in {line:?}");
}

#[test]
fn b4_stop_gives_one_move() {
    for stop in ["yxstop", "STOP"] {
        let mut brain = thinking();
        brain.send(stop);
        assert_legal_in_quiet(brain.expect_move());
        assert_idle(&mut brain);
    }
}

#[test]
fn b5_stop_is_not_answered_when_idle() {
    let mut brain = Brain::spawn();
    brain.send("yxstop");
    brain.expect_none(SILENCE_MS);
    brain.send("START 15");
    brain.expect("OK");
    brain.send("yxstop");
    brain.expect_none(SILENCE_MS);
    brain.send_all(&["INFO max_node 200", "TURN 7,7"]);
    brain.expect_move();
    brain.send("yxstop");
    assert_idle(&mut brain);
}

#[test]
fn b6_stop_and_a_new_game_in_one_write_give_the_move_and_ok() {
    let mut brain = thinking();
    brain.send_all(&["yxstop", "start 15", "yxboard", "done"]);
    assert_legal_in_quiet(brain.expect_move());
    brain.expect("OK");
    assert_idle(&mut brain);
}

#[test]
fn a57_a_new_game_while_thinking_drops_the_move() {
    let mut brain = thinking();
    brain.send_all(&["start 15", "yxboard", "done"]);
    assert_eq!(brain.expect_line(LIVENESS), "OK");
    assert_idle(&mut brain);
}

#[test]
fn a_position_set_up_without_thinking_is_played_on() {
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO rule 1", "INFO max_node 200"]);
    send_quiet(&mut brain, "YXBOARD", &[]);
    brain.expect_none(SILENCE_MS);
    brain.send("BEGIN");
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn the_hash_table_is_told_with_its_size_and_not_with_the_largest() {
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO max_node 300", "TURN 7,7"]);
    brain.expect_move();
    brain.send("YXSHOWHASHUSAGE");
    let told = brain.receive(LIVENESS);
    let is_small = |text: &str| text.starts_with("MESSAGE hash table of 8192 KiB, ");
    assert!(matches!(&told, Received::Line(text) if is_small(text)), "{told:?}");
}
