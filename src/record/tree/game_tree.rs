//! Trees of moves.

use std::collections::BTreeMap;
use std::iter;

use thiserror::Error;

use super::node::{Link, NO_NOTES, NONE};
use super::signs::Signs;
use super::{Mark, NodeNotes, Step, TreeNode};
#[cfg(test)]
use crate::geometry::Square;
use crate::geometry::{BoardSize, Color};
use crate::record::{GameRecord, RecordedMove};

/// The node that every tree begins with: the position before the first move.
pub const ROOT: usize = 0;
/// Largest number of nodes of a tree.
pub(crate) const MAX_NODES: usize = 20_000_000;
/// Largest number of nodes in a row, more than the largest board has squares.
pub const MAX_DEPTH: usize = 1_000;

/// A change that a tree does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A move on an occupied square.
    #[error("the square is already occupied")]
    Occupied,
    /// A move or a set-up off the board, or two stones set up on a square.
    #[error("expected free squares on a board of {0}")]
    Outside(BoardSize),
    /// A branch that is too long.
    #[error("expected at most {MAX_DEPTH} nodes in a row")]
    Deep,
    /// Too many nodes.
    #[error("expected at most {MAX_NODES} nodes")]
    Large,
    /// Trees that begin differently.
    #[error("expected games of one rule from one position, found {0}")]
    Start(String),
}

/// A game with variations, comments and marks.
///
/// # Examples
/// ```
/// use rustgomo::record::tree::{GameTree, ROOT, Step};
/// use rustgomo::record::{GameRecord, sgf};
/// use rustgomo::{BoardSize, Rule, Square};
///
/// let mut tree = GameTree::new(GameRecord::new(BoardSize::default(), Rule::Renju))?;
/// let center = tree.play(ROOT, Step::Move(Square::at(7, 7)))?;
/// let direct = tree.play(center, Step::Move(Square::at(7, 6)))?;
/// let indirect = tree.play(center, Step::Move(Square::at(8, 6)))?;
/// tree.node_mut(indirect).set_comment("the more common one");
/// tree.promote(indirect);
/// assert!(tree.node(center).children().eq([indirect, direct]));
/// assert!(sgf::write_tree(&tree).contains("(;W[ig]C[the more common one])\n(;W[hg])"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    pub(in crate::record) about: GameRecord,
    pub(super) links: Vec<Link>,
    /// What only some nodes have, by their numbers.
    pub(super) notes: BTreeMap<u32, Box<NodeNotes>>,
    pub(super) marks: Signs<Mark>,
    pub(super) labels: Signs<Box<str>>,
}

/// Equal are trees of the same nodes in the same order, whatever their numbers.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        // One node at a time: large trees are not copied to be compared.
        let is_same = |((index, depth), (other_index, other_depth)): ((usize, usize), (usize, usize))| {
            let (ours, theirs) = (self.node(index), other.node(other_index));
            (depth, ours.step(), ours.notes()) == (other_depth, theirs.step(), theirs.notes())
                && ours.marks().eq(theirs.marks())
                && ours.labels().eq(theirs.labels())
        };
        self.len() == other.len() && self.about == other.about && self.walk().zip(other.walk()).all(is_same)
    }
}

impl From<&GameRecord> for GameTree {
    /// The tree of one line. Moves are taken as they are, also where they are not legal.
    fn from(game: &GameRecord) -> Self {
        let mut tree = Self::begun(GameRecord { moves: Vec::new(), ..game.clone() });
        let mut last = ROOT;
        for &RecordedMove { square, score, time_ms } in &game.moves {
            last = tree.push(last, Step::Move(square));
            tree.annotate(last, NodeNotes { score, time_ms, ..NodeNotes::default() });
        }
        tree
    }
}

impl GameTree {
    /// A tree without moves for a game whose own moves are left out.
    ///
    /// # Errors
    /// [`TreeError::Outside`] if the stones of the set-up do not fit on the board.
    pub fn new(about: GameRecord) -> Result<Self, TreeError> {
        about.start().map_err(|_| TreeError::Outside(about.size))?;
        Ok(Self::begun(GameRecord { moves: Vec::new(), ..about }))
    }

    fn begun(mut about: GameRecord) -> Self {
        let mut root = NodeNotes::default();
        about.details.drain(..).for_each(|(key, value)| root.keep(&key, &value));
        let link = Link { parent: 0, last_child: NONE, next: NONE, step: Step::Nothing.into(), turns: 0 };
        let (notes, marks, labels) = (BTreeMap::new(), Signs::new(), Signs::new());
        let mut tree = Self { about, links: vec![link], notes, marks, labels };
        tree.annotate(ROOT, root);
        tree
    }

    /// Makes room for this many nodes, so that a large tree is not moved while it grows.
    pub(in crate::record) fn reserve(&mut self, nodes: usize) {
        self.links.reserve_exact(nodes.min(MAX_NODES));
    }

    /// Memory of the nodes, in bytes at most, without the texts in their notes.
    #[cfg(test)]
    pub(in crate::record) fn memory_bytes(&self) -> usize {
        // The nodes of the maps are half full at least.
        let note = size_of::<NodeNotes>() + 2 * size_of::<(u32, Box<NodeNotes>)>();
        let mark = 2 * size_of::<((u32, Square), Mark)>();
        let label = 2 * size_of::<((u32, Square), Box<str>)>();
        let signs = self.marks.len() * mark + self.labels.len() * label;
        self.links.capacity() * size_of::<Link>() + self.notes.len() * note + signs
    }

    /// Everything about the game except the moves, and the details, which are properties of the root.
    pub const fn about(&self) -> &GameRecord {
        &self.about
    }

    /// Number of nodes with the root.
    #[expect(clippy::len_without_is_empty, reason = "a tree has its root")]
    pub const fn len(&self) -> usize {
        self.links.len()
    }

    /// All nodes by their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = TreeNode<'_>> {
        (ROOT..self.len()).map(|index| self.node(index))
    }

    /// A node.
    ///
    /// # Panics
    /// If the tree has no node of this number, here and in the other methods that take one.
    pub fn node(&self, node: usize) -> TreeNode<'_> {
        TreeNode { tree: self, index: node, link: &self.links[node] }
    }

    /// The notes of a node to be changed.
    pub fn node_mut(&mut self, node: usize) -> &mut NodeNotes {
        let index = self.node(node).index;
        self.notes.entry(index as u32).or_default()
    }

    /// Gives a node its notes. Most have none, and need no room for them.
    pub(in crate::record) fn annotate(&mut self, node: usize, notes: NodeNotes) {
        if notes != NO_NOTES {
            self.notes.insert(node as u32, Box::new(notes));
        }
    }

    /// The nodes from one to the root.
    pub fn way_up(&self, node: usize) -> impl Iterator<Item = TreeNode<'_>> {
        let parent = |node: &TreeNode<'_>| (node.index != ROOT).then(|| self.node(node.parent()));
        iter::successors(Some(self.node(node)), parent)
    }

    /// The side to move after a node.
    pub fn side_to_move(&self, node: usize) -> Color {
        self.about.mover(self.turns(node))
    }

    /// Number of moves and passes up to a node.
    pub fn turns(&self, node: usize) -> usize {
        usize::from(self.links[node].turns)
    }

    /// Adds a node as the last child, without looking for an equal one.
    ///
    /// # Errors
    /// [`TreeError`] for a move that is not on a free square, and for a tree that is too large.
    pub fn add(&mut self, parent: usize, step: Step) -> Result<usize, TreeError> {
        let mut depth = 0;
        let mut is_taken = false;
        for node in self.way_up(parent) {
            depth += 1;
            is_taken |= node.step() == step;
        }
        if let Step::Move(square) = step {
            let size = self.about.size;
            if square.x() >= size.width() || square.y() >= size.height() {
                return Err(TreeError::Outside(size));
            }
            if is_taken || self.about.setup.stones.0.iter().any(|stones| stones.contains(square)) {
                return Err(TreeError::Occupied);
            }
        }
        if depth > MAX_DEPTH {
            return Err(TreeError::Deep);
        }
        if self.len() >= MAX_NODES {
            return Err(TreeError::Large);
        }
        Ok(self.push(parent, step))
    }

    fn push(&mut self, parent: usize, step: Step) -> usize {
        // Trees have at most MAX_NODES nodes.
        let index = self.len() as u32;
        let above = &mut self.links[parent];
        let turns = above.turns.saturating_add(step.is_turn().into());
        let last = std::mem::replace(&mut above.last_child, index);
        let next =
            if last == NONE { index } else { std::mem::replace(&mut self.links[last as usize].next, index) };
        self.links.push(Link { parent: parent as u32, last_child: NONE, next, step: step.into(), turns });
        index as usize
    }

    /// All nodes in the order of a walk that goes down first, main lines first.
    pub fn preorder(&self) -> impl Iterator<Item = usize> {
        self.walk().map(|(index, _)| index)
    }

    /// The game of the first branches, up to the first pass.
    pub fn main_line(&self) -> GameRecord {
        let first = |node: &TreeNode<'_>| node.children().next().map(|child| self.node(child));
        self.line(iter::successors(Some(self.node(ROOT)), first))
    }

    /// The game up to a node, or up to the first pass on the way to it.
    pub fn line_to(&self, node: usize) -> GameRecord {
        let way: Vec<_> = self.way_up(node).collect();
        self.line(way.into_iter().rev())
    }

    /// The game of nodes from the root on, each behind the one before.
    fn line<'a>(&self, nodes: impl Iterator<Item = TreeNode<'a>>) -> GameRecord {
        let mut game = self.about.clone();
        let properties = self.node(ROOT).notes().properties.iter();
        let details =
            properties.flat_map(|(key, values)| values.iter().map(move |value| (key.clone(), value.clone())));
        game.details = details.collect();
        for node in nodes {
            match node.step() {
                Step::Move(square) => {
                    let NodeNotes { score, time_ms, .. } = *node.notes();
                    game.moves.push(RecordedMove { square, score, time_ms });
                }
                Step::Pass => break,
                Step::Nothing => {}
            }
        }
        game
    }
}
