//! Lines to the interface.

use crate::board::square_name;
use crate::geometry::{BoardSize, Square};
use crate::search::Progress;

fn names(squares: &[Square], size: BoardSize) -> String {
    squares.iter().map(|&square| square_name(square, size)).collect::<Vec<_>>().join(" ")
}

/// The state of the search: one line about the best play, one about the work.
pub(super) fn progress(progress: &Progress, size: BoardSize) -> [String; 2] {
    let line = names(&progress.line, size);
    [
        format!("info depth {} score {} pv {line}", progress.depth, progress.score.centi()),
        format!("info time {} nodes {}", progress.elapsed.as_millis(), progress.nodes),
    ]
}

/// The answer: the move, the reply that is expected, and whether a draw is accepted.
pub(super) fn best_move(best: Square, reply: Option<Square>, draw: bool, size: BoardSize) -> String {
    let ponder = reply.map(|reply| format!(" ponder {}", square_name(reply, size))).unwrap_or_default();
    let draw = if draw { " draw" } else { "" };
    format!("bestmove {}{ponder}{draw}", square_name(best, size))
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
            selective_depth: 9,
            score: Score::win_in(5),
            nodes: 120,
            vcf_moves: 0,
            elapsed: Duration::from_millis(7),
            line,
        };
        assert_eq!(progress(&state, size), ["info depth 8 score 29995 pv i9 h8", "info time 7 nodes 120"]);
        let best = |reply, draw| best_move(Square::at(8, 6), reply, draw, size);
        assert_eq!(best(Some(Square::at(7, 7)), false), "bestmove i9 ponder h8");
        assert_eq!(best(None, true), "bestmove i9 draw");
    }
}
