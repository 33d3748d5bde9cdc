//! Moves that stop a five or an open four.

use crate::board::{CENTER, Cell, WINDOW_LEN};
use crate::geometry::{Bitboard, Color, DIRECTIONS, Square};
use crate::pattern::{Attack, Shape};
use crate::position::Position;

/// The legal moves of the side to move after which the opponent cannot make a five at once. All legal moves
/// if the opponent threatens no five; empty if no move stops it.
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
        _ if position.rule().counts_closed_ends() => {
            defences_against_all(position, attacker, fives, Attack::Five)
        }
        // Only the square itself stops a five.
        1 => *fives,
        _ => return Bitboard::EMPTY,
    };
    without_forbidden(position, replies)
}

/// The legal moves of the side to move that stop every open four the opponent threatens, or make a four
/// first; `None` if the opponent threatens none. After every other move the open four wins. Expects that
/// neither side can make a five at once.
pub fn replies_to_open_fours(position: &Position) -> Option<Bitboard> {
    let defender = position.side_to_move();
    let attacker = defender.opponent();
    if !position.has_attack(attacker, Attack::OpenFour) {
        return None;
    }
    let mut threats = *position.attacks(attacker, Attack::OpenFour);
    if position.rule().is_restricted(attacker) {
        // A white stone elsewhere might make such a square really forbidden: not a certain threat.
        threats = threats & !*position.attacks(attacker, Attack::MaybeForbidden);
    }
    if threats.is_empty() {
        return None;
    }
    let replies = defences_against_all(position, attacker, &threats, Attack::OpenFour);
    Some(without_forbidden(position, replies | position.fours(defender)))
}

/// The replies to fives of the opponent, or else to its open fours; `None` if neither is threatened.
pub(crate) fn forced_replies(position: &Position) -> Option<Bitboard> {
    if position.has_attack(position.side_to_move().opponent(), Attack::Five) {
        Some(replies_to_fives(position))
    } else {
        replies_to_open_fours(position)
    }
}

/// The squares where a stone of the defender prevents this attack on all targets.
fn defences_against_all(
    position: &Position,
    attacker: Color,
    targets: &Bitboard,
    attack: Attack,
) -> Bitboard {
    let mut replies = *position.board().empty();
    for target in targets {
        replies = defences(position, attacker, target, attack, &replies);
    }
    replies
}

/// The squares among `squares`, which are empty, where a stone of the defender prevents this attack on
/// `target`.
fn defences(
    position: &Position,
    attacker: Color,
    target: Square,
    attack: Attack,
    squares: &Bitboard,
) -> Bitboard {
    let mut found = Bitboard::of(target) & *squares;
    let stone = Cell::stone(attacker.opponent());
    for direction in DIRECTIONS {
        let shape = position.table().shapes(position.pattern(target, direction)).shape(attacker);
        if !contributes(shape, attack) {
            continue;
        }
        let window = position.board().window(target, direction);
        for place in (0..WINDOW_LEN).filter(|&p| p != CENTER && window.cell(p) == Cell::Empty) {
            let square = target.shifted(direction, place as i32 - CENTER as i32);
            if !squares.contains(square) {
                continue;
            }
            let after = position.pattern4_with(target, attacker, direction, window.with(place, stone));
            if !after.has(attack) && !after.has(Attack::Five) {
                found.insert(square);
            }
        }
    }
    found
}

/// Whether a line with this shape can contribute to an attack. A defender's stone in other lines cannot
/// prevent it.
const fn contributes(shape: Shape, attack: Attack) -> bool {
    match attack {
        Attack::Five => matches!(shape, Shape::Five),
        _ => shape.is_four(),
    }
}

/// The squares that the side to move may play on.
pub(in crate::threat) fn without_forbidden(position: &Position, squares: Bitboard) -> Bitboard {
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
