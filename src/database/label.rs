//! What a player has written on a position: one character, or nothing.

/// The mark of a position, seen by the player who made the last move: `w` says that this move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(i8);

impl Label {
    /// No mark.
    pub const NONE: Self = Self(-1);
    /// The last move wins.
    pub const WIN: Self = Self(b'w' as i8);
    /// The last move loses.
    pub const LOSS: Self = Self(b'l' as i8);
    /// The game is drawn.
    pub const DRAW: Self = Self(b'd' as i8);
    /// The last move is the one to play.
    pub const FORCED: Self = Self(b'!' as i8);
    /// The last move is not to be considered.
    pub const BLOCKED: Self = Self(b'x' as i8);

    /// The label with this code, an ASCII character; the letters of results are known in both cases. Codes that are
    /// no visible character mean none.
    pub fn from_code(code: i64) -> Self {
        match u8::try_from(code) {
            Ok(letter @ (b'W' | b'L' | b'D' | b'X')) => Self(letter.to_ascii_lowercase() as i8),
            Ok(code) if code.is_ascii_graphic() => Self(code as i8),
            _ => Self::NONE,
        }
    }

    /// The ASCII code, -1 for none.
    pub const fn code(self) -> i8 {
        self.0
    }

    /// The character; `None` without a mark.
    pub fn character(self) -> Option<char> {
        u8::try_from(self.0).ok().map(char::from)
    }

    /// Whether it tells how the game ends.
    pub fn is_result(self) -> bool {
        matches!(self, Self::WIN | Self::LOSS | Self::DRAW)
    }
}

impl Default for Label {
    fn default() -> Self {
        Self::NONE
    }
}
