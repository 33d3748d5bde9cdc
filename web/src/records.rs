//! Records of games, from files and for files.

use rustgomo::board::square_name;
use rustgomo::record::tree::GameTree;
use rustgomo::record::{GameRecord, GameResult, Termination, psq, read_bytes, renlib, sgf, text};
use rustgomo::rules::Outcome;
use rustgomo::{BoardSize, Rule, Square};
use serde::Serialize;

use crate::Game;
use crate::position::json;

/// A game of a file.
#[derive(Debug, Serialize)]
struct Record {
    rule: &'static str,
    size: String,
    moves: String,
    black: String,
    white: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: &'static str,
}

/// Squares as a word: `h8i9`.
fn word(squares: impl Iterator<Item = Square>, size: BoardSize) -> String {
    squares.map(|square| square_name(square, size)).collect()
}

impl Record {
    fn new(game: &GameRecord, number: usize) -> Result<Self, String> {
        if !game.setup.is_default() {
            return Err(format!("game {number}: expected a game that begins on the empty board"));
        }
        let moves = word(game.squares(), game.size);
        Game::new(game.rule.name(), &game.size.to_string(), &moves)
            .map_err(|error| format!("game {number}: {error}"))?;
        Ok(Self {
            rule: game.rule.name(),
            size: game.size.to_string(),
            moves,
            black: game.names.0[0].clone(),
            white: game.names.0[1].clone(),
            result: game.result.name(),
        })
    }
}

/// The games of a file in any format, as JSON; `rule` is that of games that name none.
///
/// # Errors
/// A sentence if there is no game, or one that cannot be replayed.
pub fn read(bytes: &[u8], rule: &str) -> Result<String, String> {
    let rule: Rule = rule.parse().map_err(|error| format!("rule: {error}"))?;
    let games = read_bytes(bytes, rule).map_err(|error| error.to_string())?;
    if games.is_empty() {
        return Err("expected at least one game, found none".to_owned());
    }
    let records: Result<Vec<Record>, String> =
        games.iter().zip(1..).map(|(game, number)| Record::new(game, number)).collect();
    Ok(json(&records?))
}

/// A game as a file: `text`, `sgf`, `psq`, `lib` or `moves`.
///
/// # Errors
/// A sentence if the format is unknown or cannot hold the game.
pub fn write(game: &Game, format: &str) -> Result<Vec<u8>, String> {
    let setup = game.setup.clone();
    let mut record = GameRecord { setup, ..GameRecord::new(game.board.size(), game.rule) };
    game.board.history().iter().flatten().for_each(|&square| record.push(square));
    (record.result, record.termination) = match game.outcome() {
        Outcome::Win(color) if game.foul.is_some() => (GameResult::Win(color), Termination::Forbidden),
        Outcome::Win(color) => (GameResult::Win(color), Termination::Five),
        Outcome::Draw => (GameResult::Draw, Termination::FullBoard),
        Outcome::Unfinished => (GameResult::Unfinished, Termination::Unfinished),
    };
    Ok(match format {
        "text" => text::write(&record).into_bytes(),
        "sgf" => sgf::write(&record).into_bytes(),
        "psq" => psq::write(&record).map_err(|error| error.to_string())?.into_bytes(),
        "lib" => renlib::write_trees(&[GameTree::from(&record)]).map_err(|error| error.to_string())?,
        "moves" if !record.setup.is_default() => {
            return Err(format!("expected a game that begins on the empty board, found {}", record.setup));
        }
        "moves" => word(record.squares(), record.size).into_bytes(),
        _ => return Err(format!("expected text, sgf, psq, lib or moves, found {format:?}")),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_format_reads_back() {
        let moves = "h8i9j8k7";
        let game = Game::new("renju", "15", moves).unwrap();
        for format in ["text", "sgf", "psq", "lib", "moves"] {
            let bytes = write(&game, format).unwrap();
            let games: Value = serde_json::from_str(&read(&bytes, "renju").unwrap()).unwrap();
            let expected = (&Value::from("renju"), &"15x15".into(), &Value::from(moves), &Value::from("*"));
            let game = &games[0];
            assert_eq!((&game["rule"], &game["size"], &game["moves"], &game["result"]), expected, "{format}");
        }
    }

    #[test]
    fn damaged_files_are_games_or_errors() {
        let game = Game::new("renju", "15", "h8i9j8k7").unwrap();
        for format in ["text", "sgf", "psq", "lib", "moves"] {
            let bytes = write(&game, format).unwrap();
            for at in 0..bytes.len() {
                let _ = read(&bytes[..at], "renju");
                for value in [0, b'(', b'-', b'9', b'z', 0xff] {
                    let mut damaged = bytes.clone();
                    damaged[at] = value;
                    let games = read(&damaged, "renju").unwrap_or_else(|error| json(&[error]));
                    assert!(
                        serde_json::from_str::<Value>(&games).is_ok_and(|games| games.is_array()),
                        "{format} {at}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_no_record_is_refused_with_a_sentence() {
        let error = |bytes: &[u8]| read(bytes, "renju").unwrap_err();
        assert!(error(b"hello").contains("expected moves such as h8 i9, SGF"));
        assert!(error(&[0xff; 40]).contains("expected"));
        assert!(error(b"").contains("expected"), "{}", error(b""));
        let set_up = error(b"(;GM[4]SZ[15]AB[hh]AW[ii];B[jj])");
        assert_eq!(set_up, "game 1: expected a game that begins on the empty board");
        let after = error(b"a1a2b1b2c1c2d1d2e1e2");
        assert_eq!(after, "game 1: move 10, e2: the game is over");
        let game = Game::new("renju", "15", "h8/i7/white/j6").unwrap();
        let written = String::from_utf8(write(&game, "sgf").unwrap()).unwrap();
        assert!(written.contains("AB[hh]AW[ii]PL[W]\n;W[jj])"), "{written}");
        assert!(write(&game, "moves").unwrap_err().contains("begins on the empty board"));
        assert!(write(&Game::new("caro", "20", "").unwrap(), "lib").unwrap_err().contains("15x15"));
        assert!(write(&Game::new("caro", "20", "").unwrap(), "exe").unwrap_err().contains("expected text"));
    }
}
