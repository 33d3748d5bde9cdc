//! What a growth has changed.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde::Serialize;

use crate::players::analyze::{EntryView, Subject, best_move, known_line};
use crate::players::caption::counted;
use crate::players::database::PositionView;
use rustgomo::board::{parse_square, square_names};
use rustgomo::database::{Database, DatabaseError, Place};

/// A move of the root whose entry changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveChange {
    #[serde(rename = "move")]
    pub square: String,
    /// The entry before; `None` if there was none.
    pub before: Option<EntryView>,
    pub after: EntryView,
}

/// What a growth has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grown {
    /// Whether the growth ended by itself rather than by an interruption.
    pub complete: bool,
    /// Positions searched.
    pub searched: u64,
    /// Why nothing was to be searched; `None` if something was, and after an interruption.
    pub reason: Option<&'static str>,
    /// Positions in the database before.
    pub positions_before: u64,
    /// Positions in the database after.
    pub positions_after: u64,
    /// The root's entry before.
    pub before: Option<EntryView>,
    /// The root's entry after.
    pub after: Option<EntryView>,
    /// The moves whose entries changed, the best first.
    pub moves: Vec<MoveChange>,
    /// The best known moves from the root.
    pub best_line: Vec<String>,
}

/// The state of a database before a growth.
pub(super) struct Before {
    view: PositionView,
    positions: u64,
}

impl Before {
    pub(super) fn new(database: &Database, subject: &Subject) -> Result<Self, DatabaseError> {
        Ok(Self { view: PositionView::new(&database.reader()?, subject)?, positions: database.len()? })
    }

    /// The report after `searched` positions.
    pub(super) fn compare(
        self,
        database: &Database,
        subject: &Subject,
        (searched, complete): (u64, bool),
        reason: Option<&'static str>,
    ) -> Result<Grown, DatabaseError> {
        let reader = database.reader()?;
        let now = PositionView::new(&reader, subject)?;
        let (board, rule) = (&subject.board, subject.rule);
        let line = match best_move(&reader, board, rule)? {
            Some(best) => known_line(&reader, board, rule, best)?,
            None => Vec::new(),
        };
        // Of moves that a symmetry exchanges one is told.
        let place = Place::of(board, rule);
        let mut seen = BTreeSet::new();
        let mut is_first = |square: &str| {
            let square = parse_square(square, board.size()).map(|square| place.canonical(square));
            square.is_ok_and(|square| seen.insert(square))
        };
        let old = |square: &str| self.view.children.iter().find(|old| old.square == square);
        let firsts = now.children.into_iter().filter(|child| is_first(&child.square));
        let changes = firsts.map(|child| MoveChange {
            before: old(&child.square).map(|old| old.entry.clone()),
            square: child.square,
            after: child.entry,
        });
        Ok(Grown {
            complete,
            searched,
            reason,
            positions_before: self.positions,
            positions_after: database.len()?,
            moves: changes.filter(|change| change.before.as_ref() != Some(&change.after)).collect(),
            before: self.view.entry,
            after: now.entry,
            best_line: square_names(line, board.size()),
        })
    }
}

impl Grown {
    /// Writes the values before and after.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { searched, positions_before, positions_after, .. } = self;
        let state = match self.reason {
            Some(reason) => format!(": {reason}"),
            None => if self.complete { "" } else { ", interrupted" }.to_owned(),
        };
        writeln!(
            out,
            "{} searched{state}; positions in the database: {positions_before} before, {positions_after} now",
            counted(*searched as usize, "position")
        )?;
        writeln!(out, "      before                         now")?;
        let mut row = |name: &str, before: Option<&EntryView>, after: Option<&EntryView>| {
            let [before, after] =
                [before, after].map(|entry| entry.map_or("-".to_owned(), EntryView::value_text));
            writeln!(out, "{name:<5} {before:<30} {}", after.trim_end())
        };
        row("root", self.before.as_ref(), self.after.as_ref())?;
        for MoveChange { square, before, after } in &self.moves {
            row(square, before.as_ref(), Some(after))?;
        }
        writeln!(out, "best line: {}", self.best_line.join(" "))
    }
}
