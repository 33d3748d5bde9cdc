//! `rustgomo network`.

use std::error::Error;
use std::io;
use std::path::Path;

use super::common::{ToolResult, on_threads, write_json};
use crate::cli::args::network::{CompareArgs, NetworkTool, ShowArgs};
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::network::{Candidate, CompareOptions, NetworkReport, compare};
use crate::train::{Dataset, TrainOptions};
use rustgomo::engine::network_files::load;
use rustgomo::eval::Networks;
use rustgomo::rules::Rule;

/// Runs the tool.
pub(in crate::cli) fn network(tool: &NetworkTool) -> ToolResult {
    match tool {
        NetworkTool::Show(args) => show(args),
        NetworkTool::Compare(args) => compare_networks(args),
    }
}

fn show(args: &ShowArgs) -> ToolResult {
    let report = NetworkReport::new(&load(&args.file)?);
    if args.json {
        write_json(&mut io::stdout(), &report)?;
    } else {
        report.write(&mut io::stdout())?;
    }
    Ok(true)
}

fn compare_networks(args: &CompareArgs) -> ToolResult {
    let mut rule = args.rule;
    let candidates =
        args.networks.iter().map(|path| candidate(path, &mut rule)).collect::<Result<Vec<_>, _>>()?;
    let rule = rule.ok_or("expected --rule, since no network file is named")?;
    let options = CompareOptions { rule, nodes: args.nodes, positions: args.positions, seed: args.seed };
    let interrupt = interrupt_on_ctrl_c();
    let data = Dataset::read(&args.games, rule, TrainOptions::default().lambda)?;
    let meter = ProgressMeter::new();
    let comparison = on_threads(args.threads, || compare(&data, &candidates, &options, &interrupt, &meter))??;
    meter.finish();
    if args.json {
        write_json(&mut io::stdout(), &comparison)?;
    } else {
        comparison.write(&mut io::stdout())?;
    }
    Ok(!interrupt.is_raised())
}

/// The candidate that a word of the command line names. Every file must be for the rule, which the first one decides if nothing
/// else did.
fn candidate(path: &Path, rule: &mut Option<Rule>) -> Result<Candidate, Box<dyn Error>> {
    let name = path.display().to_string();
    let networks = match name.as_str() {
        "embedded" => Networks::embedded(),
        "classical" => Networks::classical(),
        _ => {
            let weights = load(path)?;
            let expected = *rule.get_or_insert(weights.rule);
            if weights.rule != expected {
                return Err(format!(
                    "{name}: expected a network of {expected}, found one of {}",
                    weights.rule
                )
                .into());
            }
            let mut networks = Networks::embedded();
            networks.insert(&weights);
            networks
        }
    };
    Ok(Candidate { name, networks })
}
