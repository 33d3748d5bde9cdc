//! Arguments of `rustgomo tune spsa`.

use std::env;
use std::path::PathBuf;

use clap::Args;

use super::limits::{GOMOCUP_MEGABYTES, MEGABYTE, PATIENCE_MS, START_MS, TOLERANCE_MS};
use super::matches::OpeningArgs;
use super::values::within;
use super::variant::VariantArgs;
use crate::matches::{Adjudication, Conditions, EngineLimits, MatchError};
use crate::spsa::{Knob, Options, SpsaPlan};
use rustgomo::search::PARAMETERS;

/// The brain, which stands beside the workbench.
const BRAIN: &str = "pbrain-rustgomo";
/// Nodes for a move if nothing limits the engine.
const DEFAULT_NODES: u64 = 2000;

const EXAMPLES: &str = "\
Examples:
  What can be tuned, with ranges and steps:
    rustgomo tune spsa --list
  Three parameters, 4000 pairs of games; a run that can be interrupted and continued:
    rustgomo tune spsa --parameters futility_margin,razor_margin,reduction_slope \\
        --iterations 1000 --pairs 4 --save spsa.json --resume
  One parameter from another start, in a narrower range, with a step of 5:
    rustgomo tune spsa --parameters futility_margin=80:40:160:5 --nodes 8000";

/// Moves the search's parameters uphill by many pairs of games of the engine against itself (SPSA, as in fishtest and
/// OpenBench). Every iteration plays two opposite changes of all parameters against each other and moves the values a
/// little towards the winner. The result needs a match: --rate times all pairs should be about 100, and less noise takes
/// more pairs and a smaller rate.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SpsaArgs {
    /// List the parameters and play nothing.
    #[arg(long)]
    pub(in crate::cli) list: bool,
    /// Parameters: NAME, NAME=START or NAME=START:MIN:MAX:STEP; all that --list shows if not given.
    #[arg(long, value_delimiter = ',', value_name = "PARAMETER,..")]
    parameters: Vec<Knob>,
    /// Number of iterations.
    #[arg(long, default_value_t = 1000, value_parser = within(1..=10_000_000_u32))]
    iterations: u32,
    /// Pairs of games in each iteration; both games of a pair have the same opening.
    #[arg(long, default_value_t = 4, value_parser = within(1..=10_000_u32))]
    pairs: u32,
    /// Rate of learning at the end: one game more won than lost moves a parameter by so many of its steps.
    #[arg(long, default_value_t = 0.02, value_parser = rate)]
    rate: f64,
    /// Engine: program and arguments [default: pbrain-rustgomo beside this program].
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    #[command(flatten)]
    variant: VariantArgs,
    /// Nodes for a move [default: 2000 unless a depth or a time is given].
    #[arg(long, value_parser = within(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Depth of a search in plies.
    #[arg(long, value_parser = within(1..=u32::MAX))]
    depth: Option<u32>,
    /// Time for a move in milliseconds.
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u32>,
    /// Games at the same time; one for each core if not given.
    #[arg(long, value_name = "N", value_parser = within(1..=usize::MAX))]
    concurrency: Option<usize>,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    pub(in crate::cli) output: SpsaOutputArgs,
}

/// Where the state and the report go.
#[derive(Debug, Args)]
pub(in crate::cli) struct SpsaOutputArgs {
    /// File for the state of the run, written after every iteration.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue the run in the file of --save, if there is one; all other options must be the same.
    #[arg(long, requires = "save")]
    resume: bool,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// No line for each iteration.
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

impl SpsaArgs {
    /// The run that the arguments describe.
    pub(in crate::cli) fn options(&self) -> Result<Options, MatchError> {
        let knobs = self.parameters.clone();
        let knobs = if knobs.is_empty() { PARAMETERS.iter().map(Knob::from).collect() } else { knobs };
        let Self { iterations, pairs, rate, variant: VariantArgs { rule, board }, .. } = *self;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Options {
            plan: SpsaPlan { iterations, pairs, rate, seed: self.openings.seed, knobs },
            engine: self.engine.clone().unwrap_or_else(brain_beside),
            conditions: Conditions { rule, size: board.size, adjudication: Adjudication::default() },
            limits: self.limits(),
            openings: self.openings.read(rule, board.size)?.0,
            concurrency: self.concurrency.unwrap_or(cores),
            save: self.output.save.clone(),
            resume: self.output.resume,
        })
    }

    fn limits(&self) -> EngineLimits {
        let is_limited = self.depth.is_some() || self.turn_ms.is_some();
        EngineLimits {
            turn_ms: self.turn_ms,
            nodes: self.nodes.or((!is_limited).then_some(DEFAULT_NODES)),
            depth: self.depth,
            tolerance_ms: TOLERANCE_MS,
            patience_ms: PATIENCE_MS,
            start_ms: START_MS,
            memory_bytes: GOMOCUP_MEGABYTES * MEGABYTE,
            threads: 1,
            ..EngineLimits::default()
        }
    }
}

/// Command line of the brain in this program's folder; without one, of the brain that the system finds.
fn brain_beside() -> String {
    let name = format!("{BRAIN}{}", env::consts::EXE_SUFFIX);
    let path = env::current_exe().ok().map(|path| path.with_file_name(&name)).filter(|path| path.is_file());
    path.map_or(name, |path| format!("\"{}\"", path.display()))
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| *rate > 0.0 && rate.is_finite());
    rate.ok_or_else(|| "expected a rate above 0 such as 0.02".to_owned())
}
