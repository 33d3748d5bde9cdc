//! Fifth stones: black offers two, white keeps the one that is worse for black.

use crate::engine::Game;
use crate::geometry::Square;

/// Fifth stones that are offered.
const OFFERS: usize = 2;

/// A choice that takes several searches, each without the squares that earlier ones settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fifth {
    /// Black looks for so many different stones; these are found.
    Offer(Vec<Square>),
    /// White has these to choose from, and strikes the best of them until one is left.
    Keep(Vec<Square>),
}

impl Fifth {
    /// The squares that the next search leaves out.
    pub(super) fn excluded(&self, game: &Game) -> Vec<Square> {
        match self {
            // A symmetric square would be no second choice.
            Self::Offer(found) => found.iter().flat_map(|&square| game.twins(square)).collect(),
            Self::Keep(left) => game.board().empty().iter().filter(|square| !left.contains(square)).collect(),
        }
    }

    /// Takes in the best move of a search.
    pub(super) fn found(&mut self, best: Square) {
        match self {
            Self::Offer(found) => found.push(best),
            Self::Keep(left) => left.retain(|&square| square != best),
        }
    }

    /// The answer, once it is settled.
    pub(super) fn answer(&self) -> Option<&[Square]> {
        match self {
            Self::Offer(found) => (found.len() >= OFFERS).then_some(found),
            Self::Keep(left) => (left.len() <= 1).then_some(left),
        }
    }

    /// What there is if no further search can be made.
    pub(super) fn so_far(&self) -> &[Square] {
        match self {
            Self::Offer(found) => found,
            Self::Keep(left) => left.get(..1).unwrap_or_default(),
        }
    }
}
