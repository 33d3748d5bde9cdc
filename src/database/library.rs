//! Import and export of RenLib libraries.
//!
//! Libraries have results as texts on squares: `W` and `L` for a move that wins or loses, with the number of
//! the game's last move if known (`W27`), `v` and a value in centi-units for the mover, `=` for a draw, `!`
//! and `x`. Every other word is kept as a text on its square in the position before, also behind a result and
//! a blank (`W27 Q`), or in quotation marks if it would be read as a result (`"x"`); a text of several words,
//! and that of a pass, stands before the comment of the position after the move. Marks have no place in a
//! database; depths, bounds and values beside a label have none in a library.

use std::collections::BTreeSet;

use super::batch_importer::BatchImporter;
use super::error::go_on;
use super::{Bound, Database, DatabaseError, Entry, Key, Label, Lookup, Place, children, texts};
use crate::board::Board;
use crate::eval::{MAX_PLY, Score};
use crate::geometry::BoardSize;

use crate::record::RecordError;
use crate::record::renlib::{Library, LibraryNode, Nodes};
use crate::record::tree::Step;
use crate::rules::Rule;
use crate::stop::StopHandle;

/// Merges all nodes of a library into a database, each behind its parent, and the comment of the empty board;
/// how many there are. The iterator is left with what it has to tell of the texts.
///
/// # Errors
/// [`DatabaseError::Incomplete`] if something was left out since the library is damaged, [`DatabaseError`] if
/// the store fails, or [`DatabaseError::Interrupted`].
pub fn import(
    database: &Database,
    nodes: &mut Nodes<'_>,
    rule: Rule,
    stop: &StopHandle,
) -> Result<usize, DatabaseError> {
    let mut importer = BatchImporter::new(database, stop);
    let mut walk = Walk { board: Board::new(BoardSize::default()), way: Vec::new() };
    let mut count = 0;
    for node in nodes.by_ref() {
        importer.go_on()?;
        walk.enter(count, &node);
        let mut entry = Entry { comment: node.comment, ..Entry::default() };
        let text = read_texts(&node.text, walk.board.history().len(), &mut entry);
        match node.step {
            _ if text.is_empty() => {}
            Step::Move(square) if !text.contains(is_separator) => {
                let mut board = walk.board.clone();
                board.undo();
                let place = Place::of(&board, rule);
                let mut before = Entry::default();
                before.set_text(place.canonical(square), text);
                importer.put(place.key, before)?;
            }
            Step::Move(_) | Step::Pass | Step::Nothing => {
                entry.comment.insert_str(0, &format!("{text}\n"));
                entry.comment.truncate(entry.comment.trim_end().len());
            }
        }
        importer.put(Key::of(&walk.board, rule), entry)?;
        count += 1;
    }
    if !nodes.comment.is_empty() {
        let entry = Entry { comment: std::mem::take(&mut nodes.comment), ..Entry::default() };
        importer.put(Key::of(&Board::new(BoardSize::default()), rule), entry)?;
        count += 1;
    }
    importer.finish()?;
    match nodes.fault.take() {
        Some(fault) => Err(DatabaseError::Incomplete { taken: count, fault }),
        None => Ok(count),
    }
}

/// The path from the empty board to the last node with the board there, so that the next node is found in
/// time independent of its depth.
struct Walk {
    board: Board,
    /// The nodes of the path, and whether each changed the board.
    way: Vec<(usize, bool)>,
}

impl Walk {
    /// Goes to a node, whose parent came before it.
    fn enter(&mut self, index: usize, node: &LibraryNode) {
        while let Some(&(_, has_changed)) = self.way.last().filter(|(last, _)| node.parent != Some(*last)) {
            if has_changed {
                self.board.undo();
            }
            self.way.pop();
        }
        let has_changed = match node.step {
            Step::Move(square) => self.board.play(square).is_ok(),
            Step::Pass => {
                self.board.pass();
                true
            }
            Step::Nothing => false,
        };
        self.way.push((index, has_changed));
    }
}

/// Characters that a text on a square cannot have.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Takes a result or value into the entry and returns the rest of the text: all of it unless it is one or one
/// with a word behind, without the quotation marks by which it is none.
fn read_texts<'a>(text: &'a str, ply: usize, entry: &mut Entry) -> &'a str {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    if !rest.contains(is_separator) && read_text(first, ply, entry) {
        return rest;
    }
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    quoted.filter(|text| is_quoted(text, ply)).unwrap_or(text)
}

/// Whether a text would be read as a result or value after this many plies, or as the quotation of one.
fn is_quoted(text: &str, ply: usize) -> bool {
    read_text(text.trim_matches('"'), ply, &mut Entry::default())
}

/// Parses a text that is a result or value after this many plies into the entry; returns false for other
/// texts.
fn read_text(text: &str, ply: usize, entry: &mut Entry) -> bool {
    let mut chars = text.chars();
    let (first, rest) = (chars.next(), chars.as_str());
    let plies_left = rest.parse::<usize>().ok().and_then(|end| end.checked_sub(ply)).filter(|&n| n < MAX_PLY);
    let is_result = rest.is_empty() || rest == "*" || plies_left.is_some();
    match (first, text) {
        (Some('W'), _) if is_result => entry.label = Label::WIN,
        (Some('L'), _) if is_result => entry.label = Label::LOSS,
        (_, "=") => entry.label = Label::DRAW,
        (_, "!") => entry.label = Label::FORCED,
        (_, "x") => entry.label = Label::BLOCKED,
        (Some('v'), _) => {
            let Ok(value) = rest.parse::<i16>() else { return false };
            entry.value = -Score::eval(i32::from(value));
            entry.bound = Bound::Exact;
        }
        _ => return false,
    }
    if let Some(plies) = plies_left.filter(|_| matches!(entry.label, Label::WIN | Label::LOSS)) {
        entry.value = if entry.label == Label::WIN { Score::loss_in(plies) } else { Score::win_in(plies) };
        entry.bound = Bound::Exact;
    }
    true
}

/// The text of a node: result or value, then the text on the square, or in its place a label that is no
/// result.
fn text_of_node(entry: &Entry, ply: usize, on_square: Option<String>) -> String {
    let result = text_of(entry, ply);
    let own = entry.label.character().filter(|_| !is_told(entry.label)).map(String::from);
    match on_square.or(own) {
        Some(text) if result.is_empty() && is_quoted(&text, ply) => format!("\"{text}\""),
        Some(text) if result.is_empty() => text,
        Some(text) => format!("{result} {text}"),
        None => result,
    }
}

/// Whether a label has a text that is read back as it.
fn is_told(label: Label) -> bool {
    label.is_result() || matches!(label, Label::FORCED | Label::BLOCKED)
}

fn text_of(entry: &Entry, ply: usize) -> String {
    let plies = entry.value.plies_to_end();
    let end = plies.filter(|_| entry.bound == Bound::Exact).map_or(String::new(), |n| (ply + n).to_string());
    // A label of one's own stands behind a result.
    let label = if end.is_empty() || is_told(entry.label) {
        entry.label
    } else {
        Entry::searched(entry.value, 0).label
    };
    match label {
        Label::WIN => format!("W{end}"),
        Label::LOSS => format!("L{end}"),
        Label::DRAW => "=".to_owned(),
        Label::FORCED => "!".to_owned(),
        Label::BLOCKED => "x".to_owned(),
        _ if entry.bound == Bound::Exact => format!("v{}", (-entry.value).centi()),
        _ => String::new(),
    }
}

/// Builds the library of a position, which must be on 15x15, and all entries below it; returns it with the
/// number of entries. An entry reached by transpositions has a node for each move to it, and its descendants
/// below the first.
///
/// # Errors
/// [`DatabaseError`] if the store fails or the board has another size, or [`DatabaseError::Interrupted`].
pub fn export(
    source: &impl Lookup,
    board: &Board,
    rule: Rule,
    stop: &StopHandle,
) -> Result<(Library, usize), DatabaseError> {
    if board.size() != BoardSize::default() {
        let found = board.size().to_string();
        return Err(RecordError::new(1, "a board of 15x15 for a RenLib library", &found).into());
    }
    let mut library = Library::default();
    let mut parent = None;
    let mut start = Board::new(board.size());
    for played in board.history() {
        parent = Some(library.add(parent, played.map_or(Step::Pass, Step::Move)));
        // The squares are those of the board.
        let _ = start.play_or_pass(*played);
    }
    let entry = source.find(&Key::of(&start, rule))?;
    let own = usize::from(entry.is_some());
    let entry = entry.unwrap_or_default();
    if let Some(node) = parent.and_then(|index: usize| library.nodes.get_mut(index)) {
        node.text = text_of_node(&entry, start.history().len(), None);
        node.comment = entry.comment;
    } else {
        library.comment = entry.comment;
    }
    let mut writer = Writer { library, source, rule, stop, seen: BTreeSet::new() };
    writer.add_below(parent, &mut start)?;
    Ok((writer.library, own + writer.seen.len()))
}

/// Builder of a library.
struct Writer<'a, L> {
    library: Library,
    source: &'a L,
    rule: Rule,
    stop: &'a StopHandle,
    seen: BTreeSet<Key>,
}

impl<L: Lookup> Writer<'_, L> {
    fn add_below(&mut self, parent: Option<usize>, board: &mut Board) -> Result<(), DatabaseError> {
        go_on(self.stop, 0)?;
        let mut on_squares = texts(self.source, board, self.rule)?;
        for (square, entry) in children(self.source, board, self.rule)? {
            if board.play(square).is_err() {
                continue;
            }
            let index = self.library.add(parent, Step::Move(square));
            let node = &mut self.library.nodes[index];
            let place = on_squares.iter().position(|&(other, _)| other == square);
            let text = place.map(|place| on_squares.swap_remove(place).1);
            node.text = text_of_node(&entry, board.history().len(), text);
            node.comment = entry.comment;
            if self.seen.insert(Key::of(board, self.rule)) {
                self.add_below(Some(index), board)?;
            }
            board.undo();
        }
        // Texts on squares without an entry after them.
        for (square, text) in on_squares {
            let index = self.library.add(parent, Step::Move(square));
            let ply = board.history().len() + 1;
            self.library.nodes[index].text = text_of_node(&Entry::default(), ply, Some(text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_results_and_values_read_back() {
        let mut entries = vec![Entry::searched(Score::eval(-77), 0), Entry::searched(Score::loss_in(6), 0)];
        entries.push(Entry::searched(Score::win_in(9), 0));
        for label in [Label::WIN, Label::LOSS, Label::DRAW, Label::FORCED, Label::BLOCKED] {
            entries.push(Entry { label, ..Entry::default() });
        }
        for entry in entries {
            let mut read = Entry::default();
            assert!(read_text(&text_of(&entry, 11), 11, &mut read), "{entry:?}");
            assert_eq!(read, entry);
        }
        for text in ["A", "Wx", "W5", "vx", "win", ""] {
            assert!(!read_text(text, 11, &mut Entry::default()), "{text}");
        }
    }
}
