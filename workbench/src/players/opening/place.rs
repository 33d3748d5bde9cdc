//! Random stones of opening candidates.

use clap::Args;

use crate::options::VariantOptions;
use crate::values;
use rustgomo::board::Board;
use rustgomo::geometry::Square;
use rustgomo::rules::{Outcome, is_forbidden, outcome};

/// Radius of the area of the stones: it is five or seven squares wide.
const REACH: std::ops::RangeInclusive<i64> = 2..=3;
/// Minimum distance of the area from the edge.
const MARGIN: i64 = 1;

/// Number of random stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct PlaceOptions {
    /// Minimum number of stones.
    #[arg(long, default_value_t = 3, value_parser = values::within(1..=20_usize))]
    pub min_stones: usize,
    /// Maximum number of stones.
    #[arg(long, default_value_t = 9, value_parser = values::within(1..=20_usize))]
    pub max_stones: usize,
}

/// A board with random stones, half of the time around the centre and else around a random point. `None` if
/// the stones break the rule or end the game.
pub(super) fn place(
    VariantOptions { rule, size }: VariantOptions,
    options: &PlaceOptions,
    random: &mut fastrand::Rng,
) -> Option<Board> {
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
        if is_forbidden(&board, rule, board.side_to_move(), square) {
            return None;
        }
        board.play(square).ok()?;
        if outcome(&board, rule) != Outcome::Unfinished {
            return None;
        }
    }
    Some(board)
}
