//! Checkpoints of a run.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::plan::SpsaPlan;
use crate::files::read;

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
            anyhow!("{}: expected the state of a run of `tune spsa`, found {found}", path.display())
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
            return foreign("rule, board or limits");
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::developers::spsa::Knob;
    use crate::files::replace_by_json;

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
        assert!(refusal(state.plan.clone(), "renju 15x15").contains("rule, board or limits differ"));
        assert!(
            refusal(SpsaPlan { seed: 1, ..state.plan.clone() }, "freestyle 15x15").contains("seed differ")
        );
        let knobs = vec!["razor_margin".parse().unwrap()];
        assert!(
            refusal(SpsaPlan { knobs, ..state.plan.clone() }, "freestyle 15x15").contains("ranges differ")
        );
    }
}
