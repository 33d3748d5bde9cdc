//! The manager's clocks.

use std::time::Duration;

use crate::brain::positions::{assert_idle, assert_legal_in_quiet, send_quiet, thinking};
use crate::common::brain::{Brain, ENDLESS_MS, ENDLESS_NODES, SILENCE_MS};
use crate::common::referee::{Color, Referee};

/// The limit of a turn that is used and kept: what is used beside the search is less than that once more.
const HALF_SECOND: Duration = Duration::from_millis(500);

#[test]
fn a29_no_time_for_the_turn_means_a_move_at_once() {
    let mut brain = Brain::started(15);
    brain.send_all(&[ENDLESS_NODES, "INFO timeout_turn 0", "TURN 7,7"]);
    brain.expect_move();
    assert_idle(&mut brain);
}

#[test]
fn a29_no_time_for_the_turn_means_a_move_at_once_in_a_middle_game() {
    let mut brain = Brain::started(15);
    brain.send_all(&[ENDLESS_NODES, "INFO rule 1", "INFO timeout_turn 0"]);
    send_quiet(&mut brain, "BOARD", &[]);
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn a30_time_that_has_run_out_means_a_move_at_once() {
    let mut brain = Brain::started(15);
    brain.send_all(&[ENDLESS_NODES, "INFO time_left -250", "TURN 7,7"]);
    brain.expect_move();
    brain.send_all(&["INFO rule 1", "INFO time_left -250"]);
    send_quiet(&mut brain, "BOARD", &[]);
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn a31_unlimited_time_left_does_not_lengthen_the_turn() {
    let mut brain = Brain::started(15);
    brain.send_all(&[ENDLESS_NODES, "INFO rule 1", "INFO timeout_turn 500", "INFO time_left 2147483647"]);
    send_quiet(&mut brain, "BOARD", &[]);
    // Neither at once, as if the clock had overflowed, nor beyond the turn.
    assert_legal_in_quiet(brain.expect_move());
    brain.expect_to_have_thought(Duration::from_millis(100));
    brain.expect_to_have_worked_at_most(2 * HALF_SECOND);
    assert_idle(&mut brain);
}

/// Plays a game until someone wins, 60 turns at most.
fn play_a_game(brain: &mut Brain, opponent: &mut Brain) {
    let mut referee = Referee::default();
    let mut command = "BEGIN".to_owned();
    for _ in 0..60 {
        brain.send(&command);
        let own = brain.expect_move();
        referee.place(own, Color::Black);
        if referee.wins(1, own, Color::Black) {
            break;
        }
        opponent.send(&format!("TURN {own}"));
        let reply = opponent.expect_move();
        referee.place(reply, Color::White);
        if referee.wins(1, reply, Color::White) {
            break;
        }
        command = format!("TURN {reply}");
    }
}

#[test]
fn a32_time_left_lasts_for_a_whole_game() {
    let mut brain = Brain::started(15);
    let mut opponent = Brain::started(15);
    brain.send_all(&["INFO rule 1", "INFO time_left 3000"]);
    opponent.send_all(&["INFO rule 1", "INFO max_node 300"]);
    // The clock is announced once, so the brain must keep it itself.
    play_a_game(&mut brain, &mut opponent);
    // The game may have been short. A brain that takes a share of the announced time for every move needs
    // some 14 s here.
    for _ in 0..100 {
        send_quiet(&mut brain, "BOARD", &[]);
        assert_legal_in_quiet(brain.expect_move());
    }
    // The last hundred moves have hardly any time, and still take some each.
    brain.expect_to_have_worked_at_most(Duration::from_secs(8));
}

#[test]
fn a34_the_turn_limit_can_be_cut_while_thinking() {
    let mut brain = thinking();
    brain.send("INFO timeout_turn 0");
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn a34_a_search_that_is_cut_short_gives_one_move_only() {
    let mut brain = Brain::started(15);
    brain.send_all(&[&format!("INFO timeout_turn {ENDLESS_MS}"), "TURN 7,7"]);
    brain.send("INFO timeout_turn 0");
    brain.expect_move();
    assert_idle(&mut brain);
}

#[test]
fn b12_the_clock_announced_while_thinking_is_not_answered() {
    let mut brain = thinking();
    brain.send(&format!("INFO time_left {}", 20 * ENDLESS_MS));
    brain.expect_no_answer(SILENCE_MS);
    brain.send("YXSTOP");
    assert_legal_in_quiet(brain.expect_move());
    assert_idle(&mut brain);
}

#[test]
fn the_turn_limit_is_used_and_kept() {
    let mut brain = Brain::started(15);
    brain.send_all(&[ENDLESS_NODES, "INFO rule 1", "INFO timeout_turn 500"]);
    send_quiet(&mut brain, "BOARD", &[]);
    assert_legal_in_quiet(brain.expect_move());
    brain.expect_to_have_thought(Duration::from_millis(100));
    brain.expect_to_have_worked_at_most(2 * HALF_SECOND);
    assert_idle(&mut brain);
}
