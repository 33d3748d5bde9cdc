//! The board.

use super::{BoardError, Cell, LineKeys, Window, zobrist};
use crate::geometry::{Bitboard, BoardSize, ByColor, Color, Direction, Square, Symmetry};

/// A board: stones and blocked squares, side to move, move history and hash.
///
/// # Examples
/// ```
/// use rustgomo::board::Board;
/// use rustgomo::geometry::{BoardSize, Color};
///
/// let size = BoardSize::new(15, 15)?;
/// let mut board = Board::new(size);
/// board.play(size.center())?;
/// assert_eq!(board.color_at(size.center()), Some(Color::Black));
/// assert_eq!(board.undo(), Some(Some(size.center())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: BoardSize,
    stones: ByColor<Bitboard>,
    empty: Bitboard,
    empty_count: u16,
    side_to_move: Color,
    hash: u64,
    lines: LineKeys,
    history: Vec<Option<Square>>,
}

impl Board {
    /// An empty board, black to move.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            stones: ByColor([Bitboard::EMPTY; 2]),
            empty: size.all(),
            empty_count: size.area() as u16,
            side_to_move: Color::Black,
            hash: 0,
            lines: LineKeys::new(size),
            history: Vec::with_capacity(size.area()),
        }
    }

    /// A set-up position without history.
    ///
    /// # Errors
    /// [`BoardError`] if a stone is off the board or a square has two.
    pub fn with_stones(
        size: BoardSize,
        stones: &ByColor<Bitboard>,
        side_to_move: Color,
    ) -> Result<Self, BoardError> {
        let mut board = Self::new(size);
        for color in Color::BOTH {
            for square in &stones[color] {
                board.expect_free(square)?;
                board.put(square, Cell::stone(color));
            }
        }
        if side_to_move != board.side_to_move {
            board.flip_side();
        }
        Ok(board)
    }

    /// The board after these moves of both sides in turn, black first.
    ///
    /// # Errors
    /// [`BoardError`] if a square is off the board or comes twice.
    pub fn with_moves(size: BoardSize, moves: impl IntoIterator<Item = Square>) -> Result<Self, BoardError> {
        let mut board = Self::new(size);
        moves.into_iter().try_for_each(|square| board.play(square))?;
        Ok(board)
    }

    /// Width and height.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The squares with stones of a colour.
    #[inline]
    pub fn stones(&self, color: Color) -> &Bitboard {
        &self.stones[color]
    }

    /// The stones of both colours.
    pub fn all_stones(&self) -> Bitboard {
        self.stones[Color::Black] | self.stones[Color::White]
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(&self) -> &Bitboard {
        &self.empty
    }

    /// Number of empty squares.
    #[inline]
    pub const fn empty_count(&self) -> usize {
        self.empty_count as usize
    }

    /// Whether the square is on the board and empty.
    #[inline]
    pub const fn is_empty(&self, square: Square) -> bool {
        self.empty.contains(square)
    }

    /// The cell of a square; wall off the board.
    pub fn cell(&self, square: Square) -> Cell {
        match self.color_at(square) {
            Some(color) => Cell::stone(color),
            None if self.is_empty(square) => Cell::Empty,
            None => Cell::Wall,
        }
    }

    /// The colour of the stone on a square, if any.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones[color].contains(square))
    }

    /// Zobrist hash of stones, blocked squares and side to move; the same on every machine and in every
    /// version.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a move by the side to move, without playing it.
    #[inline]
    pub fn hash_after(&self, square: Square) -> u64 {
        self.hash ^ zobrist::key(square, Cell::stone(self.side_to_move)) ^ zobrist::WHITE_TO_MOVE
    }

    /// The hash after a move by the side to move and the reply to it, without playing either.
    #[inline]
    pub(crate) fn hash_after_two(&self, square: Square, reply: Square) -> u64 {
        let (own, other) = (Cell::stone(self.side_to_move), Cell::stone(self.side_to_move.opponent()));
        self.hash ^ zobrist::key(square, own) ^ zobrist::key(reply, other)
    }

    /// The smallest hash of all symmetric images: equal for boards that are rotations or reflections of each
    /// other. Boards of other sizes may have it, too.
    pub fn canonical_hash(&self) -> u64 {
        let occupied = !self.empty & self.size.all();
        let side = if self.side_to_move == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        let image = |symmetry: Symmetry| {
            let keys = occupied.iter().map(|s| zobrist::key(symmetry.apply(s, self.size), self.cell(s)));
            keys.fold(side, |hash, key| hash ^ key)
        };
        Symmetry::all(self.size).map(image).min().unwrap_or(side)
    }

    /// The cells around a square along a line.
    #[inline]
    pub const fn window(&self, square: Square, direction: Direction) -> Window {
        self.lines.window(square, direction)
    }

    /// All lines as two-bit cells.
    #[inline]
    pub const fn lines(&self) -> &LineKeys {
        &self.lines
    }

    /// The moves since the set-up, oldest first; `None` is a pass.
    #[inline]
    pub fn history(&self) -> &[Option<Square>] {
        &self.history
    }

    /// The last move, unless it was a pass or there was none.
    #[inline]
    pub fn last_move(&self) -> Option<Square> {
        self.history.last().copied().flatten()
    }

    /// Plays a stone of the side to move.
    ///
    /// # Errors
    /// [`BoardError`] if the square is off the board or not empty; the board is unchanged.
    pub fn play(&mut self, square: Square) -> Result<(), BoardError> {
        self.expect_free(square)?;
        self.play_unchecked(square);
        Ok(())
    }

    /// [`play`](Self::play) on a square that must be empty.
    #[inline]
    pub(crate) fn play_unchecked(&mut self, square: Square) {
        debug_assert!(self.is_empty(square));
        self.empty_count -= 1;
        self.toggle_stone(square);
        self.flip_side();
        self.history.push(Some(square));
    }

    /// Passes the turn to the other side.
    #[inline]
    pub fn pass(&mut self) {
        self.flip_side();
        self.history.push(None);
    }

    /// Plays a stone of the side to move, or passes.
    ///
    /// # Errors
    /// [`BoardError`] if the square is off the board or not empty; the board is unchanged.
    pub fn play_or_pass(&mut self, square: Option<Square>) -> Result<(), BoardError> {
        let Some(square) = square else {
            self.pass();
            return Ok(());
        };
        self.play(square)
    }

    /// Passes unless this is the side to move.
    pub fn give_turn(&mut self, color: Color) {
        if self.side_to_move != color {
            self.pass();
        }
    }

    /// Undoes the last move or pass and returns it; `None` if there is none.
    #[inline]
    pub fn undo(&mut self) -> Option<Option<Square>> {
        let played = self.history.pop()?;
        self.flip_side();
        if let Some(square) = played {
            self.empty_count += 1;
            self.toggle_stone(square);
        }
        Some(played)
    }

    /// Blocks an empty square for both sides and clears the history.
    ///
    /// # Errors
    /// [`BoardError`] if the square is off the board or not empty; the board is unchanged.
    pub fn block(&mut self, square: Square) -> Result<(), BoardError> {
        self.expect_free(square)?;
        self.put(square, Cell::Wall);
        Ok(())
    }

    fn expect_free(&self, square: Square) -> Result<(), BoardError> {
        if !self.size.contains(square) {
            Err(BoardError::OffBoard)
        } else if self.is_empty(square) {
            Ok(())
        } else {
            Err(BoardError::Occupied)
        }
    }

    /// Sets up an empty square and clears the history.
    pub(super) fn put(&mut self, square: Square, cell: Cell) {
        self.empty_count -= 1;
        self.toggle(square, cell);
        match cell {
            Cell::Black => self.stones[Color::Black].insert(square),
            Cell::White => self.stones[Color::White].insert(square),
            Cell::Empty | Cell::Wall => {}
        }
        self.history.clear();
    }

    #[inline]
    fn flip_side(&mut self) {
        self.side_to_move = self.side_to_move.opponent();
        self.hash ^= zobrist::WHITE_TO_MOVE;
    }

    /// Toggles a stone of the side to move on a square.
    #[inline]
    fn toggle_stone(&mut self, square: Square) {
        self.stones[self.side_to_move].toggle(square);
        self.toggle(square, Cell::stone(self.side_to_move));
    }

    /// Toggles a cell in the lines and the hash of a square, without the stones of the colours.
    #[inline]
    fn toggle(&mut self, square: Square, cell: Cell) {
        self.hash ^= zobrist::key(square, cell);
        self.lines.toggle(square, cell);
        self.empty.toggle(square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_board(seed: u64, size: BoardSize) -> Board {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut board = Board::new(size);
        for _ in 0..random.usize(1..size.area()) {
            let free: Vec<Square> = board.empty().iter().collect();
            board.play(free[random.usize(..free.len())]).unwrap();
        }
        board
    }

    #[test]
    fn undo_restores_the_board_exactly() {
        for seed in 0..50 {
            let size = BoardSize::new(5 + seed % 18, 22 - seed % 13).unwrap();
            let mut board = random_board(seed as u64, size);
            let mut earlier = Vec::new();
            while let Some(&last) = board.history().last() {
                earlier.push((board.clone(), last));
                board.undo();
            }
            assert_eq!(board, Board::new(size), "seed {seed}");
            while let Some((after, played)) = earlier.pop() {
                board.play(played.unwrap()).unwrap();
                assert_eq!(board, after, "seed {seed}");
            }
        }
    }

    #[test]
    fn symmetric_boards_share_the_canonical_hash() {
        for seed in 0..20 {
            let size = BoardSize::new(15, if seed % 2 == 0 { 15 } else { 9 }).unwrap();
            let board = random_board(seed, size);
            for symmetry in Symmetry::all(size) {
                let moves = board.history().iter().flatten().map(|&square| symmetry.apply(square, size));
                let image = Board::with_moves(size, moves).unwrap();
                assert_eq!(image.canonical_hash(), board.canonical_hash(), "seed {seed}");
            }
            let mut other = board.clone();
            other.pass();
            assert_ne!(other.canonical_hash(), board.canonical_hash());
        }
    }

    #[test]
    fn a_position_that_is_set_up_equals_the_one_that_is_played_but_for_its_history() {
        let size = BoardSize::new(15, 9).unwrap();
        let played = random_board(3, size);
        for side in Color::BOTH {
            let set_up = Board::with_stones(size, &played.stones, side).unwrap();
            let hash = if side == played.side_to_move() { 0 } else { zobrist::WHITE_TO_MOVE };
            assert_eq!((set_up.hash(), set_up.side_to_move()), (played.hash() ^ hash, side));
            assert_eq!((&set_up.stones, &set_up.lines), (&played.stones, &played.lines));
            assert_eq!((set_up.history().len(), set_up.empty_count()), (0, played.empty_count()));
        }
        let twice = ByColor([Bitboard::of(Square::at(1, 1)); 2]);
        assert_eq!(Board::with_stones(size, &twice, Color::Black), Err(BoardError::Occupied));
        let outside = ByColor([Bitboard::of(Square::at(1, 9)), Bitboard::EMPTY]);
        assert_eq!(Board::with_stones(size, &outside, Color::Black), Err(BoardError::OffBoard));
    }

    #[test]
    fn stones_go_on_empty_squares_of_the_board_only() {
        let size = BoardSize::new(5, 6).unwrap();
        let mut board = Board::new(size);
        board.block(Square::at(2, 2)).unwrap();
        board.play(Square::at(0, 0)).unwrap();
        assert_eq!(board.play(Square::at(0, 0)), Err(BoardError::Occupied));
        assert_eq!(board.play(Square::at(2, 2)), Err(BoardError::Occupied));
        assert_eq!(board.block(Square::at(0, 0)), Err(BoardError::Occupied));
        assert_eq!(board.play(Square::at(5, 0)), Err(BoardError::OffBoard));
        assert_eq!(board.empty_count(), 28);
    }
}
