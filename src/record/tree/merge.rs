//! Trees of several games.

use std::collections::BTreeMap;
use std::iter;

use thiserror::Error;

use super::node::NO_NOTES;
use super::{GameTree, LongComments, NodeNotes, ROOT, TreeError, TreeNode};
use crate::geometry::Color;
use crate::record::{GameRecord, GameResult, Termination};

/// What a tree of several games leaves out because they differ: kinds with their numbers.
pub type LeftOut = BTreeMap<&'static str, usize>;

/// A game that does not go into one tree with those before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {number}: {source}")]
pub struct MergeError {
    /// The number of the game among those that were added, from 1.
    pub number: usize,
    /// Why.
    pub source: TreeError,
}

fn leave_out(left_out: &mut LeftOut, kind: &'static str, count: usize) {
    if count > 0 {
        *left_out.entry(kind).or_default() += count;
    }
}

impl GameTree {
    /// Adds the nodes of other trees. What several have of a position is kept: comments one after the other,
    /// of marks, labels, scores, times and properties those of the first tree. A name is kept if all games
    /// that have one agree, and so are remark and number in the match; the result is kept if all agree.
    /// Returns what was left out.
    ///
    /// # Errors
    /// [`MergeError`] for a tree of another board, rule or set-up, or if the tree becomes too large; the
    /// nodes before that one have been added.
    pub fn merge(&mut self, others: &[&Self]) -> Result<LeftOut, MergeError> {
        let (mut left_out, mut comments) = (LeftOut::new(), LongComments::default());
        for (other, number) in others.iter().zip(1..) {
            let added = self.expect_start(other).and_then(|()| self.take_in(other, &mut comments));
            for (kind, count) in added.map_err(|source| MergeError { number, source })? {
                leave_out(&mut left_out, kind, count);
            }
        }
        let all: Vec<_> = iter::once(&*self).chain(others.iter().copied()).map(GameTree::about).collect();
        self.about = common_about(&all, &mut left_out);
        Ok(left_out)
    }

    /// Adds the nodes of another tree that need only have the same squares; the comments are those of the trees
    /// before it.
    pub(in crate::record) fn take_in(
        &mut self,
        other: &Self,
        comments: &mut LongComments,
    ) -> Result<LeftOut, TreeError> {
        let mut places = vec![ROOT as u32; other.len()];
        let mut left_out = LeftOut::new();
        for index in other.preorder() {
            let node = other.node(index);
            if index != ROOT {
                places[index] = self.play(places[node.parent()] as usize, node.step())? as u32;
            }
            let place = places[index] as usize;
            if *node.notes() != NO_NOTES {
                let into = self.node_mut(place);
                comments.add(place, &mut into.comment, node.comment());
                into.take_in(node.notes(), &mut left_out);
            }
            self.take_signs(place, node, &mut left_out);
        }
        Ok(left_out)
    }

    /// Adds the marks and labels of a node, and counts what is left out because another one stands there.
    fn take_signs(&mut self, place: usize, node: TreeNode<'_>, left_out: &mut LeftOut) {
        let mut count = |is_left_out, kind| leave_out(left_out, kind, usize::from(is_left_out));
        for (square, mark) in node.marks() {
            match self.node(place).mark(square) {
                Some(known) => count(known != mark, "marks"),
                None => self.set_mark(place, square, Some(mark)),
            }
        }
        for (square, label) in node.labels() {
            match self.node(place).label(square) {
                Some(known) => count(known != label, "labels"),
                None => self.set_label(place, square, label),
            }
        }
    }

    fn expect_start(&self, other: &Self) -> Result<(), TreeError> {
        let (ours, theirs) = (&self.about, &other.about);
        if (ours.size, ours.rule, &ours.setup) == (theirs.size, theirs.rule, &theirs.setup) {
            return Ok(());
        }
        Err(TreeError::Start(format!("{} and {}", ours.start_text(), theirs.start_text())))
    }
}

/// What games from one position say about themselves, as far as they agree.
fn common_about(all: &[&GameRecord], left_out: &mut LeftOut) -> GameRecord {
    let mut about = all[0].clone();
    let text = |text: Option<&String>| text.cloned().unwrap_or_default();
    for color in Color::BOTH {
        let names = all.iter().map(|game| &game.names[color]).filter(|name| !name.is_empty());
        about.names[color] = text(common("names", names, left_out));
    }
    let remarks = all.iter().map(|game| &game.remark).filter(|remark| !remark.is_empty());
    about.remark = text(common("remark", remarks, left_out));
    let numbers = all.iter().map(|game| game.number).filter(|&number| number > 0);
    about.number = common("number in the match", numbers, left_out).unwrap_or_default();
    let openings = all.iter().map(|game| game.opening);
    about.opening = common("number of opening moves", openings, left_out).unwrap_or_default();
    let kinds = all.iter().map(|game| game.continuous);
    about.continuous = common("that the game is continuous", kinds, left_out).unwrap_or_default();
    let results = all.iter().map(|game| game.result);
    (about.result, about.termination) = match common("result", results, left_out) {
        Some(result) => {
            let ends = all.iter().map(|game| game.termination).filter(|&end| end != Termination::Unknown);
            (result, common("how the game ended", ends, left_out).unwrap_or(Termination::Unknown))
        }
        None => (GameResult::Unfinished, Termination::Unfinished),
    };
    about
}

/// The value of all, `None` if there is none or they differ.
fn common<T: PartialEq>(
    kind: &'static str,
    mut values: impl Iterator<Item = T>,
    left_out: &mut LeftOut,
) -> Option<T> {
    let first = values.next()?;
    if values.all(|value| value == first) {
        return Some(first);
    }
    leave_out(left_out, kind, 1);
    None
}

impl GameRecord {
    /// Rule, board and set-up in words.
    fn start_text(&self) -> String {
        let Self { rule, size, setup, .. } = self;
        let start = if setup.is_default() { "the empty board".to_owned() } else { setup.to_string() };
        format!("{rule} on {size} from {start}")
    }
}

impl NodeNotes {
    /// Adds what the other node has of the position beside the comment, and counts what is left out because something else
    /// stands there.
    fn take_in(&mut self, other: &Self, left_out: &mut LeftOut) {
        let mut count = |is_left_out, kind| leave_out(left_out, kind, usize::from(is_left_out));
        count(other.score.is_some_and(|score| *self.score.get_or_insert(score) != score), "scores");
        count(other.time_ms.is_some_and(|time| *self.time_ms.get_or_insert(time) != time), "times");
        for (key, values) in &other.properties {
            match self.properties.iter().find(|(known, _)| known == key) {
                Some((_, known)) => count(known != values, "properties of SGF"),
                None => self.properties.push((key.clone(), values.clone())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sgf;
    use crate::rules::Rule;

    fn tree(text: &str) -> GameTree {
        sgf::read_trees(&format!("(;GM[4]SZ[15]RU[renju]{text})"), Rule::Renju).unwrap().remove(0)
    }

    /// The tree of all as the text behind its header, and what was left out.
    fn merged(texts: &[&str]) -> (String, String) {
        let [first, others @ ..] = &texts.iter().map(|text| tree(text)).collect::<Vec<_>>()[..] else {
            panic!("no trees")
        };
        let mut all = first.clone();
        let left_out = all.merge(&others.iter().collect::<Vec<_>>()).unwrap();
        let text = sgf::write_tree(&all).replace('\n', "");
        let text = text.split_once("RU[renju]").unwrap().1.strip_suffix(')').unwrap().to_owned();
        let left_out: Vec<_> = left_out.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        (text, left_out.join(", "))
    }

    #[test]
    fn merged_trees_have_all_branches_and_both_comments() {
        let (text, left_out) = merged(&[
            "C[one];B[hh]C[same]TR[hh](;W[hg])",
            "C[two];B[hh]C[same]SQ[hh]LB[aa:A](;W[ig])(;W[hg];B[ab])",
        ]);
        let nodes = "C[onetwo];B[hh]C[same]TR[hh]LB[aa:A](;W[hg];B[ab])(;W[ig])";
        assert!(text.ends_with(nodes), "{text}");
        assert_eq!(left_out, "marks 1");
        let ours = ";B[hh]V[1]MS[5]LB[aa:A]XY[1]";
        let (_, left_out) = merged(&[ours, ";B[hh]V[2]MS[6]LB[aa:B][bb:C]XY[2]KO[]"]);
        assert_eq!(left_out, "labels 1, properties of SGF 1, scores 1, times 1");
        assert_eq!(merged(&[ours, ours]).1, "");
    }

    #[test]
    fn names_and_results_are_kept_where_games_agree() {
        let (text, left_out) = merged(&["PB[P]PW[Q]RE[B+]", "PW[Q]RE[B+R]GC[note]", "PB[P]PW[R]RE[B+]"]);
        assert!(text.starts_with("PB[P]PW[]RE[B+R]") && text.contains("GC[note]"), "{text}");
        assert_eq!(left_out, "names 1");
        let (text, left_out) = merged(&["PB[P]PW[Q]RE[B+]", "PB[P]PW[Q]RE[W+]", "PB[P]PW[Q]"]);
        assert!(text.starts_with("PB[P]PW[Q]RE[?]"), "{text}");
        assert_eq!(left_out, "result 1");
        let (text, left_out) = merged(&["PB[P]", "PB[S]", "PB[P]"]);
        assert!(text.starts_with("PB[]") && left_out == "names 1", "not those of the last ones: {text}");
    }

    #[test]
    fn games_from_another_position_are_refused_with_their_number() {
        let (mut ours, theirs) = (tree(""), tree("AB[aa]PL[W]"));
        let error = ours.merge(&[&tree(";B[hh]"), &theirs]).unwrap_err().to_string();
        let expected = "game 2: expected games of one rule from one position, found renju on 15x15 from the empty board and";
        assert_eq!(error, format!("{expected} renju on 15x15 from 1 stone set up and white to move"));
    }
}
