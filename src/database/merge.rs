//! Merging of entries.

use super::{Bound, Entry};
use crate::eval::Score;

/// Merges two entries: results beat values, shorter wins longer ones, deeper searches shallower ones; on a
/// tie the old one stays. Labels, comments and texts of either entry are kept.
pub fn merged(old: &Entry, new: &Entry) -> Entry {
    let (better, other) = if rank(new) > rank(old) { (new, old) } else { (old, new) };
    let mut entry = better.clone();
    if entry.label.character().is_none() && !entry.is_decided() {
        entry.label = other.label;
    }
    // Annotations are kept whichever value is better.
    for source in [old, new] {
        if entry.comment.is_empty() {
            entry.comment.clone_from(&source.comment);
        }
        for (square, text) in &source.texts {
            if entry.text(*square).is_none() {
                entry.set_text(*square, text);
            }
        }
    }
    entry
}

/// Sort key: results by distance, then exact values by depth, then bounds by depth, then nothing.
fn rank(entry: &Entry) -> (bool, u16, Bound, i16) {
    let distance = |score: Score| score.plies_to_win().or(score.plies_to_loss());
    let nearness = distance(entry.value).filter(|_| entry.bound == Bound::Exact);
    let nearness = nearness.map_or(0, |plies| u16::MAX - plies as u16);
    (entry.is_decided(), nearness, entry.bound, entry.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Label;
    use crate::geometry::Square;

    #[test]
    fn the_better_search_stays_and_so_does_what_people_wrote() {
        let shallow = Entry::searched(Score::eval(50), 8);
        let mut deep = Entry { comment: "old".to_owned(), ..Entry::searched(Score::eval(-9), 20) };
        deep.set_text(Square::at(1, 1), "A");
        assert_eq!(merged(&deep, &shallow), deep);
        assert_eq!(merged(&shallow, &deep), deep);
        let win = Entry::searched(Score::win_in(9), 10);
        let both = merged(&deep, &win);
        assert_eq!((both.value, both.label, both.comment.as_str()), (win.value, Label::LOSS, "old"));
        assert_eq!(merged(&win, &Entry::searched(Score::win_in(7), 2)).value, Score::win_in(7));
        let forced = Entry { label: Label::FORCED, ..Entry::default() };
        assert_eq!(merged(&forced, &shallow), Entry { label: Label::FORCED, ..shallow });
    }
}
