//! Golden-section search (Kiefer 1953) of the scale at which scores predict results best.

/// Range of scales in centi-units per logit.
pub(crate) const SCALES: (f32, f32) = (40.0, 4000.0);

/// The scale with the lowest cost, on a logarithmic axis.
pub(crate) fn best_scale(range: (f32, f32), rounds: u32, cost: impl Fn(f32) -> f64) -> f32 {
    minimum((range.0.ln(), range.1.ln()), rounds, |log_scale| cost(log_scale.exp())).exp()
}

/// The argument of the minimum of a unimodal function between two bounds; every round reduces the interval by
/// a factor of 0.618.
fn minimum((mut low, mut high): (f32, f32), rounds: u32, cost: impl Fn(f32) -> f64) -> f32 {
    let golden = (5.0f32.sqrt() - 1.0) / 2.0;
    for _ in 0..rounds {
        let width = golden * (high - low);
        if cost(high - width) < cost(low + width) {
            high = low + width;
        } else {
            low = high - width;
        }
    }
    low.midpoint(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_of_a_parabola_is_found() {
        for place in [-3.0_f32, 0.1, 4.9] {
            let found = minimum((-5.0, 5.0), 24, |x| f64::from(x - place).powi(2));
            assert!((found - place).abs() < 0.01, "{place}: {found}");
        }
    }
}
