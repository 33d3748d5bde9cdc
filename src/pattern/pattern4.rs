//! Four shapes at a square turned into what playing there creates.

use super::order::order_value;
use super::{Pattern4Index, Shape, ShapeQuad};
use crate::geometry::Color;
use crate::rules::Rule;

/// What a move can threaten; the sets of such squares are kept for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// The move wins.
    Five,
    /// The move makes an open four or two fours: no single reply stops a five.
    OpenFour,
    /// The move makes one four, which must be answered.
    Four,
    /// The move makes an open three.
    OpenThree,
    /// Black's move looks like a foul under renju. Such a square is also in the sets of what it would threaten if
    /// it were allowed after all, unless the foul is certain.
    MaybeForbidden,
}

impl Attack {
    /// All attacks.
    pub const ALL: [Self; 5] =
        [Self::Five, Self::OpenFour, Self::Four, Self::OpenThree, Self::MaybeForbidden];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What four shapes at one square are together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern4 {
    /// How urgent the move looks.
    order: i16,
    /// One bit for each [`Attack`] set that the square belongs to.
    attacks: u8,
    /// Whether the square is certainly forbidden.
    is_foul: bool,
}

impl Pattern4 {
    fn new(rule: Rule, color: Color, shapes: ShapeQuad) -> Self {
        let (attacks, is_foul) = attacks(rule, color, shapes);
        let order = if is_foul { 0 } else { order_value(shapes) };
        Self { order, attacks, is_foul }
    }

    /// The sets that the square belongs to, one bit each in the order of [`Attack::ALL`].
    #[inline]
    pub const fn attacks(self) -> u8 {
        self.attacks
    }

    /// Whether the square belongs to a set.
    #[inline]
    pub const fn has(self, attack: Attack) -> bool {
        self.attacks & attack.bit() != 0
    }

    /// Whether an overline or two fours make the square a certain foul.
    #[inline]
    pub const fn is_certain_foul(self) -> bool {
        self.is_foul
    }

    /// How urgent the move looks, for the order in which moves are tried.
    #[inline]
    pub const fn order(self) -> i32 {
        self.order as i32
    }
}

fn attacks(rule: Rule, color: Color, shapes: ShapeQuad) -> (u8, bool) {
    let count = |shape: Shape| shapes.iter().filter(|&&s| s == shape).count();
    if count(Shape::Five) > 0 {
        return (Attack::Five.bit(), false);
    }
    let open_fours = count(Shape::OpenFour);
    let fours = count(Shape::Four) + open_fours + 2 * count(Shape::DoubleFour);
    let threes = shapes.iter().filter(|s| s.is_open_three()).count();
    let mut attacks = 0;
    if rule.is_restricted(color) {
        if count(Shape::Overline) > 0 || fours >= 2 {
            return (Attack::MaybeForbidden.bit(), true);
        }
        if threes >= 2 {
            attacks |= Attack::MaybeForbidden.bit();
        }
    }
    if open_fours > 0 || fours >= 2 {
        attacks |= Attack::OpenFour.bit();
    } else if fours == 1 {
        attacks |= Attack::Four.bit();
    }
    if threes > 0 && attacks & Attack::OpenFour.bit() == 0 {
        attacks |= Attack::OpenThree.bit();
    }
    (attacks, false)
}

/// Bits of a pattern4's number: there are 1820.
const NUMBER_BITS: u32 = 11;
/// Room for all pattern4s, rounded up so that a mask replaces the bounds check.
const COMBINATIONS: usize = 1 << NUMBER_BITS;
/// Number of packed fours of shapes.
const PACKED: usize = 1 << 16;

/// A pattern4's number and, above it, its [attacks](Pattern4::attacks): enough to keep the sets of attacks without a look at the
/// table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern4Code(u16);

impl Pattern4Code {
    const fn new(number: u16, attacks: u8) -> Self {
        Self(number | (attacks as u16) << NUMBER_BITS)
    }

    /// The code in 16 bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The code of these bits.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The pattern4's number.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0 & (COMBINATIONS as u16 - 1)
    }

    /// The attacks that two codes do not share, one bit each in the order of [`Attack::ALL`].
    #[inline]
    pub const fn attacks_that_differ(self, other: Self) -> u8 {
        ((self.0 ^ other.0) >> NUMBER_BITS) as u8
    }
}

/// The patterns of one colour under one rule.
#[derive(Debug)]
pub struct Pattern4Table {
    numbering: &'static Pattern4Index,
    list: [Pattern4; COMBINATIONS],
    /// By four packed shapes.
    codes: Box<[Pattern4Code; PACKED]>,
}

impl Pattern4Table {
    pub(super) fn new(rule: Rule, color: Color) -> Self {
        let numbering = Pattern4Index::get();
        let mut list = [Pattern4::default(); COMBINATIONS];
        for (pattern4, &shapes) in list.iter_mut().zip(numbering.shapes()) {
            *pattern4 = Pattern4::new(rule, color, shapes);
        }
        let mut codes = Box::new([Pattern4Code::default(); PACKED]);
        for (packed, code) in codes.iter_mut().enumerate() {
            let number = numbering.number(packed as u16);
            *code = Pattern4Code::new(number, list[usize::from(number)].attacks());
        }
        Self { numbering, list, codes }
    }

    /// The shapes of all patterns, in ascending order each; a pattern4's number is its place.
    pub fn shapes(&self) -> &[ShapeQuad] {
        self.numbering.shapes()
    }

    /// The code of four shapes, packed four bits each.
    #[inline]
    pub const fn code(&self, packed: u16) -> Pattern4Code {
        self.codes[packed as usize]
    }

    /// The pattern4 with this number.
    #[inline]
    pub const fn get(&self, number: u16) -> Pattern4 {
        self.list[number as usize & (COMBINATIONS - 1)]
    }
}
