//! The rules and their names in protocols.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::geometry::{Color, shortened};

const EXACT_BIT: i64 = 1;
const CONTINUOUS_BIT: i64 = 2;
const RENJU_BIT: i64 = 4;
const CARO_BIT: i64 = 8;

/// A rule: which rows win, and which moves are forbidden.
///
/// # Examples
/// ```
/// use rustgomo::{Color, Rule};
///
/// let rule: Rule = "renju".parse()?;
/// assert!(rule.is_restricted(Color::Black) && !rule.is_restricted(Color::White));
/// assert_eq!(Rule::from_gomocup_number(4), Some((rule, false)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win; six or more do not.
    Standard,
    /// Black wins with exactly five and may not make an overline, double four or double three; white wins
    /// with five or more.
    Renju,
    /// Five in a row win unless opposing stones are at both ends; six or more always win (Gomocup's rule 8).
    Caro,
    /// Exactly five in a row win unless opposing stones are at both ends (Gomocup's rule 9).
    ExactCaro,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 5] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::ExactCaro];

    /// The name in lower case, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::ExactCaro => "exact-caro",
        }
    }

    /// Whether opposing stones at both ends spoil a five, so that opposing stones and edges differ.
    pub const fn counts_closed_ends(self) -> bool {
        matches!(self, Self::Caro | Self::ExactCaro)
    }

    /// Whether the rule has forbidden moves for this player.
    #[inline]
    pub fn is_restricted(self, color: Color) -> bool {
        self == Self::Renju && color == Color::Black
    }

    /// Whether the rule is the same for both colours.
    pub const fn treats_colors_alike(self) -> bool {
        match self {
            Self::Freestyle | Self::Standard | Self::Caro | Self::ExactCaro => true,
            Self::Renju => false,
        }
    }

    /// Number of the rule, `0..5`, in the order of [`Rule::ALL`].
    ///
    /// Stored in training files, so it must never change; new rules are appended.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rule with this [`index`](Self::index).
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// Number of the rule in the Gomocup protocol, without the bit of a continuous game.
    pub const fn gomocup_number(self) -> i64 {
        match self {
            Self::Freestyle => 0,
            Self::Standard => EXACT_BIT,
            Self::Renju => RENJU_BIT,
            Self::Caro => CARO_BIT,
            Self::ExactCaro => CARO_BIT | EXACT_BIT,
        }
    }

    /// The rule of a Gomocup `INFO rule` number, and whether its bit for continuous games is set; `None` for
    /// unknown bits. If several rule bits are set, renju takes precedence over caro, caro over the others.
    pub const fn from_gomocup_number(number: i64) -> Option<(Self, bool)> {
        if number & !(EXACT_BIT | CONTINUOUS_BIT | RENJU_BIT | CARO_BIT) != 0 {
            return None;
        }
        let rule = match (number & RENJU_BIT != 0, number & CARO_BIT != 0, number & EXACT_BIT != 0) {
            (true, ..) => Self::Renju,
            (false, true, false) => Self::Caro,
            (false, true, true) => Self::ExactCaro,
            (false, false, true) => Self::Standard,
            (false, false, false) => Self::Freestyle,
        };
        Some((rule, number & CONTINUOUS_BIT != 0))
    }
}

impl fmt::Display for Rule {
    /// The [`name`](Rule::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown rule name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected one of {}, found {found:?}", Rule::ALL.map(Rule::name).join(", "))]
pub struct RuleError {
    found: String,
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Parses a [`name`](Rule::name), ignoring case.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let named = |rule: &Self| rule.name().eq_ignore_ascii_case(text.trim());
        let found = || RuleError { found: shortened(text) };
        Self::ALL.into_iter().find(named).ok_or_else(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_indices_and_gomocup_numbers_read_back() {
        for (index, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule.name().to_uppercase().parse(), Ok(rule));
            assert_eq!((rule.index(), Rule::from_index(index)), (index, Some(rule)));
            assert_eq!(Rule::from_gomocup_number(rule.gomocup_number()), Some((rule, false)));
        }
        assert_eq!(Rule::from_index(5), None);
        let message = "chess".parse::<Rule>().unwrap_err().to_string();
        assert_eq!(message, "expected one of freestyle, standard, renju, caro, exact-caro, found \"chess\"");
    }

    #[test]
    fn gomocup_numbers_are_a_mask_of_bits() {
        let read = Rule::from_gomocup_number;
        assert_eq!(read(2), Some((Rule::Freestyle, true)));
        assert_eq!(read(3), Some((Rule::Standard, true)));
        assert_eq!(read(10), Some((Rule::Caro, true)));
        assert_eq!(read(12), Some((Rule::Renju, false)));
        for number in [16, 64, -1, i64::MIN, i64::MAX] {
            assert_eq!(read(number), None);
        }
    }

    #[test]
    fn only_renju_restricts_and_only_black() {
        let restricted = |rule: &Rule| Color::BOTH.map(|color| rule.is_restricted(color));
        for rule in Rule::ALL {
            assert_eq!(restricted(&rule), [rule == Rule::Renju, false]);
            assert_eq!(rule.treats_colors_alike(), rule != Rule::Renju);
        }
    }
}
