//! Marks of bad moves.

use serde::{Serialize, Serializer};

/// Thresholds of the loss of win rate.
const INACCURACY: f64 = 0.10;
const MISTAKE: f64 = 0.20;
const BLUNDER: f64 = 0.35;

/// Mark of a move by the loss of win rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Less than 10 %.
    None,
    /// 10 % or more: `?!`.
    Inaccuracy,
    /// 20 % or more: `?`.
    Mistake,
    /// 35 % or more: `??`.
    Blunder,
}

impl Mark {
    /// The mark for a loss of win rate, `0.0..=1.0`.
    pub fn of(drop: f64) -> Self {
        if drop >= BLUNDER {
            Self::Blunder
        } else if drop >= MISTAKE {
            Self::Mistake
        } else if drop >= INACCURACY {
            Self::Inaccuracy
        } else {
            Self::None
        }
    }

    /// The sign, empty for [`Mark::None`].
    pub const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}
