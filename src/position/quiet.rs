//! Whether anything is forced.

use crate::pattern::Attack;
use crate::position::Position;

impl Position {
    /// Whether nobody can make a five, and the side to move no open four: a search would not decide this at once.
    pub fn is_undecided(&self) -> bool {
        let own = self.side_to_move();
        !self.has_attack(own, Attack::Five)
            && !self.has_attack(own, Attack::OpenFour)
            && !self.has_attack(own.opponent(), Attack::Five)
    }

    /// Whether, besides, the opponent threatens no open four: the side to move is free to choose.
    pub fn is_quiet(&self) -> bool {
        self.is_undecided() && !self.has_attack(self.side_to_move().opponent(), Attack::OpenFour)
    }
}
