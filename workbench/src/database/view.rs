//! A position of a database with its moves, as text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::analyze::{ScoreReport, Subject};
use rustgomo::board::{Board, square_name};
use rustgomo::database::{Bound, DatabaseError, Entry, Key, Lookup, children, texts};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Color, Square};

/// An entry. The score is that of the side to move in the position shown, also for the entry of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntryView {
    /// The score; `None` for an entry without a value.
    #[serde(flatten)]
    pub score: Option<ScoreReport>,
    /// The win rate of the score, `0.0..=1.0`.
    pub win_rate: Option<f64>,
    /// How the score relates to the true one: `none`, `upper`, `lower` or `exact`.
    pub bound: &'static str,
    /// Depth of the search, in plies.
    pub depth: i16,
    /// The label, for the player who made the last move: `w` if this move wins.
    pub label: Option<char>,
    /// The comment.
    pub comment: String,
}

/// A move to an entry, or with a text on its square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveView {
    /// The square.
    #[serde(rename = "move")]
    pub square: String,
    /// The entry.
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

impl EntryView {
    /// The view of a position's own entry.
    pub(super) fn of_position(entry: &Entry) -> Self {
        Self::new(entry, entry.known_value().map(|(value, _)| value), |score| score, false)
    }

    /// The view of the entry that a move leads to.
    fn of_move(entry: &Entry) -> Self {
        Self::new(entry, entry.move_score().map(|(score, _)| score), Score::before_move, true)
    }

    fn new(entry: &Entry, known: Option<Score>, seen: impl Fn(Score) -> Score, is_turned: bool) -> Self {
        let score = known.or_else(|| (entry.bound != Bound::None).then(|| seen(entry.value)));
        let bound = match (known, entry.bound, is_turned) {
            (Some(_), _, _) => Bound::Exact,
            (None, Bound::Upper, true) => Bound::Lower,
            (None, Bound::Lower, true) => Bound::Upper,
            (None, bound, _) => bound,
        };
        Self {
            score: score.map(ScoreReport::from),
            win_rate: score.map(Score::win_rate),
            bound: bound.name(),
            depth: entry.depth,
            label: entry.label.character(),
            comment: entry.comment.clone(),
        }
    }
}

impl std::fmt::Display for EntryView {
    /// `+M5  100.0%  depth 12  label w  "a comment"`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let score = self.score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        let rate = self.win_rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1}%", 100.0 * rate));
        write!(f, "{score:>6} {rate:>6}  depth {:<3}", self.depth)?;
        if self.bound == Bound::Upper.name() || self.bound == Bound::Lower.name() {
            write!(f, "  {} bound", self.bound)?;
        }
        if let Some(label) = self.label {
            write!(f, "  label {label}")?;
        }
        if self.comment.is_empty() { Ok(()) } else { write!(f, "  {:?}", self.comment) }
    }
}

impl PositionView {
    /// What a database knows of a position.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails or an entry is damaged.
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
            moves: board.history().iter().flatten().map(|&square| named(square)).collect(),
            opening: rustgomo::opening::NamedOpening::of_board(board).map(|opening| opening.to_string()),
            to_move: board.side_to_move().name(),
            entry: source.find(&Key::of(board, *rule))?.map(|entry| EntryView::of_position(&entry)),
            children: found.iter().map(moves).collect(),
            texts: texts(source, board, *rule)?.into_iter().map(|(at, text)| (named(at), text)).collect(),
        })
    }

    /// Writes the position's entry and a line for each move.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let after = if self.moves.is_empty() { "the empty board".to_owned() } else { self.moves.join(" ") };
        let opening = self.opening.as_ref().map(|opening| format!(", {opening}")).unwrap_or_default();
        writeln!(out, "{} {}: {after}{opening}, {} to move", self.rule, self.size, self.to_move)?;
        match &self.entry {
            Some(entry) => writeln!(out, "     {entry}")?,
            None => writeln!(out, "not in the database")?,
        }
        for MoveView { square, entry } in &self.children {
            writeln!(out, "{square:<4} {entry}")?;
        }
        for (square, text) in &self.texts {
            writeln!(out, "{square:<4} text {text}")?;
        }
        Ok(())
    }
}

/// The moves to entries, the best first, those without a value last.
pub(super) fn ranked_moves(
    source: &impl Lookup,
    board: &Board,
    rule: rustgomo::rules::Rule,
) -> Result<Vec<(Square, Entry)>, DatabaseError> {
    let mut found = children(source, board, rule)?;
    found.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.move_score().map(|(score, _)| score)));
    Ok(found)
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
    (in_turn && is_full).then(|| turns.map(|square| square_name(square, size)).collect())
}
