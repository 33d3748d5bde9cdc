//! Statistics of results: score, Elo with error bar, likelihood of superiority.
//!
//! Error bars are computed from pairs of games with the same opening (the pentanomial model of fishtest,
//! OpenBench and fastchess): the two games of a pair are correlated through the opening, pairs hardly are.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::sprt::NORMALIZED_ELO_UNIT;
use crate::statistics::{MIN_GAMES, half_width};

/// Which player is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superior {
    /// The first player: the 95 % interval of its score is above one half.
    First,
    /// The second player: the interval is below one half.
    Second,
    /// Unknown: the interval contains one half.
    Neither,
    /// Unknown: there are fewer than `MIN_GAMES` games.
    TooFew,
}

/// Results of a player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Numbers of complete pairs by points: 0, 1/2, 1, 1 1/2, 2.
    pub pairs: [u32; 5],
}

/// A value and the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Half of the interval's width.
    pub error: f64,
}

/// Mean and variance of the score of a game or pair, `0..=1`.
#[derive(Clone, Copy)]
struct Moments {
    mean: f64,
    variance: f64,
    count: f64,
    games_each: f64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, other) in self.pairs.iter_mut().zip(other.pairs) {
            *own += other;
        }
    }
}

impl Tally {
    /// Adds a game by twice its points, `0..=2`.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a complete pair by twice the points of both games, `0..=4`. Its games are added by
    /// [`add_game`](Self::add_game).
    pub fn add_pair(&mut self, half_points: u8) {
        if let Some(count) = self.pairs.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    /// The same results from the view of the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        let Self { wins, draws, losses, mut pairs } = self;
        pairs.reverse();
        Self { wins: losses, draws, losses: wins, pairs }
    }

    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Losses, draws, wins.
    pub const fn outcomes(&self) -> [u32; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// Points per game, `0..=1`; one half without games.
    pub fn score(&self) -> f64 {
        moments(&self.outcomes(), 1.0).map_or(0.5, |m| m.mean)
    }

    /// Share of drawn games, `0..=1`.
    pub fn draw_ratio(&self) -> f64 {
        f64::from(self.draws) / f64::from(self.games().max(1))
    }

    /// Difference in logistic Elo; `None` without games, if all were won or lost, and if fewer than
    /// `MIN_GAMES` have equal results, whose error is unknown.
    pub fn elo(&self) -> Option<Estimate> {
        let m = self.moments().filter(|m| m.variance > 0.0 || m.is_enough())?;
        let (low, high) = m.interval();
        let value = elo_of(m.mean)?;
        Some(Estimate { value, error: (elo_bounded(high) - elo_bounded(low)) / 2.0 })
    }

    /// Difference in normalised Elo; `None` where [`elo`](Self::elo) is `None` and if all results are equal.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let m = self.moments()?;
        // The standard deviation of a game's score, from that of a pair.
        let deviation = (m.variance * m.games_each).sqrt();
        if deviation <= 0.0 {
            return None;
        }
        let unit = NORMALIZED_ELO_UNIT / deviation;
        let error = half_width(m.variance, m.count);
        Some(Estimate { value: (m.mean - 0.5) * unit, error: error * unit })
    }

    /// Which player is stronger.
    pub fn superior(&self) -> Superior {
        let Some((low, high)) = self.moments().filter(Moments::is_enough).map(Moments::interval) else {
            return Superior::TooFew;
        };
        match () {
            () if low > 0.5 => Superior::First,
            () if high < 0.5 => Superior::Second,
            () => Superior::Neither,
        }
    }

    /// Likelihood of superiority, `0..=1`; `None` below `MIN_GAMES` games.
    pub fn superiority(&self) -> Option<f64> {
        self.moments().filter(Moments::is_enough).map(Moments::superiority)
    }

    /// Statistics of pairs if there are any, else of games.
    fn moments(&self) -> Option<Moments> {
        moments(&self.pairs, 2.0).or_else(|| moments(&self.outcomes(), 1.0))
    }
}

impl Moments {
    fn is_enough(&self) -> bool {
        self.count * self.games_each >= f64::from(MIN_GAMES)
    }

    fn superiority(self) -> f64 {
        let m = self;
        let deviation = (m.variance / m.count).sqrt();
        if deviation > 0.0 {
            normal_distribution((m.mean - 0.5) / deviation)
        } else {
            f64::midpoint((m.mean - 0.5).partial_cmp(&0.0).map_or(0.0, |order| f64::from(order as i8)), 1.0)
        }
    }

    fn interval(self) -> (f64, f64) {
        let half = half_width(self.variance, self.count);
        (self.mean - half, self.mean + half)
    }
}

fn moments(counts: &[u32], games_each: f64) -> Option<Moments> {
    let count: f64 = counts.iter().copied().map(f64::from).sum();
    if count == 0.0 {
        return None;
    }
    let best = (counts.len() as u32 - 1) as f64;
    let results = || counts.iter().zip(0u32..).map(|(&n, i)| (f64::from(n) / count, f64::from(i) / best));
    let mean: f64 = results().map(|(p, score)| p * score).sum();
    let variance = results().map(|(p, score): (f64, f64)| p * (score - mean).powi(2)).sum();
    Some(Moments { mean, variance, count, games_each })
}

/// The logistic Elo of a score; `None` for 0 and 1.
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The logistic Elo of an end of an interval, clamped to the valid range.
fn elo_bounded(score: f64) -> f64 {
    const NEAREST: f64 = 1e-3;
    elo_of(score.clamp(NEAREST, 1.0 - NEAREST)).unwrap_or(0.0)
}

/// The standard normal distribution function, with an error below 1e-7 (Abramowitz and Stegun, "Handbook of
/// Mathematical Functions", 1964, formula 26.2.17).
fn normal_distribution(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * polynomial;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    #[test]
    fn a_score_of_three_quarters_is_191_elo() {
        let tally = Tally { wins: 60, draws: 30, losses: 10, ..Tally::default() };
        near(tally.score(), 0.75, 1e-12);
        let elo = tally.elo().unwrap();
        near(elo.value, 400.0 * 3f64.log10(), 1e-9);
        // Variance 0.6 * 0.25^2 + 0.3 * 0.25^2 + 0.1 * 0.75^2 = 0.1125, error of the mean 1.96 * 0.03354.
        let half = 1.959_964 * (0.1125f64 / 100.0).sqrt();
        let end = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        near(elo.error, (end(0.75 + half) - end(0.75 - half)) / 2.0, 1e-3);
        near(tally.normalized_elo().unwrap().value, 0.25 / 0.1125f64.sqrt() * 800.0 / 10f64.ln(), 1e-9);
    }

    #[test]
    fn pairs_narrow_the_error_when_colours_decide_the_games() {
        // Black wins every opening: pairs have no variance, single games have.
        let games = Tally { wins: 100, losses: 100, ..Tally::default() };
        let pairs = Tally { pairs: [0, 0, 100, 0, 0], ..games };
        near(games.elo().unwrap().error, 48.6, 0.2);
        near(pairs.elo().unwrap().error, 0.0, 1e-9);
    }

    #[test]
    fn nobody_is_superior_before_there_are_enough_games_and_the_interval_says_so() {
        let pairs = |pairs: [u32; 5]| {
            let games: u32 = pairs.iter().sum::<u32>() * 2;
            Tally { wins: games, pairs, ..Tally::default() }
        };
        let one = pairs([0, 0, 0, 0, 1]);
        assert_eq!((one.superior(), one.superiority()), (Superior::TooFew, None));
        assert_eq!(pairs([0, 0, 0, 0, 9]).superior(), Superior::TooFew);
        assert_eq!(pairs([0, 0, 0, 0, 10]).superior(), Superior::First);
        assert_eq!(pairs([10, 0, 0, 0, 0]).superior(), Superior::Second);
        assert_eq!(pairs([3, 0, 4, 0, 5]).superior(), Superior::Neither);
        assert_eq!(pairs([0, 0, 10, 0, 0]).superior(), Superior::Neither);
        assert_eq!(Tally::default().superior(), Superior::TooFew);
    }

    #[test]
    fn superiority_follows_the_normal_distribution() {
        near(normal_distribution(0.0), 0.5, 1e-7);
        near(normal_distribution(1.959_964), 0.975, 1e-7);
        near(normal_distribution(-1.0), 0.158_655_254, 1e-7);
        let tally = Tally { wins: 60, losses: 40, ..Tally::default() };
        near(tally.superiority().unwrap(), normal_distribution(0.1 / (0.24f64 / 100.0).sqrt()), 1e-9);
        assert_eq!(tally.superior(), Superior::First);
        assert_eq!(Tally { wins: 3, ..Tally::default() }.elo(), None);
        let one_pair = Tally { wins: 1, losses: 1, pairs: [0, 0, 1, 0, 0], ..Tally::default() };
        assert_eq!(one_pair.elo(), None, "its error is unknown");
    }
}
