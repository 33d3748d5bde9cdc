//! Error bars.

/// Standard deviations of a 95 % interval.
const INTERVAL_95: f64 = 1.959_963_984_540_054;

/// Minimum number of games for an error bar, since the normal approximation fails for fewer.
pub const MIN_GAMES: u32 = 20;

/// Half width of the 95 % interval of the mean of `count` values with this variance.
pub fn half_width(variance: f64, count: f64) -> f64 {
    INTERVAL_95 * (variance / count).sqrt()
}
