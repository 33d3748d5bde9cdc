//! Proofs as users see them: squares by name, threats in words.

use serde::Serialize;

use crate::board::{Board, square_name, square_names};
use crate::geometry::{BoardSize, Color, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::Rule;
use crate::threat::Proof;
use crate::threat::vct::{FollowUp, ThreatTree, Win};

/// A move of a proof and the replies to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProofStep {
    /// The attacker's move.
    pub attack: String,
    /// What it makes, such as `four`, `three` or `a four that cannot be stopped`;
    /// `beside an older four that cannot be stopped` if it adds nothing to one that stood before.
    pub makes: &'static str,
    /// Continuous fours that it threatens, if it makes neither a four nor an open three.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threatens: Vec<String>,
    /// Where the attacker then makes five, or an open four behind threes, if no reply stops it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<String>,
    /// Replies that would stop a four and are forbidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
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
        let replies = tree.replies.iter().map(|(reply, win)| (*reply, &**win));
        self.step(tree.attack, &tree.follow_up, replies, Self::win)
    }

    fn fours(&mut self, proof: &Proof) -> ProofStep {
        let pattern4 = self.position.pattern4(proof.attack, self.position.side_to_move());
        if pattern4.has(Attack::Five) {
            return ProofStep { attack: self.name(proof.attack), makes: "five", ..ProofStep::default() };
        }
        let replies = proof.replies.iter().map(|(reply, next)| (*reply, next));
        self.step(proof.attack, &FollowUp::Five, replies, Self::fours)
    }

    /// The step of an attack that does not win yet.
    fn step<'a, T: 'a>(
        &mut self,
        attack: Square,
        follow_up: &FollowUp,
        replies: impl ExactSizeIterator<Item = (Square, &'a T)>,
        next: impl Fn(&mut Self, &T) -> ProofStep,
    ) -> ProofStep {
        let is_last = replies.len() == 0;
        let (wins_by, threatens) = match follow_up {
            FollowUp::Five => (Some(Attack::Five), Vec::new()),
            FollowUp::OpenFour => (Some(Attack::OpenFour), Vec::new()),
            FollowUp::Fours(proof) => (None, proof.line()),
        };
        let wins_by = wins_by.filter(|_| is_last);
        // What cannot be stopped may have stood before.
        let is_older = wins_by.is_some_and(|makes| self.is_older(attack, makes));
        let makes = match follow_up {
            FollowUp::Five if is_older => "beside an older four that cannot be stopped",
            FollowUp::Five if is_last => "a four that cannot be stopped",
            FollowUp::Five => "four",
            FollowUp::OpenFour if is_older => "beside older threes that cannot be stopped",
            FollowUp::OpenFour if is_last => "threes that cannot be stopped",
            FollowUp::OpenFour => "three",
            FollowUp::Fours(_) if is_last => "a threat that cannot be stopped",
            FollowUp::Fours(_) => "threat",
        };
        ProofStep {
            attack: self.name(attack),
            makes,
            threatens: square_names(threatens, self.size),
            wins: wins_by.map_or_else(Vec::new, |makes| self.wins(attack, makes)),
            forbidden: self.forbidden_stops(attack),
            replies: self.replies(attack, replies, next),
        }
    }

    /// Whether the attacker could have won before an attack wherever that is possible after it.
    fn is_older(&mut self, attack: Square, makes: Attack) -> bool {
        let before: Vec<Square> = self.position.attacks(self.position.side_to_move(), makes).iter().collect();
        self.after(attack, |steps, attacker| {
            let mut squares = steps.position.attacks(attacker, makes).iter().peekable();
            squares.peek().is_some() && squares.all(|square| before.contains(&square))
        })
    }

    /// Where the attacker wins after an attack.
    fn wins(&mut self, attack: Square, makes: Attack) -> Vec<String> {
        self.after(attack, |steps, attacker| {
            square_names(steps.position.attacks(attacker, makes).iter(), steps.size)
        })
    }

    /// Where the defender may not stop a five after an attack.
    fn forbidden_stops(&mut self, attack: Square) -> Vec<String> {
        if !self.position.rule().is_restricted(self.position.side_to_move().opponent()) {
            return Vec::new();
        }
        self.after(attack, |steps, attacker| {
            let fives = steps.position.attacks(attacker, Attack::Five);
            let stops = fives.iter().filter(|&square| !steps.position.is_legal(square));
            square_names(stops, steps.size)
        })
    }

    /// What is found after an attack, with its side.
    fn after<T>(&mut self, attack: Square, find: impl Fn(&Self, Color) -> T) -> T {
        let attacker = self.position.side_to_move();
        self.position.play(attack);
        let found = find(self, attacker);
        self.position.undo();
        found
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
