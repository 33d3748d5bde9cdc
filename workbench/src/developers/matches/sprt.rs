//! The sequential probability ratio test (SPRT).
//!
//! Compares two hypotheses about the difference in strength, `elo0` and `elo1`, during a match. The test ends
//! when the log-likelihood ratio (LLR) leaves an interval that depends on the error rates only (A. Wald,
//! "Sequential Tests of Statistical Hypotheses", 1945). The likelihood of each hypothesis is that of the most
//! likely distribution of results with this strength: the generalised SPRT of M. Van den Bergh
//! (<https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>), computed exactly as fishtest, OpenBench and
//! fastchess do (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). Results are single games
//! (three outcomes) or pairs of games with the same opening (five); pairs need fewer games, since the
//! opening's advantage cancels out.

/// Normalised Elo for one standard deviation of a game's score, as in logistic Elo near equality: `800 / ln
/// 10`.
pub const NORMALIZED_ELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Regularisation: count of outcomes without games, so that no hypothesis is impossible; fishtest's value.
const UNSEEN: f64 = 1e-3;
/// Steps of the bisection; each halves the error.
const BISECTION_STEPS: usize = 80;
/// Rounds of the iteration for a given ratio of mean to deviation; about four suffice.
const RATIO_ROUNDS: usize = 20;
/// Change of the probabilities below which that iteration ends.
const RATIO_PRECISION: f64 = 1e-10;

/// Unit of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Logistic Elo: the expected score is `1 / (1 + 10^(-elo / 400))`.
    #[default]
    Logistic,
    /// Expected score above one half in standard deviations of a game's score, times [`NORMALIZED_ELO_UNIT`].
    /// The length of a test then does not depend on the number of draws.
    Normalized,
}

impl EloModel {
    /// The largest difference of a test: the most likely distribution of greater ones is not found, or has only
    /// wins.
    pub const fn most_elo(self) -> f64 {
        match self {
            Self::Logistic => 1000.0,
            Self::Normalized => 200.0,
        }
    }
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Difference in strength under H0.
    pub elo0: f64,
    /// Difference under H1, greater than `elo0`.
    pub elo1: f64,
    /// Type I error rate: H1 is accepted although the difference is `elo0`, `0 < alpha < 0.5`.
    pub alpha: f64,
    /// Type II error rate: H0 is accepted although the difference is `elo1`, `0 < beta < 0.5`.
    pub beta: f64,
    /// Unit of both differences.
    pub model: EloModel,
}

/// State of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// H0 is accepted: the test fails.
    AcceptH0,
    /// H1 is accepted: the test passes.
    AcceptH1,
    /// More games are needed.
    Continue,
}

impl Sprt {
    /// The LLR at which H0 is accepted.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at which H1 is accepted.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        if llr >= self.upper_bound() {
            SprtVerdict::AcceptH1
        } else if llr <= self.lower_bound() {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }

    /// The LLR of outcome counts, worst outcome first: losses, draws and wins of single games, or the five
    /// results of pairs (pentanomial) from two losses to two wins.
    pub fn llr(&self, counts: &[u32]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let weights = counts.iter().map(|&count| if count == 0 { UNSEEN } else { f64::from(count) });
        let total: f64 = weights.clone().sum();
        let step = 1.0 / (counts.len().max(2) as u32 - 1) as f64;
        let results: Vec<Chance> =
            weights.zip(0u32..).map(|(weight, i)| (f64::from(i) * step, weight / total)).collect();
        let [first, second] = match self.model {
            EloModel::Logistic => [self.elo0, self.elo1].map(|elo| with_mean(&results, expected_score(elo))),
            EloModel::Normalized => {
                // The score of a pair has a smaller deviation than that of a game by this factor.
                let games = if counts.len() == 5 { 2.0 } else { 1.0 };
                let ratio = |elo: f64| elo / NORMALIZED_ELO_UNIT * f64::sqrt(games);
                [self.elo0, self.elo1].map(|elo| with_ratio(&results, ratio(elo)))
            }
        };
        let gains =
            results.iter().zip(first.iter().zip(&second)).map(|((_, p), (p0, p1))| p * (p1 / p0).ln());
        total * gains.sum::<f64>()
    }
}

/// A score of a game or pair, `0..=1`, and its probability.
type Chance = (f64, f64);

/// The expected score at a difference in logistic Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The most likely probabilities with this mean.
fn with_mean(observed: &[Chance], mean: f64) -> Vec<f64> {
    reweighted(observed, |score| score - mean)
}

/// The most likely probabilities with a mean of this number of standard deviations above one half.
///
/// The constraint is not linear in the probabilities; it is linearised at the last solution until the
/// solution converges.
fn with_ratio(observed: &[Chance], ratio: f64) -> Vec<f64> {
    let mut solution = vec![1.0 / observed.len() as u32 as f64; observed.len()];
    for _ in 0..RATIO_ROUNDS {
        let mean: f64 = observed.iter().zip(&solution).map(|((score, _), p)| score * p).sum();
        let variance: f64 =
            observed.iter().zip(&solution).map(|((score, _), p)| (score - mean).powi(2) * p).sum();
        let deviation = variance.sqrt();
        let next = reweighted(observed, |score| {
            score - 0.5 - ratio * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0
        });
        let change = next.iter().zip(&solution).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        solution = next;
        if change < RATIO_PRECISION {
            break;
        }
    }
    solution
}

/// The most likely probabilities for which the mean of `excess` is zero: `p / (1 + x * excess)` by the method
/// of Lagrange multipliers, with `x` by bisection.
fn reweighted(observed: &[Chance], excess: impl Fn(f64) -> f64) -> Vec<f64> {
    let terms: Vec<Chance> = observed.iter().map(|&(score, p)| (excess(score), p)).collect();
    let lowest = terms.iter().map(|t| t.0).fold(f64::INFINITY, f64::min);
    let highest = terms.iter().map(|t| t.0).fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        return observed.iter().map(|o| o.1).collect();
    }
    // All denominators are positive between these bounds, and the sum decreases from +infinity to -infinity.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..BISECTION_STEPS {
        let x = f64::midpoint(low, high);
        let sum: f64 = terms.iter().map(|(a, p)| p * a / (1.0 + x * a)).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    terms.iter().map(|(a, p)| p / (1.0 + x * a)).collect()
}
