//! The opening rules as lists of stages.

use std::fmt;
use std::str::FromStr;

use super::DialogueError;
use crate::geometry::shortened;

/// An opening rule. Its text is its name: `swap`, `swap2`, `rif`, `yamaguchi`, `soosorv8`, `taraguchi10`,
/// `supertaraguchi10`, `tarannikov`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningRule {
    /// Three stones, and the other player chooses a colour.
    Swap,
    /// As `Swap`, but the other player may add two stones and leave the choice.
    Swap2,
    /// One of 26 openings, a swap, and two fifth moves to choose from.
    Rif,
    /// As `Rif` with a number of fifth moves that is declared with the opening.
    Yamaguchi,
    /// As `Rif` with a number of fifth moves that is declared with the fourth move, and a second swap.
    Soosorv8,
    /// A swap after each of five stones, or ten fifth moves to choose from.
    Taraguchi10,
    /// The same with the second to fourth stones in squares that are wider by one on each side.
    SuperTaraguchi10,
    /// A swap after each of five stones.
    Tarannikov,
}

/// A player, whatever the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The one who puts the first stone, and so has black at first.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// Most lines or columns between a stone and the middle; `None` for anywhere.
pub(super) type Reach = Option<u8>;

/// What is decided next.
#[derive(Debug)]
pub(super) enum Stage {
    /// The player who has black at this time puts a stone of either colour.
    Lay(Reach),
    /// The player to move puts a stone.
    Stone(Reach),
    /// The player to move may swap colours.
    Swap,
    /// The player to move may swap colours, or take black for these stages instead of all others.
    SwapOr(&'static [Self]),
    /// The player of the last stone declares a number of fifth moves up to this.
    Number(usize),
    /// Black offers fifth moves: this many, or the number that was declared.
    Offer(Option<usize>),
    /// White keeps one of them.
    Keep,
}

/// The most fifth moves under Yamaguchi's rule, which names no limit.
const YAMAGUCHI_MOST: usize = 12;
/// The smallest side of a board for the rules of renju, whose squares around the middle are up to nine wide.
const RENJU_MIN_SIDE: u8 = 9;

use Stage::{Keep, Lay, Number, Offer, Stone, Swap, SwapOr};

const SWAP: &[Stage] = &[Lay(None), Lay(None), Lay(None), Swap];
const SWAP2: &[Stage] = &[Lay(None), Lay(None), Lay(None), SwapOr(&[Lay(None), Lay(None), Swap])];
const RIF: &[Stage] = &[Lay(Some(0)), Lay(Some(1)), Lay(Some(2)), Swap, Stone(None), Offer(Some(2)), Keep];
const YAMAGUCHI: &[Stage] =
    &[Lay(Some(0)), Lay(Some(1)), Lay(Some(2)), Number(YAMAGUCHI_MOST), Swap, Stone(None), Offer(None), Keep];
const SOOSORV8: &[Stage] =
    &[Lay(Some(0)), Lay(Some(1)), Lay(Some(2)), Swap, Stone(None), Number(8), Swap, Offer(None), Keep];
const TARAGUCHI10: &[Stage] = &one_by_one([1, 2, 3], OR_TEN);
const SUPER_TARAGUCHI10: &[Stage] = &one_by_one([2, 3, 4], OR_TEN);
const TARANNIKOV: &[Stage] = &one_by_one([1, 2, 3], Swap);
const OR_TEN: Stage = SwapOr(&[Offer(Some(10)), Keep]);

/// Five stones with a swap after each, and how far the second to fourth may be from the middle.
const fn one_by_one([second, third, fourth]: [u8; 3], after_fourth: Stage) -> [Stage; 10] {
    [
        Stone(Some(0)),
        Swap,
        Stone(Some(second)),
        Swap,
        Stone(Some(third)),
        Swap,
        Stone(Some(fourth)),
        after_fourth,
        Stone(Some(4)),
        Swap,
    ]
}

impl OpeningRule {
    /// All opening rules.
    pub const ALL: [Self; 8] = [
        Self::Swap,
        Self::Swap2,
        Self::Rif,
        Self::Yamaguchi,
        Self::Soosorv8,
        Self::Taraguchi10,
        Self::SuperTaraguchi10,
        Self::Tarannikov,
    ];

    /// The name on command lines and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Rif => "rif",
            Self::Yamaguchi => "yamaguchi",
            Self::Soosorv8 => "soosorv8",
            Self::Taraguchi10 => "taraguchi10",
            Self::SuperTaraguchi10 => "supertaraguchi10",
            Self::Tarannikov => "tarannikov",
        }
    }

    /// Whether it is one of renju, whose stones are within squares around the middle.
    pub const fn is_of_renju(self) -> bool {
        !matches!(self, Self::Swap | Self::Swap2)
    }

    /// The smallest width and height of a board for it.
    pub const fn min_side(self) -> u8 {
        if self.is_of_renju() { RENJU_MIN_SIDE } else { crate::geometry::MIN_SIDE }
    }

    pub(super) const fn stages(self) -> &'static [Stage] {
        match self {
            Self::Swap => SWAP,
            Self::Swap2 => SWAP2,
            Self::Rif => RIF,
            Self::Yamaguchi => YAMAGUCHI,
            Self::Soosorv8 => SOOSORV8,
            Self::Taraguchi10 => TARAGUCHI10,
            Self::SuperTaraguchi10 => SUPER_TARAGUCHI10,
            Self::Tarannikov => TARANNIKOV,
        }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OpeningRule {
    type Err = DialogueError;

    fn from_str(text: &str) -> Result<Self, DialogueError> {
        let rule = Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text));
        rule.ok_or_else(|| DialogueError::Rule { found: shortened(text) })
    }
}
