//! Games from and to SGF files.

use std::io::Write;
use std::path::Path;

use super::board::game;
use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::vertex::square;
use crate::engine::{Change, Game, Ply};
use crate::files;
use crate::geometry::Color;
use crate::record::{GameRecord, read_first_sgf, sgf};
use crate::rules::{Outcome, Rule};

pub(super) const COMMANDS: &[Row] = &[("loadsgf", load), ("printsgf", print)];

/// Maximum size of a file, of which only the first game is loaded.
const MAX_BYTES: u64 = 16 << 20;

/// Loads the first game of a file, with its board size and its rule, if it names one: all of it, or the position before a move
/// that is given by its number or vertex. Replies with the side to move.
fn load(call: &mut Call) -> Result<Reply, Failure> {
    if call.rest.is_empty() {
        return Err(Failure::Syntax);
    }
    let mut path = call.session().file_path(Path::new(call.rest))?;
    let mut place = None;
    // Names may have blanks.
    if let Some((name, last)) = call.rest.rsplit_once(' ').filter(|_| !path.exists()) {
        path = call.session().file_path(Path::new(name.trim_end_matches(' ')))?;
        place = Some(last);
    }
    let bytes = files::read(&path, MAX_BYTES).map_err(Failure::Load)?;
    let record = read_first_sgf(&bytes, call.rule()).ok_or(Failure::NoGame)??;
    let moves = match place {
        Some(text) => moves_before(text, &record)?,
        None => record.moves.len(),
    };
    let mut game = start(&record);
    for square in record.squares().take(moves) {
        // The reader has checked the squares.
        game.play(square).map_err(|_| Failure::Illegal)?;
    }
    let turn = game.board().side_to_move().name().to_owned();
    call.gtp.trials.clear();
    let engine = &mut *call.context.engine;
    engine.change(Change::Rule(record.rule));
    engine.set_game(game);
    Ok(Reply::Text(turn))
}

/// The number of moves before a move.
fn moves_before(text: &str, record: &GameRecord) -> Result<usize, Failure> {
    if let Ok(number) = text.parse::<usize>() {
        return Ok(number.saturating_sub(1));
    }
    let square = square(text, record.size)?;
    record.squares().position(|played| played == square).ok_or_else(|| Failure::NoMoveAt(text.to_owned()))
}

/// The game before the first move of a record.
fn start(record: &GameRecord) -> Game {
    let setup = &record.setup;
    let stones = Color::BOTH
        .into_iter()
        .flat_map(|color| setup.stones[color].iter().map(move |square| (square, Some(color))));
    Game::from_stones(record.size, stones, setup.side_to_move)
}

/// Writes the game to a file, or into the response.
fn print(call: &mut Call) -> Result<Reply, Failure> {
    let record = record(game(call)?, call.rule())?;
    let text = sgf::write(&record);
    if call.rest.is_empty() {
        return Ok(Reply::Text(text.trim_end().to_owned()));
    }
    let path = call.session().file_path(Path::new(call.rest))?;
    let written = sgf::KIND.expect_replaceable(&path);
    let written = written.and_then(|()| files::write_atomic(&path, |out| out.write_all(text.as_bytes())));
    written.map(|()| Reply::DONE).map_err(Failure::Save)
}

/// The game as a record: set-up stones and alternating moves.
fn record(game: &Game, rule: Rule) -> Result<GameRecord, Failure> {
    let mut record = GameRecord::new(game.board().size(), rule);
    let (given, mut played) = (game.given(), game.played());
    if game.outcome(rule) != Outcome::Unfinished {
        // The passes with which we answer when the game is over.
        while let [rest @ .., Ply { square: None, .. }] = played {
            played = rest;
        }
    }
    for ply in given {
        // Passes are not set up.
        let square = ply.square.ok_or(Failure::Irregular)?;
        record.setup.stones[ply.color].insert(square);
    }
    record.setup.side_to_move = played.first().map_or(game.board().side_to_move(), |ply| ply.color);
    for (index, ply) in played.iter().enumerate() {
        let square = ply.square.filter(|_| ply.color == record.mover(index)).ok_or(Failure::Irregular)?;
        record.push(square);
    }
    Ok(record.with_result_of_board())
}
