//! Analyses as JSON.

use std::fmt;

use serde::Serialize;

use super::defence::DefenceReport;
use super::{EntryView, FinishedGame, PositionAnalysis, Subject};
use crate::drawing::Heat;
use crate::threats::{ThreatReport, threat_reports};
use rustgomo::board::square_name;
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::move_wins;
use rustgomo::search::Variation;
use rustgomo::threat::prove::ProofStep;
use rustgomo_web::ReportPage;

/// Whether the last move of a line makes a five, so that the line shows its win to the end.
fn ends_with_five(subject: &Subject, line: &[Square]) -> bool {
    let Some((&last, before)) = line.split_last() else { return false };
    let mut board = subject.board.clone();
    let is_played = before.iter().all(|&square| board.play(square).is_ok());
    is_played && move_wins(&board, subject.rule, board.side_to_move(), last)
}

pub(super) fn names(squares: &[Square], size: BoardSize) -> Vec<String> {
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
    /// Whether --defend has proved that the first move loses, which the score does not say.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    refuted: bool,
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
    #[serde(flatten)]
    score: ScoreReport,
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
    /// The proof that the side to move loses: the opponent's win that begins with the last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_of_loss: Option<ProofStep>,
    /// What claims the loss of the first line if no such proof was found.
    unproved_loss: Option<Claim>,
    /// With --prove: `found`, `exhausted` if the prover has no threat left to try, or `cut short` by a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_search: Option<&'static str>,
    /// The moves that hold and those that lose, with --defend.
    #[serde(skip_serializing_if = "Option::is_none")]
    defence: Option<DefenceReport>,
    forbidden: Vec<String>,
    moves: Vec<MoveReport>,
    /// Where either side makes a five, an open four or a double four.
    threats: Vec<ThreatReport>,
}

impl AnalysisReport {
    /// The report as a page to click through: a single file without external resources.
    ///
    /// # Errors
    /// If serialization fails, which does not happen.
    pub fn page(&self) -> serde_json::Result<String> {
        ReportPage::POSITION.with(self)
    }

    /// The report of an analysis; `heat` may be empty.
    pub fn new(subject: &Subject, analysis: &PositionAnalysis, heat: &[Heat]) -> Self {
        let board = &subject.board;
        let size = board.size();
        let line = |(index, variation @ Variation { progress, nodes }): (usize, &Variation)| LineReport {
            line: index + 1,
            from_database: analysis.is_from_database(variation),
            refuted: analysis.is_refuted(variation),
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
        let rated = heat.iter().map(|&Heat { square, score }| MoveReport {
            square: square_name(square, size),
            win_rate: score.win_rate(),
            score: score.into(),
        });
        Self {
            complete: analysis.is_complete,
            rule: subject.rule.name(),
            width: size.width(),
            height: size.height(),
            to_move: board.side_to_move().name(),
            to_move_is_guessed: subject.is_side_guessed,
            opening: subject.opening().map(|opening| opening.to_string()),
            diagram: board.to_string(),
            finished: analysis
                .finished
                .as_ref()
                .map(|end| EndReport { sentence: end.sentence(), end: end.clone() }),
            forbidden_moves: subject.forbidden_moves().into_iter().map(past).collect(),
            database: analysis.entry.as_ref().map(EntryView::of_position),
            lines: analysis.variations.iter().enumerate().map(line).collect(),
            forced_win,
            unproved_win: analysis.unproved_win().map(|(_, claim)| claim),
            proof_of_loss: analysis.steps_of_loss(subject),
            unproved_loss: analysis.unproved_loss().map(|(_, claim)| claim),
            proof_search: analysis.was_cut_short.map(|is_cut| match is_cut {
                _ if analysis.forced.is_some() || analysis.loss.is_some() => "found",
                true => "cut short",
                false => "exhausted",
            }),
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
    pub(super) fn is_from_database(&self, variation: &Variation) -> bool {
        variation.first().is_some_and(|first| self.from_database.contains(&first))
    }

    /// Plies of a win of the side to move that is claimed and not proved, and what claims it.
    pub(super) fn unproved_win(&self) -> Option<(usize, Claim)> {
        let best = self.variations.first().filter(|_| self.own_win().is_none())?;
        Some((best.progress.score.plies_to_win()?, Claim::new(self.is_from_database(best))))
    }

    /// The same of a loss.
    pub(super) fn unproved_loss(&self) -> Option<(usize, Claim)> {
        let best = self.variations.first().filter(|_| self.loss.is_none())?;
        Some((best.progress.score.plies_to_loss()?, Claim::new(self.is_from_database(best))))
    }

    /// Whether the result of the first line is not proved.
    pub(super) fn is_unproved(&self) -> bool {
        self.unproved_win().or(self.unproved_loss()).is_some()
    }

    /// The proof of a loss in words.
    pub(super) fn steps_of_loss(&self, subject: &Subject) -> Option<ProofStep> {
        let mut before = subject.board.clone();
        before.undo();
        self.loss.as_ref().map(|win| ProofStep::new(win, &before, subject.rule))
    }
}
