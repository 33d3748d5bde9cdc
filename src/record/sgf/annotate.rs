//! What a node has beside its moves.

use std::collections::BTreeSet;

use super::syntax::{Node, QUEST_OPENING};
use super::write::is_foreign;
use super::{header, marks};
use crate::record::RecordError;
use crate::record::note::Notes;
use crate::record::tree::{GameTree, NodeNotes, ROOT, Step};

/// Properties of a node or its move, not of a game.
const OF_MOVES: [&str; 23] = [
    "B", "W", "BL", "WL", "OB", "OW", "MN", "KO", "BM", "DO", "IT", "TE", "DM", "GB", "GW", "UC", "HO", "N",
    "V", "LN", "AR", "DD", "VW",
];

/// Adds to a node of the tree what else a node of the file has; comments and marks if there is space for them
/// and for notes on the file.
pub(super) fn annotate(
    tree: &mut GameTree,
    place: usize,
    node: &Node<'_>,
    (is_root, is_start): (bool, bool),
    marks: Option<(&mut usize, &mut Notes)>,
) -> Result<(), RecordError> {
    let mut into = tree.node(place).notes().clone();
    let is_move = tree.node(place).step() != Step::Nothing;
    if let Some((space, notes)) = marks {
        marks::read(node, (tree, place), &mut into, (space, notes))?;
    }
    keep_unread(node, (is_root, is_start, is_move), &mut into);
    if is_root && place != ROOT {
        // Beside a move those of the game are there, too.
        let (own, properties): (Vec<_>, Vec<_>) =
            into.properties.drain(..).partition(|(key, _)| OF_MOVES.contains(&key.as_str()));
        into.properties = own;
        tree.annotate(ROOT, NodeNotes { properties, ..NodeNotes::default() });
    }
    tree.annotate(place, into);
    Ok(())
}

/// Keeps what is not read: foreign properties, which are written again, and known ones without a meaning
/// here, which are not. The first node has the properties of the game, and those up to the first move a
/// player.
fn keep_unread(node: &Node, (is_root, is_start, is_move): (bool, bool, bool), into: &mut NodeNotes) {
    let mut seen = BTreeSet::new();
    for (key, value) in &node.properties {
        let is_first = seen.insert(key);
        let is_read = match key.as_ref() {
            "GN" => is_root && is_first && header::number(node).is_some(),
            "V" => is_move && is_first && into.score.is_some(),
            "MS" => is_move && is_first && into.time_ms.is_some(),
            "B" | "W" | "QSLB" | "QSLW" | QUEST_OPENING => true,
            "PL" => is_first && is_start,
            key if header::KEYS.contains(&key) => is_root && is_first && header::is_read(node, key, value),
            key => !is_foreign(key) && !key.is_empty(),
        };
        if !is_read {
            into.keep(key, value);
        }
    }
}
