//! `SUGGEST` and `PLAY`: moves that the manager may replace before they are played.

use super::reply;
use crate::engine::Purpose;
use crate::geometry::Square;

/// Whether moves are suggested, and the suggestion that the manager has not answered yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Suggestions {
    is_on: bool,
    /// Whether the move that is awaited will be a suggestion.
    is_awaited: bool,
    open: Option<Square>,
}

impl Suggestions {
    /// Suggests moves from now on, or plays them.
    pub(super) const fn switch(&mut self, is_on: bool) {
        self.is_on = is_on;
    }

    /// What becomes of the move of a game that is searched for now.
    pub(super) const fn begin(&mut self) -> Purpose {
        self.is_awaited = self.is_on;
        self.open = None;
        if self.is_on { Purpose::Consider } else { Purpose::Play }
    }

    /// The move is not wanted any more, nor a suggestion that was made: the manager sets up something else.
    pub(super) const fn abandon(&mut self) {
        self.is_awaited = false;
        self.open = None;
    }

    /// Whether a suggestion waits for `PLAY`.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The manager has played a move in place of the suggestion.
    pub(super) const fn close(&mut self) {
        self.open = None;
    }

    /// The line with a move that was found, if it is a suggestion.
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
        suggestions.close();
        assert_eq!(suggestions.line(square), None, "an analysis behind it is none");
        assert!(!suggestions.is_open());
    }
}
