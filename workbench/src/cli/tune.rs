//! `rustgomo tune`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::common::{ToolResult, with_progress, write_report};
use crate::developers::matches::{Adjudication, Conditions, EngineLimits, OpeningOptions};
use crate::developers::spsa::{
    Knob, SpsaOptions, SpsaPlan, begin, iteration_line, json, list, list_json, run, table,
};
use crate::meter::Meter;
use crate::options::VariantOptions;
use crate::values::{self, within};
use rustgomo::search::PARAMETERS;

/// Program name of the engine.
const BRAIN: &str = "pbrain-rustgomo";
/// Nodes for a move without any limit.
const DEFAULT_NODES: u64 = 2000;

const EXAMPLES: &str = "\
Examples:
  What can be tuned, with ranges and steps:
    rustgomo tune --list
  Three parameters, 4000 pairs of games; a run that can be interrupted and continued:
    rustgomo tune --parameters futility_margin,razor_margin,reduction_slope \\
        --iterations 1000 --pairs 4 --save spsa.json --resume
  One parameter from another start, in a narrower range, with a step of 5:
    rustgomo tune --parameters futility_margin=80:40:160:5 --nodes 8000";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line")]
pub(super) struct TuneArgs {
    /// List the tunable parameters and exit.
    #[arg(long)]
    list: bool,
    /// Parameters: NAME, NAME=START or NAME=START:MIN:MAX:STEP [default: all that --list shows].
    #[arg(long, value_delimiter = ',', value_name = "PARAMETER,..")]
    parameters: Vec<Knob>,
    #[command(flatten)]
    plan: SpsaPlan,
    /// Engine: program and arguments [default: pbrain-rustgomo in the folder of this program].
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    #[command(flatten)]
    variant: VariantOptions,
    /// Nodes for a move [default: 2000 without --depth and --turn-ms].
    #[arg(long, value_parser = within(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Search depth in plies.
    #[arg(long, value_parser = within(1..=u32::MAX))]
    depth: Option<u32>,
    /// Time for a move in milliseconds.
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u32>,
    /// Number of concurrent games [default: number of cores].
    #[arg(long, value_name = "N", value_parser = within(1..=usize::MAX))]
    concurrency: Option<usize>,
    #[command(flatten)]
    openings: OpeningOptions,
    /// Save the state of the run to this file after every iteration.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue the run of --save if the file exists; all other options must be the same.
    #[arg(long, requires = "save")]
    resume: bool,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
    /// Do not print a line for each iteration.
    #[arg(long, short)]
    quiet: bool,
}

impl TuneArgs {
    fn options(&self) -> Result<SpsaOptions> {
        let knobs = self.parameters.clone();
        let knobs = if knobs.is_empty() { PARAMETERS.iter().map(Knob::from).collect() } else { knobs };
        let VariantOptions { rule, size } = self.variant;
        let (openings, openings_named) = self.openings.read(rule, size)?;
        Ok(SpsaOptions {
            plan: SpsaPlan { seed: self.openings.seed, knobs, ..self.plan },
            engine: self.engine.clone().unwrap_or_else(brain_beside),
            conditions: Conditions { rule, size, adjudication: Adjudication::default() },
            limits: self.limits(),
            openings,
            openings_named,
            concurrency: self.concurrency.unwrap_or_else(|| values::cores(0)),
            save: self.save.clone(),
            resume: self.resume,
        })
    }

    fn limits(&self) -> EngineLimits {
        let is_limited = self.depth.is_some() || self.turn_ms.is_some();
        EngineLimits {
            turn_ms: self.turn_ms,
            nodes: self.nodes.or((!is_limited).then_some(DEFAULT_NODES)),
            depth: self.depth,
            ..EngineLimits::default()
        }
    }
}

/// Command line of the engine: in the folder of this program, else in the search path.
fn brain_beside() -> String {
    let name = format!("{BRAIN}{}", env::consts::EXE_SUFFIX);
    let path = env::current_exe().ok().map(|path| path.with_file_name(&name)).filter(|path| path.is_file());
    path.map_or(name, |path| format!("\"{}\"", path.display()))
}

/// Runs the tool: iterations and the report go to standard output, progress to standard error. True if the
/// run is complete.
pub(super) fn tune(args: &TuneArgs) -> ToolResult {
    if args.list {
        write_report(args.json, &list_json(), |_, out| list(out))?;
        return Ok(true);
    }
    let options = args.options()?;
    let mut state = begin(&options)?;
    let is_quiet = args.quiet || args.json || io::stderr().is_terminal();
    let outcome = with_progress(|stop, meter| {
        run(&options, &mut state, stop, &mut |state, tally| {
            if !is_quiet {
                writeln!(io::stdout(), "{}", iteration_line(state, tally))?;
            }
            let note = format!("iterations, +{} ={} -{}", state.wins, state.draws, state.losses);
            meter.advance(state.iterations.into(), state.plan.iterations.into(), &note);
            Ok(())
        })
    });
    // The result of the iterations before a failure is valid.
    if outcome.is_ok() || state.iterations > 0 {
        write_report(args.json, &json(&state), |_, out| table(out, &state))?;
    }
    outcome?;
    Ok(state.iterations == state.plan.iterations)
}
