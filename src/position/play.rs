//! Play and undo.

use super::near::{Near, NearBefore};
use super::shapes::{Changes, Shapes};
use crate::board::{Board, Window};
use crate::geometry::{Bitboard, Color, Direction, Square};
use crate::pattern::{Attack, Pattern4, PatternTable};
use crate::rules::Rule;

/// A game position: board, rule, patterns, attack sets and candidates, updated incrementally by play and
/// undo.
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
    near: Near,
    /// Undo records of `depth` plies; the others are spare.
    plies: Vec<UndoRecord>,
    depth: usize,
}

/// Undo record of one play besides the board. A pass leaves its record unchanged and unused.
#[derive(Clone, Debug)]
struct UndoRecord {
    near: NearBefore,
    changes: Changes,
}

impl Position {
    /// The position of a board under a rule.
    pub fn new(board: &Board, rule: Rule) -> Self {
        let mut near = Near::EMPTY;
        for stone in &(*board.stones(Color::Black) | *board.stones(Color::White)) {
            near.add(stone);
        }
        Self {
            rule,
            board: board.clone(),
            shapes: Shapes::new(PatternTable::of(rule), board),
            near,
            plies: Vec::new(),
            depth: 0,
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

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// Hash of the board and the side to move.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.board.hash()
    }

    /// The empty squares near stones; none on an empty board.
    #[inline]
    pub fn candidates(&self) -> Bitboard {
        self.near.among(self.board.empty())
    }

    /// The empty squares where a side has an attack. Under renju, black's sets can hold forbidden squares,
    /// all of which are also in [`Attack::MaybeForbidden`].
    #[inline]
    pub fn attacks(&self, color: Color, attack: Attack) -> &Bitboard {
        self.shapes.sets.get(color, attack)
    }

    /// Number of squares in [`attacks`](Self::attacks), in constant time.
    #[inline]
    pub fn attack_count(&self, color: Color, attack: Attack) -> usize {
        self.shapes.sets.count(color, attack).into()
    }

    /// Whether [`attacks`](Self::attacks) is not empty.
    #[inline]
    pub fn has_attack(&self, color: Color, attack: Attack) -> bool {
        self.attack_count(color, attack) != 0
    }

    /// What playing on an empty square would create for a side.
    #[inline]
    pub fn pattern4(&self, square: Square, color: Color) -> Pattern4 {
        self.shapes.pattern4(square, color)
    }

    /// Number of the [`pattern4`](Self::pattern4) in [`Pattern4Table`](crate::pattern::Pattern4Table).
    #[inline]
    pub fn pattern4_index(&self, square: Square, color: Color) -> u16 {
        self.shapes.at(square).code(color).number()
    }

    /// [`pattern4`](Self::pattern4) of a square with another window in one direction.
    #[inline]
    pub(crate) fn pattern4_with(
        &self,
        square: Square,
        color: Color,
        direction: Direction,
        window: Window,
    ) -> Pattern4 {
        let table = self.table();
        let shapes = self.shapes.at(square).with_pattern(direction, table.pattern(window), table);
        let pattern4s = table.pattern4s(color);
        pattern4s.get(pattern4s.code(shapes.packed(color)).number())
    }

    /// The pattern of the line through an empty square.
    #[inline]
    pub fn pattern(&self, square: Square, direction: Direction) -> u16 {
        self.shapes.at(square).pattern(direction)
    }

    /// The four patterns of an empty square, 16 bits each in the order of
    /// [`DIRECTIONS`](crate::geometry::DIRECTIONS), the first lowest; 0 for an occupied square.
    #[inline]
    pub fn patterns(&self, square: Square) -> u64 {
        self.shapes.at(square).patterns
    }

    /// The pattern table of the rule.
    #[inline]
    pub const fn table(&self) -> &'static PatternTable {
        self.shapes.table()
    }

    /// Plays for the side to move on an empty square; forbidden moves are not rejected.
    ///
    /// # Panics
    /// With debug assertions, if the square is not empty; otherwise the position is then invalid.
    pub fn play(&mut self, square: Square) {
        self.play_with(square, |_| {});
    }

    /// [`play`](Self::play), calling `on_hash` with the new [`hash`](Self::hash) before the shapes are
    /// updated, for prefetching.
    ///
    /// # Panics
    /// As `play`.
    #[inline]
    pub(crate) fn play_with(&mut self, square: Square, on_hash: impl FnOnce(u64)) {
        self.make_room();
        let ply = &mut self.plies[self.depth];
        self.depth += 1;
        self.board.play_unchecked(square);
        on_hash(self.board.hash());
        ply.near = self.near.add(square);
        self.shapes.occupy(self.board.lines(), square, &mut ply.changes);
    }

    /// Passes the turn to the other side.
    pub fn pass(&mut self) {
        self.make_room();
        self.depth += 1;
        self.board.pass();
    }

    /// Undoes the last [`play`](Self::play) or [`pass`](Self::pass); does nothing if there is none.
    pub fn undo(&mut self) {
        let Some(depth) = self.depth.checked_sub(1) else { return };
        self.depth = depth;
        if let Some(Some(square)) = self.board.undo() {
            let ply = &self.plies[depth];
            self.near.restore(square, &ply.near);
            self.shapes.restore(&ply.changes);
        }
    }

    /// The squares whose [patterns](Self::patterns) the move with this number of the game (from 0) may have
    /// changed, each once, with the patterns after the move; none for a pass. `None` if there is no such
    /// move, or it was played before this position was [made](Self::new).
    #[inline]
    pub fn pattern_changes(&self, number: usize) -> Option<impl Iterator<Item = (Square, u64)>> {
        let history = self.board.history();
        let is_stone = history.get(number)?.is_some();
        let ply = number.checked_sub(history.len().checked_sub(self.depth)?)?;
        let changes = &self.plies[..self.depth].get(ply)?.changes;
        Some(changes.patterns().take(if is_stone { usize::MAX } else { 0 }))
    }

    /// Ensures that there is a [`UndoRecord`] for the next move.
    #[inline]
    fn make_room(&mut self) {
        if self.depth == self.plies.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.plies.push(UndoRecord { near: NearBefore::default(), changes: Changes::NONE });
    }
}

impl PartialEq for Position {
    /// Compares the positions without their histories.
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule
            && self.hash() == other.hash()
            && self.board.lines() == other.board.lines()
            && self.candidates() == other.candidates()
            && self.shapes == other.shapes
    }
}
