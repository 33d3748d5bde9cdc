//! Set-up positions.

use super::{Game, Ply};
use crate::geometry::{Bitboard, BoardSize, Color, Square};

/// Owner of a set-up stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
    /// Blocked: the square is closed to both and belongs to no row.
    Nobody,
}

/// A set-up stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Its square.
    pub square: Square,
    /// Its owner.
    pub owner: Owner,
}

impl Game {
    /// The position after these placements, in the order given.
    ///
    /// Squares off the board and repeated squares are skipped. If the side to move has as many stones as the
    /// opponent, it is black; with one less, white; the stones then alternate. With other numbers the first
    /// stone is black.
    pub fn from_placements(size: BoardSize, placements: &[Placement]) -> Self {
        let count = |owner| distinct(size, placements).filter(|placement| placement.owner == owner).count();
        let (own, other) = (count(Owner::Mover), count(Owner::Opponent));
        let first = distinct(size, placements).find(|placement| placement.owner != Owner::Nobody);
        let mover = match other.checked_sub(own) {
            Some(0) => Color::Black,
            Some(1) => Color::White,
            _ if first.is_none_or(|first| first.owner == Owner::Mover) => Color::Black,
            _ => Color::White,
        };
        Self::from_placements_with(size, placements, mover)
    }

    /// As [`from_placements`](Self::from_placements), with a given colour of the side to move.
    pub fn from_placements_with(size: BoardSize, placements: &[Placement], mover: Color) -> Self {
        let (mut blocked, mut stones) = (Vec::new(), Vec::new());
        for Placement { square, owner } in distinct(size, placements) {
            match owner {
                Owner::Nobody => blocked.push(square),
                Owner::Mover => stones.push((square, mover)),
                Owner::Opponent => stones.push((square, mover.opponent())),
            }
        }
        let count = |color| stones.iter().filter(|&&(_, stone)| stone == color).count();
        let surplus = count(Color::Black).checked_sub(count(Color::White));
        if surplus == Some((mover == Color::White).into()) {
            stones = alternating(&stones);
        }
        let given = stones.into_iter().map(|(square, color)| Ply { color, square: Some(square) }).collect();
        Self::from_given(size, blocked, given, mover)
    }
}

/// The placements on the board, each square once.
fn distinct(size: BoardSize, placements: &[Placement]) -> impl Iterator<Item = Placement> {
    let mut taken: Bitboard = !size.all();
    placements.iter().copied().filter(move |placement| {
        let is_new = !taken.contains(placement.square);
        taken.insert(placement.square);
        is_new
    })
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

    fn set_up(stones: &[(u8, u8, Owner)]) -> Game {
        let placement = |&(x, y, owner)| Placement { square: Square::at(x, y), owner };
        let placements: Vec<Placement> = stones.iter().map(placement).collect();
        Game::from_placements(BoardSize::default(), &placements)
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
    fn a_known_colour_counts_more_than_the_numbers_of_stones() {
        let placement = |x, owner| Placement { square: Square::at(x, 0), owner };
        let placements = [placement(0, OWN), placement(1, THEIRS), placement(2, Owner::Nobody)];
        let game = Game::from_placements_with(BoardSize::default(), &placements, Color::White);
        assert_eq!(game.board().side_to_move(), Color::White);
        assert_eq!(game.board().color_at(Square::at(0, 0)), Some(Color::White));
    }
}
