//! The openings of a match.

use rustgomo::board::{Board, GOLDEN};
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::{Rule, move_end};

/// Stones of a random opening.
const RANDOM_STONES: std::ops::RangeInclusive<usize> = 4..=7;
/// Maximum distance of a random stone from the centre.
const RANDOM_DISTANCE: u8 = 3;
/// Attempts to find a random opening before the empty board is used.
const RANDOM_TRIES: usize = 200;
/// Stones of one colour in a window of five that disqualify a random opening.
const STRONG: usize = 3;

/// The openings of a match, by number.
#[derive(Clone, Debug)]
pub enum Openings {
    /// A list, used in order and repeated at its end.
    Listed(Vec<Vec<Square>>),
    /// Random stones near the centre.
    Random {
        /// Seed of all openings.
        seed: u64,
    },
}

impl Openings {
    #[must_use]
    pub fn shuffled(mut list: Vec<Vec<Square>>, seed: u64) -> Self {
        fastrand::Rng::with_seed(seed).shuffle(&mut list);
        Self::Listed(list)
    }

    /// The opening with a number, from 0. It is the same in all shards of a match.
    pub fn get(&self, number: u64, rule: Rule, size: BoardSize) -> Vec<Square> {
        match self {
            Self::Listed(list) => {
                let index = number % (list.len().max(1) as u64);
                list.get(usize::try_from(index).unwrap_or(0)).cloned().unwrap_or_default()
            }
            Self::Random { seed } => random(seed.wrapping_add(number.wrapping_mul(GOLDEN)), rule, size),
        }
    }
}

/// Whether an opening has only legal moves and does not end the game.
pub fn is_playable(opening: &[Square], rule: Rule, size: BoardSize) -> bool {
    let mut board = Board::new(size);
    opening.iter().all(|&square| {
        size.contains(square)
            && board.is_empty(square)
            && move_end(&board, rule, board.side_to_move(), square).is_none()
            && board.play(square).is_ok()
    })
}

fn random(seed: u64, rule: Rule, size: BoardSize) -> Vec<Square> {
    let mut random = fastrand::Rng::with_seed(seed);
    let near: Vec<Square> =
        size.squares().filter(|square| square.distance(size.center()) <= RANDOM_DISTANCE).collect();
    for _ in 0..RANDOM_TRIES {
        let count = random.usize(RANDOM_STONES).min(near.len());
        let opening = random.choose_multiple(near.iter().copied(), count);
        if is_playable(&opening, rule, size) && !has_strong_window(&opening, size) {
            return opening;
        }
    }
    Vec::new()
}

/// Whether five squares in a row have several stones of one colour and none of the other.
fn has_strong_window(opening: &[Square], size: BoardSize) -> bool {
    let stones = |parity: usize| opening.iter().skip(parity).step_by(2).collect::<Vec<_>>();
    let sides = [stones(0), stones(1)];
    size.squares().any(|square| {
        rustgomo::geometry::DIRECTIONS.into_iter().any(|direction| {
            let window: Vec<Square> = (0..5).map_while(|i| square.step(direction, i, size)).collect();
            let count = |side: &[&Square]| side.iter().filter(|&&&s| window.contains(&s)).count();
            let [black, white] = [count(&sides[0]), count(&sides[1])];
            window.len() == 5 && (black >= STRONG && white == 0 || white >= STRONG && black == 0)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_playable_and_repeatable() {
        let size = BoardSize::new(15, 15).unwrap();
        let openings = Openings::Random { seed: 1 };
        for number in 0..200 {
            let opening = openings.get(number, Rule::Renju, size);
            assert!(is_playable(&opening, Rule::Renju, size) && opening.len() >= 4, "{number}");
            assert_eq!(openings.get(number, Rule::Renju, size), opening);
        }
        assert_ne!(openings.get(0, Rule::Renju, size), openings.get(1, Rule::Renju, size));
        assert!(is_playable(
            &openings.get(0, Rule::Standard, BoardSize::new(5, 5).unwrap()),
            Rule::Standard,
            size
        ));
    }

    #[test]
    fn lists_start_again_when_they_are_used_up() {
        let size = BoardSize::new(15, 15).unwrap();
        let list: Vec<Vec<Square>> = (0..3).map(|x| vec![Square::at(x, 0)]).collect();
        let openings = Openings::Listed(list.clone());
        assert_eq!(openings.get(7, Rule::Freestyle, size), list[1]);
        assert_eq!(Openings::Listed(Vec::new()).get(7, Rule::Freestyle, size), []);
    }
}
