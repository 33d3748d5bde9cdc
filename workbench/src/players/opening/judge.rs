//! Tests openings for balance.

use clap::Args;

use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::{Limits, SearchResult, Searcher, Silent};
use rustgomo::threat::{VcfSolver, Verdict};

/// Transposition table of the searches: room for each of their nodes, within these bounds.
const TABLE_BYTES_PER_NODE: u64 = 16;
const MIN_TABLE_BYTES: u64 = 2 << 20;
const MAX_TABLE_BYTES: u64 = 64 << 20;
/// Maximum number of attacking moves of the VCF search.
const VCF_BUDGET: u32 = 20_000;
/// First searches reject most candidates at low cost: each with the nodes divided by the first number, those
/// whose score exceeds the limit times the second.
const FIRST_LOOKS: [(u64, i16); 3] = [(64, 4), (16, 3), (4, 2)];
/// Size of the table of the VCF search as a power of two.
const VCF_TABLE_BITS: u32 = 12;

/// When an opening is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct JudgeOptions {
    /// Nodes of each of the two searches that judge a candidate.
    #[arg(long, default_value_t = 20_000, value_parser = values::within(1..=u64::MAX))]
    pub nodes: u64,
    /// Largest absolute score of a balanced opening, in centi-units (200 are an expected score of about 73
    /// %).
    #[arg(long, default_value_t = 60, value_parser = values::within(0..=i16::MAX))]
    pub max_score: i16,
}

/// Result of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// One side has a VCF, if it is to move.
    ForcedWin,
    /// The game has ended or there is no legal move.
    Finished,
    Scored {
        /// Score for the side to move.
        mover: Score,
        /// Score for the opponent after the best move.
        other: Score,
    },
}

impl Judgement {
    /// Whether both scores are within the limit.
    pub fn is_fair(self, max_score: i16) -> bool {
        let is_small = |score: Score| score.centi().abs() <= max_score;
        matches!(self, Self::Scored { mover, other } if is_small(mover) && is_small(other))
    }
}

/// Tests a position. The position after the best move is searched only if the score is within the limit; else
/// `other` is the negated score. The result is invalid after an interruption.
pub(super) fn judge(board: &Board, rule: Rule, options: &JudgeOptions, stop: &StopHandle) -> Judgement {
    if has_forced_win(board, rule, stop) {
        return Judgement::ForcedWin;
    }
    let table = options.nodes.saturating_mul(TABLE_BYTES_PER_NODE).clamp(MIN_TABLE_BYTES, MAX_TABLE_BYTES);
    let search = |board: &Board, nodes: u64| {
        Searcher::new(table as usize).search(board, rule, &Limits::nodes(nodes), stop, &mut Silent)
    };
    for (fraction, margin) in FIRST_LOOKS {
        let score = search(board, options.nodes / fraction).progress.score;
        if score.centi().abs() > options.max_score.saturating_mul(margin) {
            return Judgement::Scored { mover: score, other: -score };
        }
    }
    let SearchResult { best: Some(best), progress, .. } = search(board, options.nodes) else {
        return Judgement::Finished;
    };
    let mover = progress.score;
    let mut next = board.clone();
    if mover.centi().abs() > options.max_score || next.play(best).is_err() {
        return Judgement::Scored { mover, other: -mover };
    }
    Judgement::Scored { mover, other: search(&next, options.nodes).progress.score }
}

/// Whether either side has a VCF if it is to move.
pub(super) fn has_forced_win(board: &Board, rule: Rule, stop: &StopHandle) -> bool {
    let mut solver = VcfSolver::new(VCF_TABLE_BITS);
    let mut wins = |position: &mut Position| {
        solver.clear();
        matches!(solver.solve(position, VCF_BUDGET, stop), Verdict::Win(_))
    };
    let mut position = Position::new(board, rule);
    if wins(&mut position) {
        return true;
    }
    position.pass();
    wins(&mut position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::from_diagram;

    #[test]
    fn a_forced_win_of_either_side_is_noticed() {
        let three =
            ". . . . . . . . .\n. . . . . . . . .\n. . . X X X . . .\n. . . . . . . . .\n. O . . O . O . .
                     . . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n";
        let board = from_diagram(three).unwrap();
        let options = JudgeOptions { nodes: 1_000, max_score: 60 };
        let judge = |board: &Board| judge(board, Rule::Freestyle, &options, &StopHandle::new());
        assert_eq!(judge(&board), Judgement::ForcedWin);
        let mut other = board.clone();
        other.pass();
        assert_eq!(judge(&other), Judgement::ForcedWin);
        let quiet = from_diagram(&three.replacen("X X X", "X . X", 1)).unwrap();
        assert!(matches!(judge(&quiet), Judgement::Scored { .. }));
    }
}
