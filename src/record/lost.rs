//! What a format cannot hold of games.

use super::renlib::{START, lost_marks};
use super::tree::{GameTree, ROOT, Step, TreeNode};
use super::{GameRecord, GameResult, RecordFormat};

impl RecordFormat {
    /// What a file in this format leaves out of games, each with how often they have it: the answer to "what is lost?"
    /// before a conversion. A game that the format refuses altogether is an error of its writer.
    pub fn lost(self, trees: &[GameTree]) -> Vec<(usize, &'static str)> {
        let is_line = !matches!(self, Self::Sgf | Self::Lib);
        let has_scores = matches!(self, Self::Sgf | Self::Text);
        let has_times = has_scores || self == Self::Psq;
        let mut lost = Vec::new();
        let mut add = |is_lost: bool, name: &'static str, count: &dyn Fn(&GameTree) -> usize| {
            let count = if is_lost { trees.iter().map(count).sum() } else { 0 };
            lost.extend((count > 0).then_some((count, name)));
        };
        let of_nodes = |count: fn(&TreeNode) -> usize| {
            move |tree: &GameTree| tree.nodes().iter().map(count).sum::<usize>()
        };
        add(self == Self::Lib, "rule", &|_| 1);
        add(self == Self::Lib, "names", &|tree| {
            usize::from(tree.about().names.0.iter().any(|name| !name.is_empty()))
        });
        add(self == Self::Lib, "result", &|tree| {
            let said = GameRecord { result: GameResult::Unfinished, ..tree.main_line() };
            usize::from(tree.about().result != said.end_of_board().0)
        });
        add(matches!(self, Self::Lib | Self::Psq), "remark", &|tree| {
            usize::from(!tree.about().remark.is_empty())
        });
        add(is_line, "variations", &of_nodes(|node| node.children().len().saturating_sub(1)));
        add(is_line, "passes with all behind them", &of_nodes(|node| usize::from(node.step() == Step::Pass)));
        add(is_line, "comments", &of_nodes(|node| usize::from(!node.comment().is_empty())));
        add(is_line, "marks", &of_nodes(|node| node.marks.len() + node.labels().len()));
        add(self == Self::Lib, "marks", &|tree| {
            (ROOT..tree.len()).map(|index| lost_marks(tree, index)).sum()
        });
        add(!has_scores, "scores", &of_nodes(|node| usize::from(node.score.is_some())));
        add(!has_times, "times", &of_nodes(|node| usize::from(node.time_ms.is_some())));
        let properties: fn(&TreeNode) -> usize = if is_line {
            |node| node.properties.len()
        } else {
            |node| node.properties.iter().filter(|(key, _)| key != START).count()
        };
        add(self != Self::Sgf, "properties of SGF", &of_nodes(properties));
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sgf;
    use crate::rules::Rule;

    #[test]
    fn each_format_says_what_it_leaves_out() {
        let text = "(;GM[4]PB[a]GC[b]RE[B+]C[c]EV[d];B[hh]V[5]MS[9]TR[hh]SQ[aa]LB[hh:x][bb:y](;W[bb])(;W[]))";
        let trees = sgf::read_trees(text, Rule::Renju).unwrap();
        let lost = |format: RecordFormat| {
            let lost = format.lost(&trees).into_iter().map(|(count, name)| format!("{name} {count}"));
            lost.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(lost(RecordFormat::Sgf), "");
        let line = "variations 1, passes with all behind them 1, comments 1, marks 4";
        assert_eq!(lost(RecordFormat::Text), format!("{line}, properties of SGF 1"));
        assert_eq!(lost(RecordFormat::Psq), format!("remark 1, {line}, scores 1, properties of SGF 1"));
        let about = "rule 1, names 1, result 1, remark 1";
        assert_eq!(
            lost(RecordFormat::Lib),
            format!("{about}, marks 2, scores 1, times 1, properties of SGF 1")
        );
    }
}
