//! Scores.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move (or the side named), in centi-units: 200 are one unit of the logit of the win
/// probability. Wins and losses carry their distance in plies.
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

/// Largest number of plies of a game or a search: `22 * 22` rounded up.
pub const MAX_PLY: usize = 512;

impl Score {
    /// Neither side is ahead.
    pub const ZERO: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(32_000);
    const WIN: i16 = 30_000;
    /// Largest evaluation.
    pub const MAX_EVAL: Self = Self(Self::WIN - 2 * MAX_PLY as i16);

    /// An evaluation, clamped to `-MAX_EVAL..=MAX_EVAL`.
    pub fn eval(value: i32) -> Self {
        let limit = i32::from(Self::MAX_EVAL.0);
        Self(value.clamp(-limit, limit) as i16)
    }

    /// A win for the side to move in `plies` plies.
    pub const fn win_in(plies: usize) -> Self {
        Self(-Self::loss_in(plies).0)
    }

    /// A loss for the side to move in `plies` plies.
    pub const fn loss_in(plies: usize) -> Self {
        let most = Self::WIN as usize;
        Self(if plies < most { plies as i16 - Self::WIN } else { 0 })
    }

    /// Plies to a proven win, `None` for other scores.
    pub fn plies_to_win(self) -> Option<usize> {
        (self > Self::MAX_EVAL && self < Self::INFINITE).then(|| (Self::WIN - self.0) as usize)
    }

    /// Plies to a proven loss, `None` for other scores.
    pub fn plies_to_loss(self) -> Option<usize> {
        (-self).plies_to_win()
    }

    /// The score of a move, for who makes it, from that of the position after it: a win takes a ply more.
    #[must_use]
    pub fn before_move(self) -> Self {
        -self.with_plies(|plies| (plies + 1).min(MAX_PLY))
    }

    /// The score of the position after a move, for the opponent, from that of the move: a win takes a ply
    /// less.
    #[must_use]
    pub fn after_move(self) -> Self {
        -self.with_plies(|plies| plies.saturating_sub(1))
    }

    /// The same win or loss at another distance, computed from its plies; other scores stay as they are.
    pub(crate) fn with_plies(self, distance: impl FnOnce(usize) -> usize) -> Self {
        if let Some(plies) = self.plies_to_win() {
            Self::win_in(distance(plies))
        } else if let Some(plies) = self.plies_to_loss() {
            Self::loss_in(distance(plies))
        } else {
            self
        }
    }

    /// Plies to the win or loss; `None` unless the result is proven.
    pub fn plies_to_end(self) -> Option<usize> {
        self.plies_to_win().or(self.plies_to_loss())
    }

    /// Whether the result is proven.
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_EVAL.0
    }

    /// The mean of two evaluations.
    pub(crate) fn midpoint(self, other: Self) -> Self {
        Self(self.0.midpoint(other.0))
    }

    /// The score as a number.
    pub const fn centi(self) -> i16 {
        self.0
    }

    /// The score with a stored number; `None` if no search can have it.
    pub fn stored(centi: i16) -> Option<Self> {
        (-Self::WIN..=Self::WIN).contains(&centi).then_some(Self(centi))
    }

    /// The score of a number returned by [`centi`](Self::centi).
    pub const fn from_centi(centi: i16) -> Self {
        // So that each score has its opposite.
        Self(if centi == i16::MIN { -i16::MAX } else { centi })
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
    /// Adds to the score, saturating at `-INFINITE..=INFINITE`.
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
        Self::add(self, difference.saturating_neg())
    }
}

impl fmt::Display for Score {
    /// `+M5` and `-M4` for wins and losses in 5 and 4 plies, else the centi-units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies_to_win(), self.plies_to_loss()) {
            (Some(plies), _) => write!(f, "+M{plies}"),
            (_, Some(plies)) => write!(f, "-M{plies}"),
            _ => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_more_and_a_ply_less_are_inverse() {
        for score in [Score::win_in(3), Score::loss_in(4), Score::eval(-70), Score::ZERO] {
            assert_eq!(score.before_move().after_move(), score);
        }
        assert_eq!(Score::loss_in(0).before_move(), Score::win_in(1));
        assert_eq!(Score::win_in(1).before_move(), Score::loss_in(2));
        assert_eq!(Score::win_in(5).after_move(), Score::loss_in(4));
        assert_eq!(Score::eval(5).after_move(), Score::eval(-5));
    }
}
