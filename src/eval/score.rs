//! How good a position is.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score from the point of view of the side to move (or of the side named beside it), in centi-units: about 200
/// are one step of win probability on the logistic scale. Wins and losses carry their distance in plies.
///
/// # Examples
/// ```
/// use rustgomo::eval::Score;
///
/// assert_eq!(Score::win_in(5).to_string(), "+M5");
/// assert_eq!((-Score::win_in(5)).plies_to_loss(), Some(5));
/// assert_eq!(Score::eval(1_000_000), Score::MAX_EVAL);
/// assert!((Score::ZERO.win_rate() - 0.5).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// Plies that a game or a search can have, `22 * 22` rounded up.
pub const MAX_PLY: usize = 512;

impl Score {
    /// Neither side is ahead.
    pub const ZERO: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(32_000);
    const WIN: i16 = 30_000;
    /// Largest score that is no proven win.
    pub const MAX_EVAL: Self = Self(Self::WIN - 2 * MAX_PLY as i16);

    /// An evaluation, clamped so that it is never mistaken for a proven result.
    pub fn eval(value: i32) -> Self {
        let limit = i32::from(Self::MAX_EVAL.0);
        Self(value.clamp(-limit, limit) as i16)
    }

    /// A win for the side to move in so many plies.
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN - plies as i16)
    }

    /// A loss for the side to move in so many plies.
    pub const fn loss_in(plies: usize) -> Self {
        Self(-Self::WIN + plies as i16)
    }

    /// Plies to a proven win, if this is one.
    pub fn plies_to_win(self) -> Option<usize> {
        (self > Self::MAX_EVAL && self < Self::INFINITE).then(|| (Self::WIN - self.0) as usize)
    }

    /// Plies to a proven loss, if this is one.
    pub fn plies_to_loss(self) -> Option<usize> {
        (-self).plies_to_win()
    }

    /// Whether the result is proven.
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_EVAL.0
    }

    /// The number, for packing and for printing.
    pub const fn centi(self) -> i16 {
        self.0
    }

    /// The score with a number that was stored; none if no score has it.
    pub fn stored(centi: i16) -> Option<Self> {
        Some(Self(centi)).filter(|score| -Self::INFINITE <= *score && *score <= Self::INFINITE)
    }

    /// The score with this number, which [`centi`](Self::centi) gave.
    pub const fn from_centi(centi: i16) -> Self {
        Self(centi)
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    /// Moves the score, staying within `-INFINITE..=INFINITE`.
    #[inline]
    fn add(self, difference: i32) -> Self {
        let limit = i32::from(Self::INFINITE.0);
        Self((i32::from(self.0) + difference).clamp(-limit, limit) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, difference: i32) -> Self {
        self + -difference
    }
}

impl fmt::Display for Score {
    /// `+M5` and `-M4` for wins and losses in so many plies, else the centi-units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies_to_win(), self.plies_to_loss()) {
            (Some(plies), _) => write!(f, "+M{plies}"),
            (_, Some(plies)) => write!(f, "-M{plies}"),
            _ => write!(f, "{}", self.0),
        }
    }
}
