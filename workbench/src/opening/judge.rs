//! Whether an opening is fair.

use clap::Args;

use crate::interrupt::Interrupt;
use crate::search_limit::SearchLimit;
use crate::values;
use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::{SearchResult, Searcher, Silent};
use rustgomo::threat::{VcfSolver, Verdict};

/// Table of one judgement: ample for the nodes that it takes.
const TABLE_BYTES: usize = 2 << 20;
/// Attacking moves in the search for a win by fours.
const VCF_BUDGET: u32 = 20_000;
/// A first look takes this part of the nodes, and throws away where a side is ahead by so many times the limit: most
/// candidates, at little cost.
const FIRST_LOOK: u64 = 16;
const FIRST_LOOK_MARGIN: i16 = 3;
/// Memory of the search for a win by fours: two to this power.
const VCF_TABLE_BITS: u32 = 12;

/// When an opening is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct JudgeOptions {
    /// Nodes of each of the two searches that judge a candidate.
    #[arg(long, default_value_t = 20_000, value_parser = values::within(1..=u64::MAX))]
    pub nodes: u64,
    /// Largest absolute score of a balanced opening, in centi-units (200 are an expected score of about 73 %).
    #[arg(long, default_value_t = 60, value_parser = values::within(0..=i16::MAX))]
    pub max_score: i16,
}

/// What is known about an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// A side wins by fours, if it is on the move.
    ForcedWin,
    /// The game is over or nobody can move.
    Finished,
    /// Neither; how good the position is.
    Scored {
        /// For the side to move.
        mover: Score,
        /// For the other side after the mover's best move.
        other: Score,
    },
}

impl Judgement {
    /// Whether neither side is ahead.
    pub fn is_fair(self, max_score: i16) -> bool {
        let is_small = |score: Score| score.centi().abs() <= max_score;
        matches!(self, Self::Scored { mover, other } if is_small(mover) && is_small(other))
    }
}

/// Judges a position. The other side is asked only where the mover's score is small
/// enough; else its score is taken to be the mover's with the sign changed. `None` if `interrupt` was raised before the
/// end.
pub(super) fn judge(
    board: &Board,
    rule: Rule,
    options: &JudgeOptions,
    interrupt: &Interrupt,
) -> Option<Judgement> {
    let judgement = judge_uninterrupted(board, rule, options, interrupt);
    (!interrupt.is_raised()).then_some(judgement)
}

/// The same, as if nothing could interrupt it: after an interruption the judgement means nothing.
fn judge_uninterrupted(
    board: &Board,
    rule: Rule,
    options: &JudgeOptions,
    interrupt: &Interrupt,
) -> Judgement {
    if has_forced_win(board, rule, interrupt) {
        return Judgement::ForcedWin;
    }
    let search = |board: &Board, nodes: u64| {
        let limit = SearchLimit { nodes: Some(nodes), ..SearchLimit::default() };
        limit.search(&mut Searcher::new(TABLE_BYTES), (board, rule), &[], interrupt, &mut Silent)
    };
    let glimpse = search(board, options.nodes / FIRST_LOOK).progress.score;
    if glimpse.centi().abs() > options.max_score.saturating_mul(FIRST_LOOK_MARGIN) {
        return Judgement::Scored { mover: glimpse, other: -glimpse };
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

/// Whether one of the sides would win by fours if it were on the move.
pub(super) fn has_forced_win(board: &Board, rule: Rule, interrupt: &Interrupt) -> bool {
    let mut solver = VcfSolver::new(VCF_TABLE_BITS);
    let mut wins = |position: &mut Position| {
        solver.clear();
        matches!(solver.solve(position, VCF_BUDGET, &|| interrupt.is_raised()), Verdict::Win(_))
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
        let judge = |board: &Board| judge(board, Rule::Freestyle, &options, &Interrupt::default()).unwrap();
        assert_eq!(judge(&board), Judgement::ForcedWin);
        let mut other = board.clone();
        other.pass();
        assert_eq!(judge(&other), Judgement::ForcedWin);
        let quiet = from_diagram(&three.replacen("X X X", "X . X", 1)).unwrap();
        assert!(matches!(judge(&quiet), Judgement::Scored { .. }));
    }
}
