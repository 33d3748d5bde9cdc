//! Marks of bad moves.

use serde::{Serialize, Serializer};

/// Thresholds of the loss of win rate.
const INACCURACY: f64 = 0.10;
const MISTAKE: f64 = 0.20;
const BLUNDER: f64 = 0.35;

/// The mark of a move by the win rate that it lost. JSON has its [`sign`](Self::sign).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveMark {
    /// Less than 10 %.
    None,
    /// 10 % or more: `?!`.
    Inaccuracy,
    /// 20 % or more: `?`.
    Mistake,
    /// 35 % or more: `??`.
    Blunder,
}

impl MoveMark {
    /// The mark for a loss of win rate, `0.0..=1.0`.
    pub fn of(loss: f64) -> Self {
        match loss {
            BLUNDER.. => Self::Blunder,
            MISTAKE.. => Self::Mistake,
            INACCURACY.. => Self::Inaccuracy,
            _ => Self::None,
        }
    }

    /// The sign, empty for [`MoveMark::None`].
    pub const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl Serialize for MoveMark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}
