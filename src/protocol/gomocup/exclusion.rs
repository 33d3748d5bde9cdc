//! Moves that Yixin-Board excludes.

use crate::engine::{Game, Request};
use crate::geometry::Square;

/// Excluded squares and paths.
#[derive(Clone, Debug, Default)]
pub(super) struct Exclusions {
    squares: Vec<Square>,
    paths: Vec<Vec<Square>>,
}

/// Kinds of exclusions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// Single squares, in every position.
    Squares,
    /// One path of moves from the empty board: its last move is excluded in the position before it, also by
    /// transposition.
    Path,
}

impl Exclusions {
    /// Excludes squares or a path.
    pub(super) fn exclude(&mut self, kind: Excluded, squares: &[Square]) {
        match kind {
            Excluded::Squares => self.squares.extend(squares),
            Excluded::Path if squares.is_empty() => {}
            Excluded::Path => self.paths.push(squares.to_vec()),
        }
    }

    /// Admits squares or a path again.
    pub(super) fn admit(&mut self, kind: Excluded, squares: &[Square]) {
        match kind {
            Excluded::Squares => self.squares.retain(|square| !squares.contains(square)),
            Excluded::Path => self.paths.retain(|path| path != squares),
        }
    }

    /// Admits all of a kind again.
    pub(super) fn reset(&mut self, kind: Excluded) {
        match kind {
            Excluded::Squares => self.squares.clear(),
            Excluded::Path => self.paths.clear(),
        }
    }

    /// The request for a position without the excluded moves and paths.
    pub(super) fn request(&self, game: Option<&Game>) -> Request {
        let ahead = || self.paths.iter().filter_map(|path| rest_of(path, game));
        let ends = ahead().filter_map(|rest| if let [last] = rest { Some(*last) } else { None });
        Request {
            excluded: self.squares.iter().copied().chain(ends).collect(),
            blocked: ahead().filter(|rest| rest.len() > 1).map(<[Square]>::to_vec).collect(),
            ..Request::default()
        }
    }
}

/// The rest of a path after the moves of a game, in any order; `None` if they are not on it.
fn rest_of<'a>(path: &'a [Square], game: Option<&Game>) -> Option<&'a [Square]> {
    let plies = game.map_or(&[][..], Game::plies);
    let (played, rest) = path.split_at_checked(plies.len())?;
    let stones = |parity: usize| {
        let is_played = move |square: &Square| {
            plies.iter().skip(parity).step_by(2).any(|ply| ply.square == Some(*square))
        };
        played.iter().skip(parity).step_by(2).all(is_played)
    };
    (stones(0) && stones(1)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn a_path_excludes_its_last_move_where_it_leads_and_nowhere_else() {
        let [a, b, c] = [Square::at(7, 7), Square::at(8, 8), Square::at(9, 9)];
        let mut exclusions = Exclusions::default();
        exclusions.exclude(Excluded::Path, &[a, b]);
        exclusions.exclude(Excluded::Squares, &[c]);
        let mut game = Game::new(BoardSize::default());
        assert_eq!(exclusions.request(Some(&game)).excluded, [c]);
        assert_eq!(exclusions.request(Some(&game)).blocked, [vec![a, b]]);
        game.play(a).unwrap();
        assert_eq!(exclusions.request(Some(&game)).excluded, [c, b]);
        assert!(exclusions.request(Some(&game)).blocked.is_empty());
        exclusions.admit(Excluded::Path, &[a, b]);
        exclusions.reset(Excluded::Squares);
        assert_eq!(exclusions.request(Some(&game)), Request::default());
    }

    #[test]
    fn a_path_is_followed_in_any_order_of_its_moves() {
        let path = [7, 8, 9, 10, 11].map(|x| Square::at(x, 7));
        let mut exclusions = Exclusions::default();
        exclusions.exclude(Excluded::Path, &path);
        let after = |places: &[usize]| {
            let mut game = Game::new(BoardSize::default());
            places.iter().try_for_each(|&place| game.play(path[place])).unwrap();
            exclusions.request(Some(&game))
        };
        assert_eq!(after(&[2, 1, 0]).blocked, [path[3..].to_vec()]);
        assert_eq!(after(&[2, 1, 0, 3]).excluded, [path[4]]);
        assert_eq!(after(&[1, 0, 2]), Request::default());
        assert_eq!(after(&[0, 1, 2, 3, 4]).excluded, []);
    }
}
