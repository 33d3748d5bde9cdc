//! Play and undo.

use crate::board::{Board, Window};
use crate::geometry::{Bitboard, Color, Direction, Square};
use crate::pattern::{Attack, Combination, PatternTable, Role};
use crate::position::shapes::Shapes;
use crate::rules::Rule;

/// How far from a stone, in both axes, moves are considered.
const NEAR_SQUARE: i8 = 2;
/// How far from a stone along its lines.
const NEAR_LINE: i8 = 4;

/// A game position with everything the search asks for, updated move by move.
///
/// # Examples
/// ```
/// use rustgomo::{Color, Position, Rule, board::from_diagram, pattern::Attack};
///
/// let board = from_diagram("O . . . . .\n. X X X . .\n. . O . O .\n. . . . . .\n. . . . . .")?;
/// let mut position = Position::new(&board, Rule::Freestyle);
/// assert_eq!(position.attacks(Color::Black, Attack::Five).len(), 0);
/// position.play(board.size().square(4, 1).ok_or("off the board")?);
/// assert_eq!(position.attacks(Color::Black, Attack::Five).len(), 2);
/// position.undo();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rule: Rule,
    board: Board,
    shapes: Shapes,
    /// Empty squares near stones.
    near: Bitboard,
    frames: Vec<Frame>,
}

/// What undo restores besides the board.
#[derive(Clone, Copy, Debug)]
struct Frame {
    mark: usize,
    near: Bitboard,
}

/// A window that the last move gave another row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowChange {
    /// The empty square in the window's centre.
    pub square: Square,
    /// The line.
    pub direction: Direction,
    /// The [row](PatternTable) before the move.
    pub before: u16,
    /// The row now.
    pub after: u16,
}

impl Position {
    /// Takes over a board.
    pub fn new(board: &Board, rule: Rule) -> Self {
        let mut near = Bitboard::EMPTY;
        for stone in &(*board.stones(Color::Black) | *board.stones(Color::White)) {
            near |= neighbourhood(stone);
        }
        Self {
            rule,
            board: board.clone(),
            shapes: Shapes::new(PatternTable::of(rule), board),
            near,
            frames: Vec::with_capacity(board.empty_count()),
        }
    }

    /// The rule.
    #[inline]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The player whose turn it is.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// Hash of the board and the side to move.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.board.hash()
    }

    /// Empty squares near stones: those worth a thought when nothing forces. Empty on an empty board.
    #[inline]
    pub fn near(&self) -> Bitboard {
        self.near & *self.board.empty()
    }

    /// The empty squares where a side has an attack. Under renju, black's sets can hold forbidden squares, all of
    /// which are also in [`Attack::Suspect`].
    #[inline]
    pub fn attacks(&self, color: Color, attack: Attack) -> &Bitboard {
        self.shapes.set(color, attack)
    }

    /// What playing on an empty square would create for a side.
    #[inline]
    pub fn combination(&self, square: Square, color: Color) -> Combination {
        self.shapes.combination(square, color)
    }

    /// Number of the [`combination`](Self::combination) in the rule's table.
    #[inline]
    pub fn combination_number(&self, square: Square, color: Color) -> u16 {
        self.shapes.combination_number(square, color)
    }

    /// What playing on an empty square would create if the window in one direction were another.
    #[inline]
    pub fn combination_with(
        &self,
        square: Square,
        color: Color,
        direction: Direction,
        window: Window,
    ) -> Combination {
        self.shapes.combination_with(square, color, direction, window)
    }

    /// The pattern row of the line through an empty square.
    #[inline]
    pub fn row(&self, square: Square, direction: Direction) -> u16 {
        self.shapes.row(square, direction)
    }

    /// The pattern rows of the four lines through an empty square, 16 bits each in the order of
    /// [`DIRECTIONS`](crate::geometry::DIRECTIONS); 0 for every other square.
    #[inline]
    pub fn rows(&self, square: Square) -> u64 {
        self.shapes.rows(square)
    }

    /// The tables of the rule.
    #[inline]
    pub const fn table(&self) -> &'static PatternTable {
        self.shapes.table()
    }

    /// Sum of the values of all squares to a side that has the move or has not, centi-units.
    #[inline]
    pub fn value(&self, color: Color, role: Role) -> i32 {
        self.shapes.value(color, role)
    }

    /// The windows around empty squares that the last move changed.
    pub fn changes(&self) -> impl Iterator<Item = WindowChange> {
        let mark = self.frames.last().map_or(self.shapes.mark(), |frame| frame.mark);
        self.shapes.changes(mark).filter(|&(square, ..)| self.board.is_empty(square)).map(
            |(square, direction, before)| WindowChange {
                square,
                direction,
                before,
                after: self.shapes.row(square, direction),
            },
        )
    }

    /// Plays for the side to move on a square that must be empty. Forbidden moves are not refused.
    #[inline]
    pub fn play(&mut self, square: Square) {
        self.frames.push(Frame { mark: self.shapes.mark(), near: self.near });
        self.board.play_unchecked(square);
        self.near |= neighbourhood(square);
        self.shapes.occupy(&self.board, square);
    }

    /// Gives the turn to the other side.
    #[inline]
    pub fn pass(&mut self) {
        self.frames.push(Frame { mark: self.shapes.mark(), near: self.near });
        self.board.pass();
    }

    /// Takes back the last [`play`](Self::play) or [`pass`](Self::pass); does nothing before the first.
    #[inline]
    pub fn undo(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.shapes.rewind(frame.mark);
            self.near = frame.near;
            self.board.undo();
        }
    }
}

impl PartialEq for Position {
    /// Compares the positions, not how they were reached.
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule
            && self.hash() == other.hash()
            && self.board.lines() == other.board.lines()
            && self.near() == other.near()
            && self.shapes == other.shapes
    }
}

/// The squares near a stone: a square of side five and the eight rays, also beyond the board.
pub fn neighbourhood(stone: Square) -> Bitboard {
    let (x, y) = (stone.x() as i8, stone.y() as i8);
    let mut set = Bitboard::EMPTY;
    for dy in -NEAR_LINE..=NEAR_LINE {
        let row = y + dy;
        if (0..crate::geometry::MAX_SIDE as i8).contains(&row) {
            let pattern = NEAR_ROWS[(dy + NEAR_LINE) as usize];
            let shift = x - NEAR_LINE;
            let mask = if shift >= 0 { pattern << shift } else { pattern >> -shift };
            set.insert_row(row as u8, mask);
        }
    }
    set
}

/// The neighbourhood of column `NEAR_LINE`, row by row.
const NEAR_ROWS: [u32; 2 * NEAR_LINE as usize + 1] = {
    let mut rows = [0; 2 * NEAR_LINE as usize + 1];
    let mut dy = -NEAR_LINE;
    while dy <= NEAR_LINE {
        let mut dx = -NEAR_LINE;
        while dx <= NEAR_LINE {
            let in_square = dx.abs() <= NEAR_SQUARE && dy.abs() <= NEAR_SQUARE;
            if in_square || dx == 0 || dy == 0 || dx.abs() == dy.abs() {
                rows[(dy + NEAR_LINE) as usize] |= 1 << (dx + NEAR_LINE);
            }
            dx += 1;
        }
        dy += 1;
    }
    rows
};
