//! Match statistics compared with published numbers, other formulas and simulated engines.

use crate::developers::matches::{EloModel, Sprt, SprtVerdict, expected_score};

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
}

/// The numbers of fastchess's tests (`app/tests/sprt_test.cpp`), which agree with fishtest's calculator, to
/// two digits.
#[test]
fn likelihood_ratios_agree_with_fastchess() {
    use EloModel::{Logistic, Normalized};
    let games = |wins, losses, draws| vec![losses, draws, wins];
    let cases = [
        (Normalized, 0.0, 2.0, games(36433, 36027, 68692), 0.92),
        (Normalized, -1.75, 0.25, games(10871, 10650, 20431), 2.30),
        (Logistic, 0.5, 2.5, games(21404, 21184, 40708), -1.57),
        (Logistic, 0.0, 2.0, games(57433, 57030, 106_593), -2.59),
        (Normalized, 0.0, 2.0, vec![365, 16618, 36029 + 200, 16974, 390], 2.25),
        (Normalized, -1.75, 0.25, vec![127, 4883, 10311 + 401, 5150, 104], 3.01),
        (Logistic, 0.5, 2.5, vec![223, 9863, 20279 + 1000, 10037, 246], -3.07),
        (Logistic, 0.0, 2.0, vec![871, 26175, 55003 + 980, 26678, 821], -4.98),
    ];
    for (model, elo0, elo1, counts, expected) in cases {
        near(sprt(elo0, elo1, model).llr(&counts), expected, 0.0051);
    }
    // Outcomes with zero count: the regularisation is that of fastchess.
    near(sprt(0.0, 10.0, Normalized).llr(&games(4250, 0, 0)), 120.56, 0.12);
    near(sprt(0.0, 5.0, Normalized).llr(&[0, 0, 0, 0, 5550]), 111.82, 0.12);
}

#[test]
fn without_draws_the_ratio_is_that_of_a_coin() {
    let (wins, losses) = (560u32, 440u32);
    let [s0, s1] = [0.0, 20.0].map(expected_score);
    let coin = f64::from(wins) * (s1 / s0).ln() + f64::from(losses) * ((1.0 - s1) / (1.0 - s0)).ln();
    near(sprt(0.0, 20.0, EloModel::Logistic).llr(&[losses, 0, wins]), coin, 0.01);
}

/// The most likely distribution with a given mean, found by trying all shares of draws.
#[test]
fn with_draws_the_ratio_is_the_best_of_all_shares_of_draws() {
    let counts = [300u32, 250, 400];
    let log_likelihood = |mean: f64| {
        let likelihood = |draws: f64| {
            let (win, loss) = (mean - draws / 2.0, 1.0 - mean - draws / 2.0);
            [loss, draws, win].iter().zip(counts).map(|(p, n)| f64::from(n) * p.ln()).sum::<f64>()
        };
        (1..100_000)
            .map(|i| likelihood(f64::from(i) * 1e-5))
            .filter(|l| !l.is_nan())
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let expected = log_likelihood(expected_score(10.0)) - log_likelihood(expected_score(0.0));
    near(sprt(0.0, 10.0, EloModel::Logistic).llr(&counts), expected, 1e-4);
}

/// Near equality the generalised ratio is N (s1 - s0) (2 s - s0 - s1) / (2 variance), c-gomoku-cli's formula.
#[test]
fn the_exact_ratio_is_close_to_the_usual_approximation() {
    let counts = [120u32, 900, 2100, 1000, 140];
    let total: f64 = counts.iter().copied().map(f64::from).sum();
    let results = || counts.iter().zip(0u32..).map(|(&n, i)| (f64::from(n) / total, f64::from(i) / 4.0));
    let mean: f64 = results().map(|(p, s)| p * s).sum();
    let variance: f64 = results().map(|(p, s)| p * (s - mean).powi(2)).sum();
    let [s0, s1] = [0.0, 5.0].map(expected_score);
    let approximation = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    near(sprt(0.0, 5.0, EloModel::Logistic).llr(&counts), approximation, 0.02);
}

#[test]
fn bounds_are_those_of_wald() {
    let test = sprt(0.0, 5.0, EloModel::Logistic);
    near(test.upper_bound(), 19f64.ln(), 1e-12);
    near(test.lower_bound(), -(19f64.ln()), 1e-12);
    near(test.llr(&[0; 5]), 0.0, 0.0);
    assert_eq!(test.verdict(2.9), SprtVerdict::Continue);
    assert_eq!(test.verdict(2.95), SprtVerdict::AcceptH1);
    assert_eq!(test.verdict(-2.95), SprtVerdict::AcceptH0);
}

/// Runs of each simulation.
const RUNS: u64 = 1000;
/// Pairs between two evaluations of the test.
const BATCH: u32 = 25;

/// Simulates pairs of games of engines of known strength until the test ends; true if H1 is accepted. A fifth
/// of the games is drawn, and the opening favours one colour.
fn passes(test: &Sprt, elo: f64, seed: u64) -> bool {
    const DRAWS: f64 = 0.2;
    let mut random = fastrand::Rng::with_seed(seed);
    // The effect of the opening cancels out in the pair's expectation.
    let score = expected_score(elo);
    let mut counts = [0u32; 5];
    loop {
        for _ in 0..BATCH {
            let bias = (random.f64() - 0.5) * 0.4;
            let points = |chance: f64, random: &mut fastrand::Rng| {
                let win = chance - DRAWS / 2.0;
                let drawn = random.f64();
                if drawn < win { 2 } else { usize::from(drawn < win + DRAWS) }
            };
            counts[points(score + bias, &mut random) + points(score - bias, &mut random)] += 1;
        }
        match test.verdict(test.llr(&counts)) {
            SprtVerdict::Continue => {}
            verdict => return verdict == SprtVerdict::AcceptH1,
        }
    }
}

/// Share of passed tests over many runs.
fn pass_rate(elo: f64) -> f64 {
    let test = sprt(0.0, 5.0, EloModel::Logistic);
    let passed = (0..RUNS).filter(|&run| passes(&test, elo, run)).count();
    passed as u32 as f64 / RUNS as u32 as f64
}

/// The stated error rate of 5 % and three standard deviations of a rate measured over 1,000 runs.
const ERROR_RATE: f64 = 0.05 + 3.0 * 0.0069;

#[test]
fn a_weaker_engine_practically_never_passes() {
    assert!(pass_rate(-5.0) <= 0.005);
}

#[test]
fn an_equal_engine_passes_at_the_stated_rate_at_most() {
    let rate = pass_rate(0.0);
    assert!(rate <= ERROR_RATE && rate > 0.01, "{rate}");
}

#[test]
fn an_engine_of_the_wanted_strength_fails_at_the_stated_rate_at_most() {
    let rate = pass_rate(5.0);
    assert!((1.0 - ERROR_RATE..0.99).contains(&rate), "{rate}");
}

#[test]
fn a_much_stronger_engine_practically_always_passes() {
    assert!(pass_rate(20.0) >= 0.995);
}
