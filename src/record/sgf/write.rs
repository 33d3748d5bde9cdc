//! Writing of games and trees.

use std::fmt::Write;
use std::iter;

use super::point::point;
use super::syntax::escaped;
use super::{header, marks, setup};
use crate::geometry::Color;
use crate::record::GameRecord;
use crate::record::tree::{GameTree, ROOT, Step};

/// Nodes on one line of the file.
const NODES_PER_LINE: usize = 10;

/// Length of the parts in which a tree is written, in bytes at least.
const PART_BYTES: usize = 1 << 16;

/// Writes a game as one tree, with a line feed at the end.
pub fn write(game: &GameRecord) -> String {
    write_tree(&GameTree::from(game))
}

/// Writes a tree, with a line feed at the end.
pub fn write_tree(tree: &GameTree) -> String {
    parts(tree).collect()
}

/// The text of a tree in parts, so that a large one need not be in memory.
///
/// # Examples
/// ```
/// use rustgomo::record::{read_trees, sgf};
///
/// let tree = &read_trees(b"h8 i9", rustgomo::Rule::Renju)?[0];
/// assert_eq!(sgf::parts(tree).collect::<String>(), sgf::write_tree(tree));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parts(tree: &GameTree) -> impl Iterator<Item = String> {
    let mut nodes = tree.walk().fuse();
    // Whether the last node and each above it begin one of several variations.
    let mut open = Vec::new();
    iter::from_fn(move || {
        let mut text = String::new();
        for (index, depth) in nodes.by_ref() {
            close(&mut open, depth, &mut text);
            let is_variation = tree.node(index).has_siblings();
            if is_variation {
                text.push_str("\n(");
            } else if depth % NODES_PER_LINE == 1 {
                text.push('\n');
            }
            open.push(is_variation);
            write_node(tree, index, &mut text);
            if text.len() >= PART_BYTES {
                return Some(text);
            }
        }
        if open.is_empty() {
            return None;
        }
        close(&mut open, 0, &mut text);
        text.push_str(")\n");
        Some(text)
    })
}

/// Ends variations down to a depth.
fn close(open: &mut Vec<bool>, depth: usize, text: &mut String) {
    let ended = open.drain(depth.min(open.len())..).filter(|&is_variation| is_variation);
    text.extend(ended.map(|_| ')'));
}

fn write_node(tree: &GameTree, index: usize, text: &mut String) {
    let node = tree.node(index);
    let (color, sign) = match tree.side_to_move(node.parent()) {
        Color::Black => ("B", 1),
        Color::White => ("W", -1),
    };
    // Writing to a string cannot fail, here and below.
    let _ = match node.step() {
        _ if index == ROOT => {
            write!(text, "(;{}{}", header::write(tree.about()), setup::write(&tree.about().setup))
        }
        Step::Move(square) => write!(text, ";{color}[{}]", point(square)),
        Step::Pass => write!(text, ";{color}[]"),
        Step::Nothing => write!(text, ";"),
    };
    let notes = node.notes();
    if let Some(score) = notes.score {
        let _ = write!(text, "V[{}]", sign * i32::from(score));
    }
    if let Some(ms) = notes.time_ms {
        let _ = write!(text, "MS[{ms}]");
    }
    marks::write(node, text);
    for (key, values) in notes.properties.iter().filter(|(key, _)| is_foreign(key)) {
        text.push_str(key);
        text.extend(values.iter().map(|value| format!("[{}]", escaped(value))));
    }
}

/// Whether a property is kept as it is.
pub(in crate::record) fn is_foreign(key: &str) -> bool {
    let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase());
    let known = [&header::KEYS[..], &setup::KEYS.map(|(key, _)| key), &marks::KEYS, &["B", "W", "PL"]];
    is_key && known.iter().all(|keys| !keys.contains(&key))
}
