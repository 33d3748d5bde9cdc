//! Shapes.

/// Number of shapes; they fit four bits.
pub const SHAPE_COUNT: usize = 13;

/// The shape that a move makes in one line through its square, for one colour. Stronger shapes are larger,
/// except [`Shape::Overline`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No room for a winning row.
    Dead,
    /// Room for a row, one stone of it.
    One,
    /// One more stone makes a [`Shape::Three`], none an open three.
    Two,
    /// One or two squares make an open three.
    OpenTwo,
    /// Three or more squares make an open three.
    WideTwo,
    /// One more stone makes a four, none an open four.
    Three,
    /// One square makes an open four.
    OpenThree,
    /// Two or more squares make an open four.
    WideThree,
    /// One more stone wins; one reply stops it.
    Four,
    /// Two fours in one line, under renju for black: a foul.
    DoubleFour,
    /// One more stone wins, and no single reply in the line stops it.
    OpenFour,
    /// A winning row.
    Five,
    /// Six or more where that is a foul.
    Overline,
}

/// The shapes of the four lines through a square. Sorted, they identify a pattern4.
pub type ShapeQuad = [Shape; 4];

impl Shape {
    /// All shapes in ascending order.
    pub const ALL: [Self; SHAPE_COUNT] = [
        Self::Dead,
        Self::One,
        Self::Two,
        Self::OpenTwo,
        Self::WideTwo,
        Self::Three,
        Self::OpenThree,
        Self::WideThree,
        Self::Four,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    /// Whether one more stone wins.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::DoubleFour | Self::OpenFour)
    }

    /// Whether one more stone makes an open four.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::WideThree)
    }
}
