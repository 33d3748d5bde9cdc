//! Checkpoints of a run.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::plan::SpsaPlan;
use crate::developers::matches::{Estimate, NORMALIZED_ELO_UNIT};
use crate::files::read;
use crate::statistics::half_width;

/// State of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Rule, size and limits of the games as text.
    pub conditions: String,
    pub plan: SpsaPlan,
    /// Completed iterations.
    pub iterations: u32,
    /// Games won by the first setting.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by the second setting.
    pub losses: u64,
    /// Values of the parameters in the order of the plan.
    pub values: Vec<f64>,
    /// Statistics of each parameter.
    pub evidence: Evidence,
}

impl State {
    /// The state before the first iteration.
    pub fn new(plan: &SpsaPlan, conditions: &str) -> Self {
        let values = plan.start();
        let evidence = Evidence::new(values.len());
        let (plan, conditions) = (plan.clone(), conditions.to_owned());
        Self { conditions, plan, iterations: 0, wins: 0, draws: 0, losses: 0, values, evidence }
    }

    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The values rounded for the search.
    pub fn rounded(&self) -> impl Iterator<Item = i32> {
        self.values.iter().map(|value| value.round() as i32)
    }

    /// Loads a state.
    pub fn load(path: &Path) -> Result<Self> {
        let wrong = |found: String| {
            anyhow!("{}: expected the state of a run of `tune`, found {found}", path.display())
        };
        let state: Self = serde_json::from_slice(&read(path)?).map_err(|error| wrong(error.to_string()))?;
        if state.is_consistent() {
            Ok(state)
        } else {
            Err(wrong("values that do not belong together".into()))
        }
    }

    /// Checks that a state can be continued with these options.
    pub fn expect_same(&self, plan: &SpsaPlan, conditions: &str, path: &Path) -> Result<()> {
        let foreign = |what| bail!("{} is the state of another run: the {what} differ", path.display());
        if self.conditions != conditions {
            return foreign("rule, board, limits, engine, openings or their seed");
        }
        if self.plan.knobs != plan.knobs {
            return foreign("parameters or their ranges");
        }
        if self.plan != *plan {
            return foreign("numbers of iterations or pairs, the rate or the seed");
        }
        Ok(())
    }

    fn is_consistent(&self) -> bool {
        let knobs = &self.plan.knobs;
        let is_inside = |(knob, &value): (&super::Knob, &f64)| {
            knob.is_consistent() && (f64::from(knob.min)..=f64::from(knob.max)).contains(&value)
        };
        self.iterations <= self.plan.iterations
            && knobs.len() == self.values.len()
            && knobs.len() == self.evidence.len()
            && knobs.iter().zip(&self.values).all(is_inside)
    }
}

/// Elo per point more won than lost per game, near equality: `4 * 400 / ln(10)` per unit of score, divided by
/// two.
const ELO_PER_POINT: f64 = NORMALIZED_ELO_UNIT;

/// The sums over all iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    iterations: u32,
    /// Sums of results per game of the setting with the larger value, for each parameter.
    sums: Vec<f64>,
    /// Sums of their squares.
    squares: f64,
}

impl Evidence {
    /// Empty sums.
    pub fn new(parameters: usize) -> Self {
        Self { iterations: 0, sums: vec![0.0; parameters], squares: 0.0 }
    }

    /// Number of parameters.
    pub(super) const fn len(&self) -> usize {
        self.sums.len()
    }

    /// Adds an iteration. `is_up` tells where the first setting had the larger value; `result` is its wins
    /// minus losses per game.
    pub(super) fn add(&mut self, is_up: &[bool], result: f64) {
        self.iterations += 1;
        self.squares += result * result;
        for (sum, &is_up) in self.sums.iter_mut().zip(is_up) {
            *sum += if is_up { result } else { -result };
        }
    }

    /// The Elo difference between the larger and the smaller values of a parameter; its error is infinite
    /// before the second iteration.
    pub fn effect(&self, place: usize) -> Estimate {
        let count = f64::from(self.iterations);
        if self.iterations < 2 {
            return Estimate { value: 0.0, error: f64::INFINITY };
        }
        let mean = self.sums[place] / count;
        let variance = (self.squares - count * mean * mean) / (count - 1.0);
        let error = half_width(variance.max(0.0), count);
        Estimate { value: mean * ELO_PER_POINT, error: error * ELO_PER_POINT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::developers::spsa::Knob;
    use crate::files::replace_by_json;
    use std::fs;

    fn state() -> State {
        let knobs = ["razor_margin", "futility_margin=80"].map(|text| text.parse::<Knob>().unwrap());
        let plan =
            SpsaPlan { iterations: 10, pairs: 2, rate: 0.1 + 0.2, seed: u64::MAX, knobs: knobs.to_vec() };
        State::new(&plan, "freestyle 15x15")
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let path = std::env::temp_dir().join(format!("rustgomo-spsa-{}.json", std::process::id()));
        let mut state = state();
        for step in 0..50 {
            state.values[0] = 100.0 + f64::from(step).sqrt();
            replace_by_json(&path, &state).unwrap();
            assert_eq!(State::load(&path).unwrap(), state);
        }
        state.values.pop();
        replace_by_json(&path, &state).unwrap();
        let error = || State::load(&path).unwrap_err().to_string();
        assert!(error().contains("expected the state of a run"));
        fs::write(&path, "{\"plan\": 1}").unwrap();
        assert!(error().contains("expected the state of a run"));
        fs::remove_file(&path).unwrap();
        assert!(error().starts_with("cannot read "));
    }

    #[test]
    fn a_state_of_another_run_is_refused() {
        let state = state();
        let path = Path::new("x.json");
        assert!(state.expect_same(&state.plan, &state.conditions, path).is_ok());
        let refusal = |plan: SpsaPlan, conditions: &str| {
            state.expect_same(&plan, conditions, path).unwrap_err().to_string()
        };
        assert!(
            refusal(state.plan.clone(), "renju 15x15")
                .contains("the rule, board, limits, engine, openings or their seed differ")
        );
        assert!(
            refusal(SpsaPlan { seed: 1, ..state.plan.clone() }, "freestyle 15x15").contains("seed differ")
        );
        let knobs = vec!["razor_margin".parse().unwrap()];
        assert!(
            refusal(SpsaPlan { knobs, ..state.plan.clone() }, "freestyle 15x15").contains("ranges differ")
        );
    }

    #[test]
    fn a_parameter_that_wins_is_told_from_those_that_do_nothing() {
        let mut random = fastrand::Rng::with_seed(9);
        let mut evidence = Evidence::new(3);
        assert!(evidence.effect(0).error.is_infinite());
        for _ in 0..4000 {
            let is_up = [random.bool(), random.bool(), random.bool()];
            // A score of 55 % for the larger value of the first parameter is 35 Elo.
            let wins = random.f64() < if is_up[0] { 0.55 } else { 0.45 };
            evidence.add(&is_up, if wins { 1.0 } else { -1.0 });
        }
        let [first, second, third] = [0, 1, 2].map(|place| evidence.effect(place));
        assert!((first.value - 35.0).abs() < first.error && first.value > 2.0 * first.error, "{first:?}");
        assert!(second.value.abs() < 1.5 * second.error && third.value.abs() < 1.5 * third.error);
        assert!((10.0..12.0).contains(&first.error), "{first:?}");
    }
}
