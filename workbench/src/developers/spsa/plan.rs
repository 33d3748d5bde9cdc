//! The arithmetic of SPSA: perturbations and updates.

use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::values::{number, within};
use rustgomo::board::GOLDEN;
use rustgomo::search::{PARAMETERS, Parameter};

/// Prefix of a parameter's name in an `INFO` line.
pub const INFO_PREFIX: &str = "search.";

/// A parameter to tune, with its range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// Name of the parameter.
    pub name: String,
    /// Initial value.
    pub start: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Perturbation in the last iteration (`c_end`), above 0; earlier ones are larger.
    pub step: f64,
}

fn names() -> String {
    PARAMETERS.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
}

impl From<&Parameter> for Knob {
    fn from(parameter: &Parameter) -> Self {
        let Parameter { name, default, min, max, step, .. } = *parameter;
        Self { name: name.to_owned(), start: default, min, max, step: f64::from(step) }
    }
}

impl FromStr for Knob {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, rest) = text.split_once('=').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let name = name.trim();
        let name = name.strip_prefix(INFO_PREFIX).unwrap_or(name);
        let parameter =
            Parameter::find(name).ok_or_else(|| format!("expected one of {}, found {name:?}", names()))?;
        let mut knob = Self::from(parameter);
        if let Some(rest) = rest {
            let forms = "NAME, NAME=START or NAME=START:MIN:MAX:STEP with whole numbers";
            knob.read(rest).ok_or_else(|| format!("expected {forms}, found {text:?}"))?;
        }
        let is_inside = parameter.min <= knob.min && knob.max <= parameter.max && knob.min < knob.max;
        if is_inside && knob.is_consistent() {
            Ok(knob)
        } else {
            let Parameter { min, max, .. } = *parameter;
            Err(format!(
                "expected {min} <= MIN <= START <= MAX <= {max}, MIN < MAX and a STEP above 0 for {name}"
            ))
        }
    }
}

impl Knob {
    /// Parses the numbers after the name.
    fn read(&mut self, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split(':').map(str::trim).collect();
        match words[..] {
            [start] => self.start = start.parse().ok()?,
            [start, min, max, step] => {
                (self.start, self.min, self.max) =
                    (start.parse().ok()?, min.parse().ok()?, max.parse().ok()?);
                self.step = step.parse().ok()?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether start and range are consistent and the step is positive.
    pub(super) fn is_consistent(&self) -> bool {
        (self.min..=self.max).contains(&self.start) && self.step > 0.0 && self.step.is_finite()
    }

    /// A value clamped to the range.
    pub(super) fn clamp(&self, value: f64) -> f64 {
        value.max(self.min.into()).min(self.max.into())
    }
}

/// Exponent of the learning rate (`alpha`), as in Spall and fishtest.
const ALPHA: f64 = 0.602;
/// Exponent of the perturbation (`gamma`), as in Spall and fishtest.
const GAMMA: f64 = 0.101;
/// Stability constant `A` as a share of the iterations, which limits the first steps.
const DELAY: f64 = 0.1;

/// Parameters of a run.
///
/// With `N` iterations, the perturbation of a parameter in iteration `k` is `step · (N / k)^0.101`, and a
/// result of `r` games more won than lost moves it by `r · rate · step² · ((0.1 N + N) / (0.1 N + k))^0.602 /
/// perturbation`: in the last iteration by `r · rate · step`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Args)]
pub struct SpsaPlan {
    /// Number of iterations.
    #[arg(long, default_value_t = 1000, value_parser = within(1..=10_000_000_u32))]
    pub iterations: u32,
    /// Pairs of games in each iteration; both games of a pair start from the same opening.
    #[arg(long, default_value_t = 4, value_parser = within(1..=10_000_u32))]
    pub pairs: u32,
    /// Learning rate of the last iteration (`r_end`): number of steps by which a game more won than lost
    /// moves a parameter.
    #[arg(long, default_value_t = 0.02, value_parser = rate)]
    pub rate: f64,
    /// Seed of all perturbations.
    #[arg(skip)]
    pub seed: u64,
    /// The parameters.
    #[arg(skip)]
    pub knobs: Vec<Knob>,
}

fn rate(text: &str) -> Result<f64, String> {
    number(text, |rate: &f64| *rate > 0.0 && rate.is_finite(), "a rate above 0 such as 0.02")
}

/// Two opposite settings that play against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Whether the first setting has the larger value, for each parameter.
    pub is_up: Vec<bool>,
    /// Values of the first setting.
    pub first: Vec<i32>,
    /// Values of the second setting.
    pub second: Vec<i32>,
}

impl SpsaPlan {
    /// The initial values.
    pub fn start(&self) -> Vec<f64> {
        self.knobs.iter().map(|knob| knob.start.into()).collect()
    }

    /// The trial of iteration `1..=iterations`, which depends on the seed, the number and the values only.
    ///
    /// Both settings are rounded to integers by the same random threshold, so that their means are exact and
    /// their difference is not rounded away.
    pub fn trial(&self, iteration: u32, values: &[f64]) -> Trial {
        let mut random = fastrand::Rng::with_seed(self.seed ^ u64::from(iteration).wrapping_mul(GOLDEN));
        let mut trial = Trial { is_up: Vec::new(), first: Vec::new(), second: Vec::new() };
        for (knob, value) in self.knobs.iter().zip(values) {
            let (is_up, threshold) = (random.bool(), random.f64());
            let change = if is_up { 1.0 } else { -1.0 } * self.perturbation(knob, iteration);
            let rounded = |value: f64| knob.clamp((value + threshold).floor()) as i32;
            trial.is_up.push(is_up);
            trial.first.push(rounded(value + change));
            trial.second.push(rounded(value - change));
        }
        trial
    }

    /// Moves the values towards the winner; `result` is the number of games won by the first setting minus
    /// those won by the second.
    pub fn learn(&self, iteration: u32, trial: &Trial, result: i64, values: &mut [f64]) {
        for ((knob, is_up), value) in self.knobs.iter().zip(&trial.is_up).zip(values) {
            let sign = if *is_up { 1.0 } else { -1.0 };
            *value = knob.clamp(*value + sign * result as f64 * self.gain(knob, iteration));
        }
    }

    /// Perturbation: distance of both settings from the current value (`c_k`).
    fn perturbation(&self, knob: &Knob, iteration: u32) -> f64 {
        knob.step * (f64::from(self.iterations) / f64::from(iteration)).powf(GAMMA)
    }

    /// The change of the value per game more won than lost (`a_k / c_k`).
    fn gain(&self, knob: &Knob, iteration: u32) -> f64 {
        let (last, now) = (f64::from(self.iterations), f64::from(iteration));
        let delay = DELAY * last;
        let fall = ((delay + last) / (delay + now)).powf(ALPHA);
        self.rate * knob.step * knob.step * fall / self.perturbation(knob, iteration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(iterations: u32, rate: f64, seed: u64) -> SpsaPlan {
        let knob = |name: &str, start, step| Knob { name: name.to_owned(), start, min: 0, max: 200, step };
        let knobs = vec![knob("a", 60, 10.0), knob("b", 150, 10.0), knob("c", 20, 2.0)];
        SpsaPlan { iterations, pairs: 4, rate, seed, knobs }
    }

    /// Simulates a run: each parameter costs three Elo times its squared distance in steps from the optimum;
    /// games are random with a quarter of draws.
    fn simulate(plan: &SpsaPlan, optimum: [f64; 3]) -> Vec<f64> {
        let mut random = fastrand::Rng::with_seed(plan.seed);
        let elo = |values: &[i32]| {
            let loss = values.iter().zip(optimum).zip(&plan.knobs);
            let loss = loss.map(|((&value, best), knob)| ((f64::from(value) - best) / knob.step).powi(2));
            -3.0 * loss.sum::<f64>()
        };
        let mut values = plan.start();
        for iteration in 1..=plan.iterations {
            let trial = plan.trial(iteration, &values);
            let difference = elo(&trial.first) - elo(&trial.second);
            let share = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
            let mut game = || match (random.u8(..4), random.f64() < share) {
                (0, _) => 0,
                (_, true) => 1,
                (_, false) => -1,
            };
            let result = (0..plan.pairs * 2).map(|_| game()).sum();
            plan.learn(iteration, &trial, result, &mut values);
        }
        values
    }

    #[test]
    fn noisy_games_lead_to_the_optimum() {
        let optimum = [110.0, 90.0, 32.0];
        for seed in 1..=5 {
            let plan = plan(10_000, 0.005, seed);
            let found = simulate(&plan, optimum);
            for ((value, best), knob) in found.iter().zip(optimum).zip(&plan.knobs) {
                assert!((value - best).abs() < knob.step, "seed {seed}: {found:?}");
            }
        }
    }

    #[test]
    fn an_optimum_outside_is_sought_at_the_bound() {
        let plan = plan(3_000, 0.02, 1);
        let found = simulate(&plan, [110.0, 400.0, 20.0]);
        assert!(found[1] > 190.0 && found[1] <= 200.0, "{found:?}");
    }

    #[test]
    fn trials_follow_from_seed_iteration_and_values() {
        let values = [60.0, 150.0, 20.0];
        let trials = |seed| (1..=50).map(|k| plan(50, 0.01, seed).trial(k, &values)).collect::<Vec<_>>();
        assert_eq!(trials(7), trials(7));
        assert_ne!(trials(7), trials(8));
        let ups = trials(7).iter().flat_map(|trial| trial.is_up.clone()).filter(|&is_up| is_up).count();
        assert!((50..=100).contains(&ups), "{ups} of 150 upwards");
    }

    #[test]
    fn the_last_iteration_has_the_perturbation_and_the_rate_that_were_asked_for() {
        let plan = plan(1_000, 0.02, 1);
        let knob = &plan.knobs[0];
        assert!((plan.perturbation(knob, 1_000) - 10.0).abs() < 1e-9);
        assert!((plan.gain(knob, 1_000) - 0.02 * 10.0).abs() < 1e-9);
        // Spall: a_k = a / (A + k)^alpha and c_k = c / k^gamma.
        let (c, a) = (10.0 * 1_000_f64.powf(GAMMA), 0.02 * 100.0 * 1_100_f64.powf(ALPHA));
        assert!((plan.perturbation(knob, 7) - c / 7_f64.powf(GAMMA)).abs() < 1e-9);
        assert!((plan.gain(knob, 7) - a / 107_f64.powf(ALPHA) / (c / 7_f64.powf(GAMMA))).abs() < 1e-9);
    }

    #[test]
    fn settings_lie_around_the_values_and_inside_the_range() {
        let plan = plan(100, 0.02, 3);
        let values = [60.4, 199.0, 1.0];
        let (mut sum, count) = (0, 2_000);
        for seed in 0..count {
            let trial = SpsaPlan { seed, ..plan.clone() }.trial(100, &values);
            let distance = trial.first[0] - trial.second[0];
            assert_eq!(distance, if trial.is_up[0] { 20 } else { -20 });
            sum += trial.first[0] + trial.second[0];
            let all = trial.first.iter().chain(&trial.second);
            assert!(all.zip(plan.knobs.iter().cycle()).all(|(v, k)| (k.min..=k.max).contains(v)));
        }
        let mean = f64::from(sum) / count as f64 / 2.0;
        assert!((mean - 60.4).abs() < 0.05, "{mean}");
    }

    #[test]
    fn texts_are_knobs_or_are_answered_with_what_was_expected() {
        let knob: Knob = "futility_margin=80:40:160:5".parse().unwrap();
        assert_eq!((knob.start, knob.min, knob.max, knob.step), (80, 40, 160, 5.0));
        let error = |text: &str| text.parse::<Knob>().unwrap_err();
        assert!(error("speed").contains("expected one of aspiration, "));
        for text in ["razor_margin=", "razor_margin=1:2", "razor_margin=80.5", "razor_margin=1:2:3:x"] {
            assert!(error(text).starts_with("expected NAME"), "{text}");
        }
        let texts = ["=10", "=700", "=80:90:100:5", "=80:0:100:5", "=80:80:80:5", "=80:50:100:0"];
        for text in texts.into_iter().chain(["=80:50:100:nan", "=80:50:100:inf", "=80:100:50:5"]) {
            assert!(error(&format!("razor_margin{text}")).starts_with("expected 20 <= MIN"), "{text}");
        }
        let default = Parameter::find("razor_margin").unwrap().default;
        let whole = format!("razor_margin={default}:20:600:20");
        assert_eq!("search.razor_margin".parse::<Knob>(), whole.parse());
    }
}
