//! Proofs of a VCF.

use super::defence::{replies_to_fives, without_forbidden};
use crate::geometry::{Bitboard, BoardSize, DIRECTIONS, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::Rule;
use crate::stop::StopHandle;

/// Distance along a line at which a stone can change the shape of a move: a row of five and the cell behind
/// it.
const REACH: i8 = 5;

/// A winning tree of fours: the attacker's move and a subtree for each reply that stops the five.
///
/// No reply is listed if `attack` makes a five or a four that cannot be stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The attacker's move.
    pub attack: Square,
    /// The replies that stop the five, each with the proof that follows; more than one only under caro.
    pub replies: Vec<(Square, Self)>,
}

impl Proof {
    /// The longest line: attack, reply, attack, … It ends with a five or an unstoppable four.
    pub fn line(&self) -> Vec<Square> {
        let mut line = vec![self.attack];
        let longest = self.replies.iter().max_by_key(|(_, next)| next.length());
        if let Some((reply, next)) = longest {
            line.push(*reply);
            line.extend(next.line());
        }
        line
    }

    /// The proof after a reply that is listed.
    pub(super) fn after(&self, reply: Square) -> Option<&Self> {
        self.replies.iter().find(|(known, _)| *known == reply).map(|(_, next)| next)
    }

    /// Number of moves in the longest line.
    pub fn length(&self) -> usize {
        1 + self.replies.iter().map(|(_, next)| 1 + next.length()).max().unwrap_or(0)
    }

    /// Upper bound of the plies to the five, which comes at most two plies after the end of the longest line.
    pub fn plies(&self) -> usize {
        self.length() + 2
    }

    /// Replays the proof in a position with the attacker to move, which may differ from the one it was found
    /// in. Returns whether it still wins.
    pub fn holds(&self, position: &mut Position) -> bool {
        if !position.is_legal(self.attack) {
            return false;
        }
        let attacker = position.side_to_move();
        if position.pattern4(self.attack, attacker).has(Attack::Five) {
            return true;
        }
        position.play(self.attack);
        let is_refuted = position.has_attack(attacker.opponent(), Attack::Five)
            || !position.has_attack(attacker, Attack::Five);
        let holds =
            !is_refuted && replies_to_fives(position).iter().all(|reply| self.holds_after(position, reply));
        position.undo();
        holds
    }

    /// The squares within reach of the proof's moves along lines; stones elsewhere change no shape of the
    /// proof.
    fn surroundings(&self, size: BoardSize) -> Bitboard {
        self.replies.iter().fold(star(self.attack, size), |squares, (reply, next)| {
            squares | star(*reply, size) | next.surroundings(size)
        })
    }

    fn holds_after(&self, position: &mut Position, reply: Square) -> bool {
        let Some(next) = self.after(reply) else { return false };
        position.play(reply);
        let holds = next.holds(position);
        position.undo();
        holds
    }
}

/// The legal moves of the side to move that refute the opponent's proof, `None` if stopped before all were
/// tried. Every other move loses to it, except fours.
pub fn replies_to_proof(position: &mut Position, proof: &Proof, stop: &StopHandle) -> Option<Bitboard> {
    let (empty, size) = (*position.board().empty(), position.board().size());
    // Under renju a distant stone can change which squares are forbidden.
    let in_reach = if position.rule() == Rule::Renju { empty } else { empty & proof.surroundings(size) };
    let mut replies = Bitboard::EMPTY;
    for square in &without_forbidden(position, in_reach) {
        // A proof with many branches takes seconds.
        if stop.is_stopped() {
            return None;
        }
        position.play(square);
        if !proof.holds(position) {
            replies.insert(square);
        }
        position.undo();
    }
    Some(replies)
}

/// A square and those within reach along its lines.
fn star(square: Square, size: BoardSize) -> Bitboard {
    let line = |direction| (-REACH..=REACH).filter_map(move |steps| square.step(direction, steps, size));
    DIRECTIONS.into_iter().flat_map(line).collect()
}
