//! Comments, marks and labels of nodes: `C`, `TR`, `SQ`, `CR`, `MA` and `LB`.

use std::fmt::Write;

use super::point::{point, square, squares};
use super::syntax::{Node, escaped};
use crate::record::note::Notes;
use crate::record::tree::{GameTree, Mark, NodeNotes, TreeNode};
use crate::record::{Place, RecordError};

pub(super) const KEYS: [&str; 6] = ["C", "TR", "SQ", "CR", "MA", "LB"];

/// Squares of rectangles that every file may have, and bytes of a file for each one more.
const FREE_SQUARES: usize = 1 << 16;
const BYTES_PER_SQUARE: usize = 8;

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

/// Number of squares that the rectangles of marks in a file may have: seven bytes can mark 484.
pub(super) const fn space(text: &str) -> usize {
    FREE_SQUARES + text.len() / BYTES_PER_SQUARE
}

/// Reads them into a node of the tree and its notes, as far as there is space for rectangles; others are kept
/// unread and told.
pub(super) fn read(
    node: &Node,
    (tree, place): (&mut GameTree, usize),
    notes: &mut NodeNotes,
    (space, told): (&mut usize, &mut Notes),
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
            if marked.len() > 1 {
                let Some(rest) = space.checked_sub(marked.len()) else {
                    notes.keep(key, found);
                    told.missing(Place::Line(node.line), "a rectangle of marks too many is left out");
                    continue;
                };
                *space = rest;
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordReader;
    use crate::rules::Rule;

    #[test]
    fn rectangles_of_marks_take_no_more_memory_than_other_marks() {
        let count = 2 * FREE_SQUARES / 484;
        let text = format!("(;GM[4]SZ[22];B[aa]TR[bb:dc]{})", "(;W[cc]TR[aa:vv])".repeat(count));
        let read = RecordReader::new(Rule::Renju).trees("a.sgf".as_ref(), text.as_bytes()).unwrap();
        let marks = |index: usize| read.games[0].node(index).marks().count();
        assert_eq!((marks(1), marks(2), marks(count + 1)), (6, 484, 0));
        let all: usize = read.games[0].nodes().map(|node| node.marks().count()).sum();
        assert!(all <= space(&text) && all + 484 > space(&text), "{all}");
        let told: Vec<_> = read.notes.iter().map(|note| (note.text.as_str(), note.is_fault)).collect();
        assert_eq!(told, [("a rectangle of marks too many is left out", true)]);
    }
}
