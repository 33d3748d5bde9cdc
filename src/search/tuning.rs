//! The parameters with the tables computed from them.

use super::parameters::Parameters;

/// Depths and move numbers of the reduction table, which larger ones are clamped to.
const TABLE_SIDE: usize = 64;
/// Depths of the late-move pruning table: up to the largest value of `move_count_depth`.
const COUNT_DEPTHS: usize = 17;

/// The parameters and the tables computed from them.
#[derive(Clone, Debug)]
pub(super) struct Tuning {
    pub(super) parameters: Parameters,
    reductions: Box<[[i16; TABLE_SIDE]; TABLE_SIDE]>,
    /// For each depth, without and with an improving evaluation.
    move_counts: [[usize; 2]; COUNT_DEPTHS],
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
        let plies = |depth, number| (slope * logarithm(depth) * logarithm(number)) as i16;
        let row = |depth| std::array::from_fn(|number| plies(depth, number));
        let count = |depth: usize| {
            let growth = f64::from(depth as u32).powf(hundredths(parameters.move_count_exponent));
            let count = hundredths(parameters.move_count_base) + growth;
            [(count * 0.75) as usize, count as usize]
        };
        Self {
            parameters,
            reductions: Box::new(std::array::from_fn(row)),
            move_counts: std::array::from_fn(count),
        }
    }

    /// Late-move pruning: number of moves searched at this depth.
    pub(super) fn move_count_limit(&self, depth: i32, is_improving: bool) -> usize {
        let counts = usize::try_from(depth).ok().and_then(|depth| self.move_counts.get(depth));
        let counts = counts.filter(|_| depth <= self.parameters.move_count_depth);
        counts.map_or(usize::MAX, |counts| counts[usize::from(is_improving)])
    }

    /// Base reduction of the move with this number (from 1) at a depth in plies, hundredths of a ply.
    pub(super) fn reduction(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(TABLE_SIDE - 1);
        self.reductions[depth][number.min(TABLE_SIDE - 1)].into()
    }
}

fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::parameters::Parameter;

    #[test]
    fn the_table_of_move_counts_reaches_the_largest_depth() {
        let depth = Parameter::find("move_count_depth").unwrap();
        let mut parameters = Parameters::default();
        parameters.set(depth, depth.max.into());
        let tuning = Tuning::new(parameters);
        assert!(tuning.move_count_limit(depth.max, true) < usize::MAX);
        assert_eq!(tuning.move_count_limit(depth.max + 1, true), usize::MAX);
    }

    #[test]
    fn move_counts_follow_their_formula() {
        let parameters = Parameters {
            move_count_depth: 5,
            move_count_base: 400,
            move_count_exponent: 150,
            ..Parameters::default()
        };
        let tuning = Tuning::new(parameters);
        let limits = [(4, false), (4, true), (6, true)].map(|(depth, up)| tuning.move_count_limit(depth, up));
        assert_eq!(limits, [9, 12, usize::MAX]);
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let tuning = Tuning::new(Parameters { reduction_slope: 120, ..Parameters::default() });
        assert_eq!((tuning.reduction(1, 40), tuning.reduction(8, 1), tuning.reduction(3, 3)), (0, 0, 144));
        assert!(tuning.reduction(10, 20) > tuning.reduction(5, 20));
        assert_eq!(tuning.reduction(1000, 1000), tuning.reduction(63, 63));
    }
}
