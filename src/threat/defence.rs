//! The moves that parry a threat.

use crate::board::{CENTER, Cell, WINDOW_LEN};
use crate::geometry::{Bitboard, Color, DIRECTIONS, Square};
use crate::pattern::{Attack, Shape};
use crate::position::Position;

/// The legal moves of the side to move after which the opponent can no longer make a five at once. All squares if the
/// opponent has no five now; empty if the game is lost (unless the side to move has a five itself).
///
/// # Examples
/// ```
/// use rustgomo::board::from_diagram;
/// use rustgomo::threat::defence::replies_to_fives;
/// use rustgomo::{Position, Rule};
///
/// let board = from_diagram("O X X X X . .\n. O . . . . .\n. . O . . . .\n. . . O . . .\n. . . . . . .")?;
/// let mut position = Position::new(&board, Rule::Freestyle);
/// position.pass();
/// assert_eq!(replies_to_fives(&position).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replies_to_fives(position: &Position) -> Bitboard {
    let attacker = position.side_to_move().opponent();
    let fives = position.attacks(attacker, Attack::Five);
    let replies = match position.attack_count(attacker, Attack::Five) {
        0 => *position.board().empty(),
        _ if position.rule().counts_closed_ends() => spoilers_of_all(position, attacker, fives, Attack::Five),
        // Nothing but the square itself stops a five.
        1 => *fives,
        _ => return Bitboard::EMPTY,
    };
    without_forbidden(position, replies)
}

/// The moves of the side to move that do not lose to an open four: `None` if the opponent threatens none.
///
/// They spoil every open four to come, or make a four first. Expects that nobody can make a five at once. Complete:
/// after every other move the opponent's open four wins.
pub fn replies_to_open_fours(position: &Position) -> Option<Bitboard> {
    let defender = position.side_to_move();
    let attacker = defender.opponent();
    if !position.has_attack(attacker, Attack::OpenFour) {
        return None;
    }
    let mut threats = *position.attacks(attacker, Attack::OpenFour);
    if position.rule().is_restricted(attacker) {
        // A stone of white can turn a square that merely looks forbidden into one that is, so such a threat might
        // be parried from afar: do not build on it.
        threats = threats & !*position.attacks(attacker, Attack::MaybeForbidden);
    }
    if threats.is_empty() {
        return None;
    }
    let replies = spoilers_of_all(position, attacker, &threats, Attack::OpenFour);
    Some(without_forbidden(position, replies | fours(position, defender)))
}

/// The squares where a side makes a four of any kind, forbidden ones included.
pub fn fours(position: &Position, color: Color) -> Bitboard {
    *position.attacks(color, Attack::Four) | *position.attacks(color, Attack::OpenFour)
}

/// The squares where a stone of the defender keeps the attacker from this attack on every one of the targets.
fn spoilers_of_all(position: &Position, attacker: Color, targets: &Bitboard, attack: Attack) -> Bitboard {
    let mut replies = *position.board().empty();
    for target in targets {
        replies = replies & defences(position, attacker, target, attack);
    }
    replies
}

/// The squares where a stone of the defender keeps the attacker from this attack on `target`.
fn defences(position: &Position, attacker: Color, target: Square, attack: Attack) -> Bitboard {
    let mut found = Bitboard::of(target);
    let stone = Cell::stone(attacker.opponent());
    for direction in DIRECTIONS {
        let shape = position.table().shapes(position.pattern(target, direction)).shape(attacker);
        if !takes_part(shape, attack) {
            continue;
        }
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

/// Whether an attack can rest on a line with this shape. A stone of the defender makes no shape stronger, so elsewhere
/// it changes nothing.
const fn takes_part(shape: Shape, attack: Attack) -> bool {
    match attack {
        Attack::Five => matches!(shape, Shape::Five),
        _ => matches!(shape, Shape::Four | Shape::DoubleFour | Shape::OpenFour),
    }
}

pub(super) fn without_forbidden(position: &Position, squares: Bitboard) -> Bitboard {
    let color = position.side_to_move();
    if !position.has_attack(color, Attack::MaybeForbidden) {
        return squares;
    }
    let maybe_forbidden = *position.attacks(color, Attack::MaybeForbidden) & squares;
    let mut legal = squares;
    for square in &maybe_forbidden {
        if position.is_forbidden(square, color) {
            legal.remove(square);
        }
    }
    legal
}
