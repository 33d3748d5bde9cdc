//! The lines of the output.

use super::token::{name, names};
use crate::geometry::Square;
use crate::search::Progress;

/// Progress of the search: depth, score in centi-units for the side to move, PV, nodes per second, and the
/// move that wins, if one is proven.
pub(super) fn progress(progress: &Progress) -> String {
    let win = progress.score.plies_to_win().and(progress.line.first());
    let win = win.map(|&square| format!(" WIN {}", name(square))).unwrap_or_default();
    let (depth, score, line) = (progress.depth, progress.score.centi(), names(&progress.line));
    format!("INFO DEPTH {depth} SCORE {score} PV {line} NPS {}{win}", progress.nodes_per_second())
}

/// The answer: a move with the expected reply, or several fifth moves.
pub(super) fn best_move(moves: &[Square], ponder: Option<Square>) -> String {
    let ponder = ponder.map(|reply| format!(" PONDER {}", name(reply))).unwrap_or_default();
    format!("BESTMOVE {}{ponder}", names(moves))
}

/// The answer without a move; no point, as columns begin at 1.
pub(super) const NO_MOVE: &str = "BESTMOVE 00";

/// The answer that swaps colours.
pub(super) const CHANGE: &str = "BESTMOVE CHANGE";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use std::time::Duration;

    #[test]
    fn lines_have_the_form_of_the_draft() {
        let state = Progress {
            depth: 2,
            score: Score::win_in(3),
            nodes: 786,
            elapsed: Duration::from_millis(1),
            line: vec![Square::at(6, 6), Square::at(8, 8)],
            ..Progress::default()
        };
        assert_eq!(progress(&state), "INFO DEPTH 2 SCORE 29997 PV 6789 NPS 786000 WIN 67");
        assert_eq!(best_move(&[Square::at(6, 6)], Some(Square::at(8, 8))), "BESTMOVE 67 PONDER 89");
        assert_eq!(best_move(&[Square::at(6, 6), Square::at(0, 0)], None), "BESTMOVE 6701");
    }
}
