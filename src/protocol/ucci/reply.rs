//! The lines of the output.

use crate::board::{square_name, square_names};
use crate::geometry::{BoardSize, Square};
use crate::search::Progress;
use crate::search::table::{Bound, TableEntry};

/// Progress of the search: depth, score and PV, then time and nodes.
pub(super) fn progress(progress: &Progress, size: BoardSize) -> [String; 2] {
    let line = square_names(progress.line.iter().copied(), size).join(" ");
    [
        format!("info depth {} score {} pv {line}", progress.depth, progress.score.centi()),
        format!("info time {} nodes {}", progress.elapsed.as_millis(), progress.nodes),
    ]
}

/// The transposition table's entry for a position; depths are in plies.
pub(super) fn known(entry: Option<(TableEntry, BoardSize)>) -> String {
    let Some((entry, size)) = entry else { return "pophash".to_owned() };
    let best = entry.best.map(|best| format!(" bestmove {}", square_name(best, size))).unwrap_or_default();
    let (score, depth) = (entry.score.centi(), entry.depth.whole_plies());
    let bound = |name: &str, other: Bound| {
        let holds = entry.bound != other;
        if holds { format!(" {name} {score} depth {depth}") } else { String::new() }
    };
    format!("pophash{best}{}{}", bound("lowerbound", Bound::Upper), bound("upperbound", Bound::Lower))
}

/// Details of the search for developers.
pub(super) fn details(progress: &Progress) -> String {
    let (deepest, speed, fours) = (progress.seldepth, progress.nodes_per_second(), progress.vcf_moves);
    format!("info message deepest {deepest} speed {speed} fours {fours}")
}

/// The answer: the move, the expected reply, and ` draw`, ` resign` or nothing.
pub(super) fn best_move(best: Square, reply: Option<Square>, remark: &str, size: BoardSize) -> String {
    let ponder = reply.map(|reply| format!(" ponder {}", square_name(reply, size))).unwrap_or_default();
    format!("bestmove {}{ponder}{remark}", square_name(best, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use std::time::Duration;

    #[test]
    fn lines_have_the_form_that_interfaces_read() {
        let size = BoardSize::default();
        let line = vec![Square::at(8, 6), Square::at(7, 7)];
        let state = Progress {
            depth: 8,
            score: Score::win_in(5),
            nodes: 120,
            elapsed: Duration::from_millis(7),
            line,
            ..Progress::default()
        };
        assert_eq!(progress(&state, size), ["info depth 8 score 29995 pv i9 h8", "info time 7 nodes 120"]);
        let entry = TableEntry {
            best: Some(Square::at(8, 6)),
            score: Score::eval(12),
            eval: None,
            bound: Bound::Exact,
            depth: crate::search::Depth::hundredths(350),
            tt_pv: false,
        };
        let both = "pophash bestmove i9 lowerbound 12 depth 3 upperbound 12 depth 3";
        assert_eq!(known(Some((entry, size))), both);
        let lower = TableEntry { bound: Bound::Lower, best: None, ..entry };
        assert_eq!(known(Some((lower, size))), "pophash lowerbound 12 depth 3");
        let best = |reply, remark| best_move(Square::at(8, 6), reply, remark, size);
        assert_eq!(best(Some(Square::at(7, 7)), ""), "bestmove i9 ponder h8");
        assert_eq!(best(None, " draw"), "bestmove i9 draw");
    }
}
