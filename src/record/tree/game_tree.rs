//! Trees of moves.

use std::iter;

use thiserror::Error;

use super::node::Children;
use super::{Step, TreeNode};
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
    pub(super) nodes: Vec<TreeNode>,
}

/// Equal are trees of the same nodes in the same order, whatever their numbers.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let nodes = |tree: &Self| -> Vec<TreeNode> {
            let alone = |index| TreeNode { parent: 0, children: Children::None, ..tree.node(index).clone() };
            tree.preorder().into_iter().map(alone).collect()
        };
        self.about == other.about && nodes(self) == nodes(other)
    }
}

impl From<&GameRecord> for GameTree {
    /// The tree of one line. Moves are taken as they are, also where they are not legal.
    fn from(game: &GameRecord) -> Self {
        let mut tree = Self::begun(GameRecord { moves: Vec::new(), ..game.clone() });
        let mut last = ROOT;
        for &RecordedMove { square, score, time_ms } in &game.moves {
            last = tree.push(last, Step::Move(square));
            (tree.nodes[last].score, tree.nodes[last].time_ms) = (score, time_ms);
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
        let mut root = TreeNode::new(Step::Nothing, ROOT, 0, 0);
        root.depth = 0;
        about.details.drain(..).for_each(|(key, value)| root.keep(&key, &value));
        Self { about, nodes: vec![root] }
    }

    /// Everything about the game except the moves, and the details, which are properties of the root.
    pub const fn about(&self) -> &GameRecord {
        &self.about
    }

    /// Number of nodes with the root.
    #[expect(clippy::len_without_is_empty, reason = "a tree has its root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes by their numbers.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// A node.
    ///
    /// # Panics
    /// If the tree has no node of this number, here and in the other methods that take one.
    pub fn node(&self, node: usize) -> &TreeNode {
        &self.nodes[node]
    }

    /// A node to be changed.
    pub fn node_mut(&mut self, node: usize) -> &mut TreeNode {
        &mut self.nodes[node]
    }

    /// The nodes from one to the root.
    pub fn way_up(&self, node: usize) -> impl Iterator<Item = &TreeNode> {
        let parent = |node: &&TreeNode| (node.depth > 0).then(|| &self.nodes[node.parent()]);
        iter::successors(Some(&self.nodes[node]), parent)
    }

    /// The side to move after a node.
    pub fn side_to_move(&self, node: usize) -> Color {
        self.about.mover(self.turns(node))
    }

    /// Number of moves and passes up to a node.
    pub fn turns(&self, node: usize) -> usize {
        usize::from(self.nodes[node].turns)
    }

    /// Adds a node as the last child, without looking for an equal one.
    ///
    /// # Errors
    /// [`TreeError`] for a move that is not on a free square, and for a tree that is too large.
    pub fn add(&mut self, parent: usize, step: Step) -> Result<usize, TreeError> {
        if let Step::Move(square) = step {
            let size = self.about.size;
            if square.x() >= size.width() || square.y() >= size.height() {
                return Err(TreeError::Outside(size));
            }
            let is_set_up = self.about.setup.stones.0.iter().any(|stones| stones.contains(square));
            if is_set_up || self.way_up(parent).any(|node| node.step == step) {
                return Err(TreeError::Occupied);
            }
        }
        if self.nodes[parent].depth() >= MAX_DEPTH {
            return Err(TreeError::Deep);
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(TreeError::Large);
        }
        Ok(self.push(parent, step))
    }

    fn push(&mut self, parent: usize, step: Step) -> usize {
        let index = self.nodes.len();
        let above = &mut self.nodes[parent];
        above.children.push(index);
        let node = TreeNode::new(step, parent, above.depth, above.turns);
        self.nodes.push(node);
        index
    }

    /// All nodes in the order of a walk that goes down first, main lines first.
    pub fn preorder(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![ROOT];
        while let Some(index) = waiting.pop() {
            order.push(index);
            waiting.extend(self.nodes[index].children().rev());
        }
        order
    }

    /// The game of the first branches, up to the first pass.
    pub fn main_line(&self) -> GameRecord {
        let mut game = self.about.clone();
        let properties = self.nodes[ROOT].properties.iter();
        let details =
            properties.flat_map(|(key, values)| values.iter().map(move |value| (key.clone(), value.clone())));
        game.details = details.collect();
        let first = |&node: &usize| self.nodes[node].children().next();
        for node in iter::successors(first(&ROOT), first).map(|index| &self.nodes[index]) {
            match node.step {
                Step::Move(square) => {
                    let (score, time_ms) = (node.score, node.time_ms);
                    game.moves.push(RecordedMove { square, score, time_ms });
                }
                Step::Pass => break,
                Step::Nothing => {}
            }
        }
        game
    }
}
