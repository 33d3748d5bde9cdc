//! Games replayed under the rules.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use super::{GamesError, read_all};
use crate::interrupt::Interrupt;
use rustgomo::record::GameRecord;
use rustgomo::rules::Rule;

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Name of the file.
    pub file: String,
    /// Place of the game in its file, from 1.
    pub game: usize,
    /// What contradicts the rules.
    pub problem: String,
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Games in all files.
    pub games: usize,
    /// Games that were replayed: fewer after an interruption.
    pub checked: usize,
    /// Moves of these games.
    pub moves: usize,
    /// What is wrong, in the order of files and games.
    pub problems: Vec<Problem>,
}

/// Replays the games of files, with the rules that the referee of a match has: every move on a free square, nothing
/// forbidden, nothing after the end, and an end and a result that the board shows. `rule` is that of games that name
/// none.
///
/// # Errors
/// [`GamesError`] for the first file that cannot be read or holds no game.
pub fn check(files: &[PathBuf], rule: Rule, interrupt: &Interrupt) -> Result<Checked, GamesError> {
    let mut found = Checked::default();
    let games = files.iter().map(|path| Ok((path.display().to_string(), read_all(path, rule)?)));
    let games = games.collect::<Result<Vec<_>, GamesError>>()?;
    found.games = games.iter().map(|(_, games)| games.len()).sum();
    let numbered = games.iter().flat_map(|(file, games)| games.iter().zip(1..).map(move |game| (file, game)));
    for (file, (game, number)) in numbered.take_while(|_| !interrupt.is_raised()) {
        found.add(file, number, game);
    }
    Ok(found)
}

impl Checked {
    fn add(&mut self, file: &str, number: usize, game: &GameRecord) {
        self.checked += 1;
        self.moves += game.moves.len();
        if let Err(problem) = game.verify() {
            let (file, problem) = (file.to_owned(), problem.to_string());
            self.problems.push(Problem { file, game: number, problem });
        }
    }

    /// Whether all games were replayed and nothing is wrong.
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty() && self.checked == self.games
    }

    /// Writes the findings for people.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for Problem { file, game, problem } in &self.problems {
            writeln!(out, "{file}, game {game}: {problem}")?;
        }
        let Self { games, checked, moves, problems } = self;
        writeln!(out, "{checked} of {games} games checked, {moves} moves, {} with problems", problems.len())
    }
}
