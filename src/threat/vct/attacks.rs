//! The attacker's candidate moves.

use crate::geometry::{Bitboard, Color, Square};
use crate::pattern::{Attack, Shape};
use crate::position::Position;
use crate::threat::defence::forced_replies;

/// Initial proof numbers of moves that make an open three, a four, or neither. Fours come late, since a VCF
/// was searched before: with 8 instead of 1 for a four, 38 instead of 11 of 100 forced wins are found with a
/// work of 2,000.
///
/// A move that must stop a five or an open four threatens with what its side had before, whatever it makes.
/// With it and 4, 103 instead of 47 of 120 wins of games of the caro rules are found with a work of 200,000;
/// with 2 and with 8 fewer.
const OPEN_THREE: u32 = 2;
const FORCED: u32 = 4;
const FOUR: u32 = 8;
const QUIET: u32 = 16;

/// A move of the attacker with its initial proof number.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackMove {
    pub(super) square: Square,
    pub(super) proof: u32,
}

/// The moves of the side to move that make a four or an open three or may threaten a VCF, without those that
/// lose to a five or an open four of the opponent; all that stop one, if there is one. By kind, then by
/// pattern.
pub(super) fn attacking_moves(position: &Position) -> Vec<AttackMove> {
    let color = position.side_to_move();
    let (defences, is_forced) = match forced_replies(position) {
        Some(defences) => (defences, true),
        None => (*position.board().empty(), false),
    };
    let mut moves = Vec::new();
    let fours = position.fours(color);
    let threes = *position.attacks(color, Attack::OpenThree) & !fours;
    add(&mut moves, position, threes & defences, OPEN_THREE);
    add(&mut moves, position, fours & defences, FOUR);
    let others = position.candidates() & defences & !(fours | threes);
    let has_fours = position.has_attack(color, Attack::Four);
    let quiet: Bitboard =
        others.iter().filter(|&square| may_threaten(position, color, square, has_fours)).collect();
    add(&mut moves, position, quiet, QUIET);
    if is_forced {
        add(&mut moves, position, others & !quiet, FORCED);
    }
    moves
}

fn add(moves: &mut Vec<AttackMove>, position: &Position, squares: Bitboard, proof: u32) {
    let color = position.side_to_move();
    let first = moves.len();
    let legal = squares.iter().filter(|&square| !position.is_forbidden(square, color));
    moves.extend(legal.map(|square| AttackMove { square, proof }));
    moves[first..].sort_by_key(|attack| -position.pattern4(attack.square, color).order());
}

/// Whether a move that makes no four may threaten a VCF: it makes a three, or a two while its side has fours.
fn may_threaten(position: &Position, color: Color, square: Square, has_fours: bool) -> bool {
    let number = position.pattern4_index(square, color);
    let shapes = position.table().pattern4s(color).shapes()[usize::from(number)];
    shapes.iter().any(|&shape| match shape {
        Shape::Three => true,
        Shape::OpenTwo | Shape::WideTwo => has_fours,
        _ => false,
    })
}
