//! Merging of entries.

use super::{Bound, Entry, Label};
use crate::record::tree::add_comment;

/// Merges two entries: results beat values, shorter wins longer ones, deeper searches shallower ones; on a
/// tie the old one stays. Comments of both stand one after the other, as do texts on a square (`A/B`). A label
/// that a person gave stays beside any exact value, except that `!` and `x`, by which the search chooses
/// moves, give way to a result; of two such labels one is kept.
pub fn merged(old: &Entry, new: &Entry) -> Entry {
    let (better, other) = if rank(new) > rank(old) { (new, old) } else { (old, new) };
    let mut entry = better.clone();
    let is_told_by_value =
        better.bound == Bound::Exact && better.label == Entry::searched(better.value, 0).label;
    let is_kept = match other.label {
        label if label == Label::NONE || label.is_result() => false,
        Label::FORCED | Label::BLOCKED => better.label == Label::NONE && !better.is_decided(),
        // Otherwise the label alone tells the result.
        _ => better.label == Label::NONE || is_told_by_value,
    };
    if is_kept {
        entry.label = other.label;
    }
    // A comment that has all lines of the other stays, so that a repeated import changes nothing.
    entry.comment.clone_from(&new.comment);
    add_comment(&mut entry.comment, &old.comment);
    if entry.comment != new.comment {
        entry.comment.clone_from(&old.comment);
        add_comment(&mut entry.comment, &new.comment);
    }
    // Annotations are kept whichever value is better.
    entry.texts.clone_from(&old.texts);
    for (square, text) in &new.texts {
        entry.add_text(*square, text);
    }
    entry
}

/// Sort key: results by distance, then exact values by depth, then bounds by depth, then nothing.
fn rank(entry: &Entry) -> (bool, u16, u8, i16) {
    let nearness = entry.value.plies_to_end().filter(|_| entry.is_proved());
    let nearness = nearness.map_or(0, |plies| u16::MAX - plies as u16);
    let kind = match entry.bound {
        Bound::Exact => 2,
        Bound::Upper | Bound::Lower => 1,
        Bound::None => 0,
    };
    (entry.is_decided(), nearness, kind, entry.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Label;
    use crate::eval::Score;
    use crate::geometry::Square;

    #[test]
    fn the_better_search_stays_and_so_does_what_people_wrote() {
        let shallow = Entry::searched(Score::eval(50), 8);
        let mut deep = Entry { comment: "old".to_owned(), ..Entry::searched(Score::eval(-9), 20) };
        deep.set_text(Square::at(1, 1), "A");
        assert_eq!(merged(&deep, &shallow), deep);
        assert_eq!(merged(&shallow, &deep), deep);
        let deeper = Entry { bound: Bound::Upper, ..deep.clone() };
        let lower = Entry { bound: Bound::Lower, ..shallow.clone() };
        assert_eq!([merged(&deeper, &lower), merged(&lower, &deeper)], [deeper.clone(), deeper]);
        let win = Entry::searched(Score::win_in(9), 10);
        let both = merged(&deep, &win);
        assert_eq!((both.value, both.label, both.comment.as_str()), (win.value, Label::LOSS, "old"));
        assert_eq!(merged(&win, &Entry::searched(Score::win_in(7), 2)).value, Score::win_in(7));
        // A win within some plies is one, whichever bound it is.
        let bound = Entry { bound: Bound::Lower, label: Label::NONE, ..win.clone() };
        assert_eq!(merged(&bound, &deep).known_value(), win.known_value());
        let other = Entry { bound: Bound::Upper, ..bound };
        assert_eq!(merged(&other, &deep).value, deep.value);
        let forced = Entry { label: Label::FORCED, ..Entry::default() };
        assert_eq!(merged(&forced, &shallow), Entry { label: Label::FORCED, ..shallow });
    }

    #[test]
    fn comments_of_both_and_a_label_that_a_person_gave_stay_beside_a_better_value() {
        let mine = Entry { label: Label::from_code(65), comment: "mine".to_owned(), ..Entry::default() };
        let win = Entry { comment: "proved".to_owned(), ..Entry::searched(Score::win_in(9), 10) };
        for (old, new, comment) in [(&mine, &win, "mine\nproved"), (&win, &mine, "proved\nmine")] {
            let both = merged(old, new);
            assert_eq!((both.label.character(), both.comment.as_str()), (Some('A'), comment));
            assert_eq!(both.known_value(), win.known_value());
            assert_eq!([merged(&both, &mine), merged(&both, &win)], [both.clone(), both]);
        }
        let note = |comment: &str| Entry { comment: comment.to_owned(), ..Entry::default() };
        for (old, new, both) in
            [("not good", "good", "not good\ngood"), ("a\nb", "b", "a\nb"), ("b", "a\nb", "a\nb")]
        {
            assert_eq!(merged(&note(old), &note(new)).comment, both);
        }
        // A loss is not to be played, and without a value the label is the result.
        let forced = Entry { label: Label::FORCED, ..Entry::default() };
        assert_eq!(merged(&forced, &win).label, Label::LOSS);
        let won = Entry { label: Label::WIN, ..Entry::default() };
        assert_eq!(merged(&mine, &won).label, Label::WIN);
    }
}
