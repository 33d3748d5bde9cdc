//! Analyses as text and JSON.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::defence::DefenceReport;
use super::{EntryView, FinishedGame, PositionAnalysis, Subject};
use crate::drawing::Heat;
use crate::html_page::Page;
use crate::threats::{ThreatReport, threat_reports};
use rustgomo::board::{square_name, to_diagram};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::move_wins;
use rustgomo::search::{Progress, Variation};
use rustgomo::threat::prove::ProofStep;

/// Maximum number of moves written of a line during the search, and of undecided lines at its end.
const MOVES_SHOWN: usize = 12;
/// Marks a truncated line.
const CUT: &str = " ...";

/// Writes a line during the search: number, depth, score, win rate, nodes, time and up to twelve moves.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_line(
    out: &mut dyn Write,
    number: usize,
    progress: &Progress,
    size: BoardSize,
) -> io::Result<()> {
    write_line_of(out, number, progress, size, MOVES_SHOWN, "")
}

fn write_line_of(
    out: &mut dyn Write,
    number: usize,
    progress: &Progress,
    size: BoardSize,
    shown: usize,
    source: &str,
) -> io::Result<()> {
    let depth = format!("{}-{}", progress.depth, progress.seldepth);
    let score = progress.score.to_string();
    let percent = progress.score.win_rate() * 100.0;
    let seconds = progress.elapsed.as_secs_f64();
    let moves = names(&progress.line[..progress.line.len().min(shown)], size).join(" ");
    let cut = if progress.line.len() > shown { CUT } else { "" };
    let nodes = progress.nodes;
    writeln!(
        out,
        "line {number}  depth {depth:<6} {score:>6} {percent:>5.1}%  {nodes:>10} nodes {seconds:>6.1}s  {moves}{cut}{source}"
    )
}

/// Whether the last move of a line makes a five, so that the line shows its win to the end.
fn ends_with_five(subject: &Subject, line: &[Square]) -> bool {
    let Some((&last, before)) = line.split_last() else { return false };
    let mut board = subject.board.clone();
    let is_played = before.iter().all(|&square| board.play(square).is_ok());
    is_played && move_wins(&board, subject.rule, board.side_to_move(), last)
}

fn names(squares: &[Square], size: BoardSize) -> Vec<String> {
    squares.iter().map(|&square| square_name(square, size)).collect()
}

/// A forced win in JSON.
#[derive(Clone, Debug, Serialize)]
struct ForcedReport {
    winner: &'static str,
    is_threat: bool,
    /// `fours`, or `threes and fours`.
    means: &'static str,
    line: Vec<String>,
    proof: ProofStep,
}

/// A score in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreReport {
    /// Centi-units; wins and losses are beyond ±28,976.
    pub score: i16,
    /// Plies to a proven win.
    pub plies_to_win: Option<usize>,
    /// Plies to a proven loss.
    pub plies_to_loss: Option<usize>,
}

impl From<Score> for ScoreReport {
    fn from(score: Score) -> Self {
        let (plies_to_win, plies_to_loss) = (score.plies_to_win(), score.plies_to_loss());
        Self { score: score.centi(), plies_to_win, plies_to_loss }
    }
}

impl fmt::Display for ScoreReport {
    /// `+M5` or `-M4` for a win or loss in this number of plies, else the centi-units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies_to_win, self.plies_to_loss) {
            (Some(plies), _) => write!(f, "+M{plies}"),
            (_, Some(plies)) => write!(f, "-M{plies}"),
            _ => write!(f, "{}", self.score),
        }
    }
}

/// A variation in JSON.
#[derive(Clone, Debug, Serialize)]
struct LineReport {
    line: usize,
    depth: u32,
    seldepth: u32,
    #[serde(flatten)]
    score: ScoreReport,
    win_rate: f64,
    nodes: u64,
    /// Nodes searched for this variation.
    line_nodes: u64,
    time_ms: u128,
    moves: Vec<String>,
    /// Whether the moves end with the winning five.
    ends_with_five: bool,
    /// Whether score, depth and moves are from the database.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    from_database: bool,
}

/// The end of a game in JSON.
#[derive(Clone, Debug, Serialize)]
struct EndReport {
    #[serde(flatten)]
    end: FinishedGame,
    /// The end as a sentence.
    sentence: String,
}

/// A move of the game in JSON.
#[derive(Clone, Debug, Serialize)]
struct PastMove {
    number: usize,
    square: String,
}

/// The score of a move in JSON.
#[derive(Clone, Debug, Serialize)]
struct MoveReport {
    square: String,
    win_rate: f64,
}

/// An analysis in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisReport {
    /// Whether the analysis was completed rather than interrupted.
    complete: bool,
    rule: &'static str,
    width: u8,
    height: u8,
    to_move: &'static str,
    /// Whether the side to move was inferred from the numbers of stones.
    to_move_is_guessed: bool,
    /// One of the 26 named openings, such as `D4 Kagetsu`.
    opening: Option<String>,
    diagram: String,
    /// How the game ended; there are no variations then.
    finished: Option<EndReport>,
    /// Forbidden moves of the game with their numbers.
    forbidden_moves: Vec<PastMove>,
    /// The position's entry in the database.
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<EntryView>,
    lines: Vec<LineReport>,
    forced_win: Option<ForcedReport>,
    /// What claims the win of the first line if no proof by threes and fours was found.
    unproved_win: Option<Claim>,
    /// The moves that hold and those that lose, with --defend.
    #[serde(skip_serializing_if = "Option::is_none")]
    defence: Option<DefenceReport>,
    forbidden: Vec<String>,
    moves: Vec<MoveReport>,
    /// Where either side makes a five, an open four or a double four.
    threats: Vec<ThreatReport>,
}

const PAGE: Page =
    Page { body: include_str!("../../page/position.html"), script: include_str!("../../page/position.js") };

impl AnalysisReport {
    /// The report as a page to click through: a single file without external resources.
    ///
    /// # Errors
    /// If serialization fails, which does not happen.
    pub fn page(&self) -> serde_json::Result<String> {
        PAGE.with(self)
    }

    /// The report of an analysis; `heat` may be empty.
    pub fn new(subject: &Subject, analysis: &PositionAnalysis, heat: &[Heat]) -> Self {
        let board = &subject.board;
        let size = board.size();
        let line = |(index, variation @ Variation { progress, nodes }): (usize, &Variation)| LineReport {
            line: index + 1,
            from_database: analysis.is_from_database(variation),
            depth: progress.depth,
            seldepth: progress.seldepth,
            score: progress.score.into(),
            win_rate: progress.score.win_rate(),
            nodes: progress.nodes,
            line_nodes: *nodes,
            time_ms: progress.elapsed.as_millis(),
            moves: names(&progress.line, size),
            ends_with_five: ends_with_five(subject, &progress.line),
        };
        let past = |(number, square)| PastMove { number, square: square_name(square, size) };
        let forced_win = analysis.forced.as_ref().map(|win| ForcedReport {
            winner: win.winner.name(),
            is_threat: win.is_threat,
            means: win.means(),
            line: names(&win.line(), size),
            proof: win.steps(board, subject.rule),
        });
        let is_over = analysis.finished.is_some();
        let rated = heat
            .iter()
            .map(|h| MoveReport { square: square_name(h.square, size), win_rate: h.score.win_rate() });
        Self {
            complete: analysis.is_complete,
            rule: subject.rule.name(),
            width: size.width(),
            height: size.height(),
            to_move: board.side_to_move().name(),
            to_move_is_guessed: subject.is_side_guessed,
            opening: subject.opening().map(|opening| opening.to_string()),
            diagram: to_diagram(board),
            finished: analysis
                .finished
                .as_ref()
                .map(|end| EndReport { sentence: end.sentence(), end: end.clone() }),
            forbidden_moves: subject.forbidden_moves().into_iter().map(past).collect(),
            database: analysis.entry.as_ref().map(EntryView::of_position),
            lines: analysis.variations.iter().enumerate().map(line).collect(),
            forced_win,
            unproved_win: analysis.unproved_win().map(|(_, claim)| claim),
            defence: analysis.defence.as_ref().map(|defence| defence.report(board, subject.rule)),
            forbidden: names(&analysis.forbidden, size),
            moves: rated.collect(),
            threats: if is_over { Vec::new() } else { threat_reports(board, subject.rule) },
        }
    }
}

/// What claims a result that is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The search.
    Search,
    /// The database; it was not searched here.
    Database,
}

impl Claim {
    /// The claim of a score with such a result.
    pub const fn new(is_from_database: bool) -> Self {
        if is_from_database { Self::Database } else { Self::Search }
    }
}

impl PositionAnalysis {
    fn is_from_database(&self, variation: &Variation) -> bool {
        variation.first().is_some_and(|first| self.from_database.contains(&first))
    }

    /// Plies of a win of the side to move that is claimed and not proved, and what claims it.
    fn unproved_win(&self) -> Option<(usize, Claim)> {
        let is_proved = self.forced.as_ref().is_some_and(|win| !win.is_threat);
        let best = self.variations.first().filter(|_| !is_proved)?;
        let plies = best.progress.score.plies_to_win()?;
        Some((plies, Claim::new(self.is_from_database(best))))
    }

    /// Writes the result as text: the variations by rank, the proof, the forbidden squares.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
        let board = &subject.board;
        let size = board.size();
        write_heading(out, subject, self.finished.is_some())?;
        if let Some(entry) = &self.entry {
            let text = EntryView::of_position(entry).to_string();
            writeln!(out, "in the database: {}", text.trim())?;
        }
        if let Some(finished) = &self.finished {
            return writeln!(out, "the game is over: {}", finished.sentence());
        }
        for (variation, number) in self.variations.iter().zip(1..) {
            let Variation { progress, .. } = variation;
            let shown = if progress.score.is_decided() { usize::MAX } else { MOVES_SHOWN };
            let source = if self.is_from_database(variation) { "  (database)" } else { "" };
            write_line_of(out, number, progress, size, shown, source)?;
        }
        if self.variations.is_empty() {
            writeln!(out, "no legal move")?;
        }
        if !self.is_complete {
            writeln!(out, "interrupted")?;
        }
        if let Some((plies, claim)) = self.unproved_win() {
            let winner = board.side_to_move().name();
            let source = match claim {
                Claim::Database => "the win is from the database and was not searched here",
                Claim::Search => {
                    "the search has tried every reply near the stones, and no proof by threes and fours was found"
                }
            };
            writeln!(out, "{winner} wins within {plies} plies: {source}")?;
        }
        if let Some(win) = &self.forced {
            let winner = win.winner.name();
            let wins = if win.is_threat { "threatens to win" } else { "wins" };
            let note = if win.means() == "fours" { "" } else { "; replies not shown lose at once" };
            writeln!(out, "{winner} {wins} by {}{note}:", win.means())?;
            for line in win.explain(board, subject.rule) {
                writeln!(out, "  {line}")?;
            }
        }
        for line in self.defence.iter().flat_map(|defence| defence.explain(board)) {
            writeln!(out, "{line}")?;
        }
        if !self.forbidden.is_empty() {
            writeln!(out, "forbidden for black: {}", names(&self.forbidden, size).join(" "))?;
        }
        Ok(())
    }
}

/// Writes rule, size and side to move, and the forbidden moves of the game.
fn write_heading(out: &mut dyn Write, subject: &Subject, is_over: bool) -> io::Result<()> {
    let (board, rule) = (&subject.board, subject.rule.name());
    let (size, mover) = (board.size(), board.side_to_move().name());
    let guess = format!(", which is guessed: --to-move or a line \"{mover} to move\" in the diagram says it");
    let guess = if subject.is_side_guessed { guess } else { String::new() };
    let turn = if is_over { String::new() } else { format!(", {mover} to move{guess}") };
    let opening = subject.opening().map(|opening| format!(", opening {opening}")).unwrap_or_default();
    writeln!(out, "{rule} on {}x{}{opening}{turn}", size.width(), size.height())?;
    for (number, square) in subject.forbidden_moves() {
        let name = square_name(square, size);
        writeln!(
            out,
            "move {number}, {name}, was forbidden: under {rule} it lost the game; what follows supposes that it was allowed"
        )?;
    }
    Ok(())
}
