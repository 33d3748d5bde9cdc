//! Games as files without variations.

use rustgomo::board::square_name;
use rustgomo::record::{GameRecord, GameResult, RecordFormat, Termination};
use rustgomo::rules::Outcome;
use rustgomo::{BoardSize, Square};

use crate::Game;

/// Squares as a word: `h8i9`.
fn word(squares: impl Iterator<Item = Square>, size: BoardSize) -> String {
    squares.map(|square| square_name(square, size)).collect()
}

/// A game as a file: `text`, `sgf`, `psq`, `lib`, `sav` or `moves`.
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
    let format = match format {
        "text" => RecordFormat::Text,
        "sgf" => RecordFormat::Sgf,
        "psq" => RecordFormat::Psq,
        "lib" => RecordFormat::Lib,
        "sav" => RecordFormat::Sav,
        "moves" if !record.setup.is_default() => {
            return Err(format!("expected a game that begins on the empty board, found {}", record.setup));
        }
        "moves" => return Ok(word(record.squares(), record.size).into_bytes()),
        _ => return Err(format!("expected text, sgf, psq, lib, sav or moves, found {format:?}")),
    };
    format.write(&record).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use rustgomo::Rule;
    use rustgomo::record::read_bytes;

    use super::*;

    #[test]
    fn every_format_reads_back() {
        let game = Game::new("renju", "15", "h8i9j8k7").unwrap();
        for format in ["text", "sgf", "psq", "lib", "sav", "moves"] {
            let read = read_bytes(&write(&game, format).unwrap(), Rule::Renju).unwrap().remove(0);
            let moves = word(read.squares(), read.size);
            assert_eq!(
                (read.rule, moves.as_str(), read.result),
                (Rule::Renju, "h8i9j8k7", GameResult::Unfinished),
                "{format}"
            );
        }
    }

    #[test]
    fn what_a_format_cannot_hold_is_refused_with_a_sentence() {
        let error = |game: &Game, format| write(game, format).unwrap_err();
        let game = Game::new("renju", "15", "h8/i7/white/j6").unwrap();
        let written = String::from_utf8(write(&game, "sgf").unwrap()).unwrap();
        assert!(written.contains("AB[hh]AW[ii]PL[W]\n;W[jj])"), "{written}");
        for format in ["moves", "psq", "lib", "sav"] {
            assert!(error(&game, format).contains("begins on the empty board"), "{format}");
        }
        let large = Game::new("caro", "20", "").unwrap();
        assert!(error(&large, "lib").contains("15x15") && error(&large, "exe").contains("expected text"));
    }
}
