//! Incrementally updated patterns and shapes of all empty squares.

use super::affected_cells::affected_cells;
use super::attacks::{AttackSets, SetMask, changed_sets};
use crate::board::{Board, LineKeys, RADIUS, Window};
use crate::geometry::{ByColor, Color, DIRECTIONS, Direction, SQUARE_SPAN, Square};
use crate::pattern::{Pattern4, Pattern4Code, Pattern4Table, PatternTable};

/// Capacity for the changes of one move, at most 41, rounded up to replace bounds checks by a mask.
const MAX_CHANGES: usize = 64;

/// The four line patterns of a square, and its four shapes and [`Pattern4`] for each side. All zero for an
/// occupied square.
///
/// The fields are whole words: writing their parts one by one and reading the whole right after would stall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareShapes {
    /// Four patterns of 16 bits.
    pub(super) patterns: u64,
    /// Four shapes of four bits for black, and for white from bit 16.
    packed: u32,
    /// [`Pattern4Code`] of black, and of white from bit 16.
    pattern4s: u32,
}

impl SquareShapes {
    #[inline]
    pub(super) const fn pattern(self, direction: Direction) -> u16 {
        (self.patterns >> (16 * direction.index())) as u16
    }

    #[inline]
    pub(super) const fn packed(self, color: Color) -> u16 {
        (self.packed >> (16 * color.index())) as u16
    }

    #[inline]
    pub(super) const fn code(self, color: Color) -> Pattern4Code {
        Pattern4Code::from_bits((self.pattern4s >> (16 * color.index())) as u16)
    }

    /// The square with another pattern and its shapes in one direction; `pattern4s` is not updated.
    #[inline]
    pub(super) fn with_pattern(self, direction: Direction, pattern: u16, table: &PatternTable) -> Self {
        let shift = 16 * direction.index();
        let patterns = self.patterns & !(0xffff << shift) | u64::from(pattern) << shift;
        let shift = 4 * direction.index();
        let packed = self.packed & !(0x000f_000f << shift) | table.shapes(pattern).codes() << shift;
        Self { patterns, packed, ..self }
    }

    /// The square with `pattern4s` updated to its shapes.
    #[inline]
    fn combine(self, tables: Tables) -> Self {
        let code = |color: Color| u32::from(tables.pattern4s[color].code(self.packed(color)).bits());
        let [black, white] = Color::BOTH.map(code);
        Self { pattern4s: black | white << 16, ..self }
    }

    /// The attack sets that only one of `self` and `before` is in.
    #[inline]
    fn changed_sets(self, before: Self) -> SetMask {
        changed_sets(Color::BOTH.map(|color| self.code(color).changed_attacks(before.code(color))))
    }
}

/// References to the tables of one rule.
#[derive(Clone, Copy, Debug)]
struct Tables {
    table: &'static PatternTable,
    pattern4s: ByColor<&'static Pattern4Table>,
}

/// What a move changed of a square.
#[derive(Clone, Copy, Debug)]
struct SquareChange {
    square: Square,
    /// The attack sets that the square entered or left.
    sets: SetMask,
    before: SquareShapes,
    /// The patterns after the move.
    after: u64,
}

/// The changes of one move.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    list: [SquareChange; MAX_CHANGES],
    count: usize,
    /// Bit `i` is set if change `i` changes attack sets.
    with_sets: u64,
}

impl Changes {
    /// The changed squares, each once, with their patterns after the move.
    #[inline]
    pub(super) fn patterns(&self) -> impl Iterator<Item = (Square, u64)> {
        self.list.iter().take(self.count).map(|change| (change.square, change.after))
    }

    pub(super) const NONE: Self = Self {
        list: [SquareChange {
            square: Square::at(0, 0),
            sets: 0,
            before: SquareShapes { patterns: 0, packed: 0, pattern4s: 0 },
            after: 0,
        }; MAX_CHANGES],
        count: 0,
        with_sets: 0,
    };
}

/// Shapes of all squares and the attack sets.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    tables: Tables,
    squares: Box<[SquareShapes; SQUARE_SPAN]>,
    pub(super) sets: AttackSets,
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
    pub(super) fn at(&self, square: Square) -> SquareShapes {
        self.squares[square.index()]
    }

    #[inline]
    pub(super) fn pattern4(&self, square: Square, color: Color) -> Pattern4 {
        self.tables.pattern4s[color].get(self.at(square).code(color).number())
    }

    #[inline]
    pub(super) const fn table(&self) -> &'static PatternTable {
        self.tables.table
    }

    /// Updates the squares around a stone just put on `square`, recording `changes` for
    /// [`restore`](Self::restore).
    #[inline]
    pub(super) fn occupy(&mut self, lines: &LineKeys, square: Square, changes: &mut Changes) {
        let mut rewrite = Rewrite {
            table: self.tables.table,
            squares: &mut self.squares,
            list: &mut changes.list,
            count: 0,
        };
        rewrite.record(square);
        rewrite.squares[square.index()] = SquareShapes::default();
        rewrite.line::<0>(lines, square);
        rewrite.line::<1>(lines, square);
        rewrite.line::<2>(lines, square);
        rewrite.line::<3>(lines, square);
        changes.count = rewrite.count;
        self.combine(changes);
        self.toggle_sets(changes);
    }

    /// Second step of [`occupy`](Self::occupy): the pattern4s of the changed squares. One pass for both steps
    /// is slower, by 2 % of the search.
    #[inline]
    fn combine(&mut self, changes: &mut Changes) {
        let tables = self.tables;
        let mut with_sets = 0;
        for (i, change) in changes.list.iter_mut().take(changes.count).enumerate() {
            let content = &mut self.squares[change.square.index()];
            *content = content.combine(tables);
            change.sets = content.changed_sets(change.before);
            change.after = content.patterns;
            with_sets |= u64::from(change.sets != 0) << i;
        }
        changes.with_sets = with_sets;
    }

    /// Undoes changes.
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

    /// Initialises an empty square.
    fn fill(&mut self, board: &Board, square: Square) {
        let mut content = SquareShapes::default();
        for direction in DIRECTIONS {
            let pattern = self.tables.table.pattern(board.window(square, direction));
            content = content.with_pattern(direction, pattern, self.tables.table);
        }
        content = content.combine(self.tables);
        self.squares[square.index()] = content;
        self.sets.toggle(square, content.changed_sets(SquareShapes::default()));
    }
}

impl PartialEq for Shapes {
    fn eq(&self, other: &Self) -> bool {
        self.squares == other.squares && self.sets == other.sets
    }
}

/// Update of the squares around a new stone.
struct Rewrite<'a> {
    table: &'static PatternTable,
    squares: &'a mut [SquareShapes; SQUARE_SPAN],
    list: &'a mut [SquareChange; MAX_CHANGES],
    count: usize,
}

impl Rewrite<'_> {
    /// Recomputes the patterns of the affected squares on one line. The direction is a constant so that
    /// shifts and steps are.
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
            self.record(square);
            let content = &mut self.squares[square.index()];
            *content = content.with_pattern(direction, pattern, self.table);
        }
    }

    /// Records a square before it changes.
    #[inline]
    fn record(&mut self, square: Square) {
        let before = self.squares[square.index()];
        self.list[self.count % MAX_CHANGES] = SquareChange { square, sets: 0, before, after: 0 };
        self.count += 1;
    }
}
