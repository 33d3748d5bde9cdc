//! Descendants of a position.

use std::collections::BTreeSet;

use super::batch_importer::BatchImporter;
use super::error::go_on;
use super::{Batch, Database, DatabaseError, Entry, Key, Label, Lookup, Place, Reader};
use crate::board::Board;
use crate::entries::put;
use crate::geometry::Square;
use crate::rules::{Rule, is_forbidden};
use crate::stop::StopHandle;

/// The legal moves that lead to an entry, in square order.
///
/// # Errors
/// [`DatabaseError`] if the store fails.
pub fn children(
    source: &impl Lookup,
    board: &Board,
    rule: Rule,
) -> Result<Vec<(Square, Entry)>, DatabaseError> {
    let mut found = Vec::new();
    for (square, key) in child_keys(board, rule) {
        found.extend(source.find(&key)?.map(|entry| (square, entry)));
    }
    Ok(found)
}

/// The legal moves with the keys of the positions that they lead to, in square order.
pub fn child_keys(board: &Board, rule: Rule) -> Vec<(Square, Key)> {
    let (mut child, mover) = (board.clone(), board.side_to_move());
    let mut key = |square| {
        if is_forbidden(board, rule, mover, square) {
            return None;
        }
        child.play(square).ok()?;
        let key = Key::of(&child, rule);
        child.undo();
        Some((square, key))
    };
    board.empty().iter().filter_map(&mut key).collect()
}

/// The texts on the empty squares of a position.
///
/// # Errors
/// [`DatabaseError`] if the store fails.
pub fn texts(
    source: &impl Lookup,
    board: &Board,
    rule: Rule,
) -> Result<Vec<(Square, String)>, DatabaseError> {
    let place = Place::of(board, rule);
    let Some(entry) = source.find(&place.key)? else { return Ok(Vec::new()) };
    let text = |square| Some((square, entry.text(place.canonical(square))?.to_owned()));
    Ok(board.empty().iter().filter_map(text).collect())
}

/// Which entries below a position to delete, by their label and value. A win is one for the player whose move
/// leads to the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All.
    All,
    /// All but wins and losses.
    Undecided,
    /// All but wins, losses and draws.
    WithoutResult,
    /// Wins.
    Wins,
    /// Losses.
    Losses,
    /// Wins and losses.
    WinsAndLosses,
    /// Wins, losses and draws.
    Results,
    /// Wins and losses of unknown distance.
    WithoutDistance,
    /// Wins and losses within this many plies, of which the move to the entry is the first, as in labels.
    Within(usize),
}

impl Choice {
    fn takes(self, entry: &Entry) -> bool {
        let label = entry.label;
        let is_decisive = matches!(label, Label::WIN | Label::LOSS);
        let plies = entry.value.plies_to_end();
        match self {
            Self::All => true,
            Self::Undecided => !is_decisive,
            Self::WithoutResult => !label.is_result(),
            Self::Wins => label == Label::WIN,
            Self::Losses => label == Label::LOSS,
            Self::WinsAndLosses => is_decisive,
            Self::Results => label.is_result(),
            Self::WithoutDistance => is_decisive && plies.is_none(),
            Self::Within(most) => is_decisive && plies.is_some_and(|plies| plies < most),
        }
    }
}

/// The deletion of the chosen children of a position and all below them, except those reached from other
/// entries. It can take minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// The position, which stays.
    pub board: Board,
    /// The rule.
    pub rule: Rule,
    /// Which entries to delete.
    pub choice: Choice,
    /// Whether to descend into the children that stay.
    pub is_recursive: bool,
}

impl Deletion {
    /// Deletes in a batch and returns the number of deleted entries.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails, or [`DatabaseError::Interrupted`].
    pub fn carry_out(&self, batch: &mut Batch<'_>, stop: &StopHandle) -> Result<usize, DatabaseError> {
        let mut deleter = Deleter { batch, rule: self.rule, stop, seen: BTreeSet::new(), deleted: 0 };
        deleter.below(&mut self.board.clone(), self.choice, self.is_recursive)?;
        Ok(deleter.deleted)
    }
}

struct Deleter<'a, 'b> {
    batch: &'a mut Batch<'b>,
    rule: Rule,
    stop: &'a StopHandle,
    /// Positions kept and descended into, which transpositions reach repeatedly.
    seen: BTreeSet<Key>,
    deleted: usize,
}

impl Deleter<'_, '_> {
    fn below(&mut self, board: &mut Board, choice: Choice, is_recursive: bool) -> Result<(), DatabaseError> {
        let own = Key::of(board, self.rule);
        for (square, key) in child_keys(board, self.rule) {
            let Some(entry) = self.batch.find(&key)? else { continue };
            // The squares are empty squares of the board.
            if board.play(square).is_err() {
                continue;
            }
            go_on(self.stop, 0)?;
            if choice.takes(&entry) {
                if !self.has_other_parent(board, &own)? {
                    self.batch.remove(&key)?;
                    self.deleted += 1;
                    self.below(board, Choice::All, false)?;
                }
            } else if is_recursive && self.seen.insert(key) {
                self.below(board, choice, true)?;
            }
            board.undo();
        }
        Ok(())
    }

    /// Whether an entry other than `parent` leads to this position.
    fn has_other_parent(&self, board: &Board, parent: &Key) -> Result<bool, DatabaseError> {
        for key in parent_keys(board, self.rule) {
            if key != *parent && self.batch.find(&key)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The keys of the positions from which a legal move leads to this one.
pub fn parent_keys(board: &Board, rule: Rule) -> Vec<Key> {
    let mover = board.side_to_move().opponent();
    let without = |left_out: Square| {
        let mut parent = Board::new(board.size());
        for square in &(board.size().all() & !*board.empty()) {
            if square != left_out {
                put(&mut parent, board.color_at(square), square)?;
            }
        }
        parent.give_turn(mover);
        if is_forbidden(&parent, rule, mover, left_out) {
            return None;
        }
        Some(Key::of(&parent, rule))
    };
    board.stones(mover).iter().filter_map(without).collect()
}

/// Merges all entries of one database into another and returns their number.
///
/// # Errors
/// [`DatabaseError`] if a store fails, or [`DatabaseError::Interrupted`].
pub fn merge_all(into: &Database, from: &Database, stop: &StopHandle) -> Result<usize, DatabaseError> {
    let mut importer = BatchImporter::new(into, stop);
    let read = from.reader()?.for_each(&[], |key, entry| importer.put(key, entry));
    importer.end(read)
}

/// Copies a position, those on the way to it and all below into another database; returns their number.
///
/// # Errors
/// [`DatabaseError`] if a store fails, or [`DatabaseError::Interrupted`].
pub fn split(
    from: &Database,
    into: &Database,
    board: &Board,
    rule: Rule,
    stop: &StopHandle,
) -> Result<usize, DatabaseError> {
    let reader = from.reader()?;
    let importer = BatchImporter::new(into, stop);
    let mut branch = Branch { reader: &reader, rule, seen: BTreeSet::new(), importer };
    let mut way = board.clone();
    loop {
        let key = Key::of(&way, rule);
        if let Some(entry) = reader.find(&key)? {
            branch.importer.put(key, entry)?;
        }
        if way.undo().is_none() {
            break;
        }
    }
    branch.put_below(&mut board.clone())?;
    branch.importer.end(Ok(()))
}

/// A branch to copy.
struct Branch<'a> {
    reader: &'a Reader,
    rule: Rule,
    seen: BTreeSet<Key>,
    importer: BatchImporter<'a>,
}

impl Branch<'_> {
    fn put_below(&mut self, board: &mut Board) -> Result<(), DatabaseError> {
        for (square, key) in child_keys(board, self.rule) {
            let Some(entry) = self.reader.find(&key)? else { continue };
            if self.seen.insert(key.clone()) && board.play(square).is_ok() {
                self.importer.put(key, entry)?;
                self.put_below(board)?;
                board.undo();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    #[test]
    fn each_choice_takes_its_entries_and_no_others() {
        let marked = |label| Entry { label, ..Entry::default() };
        let entries = [
            ("w", marked(Label::WIN)),
            ("w7", Entry::searched(Score::loss_in(6), 9)),
            ("l", marked(Label::LOSS)),
            ("l8", Entry::searched(Score::win_in(7), 9)),
            ("d", marked(Label::DRAW)),
            ("!", marked(Label::FORCED)),
            ("even", Entry::searched(Score::eval(40), 9)),
        ];
        for (choice, expected) in [
            (Choice::All, "w w7 l l8 d ! even"),
            (Choice::Undecided, "d ! even"),
            (Choice::WithoutResult, "! even"),
            (Choice::Wins, "w w7"),
            (Choice::Losses, "l l8"),
            (Choice::WinsAndLosses, "w w7 l l8"),
            (Choice::Results, "w w7 l l8 d"),
            (Choice::WithoutDistance, "w l"),
            (Choice::Within(6), ""),
            (Choice::Within(7), "w7"),
            (Choice::Within(8), "w7 l8"),
        ] {
            let taken = entries.iter().filter(|(_, entry)| choice.takes(entry));
            let names: Vec<&str> = taken.map(|(name, _)| *name).collect();
            assert_eq!(names.join(" "), expected, "{choice:?}");
        }
    }
}
