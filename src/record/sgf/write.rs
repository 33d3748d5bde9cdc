//! Writing of games and trees.

use std::fmt::Write;

use super::point::point;
use super::syntax::escaped;
use super::{header, marks, setup};
use crate::geometry::Color;
use crate::record::GameRecord;
use crate::record::tree::{GameTree, ROOT, Step};

/// Nodes on one line of the file.
const NODES_PER_LINE: usize = 10;

/// What the writer does next.
enum Task {
    Node(usize),
    /// A node that begins one of several variations.
    Variation(usize),
    End,
}

/// Writes a game as one tree, with a line feed at the end.
pub fn write(game: &GameRecord) -> String {
    write_tree(&GameTree::from(game))
}

/// Writes a tree, with a line feed at the end.
pub fn write_tree(tree: &GameTree) -> String {
    let mut text = format!("(;{}{}", header::write(tree.about()), setup::write(&tree.about().setup));
    let mut tasks = vec![Task::Node(ROOT)];
    while let Some(task) = tasks.pop() {
        let index = match task {
            Task::Node(index) => index,
            Task::Variation(index) => {
                text.push_str("\n(");
                tasks.push(Task::End);
                index
            }
            Task::End => {
                text.push(')');
                continue;
            }
        };
        write_node(tree, index, &mut text);
        let children = tree.node(index).children();
        if children.len() == 1 {
            tasks.extend(children.map(Task::Node));
        } else {
            tasks.extend(children.rev().map(Task::Variation));
        }
    }
    text.push_str(")\n");
    text
}

fn write_node(tree: &GameTree, index: usize, text: &mut String) {
    let node = tree.node(index);
    let (color, sign) = match tree.side_to_move(node.parent()) {
        Color::Black => ("B", 1),
        Color::White => ("W", -1),
    };
    if index != ROOT {
        if node.depth() % NODES_PER_LINE == 1 && !text.ends_with("\n(") {
            text.push('\n');
        }
        text.push(';');
    }
    // Writing to a string cannot fail, here and below.
    let _ = match node.step() {
        Step::Move(square) => write!(text, "{color}[{}]", point(square)),
        Step::Pass => write!(text, "{color}[]"),
        Step::Nothing => Ok(()),
    };
    if let Some(score) = node.score {
        let _ = write!(text, "V[{}]", sign * i32::from(score));
    }
    if let Some(ms) = node.time_ms {
        let _ = write!(text, "MS[{ms}]");
    }
    marks::write(node, text);
    for (key, values) in node.properties.iter().filter(|(key, _)| is_foreign(key)) {
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
