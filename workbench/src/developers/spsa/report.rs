//! Reports of a run as text and JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::plan::{INFO_PREFIX, Knob};
use super::state::State;
use crate::developers::matches::{Estimate, Tally};
use rustgomo::search::{PARAMETERS, Parameter};

/// A line for the last iteration: its games, and the values after it.
pub fn iteration_line(state: &State, tally: Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let (number, goal) = (state.iterations, state.plan.iterations);
    let mut line = format!("iteration {number} of {goal}: +{wins} ={draws} -{losses}");
    for (knob, value) in state.plan.knobs.iter().zip(&state.values) {
        line = format!("{line}  {} {value:.2}", knob.name);
    }
    line
}

/// Writes the report as text: the values, and the lines to paste.
pub fn table(out: &mut dyn Write, state: &State) -> io::Result<()> {
    let State { iterations, wins, draws, losses, .. } = state;
    writeln!(out, "{iterations} of {} iterations, {}", state.plan.iterations, state.conditions)?;
    writeln!(
        out,
        "{} games of the first settings against the second: +{wins} ={draws} -{losses}",
        state.games()
    )?;
    writeln!(
        out,
        "\n{:<20} {:>6} {:>8} {:>7}  {:>6}  Elo of the larger value over the smaller",
        "parameter", "start", "value", "rounded", "steps"
    )?;
    for (i, (value, rounded)) in state.values.iter().zip(state.rounded()).enumerate() {
        let Knob { name, start, step, .. } = &state.plan.knobs[i];
        let steps = (value - f64::from(*start)) / step;
        let Estimate { value: elo, error } = state.evidence.effect(i);
        writeln!(
            out,
            "{name:<20} {start:>6} {value:>8.1} {rounded:>7}  {steps:>+6.2}  {elo:+.0} ± {error:.0}"
        )?;
    }
    writeln!(out, "\nto try them:")?;
    for (knob, rounded) in state.plan.knobs.iter().zip(state.rounded()) {
        writeln!(out, "INFO {INFO_PREFIX}{} {rounded}", knob.name)?;
    }
    writeln!(out, "\nto keep them, in src/search/parameters.rs:")?;
    for (knob, rounded) in state.plan.knobs.iter().zip(state.rounded()) {
        if let Some(Parameter { name, min, max, step, .. }) = Parameter::find(&knob.name) {
            writeln!(out, "    {name} = {rounded} in {min}..={max}, step {step};")?;
        }
    }
    Ok(())
}

/// The report as JSON.
pub fn json(state: &State) -> Value {
    let knobs = state.plan.knobs.iter().zip(&state.values).zip(state.rounded());
    let parameters = knobs.enumerate().map(|(i, ((knob, value), rounded))| {
        let Estimate { value: elo, error } = state.evidence.effect(i);
        json!({
            "name": knob.name,
            "info": format!("{INFO_PREFIX}{}", knob.name),
            "start": knob.start,
            "value": value,
            "rounded": rounded,
            "min": knob.min,
            "max": knob.max,
            "step": knob.step,
            "elo": elo,
            "error": error,
        })
    });
    json!({
        "conditions": state.conditions,
        "iterations": state.iterations,
        "goal": state.plan.iterations,
        "pairs": state.plan.pairs,
        "rate": state.plan.rate,
        "seed": state.plan.seed,
        "wins": state.wins,
        "draws": state.draws,
        "losses": state.losses,
        "parameters": parameters.collect::<Vec<_>>(),
    })
}

/// Lists all tunable parameters as text.
pub fn list(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:<20} {:>7} {:>5} {:>6} {:>5}  meaning", "parameter", "default", "min", "max", "step")?;
    for Parameter { name, default, min, max, step, doc } in PARAMETERS {
        writeln!(out, "{name:<20} {default:>7} {min:>5} {max:>6} {step:>5}  {doc}")?;
    }
    Ok(())
}

/// All tunable parameters as JSON.
pub fn list_json() -> Value {
    let entry = |Parameter { name, default, min, max, step, doc }: &Parameter| json!({ "name": name, "default": default, "min": min, "max": max, "step": step, "meaning": doc });
    json!({ "parameters": PARAMETERS.iter().map(entry).collect::<Vec<_>>() })
}
