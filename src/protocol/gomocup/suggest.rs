//! `SUGGEST` and `PLAY`: moves that the manager may replace before they are played.

use super::reply;
use crate::engine::Purpose;
use crate::geometry::Square;

/// Whether moves are suggested, and the suggestion without a `PLAY`.
#[derive(Clone, Debug, Default)]
pub(super) struct Suggestions {
    is_on: bool,
    /// Whether the move that is searched for will be a suggestion.
    is_awaited: bool,
    open: Option<Square>,
}

impl Suggestions {
    /// Turns suggestions on or off.
    pub(super) const fn switch(&mut self, is_on: bool) {
        self.is_on = is_on;
    }

    /// The purpose of a search for a move.
    pub(super) const fn begin(&mut self) -> Purpose {
        self.is_awaited = self.is_on;
        self.open = None;
        if self.is_on { Purpose::Consider } else { Purpose::Play }
    }

    /// Drops the awaited move and the open suggestion: the manager plays a move or sets up something else.
    pub(super) const fn abandon(&mut self) {
        self.is_awaited = false;
        self.open = None;
    }

    /// Whether a suggestion waits for `PLAY`.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The `SUGGEST` line of a move, if it is a suggestion.
    pub(super) fn line(&mut self, square: Square) -> Option<String> {
        self.open = std::mem::take(&mut self.is_awaited).then_some(square);
        self.open.map(|square| format!("SUGGEST {}", reply::point(square)))
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
        suggestions.switch(true);
        assert_eq!(suggestions.begin(), Purpose::Consider);
        assert_eq!(suggestions.line(square).as_deref(), Some("SUGGEST 7,8"));
        assert!(suggestions.is_open());
        suggestions.abandon();
        assert_eq!(suggestions.line(square), None, "an analysis behind it is none");
        assert!(!suggestions.is_open());
    }
}
