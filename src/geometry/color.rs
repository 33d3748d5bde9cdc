//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A player, by the colour of the stones. Black moves first.
///
/// # Examples
/// ```
/// use rustgomo::geometry::{ByColor, Color};
///
/// let mut stones = ByColor([0, 0]);
/// stones[Color::White.opponent()] += 1;
/// assert_eq!(stones, ByColor([1, 0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Color {
    /// First player.
    Black,
    /// Second player.
    White,
}

impl Color {
    /// Both colours, black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The colour with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|color| color.name() == name)
    }

    /// 0 for black, 1 for white.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Color {
    /// The [`name`](Color::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}
