//! Games that begin with stones that a manager has set up.

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
    /// opponent, it is black; with one less, white; the stones then alternate. With other numbers beside squares
    /// of nobody, as those of earlier rows in Piskvork's continuous game, the number of all tells whose turn it
    /// is; else the first stone is black.
    pub fn from_placements(size: BoardSize, placements: &[Placement]) -> Self {
        let owners =
            || distinct(size, placements.iter().map(|placement| (placement.square, placement.owner)));
        let count = |wanted| owners().filter(|&(_, owner)| owner == wanted).count();
        let first = owners().map(|(_, owner)| owner).find(|&owner| owner != Owner::Nobody);
        let mover = match count(Owner::Opponent).checked_sub(count(Owner::Mover)) {
            Some(0) => Color::Black,
            Some(1) => Color::White,
            _ if count(Owner::Nobody) > 0 && owners().count() % 2 == 0 => Color::Black,
            _ if count(Owner::Nobody) > 0 => Color::White,
            _ if first.is_none_or(|first| first == Owner::Mover) => Color::Black,
            _ => Color::White,
        };
        let color = |owner| match owner {
            Owner::Mover => Some(mover),
            Owner::Opponent => Some(mover.opponent()),
            Owner::Nobody => None,
        };
        Self::from_stones(size, owners().map(|(square, owner)| (square, color(owner))), mover)
    }

    /// The position with these stones, and blocked squares without a colour, and this side to move. Squares
    /// off the board and repeated squares are skipped; the stones alternate if their numbers allow it.
    pub fn from_stones(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Square, Option<Color>)>,
        mover: Color,
    ) -> Self {
        let (mut blocked, mut plies) = (Vec::new(), Vec::new());
        for (square, color) in distinct(size, stones) {
            match color {
                Some(color) => plies.push(Ply { color, square: Some(square) }),
                None => blocked.push(square),
            }
        }
        let count = |color| plies.iter().filter(|ply| ply.color == color).count();
        let surplus = count(Color::Black).checked_sub(count(Color::White));
        if surplus == Some((mover == Color::White).into()) {
            plies = alternating(&plies);
        }
        Self::from_given(size, blocked, plies, mover)
    }
}

/// The entries on the board, each square once.
fn distinct<T>(
    size: BoardSize,
    entries: impl IntoIterator<Item = (Square, T)>,
) -> impl Iterator<Item = (Square, T)> {
    let mut taken: Bitboard = !size.all();
    entries.into_iter().filter(move |&(square, _)| {
        let is_new = !taken.contains(square);
        taken.insert(square);
        is_new
    })
}

/// The stones in alternating order, black first, each colour in the order given.
fn alternating(plies: &[Ply]) -> Vec<Ply> {
    let of = |color| plies.iter().copied().filter(move |ply| ply.color == color);
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
    fn in_a_continuous_game_the_number_of_all_stones_tells_whose_turn_it_is() {
        let row = [0, 1, 2, 3, 4].map(|x| (x, 0, Owner::Nobody));
        let whites = [0, 1, 2, 3, 4].map(|x| (x, 4, THEIRS));
        assert_eq!(set_up(&[&row[..], &whites].concat()).board().side_to_move(), Color::Black);
        let whites = [0, 1, 2, 3].map(|x| (x, 4, OWN));
        assert_eq!(set_up(&[&row[..], &whites].concat()).board().side_to_move(), Color::White);
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
        let stones = [Some(Color::White), Some(Color::Black), None];
        let stones = (0..).map(|x| Square::at(x, 0)).zip(stones);
        let game = Game::from_stones(BoardSize::default(), stones, Color::White);
        assert_eq!(game.board().side_to_move(), Color::White);
        assert_eq!(game.board().color_at(Square::at(0, 0)), Some(Color::White));
    }
}
