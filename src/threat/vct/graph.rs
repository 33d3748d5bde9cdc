//! What the search knows of the positions that it has met.

use crate::geometry::Square;
use crate::threat::Proof;

use super::FollowUp;

/// A proof or disproof number that stands for "never".
pub(super) const NEVER: u32 = u32::MAX / 4;

/// Place of a node in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// A number that no other node has.
    pub(super) const fn number(self) -> u32 {
        self.0
    }
}

/// A position.
#[derive(Debug)]
pub(super) struct Node {
    hash: u64,
    /// How much must still be proved for the attacker's win, and for its failure.
    pub(super) numbers: Numbers,
    pub(super) state: State,
}

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// The attacker wins.
    pub(super) const WON: Self = Self { proof: 0, disproof: NEVER };
    /// The attacker does not win by the moves that are looked at.
    pub(super) const FAILED: Self = Self { proof: NEVER, disproof: 0 };

    pub(super) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What a node leads to.
#[derive(Debug)]
pub(super) enum State {
    /// Not yet looked at.
    New,
    /// The attacker's moves, or the defender's replies to a threat.
    Open {
        /// The threat, if the defender is to move.
        follow_up: Option<FollowUp>,
        children: Box<[Child]>,
    },
    /// Won by continuous fours.
    Fours(Proof),
    /// Failed.
    Failed,
}

/// A move, and the node that it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) node: NodeId,
}

/// All nodes, found by their hash. A node is never forgotten: the number of nodes is bounded by the search's budget.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// Places in `nodes` plus one, by hash with linear probing; 0 is free. Its length is a power of two.
    index: Vec<u32>,
}

impl Graph {
    /// First length of the index.
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

    /// The node of a position; a new one begins with these numbers.
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

    /// The slot of a hash, or the free one where it belongs.
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
    fn equal_positions_are_one_node_however_many_there_are() {
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
