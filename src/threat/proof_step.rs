//! Proofs as users see them: squares by name, threats in words.

use super::Proof;
use super::vct::{FollowUp, ThreatTree, Win};
use crate::board::{Board, square_name};
use crate::geometry::{BoardSize, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::Rule;

/// A move of a proof and the replies to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ProofStep {
    /// The attacker's move.
    pub attack: String,
    /// What it makes, such as `four`, `three` or `a four that cannot be stopped`.
    pub makes: &'static str,
    /// Continuous fours that it threatens, if it makes neither a four nor an open three.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub threatens: Vec<String>,
    /// Replies that would stop a four and are forbidden.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub forbidden: Vec<String>,
    /// The replies that do not lose at once, with the continuation of each.
    pub replies: Vec<(String, Self)>,
}

impl ProofStep {
    /// The first move of a win of the side to move.
    pub fn new(win: &Win, board: &Board, rule: Rule) -> Self {
        Steps { position: Position::new(board, rule), size: board.size() }.win(win)
    }
}

/// The position in front of a step.
struct Steps {
    position: Position,
    size: BoardSize,
}

impl Steps {
    fn name(&self, square: Square) -> String {
        square_name(square, self.size)
    }

    fn win(&mut self, win: &Win) -> ProofStep {
        match win {
            Win::Fours(proof) => self.fours(proof),
            Win::Threat(tree) => self.threat(tree),
        }
    }

    fn threat(&mut self, tree: &ThreatTree) -> ProofStep {
        let (makes, threatens) = match &tree.follow_up {
            FollowUp::Five if tree.replies.is_empty() => ("a four that cannot be stopped", Vec::new()),
            FollowUp::Five => ("four", Vec::new()),
            FollowUp::OpenFour if tree.replies.is_empty() => ("threes that cannot be stopped", Vec::new()),
            FollowUp::OpenFour => ("three", Vec::new()),
            FollowUp::Fours(proof) if tree.replies.is_empty() => {
                ("a threat that cannot be stopped", proof.line())
            }
            FollowUp::Fours(proof) => ("threat", proof.line()),
        };
        let replies = tree.replies.iter().map(|(reply, win)| (*reply, &**win));
        ProofStep {
            attack: self.name(tree.attack),
            makes,
            threatens: threatens.into_iter().map(|square| self.name(square)).collect(),
            forbidden: self.forbidden_stops(tree.attack),
            replies: self.replies(tree.attack, replies, Self::win),
        }
    }

    fn fours(&mut self, proof: &Proof) -> ProofStep {
        let pattern4 = self.position.pattern4(proof.attack, self.position.side_to_move());
        let makes = if pattern4.has(Attack::Five) {
            "five"
        } else if proof.replies.is_empty() {
            "a four that cannot be stopped"
        } else {
            "four"
        };
        let replies = proof.replies.iter().map(|(reply, next)| (*reply, next));
        ProofStep {
            attack: self.name(proof.attack),
            makes,
            threatens: Vec::new(),
            forbidden: self.forbidden_stops(proof.attack),
            replies: self.replies(proof.attack, replies, Self::fours),
        }
    }

    /// Where the defender may not stop a five after an attack.
    fn forbidden_stops(&mut self, attack: Square) -> Vec<String> {
        let attacker = self.position.side_to_move();
        if !self.position.rule().is_restricted(attacker.opponent()) {
            return Vec::new();
        }
        self.position.play(attack);
        let fives = self.position.attacks(attacker, Attack::Five);
        let stops = fives.into_iter().filter(|&square| !self.position.is_legal(square));
        let names = stops.map(|square| self.name(square)).collect();
        self.position.undo();
        names
    }

    fn replies<'a, T: 'a>(
        &mut self,
        attack: Square,
        replies: impl Iterator<Item = (Square, &'a T)>,
        step: impl Fn(&mut Self, &T) -> ProofStep,
    ) -> Vec<(String, ProofStep)> {
        self.position.play(attack);
        let named = replies
            .map(|(reply, next)| {
                self.position.play(reply);
                let named = (self.name(reply), step(self, next));
                self.position.undo();
                named
            })
            .collect();
        self.position.undo();
        named
    }
}
