//! Analyses for people and for machines.

use std::io::{self, Write};

use serde::Serialize;

use super::forced::Step;
use super::{Analysis, Subject};
use crate::board::{square_name, to_diagram};
use crate::geometry::{BoardSize, Color, Square};
use crate::search::Progress;
use crate::tools::drawing::Heat;

/// Moves of a line that are written for people.
const MOVES_SHOWN: usize = 12;

/// Writes a line as it is found: number, depth, score, win rate, nodes, time and moves.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_line(
    out: &mut dyn Write,
    number: usize,
    progress: &Progress,
    size: BoardSize,
) -> io::Result<()> {
    let depth = format!("{}-{}", progress.depth, progress.selective_depth);
    let score = progress.score.to_string();
    let percent = progress.score.win_rate() * 100.0;
    let seconds = progress.elapsed.as_secs_f64();
    let shown = names(&progress.line[..progress.line.len().min(MOVES_SHOWN)], size).join(" ");
    let nodes = progress.nodes;
    writeln!(
        out,
        "line {number}  depth {depth:<6} {score:>6} {percent:>5.1}%  {nodes:>10} nodes {seconds:>6.1}s  {shown}"
    )
}

fn names(squares: &[Square], size: BoardSize) -> Vec<String> {
    squares.iter().map(|&square| square_name(square, size)).collect()
}

/// The words for the players.
const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A forced win for machines.
#[derive(Clone, Debug, Serialize)]
struct ForcedReport {
    winner: &'static str,
    is_threat: bool,
    line: Vec<String>,
    proof: Step,
}

/// A variation for machines.
#[derive(Clone, Debug, Serialize)]
struct LineReport {
    line: usize,
    depth: u32,
    selective_depth: u32,
    score: i16,
    plies_to_win: Option<usize>,
    plies_to_loss: Option<usize>,
    win_rate: f64,
    nodes: u64,
    time_ms: u128,
    moves: Vec<String>,
}

/// The score of one move for machines.
#[derive(Clone, Debug, Serialize)]
struct MoveReport {
    square: String,
    win_rate: f64,
}

/// An analysis for machines.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisReport {
    rule: &'static str,
    width: u8,
    height: u8,
    to_move: &'static str,
    diagram: String,
    lines: Vec<LineReport>,
    forced_win: Option<ForcedReport>,
    forbidden: Vec<String>,
    moves: Vec<MoveReport>,
}

impl AnalysisReport {
    /// Collects what is known; `heat` may be empty.
    pub fn new(subject: &Subject, analysis: &Analysis, heat: &[Heat]) -> Self {
        let board = &subject.board;
        let size = board.size();
        let line = |number: usize, progress: &Progress| LineReport {
            line: number,
            depth: progress.depth,
            selective_depth: progress.selective_depth,
            score: progress.score.centi(),
            plies_to_win: progress.score.plies_to_win(),
            plies_to_loss: progress.score.plies_to_loss(),
            win_rate: progress.score.win_rate(),
            nodes: progress.nodes,
            time_ms: progress.elapsed.as_millis(),
            moves: names(&progress.line, size),
        };
        let forced_win = analysis.forced.as_ref().map(|win| ForcedReport {
            winner: color_name(win.winner),
            is_threat: win.is_threat,
            line: names(&win.line(), size),
            proof: win.steps(board, subject.rule),
        });
        let rated =
            heat.iter().map(|h| MoveReport { square: square_name(h.square, size), win_rate: h.win_rate });
        Self {
            rule: subject.rule.name(),
            width: size.width(),
            height: size.height(),
            to_move: color_name(board.side_to_move()),
            diagram: to_diagram(board),
            lines: analysis.variations.iter().map(|v| line(v.number, &v.progress)).collect(),
            forced_win,
            forbidden: names(&analysis.forbidden, size),
            moves: rated.collect(),
        }
    }
}

impl Analysis {
    /// Writes the result for people: the variations by rank, the proof, the forbidden points.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
        let board = &subject.board;
        let size = board.size();
        writeln!(
            out,
            "{} on {}x{}, {} to move",
            subject.rule.name(),
            size.width(),
            size.height(),
            color_name(board.side_to_move())
        )?;
        for variation in &self.variations {
            write_line(out, variation.number, &variation.progress, size)?;
        }
        if self.variations.is_empty() {
            writeln!(out, "no legal move")?;
        }
        let proved = self.variations.first().and_then(|best| best.progress.score.plies_to_win());
        if let (Some(plies), true) = (proved, self.forced.as_ref().is_none_or(|win| win.is_threat)) {
            let winner = color_name(board.side_to_move());
            writeln!(
                out,
                "{winner} wins within {plies} plies: the search has tried every reply near the stones, and no proof by \
                 fours alone was found"
            )?;
        }
        if let Some(win) = &self.forced {
            let winner = color_name(win.winner);
            if win.is_threat {
                writeln!(out, "{winner} threatens to win by fours:")?;
            } else {
                writeln!(out, "{winner} wins by fours:")?;
            }
            for line in win.explain(board, subject.rule) {
                writeln!(out, "  {line}")?;
            }
        }
        if !self.forbidden.is_empty() {
            writeln!(out, "forbidden for black: {}", names(&self.forbidden, size).join(" "))?;
        }
        Ok(())
    }
}
