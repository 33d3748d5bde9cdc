//! Sets of openings.

use std::collections::BTreeMap;

use super::{Opening, OpeningError};
use crate::geometry::BoardSize;

/// An ordered set of openings for one board size, without duplicates under symmetry with the same side to
/// move.
#[derive(Clone, Debug)]
pub struct OpeningSet {
    size: BoardSize,
    openings: Vec<Opening>,
    /// Indices of the openings by the canonical hash of their boards.
    known: BTreeMap<u64, usize>,
}

/// The result of adding an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// It was appended.
    Added,
    /// The set has an equivalent opening with this index.
    Twin(usize),
}

impl OpeningSet {
    /// The empty set.
    pub fn new(size: BoardSize) -> Self {
        Self { size, openings: Vec::new(), known: BTreeMap::new() }
    }

    /// Adds an opening unless the set has an equivalent one.
    ///
    /// # Errors
    /// [`OpeningError::OffBoard`] if the board is too small for it.
    pub fn insert(&mut self, opening: Opening) -> Result<Insertion, OpeningError> {
        let hash = opening.board(self.size)?.canonical_hash();
        if let Some(&twin) = self.known.get(&hash) {
            return Ok(Insertion::Twin(twin));
        }
        self.known.insert(hash, self.openings.len());
        self.openings.push(opening);
        Ok(Insertion::Added)
    }

    /// The size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The openings in their order.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Number of openings.
    pub const fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// All openings in random order by seed.
    pub fn shuffled(&self, seed: u64) -> Vec<&Opening> {
        let mut order: Vec<&Opening> = self.openings.iter().collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        order
    }

    /// A random opening by seed; `None` for an empty set.
    pub fn choose(&self, seed: u64) -> Option<&Opening> {
        fastrand::Rng::with_seed(seed).choice(&self.openings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(lines: &[&str]) -> OpeningSet {
        let mut set = OpeningSet::new(BoardSize::new(15, 15).unwrap());
        for line in lines {
            set.insert(line.parse().unwrap()).unwrap();
        }
        set
    }

    #[test]
    fn mirrored_and_turned_openings_are_twins() {
        let mut set = set(&["0,0, 1,2, 3,0"]);
        for twin in ["0,0, -1,2, -3,0", "0,0, 2,1, 0,3", "3,0, 1,2, 0,0", "0,0, -2,-1, 0,-3"] {
            assert_eq!(set.insert(twin.parse().unwrap()), Ok(Insertion::Twin(0)), "{twin}");
        }
        assert_eq!(set.insert("0,0, 1,2, 3,1".parse().unwrap()), Ok(Insertion::Added));
        assert_eq!(set.len(), 2);
    }

    #[test]
    fn the_seed_decides_the_choice() {
        let set = set(&["0,0", "1,0", "1,1", "2,0", "2,1", "2,2", "3,0", "3,1"]);
        assert_eq!(set.choose(7), set.choose(7));
        assert_eq!(set.shuffled(7), set.shuffled(7));
        assert!((0..20).any(|seed| set.choose(seed) != set.choose(7)));
        assert_eq!(set.shuffled(7).len(), set.len());
        assert_eq!(OpeningSet::new(set.size()).choose(1), None);
    }
}
