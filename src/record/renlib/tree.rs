//! Libraries as game trees.
//!
//! A text on a square belongs to the move that it announces, so it is a label of the node before that move, and a label
//! on a free square is written as a move with a text. A marked move has a triangle on its stone, and the start of the
//! view is kept as the property `START`.

use std::collections::BTreeSet;

use super::library::{nodes, side};
use super::{Library, LibraryNode};
use crate::board::square_name;
use crate::geometry::Square;
use crate::record::tree::{GameTree, Mark, ROOT, Step, TreeNode};
use crate::record::{GameRecord, Place, RecordError, WriteError};
use crate::rules::Rule;

/// The property of the node from which RenLib shows a library.
const START: &str = "START";

/// Reads a library as a tree of `rule`, with the result that its main line has on the board.
///
/// # Errors
/// [`RecordError`] with the byte where the file is damaged, takes a square twice or is larger than a tree may be.
pub fn read_tree(bytes: &[u8], rule: Rule) -> Result<GameTree, RecordError> {
    let mut walk = nodes(bytes)?;
    let mut tree = GameTree::new(GameRecord::new(side(), rule))
        .map_err(|_| RecordError::at_byte(0, "a library of a board of 15x15", "another"))?;
    while let Some(LibraryNode { parent, step, comment, text, is_marked, is_start }) = walk.next() {
        // Node 0 of the tree is the root, which a library does not count.
        let parent = parent.map_or(ROOT, |parent| parent + 1);
        let place = tree.add(parent, step).map_err(|error| {
            let name =
                if let Step::Move(square) = step { square_name(square, side()) } else { String::new() };
            RecordError::illegal(Place::Byte(walk.place), tree.turns(parent) + 1, &name, error)
        })?;
        let node = tree.node_mut(place);
        node.set_comment(&comment);
        if is_start {
            node.properties.push((START.to_owned(), vec!["1".to_owned()]));
        }
        if let Step::Move(square) = step {
            if is_marked {
                node.marks.insert(square, Mark::Triangle);
            }
            tree.node_mut(parent).set_label(square, &text);
        }
    }
    if let Some(fault) = walk.fault {
        return Err(fault);
    }
    tree.node_mut(ROOT).set_comment(&walk.comment);
    (tree.about.result, tree.about.termination) = tree.main_line().end_of_board();
    Ok(tree)
}

/// Writes a tree as a library.
///
/// # Errors
/// [`WriteError`] for a tree that is not on a board of 15x15 or does not begin on the empty one with black.
pub fn write_tree(tree: &GameTree) -> Result<Vec<u8>, WriteError> {
    let about = tree.about();
    if about.size != side() {
        let expected = "a game on 15x15 for a RenLib library";
        return Err(WriteError { game: 1, expected, found: about.size.to_string() });
    }
    if let Some(error) = WriteError::for_setup(1, &about.setup) {
        return Err(error);
    }
    let mut library = Library { comment: tree.node(ROOT).comment().to_owned(), ..Library::default() };
    let mut places = vec![None; tree.len()];
    let order = tree.preorder();
    for &index in &order[1..] {
        let parent = places[tree.node(index).parent()];
        places[index] = Some(add(&mut library, parent, tree, index));
    }
    // Behind the moves, so that none becomes the main line.
    for index in order {
        for square in extra_labels(tree, index) {
            let place = library.add(places[index], Step::Move(square));
            library.nodes[place].text.clone_from(&tree.node(index).labels()[&square]);
        }
    }
    Ok(library.to_bytes())
}

fn add(library: &mut Library, parent: Option<usize>, tree: &GameTree, index: usize) -> usize {
    let (node, above) = (tree.node(index), tree.node(tree.node(index).parent()));
    let place = library.add(parent, node.step());
    let written = &mut library.nodes[place];
    node.comment().clone_into(&mut written.comment);
    written.is_start = node.properties.iter().any(|(key, _)| key == START);
    if let Step::Move(square) = node.step() {
        above.labels().get(&square).unwrap_or(&String::new()).clone_into(&mut written.text);
        written.is_marked = is_marked(node, square);
    }
    place
}

fn is_marked(node: &TreeNode, square: Square) -> bool {
    node.marks.get(&square) == Some(&Mark::Triangle)
}

/// Labels on free squares without a move there.
fn extra_labels(tree: &GameTree, index: usize) -> Vec<Square> {
    let node = tree.node(index);
    if node.labels().is_empty() {
        return Vec::new();
    }
    let played: BTreeSet<Square> = tree.way_up(index).filter_map(TreeNode::square).collect();
    let next: BTreeSet<Square> =
        node.children().iter().filter_map(|&child| tree.node(child).square()).collect();
    let is_extra = |square: &Square| !played.contains(square) && !next.contains(square);
    node.labels().keys().copied().filter(is_extra).collect()
}
