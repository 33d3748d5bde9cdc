//! Labels of positions: one character, or none.

/// The label of a position, for the player who made the last move: `w` means that this move wins.
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

    /// The label of an ASCII code, with result letters in either case; `None` label for codes that are no
    /// visible character.
    pub fn from_code(code: i64) -> Self {
        match u8::try_from(code) {
            Ok(letter @ (b'W' | b'L' | b'D' | b'X')) => Self(letter.to_ascii_lowercase() as i8),
            Ok(code) if code.is_ascii_graphic() => Self(code as i8),
            _ => Self::NONE,
        }
    }

    /// The ASCII code, -1 for no label.
    pub const fn code(self) -> i8 {
        self.0
    }

    /// The character; `None` for no label.
    pub fn character(self) -> Option<char> {
        u8::try_from(self.0).ok().map(char::from)
    }

    /// Whether it is a result.
    pub fn is_result(self) -> bool {
        matches!(self, Self::WIN | Self::LOSS | Self::DRAW)
    }
}

impl Default for Label {
    fn default() -> Self {
        Self::NONE
    }
}
