//! Statistics, checks and text of training files.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::{Value, json};

use super::player::proved_winner;
use crate::training_games::{PlyKind, TrainingGame, TrainingReader};
use rustgomo::board::{Board, square_name};
use rustgomo::eval::Score;
use rustgomo::geometry::Color;
use rustgomo::report::Versioned;
use rustgomo::rules::{Outcome, Rule, is_forbidden, outcome};

/// Statistics of training files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FileStats {
    pub games: u64,
    /// Games by rule.
    pub by_rule: BTreeMap<&'static str, u64>,
    /// Games that black won.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    pub moves: u64,
    /// Positions with a searched score.
    pub positions: u64,
    /// Size of the file.
    pub bytes: u64,
}

impl FileStats {
    fn read(&mut self, file: &Path, is_checked: bool) -> Result<()> {
        self.bytes += std::fs::metadata(file)?.len();
        for game in TrainingReader::open(file)?.games() {
            let game = game?;
            if is_checked {
                check(&game)?;
            }
            self.add(&game);
        }
        Ok(())
    }

    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        *self.by_rule.entry(game.rule.name()).or_default() += 1;
        self.black_wins += u64::from(game.winner == Some(Color::Black));
        self.draws += u64::from(game.winner.is_none());
        self.moves += game.plies.len() as u64;
        self.positions += game.searched() as u64;
    }

    /// Writes them as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { games, by_rule, black_wins, draws, moves, positions, bytes } = self;
        for (rule, games) in by_rule {
            writeln!(out, "{rule:<10} {games:>9} games")?;
        }
        let white_wins = games - black_wins - draws;
        writeln!(out, "{games} games: {black_wins} won by black, {white_wins} by white, {draws} drawn")?;
        writeln!(out, "{moves} moves, {positions} searched positions")?;
        writeln!(out, "{bytes} bytes, {:.2} a position", *bytes as f64 / (*positions).max(1) as f64)
    }
}

/// The statistics of files, whose games are replayed under the rules if `is_checked`: the first error of a
/// file or one of its games is returned.
pub fn stats(files: &[PathBuf], is_checked: bool) -> Result<FileStats> {
    let by_rule = Rule::ALL.into_iter().map(|rule| (rule.name(), 0)).collect();
    let mut stats = FileStats { by_rule, ..FileStats::default() };
    for file in files {
        stats.read(file, is_checked).with_context(|| file.display().to_string())?;
    }
    Ok(stats)
}

/// Writes the games of a file as text: number, rule, size and result, then the moves. `*` marks moves of the
/// opening, `?` random ones; searched ones have their score. With `json` every line is an object instead.
pub fn dump(path: &Path, json: bool, out: &mut dyn Write) -> Result<()> {
    for game in TrainingReader::open(path)?.games() {
        let game = game?;
        if json {
            serde_json::to_writer(&mut *out, &Versioned::new(game_json(&game))).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            dump_game(&game, out)?;
        }
    }
    Ok(())
}

fn game_json(game: &TrainingGame) -> Value {
    let moves = game.plies.iter().map(|ply| {
        let square = square_name(ply.square, game.size);
        match ply.kind {
            PlyKind::Opening => json!({ "square": square, "kind": "opening" }),
            PlyKind::Random => json!({ "square": square, "kind": "random" }),
            PlyKind::Searched(score) => json!({ "square": square, "kind": "searched", "score": score }),
        }
    });
    json!({
        "number": game.number,
        "rule": game.rule.name(),
        "size": game.size,
        "winner": game.winner,
        "moves": moves.collect::<Vec<_>>(),
    })
}

fn dump_game(game: &TrainingGame, out: &mut dyn Write) -> io::Result<()> {
    let result = game.winner.map_or("draw", Color::name);
    let (width, height) = (game.size.width(), game.size.height());
    write!(out, "{} {} {width}x{height} {result}", game.number, game.rule.name())?;
    for ply in &game.plies {
        let name = square_name(ply.square, game.size);
        match ply.kind {
            PlyKind::Opening => write!(out, " {name}*")?,
            PlyKind::Random => write!(out, " {name}?")?,
            PlyKind::Searched(score) => write!(out, " {name}({score})")?,
        }
    }
    writeln!(out)
}

/// Replays a game under the reference rules: all moves are legal, none follows the end, and the result agrees
/// with the board or the last proven score.
pub fn check(game: &TrainingGame) -> Result<()> {
    let mut board = Board::new(game.size);
    let mut state = Outcome::Unfinished;
    let wrong = |ply, what| bail!("game {}, move {ply}: {what}", game.number);
    for (i, ply) in game.plies.iter().enumerate() {
        if state != Outcome::Unfinished {
            return wrong(i + 1, "a move after the end of the game");
        }
        let mover = board.side_to_move();
        if !board.is_empty(ply.square) {
            return wrong(i + 1, "a stone on an occupied square");
        }
        if is_forbidden(&board, game.rule, mover, ply.square) {
            return wrong(i + 1, "a forbidden move");
        }
        if board.play(ply.square).is_err() {
            return wrong(i + 1, "a stone off the board");
        }
        state = outcome(&board, game.rule);
    }
    let is_right = match state {
        Outcome::Win(color) => game.winner == Some(color),
        Outcome::Draw => game.winner.is_none(),
        Outcome::Unfinished => agrees_with_last_score(game, board.side_to_move().opponent()),
    };
    if is_right { Ok(()) } else { wrong(game.plies.len(), "the result does not follow from the game") }
}

/// Whether the winner agrees with the last score: the winner of a proven score, else a draw.
fn agrees_with_last_score(game: &TrainingGame, last_mover: Color) -> bool {
    let Some(PlyKind::Searched(score)) = game.plies.last().map(|ply| ply.kind) else {
        return game.winner.is_none();
    };
    game.winner == proved_winner(Score::from_centi(score), last_mover)
}
