//! Proofs of a win by continuous fours.

use super::answers::replies_to_fives;
use crate::geometry::Square;
use crate::pattern::Attack;
use crate::position::Position;

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

    /// Whether the proof works in a position with the attacker to move, which may differ from the one it was found in.
    pub fn holds(&self, position: &mut Position) -> bool {
        if !position.is_legal(self.attack) {
            return false;
        }
        let attacker = position.side_to_move();
        if position.combination(self.attack, attacker).has(Attack::Five) {
            return true;
        }
        position.play(self.attack);
        let parried = position.has_attack(attacker.opponent(), Attack::Five)
            || !position.has_attack(attacker, Attack::Five);
        let holds = !parried && replies_to_fives(position).iter().all(|reply| self.answers(position, reply));
        position.undo();
        holds
    }

    fn answers(&self, position: &mut Position, reply: Square) -> bool {
        let Some((_, next)) = self.replies.iter().find(|(known, _)| *known == reply) else { return false };
        position.play(reply);
        let holds = next.holds(position);
        position.undo();
        holds
    }
}
