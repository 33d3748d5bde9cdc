//! Comments one after the other, as of merged trees.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Bytes of a comment that are searched for another one; longer ones have an index.
const SEARCHED: usize = 1 << 12;

/// Adds a comment behind another, unless its lines stand there already.
pub(crate) fn add_comment(text: &mut String, comment: &str) {
    if !has_lines(text, comment) {
        append(text, comment);
    }
}

fn has_lines(text: &str, comment: &str) -> bool {
    comment.is_empty() || text.match_indices(comment).any(|(at, _)| has_lines_at(text, at, comment))
}

fn has_lines_at(text: &str, at: usize, comment: &str) -> bool {
    let behind = text[at..].strip_prefix(comment);
    (at == 0 || text[..at].ends_with('\n'))
        && behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('\n'))
}

fn append(text: &mut String, comment: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(comment);
}

/// The long comments of a tree by node, each with an index. A collection can have one at the start of every
/// game, and all of them are not to be searched for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct LongComments(BTreeMap<usize, Places>);

/// Where a comment has its lines, its pairs of lines and the comments that were added, by their hashes.
type Places = HashMap<u64, usize>;

impl LongComments {
    /// [`add_comment`] to that of a node.
    pub(super) fn add(&mut self, node: usize, text: &mut String, comment: &str) {
        if text.len() < SEARCHED {
            return add_comment(text, comment);
        }
        let places = self.0.entry(node).or_insert_with(|| {
            let mut places = Places::new();
            index(&mut places, text, 0);
            places
        });
        if !is_known(places, text, comment) {
            let last_line = text.rfind('\n').map_or(0, |end| end + 1);
            append(text, comment);
            index(places, text, last_line);
            places.entry(hash(comment)).or_insert(text.len() - comment.len());
        }
    }
}

/// Whether the lines of a comment stand in a text. Only one of three lines or more, whose pairs all do, is
/// searched for.
fn is_known(places: &Places, text: &str, comment: &str) -> bool {
    let mut pairs = pairs(comment).map(|(_, pair)| pair).peekable();
    let first = pairs.peek().copied().unwrap_or(comment);
    let is_at = |lines: &str| places.get(&hash(lines)).is_some_and(|&at| has_lines_at(text, at, comment));
    if comment.is_empty() || is_at(comment) || is_at(first) {
        return true;
    }
    first != comment && pairs.all(|pair| places.contains_key(&hash(pair))) && has_lines(text, comment)
}

/// Adds the lines and pairs of lines from a place on, the beginning of a line.
fn index(places: &mut Places, text: &str, from: usize) {
    let mut at = from;
    for line in text[from..].split('\n') {
        places.entry(hash(line)).or_insert(at);
        at += line.len() + 1;
    }
    for (at, pair) in pairs(&text[from..]) {
        places.entry(hash(pair)).or_insert(from + at);
    }
}

/// Every two lines in a row, with their places.
fn pairs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = || text.match_indices('\n').map(|(at, _)| at).chain([text.len()]);
    let starts = [0].into_iter().chain(ends().map(|end| end + 1));
    starts.zip(ends().skip(1)).map(|(start, end)| (start, &text[start..end]))
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_changes_nothing() {
        let mut random = fastrand::Rng::with_seed(1);
        let long = "x\n".repeat(SEARCHED);
        let (mut plain, mut indexed) = (long.clone(), long);
        let mut comments = LongComments::default();
        for _ in 0..3_000 {
            let lines: Vec<_> = (0..random.usize(1..5)).map(|_| random.lowercase().to_string()).collect();
            let comment = if random.u8(..) == 0 { String::new() } else { lines.join("\n") };
            let before = plain.len();
            add_comment(&mut plain, &comment);
            comments.add(7, &mut indexed, &comment);
            assert_eq!(plain.len() - before, indexed.len() - before, "{comment}");
        }
        assert!(plain == indexed && plain.len() > 3 * SEARCHED);
    }

    #[test]
    fn comments_of_many_games_are_merged_in_time_that_grows_with_their_length() {
        let (mut text, mut comments) = (String::new(), LongComments::default());
        for number in (0..100_000).chain(0..100_000) {
            comments.add(0, &mut text, &format!("a game\nof number {number}\nwith a comment"));
        }
        assert_eq!(text.lines().count(), 300_000);
    }
}
