//! Comments, marks and labels of nodes: `C`, `TR`, `SQ`, `CR`, `MA` and `LB`.

use std::fmt::Write;

use super::point::{point, square, squares};
use super::syntax::{Node, escaped};
use crate::geometry::BoardSize;
use crate::record::RecordError;
use crate::record::tree::{Mark, NodeNotes};

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
pub(super) fn write(notes: &NodeNotes, text: &mut String) {
    // Writing to a string cannot fail, here and below.
    if !notes.comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(&notes.comment));
    }
    for mark in Mark::ALL {
        let mut squares = notes.marks.iter().filter(|(_, other)| **other == mark).peekable();
        text.push_str(if squares.peek().is_some() { key(mark) } else { "" });
        text.extend(squares.map(|(&square, _)| format!("[{}]", point(square))));
    }
    text.push_str(if notes.labels.is_empty() { "" } else { "LB" });
    for (&square, label) in &notes.labels {
        let _ = write!(text, "[{}:{}]", point(square), escaped(label).replace(':', "\\:"));
    }
}

/// Reads them into a node of the tree.
pub(super) fn read(node: &Node, size: BoardSize, into: &mut NodeNotes) -> Result<(), RecordError> {
    let comments: Vec<&str> = node.values("C").collect();
    into.set_comment(&comments.join("\n"));
    let error = |key: &str, form: &str, found: &str| {
        RecordError::new(node.line, format!("a square of a board of {size} such as {key}[{form}]"), found)
    };
    for mark in Mark::ALL {
        let key = key(mark);
        for found in node.values(key) {
            let marked = squares(found, size).ok_or_else(|| error(key, "hh", found))?;
            for square in marked {
                if let Some(other) = into.marks.insert(square, mark).filter(|&other| other != mark) {
                    into.keep(self::key(other), &point(square));
                }
            }
        }
    }
    for found in node.values("LB") {
        let parts = found.split_once(':').and_then(|(at, label)| Some((square(at.trim(), size)?, label)));
        let (square, label) = parts.ok_or_else(|| error("LB", "hh:A", found))?;
        if into.labels.contains_key(&square) {
            into.keep("LB", found);
        } else {
            into.set_label(square, label);
        }
    }
    Ok(())
}
