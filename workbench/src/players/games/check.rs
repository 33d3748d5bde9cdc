//! Checks of games under the rules.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::{Place, Source};
use crate::meter::Meter;
use crate::players::caption::{counted, openings_caption};
use rustgomo::opening::NamedOpening;
use rustgomo::record::{GameRecord, RecordReader};

/// A fault of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    pub file: String,
    /// Number of the game in its file, from 1.
    pub game: usize,
    /// The fault.
    pub problem: String,
}

/// Result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// Games in all files.
    pub games: usize,
    /// Replayed games: those that can be read.
    pub checked: usize,
    /// Moves of these games.
    pub moves: usize,
    /// Games with each of the 26 named openings, by number and name.
    pub openings: BTreeMap<String, usize>,
    /// Faults in the order of files and games.
    pub problems: Vec<Fault>,
    /// What is damaged or missing in files.
    pub faults: Vec<String>,
    /// What else is to be told of files.
    pub notes: Vec<String>,
}

/// Replays the games of files under the reference rules: legal moves, no moves after the end, and an end and
/// a result that agree with the board. Variations are read, but not replayed.
pub fn check(files: &[PathBuf], reader: &RecordReader, meter: &dyn Meter) -> Result<CheckReport> {
    let mut found = CheckReport::default();
    let source = Source { paths: files, reader, meter };
    let told = source.games(&mut |place, game| {
        found.add(place, &game);
        Ok(())
    })?;
    // Variations are no games, but what is wrong with them keeps others from reading the file.
    let whole = source.trees(&mut |_, _| false, &mut |_, _, _| Ok(()))?;
    let faults = whole.notes.into_iter().filter(|fault| fault.1.is_fault && !told.notes.contains(fault));
    found.games = told.games;
    for (path, note) in told.notes.iter().cloned().chain(faults) {
        let list = if note.is_fault { &mut found.faults } else { &mut found.notes };
        list.push(format!("{}: {note}", path.display()));
    }
    Ok(found)
}

impl CheckReport {
    fn add(&mut self, place: Place<'_>, game: &GameRecord) {
        self.checked += 1;
        self.moves += game.moves.len();
        if let Some(opening) = game.board().ok().and_then(|board| NamedOpening::of_board(&board, game.rule)) {
            *self.openings.entry(opening.to_string()).or_default() += 1;
        }
        if let Err(problem) = game.verify() {
            let (file, problem) = (place.path.display().to_string(), problem.to_string());
            self.problems.push(Fault { file, game: place.in_file, problem });
        }
    }

    /// Whether all games were replayed without a fault.
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty() && self.faults.is_empty() && self.checked == self.games
    }

    /// Writes the result as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for Fault { file, game, problem } in &self.problems {
            writeln!(out, "{file}, game {game}: {problem}")?;
        }
        for told in self.faults.iter().chain(&self.notes) {
            writeln!(out, "{told}")?;
        }
        let Self { games, checked, moves, problems, .. } = self;
        if let Some(openings) = openings_caption(&self.openings) {
            writeln!(out, "{openings}")?;
        }
        let (games, moves) = (counted(*games, "game"), counted(*moves, "move"));
        writeln!(out, "{checked} of {games} checked, {moves}, {} with problems", problems.len())
    }
}
