//! What every empty square offers to both sides.

use super::affected_cells::affected_cells;
use super::attacks::{AttackSets, SetMask, sets_that_differ};
use crate::board::{Board, LineKeys, RADIUS, Window};
use crate::geometry::{ByColor, Color, DIRECTIONS, Direction, SQUARE_SPAN, Square};
use crate::pattern::{Pattern4, Pattern4Code, Pattern4Table, PatternTable};

/// Room for the changes of one move, of which there are at most 41, rounded up so that a mask replaces the bounds check.
const MAX_CHANGES: usize = 64;

/// One square: the patterns of its four lines, its four shapes for each side, and what they combine to.
///
/// All zero means "nothing here", which is how occupied squares are kept: pattern4 0 is worthless. The fields are
/// whole words, changed in registers: halves written one by one and read together right after would stall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SquareShapes {
    /// Four numbers of 16 bits.
    patterns: u64,
    /// Black's four shapes of four bits each, and white's from bit 16.
    packed: u32,
    /// Code of black's pattern4, and white's from bit 16.
    combined: u32,
}

impl SquareShapes {
    #[inline]
    const fn pattern(self, direction: Direction) -> u16 {
        (self.patterns >> (16 * direction.index())) as u16
    }

    #[inline]
    const fn packed(self, color: Color) -> u16 {
        (self.packed >> (16 * color.index())) as u16
    }

    #[inline]
    const fn code(self, color: Color) -> Pattern4Code {
        Pattern4Code::from_bits((self.combined >> (16 * color.index())) as u16)
    }

    #[inline]
    fn pattern4(self, color: Color, tables: Tables) -> Pattern4 {
        tables.pattern4s[color].get(self.code(color).number())
    }

    /// The same square with another pattern, and the shapes that belong to it, in one direction; the patterns stay.
    #[inline]
    fn with_pattern(self, direction: Direction, pattern: u16, table: &PatternTable) -> Self {
        let shift = 16 * direction.index();
        let patterns = self.patterns & !(0xffff << shift) | u64::from(pattern) << shift;
        let shift = 4 * direction.index();
        let packed = self.packed & !(0x000f_000f << shift) | table.shapes(pattern).codes() << shift;
        Self { patterns, packed, ..self }
    }

    /// The same square with the patterns that belong to its shapes.
    #[inline]
    fn combine(self, tables: Tables) -> Self {
        let codes =
            Color::BOTH.map(|color| u32::from(tables.pattern4s[color].code(self.packed(color)).bits()));
        Self { combined: codes[0] | codes[1] << 16, ..self }
    }

    /// The sets that a square with these contents is in instead of those of `before`, or the other way round.
    #[inline]
    fn sets_that_differ(self, before: Self) -> SetMask {
        sets_that_differ(Color::BOTH.map(|color| self.code(color).attacks_that_differ(before.code(color))))
    }
}

/// The tables of one rule, in reach without a detour.
#[derive(Clone, Copy, Debug)]
struct Tables {
    table: &'static PatternTable,
    pattern4s: ByColor<&'static Pattern4Table>,
}

/// A square's contents before a move changed them.
#[derive(Clone, Copy, Debug)]
struct SquareChange {
    square: Square,
    /// The sets that the square entered or left.
    sets: SetMask,
    before: SquareShapes,
}

/// All that one move changed.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    list: [SquareChange; MAX_CHANGES],
    count: usize,
    /// Bit `i` tells whether change `i` concerns sets.
    with_sets: u64,
}

impl Changes {
    /// The squares with new contents, each once, with their patterns before.
    #[inline]
    pub(super) fn squares(&self) -> impl Iterator<Item = (Square, u64)> {
        self.list.iter().take(self.count).map(|change| (change.square, change.before.patterns))
    }

    pub(super) const NONE: Self = Self {
        list: [SquareChange {
            square: Square::at(0, 0),
            sets: 0,
            before: SquareShapes { patterns: 0, packed: 0, combined: 0 },
        }; MAX_CHANGES],
        count: 0,
        with_sets: 0,
    };
}

/// Shapes of all squares with the sets that follow from them.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    tables: Tables,
    squares: Box<[SquareShapes; SQUARE_SPAN]>,
    sets: AttackSets,
}

impl Shapes {
    pub(super) fn new(table: &'static PatternTable, board: &Board) -> Self {
        let pattern4s = ByColor(Color::BOTH.map(|color| table.pattern4s(color)));
        let mut shapes = Self {
            tables: Tables { table, pattern4s },
            squares: Box::new([SquareShapes::default(); SQUARE_SPAN]),
            sets: AttackSets::default(),
        };
        for square in board.empty() {
            shapes.fill(board, square);
        }
        shapes
    }

    #[inline]
    pub(super) const fn sets(&self) -> &AttackSets {
        &self.sets
    }

    #[inline]
    pub(super) fn pattern4(&self, square: Square, color: Color) -> Pattern4 {
        self.squares[square.index()].pattern4(color, self.tables)
    }

    /// Number of the pattern4 at a square.
    #[inline]
    pub(super) fn combination_number(&self, square: Square, color: Color) -> u16 {
        self.squares[square.index()].code(color).number()
    }

    #[inline]
    pub(super) fn pattern(&self, square: Square, direction: Direction) -> u16 {
        self.squares[square.index()].pattern(direction)
    }

    #[inline]
    pub(super) fn patterns(&self, square: Square) -> u64 {
        self.squares[square.index()].patterns
    }

    #[inline]
    pub(super) const fn table(&self) -> &'static PatternTable {
        self.tables.table
    }

    /// The pattern4 at a square if the window in one direction were another.
    #[inline]
    pub(super) fn combination_with(
        &self,
        square: Square,
        color: Color,
        direction: Direction,
        window: Window,
    ) -> Pattern4 {
        let table = self.tables.table;
        let code = u16::from(table.shapes(table.pattern(window)).code(color));
        let shift = 4 * direction.index();
        let packed = self.squares[square.index()].packed(color) & !(15 << shift) | code << shift;
        let table = self.tables.pattern4s[color];
        table.get(table.code(packed).number())
    }

    /// Follows a stone that was just put on `square`; `changes` receives what [`restore`](Self::restore) needs.
    #[inline]
    pub(super) fn occupy(&mut self, lines: &LineKeys, square: Square, changes: &mut Changes) {
        let mut rewrite = Rewrite {
            table: self.tables.table,
            squares: &mut self.squares,
            list: &mut changes.list,
            count: 0,
        };
        rewrite.note(square);
        rewrite.squares[square.index()] = SquareShapes::default();
        rewrite.line::<0>(lines, square);
        rewrite.line::<1>(lines, square);
        rewrite.line::<2>(lines, square);
        rewrite.line::<3>(lines, square);
        changes.count = rewrite.count;
        self.combine(changes);
        self.toggle_sets(changes);
    }

    /// Second step of [`occupy`](Self::occupy): the pattern4s of the squares with new shapes. It is faster apart from the first, by
    /// 2 % of the search.
    #[inline]
    fn combine(&mut self, changes: &mut Changes) {
        let tables = self.tables;
        let mut with_sets = 0;
        for (i, change) in changes.list.iter_mut().take(changes.count).enumerate() {
            let content = &mut self.squares[change.square.index()];
            *content = content.combine(tables);
            change.sets = content.sets_that_differ(change.before);
            with_sets |= u64::from(change.sets != 0) << i;
        }
        changes.with_sets = with_sets;
    }

    /// Takes changes back.
    #[inline]
    pub(super) fn restore(&mut self, changes: &Changes) {
        for change in changes.list.iter().take(changes.count) {
            self.squares[change.square.index()] = change.before;
        }
        self.toggle_sets(changes);
    }

    #[inline]
    fn toggle_sets(&mut self, changes: &Changes) {
        let mut left = changes.with_sets;
        while left != 0 {
            let change = &changes.list[left.trailing_zeros() as usize % MAX_CHANGES];
            left &= left - 1;
            self.sets.toggle(change.square, change.sets);
        }
    }

    /// First contents of an empty square.
    fn fill(&mut self, board: &Board, square: Square) {
        let mut content = SquareShapes::default();
        for direction in DIRECTIONS {
            let pattern = self.tables.table.pattern(board.window(square, direction));
            content = content.with_pattern(direction, pattern, self.tables.table);
        }
        content = content.combine(self.tables);
        self.squares[square.index()] = content;
        self.sets.toggle(square, content.sets_that_differ(SquareShapes::default()));
    }
}

impl PartialEq for Shapes {
    /// Compares what is known of the squares, not how it came about.
    fn eq(&self, other: &Self) -> bool {
        self.squares == other.squares && self.sets == other.sets
    }
}

/// The squares around a new stone while their lines are rewritten.
struct Rewrite<'a> {
    table: &'static PatternTable,
    squares: &'a mut [SquareShapes; SQUARE_SPAN],
    list: &'a mut [SquareChange; MAX_CHANGES],
    count: usize,
}

impl Rewrite<'_> {
    /// Recomputes one line of the squares that see the stone along it. The direction is known to the compiler, which
    /// makes its shifts and steps constants.
    #[inline]
    fn line<const DIRECTION: usize>(&mut self, lines: &LineKeys, stone: Square) {
        let direction = DIRECTIONS[DIRECTION];
        let around = lines.around(stone, direction);
        let mut cells = affected_cells(around);
        while cells != 0 {
            let bit = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let pattern = self.table.pattern(Window::from_bits(around >> (bit - 2 * RADIUS)));
            let square = stone.shifted(direction, (bit / 2) as i32 - 2 * RADIUS as i32);
            self.note(square);
            let content = &mut self.squares[square.index()];
            *content = content.with_pattern(direction, pattern, self.table);
        }
    }

    /// Keeps the contents of a square that is about to change.
    #[inline]
    fn note(&mut self, square: Square) {
        let before = self.squares[square.index()];
        self.list[self.count % MAX_CHANGES] = SquareChange { square, sets: 0, before };
        self.count += 1;
    }
}
