//! Analyses for people and for machines.

use std::io::{self, Write};

use serde::Serialize;

use super::forced::ForcedStep;
use super::{PositionAnalysis, Subject};
use crate::board::{square_name, to_diagram};
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::move_wins;
use crate::search::{Progress, Variation};
use crate::tools::drawing::Heat;

/// Moves of a line that are written for people while the search runs, and of undecided lines at its end.
const MOVES_SHOWN: usize = 12;
/// Stands where a line goes on.
const CUT: &str = " ...";

/// Writes a line as it is found: number, depth, score, win rate, nodes, time and moves, at most twelve.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_line(
    out: &mut dyn Write,
    number: usize,
    progress: &Progress,
    size: BoardSize,
) -> io::Result<()> {
    write_line_of(out, number, progress, size, MOVES_SHOWN)
}

fn write_line_of(
    out: &mut dyn Write,
    number: usize,
    progress: &Progress,
    size: BoardSize,
    shown: usize,
) -> io::Result<()> {
    let depth = format!("{}-{}", progress.depth, progress.selective_depth);
    let score = progress.score.to_string();
    let percent = progress.score.win_rate() * 100.0;
    let seconds = progress.elapsed.as_secs_f64();
    let moves = names(&progress.line[..progress.line.len().min(shown)], size).join(" ");
    let cut = if progress.line.len() > shown { CUT } else { "" };
    let nodes = progress.nodes;
    writeln!(
        out,
        "line {number}  depth {depth:<6} {score:>6} {percent:>5.1}%  {nodes:>10} nodes {seconds:>6.1}s  {moves}{cut}"
    )
}

/// Whether a line makes a five with its last move: what it proves can be followed to the end.
fn ends_with_five(subject: &Subject, line: &[Square]) -> bool {
    let Some((&last, before)) = line.split_last() else { return false };
    let mut board = subject.board.clone();
    let is_played = before.iter().all(|&square| board.play(square).is_ok());
    is_played && move_wins(&board, subject.rule, board.side_to_move(), last)
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
    proof: ForcedStep,
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
    /// Those of the nodes that were visited for this line.
    line_nodes: u64,
    time_ms: u128,
    moves: Vec<String>,
    /// Whether the moves lead to the five that decides.
    ends_with_five: bool,
}

/// A move of the game for machines.
#[derive(Clone, Debug, Serialize)]
struct PastMove {
    number: usize,
    square: String,
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
    /// Whether the analysis came to its end, rather than being interrupted.
    complete: bool,
    rule: &'static str,
    width: u8,
    height: u8,
    to_move: &'static str,
    diagram: String,
    /// Moves so far that were forbidden, with their numbers.
    forbidden_moves: Vec<PastMove>,
    lines: Vec<LineReport>,
    forced_win: Option<ForcedReport>,
    forbidden: Vec<String>,
    moves: Vec<MoveReport>,
}

impl AnalysisReport {
    /// Collects what is known; `heat` may be empty.
    pub fn new(subject: &Subject, analysis: &PositionAnalysis, heat: &[Heat]) -> Self {
        let board = &subject.board;
        let size = board.size();
        let line = |(index, Variation { progress, nodes }): (usize, &Variation)| LineReport {
            line: index + 1,
            depth: progress.depth,
            selective_depth: progress.selective_depth,
            score: progress.score.centi(),
            plies_to_win: progress.score.plies_to_win(),
            plies_to_loss: progress.score.plies_to_loss(),
            win_rate: progress.score.win_rate(),
            nodes: progress.nodes,
            line_nodes: *nodes,
            time_ms: progress.elapsed.as_millis(),
            moves: names(&progress.line, size),
            ends_with_five: ends_with_five(subject, &progress.line),
        };
        let past = |(number, square)| PastMove { number, square: square_name(square, size) };
        let forced_win = analysis.forced.as_ref().map(|win| ForcedReport {
            winner: color_name(win.winner),
            is_threat: win.is_threat,
            line: names(&win.line(), size),
            proof: win.steps(board, subject.rule),
        });
        let rated =
            heat.iter().map(|h| MoveReport { square: square_name(h.square, size), win_rate: h.win_rate });
        Self {
            complete: analysis.is_complete,
            rule: subject.rule.name(),
            width: size.width(),
            height: size.height(),
            to_move: color_name(board.side_to_move()),
            diagram: to_diagram(board),
            forbidden_moves: subject.forbidden_moves().into_iter().map(past).collect(),
            lines: analysis.variations.iter().enumerate().map(line).collect(),
            forced_win,
            forbidden: names(&analysis.forbidden, size),
            moves: rated.collect(),
        }
    }
}

impl PositionAnalysis {
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
        for (number, square) in subject.forbidden_moves() {
            let name = square_name(square, size);
            writeln!(
                out,
                "move {number}, {name}, was forbidden: under {} it lost the game",
                subject.rule.name()
            )?;
        }
        for (variation, number) in self.variations.iter().zip(1..) {
            let Variation { progress, .. } = variation;
            let shown = if progress.score.is_decided() { usize::MAX } else { MOVES_SHOWN };
            write_line_of(out, number, progress, size, shown)?;
        }
        if self.variations.is_empty() {
            writeln!(out, "no legal move")?;
        }
        if !self.is_complete {
            writeln!(out, "interrupted")?;
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
