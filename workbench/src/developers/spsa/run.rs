//! Plays the iterations of a run.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::plan::SpsaPlan;
use super::plan::{INFO_PREFIX, Knob};
use super::state::State;
use crate::developers::matches::{
    Conditions, EngineLimits, EngineOptions, Match, MatchOptions, Openings, Tally,
};
use crate::files::{expect_writable, replace_by_json};
use rustgomo::StopHandle;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct SpsaOptions {
    /// The parameters and the schedule.
    pub plan: SpsaPlan,
    /// Command line of the engine, which must accept the parameters as `INFO search.NAME`.
    pub engine: String,
    /// Conditions of every game.
    pub conditions: Conditions,
    /// Limits of both settings.
    pub limits: EngineLimits,
    /// The openings; each pair of games uses the next one.
    pub openings: Openings,
    /// What they are called in reports.
    pub openings_named: String,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// File to which the state is saved after every iteration.
    pub save: Option<PathBuf>,
    /// Whether to continue the run of that file.
    pub resume: bool,
}

/// Plays the remaining iterations and calls `observe` after each with its results from the view of the first
/// setting; ends after a complete iteration when `stop` is stopped.
pub fn run(
    options: &SpsaOptions,
    state: &mut State,
    stop: &StopHandle,
    observe: &mut dyn FnMut(&State, Tally) -> Result<()>,
) -> Result<()> {
    while state.iterations < state.plan.iterations && !stop.is_stopped() {
        let Some(tally) = play(options, state, stop)? else { break };
        if let Some(path) = &options.save {
            replace_by_json(path, state)?;
        }
        observe(state, tally)?;
    }
    Ok(())
}

/// The initial state: a new one, or that of the file to continue.
pub fn begin(options: &SpsaOptions) -> Result<State> {
    let names: Vec<&String> = options.plan.knobs.iter().map(|knob| &knob.name).collect();
    let twice = names.iter().enumerate().find(|&(i, name)| names[..i].contains(name));
    if let Some((_, name)) = twice {
        bail!("expected every parameter once, found {name} twice");
    }
    let conditions = conditions_text(options);
    let Some(path) = options.save.as_deref() else {
        return Ok(State::new(&options.plan, &conditions));
    };
    expect_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
    if !path.exists() {
        return Ok(State::new(&options.plan, &conditions));
    }
    if !options.resume {
        bail!("{} exists: continue the run with --resume, or choose another name", path.display());
    }
    let state = State::load(path)?;
    state.expect_same(&options.plan, &conditions, path)?;
    Ok(state)
}

/// Plays the next iteration and updates the values; `None` if it was interrupted, which does not change the
/// state.
fn play(options: &SpsaOptions, state: &mut State, stop: &StopHandle) -> Result<Option<Tally>> {
    let number = state.iterations + 1;
    let trial = state.plan.trial(number, &state.values);
    let player = |name: &str, values: &[i32]| EngineOptions {
        command: options.engine.clone(),
        name: Some(name.to_owned()),
        infos: infos(&state.plan.knobs, values),
        limits: options.limits,
    };
    let Conditions { rule, size, .. } = options.conditions;
    let pairs = u64::from(state.plan.pairs);
    let openings =
        (0..pairs).map(|i| options.openings.get(u64::from(state.iterations) * pairs + i, rule, size));
    let contest = Match::new(MatchOptions {
        games: pairs * 2,
        concurrency: options.concurrency.min(state.plan.pairs as usize * 2),
        // Games at fixed nodes then depend on the values and the opening only, so that a run is reproducible.
        fresh: true,
        recovers: false,
        ..MatchOptions::duel(
            [player("first", &trial.first), player("second", &trial.second)],
            options.conditions,
            Openings::Listed(openings.collect()),
        )
    })?;
    let standings = contest.run_sound(&[], stop, &mut |_, _| Ok(()));
    let standings = standings.with_context(|| format!("iteration {number} was broken off"))?;
    let tally = standings.total(0);
    if stop.is_stopped() && u64::from(tally.games()) < pairs * 2 {
        return Ok(None);
    }
    let plan = state.plan.clone();
    let result = i64::from(tally.wins) - i64::from(tally.losses);
    plan.learn(number, &trial, result, &mut state.values);
    state.evidence.add(&trial.is_up, result as f64 / f64::from(tally.games()));
    state.iterations = number;
    state.wins += u64::from(tally.wins);
    state.draws += u64::from(tally.draws);
    state.losses += u64::from(tally.losses);
    Ok(Some(tally))
}

/// The `INFO` lines of a setting.
fn infos(knobs: &[Knob], values: &[i32]) -> Vec<(String, String)> {
    let info = |(knob, value): (&Knob, &i32)| (format!("{INFO_PREFIX}{}", knob.name), value.to_string());
    knobs.iter().zip(values).map(info).collect()
}

/// The conditions that must be equal to continue a run.
fn conditions_text(options: &SpsaOptions) -> String {
    let SpsaOptions { engine, conditions: Conditions { rule, size, .. }, limits, openings_named, .. } =
        options;
    let numbers = [
        ("nodes", limits.nodes),
        ("depth", limits.depth.map(u64::from)),
        ("turn_ms", limits.turn_ms.map(u64::from)),
    ];
    let named = numbers.into_iter().filter_map(|(name, number)| Some(format!(" {name} {}", number?)));
    format!("{rule} {size}{}, {engine}, openings {openings_named}", named.collect::<String>())
}
