//! Moves that Yixin-Board asks to leave out.

use crate::engine::Game;
use crate::geometry::Square;

/// Squares and paths that must not be answered with.
#[derive(Clone, Debug, Default)]
pub(super) struct Exclusions {
    squares: Vec<Square>,
    paths: Vec<Vec<Square>>,
}

/// What is excluded or admitted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// Single squares, in every position.
    Squares,
    /// One path of moves from the empty board: its last move, in the position before it.
    Path,
}

impl Exclusions {
    /// Leaves these out.
    pub(super) fn exclude(&mut self, kind: Excluded, squares: &[Square]) {
        match kind {
            Excluded::Squares => self.squares.extend(squares),
            Excluded::Path => self.paths.push(squares.to_vec()),
        }
    }

    /// Admits these again.
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

    /// The moves that are left out in this position.
    pub(super) fn in_position(&self, game: Option<&Game>) -> Vec<Square> {
        let played: Option<Vec<Square>> =
            game.map_or(Some(Vec::new()), |game| game.plies().iter().map(|ply| ply.square).collect());
        let ends = self.paths.iter().filter_map(|path| {
            let (last, before) = path.split_last()?;
            (Some(before) == played.as_deref()).then_some(*last)
        });
        self.squares.iter().copied().chain(ends).collect()
    }
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
        assert_eq!(exclusions.in_position(Some(&game)), [c]);
        game.play(a).unwrap();
        assert_eq!(exclusions.in_position(Some(&game)), [c, b]);
        exclusions.admit(Excluded::Path, &[a, b]);
        exclusions.reset(Excluded::Squares);
        assert_eq!(exclusions.in_position(Some(&game)), []);
    }
}
