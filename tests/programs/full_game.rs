//! Whole games between two brains under every rule, refereed by counting stones in a row.

use crate::common::brain::{Brain, LIVENESS};
use crate::common::point::Point;
use crate::common::referee::{Color, Referee};

/// Squares along one side of the board.
const SIZE: i32 = 15;

/// The judge calls a renju game drawn here, before the last squares leave black without a legal move.
const RENJU_STONES: usize = 200;

/// Five stones of the first player and four of the second: no game is shorter, and one that short means that
/// nobody defended.
const UNDEFENDED: usize = 9;

/// Plays one game, each brain with a few hundred nodes a move, checks every move, and returns the number of
/// stones at the end.
fn play(rule: u32) -> usize {
    let mut brains = [Brain::started(SIZE as u32), Brain::started(SIZE as u32)];
    for brain in &mut brains {
        brain.send_all(&[&format!("INFO rule {rule}"), "INFO max_node 300"]);
    }
    let mut referee = Referee::default();
    let mut command = "BEGIN".to_owned();
    let limit = if rule == 4 { RENJU_STONES } else { (SIZE * SIZE) as usize };
    for ply in 0..limit {
        let color = if ply % 2 == 0 { Color::Black } else { Color::White };
        let brain = &mut brains[ply % 2];
        brain.send(&command);
        let point = brain.expect_move();
        let fault = fault(&mut referee, rule, point, color);
        assert_eq!(fault, None, "rule {rule}, {color:?} on {point}\n{}", brain.story());
        if referee.wins(rule, point, color) {
            break;
        }
        command = format!("TURN {point}");
    }
    brains.iter_mut().for_each(end);
    referee.count()
}

/// Puts the stone on the board and says what any player would object to: an illegal move, a five not made, a
/// five not stopped.
fn fault(referee: &mut Referee, rule: u32, point: Point, color: Color) -> Option<String> {
    let win = referee.winning_square(rule, SIZE, color);
    if !point.is_on(SIZE, SIZE) || !referee.place(point, color) {
        return Some("the square is not free".to_owned());
    }
    if referee.wins(rule, point, color) {
        return None;
    }
    if let Some(win) = win {
        return Some(format!("{win} makes five"));
    }
    let is_restricted = rule == 4 && color == Color::Black;
    if is_restricted && referee.longest(point, color) > 5 {
        return Some("black may not make an overline".to_owned());
    }
    let threat = referee.winning_square(rule, SIZE, color.other())?;
    // A square that would stop black's loss may be forbidden to black, and this referee does not know the
    // forbidden points.
    let defence = if is_restricted { None } else { referee.defence(rule, SIZE, color, point) };
    defence.map(|square| format!("the opponent makes five on {threat}, {square} stops it"))
}

fn end(brain: &mut Brain) {
    brain.send("END");
    assert_eq!(brain.expect_exit(LIVENESS), Vec::<String>::new(), "END is not answered");
}

#[test]
fn a_freestyle_game_is_played_to_its_end() {
    assert!(play(0) > UNDEFENDED, "nobody stopped a four");
}

#[test]
fn a_standard_game_is_played_to_its_end() {
    assert!(play(1) > UNDEFENDED, "nobody stopped a four");
}

#[test]
fn a_renju_game_is_played_to_its_end() {
    assert!(play(4) > UNDEFENDED, "nobody stopped a four");
}

#[test]
fn a_caro_game_with_overlines_is_played_to_its_end() {
    assert!(play(8) > UNDEFENDED, "nobody stopped a four");
}

#[test]
fn a_standard_caro_game_is_played_to_its_end() {
    assert!(play(9) > UNDEFENDED, "nobody stopped a four");
}
