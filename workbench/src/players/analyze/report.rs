//! Analyses as JSON.

use std::time::Duration;

use serde::Serialize;

use super::defence::DefenceReport;
use super::{Defence, EntryView, ForcedWin, PositionAnalysis, Subject};
use crate::players::drawing::Heat;
use rustgomo::board::{Board, square_name};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::report::{EndReport, LineReport, PositionReport, ProofReport, Turn};
use rustgomo::rules::{Rule, move_wins};
use rustgomo::search::Variation;
use rustgomo::threat::vct::Win;
use rustgomo_web::ReportPage;

/// Whether the last move of a line makes a five, so that the line shows its win to the end.
fn ends_with_five(subject: &Subject, line: &[Square]) -> bool {
    let Some((&last, before)) = line.split_last() else { return false };
    let mut board = subject.board.clone();
    let is_played = before.iter().all(|&square| board.play(square).is_ok());
    is_played && move_wins(&board, subject.rule, board.side_to_move(), last)
}

/// A variation in JSON.
#[derive(Clone, Debug, Serialize)]
struct AnalyzedLine {
    #[serde(flatten)]
    line: LineReport,
    /// Whether the moves end with the winning five.
    ends_with_five: bool,
    /// Whether score, depth and moves are from the database.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    from_database: bool,
    /// Whether --defend has proved that the first move loses, which the score does not say.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    refuted: bool,
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
    #[serde(flatten)]
    score: Score,
}

/// What is proved of a position, and what is claimed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProofsReport {
    /// The proved win of the side to move, or one that the opponent threatens.
    pub forced_win: Option<ProofReport>,
    /// What claims a win of the side to move that is not proved.
    pub unproved_win: Option<Claim>,
    /// The proof that the side to move loses: the opponent's win that begins with the last move.
    pub proof_of_loss: Option<ProofReport>,
    /// What claims a loss of the side to move that is not proved.
    pub unproved_loss: Option<Claim>,
}

impl ProofsReport {
    /// The report of a win and a loss that were proved on a board, and of a score with what claims it.
    pub fn new(
        (board, rule): (&Board, Rule),
        (win, loss): (Option<&ForcedWin>, Option<&Win>),
        claimed: Option<(Score, Claim)>,
    ) -> Self {
        let unproved = |plies: fn(Score) -> Option<usize>, is_proved: bool| {
            claimed.filter(|&(score, _)| !is_proved && plies(score).is_some()).map(|(_, claim)| claim)
        };
        Self {
            forced_win: win.map(|win| win.report(board, rule)),
            unproved_win: unproved(Score::plies_to_win, win.is_some_and(|win| !win.is_threat)),
            proof_of_loss: loss.map(|win| ProofReport::new(win, board, rule, Turn::Played)),
            unproved_loss: unproved(Score::plies_to_loss, loss.is_some()),
        }
    }

    /// What claims a result that is not proved.
    pub fn unproved(&self) -> Option<Claim> {
        self.unproved_win.or(self.unproved_loss)
    }
}

/// An analysis in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct AnalyzeReport {
    /// Whether the analysis was completed rather than interrupted.
    complete: bool,
    rule: Rule,
    size: BoardSize,
    /// One of the 26 named openings, such as `D4 Kagetsu`.
    opening: Option<String>,
    diagram: String,
    #[serde(flatten)]
    position: PositionReport,
    /// Whether the side to move was inferred from the numbers of stones.
    to_move_is_guessed: bool,
    /// How the game ended; there are no variations then.
    end: Option<EndReport>,
    /// Forbidden moves of the game with their numbers.
    forbidden_moves: Vec<PastMove>,
    /// The position's entry in the database.
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<EntryView>,
    /// Nodes of the whole search.
    nodes: u64,
    seconds: f64,
    lines: Vec<AnalyzedLine>,
    #[serde(flatten)]
    proofs: ProofsReport,
    /// With --prove: `found`, `exhausted` if the prover has no threat left to try, or `cut short` by a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_search: Option<&'static str>,
    /// The moves that hold and those that lose, with --defend.
    #[serde(skip_serializing_if = "Option::is_none")]
    defence: Option<DefenceReport>,
    moves: Vec<MoveReport>,
}

impl AnalyzeReport {
    /// The report as a page to click through: a single file without external resources.
    pub fn page(&self) -> serde_json::Result<String> {
        ReportPage::POSITION.with(self)
    }

    /// The report of an analysis; `heat` may be empty.
    pub fn new(subject: &Subject, analysis: &PositionAnalysis, heat: &[Heat]) -> Self {
        let Subject { board, rule, .. } = subject;
        let size = board.size();
        let line = |variation: &Variation| AnalyzedLine {
            line: LineReport::new(&variation.into(), size),
            ends_with_five: ends_with_five(subject, &variation.progress.line),
            from_database: analysis.is_from_database(variation),
            refuted: analysis.is_refuted(variation),
        };
        let past = |(number, square)| PastMove { number, square: square_name(square, size) };
        let rated = heat
            .iter()
            .map(|&Heat { square, score }| MoveReport { square: square_name(square, size), score });
        let proofs = analysis.proofs(subject);
        Self {
            complete: analysis.is_complete,
            rule: *rule,
            size,
            opening: subject.opening().map(|opening| opening.to_string()),
            diagram: board.to_string(),
            position: PositionReport::new(board, *rule, analysis.end.is_some()),
            to_move_is_guessed: subject.is_side_guessed,
            end: analysis.end.clone(),
            forbidden_moves: subject.forbidden_moves().into_iter().map(past).collect(),
            database: analysis.entry.as_ref().map(EntryView::of_position),
            nodes: analysis.nodes(),
            seconds: analysis.elapsed().as_secs_f64(),
            lines: analysis.variations.iter().map(line).collect(),
            proof_search: analysis.was_cut_short.map(|is_cut| match is_cut {
                _ if proofs.forced_win.is_some() || proofs.proof_of_loss.is_some() => "found",
                true => "cut short",
                false => "exhausted",
            }),
            proofs,
            defence: analysis.defence.as_ref().map(|defence| defence.report(board, *rule)),
            moves: rated.collect(),
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

    /// Nodes of the whole search. A proof that was found before the search has none.
    pub(super) fn nodes(&self) -> u64 {
        self.variations.iter().map(|variation| variation.progress.nodes).max().unwrap_or(0)
    }

    /// Time of the whole search.
    fn elapsed(&self) -> Duration {
        self.variations.iter().map(|variation| variation.progress.elapsed).max().unwrap_or_default()
    }

    /// What is proved and what is claimed.
    pub(super) fn proofs(&self, Subject { board, rule, .. }: &Subject) -> ProofsReport {
        let is_lost = self.defence.as_ref().is_some_and(Defence::is_lost);
        let best = self.variations.first().filter(|_| !is_lost);
        let claimed = best.map(|best| (best.progress.score, Claim::new(self.is_from_database(best))));
        ProofsReport::new((board, *rule), (self.forced.as_ref(), self.loss.as_ref()), claimed)
    }
}
