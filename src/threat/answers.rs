//! The moves that parry a threat.

use super::Proof;
use crate::board::{CENTER, Cell, WINDOW_LEN};
use crate::geometry::{Bitboard, Color, DIRECTIONS, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::Rule;

/// The legal moves of the side to move after which the opponent can no longer make a five at once. All squares if the
/// opponent has no five now; empty if the game is lost (unless the side to move has a five itself).
pub fn replies_to_fives(position: &Position) -> Bitboard {
    let attacker = position.side_to_move().opponent();
    let fives = position.attacks(attacker, Attack::Five);
    let mut replies = *position.board().empty();
    for five in fives {
        replies = replies & spoilers(position, attacker, five, Attack::Five);
    }
    without_forbidden(position, replies)
}

/// The moves of the side to move that do not lose to an open four: `None` if the opponent threatens none.
///
/// They spoil every open four to come, or make a four first. Expects that nobody can make a five at once. Complete:
/// after every other move the opponent's open four wins.
pub fn replies_to_open_fours(position: &Position) -> Option<Bitboard> {
    let defender = position.side_to_move();
    let attacker = defender.opponent();
    let mut threats = *position.attacks(attacker, Attack::OpenFour);
    if position.rule() == Rule::Renju && attacker == Color::Black {
        // A stone of white can turn a square that merely looks forbidden into one that is, so such a threat might
        // be parried from afar: do not build on it.
        threats = threats & !*position.attacks(attacker, Attack::Suspect);
    }
    if threats.is_empty() {
        return None;
    }
    let mut replies = *position.board().empty();
    for threat in &threats {
        replies = replies & spoilers(position, attacker, threat, Attack::OpenFour);
    }
    let fours = *position.attacks(defender, Attack::Four) | *position.attacks(defender, Attack::OpenFour);
    Some(without_forbidden(position, replies | fours))
}

/// The legal moves of the side to move after which the opponent's proof no longer works. Every other move loses to it,
/// except one that makes a four first.
pub fn replies_to_proof(position: &mut Position, proof: &Proof) -> Bitboard {
    let empty = without_forbidden(position, *position.board().empty());
    let mut replies = Bitboard::EMPTY;
    for square in &empty {
        position.play(square);
        if !proof.holds(position) {
            replies.insert(square);
        }
        position.undo();
    }
    replies
}

/// The squares where a stone of the defender keeps the attacker from this attack on `target`.
fn spoilers(position: &Position, attacker: Color, target: Square, attack: Attack) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    found.insert(target);
    if attack == Attack::Five && !position.rule().counts_closed_ends() {
        return found;
    }
    let stone = Cell::stone(attacker.opponent());
    for direction in DIRECTIONS {
        let window = position.board().window(target, direction);
        for place in (0..WINDOW_LEN).filter(|&p| p != CENTER && window.cell(p) == Cell::Empty) {
            let left = position.combination_with(target, attacker, direction, window.with(place, stone));
            if !left.has(attack) && !left.has(Attack::Five) {
                found.insert(target.shifted(direction, place as i32 - CENTER as i32));
            }
        }
    }
    found
}

fn without_forbidden(position: &Position, squares: Bitboard) -> Bitboard {
    let color = position.side_to_move();
    let suspects = *position.attacks(color, Attack::Suspect) & squares;
    let mut legal = squares;
    for square in &suspects {
        if position.is_forbidden(square, color) {
            legal.remove(square);
        }
    }
    legal
}
