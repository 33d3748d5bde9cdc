//! Generates openings.

use std::io::{self, Write};

use clap::Args;
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::judge::judge;
use super::{Balance, JudgeOptions, Judgement, write_balance};
use crate::meter::Meter;
use crate::options::VariantOptions;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::{Board, GOLDEN};
use rustgomo::geometry::Square;
use rustgomo::opening::{Insertion, Opening, OpeningSet};
use rustgomo::rules::move_end;

/// Candidates between two progress reports. Does not affect results.
const BATCH: u64 = 64;
/// Candidates in a row without a new opening that end the search: there are no more, or hardly any.
const MAX_TRIES: u64 = 10_000;

/// Radius of the area of the stones: it is five or seven squares wide.
const REACH: std::ops::RangeInclusive<i64> = 2..=3;
/// Minimum distance of the area from the edge.
const MARGIN: i64 = 1;

/// Which openings to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct GenerateOptions {
    /// Rule and size.
    #[command(flatten)]
    pub variant: VariantOptions,
    /// Number of openings.
    #[arg(long, short = 'n', default_value_t = 500, value_parser = values::within(1..=usize::MAX))]
    pub count: usize,
    /// Seed of all random choices: the same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Minimum number of stones.
    #[arg(long, default_value_t = 3, value_parser = values::within(1..=20_usize))]
    pub min_stones: usize,
    /// Maximum number of stones.
    #[arg(long, default_value_t = 9, value_parser = values::within(1..=20_usize))]
    pub max_stones: usize,
    /// The test for balance.
    #[command(flatten)]
    pub judge: JudgeOptions,
}

/// Generated openings.
#[derive(Clone, Debug, Serialize)]
pub struct Generated {
    /// The openings; fewer than requested after an interruption or if too few candidates are balanced.
    #[serde(rename = "openings", serialize_with = "count")]
    pub set: OpeningSet,
    pub balance: Balance,
    /// Number of candidates.
    pub tried: u64,
    /// Candidates with a forced win.
    pub forced: u64,
    /// Candidates in which a side is ahead.
    pub unfair: u64,
    /// Balanced candidates that are symmetric to an earlier one.
    pub twins: u64,
}

/// Generates openings on all threads of the current rayon pool until there are enough or `stop` is
/// stopped.
pub fn generate(options: &GenerateOptions, stop: &StopHandle, meter: &dyn Meter) -> Generated {
    generate_within(MAX_TRIES, options, stop, meter)
}

fn generate_within(tries: u64, options: &GenerateOptions, stop: &StopHandle, meter: &dyn Meter) -> Generated {
    let set = OpeningSet::new(options.variant.size);
    let mut made = Generated { set, balance: Balance::default(), tried: 0, forced: 0, unfair: 0, twins: 0 };
    let mut last_success = 0;
    while made.set.len() < options.count && made.tried - last_success < tries && !stop.is_stopped() {
        let before = made.set.len();
        let batch = made.tried..made.tried + BATCH;
        let judged: Vec<_> = batch.into_par_iter().map(|number| candidate(options, stop, number)).collect();
        for found in judged {
            made.add(found, options);
        }
        if made.set.len() > before {
            last_success = made.tried;
        }
        let note = format!("{} tried", made.tried);
        meter.advance(made.set.len() as u64, options.count as u64, &note);
    }
    made
}

fn count<S: Serializer>(set: &OpeningSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(set.len() as u64)
}

impl Generated {
    /// Writes the figures as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (made, tried, forced) = (self.set.len(), self.tried, self.forced);
        writeln!(out, "{made} openings from {tried} candidates: {forced} had a forced win,")?;
        writeln!(out, "{} were unfair, {} symmetric to others", self.unfair, self.twins)?;
        write_balance(out, &self.balance)
    }

    fn add(&mut self, found: Option<(Board, Judgement)>, options: &GenerateOptions) {
        if self.set.len() == options.count {
            return;
        }
        self.tried += 1;
        let Some((board, judgement)) = found else { return };
        if judgement == Judgement::ForcedWin {
            self.forced += 1;
        } else if !judgement.is_fair(options.judge.max_score) {
            self.unfair += 1;
        } else if self.insert(&board) == Some(Insertion::Added) {
            self.balance.add(&board, judgement);
        } else {
            self.twins += 1;
        }
    }

    fn insert(&mut self, board: &Board) -> Option<Insertion> {
        let squares: Vec<_> = board.history().iter().copied().flatten().collect();
        self.set.insert(Opening::from_squares(&squares, board.size())?).ok()
    }
}

/// The seed of an opening: neighbouring numbers and seeds give unrelated ones.
pub(super) const fn seed_of(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(GOLDEN).rotate_left(32) ^ number.wrapping_mul(GOLDEN)
}

fn candidate(options: &GenerateOptions, stop: &StopHandle, number: u64) -> Option<(Board, Judgement)> {
    let board = place(options, &mut fastrand::Rng::with_seed(seed_of(options.seed, number)))?;
    if stop.is_stopped() {
        return None;
    }
    let judgement = judge(&board, options.variant.rule, &options.judge, stop);
    (!stop.is_stopped()).then_some((board, judgement))
}

/// A board with random stones, half of the time around the centre and else around a random point. `None` if
/// the stones break the rule or end the game.
fn place(options: &GenerateOptions, random: &mut fastrand::Rng) -> Option<Board> {
    let VariantOptions { rule, size } = options.variant;
    let stones = random.usize(options.min_stones..=options.max_stones.max(options.min_stones));
    let reach = random.i64(REACH);
    let is_offset = random.bool();
    let mut around = |side: u8| {
        let middle = i64::from(side) / 2;
        let spread = if is_offset { (middle - reach - MARGIN).max(0) } else { 0 };
        middle + random.i64(-spread..=spread)
    };
    let (x, y) = (around(size.width()), around(size.height()));
    let area =
        (y - reach..=y + reach).flat_map(|row| (x - reach..=x + reach).map(move |column| (column, row)));
    let mut squares: Vec<Square> = area.filter_map(|(column, row)| size.square(column, row)).collect();
    random.shuffle(&mut squares);
    let mut board = Board::new(size);
    for &square in squares.get(..stones)? {
        if move_end(&board, rule, board.side_to_move(), square).is_some() {
            return None;
        }
        board.play(square).ok()?;
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::NoMeter;
    use rustgomo::geometry::BoardSize;
    use rustgomo::opening::write_text;
    use rustgomo::rules::Rule;

    fn options(rule: Rule, seed: u64) -> GenerateOptions {
        let size = BoardSize::new(15, 15).unwrap();
        GenerateOptions {
            count: 2,
            seed,
            variant: VariantOptions { rule, size },
            min_stones: 3,
            max_stones: 9,
            judge: JudgeOptions { nodes: 500, max_score: 100 },
        }
    }

    #[test]
    fn the_seed_decides_the_openings() {
        for rule in Rule::ALL {
            let run = |seed| generate(&options(rule, seed), &StopHandle::new(), &NoMeter);
            let made = run(1);
            assert_eq!(made.set.len(), 2);
            assert_eq!(write_text(&made.set), write_text(&run(1).set));
            assert!(made.balance.mover_scores.iter().all(|score| score.abs() <= 100));
            assert!(made.set.openings().iter().all(|opening| (3..=9).contains(&opening.stones())));
        }
        let text = |seed| {
            let made = generate(&options(Rule::Freestyle, seed), &StopHandle::new(), &NoMeter);
            write_text(&made.set)
        };
        assert_ne!(text(1), text(2));
    }

    #[test]
    fn it_ends_where_there_are_no_more_openings() {
        let size = BoardSize::new(5, 5).unwrap();
        let options = GenerateOptions {
            count: 1000,
            variant: VariantOptions { rule: Rule::Freestyle, size },
            min_stones: 1,
            max_stones: 1,
            judge: JudgeOptions { nodes: 1, max_score: 100 },
            ..options(Rule::Freestyle, 1)
        };
        let made = generate_within(128, &options, &StopHandle::new(), &NoMeter);
        assert!((1..=6).contains(&made.set.len()) && made.tried < 1000, "{made:?}");
    }

    #[test]
    fn an_interruption_ends_the_work_with_what_there_is() {
        let stop = StopHandle::new();
        stop.stop();
        assert_eq!(generate(&options(Rule::Renju, 1), &stop, &NoMeter).set.len(), 0);
    }
}
