//! `rustgomo network`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use super::common::{
    ToolResult, load_networks_of, names, tell_interruption, with_progress, with_threads, write_report,
};
use crate::developers::network::{Candidate, CompareOptions, NetworkReport, compare};
use crate::developers::selfplay::{TestSetOptions, make_test_set};
use crate::developers::train::{Records, TrainOptions};
use crate::meter::Meter;
use crate::values;
use rustgomo::engine::network_files::{load, load_all};
use rustgomo::eval::Networks;
use rustgomo::eval::network::PackedNetwork;
use rustgomo::rules::Rule;

#[derive(Debug, Subcommand)]
pub(super) enum NetworkTool {
    /// Show what a network file contains: rule, architecture, size, hashes, share of saturated weights.
    Show {
        /// Network file.
        file: PathBuf,
        /// Report as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Compare networks by how well their evaluation and searched score predict the results of held-out
    /// games.
    ///
    /// Each held-out game contributes one quiet position without a later random move, weighted by their number
    /// in the game: every game of a test set, one in twenty of any other file. The same files, options and
    /// seed give the same figures.
    Compare(CompareArgs),
    /// Play the games of a test set: equal parts by searches of 100, 200, 500, 2,000 and 8,000 nodes, from
    /// crowded boards and from leaves of search trees.
    ///
    /// `train` learns from none of them. The same command continues an interrupted run.
    TestSet(TestSetArgs),
}

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Network files of one rule; `embedded` is the embedded network, `classical` the classical evaluation.
    /// The first one is the baseline.
    #[arg(required = true, value_name = "NETWORK")]
    networks: Vec<PathBuf>,
    /// Records written by `selfplay` or `network test-set`; may be given several times.
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Rule of the positions; required if no network file is given.
    #[arg(long)]
    rule: Option<Rule>,
    #[command(flatten)]
    options: CompareOptions,
    /// Threads; 0 uses all cores.
    #[arg(long, default_value_t = 0, value_parser = values::threads)]
    threads: usize,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct TestSetArgs {
    /// Folder of the files, RULE-PART.rg.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    options: TestSetOptions,
}

/// Runs the tool.
pub(super) fn network(tool: &NetworkTool) -> ToolResult {
    match tool {
        NetworkTool::Show { file, json } => {
            write_report(*json, &NetworkReport::new(&load(file)?), NetworkReport::write)?;
            Ok(true)
        }
        NetworkTool::Compare(args) => compare_networks(args),
        NetworkTool::TestSet(args) => {
            let networks = load_networks_of(&[args.options.rule], &args.options.networks)?;
            let is_complete = with_progress(|stop, meter| {
                make_test_set(&args.folder, &args.options, &networks, stop, &|file, status| {
                    meter.advance(status.games, status.goal, &format!("games in {}", file.display()));
                })
            })?;
            Ok(is_complete)
        }
    }
}

fn compare_networks(args: &CompareArgs) -> ToolResult {
    let mut rule = args.rule;
    let candidates =
        args.networks.iter().map(|path| candidate(path, &mut rule)).collect::<Result<Vec<_>, _>>()?;
    let rule = rule.context("expected --rule, since no network file is named")?;
    let data = Records::read_held_out(&args.games, rule, TrainOptions::default().lambda)?;
    let (comparison, is_interrupted) = with_threads(args.threads, |stop, meter| {
        let comparison = compare(&data, &candidates, rule, &args.options, stop, meter);
        (comparison, stop.is_stopped())
    })?;
    write_report(args.json, &comparison?, |comparison, out| comparison.write(out))?;
    tell_interruption(is_interrupted);
    Ok(!is_interrupted)
}

/// The candidate that an argument names. All files must be for one rule, which the first file sets if --rule
/// is missing.
fn candidate(path: &Path, rule: &mut Option<Rule>) -> Result<Candidate> {
    let name = path.display().to_string();
    let networks = match name.as_str() {
        "embedded" => Networks::embedded(),
        "classical" => Networks::classical(),
        _ => {
            let list = load_all(path)?;
            let Some(weights) = list.iter().find(|weights| rule.is_none_or(|rule| weights.rule == rule))
            else {
                let (expected, found) =
                    (rule.map_or("", Rule::name), names(list.iter().map(|network| network.rule)));
                bail!("{name}: expected a network of {expected}, found one of {found}");
            };
            *rule = Some(weights.rule);
            let mut networks = Networks::embedded();
            networks.insert(PackedNetwork::from(weights));
            networks
        }
    };
    Ok(Candidate { name, networks })
}
