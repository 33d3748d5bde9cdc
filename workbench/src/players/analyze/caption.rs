//! The caption of an analysis in pictures.

use super::{PositionAnalysis, Subject};
use crate::players::caption::{engine_caption, position_caption, score_caption};

impl PositionAnalysis {
    /// The lines of the caption: the position with its score, and the engine with depth and nodes.
    pub fn caption(&self, subject: &Subject) -> Vec<Vec<String>> {
        let board = &subject.board;
        let score = self.variations.first().map(|best| {
            let caption = score_caption(best.progress.score, board.side_to_move());
            if self.proofs(subject).unproved().is_some() { format!("{caption}, not proved") } else { caption }
        });
        let mut position = position_caption(board, subject.rule);
        position.extend(score);
        let engine = self.variations.first().map(|best| engine_caption(&best.progress, self.nodes()));
        [position].into_iter().chain(engine).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use rustgomo::board::from_diagram;
    use rustgomo::eval::Score;
    use rustgomo::geometry::Square;
    use rustgomo::rules::Rule;
    use rustgomo::search::{Progress, Variation};

    #[test]
    fn the_nodes_are_those_of_the_whole_search() {
        let line = |nodes| {
            let line = vec![Square::at(0, 0)];
            let (score, elapsed) = (Score::ZERO, Duration::ZERO);
            let progress = Progress { depth: 3, seldepth: 4, score, nodes, vcf_moves: 0, elapsed, line };
            Variation { progress, nodes }
        };
        let analysis = PositionAnalysis {
            variations: vec![line(0), line(20_000), line(19_000)],
            is_complete: true,
            ..PositionAnalysis::default()
        };
        let board = from_diagram(&". . . . .\n".repeat(5)).unwrap();
        let subject = Subject { board, rule: Rule::Freestyle, is_side_guessed: false };
        let caption = analysis.caption(&subject);
        assert_eq!(caption[1].last().map(String::as_str), Some("20,000 nodes"), "{caption:?}");
    }
}
