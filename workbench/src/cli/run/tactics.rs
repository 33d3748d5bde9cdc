//! `rustgomo tactics`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::common::{ToolResult, searcher, write_json};
use crate::cli::args::tactics::{MineArgs, ReplayArgs, SolveArgs, TacticsArgs};
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::cli::output::write_file;
use crate::tactics::{
    MineOptions, ReplayOptions, Tactic, mine, read_tactics, replay, solve, write_replay, write_table,
    write_tactics,
};
use crate::training_games::{RecordReader, TrainingError, TrainingGame};
use rustgomo::files;
use rustgomo::rules::Rule;

/// Seconds for each position if nothing else is said.
const DEFAULT_S: f64 = 1.0;

/// Runs the tool.
pub(in crate::cli) fn tactics(args: &TacticsArgs) -> ToolResult {
    match args {
        TacticsArgs::Mine(args) => mine_tactics(args),
        TacticsArgs::Solve(args) => solve_tactics(args),
        TacticsArgs::Replay(args) => replay_tactics(args),
    }
}

fn mine_tactics(args: &MineArgs) -> ToolResult {
    if args.hard_nodes >= args.nodes {
        let (hard, nodes) = (args.hard_nodes, args.nodes);
        return Err(format!("expected --hard-nodes below --nodes, found {hard} and {nodes}").into());
    }
    args.overwrite.expect([&args.out])?;
    let options = MineOptions {
        count: args.count,
        nodes: args.nodes,
        min_plies: args.min_plies,
        back: args.back,
        hard_nodes: args.hard_nodes,
        proof_searches: args.proof_searches,
    };
    let mut damage = None;
    let games =
        read_games(&args.files, &mut damage).filter(|game| args.rule.is_none_or(|rule| game.rule == rule));
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let found = mine(games, &options, &interrupt, &meter);
    meter.finish();
    if let Some((path, error)) = damage {
        return Err(format!("{}: {error}", path.display()).into());
    }
    let mut text = Vec::new();
    write_tactics(&mut text, &found)?;
    write_file(&args.out, &text)?;
    tell_found(&found, args)?;
    Ok(!found.is_empty() && !interrupt.is_raised())
}

/// What was found is in the file; this is how much it is.
fn tell_found(found: &[Tactic], args: &MineArgs) -> io::Result<()> {
    let out = &mut io::stdout();
    if !args.json {
        return writeln!(out, "{}", found_text(found, args.count, args.rule));
    }
    let of = |rule| found.iter().filter(|tactic| tactic.rule == rule).count();
    let by_rule: BTreeMap<_, _> = Rule::ALL.into_iter().map(|rule| (rule.name(), of(rule))).collect();
    let report =
        serde_json::json!({ "found": found.len(), "by_rule": by_rule, "wanted_of_each_rule": args.count });
    write_json(out, &report)
}

/// How many were found, and of each rule how many of those that were wanted of it.
fn found_text(found: &[Tactic], wanted: usize, only: Option<Rule>) -> String {
    let of = |rule| found.iter().filter(|tactic| tactic.rule == rule).count();
    let rules = Rule::ALL.into_iter().filter(|&rule| of(rule) > 0 || only == Some(rule));
    let counts: Vec<String> = rules.map(|rule| format!("{} {} of {wanted}", rule.name(), of(rule))).collect();
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    format!("{} forced wins found and proved{counts}", found.len())
}

/// The games of all files; the first error ends them and is kept.
fn read_games<'a, 'b>(
    files: &'a [PathBuf],
    damage: &'b mut Option<(&'a Path, TrainingError)>,
) -> impl Iterator<Item = TrainingGame> + use<'a, 'b> {
    let games = files.iter().flat_map(|path| {
        let (reader, error) = match RecordReader::open(path) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        let games = reader.into_iter().flat_map(RecordReader::games).chain(error);
        games.map(move |game| game.map_err(|error| (path.as_path(), error)))
    });
    games.map_while(|game| match game {
        Ok(game) => Some(game),
        Err(error) => {
            *damage = Some(error);
            None
        }
    })
}

fn solve_tactics(args: &SolveArgs) -> ToolResult {
    let set = read_set(&args.set.file, args.set.every)?;
    let mut searcher = searcher(&args.set.limit, args.set.networks.networks()?);
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let reports = solve(&set, &mut searcher, &args.set.limit.limit(DEFAULT_S)?, &interrupt, &meter);
    meter.finish();
    if args.set.json {
        write_json(&mut io::stdout(), &reports)?;
    } else {
        write_table(&mut io::stdout(), &reports)?;
    }
    Ok(!interrupt.is_raised())
}

fn replay_tactics(args: &ReplayArgs) -> ToolResult {
    let set = read_set(&args.set.file, args.set.every)?;
    let networks = args.set.networks.networks()?;
    let searchers = [networks.clone(), networks].map(|networks| searcher(&args.set.limit, networks));
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let limit = args.set.limit.limit(DEFAULT_S)?;
    let options = ReplayOptions { limit, lines: args.lines, searches: args.searches };
    let reports = replay(&set, searchers, &options, &interrupt, &meter);
    meter.finish();
    if args.set.json {
        write_json(&mut io::stdout(), &reports)?;
    } else {
        write_replay(&mut io::stdout(), &reports)?;
    }
    Ok(!interrupt.is_raised())
}

/// One in so many of a file's positions.
fn read_set(path: &Path, every: usize) -> Result<Vec<Tactic>, Box<dyn Error>> {
    let name = path.display();
    let text = files::read_text(path, files::MAX_BYTES).map_err(|error| format!("{name}: {error}"))?;
    let set = read_tactics(&text).map_err(|error| format!("{name}: {error}"))?;
    if set.is_empty() {
        return Err(format!("expected at least one position in {name}, found none").into());
    }
    Ok(set.into_iter().step_by(every).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::geometry::BoardSize;

    #[test]
    fn wins_are_counted_against_what_is_wanted_of_their_rule() {
        let tactic = |rule| Tactic { rule, size: BoardSize::default(), plies: 11, moves: Vec::new() };
        let found = [Rule::Renju, Rule::Freestyle, Rule::Renju].map(tactic);
        assert_eq!(
            found_text(&found, 70, None),
            "3 forced wins found and proved: freestyle 1 of 70, renju 2 of 70"
        );
        assert_eq!(found_text(&[], 70, Some(Rule::Renju)), "0 forced wins found and proved: renju 0 of 70");
        assert_eq!(found_text(&[], 70, None), "0 forced wins found and proved");
    }
}
