//! Proofs of a win by continuous fours.

use super::defence::{replies_to_fives, without_forbidden};
use crate::geometry::{Bitboard, DIRECTIONS, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::Rule;

/// How far along a line a stone can change what a move makes: over a row of five to the cell behind it.
const SIGHT: i8 = 5;

/// A won attack: the move, and what follows for each reply that keeps the attacker from winning at once.
///
/// After any other reply, and after every reply if none is listed, the attacker has a winning move; if `attack` itself
/// wins, no reply is listed either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The attacker's move.
    pub attack: Square,
    /// The replies that must be answered with care, each with its proof. More than one only under caro.
    pub replies: Vec<(Square, Self)>,
}

impl Proof {
    /// The longest line: attack, reply, attack, … It ends with a move that wins or that makes an unstoppable four.
    pub fn line(&self) -> Vec<Square> {
        let mut line = vec![self.attack];
        let longest = self.replies.iter().max_by_key(|(_, next)| next.length());
        if let Some((reply, next)) = longest {
            line.push(*reply);
            line.extend(next.line());
        }
        line
    }

    /// Number of moves in the longest line.
    pub fn length(&self) -> usize {
        1 + self.replies.iter().map(|(_, next)| 1 + next.length()).max().unwrap_or(0)
    }

    /// Plies until the five at most. The longest line ends with the four that cannot be stopped, two plies before the five, or with
    /// the five itself.
    pub fn plies(&self) -> usize {
        self.length() + 2
    }

    /// Whether the proof works in a position with the attacker to move, which may differ from the one it was found in.
    pub fn holds(&self, position: &mut Position) -> bool {
        if !position.is_legal(self.attack) {
            return false;
        }
        let attacker = position.side_to_move();
        if position.pattern4(self.attack, attacker).has(Attack::Five) {
            return true;
        }
        position.play(self.attack);
        let parried = position.has_attack(attacker.opponent(), Attack::Five)
            || !position.has_attack(attacker, Attack::Five);
        let holds = !parried && replies_to_fives(position).iter().all(|reply| self.answers(position, reply));
        position.undo();
        holds
    }

    /// The squares that see one of the proof's moves along a line: a stone elsewhere changes no shape that the proof
    /// rests on.
    pub(super) fn surroundings(&self, position: &Position) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        self.add_surroundings(position, &mut seen);
        seen
    }

    fn add_surroundings(&self, position: &Position, seen: &mut Bitboard) {
        add_star(position, self.attack, seen);
        for (reply, next) in &self.replies {
            add_star(position, *reply, seen);
            next.add_surroundings(position, seen);
        }
    }

    fn answers(&self, position: &mut Position, reply: Square) -> bool {
        let Some((_, next)) = self.replies.iter().find(|(known, _)| *known == reply) else { return false };
        position.play(reply);
        let holds = next.holds(position);
        position.undo();
        holds
    }
}

/// The legal moves of the side to move after which the opponent's proof no longer works. Every other move loses to it,
/// except one that makes a four first.
pub fn replies_to_proof(position: &mut Position, proof: &Proof) -> Bitboard {
    let empty = *position.board().empty();
    // Under renju a stone can make a square forbidden, or allowed again, from afar.
    let in_reach = if position.rule() == Rule::Renju { empty } else { empty & proof.surroundings(position) };
    let mut replies = Bitboard::EMPTY;
    for square in &without_forbidden(position, in_reach) {
        position.play(square);
        if !proof.holds(position) {
            replies.insert(square);
        }
        position.undo();
    }
    replies
}

/// Adds the squares in sight of this one.
fn add_star(position: &Position, square: Square, seen: &mut Bitboard) {
    seen.insert(square);
    for direction in DIRECTIONS {
        for steps in (-SIGHT..=SIGHT).filter(|&steps| steps != 0) {
            if let Some(other) = square.step(direction, steps, position.board().size()) {
                seen.insert(other);
            }
        }
    }
}
