//! Quietness.

use crate::pattern::Attack;
use crate::position::Position;

impl Position {
    /// Whether neither side can make a five, nor the side to move an open four.
    pub fn is_undecided(&self) -> bool {
        let own = self.side_to_move();
        !self.has_attack(own, Attack::Five)
            && !self.has_attack(own, Attack::OpenFour)
            && !self.has_attack(own.opponent(), Attack::Five)
    }

    /// Whether, in addition, the opponent threatens no open four.
    pub fn is_quiet(&self) -> bool {
        self.is_undecided() && !self.has_attack(self.side_to_move().opponent(), Attack::OpenFour)
    }
}
