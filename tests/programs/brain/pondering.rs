//! Thinking on the opponent's time: nothing is said, no answer is late, lost or doubled, and whatever comes
//! ends it.

use crate::brain::positions::{assert_idle, assert_legal_in_quiet, send_quiet};
use crate::common::brain::{Brain, ENDLESS_MS, LIVENESS, SILENCE_MS};

/// A brain that thinks on after its move in the quiet position.
fn pondering(turn_ms: u32) -> Brain {
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO rule 1", "INFO pondering 1", &format!("INFO timeout_turn {turn_ms}")]);
    send_quiet(&mut brain, "BOARD", &[]);
    assert_legal_in_quiet(brain.expect_move());
    brain
}

#[test]
fn every_move_is_answered_once_however_soon_it_comes() {
    let mut brain = Brain::started(20);
    brain.send_all(&["INFO pondering 1", "INFO timeout_turn 60"]);
    let mut taken = Vec::new();
    for number in 0..12 {
        let free = (0..20).flat_map(|y| (0..20).map(move |x| (x * 7 % 20, (y * 3 + 1) % 20)));
        let mut free = free.filter(|point| !taken.contains(point));
        let Some((x, y)) = free.next() else { break };
        taken.push((x, y));
        brain.send_all(&["INFO time_left 60000", &format!("TURN {x},{y}")]);
        let answer = brain.expect_move();
        assert!(answer.is_on(20, 20) && !taken.contains(&(answer.x, answer.y)), "{answer}");
        taken.push((answer.x, answer.y));
        if number % 3 == 0 {
            brain.expect_none(SILENCE_MS);
        }
    }
    assert_idle(&mut brain);
}

#[test]
fn commands_end_it_at_once() {
    for command in ["RESTART", "START 15", "TAKEBACK 3,2"] {
        let mut brain = pondering(200);
        brain.expect_none(SILENCE_MS);
        brain.send(command);
        assert_eq!(brain.expect_line(LIVENESS), "OK", "{command}");
        brain.expect_none(SILENCE_MS);
        assert_idle(&mut brain);
    }
}

#[test]
fn the_end_does_not_wait_for_it() {
    let mut brain = pondering(200);
    brain.expect_none(SILENCE_MS);
    brain.send("END");
    assert_eq!(brain.expect_exit(LIVENESS), Vec::<String>::new());
    let mut brain = pondering(200);
    brain.close_input();
    assert_eq!(brain.expect_exit(LIVENESS), Vec::<String>::new());
}

#[test]
fn a_stop_ends_it_and_is_not_answered() {
    let mut brain = pondering(200);
    brain.send("YXSTOP");
    brain.expect_none(SILENCE_MS);
    brain.send_all(&[&format!("INFO timeout_turn {ENDLESS_MS}"), "BEGIN"]);
    brain.expect_no_answer(SILENCE_MS);
    brain.send("YXSTOP");
    brain.expect_move();
    assert_idle(&mut brain);
}
