//! The searches of an analysis.

use std::cmp::Reverse;
use std::time::Duration;

use super::{Defence, ForcedWin, ProofSearch, Subject, find_defence, find_forced_win, prove_last_move};
use crate::players::drawing::Heat;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::database::Entry;
use rustgomo::eval::Score;
use rustgomo::geometry::{Color, Square};
use rustgomo::report::EndReport;
use rustgomo::rules::{Rule, forbidden_squares};
use rustgomo::search::{Limits, Progress, Reporter, Searcher, Variation};
use rustgomo::threat::vct::Win;

/// Options of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyzeOptions {
    /// Limits of the search of all variations together.
    pub limits: Limits,
    /// Time for proofs of wins by threes and fours; without it only a win that the search has found is
    /// proved.
    pub proof_time: Option<Duration>,
    /// Time for proofs against all moves; without it none are searched.
    pub defence_time: Option<Duration>,
}

/// Result of an analysis.
#[derive(Clone, Debug, Default)]
pub struct PositionAnalysis {
    /// How the game ended; all other fields are empty then.
    pub end: Option<EndReport>,
    /// The variations, the best first. Empty if there is no legal move.
    pub variations: Vec<Variation>,
    /// A proven win of the side to move, or one that the opponent threatens.
    pub forced: Option<ForcedWin>,
    /// The proof that the side to move loses: the win of the position before that begins with the last move.
    pub loss: Option<Win>,
    /// Whether a limit ended the search of proofs that was asked for before all threats were tried.
    pub was_cut_short: Option<bool>,
    /// The moves that hold and those that lose, if it was asked for.
    pub defence: Option<Defence>,
    /// Forbidden squares of the side to move.
    pub forbidden: Vec<Square>,
    /// Whether the analysis was completed rather than interrupted.
    pub is_complete: bool,
    /// The position's entry before the analysis, if a database was consulted that has one.
    pub entry: Option<Entry>,
    /// First moves whose scores are from the database.
    pub from_database: Vec<Square>,
}

/// Receives each variation that was searched to a new depth, with its rank from 1. Proven variations that
/// have not changed are not repeated.
pub type Listener<'a> = dyn FnMut(usize, &Progress) + 'a;

struct ChangedLines<'a, 'b> {
    listener: &'a mut Listener<'b>,
    /// Score and line last reported of each rank.
    lines: Vec<Option<(Score, Vec<Square>)>>,
}

impl Reporter for ChangedLines<'_, '_> {
    fn iteration(&mut self, _: &Progress) {}

    fn lines(&mut self, changed: usize, lines: &[Variation]) {
        let Some(Variation { progress, .. }) = lines.get(changed) else { return };
        let content = Some((progress.score, progress.line.clone()));
        if self.lines.len() <= changed {
            self.lines.resize(changed + 1, None);
        }
        let Some(known) = self.lines.get_mut(changed) else { return };
        if progress.score.is_decided() && *known == content {
            return;
        }
        *known = content;
        (self.listener)(changed + 1, progress);
    }
}

/// Analyses a position until the limit is reached or `stop` is stopped. A finished game is not searched.
pub fn analyze(
    searcher: &mut Searcher,
    subject: &Subject,
    options: &AnalyzeOptions,
    stop: &StopHandle,
    listener: &mut Listener<'_>,
) -> PositionAnalysis {
    let end = subject.end();
    if end.is_some() {
        return PositionAnalysis { end, is_complete: true, ..PositionAnalysis::default() };
    }
    let Subject { board, rule, .. } = subject;
    let mut told = ChangedLines { listener, lines: Vec::new() };
    let result = searcher.search(board, *rule, &options.limits, stop, &mut told);
    let best = result.lines.first().map(|best| &best.progress);
    let claimed = best.filter(|best| best.score.plies_to_win().is_some());
    let first = claimed.and_then(|best| best.line.first().copied());
    let search = match options.proof_time {
        Some(time) => ProofSearch::Time(time, first),
        None if claimed.is_some() => ProofSearch::Claimed(first),
        None => ProofSearch::None,
    };
    let found = find_forced_win(board, *rule, search, stop);
    let defence = options.defence_time.map(|time| find_defence(board, *rule, time, stop));
    let is_lost = best.is_some_and(|best| best.score.plies_to_loss().is_some())
        || defence.as_ref().is_some_and(Defence::is_lost);
    let loss = is_lost.then(|| prove_last_move(board, *rule, options.proof_time, stop)).flatten();
    let black_moves = board.side_to_move() == Color::Black;
    let mut analysis = PositionAnalysis {
        end,
        variations: result.lines,
        forced: found.win,
        loss,
        was_cut_short: options.proof_time.map(|_| found.was_cut_short),
        defence,
        forbidden: if black_moves { forbidden_squares(board, *rule) } else { Vec::new() },
        is_complete: !stop.is_stopped(),
        entry: None,
        from_database: Vec::new(),
    };
    analysis.adopt_proof();
    analysis.adopt_refutations(board, *rule);
    analysis.put_refuted_last();
    analysis
}

impl PositionAnalysis {
    /// The first moves of the variations and their scores.
    pub fn first_moves(&self) -> Vec<Heat> {
        let first = |variation: &Variation| {
            let square = *variation.progress.line.first()?;
            Some(Heat { square, score: variation.progress.score })
        };
        self.variations.iter().filter_map(first).collect()
    }

    /// The moves of the best variation.
    pub fn best_line(&self) -> Vec<Square> {
        self.variations.first().map(|best| best.progress.line.clone()).unwrap_or_default()
    }

    /// The proven win of the side to move.
    pub fn own_win(&self) -> Option<&ForcedWin> {
        self.forced.as_ref().filter(|win| !win.is_threat)
    }

    /// Whether the first move of a variation is proved to lose.
    pub fn is_refuted(&self, variation: &Variation) -> bool {
        let first = variation.first();
        self.defence.as_ref().zip(first).is_some_and(|(defence, first)| defence.refutes(first))
    }

    /// Moves the variations that are proved to lose behind the others; they keep the scores that the search
    /// has found.
    pub(super) fn put_refuted_last(&mut self) {
        let (refuted, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.variations).into_iter().partition(|line| self.is_refuted(line));
        self.variations = others;
        self.variations.extend(refuted);
    }

    /// Puts a proven win in front of all variations that are no shorter wins, unless one of these begins with
    /// the same move.
    fn adopt_proof(&mut self) {
        let Some(win) = self.own_win() else { return };
        let (score, line, attack) = (win.score(), win.line(), win.proof.attack());
        let is_known = |other: &Variation| other.progress.score >= score && other.first() == Some(attack);
        let Some(best) = self.variations.first().filter(|_| !self.variations.iter().any(is_known)) else {
            return;
        };
        let proved =
            Variation { progress: Progress { score, line, ..best.progress.clone() }, ..best.clone() };
        let count = self.variations.len();
        self.variations.retain(|other| other.first() != Some(attack));
        let place = self.variations.partition_point(|other| other.progress.score > score);
        self.variations.insert(place, proved);
        self.variations.truncate(count);
    }

    /// Where every move is proved to lose, gives the variations the scores of the proofs.
    fn adopt_refutations(&mut self, board: &Board, rule: Rule) {
        let Some(defence) = self.defence.as_ref().filter(|defence| defence.is_lost()) else { return };
        for variation in &mut self.variations {
            let moves = &defence.moves;
            let refuted = variation.first().and_then(|first| moves.iter().find(|each| each.square == first));
            if let Some(plies) = refuted.and_then(|each| each.plies(board, rule))
                && !variation.progress.score.is_decided()
            {
                variation.progress.score = Score::loss_in(plies + 1);
            }
        }
        self.variations.sort_by_key(|variation| Reverse(variation.progress.score));
    }
}

#[cfg(test)]
mod tests {
    use super::super::defence::{DefendedMove, Searched};
    use super::*;
    use rustgomo::geometry::BoardSize;
    use rustgomo::threat::Proof;

    fn told(moves: &str, depth: u32) -> (PositionAnalysis, usize) {
        let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap();
        let limits = Limits { analysis: true, ..Limits::depth(depth) };
        let (mut searcher, mut count) = (Searcher::new(1 << 20), 0);
        let options = AnalyzeOptions { limits, proof_time: None, defence_time: None };
        let mut listener = |_: usize, _: &Progress| count += 1;
        let analysis = analyze(&mut searcher, &subject, &options, &StopHandle::new(), &mut listener);
        (analysis, count)
    }

    #[test]
    fn a_forced_reply_that_loses_is_told_once() {
        let forced = "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8 j9";
        let (analysis, count) = told(forced, 12);
        assert_eq!((analysis.variations.len(), count), (1, 1));
        let (open, count) = told("h8 i9", 4);
        assert_eq!((open.variations.len(), count), (1, 4), "a line that is open is told at every depth");
    }

    fn line(x: u8, score: Score) -> Variation {
        let (line, elapsed) = (vec![Square::at(x, 0)], Duration::ZERO);
        let progress = Progress {
            depth: 3,
            seldepth: 4,
            score,
            nodes: 9,
            vcf_moves: 0,
            elapsed,
            line,
            is_partial: false,
        };
        Variation { progress, nodes: 9 }
    }

    #[test]
    fn a_proof_that_the_search_has_not_found_is_the_best_line() {
        let proof = Win::Fours(Proof { attack: Square::at(2, 0), replies: Vec::new() });
        let forced = Some(ForcedWin { winner: Color::Black, is_threat: false, proof });
        let variations = vec![line(1, Score::eval(30)), line(2, Score::eval(20))];
        let mut analysis = PositionAnalysis { variations, forced, ..PositionAnalysis::default() };
        analysis.adopt_proof();
        let found: Vec<_> = analysis.first_moves().iter().map(|heat| (heat.square.x(), heat.score)).collect();
        assert_eq!(found, [(2, Score::win_in(3)), (1, Score::eval(30))]);
        // A shorter win that the search has found stays if it begins with the same move.
        analysis.variations[0] = line(2, Score::win_in(1));
        analysis.adopt_proof();
        assert_eq!(analysis.first_moves()[0].score, Score::win_in(1));
        // So does one that begins with another move, with the proof behind it.
        analysis.variations =
            vec![line(5, Score::win_in(1)), line(1, Score::eval(30)), line(2, Score::eval(20))];
        analysis.adopt_proof();
        let found: Vec<_> = analysis.first_moves().iter().map(|heat| (heat.square.x(), heat.score)).collect();
        assert_eq!(found, [(5, Score::win_in(1)), (2, Score::win_in(3)), (1, Score::eval(30))]);
    }

    #[test]
    fn lines_that_are_proved_to_lose_are_the_last_ones() {
        let proof = Win::Fours(Proof { attack: Square::at(9, 9), replies: Vec::new() });
        let moves = [(1, Some(proof)), (2, None)].map(|(x, refutation)| DefendedMove {
            square: Square::at(x, 0),
            refutation,
            search: Searched::Fully,
        });
        let mut analysis = PositionAnalysis {
            variations: vec![line(1, Score::eval(30)), line(2, Score::eval(20)), line(3, Score::eval(10))],
            defence: Some(Defence { moves: moves.into() }),
            ..PositionAnalysis::default()
        };
        analysis.put_refuted_last();
        let found: Vec<u8> = analysis.first_moves().iter().map(|heat| heat.square.x()).collect();
        assert_eq!(found, [2, 3, 1]);
    }

    #[test]
    fn a_position_whose_moves_are_all_proved_to_lose_is_lost() {
        let subject =
            Subject::from_moves("d4 e9 f9 e6 h7 d8 f10 e7 e8 d7 e10", BoardSize::default(), Rule::Standard);
        let (mut searcher, limits) = (Searcher::new(1 << 20), Limits { analysis: true, ..Limits::depth(1) });
        let defence_time = Some(Duration::from_secs(600));
        let options = AnalyzeOptions { limits, proof_time: None, defence_time };
        let mut listener = |_: usize, _: &Progress| {};
        let subject = subject.unwrap();
        let analysis = analyze(&mut searcher, &subject, &options, &StopHandle::new(), &mut listener);
        assert!(analysis.defence.as_ref().unwrap().is_lost());
        assert!(analysis.first_moves()[0].score.plies_to_loss().is_some());
        assert!(analysis.proofs(&subject).unproved_loss.is_none());
    }

    #[test]
    fn a_finished_game_is_not_searched() {
        let (over, count) = told("h8 a1 i8 a2 j8 a3 k8 a4 l8 b1", 4);
        assert_eq!((over.variations.len(), count, over.is_complete), (0, 0, true));
        assert_eq!(over.end.unwrap().sentence, "black has five, h8-l8, by move 9");
    }
}
