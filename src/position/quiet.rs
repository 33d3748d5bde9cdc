//! Whether anything is forced.

use crate::pattern::Attack;
use crate::position::Position;

impl Position {
    /// Whether nobody can make a five, and the side to move no open four: a search would not decide this at once.
    pub fn is_undecided(&self) -> bool {
        let own = self.side_to_move();
        self.attacks(own, Attack::Five).is_empty()
            && self.attacks(own, Attack::OpenFour).is_empty()
            && self.attacks(own.opponent(), Attack::Five).is_empty()
    }

    /// Whether, besides, the opponent threatens no open four: the side to move is free to choose.
    pub fn is_quiet(&self) -> bool {
        self.is_undecided() && self.attacks(self.side_to_move().opponent(), Attack::OpenFour).is_empty()
    }
}
