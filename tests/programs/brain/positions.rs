//! Positions that several tests use.

use crate::common::brain::{Brain, ENDLESS_MS, LIVENESS, SILENCE_MS};
use crate::common::point::Point;

/// Stones of a quiet middle game under rule 1 in move order: nothing is forced, so a brain with time to think
/// uses it.
const QUIET: [(i32, i32); 35] = [
    (3, 2),
    (12, 0),
    (9, 2),
    (2, 8),
    (4, 12),
    (11, 9),
    (11, 14),
    (5, 4),
    (12, 12),
    (10, 0),
    (11, 0),
    (7, 0),
    (6, 1),
    (7, 3),
    (4, 14),
    (14, 0),
    (8, 3),
    (7, 4),
    (6, 4),
    (7, 2),
    (7, 1),
    (9, 11),
    (6, 3),
    (6, 2),
    (5, 1),
    (7, 5),
    (7, 6),
    (8, 1),
    (6, 7),
    (6, 6),
    (5, 7),
    (8, 5),
    (3, 3),
    (3, 1),
    (9, 5),
];

/// Lines of the block that sets up the quiet position with the brain to move, without its first word.
pub(crate) fn quiet_block() -> Vec<String> {
    let own = QUIET.len() % 2;
    let field = |index: usize| if index % 2 == own { 1 } else { 2 };
    let mut lines: Vec<String> =
        QUIET.iter().enumerate().map(|(index, (x, y))| format!("{x},{y},{}", field(index))).collect();
    lines.push("DONE".to_owned());
    lines
}

/// Asserts that a move in the quiet position is on the board and free.
#[track_caller]
pub(crate) fn assert_legal_in_quiet(point: Point) {
    assert!(point.is_on(15, 15) && !QUIET.contains(&(point.x, point.y)), "{point} is not a free square");
}

/// Sends the quiet position with the given block word in one write.
pub(crate) fn send_quiet(brain: &mut Brain, word: &str, after: &[&str]) {
    let block = quiet_block();
    let mut lines = vec![word];
    lines.extend(block.iter().map(String::as_str));
    lines.extend(after);
    brain.send_all(&lines);
}

/// A brain in the middle of thinking about the quiet position, with time for much more than a test lasts.
#[track_caller]
pub(crate) fn thinking() -> Brain {
    let mut brain = Brain::started(15);
    brain.send("INFO rule 1");
    brain.send(&format!("INFO timeout_turn {ENDLESS_MS}"));
    send_quiet(&mut brain, "BOARD", &[]);
    brain.expect_no_answer(SILENCE_MS);
    brain
}

/// Asserts that the brain owes nothing and still answers.
#[track_caller]
pub(crate) fn assert_idle(brain: &mut Brain) {
    brain.expect_none(SILENCE_MS);
    brain.send("ABOUT");
    brain.expect_prefix("name=\"");
}

/// Ends the brain as a manager does and asserts that it goes quietly.
#[track_caller]
pub(crate) fn assert_ends(brain: &mut Brain) {
    brain.send("END");
    assert_eq!(brain.expect_exit(LIVENESS), Vec::<String>::new(), "END is not answered");
}
