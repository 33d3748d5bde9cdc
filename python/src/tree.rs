//! Games with variations.

use pyo3::prelude::*;
use rustgomo::Square;
use rustgomo::record::GameRecord;
use rustgomo::record::tree::{GameTree, Mark, ROOT, Step, TreeNode};
use std::collections::BTreeMap;

use pyo3::types::PyBytes;

use crate::board::Board;
use crate::convert::{Move, board_size, to_rule, to_square};
use crate::errors::{error, record};
use crate::format::{format_of_name, warn_of_lost};
use crate::game::Game;
use crate::score::checked_score;

/// A game with variations, comments and marks, which its nodes share.
#[pyclass(module = "rustgomo")]
pub struct Tree {
    tree: GameTree,
    /// How often nodes were deleted, which numbers the others anew.
    deletions: u64,
}

impl Tree {
    /// The root of a tree.
    pub(crate) fn root_of(py: Python<'_>, tree: GameTree) -> PyResult<Node> {
        let tree = Py::new(py, Self { tree, deletions: 0 })?;
        Ok(Node { tree, index: ROOT, deletions: 0 })
    }
}

/// A position of a game with variations.
///
/// >>> root = Node(rule="renju")
/// >>> center = root.play("h8")
/// >>> center.play("h9").comment = "direct"
/// >>> center.play("i9").comment = "indirect"
/// >>> [(node.move.name, node.comment) for node in center.children]
/// [('h9', 'direct'), ('i9', 'indirect')]
#[pyclass(frozen, module = "rustgomo")]
pub struct Node {
    tree: Py<Tree>,
    index: usize,
    deletions: u64,
}

impl Node {
    fn with<T>(&self, py: Python<'_>, look: impl FnOnce(&GameTree) -> T) -> PyResult<T> {
        let tree = self.tree.borrow(py);
        self.expect_current(&tree)?;
        Ok(look(&tree.tree))
    }

    fn with_mut<T>(&self, py: Python<'_>, change: impl FnOnce(&mut GameTree) -> T) -> PyResult<T> {
        let mut tree = self.tree.borrow_mut(py);
        self.expect_current(&tree)?;
        Ok(change(&mut tree.tree))
    }

    fn expect_current(&self, tree: &Tree) -> PyResult<()> {
        if self.index == ROOT || tree.deletions == self.deletions {
            return Ok(());
        }
        Err(error("expected a node that was taken from the tree after the last deletion"))
    }

    fn at(&self, py: Python<'_>, index: usize) -> Self {
        Self { tree: self.tree.clone_ref(py), index, deletions: self.tree.borrow(py).deletions }
    }

    /// The tree of the node.
    pub(crate) fn tree_inner(&self, py: Python<'_>) -> PyResult<GameTree> {
        self.with(py, GameTree::clone)
    }
}

const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Triangle => "triangle",
        Mark::Square => "square",
        Mark::Circle => "circle",
        Mark::Cross => "cross",
    }
}

#[pymethods]
impl Node {
    /// The root of a new tree.
    #[new]
    #[pyo3(signature = (size = None, rule = "freestyle"))]
    fn new(py: Python<'_>, size: Option<&Bound<'_, PyAny>>, rule: &str) -> PyResult<Self> {
        let about = GameRecord::new(board_size(size)?, to_rule(rule)?);
        Tree::root_of(py, GameTree::new(about).map_err(error)?)
    }

    /// The tree of a game.
    #[staticmethod]
    fn from_game(py: Python<'_>, game: &Game) -> PyResult<Self> {
        Tree::root_of(py, GameTree::from(&game.0))
    }

    /// The first node of the tree.
    #[getter]
    fn root(&self, py: Python<'_>) -> Self {
        self.at(py, ROOT)
    }

    /// The move that leads here; `None` for the root, a pass, and a node with nothing but a comment or marks.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Move>> {
        self.with(py, |tree| {
            tree.node(self.index).square().map(|square| Move::new(square, tree.about().size))
        })
    }

    /// Whether the step to this node is a pass.
    #[getter]
    fn is_pass(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |tree| tree.node(self.index).step() == Step::Pass)
    }

    /// The node before; `None` for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let parent = self.with(py, |tree| tree.node(self.index).parent())?;
        Ok((self.index != ROOT).then(|| self.at(py, parent)))
    }

    /// The nodes behind; the first is the main line.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let children = self.with(py, |tree| tree.node(self.index).children().collect::<Vec<_>>())?;
        Ok(children.into_iter().map(|child| self.at(py, child)).collect())
    }

    /// The comment.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |tree| tree.node(self.index).comment().to_owned())
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: &str) -> PyResult<()> {
        self.with_mut(py, |tree| tree.node_mut(self.index).set_comment(comment))
    }

    /// Short texts on squares, by the names of the squares.
    #[getter]
    fn labels(&self, py: Python<'_>) -> PyResult<BTreeMap<String, String>> {
        self.with(py, |tree| {
            let named = |(square, text): (Square, &str)| {
                (Move::new(square, tree.about().size).name(), text.to_owned())
            };
            tree.node(self.index).labels().map(named).collect()
        })
    }

    /// Puts a text on a square; an empty one removes it.
    fn set_label(&self, py: Python<'_>, square: &Bound<'_, PyAny>, text: &str) -> PyResult<()> {
        let square = to_square(square, self.with(py, |tree| tree.about().size)?)?;
        self.with_mut(py, |tree| tree.set_label(self.index, square, text))
    }

    /// Marks on squares, by the names of the squares: `triangle`, `square`, `circle` or `cross`.
    #[getter]
    fn marks(&self, py: Python<'_>) -> PyResult<BTreeMap<String, &'static str>> {
        self.with(py, |tree| {
            let named = |(square, mark): (Square, Mark)| {
                (Move::new(square, tree.about().size).name(), mark_name(mark))
            };
            tree.node(self.index).marks().map(named).collect()
        })
    }

    /// Marks a square; `None` removes the mark.
    fn set_mark(&self, py: Python<'_>, square: &Bound<'_, PyAny>, mark: Option<&str>) -> PyResult<()> {
        let square = to_square(square, self.with(py, |tree| tree.about().size)?)?;
        let mark = match mark {
            None => None,
            Some(name) => {
                Some(Mark::ALL.into_iter().find(|mark| mark_name(*mark) == name).ok_or_else(|| {
                    error(format_args!("expected one of triangle, square, circle and cross, found {name:?}"))
                })?)
            }
        };
        self.with_mut(py, |tree| tree.set_mark(self.index, square, mark))
    }

    /// The score of the move in centi-units for its player, if it is known.
    #[getter]
    fn score(&self, py: Python<'_>) -> PyResult<Option<i16>> {
        self.with(py, |tree| tree.node(self.index).score)
    }

    #[setter]
    fn set_score(&self, py: Python<'_>, score: Option<i16>) -> PyResult<()> {
        let score = checked_score(score)?;
        self.with_mut(py, |tree| tree.node_mut(self.index).score = score)
    }

    /// The node behind a move, added if there is none.
    fn play(&self, py: Python<'_>, square: &Bound<'_, PyAny>) -> PyResult<Self> {
        let square = to_square(square, self.with(py, |tree| tree.about().size)?)?;
        let name = Move::new(square, self.with(py, |tree| tree.about().size)?).name();
        let child = self.with_mut(py, |tree| tree.play(self.index, Step::Move(square)))?;
        let child = child.map_err(|error| crate::errors::illegal(&name, error))?;
        Ok(self.at(py, child))
    }

    /// Removes the node with everything behind it. Nodes of this tree that were taken before can no longer be
    /// used, except the root.
    fn delete(&self, py: Python<'_>) -> PyResult<()> {
        if self.index == ROOT {
            return Err(error("expected a node other than the root"));
        }
        self.with_mut(py, |tree| tree.delete(self.index))?;
        self.tree.borrow_mut(py).deletions += 1;
        Ok(())
    }

    /// Puts the variation of the node before its siblings.
    fn promote(&self, py: Python<'_>) -> PyResult<()> {
        self.with_mut(py, |tree| tree.promote(self.index))
    }

    /// The position.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        let (start, steps) = self.with(py, |tree| {
            let steps: Vec<Step> = tree.way_up(self.index).map(TreeNode::step).collect();
            (tree.about().start(), steps)
        })?;
        let mut board = start.map_err(record)?;
        for step in steps.into_iter().rev() {
            match step {
                Step::Move(square) => board.play(square).map_err(record)?,
                Step::Pass => board.pass(),
                Step::Nothing => {}
            }
        }
        let rule = self.with(py, |tree| tree.about().rule)?;
        Ok(Board::from_parts(board, rule))
    }

    /// The game up to this node, or up to the first pass before it, with the players and the result of the
    /// tree.
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        self.with(py, |tree| Game(tree.line_to(self.index)))
    }

    /// The game of the first branches of the tree.
    fn main_line(&self, py: Python<'_>) -> PyResult<Game> {
        self.with(py, |tree| Game(tree.main_line()))
    }

    /// The whole tree as a file of a format: `sgf` or `lib`, or its main line as one of the other formats of
    /// `Game.dumps`. Warns of what the format cannot hold.
    #[pyo3(signature = (format = "sgf"))]
    fn dumps<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (name, format) = (format, format_of_name(format)?);
        let bytes = self.with(py, |tree| format.write_tree(tree))?.map_err(record)?;
        warn_of_lost(py, name, format, &[self.tree_inner(py)?])?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Number of nodes of the whole tree, with the root.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, GameTree::len)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            let is_valid = self.index == ROOT || other.deletions == self.deletions;
            other.tree.is(&self.tree) && other.index == self.index && is_valid
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut moves: Vec<String> = self.with(py, |tree| {
            let squares = tree.way_up(self.index).filter_map(TreeNode::square);
            squares.map(|square| Move::new(square, tree.about().size).name()).collect()
        })?;
        moves.reverse();
        Ok(format!("<Node {}>", if moves.is_empty() { "root".to_owned() } else { moves.join(" ") }))
    }
}
