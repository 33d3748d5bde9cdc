//! Reviews as text.

use std::io::{self, Write};

use super::{Review, ReviewedPosition};
use crate::players::caption::counted;
use rustgomo::geometry::Color;
use rustgomo::report::{MarkCounts, MoveMark, MoveReport};
use rustgomo::rules::Foul;

/// Maximum number of moves written of a line.
const MOVES_SHOWN: usize = 12;

impl Review {
    /// Whether all moves were reviewed.
    pub const fn is_complete(&self) -> bool {
        self.moves.len() == self.length
    }

    /// The number of the first reviewed move.
    pub fn first_number(&self) -> usize {
        self.length - self.moves.len() + 1
    }

    /// Black's win rate after each reviewed move, and the mark of that.
    pub fn graph(&self) -> Vec<(f64, MoveMark)> {
        let rates = self.positions.iter().skip(1).map(|after| after.searched.black_win_rate);
        rates.zip(self.moves.iter().map(|played| played.mark)).collect()
    }

    /// Writes the table, then the numbers of marks of both players.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let or = |name: &str, other: &str| {
            let name = name.replace(char::is_control, " ");
            if name.is_empty() { other.to_owned() } else { name }
        };
        let (black, white) = (or(&self.black, "black"), or(&self.white, "white"));
        let opening = self.opening.as_ref().map(|opening| format!("  {opening}")).unwrap_or_default();
        writeln!(out, "{black} - {white}  {}  {}{opening}", self.result, self.rule)?;
        writeln!(out, " no.    move  best  before   after    win rate")?;
        for played in &self.moves {
            let before = self.positions.iter().find(|position| position.searched.number + 1 == played.number);
            write_move(out, played, before.is_some_and(ReviewedPosition::is_unproved))?;
        }
        if !self.is_complete() {
            writeln!(out, "interrupted: {} of {} moves were reviewed", self.moves.len(), self.length)?;
        }
        if let Some(end) = &self.end {
            writeln!(out, "the game is over: {}", end.sentence)?;
        }
        if !self.after_end.is_empty() {
            writeln!(out, "not reviewed, because played after the end: {}", shown(&self.after_end))?;
        }
        for (name, marks) in [(black, self.black_marks), (white, self.white_marks)] {
            let MarkCounts { blunders, mistakes, inaccuracies, .. } = marks;
            let inaccuracies = if inaccuracies == 1 {
                "1 inaccuracy".to_owned()
            } else {
                format!("{inaccuracies} inaccuracies")
            };
            let marks = [counted(blunders, "blunder"), counted(mistakes, "mistake"), inaccuracies];
            writeln!(out, "{name}: {}", marks.join(", "))?;
        }
        Ok(())
    }
}

/// A line of moves, with a mark at its end if it was truncated.
fn shown(line: &[String]) -> String {
    let more = if line.len() > MOVES_SHOWN { " …" } else { "" };
    format!("{}{more}", line[..line.len().min(MOVES_SHOWN)].join(" "))
}

fn write_move(out: &mut dyn Write, played: &MoveReport, is_unproved: bool) -> io::Result<()> {
    let stone = if played.color == Color::Black { 'X' } else { 'O' };
    let (before, after) = (played.before.win_rate() * 100.0, played.after.win_rate() * 100.0);
    let remark = match (played.foul.map(Foul::name), played.is_forced) {
        (Some(foul), _) => format!("forbidden: {foul}"),
        (None, true) => "forced".to_owned(),
        (None, false) => played.mark.sign().to_owned(),
    };
    let source = match (played.is_from_database, is_unproved) {
        (true, _) => "  (database)",
        (false, true) => "  (not proved)",
        (false, false) => "",
    };
    let line = format!(
        "{:>4} {stone}  {:<4}  {:<4}  {:>6}  {:>6}  {before:>3.0}% {after:>3.0}%  {remark}{source}",
        played.number,
        played.played,
        played.best,
        played.before.to_string(),
        played.after.to_string()
    );
    writeln!(out, "{}", line.trim_end())?;
    if !played.missed_win.is_empty() {
        writeln!(out, "        missed the win {}", shown(&played.missed_win))?;
    } else if played.mark > MoveMark::None {
        writeln!(out, "        better {}", shown(&played.best_line))?;
    }
    if !played.missed_defence.is_empty() {
        let line = shown(&played.missed_defence);
        writeln!(out, "        missed the defence {}; now {line} wins", played.best)?;
    }
    Ok(())
}
