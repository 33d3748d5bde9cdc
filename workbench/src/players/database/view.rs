//! A position of a database with its moves, as text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::players::analyze::{EntryView, Subject, ranked_moves};
use rustgomo::board::{Board, square_name, square_names};
use rustgomo::database::{DatabaseError, Entry, Key, Lookup, texts};
use rustgomo::geometry::{BoardSize, Color, Square};

/// A move to an entry, or with a text on its square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveView {
    #[serde(rename = "move")]
    pub square: String,
    #[serde(flatten)]
    pub entry: EntryView,
}

/// A position with its entry and the moves to other entries.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionView {
    rule: &'static str,
    size: String,
    moves: Vec<String>,
    opening: Option<String>,
    to_move: &'static str,
    /// The entry of the position; `None` if the database has none.
    pub entry: Option<EntryView>,
    /// The moves to entries, the best first.
    pub children: Vec<MoveView>,
    /// Texts on squares.
    texts: Vec<(String, String)>,
}

impl PositionView {
    /// What a database knows of a position.
    pub fn new(source: &impl Lookup, Subject { board, rule, .. }: &Subject) -> Result<Self, DatabaseError> {
        let size = board.size();
        let named = |square| square_name(square, size);
        let found = ranked_moves(source, board, *rule)?;
        let moves = |(square, entry): &(Square, Entry)| MoveView {
            square: named(*square),
            entry: EntryView::of_move(entry),
        };
        Ok(Self {
            rule: rule.name(),
            size: size.to_string(),
            moves: square_names(board.history().iter().flatten().copied(), size),
            opening: rustgomo::opening::NamedOpening::of_board(board, *rule)
                .map(|opening| opening.to_string()),
            to_move: board.side_to_move().name(),
            entry: source.find(&Key::of(board, *rule))?.map(|entry| EntryView::of_position(&entry)),
            children: found.iter().map(moves).collect(),
            texts: texts(source, board, *rule)?.into_iter().map(|(at, text)| (named(at), text)).collect(),
        })
    }

    /// Writes the position's entry and a line for each move.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let after = if self.moves.is_empty() { "the empty board".to_owned() } else { self.moves.join(" ") };
        let opening = self.opening.as_ref().map(|opening| format!(", {opening}")).unwrap_or_default();
        writeln!(out, "{} {}: {after}{opening}, {} to move", self.rule, self.size, self.to_move)?;
        match &self.entry {
            Some(entry) => writeln!(out, "{}", format!("     {entry}").trim_end())?,
            None => writeln!(out, "not in the database")?,
        }
        for MoveView { square, entry } in &self.children {
            writeln!(out, "{}", format!("{square:<4} {entry}").trim_end())?;
        }
        for (square, text) in &self.texts {
            writeln!(out, "{square:<4} text {text}")?;
        }
        Ok(())
    }
}

/// The stones of a position as moves in turn, black first; `None` if no such moves lead to it.
pub(super) fn as_moves(board: &Board) -> Option<Vec<String>> {
    let size: BoardSize = board.size();
    let [black, white] = [Color::Black, Color::White].map(|color| board.stones(color));
    let (blacks, whites) = (black.len(), white.len());
    let in_turn = match board.side_to_move() {
        Color::Black => blacks == whites,
        Color::White => blacks == whites + 1,
    };
    let is_full = board.empty_count() + blacks + whites == size.area();
    let mut others = white.iter();
    let turns = black.iter().flat_map(|square| [Some(square), others.next()]).flatten();
    (in_turn && is_full).then(|| square_names(turns, size))
}
