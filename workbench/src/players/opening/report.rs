//! Balance of a set of openings.

use std::io::{self, Write};

use serde::Serialize;

use super::Judgement;
use rustgomo::board::Board;
use rustgomo::geometry::Color;

/// Width of a bin of the histogram in centi-units.
const BUCKET: i32 = 20;
/// Length of the longest bar in characters.
const LONGEST_BAR: usize = 40;

/// Counts and scores of a set of openings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// Openings by number of stones, from 0.
    pub by_stones: Vec<usize>,
    /// Openings with black to move.
    pub black_to_move: usize,
    /// Openings with white to move.
    pub white_to_move: usize,
    /// Scores for the side to move in centi-units.
    pub mover_scores: Vec<i16>,
    /// Scores for the opponent after the best move in centi-units.
    pub other_scores: Vec<i16>,
    /// Scores for black in centi-units: the mean of both searches.
    pub black_scores: Vec<i16>,
}

impl Balance {
    /// Adds an opening if it was scored.
    pub(super) fn add(&mut self, board: &Board, judgement: Judgement) {
        let Judgement::Scored { mover, other } = judgement else { return };
        let stones = board.history().len();
        if self.by_stones.len() <= stones {
            self.by_stones.resize(stones + 1, 0);
        }
        self.by_stones[stones] += 1;
        let mean = (i32::from(mover.centi()) - i32::from(other.centi())) / 2;
        let sign = match board.side_to_move() {
            Color::Black => 1,
            Color::White => -1,
        };
        *(if sign > 0 { &mut self.black_to_move } else { &mut self.white_to_move }) += 1;
        self.mover_scores.push(mover.centi());
        self.other_scores.push(other.centi());
        self.black_scores.push((mean * sign) as i16);
    }
}

/// Writes the report as text.
pub fn write_balance(out: &mut dyn Write, balance: &Balance) -> io::Result<()> {
    if balance.mover_scores.is_empty() {
        return Ok(());
    }
    let stones = balance.by_stones.iter().enumerate().filter(|(_, count)| **count > 0);
    let stones: Vec<String> = stones.map(|(stones, count)| format!("{stones}: {count}")).collect();
    writeln!(out, "stones           {}", stones.join("  "))?;
    writeln!(out, "to move          black {}  white {}", balance.black_to_move, balance.white_to_move)?;
    for (name, scores) in [
        ("score of mover", &balance.mover_scores),
        ("score of other", &balance.other_scores),
        ("score of black", &balance.black_scores),
    ] {
        let (mean, deviation) = mean_and_deviation(scores);
        writeln!(out, "{name}   mean {mean:+.1}  standard deviation {deviation:.1}")?;
    }
    writeln!(out, "distribution of black's score, centi-units:")?;
    let bucket = |score: &i16| i32::from(*score).div_euclid(BUCKET);
    let (Some(low), Some(high)) =
        (balance.black_scores.iter().map(bucket).min(), balance.black_scores.iter().map(bucket).max())
    else {
        return Ok(());
    };
    let counts: Vec<usize> =
        (low..=high).map(|b| balance.black_scores.iter().filter(|s| bucket(s) == b).count()).collect();
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    for (b, count) in (low..=high).zip(counts) {
        let bar = "#".repeat((count * LONGEST_BAR).div_ceil(most));
        writeln!(out, "{:>6} to {:>4}  {count:>5}  {bar}", b * BUCKET, b * BUCKET + BUCKET - 1)?;
    }
    Ok(())
}

fn mean_and_deviation(scores: &[i16]) -> (f64, f64) {
    let count = f64::from(scores.len().max(1) as u32);
    let mean = scores.iter().map(|&s| f64::from(s)).sum::<f64>() / count;
    let variance = scores.iter().map(|&s| (f64::from(s) - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt())
}
