//! Games from and to SGF files.

use std::io::Write;
use std::path::Path;

use super::board::game;
use super::call::{Call, Reply, Row};
use super::failure::Failure;
use crate::engine::{Change, Game};
use crate::files;
use crate::geometry::Color;
use crate::record::{GameRecord, GameResult, sgf};
use crate::rules::{Outcome, Rule};

pub(super) const COMMANDS: &[Row] = &[("loadsgf", load), ("printsgf", print)];

/// Only the first game of a file is loaded; collections of all games of a year have less.
const MAX_BYTES: u64 = 16 << 20;

/// Loads the first game of a file: all of it, or the position before a move. Board size and rule are the file's.
fn load(call: &mut Call) -> Result<Reply, Failure> {
    let before: usize = if call.arguments.len() > 1 { call.number(1)? } else { usize::MAX };
    let path = call.context.engine.file_path(Path::new(call.argument(0)?))?;
    let text = files::read_text(&path, MAX_BYTES).map_err(Failure::Load)?;
    let record = sgf::read(&text)?.into_iter().next().ok_or(Failure::NoGame)?;
    let mut game = Game::new(record.size);
    for color in Color::BOTH {
        for square in &record.setup.stones[color] {
            game.play_as(color, Some(square)).map_err(|_| Failure::Illegal)?;
        }
    }
    game.give_turn(record.setup.side_to_move);
    for square in record.squares().take(before.saturating_sub(1)) {
        // The reader has checked that the squares are free.
        game.play(square).map_err(|_| Failure::Illegal)?;
    }
    let engine = &mut *call.context.engine;
    engine.change(Change::Rule(record.rule));
    engine.set_game(game);
    Ok(Reply::DONE)
}

/// Writes the game to a file, or into the response.
fn print(call: &mut Call) -> Result<Reply, Failure> {
    let record = record(game(call)?, call.context.engine.settings().rule)?;
    let text = sgf::write(&record);
    match call.arguments.first() {
        Some(name) => {
            let path = call.context.engine.file_path(Path::new(name))?;
            let written = sgf::KIND.expect_replaceable(&path);
            let written =
                written.and_then(|()| files::write_whole(&path, |out| out.write_all(text.as_bytes())));
            written.map(|()| Reply::DONE).map_err(Failure::Save)
        }
        None => Ok(Reply::Text(text.trim_end().to_owned())),
    }
}

/// The game as a record, which holds alternating moves only.
fn record(game: &Game, rule: Rule) -> Result<GameRecord, Failure> {
    let mut record = GameRecord::new(game.board().size(), rule);
    for (ply, color) in game.plies().iter().zip(Color::BOTH.into_iter().cycle()) {
        let square = ply.square.filter(|_| ply.color == color).ok_or(Failure::Irregular)?;
        record.push(square);
    }
    record.result = match game.outcome(rule) {
        Outcome::Win(color) => GameResult::Win(color),
        Outcome::Draw => GameResult::Draw,
        Outcome::Unfinished => GameResult::Unfinished,
    };
    Ok(record)
}
