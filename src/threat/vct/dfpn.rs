//! Depth-first proof-number search (df-pn).

use super::attacks::attacking_moves;
use super::follow_up::{FollowUp, passing};
use super::graph::{Child, Graph, INFINITE, NodeId, Numbers, State};
use super::win::PROOF_WORK;
use crate::geometry::{Bitboard, Color};
use crate::pattern::Attack;
use crate::position::Position;
use crate::stop::StopHandle;
use crate::threat::{Proof, VcfSolver, Verdict};

/// VCF budget of the attacker to move.
const ATTACKER_VCF: u32 = 60;
/// VCF budget for the threat of a quiet move.
const THREATENED_VCF: u32 = 40;
/// VCF budget of the defender, whose VCF would refute the threat.
const DEFENDER_VCF: u32 = 30;
/// Work of a node besides its VCF searches, in attacking moves.
const NODE_WORK: u32 = 6;
/// Largest distance from the root, plies.
const MAX_DEPTH: usize = 80;

/// Limits of a VCT search.
pub struct VctLimits<'a> {
    /// Work in attacking moves of VCF searches, about a microsecond each.
    pub work: u32,
    /// Nodes in memory, about 150 bytes each.
    pub nodes: usize,
    /// Polled at every node.
    pub stop: &'a StopHandle,
}

/// The state of one search.
pub(super) struct ProofNumberSearch<'a> {
    pub(super) graph: Graph,
    pub(super) fours: &'a mut VcfSolver,
    pub(super) attacker: Color,
    pub(super) limits: &'a VctLimits<'a>,
    /// Work done, in attacking moves of VCF searches.
    pub(super) spent: u32,
    pub(super) is_interrupted: bool,
    /// Factor of the VCF budgets.
    pub(super) vcf_budget_factor: u32,
    /// Whether a VCF search has ended without a result.
    pub(super) vcf_exhausted: bool,
}

impl ProofNumberSearch<'_> {
    /// Searches a node until it is solved, its numbers reach the thresholds, or a limit is reached.
    pub(super) fn mid(&mut self, position: &mut Position, id: NodeId, thresholds: Numbers, ply: usize) {
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
            self.mid(position, choice.child.node, choice.thresholds(thresholds), ply + 1);
            position.undo();
        }
    }

    pub(super) fn is_over(&mut self) -> bool {
        self.is_interrupted |= self.limits.stop.is_stopped();
        self.is_interrupted || self.spent >= self.limits.work || self.graph.len() >= self.limits.nodes
    }

    /// Selects the most-proving child and updates the node's numbers from its children; `None` without
    /// children.
    fn choose(&self, id: NodeId, is_attack: bool) -> Option<Choice> {
        let State::Open { children, .. } = &self.graph.get(id).state else { return None };
        let mut choice: Option<Choice> = None;
        let (mut largest, mut open_count) = (0u32, 0u32);
        for &child in children {
            let numbers = self.graph.get(child.node).numbers;
            let (phi, delta) = ordered(numbers, is_attack);
            largest = largest.max(delta);
            open_count += u32::from(delta != 0);
            match &mut choice {
                Some(best) if phi >= best.phi => best.second = best.second.min(phi),
                best => {
                    let second = best.as_ref().map_or(INFINITE, |best| best.phi);
                    *best = Some(Choice { child, phi, delta, second, numbers, is_attack });
                }
            }
        }
        let mut choice = choice?;
        // The largest number plus one for each other child, instead of the sum, which would count
        // transpositions many times.
        let sum = if choice.phi == 0 || largest >= INFINITE {
            INFINITE
        } else if open_count == 0 {
            0
        } else {
            (largest + open_count - 1).min(INFINITE - 1)
        };
        choice.numbers = if is_attack {
            Numbers { proof: choice.phi, disproof: sum }
        } else {
            Numbers { proof: sum, disproof: choice.phi }
        };
        Some(choice)
    }

    /// Generates a node's children or determines its result.
    fn expand(&mut self, position: &mut Position, id: NodeId, ply: usize) {
        self.spent += NODE_WORK;
        let is_attack = position.side_to_move() == self.attacker;
        let (state, numbers) = if ply >= MAX_DEPTH {
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
        if let Some(proof) = self.solve_fours(position, ATTACKER_VCF) {
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
        if follow_up != FollowUp::Five && self.solve_fours(position, DEFENDER_VCF).is_some() {
            return failed;
        }
        let Some(replies) = follow_up.replies(position, self.limits.stop) else { return failed };
        let children = self.defences(position, &replies);
        opened(Some(follow_up), children, Numbers::WON)
    }

    /// The replies, fours last, since each of these has to be answered in turn.
    fn defences(&mut self, position: &Position, replies: &Bitboard) -> Box<[Child]> {
        let fours = position.fours(position.side_to_move());
        let (quiet, fours) = (*replies & !fours, *replies & fours);
        let first = Numbers { proof: 1, disproof: 1 };
        let squares = quiet.iter().chain(fours.iter());
        squares
            .map(|square| {
                let hash = position.board().hash_after(square);
                Child { square, node: self.graph.find_or_add(hash, first) }
            })
            .collect()
    }

    /// The attacker's threat, with the defender to move.
    fn threat(&mut self, position: &mut Position) -> Option<FollowUp> {
        if let Some(threat) = FollowUp::direct(position) {
            return Some(threat);
        }
        let proof = passing(position, |position| self.solve_fours(position, THREATENED_VCF))?;
        self.spent += PROOF_WORK;
        Some(FollowUp::Fours(proof))
    }

    fn solve_fours(&mut self, position: &mut Position, budget: u32) -> Option<Proof> {
        let before = self.fours.nodes();
        // Longer searches keep within what is left of the work.
        let left = self.limits.work.saturating_sub(self.spent).max(budget);
        let budget = budget.saturating_mul(self.vcf_budget_factor).min(left);
        let verdict = self.fours.solve(position, budget, self.limits.stop);
        self.spent += (self.fours.nodes() - before) as u32;
        self.vcf_exhausted |= verdict == Verdict::Unknown;
        verdict.proof()
    }
}

/// The state of a node with these children, with numbers `without` if there are none.
fn opened(follow_up: Option<FollowUp>, children: Box<[Child]>, without: Numbers) -> (State, Numbers) {
    let numbers = if children.is_empty() { without } else { Numbers { proof: 1, disproof: 1 } };
    (State::Open { follow_up, children }, numbers)
}

/// The number that the side to move minimises, and the one that adds up over its moves.
const fn ordered(numbers: Numbers, is_attack: bool) -> (u32, u32) {
    if is_attack { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) }
}

/// The most-proving child of a node.
struct Choice {
    child: Child,
    phi: u32,
    delta: u32,
    /// The smallest phi among the other children.
    second: u32,
    /// The numbers of the child, then those of the node.
    numbers: Numbers,
    is_attack: bool,
}

impl Choice {
    /// The thresholds for searching the child, given the node's.
    fn thresholds(&self, node: Numbers) -> Numbers {
        let (phi_limit, delta_limit) = ordered(node, self.is_attack);
        let (_, delta) = ordered(self.numbers, self.is_attack);
        // A quarter more than the second best, to switch between children less often.
        let phi = phi_limit.min(self.second.saturating_add(self.second / 4).saturating_add(1)).min(INFINITE);
        let delta = (delta_limit.saturating_sub(delta) + self.delta).min(INFINITE);
        if self.is_attack {
            Numbers { proof: phi, disproof: delta }
        } else {
            Numbers { proof: delta, disproof: phi }
        }
    }
}
