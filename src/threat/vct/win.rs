//! Proofs of a VCT.

use std::sync::Arc;

use super::FollowUp;
use crate::geometry::Square;
use crate::position::Position;
use crate::stop::StopHandle;
use crate::threat::Proof;

/// Work of replaying one attack.
const REPLAY_WORK: u32 = 4;
/// Work of listing the replies to a VCF threat.
pub(super) const PROOF_WORK: u32 = 80;

/// The complete winning tree of a position with the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Win {
    /// A VCF.
    Fours(Proof),
    /// A threat with the replies to it.
    Threat(ThreatTree),
}

/// A threat and the win after each reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreatTree {
    /// The attacker's move.
    pub attack: Square,
    /// How the attacker wins after a reply that is not listed.
    pub follow_up: FollowUp,
    /// The replies that do not lose at once, each with the win after it; transpositions share wins.
    pub replies: Vec<(Square, Arc<Win>)>,
    /// Moves of the longest line.
    length: usize,
}

/// Limits of a replay, which visits shared subtrees repeatedly.
pub struct Replay<'a> {
    /// Remaining work, in the unit of [`VctLimits::work`](super::VctLimits::work).
    pub work: u32,
    /// Polled at every attack.
    pub stop: &'a StopHandle,
}

impl Replay<'_> {
    /// Spends work; `None` if not enough is left or the replay is interrupted.
    fn spend(&mut self, work: u32) -> Option<()> {
        self.work = self.work.checked_sub(work)?;
        (!self.stop.is_stopped()).then_some(())
    }
}

impl ThreatTree {
    /// A tree of an attack and its replies.
    pub fn new(attack: Square, follow_up: FollowUp, replies: Vec<(Square, Arc<Win>)>) -> Self {
        let longest = replies.iter().map(|(_, win)| 1 + win.length()).max();
        let length = 1 + longest.unwrap_or(0);
        Self { attack, follow_up, replies, length }
    }

    /// The win after a reply that is listed.
    pub(in crate::threat) fn after(&self, reply: Square) -> Option<&Win> {
        self.replies.iter().find(|(known, _)| *known == reply).map(|(_, next)| &**next)
    }
}

impl Win {
    /// The first move.
    pub const fn attack(&self) -> Square {
        match self {
            Self::Fours(proof) => proof.attack,
            Self::Threat(tree) => tree.attack,
        }
    }

    /// Moves of the longest line, up to an attack that no reply stops.
    pub fn length(&self) -> usize {
        match self {
            Self::Fours(proof) => proof.length(),
            Self::Threat(tree) => tree.length,
        }
    }

    /// Upper bound of the plies to the five.
    pub fn plies(&self) -> usize {
        match self {
            Self::Fours(proof) => proof.plies(),
            Self::Threat(tree) => {
                let answered = tree.replies.iter().map(|(_, win)| 2 + win.plies()).max().unwrap_or(0);
                // The attack, a reply that does not stop the threat, and the follow-up.
                answered.max(2 + tree.follow_up.length())
            }
        }
    }

    /// The longest line: attack, reply, attack, …
    pub fn line(&self) -> Vec<Square> {
        let mut line = Vec::with_capacity(self.length());
        let mut win = self;
        loop {
            let tree = match win {
                Self::Fours(proof) => {
                    line.extend(proof.line());
                    return line;
                }
                Self::Threat(tree) => tree,
            };
            line.push(tree.attack);
            let Some((reply, next)) = tree.replies.iter().max_by_key(|(_, next)| next.length()) else {
                return line;
            };
            line.push(*reply);
            win = next;
        }
    }

    /// Replays the win in a position with the attacker to move, which may differ from the one it was found
    /// in, checking at every threat that all replies are covered. `None` if the limits of `replay` are
    /// reached.
    pub fn holds(&self, position: &mut Position, replay: &mut Replay) -> Option<bool> {
        replay.spend(REPLAY_WORK)?;
        match self {
            Self::Fours(proof) => Some(proof.holds(position)),
            Self::Threat(tree) if !position.is_legal(tree.attack) => Some(false),
            Self::Threat(tree) => {
                position.play(tree.attack);
                let holds = tree.holds_after_attack(position, replay);
                position.undo();
                holds
            }
        }
    }
}

impl ThreatTree {
    fn holds_after_attack(&self, position: &mut Position, replay: &mut Replay) -> Option<bool> {
        if matches!(self.follow_up, FollowUp::Fours(_)) {
            replay.spend(PROOF_WORK)?;
        }
        let Some(replies) = self.follow_up.replies(position, replay.stop) else {
            return replay.spend(0).map(|()| false);
        };
        for reply in &replies {
            let Some(next) = self.after(reply) else { return Some(false) };
            position.play(reply);
            let holds = next.holds(position, replay);
            position.undo();
            if holds != Some(true) {
                return holds;
            }
        }
        Some(true)
    }
}
