//! Conversion of scores between a position and its successor.

use rustgomo::eval::Score;

/// The score of a move from that of the position after it. Wins and losses count plies from before the move,
/// so a win takes an odd number and a loss an even one.
pub(super) fn score_before(after: Score) -> Score {
    match (after.plies_to_win(), after.plies_to_loss()) {
        (Some(plies), _) => Score::loss_in(plies + 1),
        (_, Some(plies)) => Score::win_in(plies + 1),
        _ => -after,
    }
}

/// The score of the position after the best move from that of the position before it.
pub(super) fn score_after(before: Score) -> Score {
    match (before.plies_to_win(), before.plies_to_loss()) {
        (Some(plies), _) => Score::loss_in(plies.saturating_sub(1)),
        (_, Some(plies)) => Score::win_in(plies.saturating_sub(1)),
        _ => -before,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_more_and_a_ply_less_are_inverse() {
        for score in [Score::win_in(3), Score::loss_in(4), Score::eval(-70), Score::ZERO] {
            assert_eq!(score_after(score_before(score)), score);
        }
        assert_eq!(score_before(Score::loss_in(0)), Score::win_in(1));
        assert_eq!(score_before(Score::win_in(1)), Score::loss_in(2));
    }
}
