//! Comments, marks and labels of nodes: `C`, `TR`, `SQ`, `CR`, `MA` and `LB`.

use std::fmt::Write;

use super::point::{point, square, squares};
use super::syntax::{Node, escaped};
use crate::record::RecordError;
use crate::record::tree::{GameTree, Mark, NodeNotes, TreeNode};

pub(super) const KEYS: [&str; 6] = ["C", "TR", "SQ", "CR", "MA", "LB"];

const fn key(mark: Mark) -> &'static str {
    match mark {
        Mark::Triangle => "TR",
        Mark::Square => "SQ",
        Mark::Circle => "CR",
        Mark::Cross => "MA",
    }
}

/// Writes what a node has of them.
pub(super) fn write(node: TreeNode<'_>, text: &mut String) {
    // Writing to a string cannot fail, here and below.
    if !node.comment().is_empty() {
        let _ = write!(text, "C[{}]", escaped(node.comment()));
    }
    for mark in Mark::ALL {
        let mut squares = node.marks().filter(|&(_, other)| other == mark).peekable();
        text.push_str(if squares.peek().is_some() { key(mark) } else { "" });
        text.extend(squares.map(|(square, _)| format!("[{}]", point(square))));
    }
    let mut labels = node.labels().peekable();
    text.push_str(if labels.peek().is_some() { "LB" } else { "" });
    for (square, label) in labels {
        let _ = write!(text, "[{}:{}]", point(square), escaped(label).replace(':', "\\:"));
    }
}

/// Reads them into a node of the tree and its notes.
pub(super) fn read(
    node: &Node,
    (tree, place): (&mut GameTree, usize),
    notes: &mut NodeNotes,
) -> Result<(), RecordError> {
    let comments: Vec<&str> = node.values("C").collect();
    notes.set_comment(&comments.join("\n"));
    let size = tree.about().size;
    let error = |key: &str, form: &str, found: &str| {
        RecordError::new(node.line, format!("a square of a board of {size} such as {key}[{form}]"), found)
    };
    for mark in Mark::ALL {
        let key = key(mark);
        for found in node.values(key) {
            let marked = squares(found, size).ok_or_else(|| error(key, "hh", found))?;
            for square in marked {
                if let Some(other) = tree.node(place).mark(square).filter(|&other| other != mark) {
                    notes.keep(self::key(other), &point(square));
                }
                tree.set_mark(place, square, Some(mark));
            }
        }
    }
    for found in node.values("LB") {
        let parts = found.split_once(':').and_then(|(at, label)| Some((square(at.trim(), size)?, label)));
        let (square, label) = parts.ok_or_else(|| error("LB", "hh:A", found))?;
        if tree.node(place).label(square).is_some() {
            notes.keep("LB", found);
        } else {
            tree.set_label(place, square, label);
        }
    }
    Ok(())
}
