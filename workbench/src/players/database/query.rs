//! Positions of a database by what is known of them.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use super::view::as_moves;
use crate::players::analyze::EntryView;
use crate::values;
use rustgomo::database::{DatabaseError, Entry, Key, Label, Reader};
use rustgomo::eval::Score;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// Which positions to list.
#[derive(Clone, Debug, Args)]
pub struct QueryOptions {
    /// Only this rule.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Only this size of the board, such as 15 or 20x15.
    #[arg(long)]
    pub size: Option<BoardSize>,
    /// Only this label: one character, or none. w means that the last move wins.
    #[arg(long, value_parser = values::label)]
    pub label: Option<Label>,
    /// Least score for the side to move, such as -50 or +M9.
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true, value_parser = values::score)]
    pub min_score: Option<Score>,
    /// Greatest score for the side to move, such as 50 or -M8.
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true, value_parser = values::score)]
    pub max_score: Option<Score>,
    /// Least depth, in plies.
    #[arg(long, value_name = "DEPTH")]
    pub min_depth: Option<i16>,
    /// Greatest depth, in plies.
    #[arg(long, value_name = "DEPTH")]
    pub max_depth: Option<i16>,
    /// Only comments that contain this text.
    #[arg(long, value_name = "TEXT")]
    pub comment: Option<String>,
    /// Number of positions to list; all are counted.
    #[arg(long, default_value_t = 20)]
    pub count: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundPosition {
    rule: &'static str,
    size: String,
    to_move: &'static str,
    /// The stones as moves in turn; `None` if no such moves lead to the position.
    moves: Option<Vec<String>>,
    diagram: String,
    #[serde(flatten)]
    entry: EntryView,
}

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    /// Number of positions that fit.
    pub total: u64,
    /// The first of them: by rule, size and number of stones.
    pub positions: Vec<FoundPosition>,
}

impl QueryOptions {
    fn fits(&self, entry: &Entry) -> bool {
        let value = entry.known_value().map(|(value, _)| value);
        let has_score = self.min_score.is_none_or(|least| value.is_some_and(|value| value >= least))
            && self.max_score.is_none_or(|most| value.is_some_and(|value| value <= most));
        has_score
            && self.label.is_none_or(|label| entry.label == label)
            && self.min_depth.is_none_or(|least| entry.depth >= least)
            && self.max_depth.is_none_or(|most| entry.depth <= most)
            && self.comment.as_ref().is_none_or(|text| entry.comment.contains(text))
    }

    fn prefix(&self) -> Vec<u8> {
        match (self.rule, self.size) {
            (Some(rule), Some(size)) => Key::prefix(rule, size).to_vec(),
            (Some(rule), None) => vec![rule.index() as u8],
            (None, _) => Vec::new(),
        }
    }
}

/// Searches all positions.
pub fn query(reader: &Reader, options: &QueryOptions) -> Result<Found, DatabaseError> {
    let mut found = Found::default();
    reader.for_each(&options.prefix(), |key, entry| {
        if !options.fits(&entry) {
            return Ok(());
        }
        let Some((board, rule)) = key.position() else { return Ok(()) };
        let size = board.size();
        if options.size.is_some_and(|wanted| wanted != size) {
            return Ok(());
        }
        found.total += 1;
        if found.positions.len() < options.count {
            found.positions.push(FoundPosition {
                rule: rule.name(),
                size: size.to_string(),
                to_move: board.side_to_move().name(),
                moves: as_moves(&board),
                diagram: board.to_string(),
                entry: EntryView::of_position(&entry),
            });
        }
        Ok(())
    })?;
    Ok(found)
}

impl Found {
    /// Writes a line for each position: the entry, then the moves to it, or its diagram.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for FoundPosition { rule, size, to_move, moves, diagram, entry } in &self.positions {
            let moves = moves.as_ref().map_or_else(|| format!("\n{diagram}"), |moves| moves.join(" "));
            writeln!(out, "{rule} {size} {to_move} {entry}: {moves}")?;
        }
        writeln!(out, "{} of {} positions", self.positions.len(), self.total)
    }
}
