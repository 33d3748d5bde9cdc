//! What is written under the picture of an analysis.

use super::{PositionAnalysis, Subject};
use crate::caption::{engine_caption, position_caption, score_caption};
use rustgomo::eval::Score;

impl PositionAnalysis {
    /// The lines of the caption: the position with its score, and who says so.
    pub fn caption(&self, subject: &Subject) -> Vec<Vec<String>> {
        let board = &subject.board;
        let score = self.best_score().map(|score| score_caption(score, board.side_to_move()));
        let mut position = position_caption(board, subject.rule);
        position.extend(score);
        let engine = self.variations.first().map(|best| engine_caption(&best.progress));
        [position].into_iter().chain(engine).collect()
    }

    /// The score of the [`best_line`](Self::best_line).
    fn best_score(&self) -> Option<Score> {
        match &self.forced {
            Some(win) if !win.is_threat => Some(win.score()),
            _ => self.variations.first().map(|best| best.progress.score),
        }
    }
}
