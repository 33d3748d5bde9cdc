//! Reviews for people.

use std::io::{self, Write};

use super::{Mark, Review, ReviewedMove};
use crate::tools::drawing::GraphPoint;

impl Review {
    /// Whether all moves were reviewed.
    pub const fn is_complete(&self) -> bool {
        self.moves.len() == self.length
    }

    /// Black's win rate after each reviewed move.
    pub fn graph(&self) -> Vec<GraphPoint> {
        let point = |played: &ReviewedMove| {
            let is_black = played.number % 2 == 1;
            let rate = played.win_rate_after;
            GraphPoint { win_rate: if is_black { rate } else { 1.0 - rate }, mark: played.mark.sign() }
        };
        self.moves.iter().map(point).collect()
    }

    /// Writes the table, then the numbers of marks of both players.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let or = |name: &str, other: &str| if name.is_empty() { other.to_owned() } else { name.to_owned() };
        let (black, white) = (or(&self.black, "black"), or(&self.white, "white"));
        writeln!(out, "{black} - {white}  {}  {}", self.result, self.rule)?;
        writeln!(out, " no.    move  best  before   after    win rate")?;
        for played in &self.moves {
            write_move(out, played)?;
        }
        for (name, parity) in [(black, 1), (white, 0)] {
            let count =
                |mark: Mark| self.moves.iter().filter(|m| m.number % 2 == parity && m.mark == mark).count();
            writeln!(
                out,
                "{name}: {} blunders, {} mistakes, {} inaccuracies",
                count(Mark::Blunder),
                count(Mark::Mistake),
                count(Mark::Inaccuracy)
            )?;
        }
        Ok(())
    }
}

fn write_move(out: &mut dyn Write, played: &ReviewedMove) -> io::Result<()> {
    let stone = if played.number % 2 == 1 { 'X' } else { 'O' };
    let (before, after) = (played.win_rate_before * 100.0, played.win_rate_after * 100.0);
    let line = format!(
        "{:>4} {stone}  {:<4}  {:<4}  {:>6}  {:>6}  {before:>3.0}% {after:>3.0}%  {}",
        played.number,
        played.played,
        played.best,
        played.before,
        played.after,
        played.mark.sign()
    );
    writeln!(out, "{}", line.trim_end())?;
    if !played.missed_win.is_empty() {
        writeln!(out, "        missed the win {}", played.missed_win.join(" "))?;
    }
    if !played.missed_defence.is_empty() {
        let line = played.missed_defence.join(" ");
        writeln!(out, "        missed the defence {}; now {line} wins", played.best)?;
    }
    Ok(())
}
