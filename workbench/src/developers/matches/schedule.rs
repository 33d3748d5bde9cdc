//! The games of a match.

use super::options::{Format, MatchOptions};
use crate::developers::shard::Shard;

/// All games of a match by number. Numbers run through the whole match, over all shards.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    openings: u64,
    shard: Shard,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Number in the match, from 1. The games `2 n - 1` and `2 n` are a pair.
    pub number: u64,
    /// Number of the opening, from 0.
    pub opening: u64,
    /// Index of the pairing in [`Schedule::pairings`].
    pub pairing: usize,
    /// Number of the black player.
    pub black: usize,
    /// Number of the white player.
    pub white: usize,
}

impl ScheduledGame {
    /// Number of the pair of games, from 0.
    pub const fn pair(&self) -> u64 {
        (self.number - 1) / 2
    }

    /// Whether the first player of the pairing has black.
    pub const fn is_first_black(&self) -> bool {
        self.number % 2 == 1
    }
}

impl Schedule {
    /// The schedule of a match.
    pub fn new(options: &MatchOptions) -> Self {
        let count = options.engines.len();
        let everybody = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        let pairings = match options.format {
            Format::RoundRobin => everybody.collect(),
            Format::Gauntlet => everybody.filter(|&(first, _)| first == 0).collect(),
        };
        Self { pairings, openings: options.games.div_ceil(2), shard: options.shard }
    }

    /// The players of each pairing.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The game with a number; `None` if this part of the match has no such game.
    pub fn game(&self, number: u64) -> Option<ScheduledGame> {
        let pair = number.checked_sub(1)? / 2;
        let opening = pair / self.pairings.len().max(1) as u64;
        let pairing = usize::try_from(pair % self.pairings.len().max(1) as u64).ok()?;
        let &(first, second) = self.pairings.get(pairing)?;
        let is_here = opening < self.openings && self.shard.contains(opening);
        let (black, white) = if number % 2 == 1 { (first, second) } else { (second, first) };
        is_here.then_some(ScheduledGame { number, opening, pairing, black, white })
    }

    /// All games of this part of the match, in order.
    pub fn games(&self) -> impl Iterator<Item = ScheduledGame> {
        let each = 2 * self.pairings.len() as u64;
        let openings = self.shard.numbers(self.openings);
        openings.flat_map(move |opening| {
            let first = opening.saturating_mul(each);
            (1..=each).filter_map(move |game| self.game(first.checked_add(game)?))
        })
    }

    /// Number of games of this part.
    pub fn count(&self) -> u64 {
        let openings = self.shard.share_of(self.openings);
        openings.saturating_mul(self.pairings.len() as u64).saturating_mul(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(engines: usize, format: Format, games: u64, shard: Shard) -> Schedule {
        let everybody = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
        let pairings = everybody.filter(|&(a, _)| format == Format::RoundRobin || a == 0).collect();
        Schedule { pairings, openings: games.div_ceil(2), shard }
    }

    #[test]
    fn every_opening_is_played_with_both_colours() {
        let games: Vec<_> = schedule(2, Format::RoundRobin, 5, Shard::WHOLE).games().collect();
        assert_eq!(games.len(), 6);
        for pair in games.chunks(2) {
            assert_eq!((pair[0].black, pair[0].white), (pair[1].white, pair[1].black));
            assert_eq!((pair[0].opening, pair[0].pair()), (pair[1].opening, pair[1].pair()));
        }
        assert_eq!(schedule(4, Format::RoundRobin, 2, Shard::WHOLE).count(), 12);
        assert_eq!(schedule(4, Format::Gauntlet, 2, Shard::WHOLE).count(), 6);
    }

    #[test]
    fn shards_are_disjoint_and_make_up_the_whole() {
        let part = |index| schedule(3, Format::RoundRobin, 50, Shard { index, count: 4 });
        let mut games: Vec<_> = (0..4).flat_map(|index| part(index).games().collect::<Vec<_>>()).collect();
        assert_eq!((0..4).map(|index| part(index).count()).sum::<u64>(), 150);
        games.sort_by_key(|game| game.number);
        assert_eq!(games, schedule(3, Format::RoundRobin, 50, Shard::WHOLE).games().collect::<Vec<_>>());
    }

    #[test]
    fn a_match_without_end_begins_at_once() {
        let all = schedule(2, Format::RoundRobin, u64::MAX, Shard::WHOLE);
        assert_eq!(all.count(), u64::MAX);
        assert_eq!(all.games().nth(2).map(|game| (game.number, game.opening)), Some((3, 1)));
    }
}
