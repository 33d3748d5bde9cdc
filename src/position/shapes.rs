//! What every empty square offers to both sides.

use crate::board::{Board, CENTER, Cell, RADIUS, WINDOW_LEN, Window};
use crate::geometry::{Bitboard, ByColor, Color, DIRECTIONS, Direction, SQUARE_SPAN, Square};
use crate::pattern::{Attack, Combination, PatternTable, Role};

/// One square: the rows of its four lines, its four shapes for each side, and what they combine to.
///
/// All zero means "nothing here", which is how occupied squares are kept: combination 0 is worthless. The fields are
/// whole words, changed in registers: halves written one by one and read together right after would stall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SquareShapes {
    /// Four rows of 16 bits.
    rows: u64,
    /// Black's four shapes of four bits each, and white's from bit 16.
    packed: u32,
    /// Number of black's combination, and white's from bit 16.
    combined: u32,
}

impl SquareShapes {
    #[inline]
    const fn row(self, direction: Direction) -> u16 {
        (self.rows >> (16 * direction.index())) as u16
    }

    #[inline]
    const fn packed(self, color: Color) -> u16 {
        (self.packed >> (16 * color.index())) as u16
    }

    #[inline]
    const fn combined(self, color: Color) -> u16 {
        (self.combined >> (16 * color.index())) as u16
    }

    /// The same square with another row, and the shapes that belong to it, in one direction.
    #[inline]
    fn with_row(self, direction: Direction, row: u16, table: &PatternTable) -> Self {
        let shift = 16 * direction.index();
        let rows = self.rows & !(0xffff << shift) | u64::from(row) << shift;
        let shift = 4 * direction.index();
        let packed = self.packed & !(0x000f_000f << shift) | table.shapes(row).codes() << shift;
        if packed == self.packed {
            return Self { rows, ..self };
        }
        let black = table.combinations(Color::Black).number(packed as u16);
        let white = table.combinations(Color::White).number((packed >> 16) as u16);
        Self { rows, packed, combined: u32::from(black) | u32::from(white) << 16 }
    }
}

/// A square's contents before a move changed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    square: Square,
    /// The line that changed; for the square of the move itself it says nothing.
    direction: Direction,
    before: SquareShapes,
}

/// Shapes of all squares with the sets and sums that follow from them.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    table: &'static PatternTable,
    squares: Box<[SquareShapes; SQUARE_SPAN]>,
    sets: ByColor<[Bitboard; Attack::ALL.len()]>,
    /// Sums of the square values to each side, with and without the move.
    value: ByColor<[i32; 2]>,
    log: Vec<Change>,
}

impl Shapes {
    pub(super) fn new(table: &'static PatternTable, board: &Board) -> Self {
        let mut shapes = Self {
            table,
            squares: Box::new([SquareShapes::default(); SQUARE_SPAN]),
            sets: ByColor::default(),
            value: ByColor::default(),
            log: Vec::new(),
        };
        for square in board.empty() {
            shapes.fill(board, square);
        }
        shapes
    }

    /// Number of logged changes; [`rewind`](Self::rewind) goes back to it.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Sum of the square values of a side.
    #[inline]
    pub(super) fn value(&self, color: Color, role: Role) -> i32 {
        self.value[color][role as usize]
    }

    #[inline]
    pub(super) fn set(&self, color: Color, attack: Attack) -> &Bitboard {
        &self.sets[color][attack as usize]
    }

    #[inline]
    pub(super) fn combination(&self, square: Square, color: Color) -> Combination {
        self.table.combinations(color).get(self.squares[square.index()].combined(color))
    }

    /// Number of the combination at a square.
    #[inline]
    pub(super) fn combination_number(&self, square: Square, color: Color) -> u16 {
        self.squares[square.index()].combined(color)
    }

    #[inline]
    pub(super) fn row(&self, square: Square, direction: Direction) -> u16 {
        self.squares[square.index()].row(direction)
    }

    #[inline]
    pub(super) fn rows(&self, square: Square) -> u64 {
        self.squares[square.index()].rows
    }

    #[inline]
    pub(super) const fn table(&self) -> &'static PatternTable {
        self.table
    }

    /// The combination at a square if the window in one direction were another.
    #[inline]
    pub(super) fn combination_with(
        &self,
        square: Square,
        color: Color,
        direction: Direction,
        window: Window,
    ) -> Combination {
        let code = u16::from(self.table.shapes(self.table.row(window)).code(color));
        let shift = 4 * direction.index();
        let packed = self.squares[square.index()].packed(color) & !(15 << shift) | code << shift;
        let combinations = self.table.combinations(color);
        combinations.get(combinations.number(packed))
    }

    /// The changes since a mark: square, direction and the row before.
    pub(super) fn changes(&self, mark: usize) -> impl Iterator<Item = (Square, Direction, u16)> {
        self.log[mark..].iter().map(|c| (c.square, c.direction, c.before.row(c.direction)))
    }

    /// Follows a stone that was just put on `square`.
    pub(super) fn occupy(&mut self, board: &Board, square: Square) {
        self.replace(square, Direction::Horizontal, SquareShapes::default());
        for direction in DIRECTIONS {
            let around = board.window(square, direction);
            for place in 0..WINDOW_LEN {
                if around.cell(place) == Cell::Empty {
                    let steps = place as i32 - RADIUS as i32;
                    self.refresh(board, square.shifted(direction, steps), direction);
                }
            }
        }
    }

    /// Goes back to a mark.
    pub(super) fn rewind(&mut self, mark: usize) {
        while self.log.len() > mark {
            let Some(change) = self.log.pop() else { return };
            let now = self.squares[change.square.index()];
            self.squares[change.square.index()] = change.before;
            if now.combined != change.before.combined {
                self.follow(change.square, now, change.before);
            }
        }
    }

    /// Recomputes one line of an empty square.
    #[inline]
    fn refresh(&mut self, board: &Board, square: Square, direction: Direction) {
        let before = self.squares[square.index()];
        let row = self.table.row(board.window(square, direction));
        if row == before.row(direction) {
            return;
        }
        self.replace(square, direction, before.with_row(direction, row, self.table));
    }

    #[inline]
    fn replace(&mut self, square: Square, direction: Direction, after: SquareShapes) {
        let before = self.squares[square.index()];
        self.log.push(Change { square, direction, before });
        self.squares[square.index()] = after;
        if before.combined != after.combined {
            self.follow(square, before, after);
        }
    }

    /// Moves sums and sets from one content of a square to another.
    #[inline]
    fn follow(&mut self, square: Square, from: SquareShapes, to: SquareShapes) {
        for color in Color::BOTH {
            let combinations = self.table.combinations(color);
            let (old, new) = (combinations.get(from.combined(color)), combinations.get(to.combined(color)));
            for role in Role::BOTH {
                self.value[color][role as usize] += new.value(role) - old.value(role);
            }
            let mut differing = old.attacks() ^ new.attacks();
            while differing != 0 {
                self.sets[color][differing.trailing_zeros() as usize].toggle(square);
                differing &= differing - 1;
            }
        }
    }

    /// First contents of an empty square.
    fn fill(&mut self, board: &Board, square: Square) {
        let mut content = SquareShapes::default();
        for direction in DIRECTIONS {
            let row = self.table.row(board.window(square, direction));
            content = content.with_row(direction, row, self.table);
        }
        self.squares[square.index()] = content;
        self.follow(square, SquareShapes::default(), content);
    }
}

impl PartialEq for Shapes {
    /// Compares what is known of the squares, not how it came about.
    fn eq(&self, other: &Self) -> bool {
        self.squares == other.squares && self.sets == other.sets && self.value == other.value
    }
}

const _: () = assert!(CENTER == RADIUS);
