//! What is known of a position.

use super::Label;
use crate::eval::{MAX_PLY, Score};
use crate::geometry::Square;

/// Plies to a win or a loss of unknown distance, from the position before the move.
const LONGEST: usize = MAX_PLY - 1;

/// How a value relates to the true one, with the numbers of the Yixin protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// No value.
    #[default]
    None = 0,
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The value is exact.
    Exact = 3,
}

impl Bound {
    /// All bounds in order of their numbers.
    pub const ALL: [Self; 4] = [Self::None, Self::Upper, Self::Lower, Self::Exact];

    /// The word in text files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Upper => "upper",
            Self::Lower => "lower",
            Self::Exact => "exact",
        }
    }
}

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The label, for the player who made the last move.
    pub label: Label,
    /// The value in centi-units for the side to move, with wins and losses in plies as in [`Score`].
    pub value: Score,
    /// Search depth of the value, in plies.
    pub depth: i16,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// A comment; lines end with a line feed.
    pub comment: String,
    /// Short texts on empty squares of the canonical image, in square order.
    pub texts: Vec<(Square, String)>,
}

impl Entry {
    /// An entry with a searched value. A result as far away as that of a label without a value has only the
    /// label.
    pub fn searched(value: Score, depth: u32) -> Self {
        let (label, plies) = match (value.plies_to_win(), value.plies_to_loss()) {
            (Some(plies), _) => (Label::LOSS, plies),
            (_, Some(plies)) => (Label::WIN, plies),
            _ => (Label::NONE, 0),
        };
        let depth = i16::try_from(depth).unwrap_or(i16::MAX);
        if plies >= LONGEST {
            return Self { label, depth, ..Self::default() };
        }
        Self { label, value, depth, bound: Bound::Exact, ..Self::default() }
    }

    /// Whether label or value say that a side wins.
    pub fn is_decided(&self) -> bool {
        self.label.is_result() || self.is_proved()
    }

    /// Whether the value says that a side wins; as a bound it may win sooner.
    pub(crate) fn is_proved(&self) -> bool {
        match self.bound {
            Bound::Exact => self.value.is_decided(),
            Bound::Lower => self.value.plies_to_win().is_some(),
            Bound::Upper => self.value.plies_to_loss().is_some(),
            Bound::None => false,
        }
    }

    /// The value for the side to move: that of the label, or an exact one, and the depth to which it holds,
    /// in plies. A result holds at every depth, [`u32::MAX`]; one without a distance counts as the longest.
    pub fn known_value(&self) -> Option<(Score, u32)> {
        let exact = (self.bound == Bound::Exact || self.is_proved()).then_some(self.value);
        let value = match (self.label, exact) {
            (Label::WIN, value) => Score::loss_in(value.and_then(Score::plies_to_loss).unwrap_or(LONGEST)),
            (Label::LOSS, value) => Score::win_in(value.and_then(Score::plies_to_win).unwrap_or(LONGEST)),
            (Label::DRAW, _) => Score::ZERO,
            (_, Some(value)) => value,
            (_, None) => return None,
        };
        let is_result = self.label.is_result() || value.is_decided();
        let depth = if is_result { Some(u32::MAX) } else { u32::try_from(self.depth).ok() };
        Some((value, depth?))
    }

    /// The score of the move that leads to this position, for who makes it, and the depth to which it holds.
    pub fn move_score(&self) -> Option<(Score, u32)> {
        self.known_value().map(|(value, depth)| (value.before_move(), depth.saturating_add(1)))
    }

    /// The text on a square of the canonical image.
    pub fn text(&self, square: Square) -> Option<&str> {
        self.texts.iter().find(|(s, _)| *s == square).map(|(_, text)| text.as_str())
    }

    /// Sets the text on a square of the canonical image; an empty one removes it. Blanks and control
    /// characters, the protocols' separators, are dropped.
    pub fn set_text(&mut self, square: Square, text: &str) {
        self.texts.retain(|(s, _)| *s != square);
        let text: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        if !text.is_empty() {
            self.texts.push((square, text));
            self.texts.sort();
        }
    }

    /// Adds the parts of a text, between slashes, to that on a square of the canonical image, which may be
    /// those of squares that a symmetry of the position exchanges. A known part changes nothing.
    pub(crate) fn add_text(&mut self, square: Square, text: &str) {
        let Some(mut joined) = self.text(square).map(str::to_owned) else {
            return self.set_text(square, text);
        };
        for part in text.split('/').filter(|part| !part.is_empty()) {
            if joined.split('/').all(|known| known != part) {
                joined = format!("{joined}/{part}");
            }
        }
        self.set_text(square, &joined);
    }

    /// The text to show on the last move: the label, with the plies to the end after `w` and `l` or `*` if
    /// these are unknown; without a label the mover's win rate in percent.
    pub(crate) fn shown_label(&self) -> String {
        let plies = self.value.plies_to_end();
        match (self.label, self.label.character()) {
            (Label::WIN | Label::LOSS, Some(mark)) => match plies.filter(|_| self.bound == Bound::Exact) {
                // Includes the last move.
                Some(plies) => format!("{mark}{}", plies + 1),
                None => format!("{mark}*"),
            },
            (_, Some(mark)) => mark.to_string(),
            (_, None) if self.bound == Bound::Exact => {
                format!("{:.0}%", ((-self.value).win_rate() * 100.0).floor().min(99.0))
            }
            (_, None) => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_shows_results_with_their_distance_and_values_as_win_rates() {
        let shown = |entry: Entry| entry.shown_label();
        assert_eq!(shown(Entry::searched(Score::loss_in(14), 9)), "w15");
        assert_eq!(shown(Entry::searched(Score::win_in(3), 9)), "l4");
        assert_eq!(shown(Entry { label: Label::WIN, ..Entry::default() }), "w*");
        assert_eq!(shown(Entry { label: Label::FORCED, ..Entry::default() }), "!");
        assert_eq!(shown(Entry::searched(Score::eval(0), 9)), "50%");
        assert_eq!(shown(Entry::default()), "");
    }

    #[test]
    fn a_label_without_a_value_stays_one_when_its_result_is_passed_on() {
        for label in [Label::WIN, Label::LOSS] {
            let entry = Entry { label, ..Entry::default() };
            let (value, _) = entry.known_value().unwrap();
            assert_eq!(Entry::searched(value, 0), entry);
            let before = Entry::searched(value.before_move(), 0);
            assert_eq!((before.bound, before.label.is_result()), (Bound::None, true));
        }
        for label in [Label::FORCED, Label::BLOCKED, Label::from_code(65)] {
            let entry = Entry { label, depth: 9, ..Entry::default() };
            assert_eq!((entry.known_value(), entry.move_score()), (None, None), "nothing is known");
        }
    }

    #[test]
    fn entries_are_turned_into_scores_of_who_moves_there() {
        let score = |entry: Entry| entry.move_score();
        assert_eq!(score(Entry::default()), None);
        assert_eq!(score(Entry::searched(Score::loss_in(4), 9)), Some((Score::win_in(5), u32::MAX)));
        assert_eq!(score(Entry::searched(Score::win_in(4), 9)), Some((Score::loss_in(5), u32::MAX)));
        assert_eq!(score(Entry::searched(Score::eval(30), 9)), Some((Score::eval(-30), 10)));
        let win = Entry { label: Label::WIN, ..Entry::default() };
        assert_eq!(score(win), Some((Score::win_in(MAX_PLY), u32::MAX)));
        let bound = Entry { bound: Bound::Lower, ..Entry::searched(Score::eval(30), 9) };
        assert_eq!(score(bound), None);
    }

    #[test]
    fn texts_stand_on_squares_and_have_no_blanks() {
        let mut entry = Entry::default();
        entry.set_text(Square::at(3, 3), " a\tb\n");
        entry.set_text(Square::at(1, 3), "c");
        assert_eq!((entry.text(Square::at(3, 3)), entry.text(Square::at(1, 3))), (Some("ab"), Some("c")));
        entry.set_text(Square::at(3, 3), " ");
        assert_eq!((entry.text(Square::at(3, 3)), entry.texts.len()), (None, 1));
    }
}
