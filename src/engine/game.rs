//! The game in progress.

use super::EngineError;
use crate::board::{Board, BoardError};
use crate::geometry::{BoardSize, Color, Square};

/// Whose a stone of a set-up is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The side that moves next.
    Mover,
    /// The other side.
    Opponent,
    /// Nobody: the square is closed to both and belongs to no row.
    Nobody,
}

/// One stone of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub owner: Owner,
}

/// Stones in the order they were played, blocked squares and the side to move.
///
/// The board's history always alternates colours: where two stones of one colour follow each other a pass stands
/// between them.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    stones: Vec<(Square, Color)>,
    blocked: Vec<Square>,
}

impl Game {
    /// An empty board, black to move.
    pub fn new(size: BoardSize) -> Self {
        Self { board: Board::new(size), stones: Vec::new(), blocked: Vec::new() }
    }

    /// A position that was set up, in the order given.
    ///
    /// Squares that are off the board or named twice are left out. If the mover has as many stones as the opponent
    /// the mover is black, with one less white; then the stones are put in alternating order. With other numbers the
    /// first stone is black.
    pub fn from_placements(size: BoardSize, placements: &[Placement]) -> Self {
        let mut game = Self::new(size);
        let mut taken = !size.all();
        let mut stones = Vec::new();
        for placement in placements {
            if taken.contains(placement.square) {
                continue;
            }
            taken.insert(placement.square);
            match placement.owner {
                Owner::Nobody => game.blocked.push(placement.square),
                owner => stones.push((placement.square, owner)),
            }
        }
        let count = |wanted| stones.iter().filter(|&&(_, owner)| owner == wanted).count();
        let (own, other) = (count(Owner::Mover), count(Owner::Opponent));
        let first_owner = stones.first().map_or(Owner::Mover, |&(_, owner)| owner);
        let mover = match other.checked_sub(own) {
            Some(0) => Color::Black,
            Some(1) => Color::White,
            _ if first_owner == Owner::Mover => Color::Black,
            _ => Color::White,
        };
        let color = |owner| if owner == Owner::Mover { mover } else { mover.opponent() };
        game.stones = stones.into_iter().map(|(square, owner)| (square, color(owner))).collect();
        if other == own || other == own + 1 {
            game.stones = alternating(&game.stones);
        }
        game.rebuild(mover);
        game
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plays for the side to move.
    ///
    /// # Errors
    /// [`BoardError`] if the square is off the board or not empty.
    pub fn play(&mut self, square: Square) -> Result<(), BoardError> {
        let color = self.board.side_to_move();
        self.board.play(square)?;
        self.stones.push((square, color));
        Ok(())
    }

    /// Removes a stone, whichever was played there, and gives the turn to the other side.
    ///
    /// # Errors
    /// [`EngineError::NoStone`] if no stone stands there.
    pub fn take_back(&mut self, square: Square) -> Result<(), EngineError> {
        let index = self.stones.iter().rposition(|&(stone, _)| stone == square);
        self.stones.remove(index.ok_or(EngineError::NoStone)?);
        self.rebuild(self.board.side_to_move().opponent());
        Ok(())
    }

    /// Puts everything on an empty board again. All squares are different and on the board.
    fn rebuild(&mut self, side_to_move: Color) {
        let mut board = Board::new(self.board.size());
        for &square in &self.blocked {
            let blocked = board.block(square);
            debug_assert!(blocked.is_ok(), "{square:?}");
        }
        for &(square, color) in &self.stones {
            if board.side_to_move() != color {
                board.pass();
            }
            let played = board.play(square);
            debug_assert!(played.is_ok(), "{square:?}");
        }
        if board.side_to_move() != side_to_move {
            board.pass();
        }
        self.board = board;
    }
}

/// The stones in alternating order, black first, each colour in the order given.
fn alternating(stones: &[(Square, Color)]) -> Vec<(Square, Color)> {
    let of = |wanted| stones.iter().copied().filter(move |&(_, color)| color == wanted);
    let mut white = of(Color::White);
    of(Color::Black).flat_map(|black| std::iter::once(black).chain(white.next())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Bitboard;

    fn size() -> BoardSize {
        BoardSize::new(15, 15).unwrap()
    }

    fn set_up(stones: &[(u8, u8, Owner)]) -> Game {
        let placements: Vec<_> =
            stones.iter().map(|&(x, y, owner)| Placement { square: Square::at(x, y), owner }).collect();
        Game::from_placements(size(), &placements)
    }

    const OWN: Owner = Owner::Mover;
    const THEIRS: Owner = Owner::Opponent;

    #[test]
    fn equal_numbers_make_the_mover_black_and_one_less_white() {
        assert_eq!(set_up(&[]).board().side_to_move(), Color::Black);
        assert_eq!(set_up(&[(7, 7, THEIRS)]).board().side_to_move(), Color::White);
        let game = set_up(&[(7, 7, THEIRS), (8, 8, OWN)]);
        assert_eq!(game.board().side_to_move(), Color::Black);
        assert_eq!(game.board().color_at(Square::at(8, 8)), Some(Color::Black));
    }

    #[test]
    fn regular_numbers_in_any_order_alternate_without_passes() {
        let game = set_up(&[(0, 0, OWN), (1, 0, OWN), (2, 0, THEIRS), (3, 0, THEIRS), (4, 0, THEIRS)]);
        let history = game.board().history();
        assert!(history.iter().all(Option::is_some));
        assert_eq!(history.len(), 5);
        assert_eq!(game.board().stones(Color::Black).len(), 3);
        assert_eq!(game.board().side_to_move(), Color::White);
    }

    #[test]
    fn a_handicap_starts_with_black_and_passes() {
        let game = set_up(&[(0, 0, THEIRS), (1, 0, THEIRS), (2, 0, THEIRS)]);
        assert_eq!(game.board().stones(Color::Black).len(), 3);
        assert_eq!(game.board().side_to_move(), Color::White);
        assert_eq!(game.board().history().iter().filter(|m| m.is_none()).count(), 2);
        let mover = set_up(&[(0, 0, OWN), (1, 0, OWN), (2, 0, THEIRS)]);
        assert_eq!(mover.board().side_to_move(), Color::Black);
    }

    #[test]
    fn repeated_squares_and_squares_off_the_board_are_left_out() {
        let game = set_up(&[(7, 7, THEIRS), (7, 7, OWN), (20, 20, OWN), (3, 3, Owner::Nobody)]);
        assert_eq!(game.board().empty_count(), 225 - 2);
        assert_eq!(game.board().side_to_move(), Color::White);
        assert!(!game.board().is_empty(Square::at(3, 3)));
        assert_eq!(game.board().color_at(Square::at(3, 3)), None);
    }

    #[test]
    fn any_stone_can_be_taken_back() {
        let mut game = Game::new(size());
        let squares: Vec<Square> = (0..4).map(|x| Square::at(x, 2 * x)).collect();
        for &square in &squares {
            game.play(square).unwrap();
        }
        game.take_back(squares[3]).unwrap();
        assert_eq!(game.board().side_to_move(), Color::White);
        game.take_back(squares[0]).unwrap();
        assert_eq!(game.board().side_to_move(), Color::Black);
        assert_eq!(*game.board().stones(Color::White), Bitboard::from_iter([squares[1]]));
        assert!(matches!(game.take_back(squares[0]), Err(EngineError::NoStone)));
        game.take_back(squares[2]).unwrap();
        game.take_back(squares[1]).unwrap();
        assert_eq!(game.board().empty_count(), 225);
    }
}
