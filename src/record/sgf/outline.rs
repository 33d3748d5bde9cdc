//! What must be known of a game before its first node is read.

use super::setup;
use super::syntax::{Node, Part, Parts, QUEST_OPENING};
use crate::geometry::Color;
use crate::record::RecordError;
use crate::record::tree::{MAX_DEPTH, MAX_NODES};

/// The parent of a first node.
pub(super) const NO_NODE: u32 = u32::MAX;

/// The nodes before the variations that are open. Brackets behind the same node are counted: a file may have
/// a million of them.
#[derive(Default)]
pub(super) struct Branches(Vec<(u32, u32)>);

impl Branches {
    /// The next node of a tree, `None` behind the bracket that closes it; `last` becomes the one before it.
    pub(super) fn node<'a>(
        &mut self,
        parts: &mut Parts<'a>,
        last: &mut u32,
    ) -> Result<Option<Node<'a>>, RecordError> {
        loop {
            parts.skip_blanks();
            if *last != NO_NODE && parts.is_at_root() {
                return Err(RecordError::new(parts.line, ") before the next game", "(;"));
            }
            match parts.part()? {
                Part::Open => match self.0.last_mut() {
                    Some((before, count)) if *before == *last => *count += 1,
                    _ => self.0.push((*last, 1)),
                },
                Part::Close => {
                    let Some((before, count)) = self.0.last_mut() else { return Ok(None) };
                    *last = *before;
                    *count -= 1;
                    if *count == 0 {
                        self.0.pop();
                    }
                }
                Part::Node(node) => return Ok(Some(node)),
            }
        }
    }
}

/// A first look at a tree, by which its brackets are found to be right.
#[derive(Default)]
pub(super) struct Outline<'a> {
    /// The nodes up to the first that has a move or several variations behind it.
    pub(super) start: Vec<Node<'a>>,
    /// The colour of the first move.
    pub(super) first_mover: Option<Color>,
    /// Number of moves that Gomoku Quest gives to the players.
    pub(super) given: Option<usize>,
    /// The error of stones that are set up behind the start.
    pub(super) late: Option<RecordError>,
    /// Number of nodes, of a tree that is not too deep.
    pub(super) nodes: usize,
}

impl<'a> Outline<'a> {
    /// Reads up to the bracket that closes the tree. Not recursive: a file of a million brackets must not
    /// overflow the stack.
    ///
    /// # Errors
    /// [`RecordError`] for wrong brackets, and for too many nodes.
    pub(super) fn read(parts: &mut Parts<'a>, is_whole: bool) -> Result<Self, RecordError> {
        let begin = parts.at;
        let mut outline = Self::default();
        let (mut last, mut count, mut is_over) = (NO_NODE, 0_u32, false);
        let mut branches = Branches::default();
        // The numbers of children of the nodes that may be the start.
        let mut children: Vec<u32> = Vec::new();
        while let Some(node) = branches.node(parts, &mut last)? {
            if count as usize > MAX_NODES {
                return Err(RecordError::new(parts.line, format!("at most {MAX_NODES} nodes"), "more"));
            }
            // Of a first branch what stands behind another one is not looked at.
            is_over |= !is_whole && last != count.checked_sub(1).unwrap_or(NO_NODE);
            if !is_over {
                if let Some(siblings) = children.get_mut(last as usize) {
                    *siblings += 1;
                }
                outline.look_at(node, &mut children);
            }
            last = count;
            count += 1;
        }
        let length = outline.start.iter().zip(children).position(|(_, children)| children != 1);
        let behind = outline.start.split_off(length.map_or(outline.start.len(), |last| last + 1));
        outline.late = behind.iter().find_map(setup::late).or(outline.late);
        // Nodes without brackets follow each other, so that few are as short as a semicolon.
        outline.nodes = (count as usize).min(MAX_DEPTH + (parts.at - begin) / 3);
        Ok(outline)
    }

    fn look_at(&mut self, node: Node<'a>, children: &mut Vec<u32>) {
        self.given = self.given.or_else(|| node.get(QUEST_OPENING).map(|moves| moves.split(',').count()));
        let is_start = self.first_mover.is_none() && self.start.len() <= MAX_DEPTH;
        self.first_mover = self.first_mover.or_else(|| setup::mover(&node));
        if is_start {
            self.start.push(node);
            // Behind a move nothing is set up.
            children.push(if self.first_mover.is_some() { u32::MAX / 2 } else { 0 });
        } else {
            self.late = self.late.take().or_else(|| setup::late(&node));
        }
    }
}
