//! The graph of searched positions.

use crate::geometry::Square;
use crate::threat::Proof;

use super::FollowUp;

/// Infinite proof or disproof number.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// Index of a node in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(u32);

/// A position of the graph.
#[derive(Debug)]
pub(super) struct Node {
    hash: u64,
    pub(super) numbers: Numbers,
    pub(super) state: State,
}

/// Proof and disproof number: lower bounds of the leaves still to be solved to prove or refute the attacker's
/// win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// Proved: the attacker wins.
    pub(super) const WON: Self = Self { proof: 0, disproof: INFINITE };
    /// Disproved: the attacker does not win by the moves considered.
    pub(super) const FAILED: Self = Self { proof: INFINITE, disproof: 0 };

    pub(super) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// State of a node.
#[derive(Debug)]
pub(super) enum State {
    /// Not yet expanded.
    New,
    /// The attacker's moves, or the defender's replies to a threat.
    Open {
        /// The threat, if the defender is to move.
        follow_up: Option<FollowUp>,
        children: Box<[Child]>,
    },
    /// Won by a VCF.
    Fours(Proof),
    /// Disproved.
    Failed,
}

/// A move and the node it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) node: NodeId,
}

/// All nodes by hash; the search's limits bound their number.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// Open-addressing table of indices in `nodes` plus one, 0 for a free slot; its length is a power of two.
    index: Vec<u32>,
}

impl Graph {
    /// Initial length of the index.
    const FIRST_INDEX: usize = 1 << 10;

    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), index: vec![0; Self::FIRST_INDEX] }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The node of a position; a new one starts with these numbers.
    pub(super) fn find_or_add(&mut self, hash: u64, numbers: Numbers) -> NodeId {
        let slot = self.slot(hash);
        if let Some(place) = self.index[slot].checked_sub(1) {
            return NodeId(place);
        }
        self.nodes.push(Node { hash, numbers, state: State::New });
        let count = self.nodes.len() as u32;
        self.index[slot] = count;
        if self.nodes.len() * 2 > self.index.len() {
            self.grow();
        }
        NodeId(count - 1)
    }

    /// The slot of a hash, or the free slot for it.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(place) = self.index[slot].checked_sub(1)
            && self.nodes[place as usize].hash != hash
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.index = vec![0; self.index.len() * 2];
        for place in 0..self.nodes.len() {
            let slot = self.slot(self.nodes[place].hash);
            self.index[slot] = place as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_share_a_node() {
        let mut graph = Graph::new();
        let mut random = fastrand::Rng::with_seed(7);
        let hashes: Vec<u64> = (0..3000).map(|_| random.u64(..)).collect();
        let numbers = Numbers { proof: 1, disproof: 2 };
        let ids: Vec<NodeId> = hashes.iter().map(|&hash| graph.find_or_add(hash, numbers)).collect();
        graph.get_mut(ids[17]).numbers = Numbers::WON;
        for (&hash, &id) in hashes.iter().zip(&ids) {
            assert_eq!(graph.find_or_add(hash, numbers), id);
        }
        assert_eq!((graph.len(), graph.get(ids[17]).numbers), (3000, Numbers::WON));
    }
}
