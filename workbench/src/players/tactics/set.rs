//! Files of test sets of forced wins.

use std::io::{self, Write};

use anyhow::{Context, Result, anyhow};

use rustgomo::board::{Board, parse_squares, square_names};
use rustgomo::geometry::BoardSize;
use rustgomo::rules::{Outcome, Rule, outcome};

/// A position with a forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// The rule.
    pub rule: Rule,
    /// Length of the win found, in plies; a faster one may exist.
    pub plies: usize,
    /// The board after the moves from the empty one.
    pub board: Board,
}

/// Reads a set with a line per position, `renju 15 19 h8 i9 …`. Empty lines and lines that start with `#` are
/// ignored.
pub fn read_tactics(text: &str) -> Result<Vec<Tactic>> {
    let lines = text.lines().zip(1..).map(|(text, line)| (text.trim(), line));
    lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#')).map(read_line).collect()
}

fn read_line((text, line): (&str, usize)) -> Result<Tactic> {
    let wrong = |expected: &str, found: &str| anyhow!("line {line}: expected {expected}, found {found:?}");
    let words = || wrong("a rule, a size, a number of plies and moves", text);
    let [rule, size, plies, moves_text] = text.splitn(4, ' ').collect::<Vec<_>>()[..] else {
        return Err(words());
    };
    let rule: Rule = rule.parse().with_context(|| format!("line {line}"))?;
    let size: BoardSize = size.parse().with_context(|| format!("line {line}"))?;
    let plies = plies.parse().map_err(|_| words())?;
    let illegal = || wrong("moves on empty squares of the board", moves_text);
    let moves = parse_squares(moves_text, size).map_err(|_| illegal())?;
    let board = Board::with_moves(size, moves).map_err(|_| illegal())?;
    if outcome(&board, rule) != Outcome::Unfinished {
        return Err(wrong("a position in which the game goes on", moves_text));
    }
    Ok(Tactic { rule, plies, board })
}

/// Writes a set as [`read_tactics`] reads it.
pub fn write_tactics(out: &mut dyn Write, tactics: &[Tactic]) -> io::Result<()> {
    for Tactic { rule, plies, board } in tactics {
        let moves = square_names(board.history().iter().flatten().copied(), board.size());
        writeln!(out, "{rule} {} {plies} {}", board.size(), moves.join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_reads_back() {
        let text = "renju 15x15 9 h8 i9 h9\nexact-caro 20x15 11 a1 t15\n";
        let tactics = read_tactics(&format!("# comment\n\n{text}")).unwrap();
        assert_eq!(tactics.len(), 2);
        assert_eq!(tactics[1].board.history().len(), 2);
        let mut out = Vec::new();
        write_tactics(&mut out, &tactics).unwrap();
        assert_eq!(read_tactics(std::str::from_utf8(&out).unwrap()).unwrap(), tactics);
    }

    #[test]
    fn nonsense_is_named_with_its_line() {
        for (text, expected) in [
            ("renju 15 9", "line 1: expected a rule"),
            ("\nchess 15 9 h8", "line 2"),
            ("renju 4000 9 h8", "line 1"),
            ("renju 15 nine h8", "line 1: expected a rule"),
            ("renju 15 9 h8 h8", "line 1: expected moves"),
            ("renju 15 9 z99", "line 1: expected moves"),
            (
                "renju 15 9 h8 a1 i8 a2 j8 a3 k8 a4 l8",
                "line 1: expected a position in which the game goes on",
            ),
        ] {
            let error = read_tactics(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
