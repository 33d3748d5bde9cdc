//! The answer of a running search, which some commands hold back.

use crate::engine::Answer;
use crate::geometry::Square;
use crate::search::Progress;

/// The answer of a search that is not written yet. An infinite search, pondering and an analysis hold it back
/// until a command releases it, even if the search ended before.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingAnswer {
    is_released: bool,
    has_come: bool,
    answer: Option<Answer>,
    last: Option<Progress>,
}

impl PendingAnswer {
    /// The answer of a search that begins. A released answer is written when it comes.
    pub(super) fn new(is_released: bool) -> Self {
        Self { is_released, ..Self::default() }
    }

    /// Stores the progress of the search.
    pub(super) fn note(&mut self, progress: &Progress) {
        self.last = Some(progress.clone());
    }

    /// Stores the engine's answer. Returns whether to write it now.
    pub(super) fn set_answer(&mut self, answer: Option<&Answer>) -> bool {
        (self.has_come, self.answer) = (true, answer.cloned());
        self.is_due()
    }

    /// Releases the answer. Returns whether it has come already.
    pub(super) const fn release(&mut self) -> bool {
        self.is_released = true;
        self.is_due()
    }

    const fn is_due(&self) -> bool {
        self.is_released && self.has_come
    }

    /// The answer that has come; `None` if there is no move.
    pub(super) const fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// The last progress.
    pub(super) const fn last(&self) -> Option<&Progress> {
        self.last.as_ref()
    }

    /// The expected reply to a move: the second move of the PV if that begins with it.
    pub(super) fn ponder_move(&self, best: Square) -> Option<Square> {
        let line = &self.last.as_ref()?.line;
        line.get(1).copied().filter(|_| line.first() == Some(&best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_held_is_written_at_its_release() {
        let answer = Answer::Move(Square::at(7, 7));
        let mut held = PendingAnswer::new(false);
        assert!(!held.set_answer(Some(&answer)));
        assert!(held.release());
        assert_eq!(held.answer(), Some(&answer));
        let mut early = PendingAnswer::new(false);
        assert!(!early.release() && early.set_answer(None));
    }
}
