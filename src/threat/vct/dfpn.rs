//! Depth-first proof-number search.

use super::attacks::attacking_moves;
use super::follow_up::{FollowUp, passing};
use super::graph::{Child, Graph, NEVER, NodeId, Numbers, State};
use super::win::PROOF_WORK;
use crate::geometry::{Bitboard, Color};
use crate::pattern::Attack;
use crate::position::Position;
use crate::threat::defence::fours;
use crate::threat::{Proof, VcfSolver, Verdict};

/// Attacking moves of a search for an own win by fours before other threats are looked at.
const OWN_FOURS: u32 = 60;
/// The same for what a quiet move threatens.
const THREATENED_FOURS: u32 = 40;
/// The same for the defender, whose fours would refute the threat.
const DEFENDING_FOURS: u32 = 30;
/// Work that a node costs besides those searches, in attacking moves.
const NODE_WORK: u32 = 6;
/// Plies below the root after which an attack is given up.
const DEEPEST: usize = 80;

/// Bounds of a search.
pub struct VctLimits<'a> {
    /// Work to do, in attacking moves of searches for wins by fours: a microsecond each, about.
    pub work: u32,
    /// Positions to keep, about 150 bytes each.
    pub nodes: usize,
    /// Asked at every position whether to give up.
    pub interrupted: &'a dyn Fn() -> bool,
}

/// One search.
pub(super) struct ProofNumberSearch<'a> {
    pub(super) graph: Graph,
    pub(super) fours: &'a mut VcfSolver,
    pub(super) attacker: Color,
    pub(super) limits: &'a VctLimits<'a>,
    /// Work done, in attacking moves of searches for wins by fours.
    pub(super) spent: u32,
    pub(super) is_interrupted: bool,
}

impl ProofNumberSearch<'_> {
    /// Works on a node until it is settled, its numbers reach the thresholds, or the search is over.
    pub(super) fn work(&mut self, position: &mut Position, id: NodeId, thresholds: Numbers, ply: usize) {
        if matches!(self.graph.get(id).state, State::New) {
            self.expand(position, id, ply);
        }
        loop {
            let Some(choice) = self.choose(id, position.side_to_move() == self.attacker) else { return };
            let numbers = choice.numbers;
            self.graph.get_mut(id).numbers = numbers;
            let is_enough = numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof;
            if numbers.is_settled() || is_enough || self.is_over() {
                return;
            }
            position.play(choice.child.square);
            self.work(position, choice.child.node, choice.thresholds(thresholds), ply + 1);
            position.undo();
        }
    }

    fn is_over(&mut self) -> bool {
        self.is_interrupted |= (self.limits.interrupted)();
        self.is_interrupted || self.spent >= self.limits.work || self.graph.len() >= self.limits.nodes
    }

    /// The child to work on next, and what the children say of the node; `None` where there are none to look at.
    fn choose(&self, id: NodeId, is_attack: bool) -> Option<Choice> {
        let State::Open { children, .. } = &self.graph.get(id).state else { return None };
        let mut choice: Option<Choice> = None;
        let (mut total, mut is_any_open) = (0u32, 0u32);
        for &child in children {
            let numbers = self.graph.get(child.node).numbers;
            // From the view of who moves: what it wants is the smallest, what it fears adds up.
            let (wanted, feared) = ordered(numbers, is_attack);
            total = total.max(feared);
            is_any_open += u32::from(feared != 0);
            match &mut choice {
                Some(best) if wanted >= best.wanted => best.second = best.second.min(wanted),
                best => {
                    let second = best.as_ref().map_or(NEVER, |best| best.wanted);
                    *best = Some(Choice { child, wanted, feared, second, numbers, is_attack });
                }
            }
        }
        let mut choice = choice?;
        // The largest and one for each other instead of the sum: equal positions on many ways would count many times.
        let sum = if total >= NEVER { NEVER } else { (total + is_any_open.saturating_sub(1)).min(NEVER - 1) };
        let sum = if choice.wanted == 0 {
            NEVER
        } else if is_any_open == 0 {
            0
        } else {
            sum
        };
        choice.numbers = if is_attack {
            Numbers { proof: choice.wanted, disproof: sum }
        } else {
            Numbers { proof: sum, disproof: choice.wanted }
        };
        Some(choice)
    }

    /// Finds out what a position leads to.
    fn expand(&mut self, position: &mut Position, id: NodeId, ply: usize) {
        self.spent += NODE_WORK;
        let is_attack = position.side_to_move() == self.attacker;
        let (state, numbers) = if ply >= DEEPEST {
            (State::Failed, Numbers::FAILED)
        } else if is_attack {
            self.expand_attack(position)
        } else {
            self.expand_defence(position)
        };
        let node = self.graph.get_mut(id);
        node.state = state;
        node.numbers = numbers;
    }

    fn expand_attack(&mut self, position: &mut Position) -> (State, Numbers) {
        if let Some(proof) = self.solve_fours(position, OWN_FOURS) {
            return (State::Fours(proof), Numbers::WON);
        }
        let moves = attacking_moves(position);
        let children: Box<[Child]> = moves
            .into_iter()
            .map(|attack| {
                let first = Numbers { proof: attack.proof, disproof: 1 };
                let hash = position.board().hash_after(attack.square);
                Child { square: attack.square, node: self.graph.find_or_add(hash, first) }
            })
            .collect();
        opened(None, children, Numbers::FAILED)
    }

    fn expand_defence(&mut self, position: &mut Position) -> (State, Numbers) {
        let failed = (State::Failed, Numbers::FAILED);
        if position.has_attack(position.side_to_move(), Attack::Five) {
            return failed;
        }
        let Some(follow_up) = self.threat(position) else { return failed };
        if follow_up != FollowUp::Five && self.solve_fours(position, DEFENDING_FOURS).is_some() {
            return failed;
        }
        let Some(replies) = follow_up.replies(position) else { return failed };
        let children = self.defences(position, &replies);
        opened(Some(follow_up), children, Numbers::WON)
    }

    /// The replies; those that make no four first, since each of the others begins a digression.
    fn defences(&mut self, position: &Position, replies: &Bitboard) -> Box<[Child]> {
        let fours = fours(position, position.side_to_move());
        let (plain, digressing) = (*replies & !fours, *replies & fours);
        let first = Numbers { proof: 1, disproof: 1 };
        let squares = plain.iter().chain(digressing.iter());
        squares
            .map(|square| {
                let hash = position.board().hash_after(square);
                Child { square, node: self.graph.find_or_add(hash, first) }
            })
            .collect()
    }

    /// What the attacker threatens, with the defender to move.
    fn threat(&mut self, position: &mut Position) -> Option<FollowUp> {
        if let Some(threat) = FollowUp::at_sight(position) {
            return Some(threat);
        }
        let proof = passing(position, |position| self.solve_fours(position, THREATENED_FOURS))?;
        self.spent += PROOF_WORK;
        Some(FollowUp::Fours(proof))
    }

    fn solve_fours(&mut self, position: &mut Position, budget: u32) -> Option<Proof> {
        let before = self.fours.nodes();
        let verdict = self.fours.solve(position, budget, &|| false);
        self.spent += (self.fours.nodes() - before) as u32;
        match verdict {
            Verdict::Win(proof) => Some(proof),
            Verdict::None | Verdict::Unknown => None,
        }
    }
}

/// A node with these children, or with this result if there are none.
fn opened(follow_up: Option<FollowUp>, children: Box<[Child]>, without: Numbers) -> (State, Numbers) {
    let numbers = if children.is_empty() { without } else { Numbers { proof: 1, disproof: 1 } };
    (State::Open { follow_up, children }, numbers)
}

/// The number that who moves wants small, and the other.
const fn ordered(numbers: Numbers, is_attack: bool) -> (u32, u32) {
    if is_attack { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) }
}

/// The child to work on.
struct Choice {
    child: Child,
    wanted: u32,
    feared: u32,
    /// The smallest wanted number of the other children.
    second: u32,
    /// The node's own numbers.
    numbers: Numbers,
    is_attack: bool,
}

impl Choice {
    /// Up to which numbers the child is worked on before another may be better.
    fn thresholds(&self, node: Numbers) -> Numbers {
        let (wanted_limit, feared_limit) = ordered(node, self.is_attack);
        let (_, feared) = ordered(self.numbers, self.is_attack);
        // A quarter more than the second best, lest the search change its mind all the time.
        let wanted =
            wanted_limit.min(self.second.saturating_add(self.second / 4).saturating_add(1)).min(NEVER);
        let feared = (feared_limit.saturating_sub(feared) + self.feared).min(NEVER);
        if self.is_attack {
            Numbers { proof: wanted, disproof: feared }
        } else {
            Numbers { proof: feared, disproof: wanted }
        }
    }
}
