//! What a format cannot hold of games.

use super::tree::{GameTree, ROOT, Step, TreeNode};
use super::{GameRecord, GameResult, RecordFormat, Termination, psq, renlib, sgf};
use crate::rules::Rule;

/// What a file in a format leaves out of games, added up game by game.
///
/// # Examples
/// ```
/// use rustgomo::Rule;
/// use rustgomo::record::{Lost, RecordFormat, read_trees};
///
/// let mut lost = Lost::new(RecordFormat::Pos);
/// for tree in read_trees(b"(;GM[4]RU[renju]PB[a];B[hh]C[b])", Rule::Renju)? {
///     lost.add(&tree);
/// }
/// assert_eq!(lost.list(), [(1, "rule"), (1, "names"), (1, "comments")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lost {
    format: RecordFormat,
    counts: Vec<(usize, &'static str)>,
}

impl Lost {
    /// Nothing yet.
    pub const fn new(format: RecordFormat) -> Self {
        Self { format, counts: Vec::new() }
    }

    /// Each kind with how often games have it.
    pub fn list(&self) -> Vec<(usize, &'static str)> {
        self.counts.iter().copied().filter(|&(count, _)| count > 0).collect()
    }

    /// Counts what is lost of a game.
    pub fn add(&mut self, tree: &GameTree) {
        let counts = self.format.counts(tree);
        if self.counts.is_empty() {
            self.counts = counts;
        } else {
            // All games have all kinds in the same order.
            self.counts.iter_mut().zip(counts).for_each(|((all, _), (count, _))| *all += count);
        }
    }
}

impl RecordFormat {
    /// What a file in this format leaves out of games, each with how often they have it: the answer to "what
    /// is lost?" before a conversion. A game that the format refuses altogether is an error of its writer.
    pub fn lost(self, trees: &[GameTree]) -> Vec<(usize, &'static str)> {
        let mut lost = Lost::new(self);
        for tree in trees {
            lost.add(tree);
        }
        lost.list()
    }

    fn counts(self, tree: &GameTree) -> Vec<(usize, &'static str)> {
        let is_line = !matches!(self, Self::Sgf | Self::Lib);
        let has_scores = matches!(self, Self::Sgf | Self::Text);
        let has_times = has_scores || self == Self::Psq;
        let has_moves_only = matches!(self, Self::Lib | Self::Sav | Self::Pos);
        let is_terse = has_moves_only || self == Self::Psq;
        let about = tree.about();
        // Without its rule a forbidden move or a row of six ends no game, or another one.
        let kept_rule = if has_moves_only { self.default_rule() } else { about.rule };
        let mut counts = Vec::new();
        let mut add = |is_lost: bool, name: &'static str, count: &dyn Fn() -> usize| {
            counts.push((if is_lost { count() } else { 0 }, name));
        };
        add(has_moves_only, "rule", &|| 1);
        add(is_terse, "names", &|| {
            let is_lost = |name: &String| !name.is_empty() && (has_moves_only || !psq::holds_name(name));
            usize::from(about.names.0.iter().any(is_lost))
        });
        add(has_moves_only, "result", &|| {
            let said = GameRecord { result: GameResult::Unfinished, rule: kept_rule, ..tree.main_line() };
            usize::from(about.result != said.end_of_board().0)
        });
        add(is_terse, "how the game ended", &|| usize::from(ends_otherwise(tree, kept_rule)));
        add(is_terse, "number in the match", &|| usize::from(about.number > 0));
        add(is_terse, "number of opening moves", &|| usize::from(about.opening > 0));
        add(is_terse, "that the game is continuous", &|| usize::from(about.continuous));
        add(is_terse, "remark", &|| usize::from(!about.remark.is_empty()));
        let of_nodes = |count: &dyn Fn(TreeNode<'_>) -> usize| -> usize { tree.nodes().map(count).sum() };
        add(is_line, "variations", &|| of_nodes(&|node| node.children().skip(1).count()));
        add(is_line, "passes and the moves after them", &|| {
            let mut is_behind_pass = vec![false; tree.len()];
            let is_lost = |&index: &usize| {
                let node = tree.node(index);
                is_behind_pass[index] = node.step() == Step::Pass || is_behind_pass[node.parent()];
                is_behind_pass[index] && node.step() != Step::Nothing
            };
            tree.preorder().filter(is_lost).count()
        });
        add(is_line, "comments", &|| of_nodes(&|node| usize::from(!node.comment().is_empty())));
        add(is_line || self == Self::Lib, "marks", &|| {
            if is_line {
                return of_nodes(&|node| node.marks().count() + node.labels().count());
            }
            (ROOT..tree.len()).map(|index| renlib::lost_marks(tree, index)).sum()
        });
        add(!has_scores, "scores", &|| of_nodes(&|node| usize::from(node.score.is_some())));
        add(!has_times, "times", &|| of_nodes(&|node| usize::from(node.time_ms.is_some())));
        add(true, "properties of SGF", &|| {
            let lost = |index| {
                let properties = tree.node(index).notes().properties.iter();
                properties.filter(|(key, _)| !self.holds(tree, index, key)).count()
            };
            (ROOT..tree.len()).map(lost).sum()
        });
        counts
    }

    /// Whether a property without a meaning is written.
    fn holds(self, tree: &GameTree, index: usize, key: &str) -> bool {
        match self {
            Self::Sgf => sgf::is_foreign(key),
            Self::Lib => renlib::holds(tree, index, key),
            _ => false,
        }
    }
}

/// Whether the game ended in a way that the board does not show under a rule.
fn ends_otherwise(tree: &GameTree, rule: Rule) -> bool {
    let said = tree.about().termination;
    let is_said = !matches!(said, Termination::Unknown | Termination::Unfinished);
    let untold = GameRecord { termination: Termination::Unknown, rule, ..tree.main_line() };
    is_said && untold.end_of_board().1 != said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sgf;

    #[test]
    fn a_foul_ends_no_game_where_the_rule_is_lost() {
        let foul = "game 1 size=15x15 rule=renju result=0-1 end=forbidden moves=c5 a1 d5 b3 e3 m1 e4 o7 e5";
        let trees = crate::record::read_trees(foul.as_bytes(), Rule::Freestyle).unwrap();
        let lost =
            |format: RecordFormat| format.lost(&trees).into_iter().map(|(_, what)| what).collect::<Vec<_>>();
        assert_eq!(lost(RecordFormat::Pos), ["rule", "result", "how the game ended"]);
        assert_eq!(lost(RecordFormat::Lib), ["rule"], "RenLib's files are read under renju");
        assert!(lost(RecordFormat::Sgf).is_empty() && lost(RecordFormat::Psq).is_empty());
    }

    #[test]
    fn all_moves_behind_a_pass_are_counted() {
        let text = "(;GM[4];B[hh](;W[];B[ii](;W[tt];B[jj])(;W[kk];C[a]))(;W[ll]))";
        let lost = RecordFormat::Text.lost(&sgf::read_trees(text, Rule::Renju).unwrap());
        assert_eq!(lost, [(2, "variations"), (5, "passes and the moves after them"), (1, "comments")]);
    }

    #[test]
    fn each_format_says_what_it_leaves_out() {
        let text = "(;GM[4]PB[a]GC[b]RE[B+]C[c]EV[d];B[hh]V[5]MS[9]TR[hh]SQ[aa]LB[hh:x][bb:y](;W[bb]HO[1])(;W[]HO[1]))";
        let trees = sgf::read_trees(text, Rule::Renju).unwrap();
        let lost = |format: RecordFormat| {
            let lost = format.lost(&trees).into_iter().map(|(count, name)| format!("{name} {count}"));
            lost.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(lost(RecordFormat::Sgf), "");
        let line = "variations 1, passes and the moves after them 1, comments 1, marks 4";
        assert_eq!(lost(RecordFormat::Text), format!("{line}, properties of SGF 3"));
        assert_eq!(lost(RecordFormat::Psq), format!("remark 1, {line}, scores 1, properties of SGF 3"));
        let about = "rule 1, names 1, result 1, remark 1";
        assert_eq!(
            lost(RecordFormat::Lib),
            format!("{about}, marks 1, scores 1, times 1, properties of SGF 2")
        );
    }

    #[test]
    fn what_a_format_has_no_place_for_is_named_even_if_only_the_first_node_has_it() {
        let text = "(;GM[4]GN[3]OP[2]KE[resignation]CG[1]RE[B+R];B[hh];W[aa])";
        let trees = sgf::read_trees(text, Rule::Renju).unwrap();
        let about = [
            (1, "how the game ended"),
            (1, "number in the match"),
            (1, "number of opening moves"),
            (1, "that the game is continuous"),
        ];
        assert_eq!(RecordFormat::Psq.lost(&trees), about);
        assert_eq!(RecordFormat::Lib.lost(&trees), [&[(1, "rule"), (1, "result")], &about[..]].concat());
        assert_eq!((RecordFormat::Text.lost(&trees), RecordFormat::Sgf.lost(&trees)), (vec![], vec![]));
    }

    #[test]
    fn known_properties_in_a_wrong_form_or_place_are_lost() {
        for (root, node) in [
            ("OP[two]", ""),
            ("KE[mate]", ""),
            ("RE[1-0]", ""),
            ("RE[B+F]", ""),
            ("RE[B+12]", ""),
            ("RU[chess]", ""),
            ("PB[a]PB[b]", ""),
            ("PB[a][b]", ""),
            ("", "PB[late]"),
            ("", "PL[W]"),
            ("", "KE[five]"),
            ("", "B[bb]"),
            ("", "TR[aa]SQ[aa]"),
            ("", "LB[aa:x][aa:y]"),
        ] {
            let trees = sgf::read_trees(&format!("(;GM[4]{root};B[hh];W[ii];B[jj]{node})"), Rule::Renju);
            let lost = RecordFormat::Sgf.lost(&trees.unwrap());
            assert_eq!(lost, [(1, "properties of SGF")], "{root} {node}");
        }
        let named = sgf::read_trees("(;GM[4]PB[1,2,3]PW[a];B[hh])", Rule::Renju).unwrap();
        assert_eq!(RecordFormat::Psq.lost(&named), [(1, "names")], "it would be read as a move");
        for whole in [
            "FF[3]CA[UTF-8]AP[x:1]GM[4]RE[Void]RU[]",
            "AB[aa]PL[W]",
            "lower[case]",
            "GN[name]KE[five]OP[1]RE[?]",
            "RE[W+F]KE[forbidden]",
        ] {
            let trees = sgf::read_trees(&format!("(;{whole})"), Rule::Renju).unwrap();
            assert_eq!(RecordFormat::Sgf.lost(&trees), [], "{whole}");
        }
    }
}
