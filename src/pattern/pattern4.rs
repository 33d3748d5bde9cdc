//! Combination of the four shapes at a square.

use std::sync::LazyLock;

use super::order::order_value;
use super::{Shape, ShapeQuad};
use crate::geometry::Color;
use crate::rules::Rule;

/// What a move achieves or threatens; positions keep the set of squares for each attack and side.
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
    /// Under renju: black's move is a foul by shape. Unless the foul is certain, the square is also in the
    /// sets of the attacks that the move would make if it is legal after all.
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

/// The attacks and the ordering value of a move, by the four shapes it makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern4 {
    order: i16,
    /// One bit for each [`Attack`].
    attacks: u8,
    /// Whether the move is certainly forbidden.
    is_foul: bool,
}

impl Pattern4 {
    fn new(rule: Rule, color: Color, shapes: ShapeQuad) -> Self {
        let (attacks, is_foul) = attacks(rule, color, shapes);
        let order = if is_foul { 0 } else { order_value(shapes) };
        Self { order, attacks, is_foul }
    }

    /// The attacks of the move, one bit each in the order of [`Attack::ALL`].
    #[inline]
    pub const fn attacks(self) -> u8 {
        self.attacks
    }

    /// Whether the move makes an attack.
    #[inline]
    pub const fn has(self, attack: Attack) -> bool {
        self.attacks & attack.bit() != 0
    }

    /// Whether the move makes a four or an open four.
    #[inline]
    pub const fn makes_four(self) -> bool {
        self.has(Attack::Four) || self.has(Attack::OpenFour)
    }

    /// Whether the move is a certain foul: an overline or double four.
    #[inline]
    pub const fn is_certain_foul(self) -> bool {
        self.is_foul
    }

    /// Value for move ordering.
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

/// Bits of a pattern4's number.
const NUMBER_BITS: u32 = 11;
/// Exclusive upper bound of the numbers of all unordered shape quads (1820), rounded up to replace bounds
/// checks by a mask.
pub const PATTERN4_SPAN: usize = 1 << NUMBER_BITS;
/// Number of packed shape quads.
const PACKED: usize = 1 << 16;

/// The number of a pattern4 and, above it, its [attacks](Pattern4::attacks), so that attack sets are updated
/// without a look-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern4Code(u16);

impl Pattern4Code {
    const fn new(number: u16, attacks: u8) -> Self {
        Self(number | (attacks as u16) << NUMBER_BITS)
    }

    /// The code as 16 bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The code of these bits.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The number in [`Pattern4Table`].
    #[inline]
    pub const fn number(self) -> u16 {
        self.0 & (PATTERN4_SPAN as u16 - 1)
    }

    /// The attacks in which two codes differ, one bit each in the order of [`Attack::ALL`].
    #[inline]
    pub(crate) const fn changed_attacks(self, other: Self) -> u8 {
        ((self.0 ^ other.0) >> NUMBER_BITS) as u8
    }
}

/// The shapes of all pattern4s by number, which all rules and colours share: each quad in ascending order,
/// by its packed shapes. Four dead lines have number 0.
static QUADS: LazyLock<Vec<ShapeQuad>> =
    LazyLock::new(|| (0..PACKED).filter_map(unpacked).filter(|quad| quad.is_sorted()).collect());

/// Unpacks four shapes of four bits; `None` for invalid codes.
fn unpacked(packed: usize) -> Option<ShapeQuad> {
    let shape = |index: usize| Shape::ALL.get(packed >> (4 * index) & 15).copied();
    Some([shape(0)?, shape(1)?, shape(2)?, shape(3)?])
}

/// The pattern4s of one colour under one rule, by number.
#[derive(Debug)]
pub struct Pattern4Table {
    shapes: &'static [ShapeQuad],
    list: [Pattern4; PATTERN4_SPAN],
    /// The codes by packed shapes, 0 for invalid ones. One lookup in these 128 KiB makes the search 6 %
    /// faster than two in small tables.
    codes: Box<[Pattern4Code; PACKED]>,
}

impl Pattern4Table {
    pub(super) fn new(rule: Rule, color: Color) -> Self {
        let mut list = [Pattern4::default(); PATTERN4_SPAN];
        for (pattern4, &shapes) in list.iter_mut().zip(&*QUADS) {
            *pattern4 = Pattern4::new(rule, color, shapes);
        }
        let mut codes = Box::new([Pattern4Code::default(); PACKED]);
        for (packed, code) in codes.iter_mut().enumerate() {
            let Some(mut shapes) = unpacked(packed) else { continue };
            shapes.sort_unstable();
            // The last shape is the highest of the packed ones.
            let found = QUADS.binary_search_by(|quad| quad.iter().rev().cmp(shapes.iter().rev()));
            if let Ok(number) = found {
                *code = Pattern4Code::new(number as u16, list[number].attacks());
            }
        }
        Self { shapes: &QUADS, list, codes }
    }

    /// The shapes of all pattern4s by number, each quad in ascending order.
    pub fn shapes(&self) -> &[ShapeQuad] {
        self.shapes
    }

    /// The code of four shapes, packed four bits each.
    #[inline]
    pub const fn code(&self, packed: u16) -> Pattern4Code {
        self.codes[packed as usize]
    }

    /// The pattern4 with this number.
    #[inline]
    pub const fn get(&self, number: u16) -> Pattern4 {
        self.list[number as usize & (PATTERN4_SPAN - 1)]
    }
}
