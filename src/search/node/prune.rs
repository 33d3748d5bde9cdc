//! Forward pruning and reductions.

use std::sync::LazyLock;

use super::pvs::Node;
use crate::eval::Score;
use crate::search::parameters::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, MOVE_COUNT_BASE, MOVE_COUNT_DEPTH, MOVE_COUNT_EXPONENT, RAZOR_DEPTH,
    RAZOR_MARGIN, REDUCTION_SLOPE,
};

/// Depths and move numbers of the reduction table; beyond them the last entry holds.
const TABLE_SIDE: usize = 64;

static REDUCTIONS: LazyLock<[[u8; TABLE_SIDE]; TABLE_SIDE]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| {
            let plies =
                REDUCTION_SLOPE * f64::from(depth.max(1) as u32).ln() * f64::from(number.max(1) as u32).ln();
            plies as u8
        })
    })
});

/// Whether the static score is so far above beta that no search is needed: a tempo is worth less than the margin.
/// For nodes where nothing is forced.
pub(super) fn is_futile_above(node: &Node, eval: Score, is_improving: bool) -> bool {
    let plies = node.depth - i32::from(is_improving);
    !node.is_pv
        && node.depth <= FUTILITY_DEPTH
        && !node.beta.is_decided()
        && eval - FUTILITY_MARGIN * plies.max(0) >= node.beta
}

/// Whether the static score is so far below alpha that only a win by fours could help.
pub(super) fn is_hopeless(node: &Node, eval: Score) -> bool {
    !node.is_pv
        && node.depth <= RAZOR_DEPTH
        && !node.alpha.is_decided()
        && eval + RAZOR_MARGIN * node.depth < node.alpha
}

/// Moves that are searched at this depth before the rest is left out.
pub(super) fn move_count_limit(depth: i32, is_improving: bool) -> usize {
    if depth > MOVE_COUNT_DEPTH {
        return usize::MAX;
    }
    let count = MOVE_COUNT_BASE + f64::from(depth).powf(MOVE_COUNT_EXPONENT);
    let count = if is_improving { count } else { count * 0.75 };
    count as usize
}

/// Plies by which the move with this number (from 1) is reduced.
pub(super) fn reduction(depth: i32, number: usize) -> i32 {
    let depth = (depth.max(0) as usize).min(TABLE_SIDE - 1);
    REDUCTIONS[depth][number.min(TABLE_SIDE - 1)].into()
}
