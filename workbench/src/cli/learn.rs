//! `rustgomo learn`.

use std::env;
use std::io;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::common::{ToolResult, load_networks_of, with_progress};
use crate::developers::learn::{Folder, LearnJob, LearnOptions, learn};
use crate::options::NetworkOptions;
use crate::values;
use rustgomo::engine::network_files::load_all;

const EXAMPLES: &str = "\
Examples:
  From nothing, under renju, until Ctrl-C; the same command goes on:
    rustgomo learn renju --rule renju --classical --epochs 2 --rate 1.2e-2 --crowded 10 --threads 2
  Two generations for each of three rules in turn, judged by test sets in the folder tests, with 2 GB of games at most:
    rustgomo learn all --rule freestyle,standard,renju --generations 6 --epochs 2 --test-set tests --disk 2000";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LearnArgs {
    /// Folder of the run: state.json, index.html, elo.tsv, and folders of games, networks and matches.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Number of generations of the whole run [default: until it is interrupted].
    #[arg(long, value_parser = values::within(1..=u64::MAX))]
    generations: Option<u64>,
    #[command(flatten)]
    options: LearnOptions,
    /// The evaluation to begin with.
    #[command(flatten)]
    networks: NetworkOptions,
    /// Engine of the matches, which takes --network FILE and --classical [default: this program].
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
}

/// Runs the tool; false if it was interrupted.
pub(super) fn learn_by_self_play(args: &LearnArgs) -> ToolResult {
    let folder = Folder::open(&args.folder)?;
    let first = load_networks_of(&args.options.rule, &args.networks)?;
    let given = args.networks.files().map(load_all).collect::<Result<Vec<_>, _>>()?;
    let given = given.iter().flatten().map(|network| network.rule).collect();
    let first_given = if args.networks.classical { &args.options.rule } else { &given };
    let own = || env::current_exe().map(|program| format!("\"{}\" brain", program.display()));
    let engine = args.engine.clone().map_or_else(own, Ok)?;
    with_progress(|stop, meter| {
        let job = LearnJob {
            folder: &folder,
            options: &args.options,
            first: &first,
            first_given,
            engine: &engine,
            stop,
            meter,
        };
        learn(&job, args.generations.unwrap_or(u64::MAX), &mut io::stdout())
    })
}
