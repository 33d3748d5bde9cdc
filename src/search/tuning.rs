//! The parameters with the tables computed from them.

use super::parameters::Parameters;

/// Depths and move numbers of the tables, which larger ones are clamped to.
const TABLE_SIDE: usize = 64;

/// The parameters and the tables computed from them.
#[derive(Clone, Debug)]
pub(super) struct Tuning {
    pub(super) parameters: Parameters,
    reductions: Box<[[i16; TABLE_SIDE]; TABLE_SIDE]>,
    /// For each depth, without and with an improving evaluation.
    move_counts: [[usize; 2]; TABLE_SIDE],
    /// Ordering points for 65,536 points of history.
    history_weight: i32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self::new(Parameters::default())
    }
}

impl Tuning {
    pub(super) fn new(parameters: Parameters) -> Self {
        let slope = f64::from(parameters.reduction_slope);
        let logarithm = |number: usize| f64::from(number.max(1) as u32).ln();
        let hundredths_of_a_ply = |depth, number| (slope * logarithm(depth) * logarithm(number)) as i16;
        let row = |depth| std::array::from_fn(|number| hundredths_of_a_ply(depth, number));
        let count = |depth: usize| {
            let growth = f64::from(depth as u32).powf(hundredths(parameters.move_count_exponent));
            let count = hundredths(parameters.move_count_base) + growth;
            [(count * 0.75) as usize, count as usize]
        };
        Self {
            parameters,
            reductions: Box::new(std::array::from_fn(row)),
            move_counts: std::array::from_fn(count),
            history_weight: (1 << 16) / parameters.order_history,
        }
    }

    /// Late-move pruning: number of moves searched at a depth in plies.
    pub(super) fn move_count_limit(&self, depth: i32, is_improving: bool) -> usize {
        self.move_counts[table_index(depth)][usize::from(is_improving)]
    }

    /// Ordering points for a history score, without a division for every move of every node.
    pub(super) const fn history_order(&self, history: i32) -> i32 {
        (history * self.history_weight) >> 16
    }

    /// Base reduction of the move with this number (from 1) at a depth in plies, hundredths of a ply.
    pub(super) fn reduction(&self, depth: i32, number: usize) -> i32 {
        self.reductions[table_index(depth)][number.min(TABLE_SIDE - 1)].into()
    }
}

const fn table_index(depth: i32) -> usize {
    if depth <= 0 {
        0
    } else if depth as usize >= TABLE_SIDE {
        TABLE_SIDE - 1
    } else {
        depth as usize
    }
}

fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_counts_follow_their_formula() {
        let parameters =
            Parameters { move_count_base: 400, move_count_exponent: 150, ..Parameters::default() };
        let tuning = Tuning::new(parameters);
        let limits = [(-1, true), (4, false), (4, true), (63, true), (200, true)];
        assert_eq!(limits.map(|(depth, up)| tuning.move_count_limit(depth, up)), [4, 9, 12, 504, 504]);
    }

    #[test]
    fn history_orders_by_its_parameter() {
        let tuning = Tuning::new(Parameters { order_history: 25, ..Parameters::default() });
        assert_eq!(
            [0, 2_500, -2_500, 16_384].map(|history| tuning.history_order(history)),
            [0, 99, -100, 655]
        );
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let tuning = Tuning::new(Parameters { reduction_slope: 120, ..Parameters::default() });
        assert_eq!((tuning.reduction(1, 40), tuning.reduction(8, 1), tuning.reduction(3, 3)), (0, 0, 144));
        assert!(tuning.reduction(10, 20) > tuning.reduction(5, 20));
        assert_eq!(tuning.reduction(1000, 1000), tuning.reduction(63, 63));
    }
}
