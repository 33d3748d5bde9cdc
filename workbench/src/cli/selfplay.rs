//! `rustgomo selfplay`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;

use super::common::{ToolResult, load_networks, with_progress, write_json};
use crate::developers::selfplay::{FileStats, SelfplayOptions, Summary, dump, run, stats, write_manifest};
use crate::meter::Meter;
use rustgomo::rules::Rule;

#[derive(Debug, Args)]
pub(super) struct SelfplayArgs {
    /// File to create or continue; with --stats, --dump or --check the files to read.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    options: SelfplayOptions,
    /// Report as JSON; with --dump one line for each game.
    #[arg(long)]
    json: bool,
}

/// What to do with files instead of playing.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct Reading {
    /// Print statistics of the files.
    #[arg(long)]
    stats: bool,
    /// Print the games as text.
    #[arg(long)]
    dump: bool,
    /// Replay every game under the rules.
    #[arg(long)]
    check: bool,
}

/// Runs the tool; false if games are missing at the end of a run.
pub(super) fn selfplay(args: &SelfplayArgs) -> ToolResult {
    let out = &mut io::stdout().lock();
    if args.reading.dump {
        for file in &args.files {
            dump(file, args.json, out).with_context(|| file.display().to_string())?;
        }
        return Ok(true);
    }
    if args.reading.stats || args.reading.check {
        print_stats(out, &stats(&args.files, args.reading.check)?, args.json)?;
        return Ok(true);
    }
    let [file] = args.files.as_slice() else {
        bail!("expected one file to play into, found {}", args.files.len());
    };
    let networks = load_networks(&args.options.networks)?;
    let start = Instant::now();
    let summary = with_progress(|stop, meter| {
        run(file, &args.options, &networks, stop, &|status| {
            let rate = per_second(status.positions, start.elapsed());
            meter.advance(status.games, status.goal, &format!("games, {rate} positions/s"));
        })
    })
    .with_context(|| file.display().to_string())?;
    write_manifest(file, &args.options, &networks, &summary)?;
    print_summary(out, &summary, args.json)?;
    Ok(summary.is_complete())
}

fn per_second(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1000 / time.as_millis().max(1)
}

fn print_summary(out: &mut dyn Write, summary: &Summary, json: bool) -> io::Result<()> {
    let (status, seconds) = (summary.status, summary.elapsed.as_secs_f64());
    let rate = per_second(status.positions, summary.elapsed);
    if json {
        let report = json!({
            "games": status.games,
            "goal": status.goal,
            "complete": summary.is_complete(),
            "positions": status.positions,
            "seconds": seconds,
            "bytes": summary.bytes,
        });
        return write_json(out, &report);
    }
    writeln!(out, "{} of {} games in the file, {} bytes", status.games, status.goal, summary.bytes)?;
    writeln!(out, "{} positions in {seconds:.1} s: {rate} positions per second", status.positions)
}

fn print_stats(out: &mut dyn Write, stats: &FileStats, json: bool) -> io::Result<()> {
    let FileStats { games, black_wins, draws, moves, positions, bytes, .. } = *stats;
    let hundredths = bytes * 100 / positions.max(1);
    if json {
        let by_rule: serde_json::Map<_, _> = Rule::ALL
            .into_iter()
            .map(|rule| (rule.name().to_owned(), stats.by_rule[rule.index()].into()))
            .collect();
        let report = json!({
            "games": games,
            "by_rule": by_rule,
            "black_wins": black_wins,
            "draws": draws,
            "moves": moves,
            "positions": positions,
            "bytes": bytes,
        });
        return write_json(out, &report);
    }
    for rule in Rule::ALL {
        writeln!(out, "{:<10} {:>9} games", rule.name(), stats.by_rule[rule.index()])?;
    }
    let white_wins = games - black_wins - draws;
    writeln!(out, "{games} games: {black_wins} won by black, {white_wins} by white, {draws} drawn")?;
    writeln!(out, "{moves} moves, {positions} searched positions")?;
    writeln!(out, "{bytes} bytes, {}.{:02} a position", hundredths / 100, hundredths % 100)
}
