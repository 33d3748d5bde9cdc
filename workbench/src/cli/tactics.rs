//! `rustgomo tactics`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::common::{
    ProgressMeter, ToolResult, load_networks, tell_interruption, with_progress, write_report,
};
use super::output::OverwriteArgs;
use crate::files::replace;
use crate::options::NetworkOptions;
use crate::players::tactics::{
    MineOptions, ReplayOptions, SolveReport, Tactic, mine, prove_set, read_tactics, replay, solve,
    write_replay, write_table, write_tactics,
};
use crate::search_options::SearchOptions;
use crate::training_games::{TrainingGame, TrainingReader, Truncated};
use crate::values;
use rustgomo::StopHandle;
use rustgomo::files;
use rustgomo::rules::Rule;

/// Time for each position without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

#[derive(Debug, Subcommand)]
pub(super) enum TacticsTool {
    /// Collect positions with forced wins from training records, prove the wins, and write a test set.
    Mine(MineArgs),
    /// Search the positions of a test set and count the wins found.
    Solve(SetArgs),
    /// Prove the wins of a test set by threes and fours and count the proofs; nodes are attacking moves.
    Prove(ProveArgs),
    /// Analyse the positions of a test set and play out every reported win against every reply.
    Replay(ReplayArgs),
}

#[derive(Debug, Args)]
pub(super) struct MineArgs {
    /// Training records written by `selfplay`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    #[command(flatten)]
    options: MineOptions,
    /// Report the numbers of positions as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    options: ReplayOptions,
}

/// A test set and how its positions are searched.
#[derive(Debug, Args)]
pub(super) struct SetArgs {
    /// Test set.
    file: PathBuf,
    #[command(flatten)]
    search: SearchOptions,
    /// Search only every Nth position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::within(1..=usize::MAX))]
    every: usize,
    #[command(flatten)]
    networks: NetworkOptions,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ProveArgs {
    /// Test set.
    file: PathBuf,
    /// Maximum number of attacking moves for each position.
    #[arg(long, default_value_t = 2_000_000, value_parser = values::within(1..=u32::MAX))]
    work: u32,
    /// Prove only every Nth position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::within(1..=usize::MAX))]
    every: usize,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool.
pub(super) fn tactics(tool: &TacticsTool) -> ToolResult {
    match tool {
        TacticsTool::Mine(args) => mine_tactics(args),
        TacticsTool::Solve(args) => solve_tactics(args),
        TacticsTool::Prove(args) => prove_tactics(args),
        TacticsTool::Replay(args) => replay_tactics(args),
    }
}

fn mine_tactics(args: &MineArgs) -> ToolResult {
    let MineOptions { nodes, hard_nodes, .. } = args.options;
    if hard_nodes >= nodes {
        bail!("expected --hard-nodes below --nodes, found {hard_nodes} and {nodes}");
    }
    args.overwrite.expect_beside([&args.out], args.files.iter().map(PathBuf::as_path))?;
    let ((found, read), is_interrupted) = with_progress(|stop, meter| {
        (mine(read_games(&args.files), &args.options, stop, meter), stop.is_stopped())
    });
    if found.is_empty() && read.is_err() {
        return read.map(|()| false);
    }
    if !found.is_empty() {
        let mut text = Vec::new();
        write_tactics(&mut text, &found)?;
        replace(&args.out, &text)?;
    }
    report_found(&found, args)?;
    read?;
    Ok(!found.is_empty() && !is_interrupted)
}

fn report_found(found: &[Tactic], args: &MineArgs) -> io::Result<()> {
    let wanted = args.options.count;
    let of = |rule| found.iter().filter(|tactic| tactic.rule == rule).count();
    let by_rule: BTreeMap<_, _> = Rule::ALL.into_iter().map(|rule| (rule.name(), of(rule))).collect();
    let report =
        serde_json::json!({ "found": found.len(), "by_rule": by_rule, "wanted_of_each_rule": wanted });
    let text = found_text(found, wanted, args.options.rule);
    write_report(args.json, &report, |_, out| writeln!(out, "{text}"))
}

/// The number of positions found, with those of each rule out of the number wanted.
fn found_text(found: &[Tactic], wanted: usize, only: Option<Rule>) -> String {
    let of = |rule| found.iter().filter(|tactic| tactic.rule == rule).count();
    let rules = Rule::ALL.into_iter().filter(|&rule| of(rule) > 0 || only == Some(rule));
    let counts: Vec<String> = rules.map(|rule| format!("{} {} of {wanted}", rule.name(), of(rule))).collect();
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    format!("{} forced wins found and proved{counts}", found.len())
}

/// The games of all files, without incomplete last blocks, which self-play may still be writing.
fn read_games(files: &[PathBuf]) -> impl Iterator<Item = Result<TrainingGame>> {
    files.iter().flat_map(|path| {
        let (reader, error) = match TrainingReader::open(path) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        let is_whole = |game: &Result<_>| !game.as_ref().is_err_and(|error: &Error| error.is::<Truncated>());
        let games = reader.into_iter().flat_map(TrainingReader::games).take_while(is_whole).chain(error);
        games.map(|game| game.with_context(|| path.display().to_string()))
    })
}

fn solve_tactics(args: &SetArgs) -> ToolResult {
    let set = read_set(&args.file, args.every)?;
    let mut searcher = args.search.searcher(load_networks(&args.networks)?);
    let limits = args.search.limits(DEFAULT_TIME);
    let solve = |stop: &StopHandle, meter: &ProgressMeter| {
        missed_of_whole_set(solve(&set, &mut searcher, &limits, stop, meter), args.every)
    };
    report(args.json, solve, write_table)
}

fn prove_tactics(args: &ProveArgs) -> ToolResult {
    let set = read_set(&args.file, args.every)?;
    let prove = |stop: &StopHandle, meter: &ProgressMeter| {
        missed_of_whole_set(prove_set(&set, args.work, stop, meter), args.every)
    };
    report(args.json, prove, write_table)
}

/// The reports on every `every`th position, with places in the whole set.
fn missed_of_whole_set(mut reports: Vec<SolveReport>, every: usize) -> Vec<SolveReport> {
    in_whole_set(reports.iter_mut().flat_map(|report| &mut report.missed), every);
    reports
}

/// Turns places among every `every`th position into those in the whole set.
fn in_whole_set<'a>(places: impl Iterator<Item = &'a mut usize>, every: usize) {
    places.for_each(|place| *place = (*place - 1) * every + 1);
}

fn replay_tactics(args: &ReplayArgs) -> ToolResult {
    let set = read_set(&args.set.file, args.set.every)?;
    let networks = load_networks(&args.set.networks)?;
    let searchers = [networks.clone(), networks].map(|networks| args.set.search.searcher(networks));
    let limits = args.set.search.limits(DEFAULT_TIME);
    let options = args.options;
    let replay = |stop: &StopHandle, meter: &ProgressMeter| {
        let mut reports = replay(&set, searchers, &limits, options, stop, meter);
        let open = reports.iter_mut().flat_map(|report| &mut report.open);
        in_whole_set(open.map(|win| &mut win.place), args.set.every);
        reports
    };
    report(args.set.json, replay, write_replay)
}

/// Reports what the work finds for each rule.
fn report<T: Serialize>(
    json: bool,
    work: impl FnOnce(&StopHandle, &ProgressMeter) -> Vec<T>,
    write_text: fn(&mut dyn Write, &[T]) -> io::Result<()>,
) -> ToolResult {
    let (reports, is_interrupted) = with_progress(|stop, meter| (work(stop, meter), stop.is_stopped()));
    let answer = BTreeMap::from([("rules", &reports)]);
    write_report(json, &answer, |_, out| write_text(out, &reports))?;
    tell_interruption(is_interrupted);
    Ok(!is_interrupted)
}

/// Every `every`th position of a file.
fn read_set(path: &Path, every: usize) -> Result<Vec<Tactic>> {
    let name = || path.display().to_string();
    let set =
        read_tactics(&files::read_text(path, files::MAX_BYTES).with_context(name)?).with_context(name)?;
    if set.is_empty() {
        bail!("expected at least one position in {}, found none", path.display());
    }
    Ok(set.into_iter().step_by(every).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::geometry::BoardSize;

    #[test]
    fn wins_are_counted_against_what_is_wanted_of_their_rule() {
        let tactic = |rule| Tactic { rule, plies: 11, board: Board::new(BoardSize::default()) };
        let found = [Rule::Renju, Rule::Freestyle, Rule::Renju].map(tactic);
        assert_eq!(
            found_text(&found, 70, None),
            "3 forced wins found and proved: freestyle 1 of 70, renju 2 of 70"
        );
        assert_eq!(found_text(&[], 70, Some(Rule::Renju)), "0 forced wins found and proved: renju 0 of 70");
        assert_eq!(found_text(&[], 70, None), "0 forced wins found and proved");
    }
}
