//! `SUGGEST` and `PLAY`: moves that the manager may replace before they are played.

use super::reply;
use crate::engine::Purpose;
use crate::geometry::Square;

/// Whether moves are suggested, and whether a suggestion is awaited or open.
#[derive(Clone, Debug, Default)]
pub(super) struct Suggestions {
    /// Whether moves are suggested.
    pub(super) is_on: bool,
    /// Whether the move that is searched for will be a suggestion.
    is_awaited: bool,
    /// Whether a suggestion waits for `PLAY`.
    pub(super) is_open: bool,
}

impl Suggestions {
    /// The purpose of a search for a move.
    pub(super) const fn begin(&mut self) -> Purpose {
        self.is_awaited = self.is_on;
        self.is_open = false;
        if self.is_on { Purpose::Consider } else { Purpose::Play }
    }

    /// Drops the awaited move and the open suggestion: the manager plays a move or sets up something else.
    pub(super) const fn abandon(&mut self) {
        self.is_awaited = false;
        self.is_open = false;
    }

    /// The `SUGGEST` line of a move, if it is a suggestion.
    pub(super) fn line(&mut self, square: Square) -> Option<String> {
        self.is_open = std::mem::take(&mut self.is_awaited);
        self.is_open.then(|| format!("SUGGEST {}", reply::point(square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_awaited_move_is_a_suggestion() {
        let mut suggestions = Suggestions::default();
        let square = Square::at(7, 8);
        assert_eq!(suggestions.begin(), Purpose::Play);
        assert_eq!(suggestions.line(square), None);
        suggestions.is_on = true;
        assert_eq!(suggestions.begin(), Purpose::Consider);
        assert_eq!(suggestions.line(square).as_deref(), Some("SUGGEST 7,8"));
        assert!(suggestions.is_open);
        suggestions.abandon();
        assert_eq!(suggestions.line(square), None, "an analysis behind it is none");
        assert!(!suggestions.is_open);
    }
}
