//! `rustgomo selfplay`.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use super::common::{ToolResult, load_networks_of, with_progress, write_report};
use crate::developers::selfplay::{
    FileStats, SelfplayOptions, Summary, dump, per_second, run, stats, write_manifest,
};
use crate::meter::Meter;

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
    if args.reading.dump {
        for file in &args.files {
            dump(file, args.json, &mut io::stdout().lock()).with_context(|| file.display().to_string())?;
        }
        return Ok(true);
    }
    if args.reading.stats || args.reading.check {
        write_report(args.json, &stats(&args.files, args.reading.check)?, FileStats::write)?;
        return Ok(true);
    }
    let [file] = args.files.as_slice() else {
        bail!("expected one file to play into, found {}", args.files.len());
    };
    let networks = load_networks_of(&args.options.rule, &args.options.networks)?;
    let start = Instant::now();
    let summary = with_progress(|stop, meter| {
        run(file, &args.options, &networks, stop, &|status| {
            let rate = per_second(status.positions, start.elapsed().as_secs_f64());
            meter.advance(status.games, status.goal, &format!("games, {rate:.0} positions/s"));
        })
    })
    .with_context(|| file.display().to_string())?;
    write_manifest(file, &args.options, &networks, summary.played)?;
    write_report(args.json, &summary, Summary::write)?;
    Ok(summary.complete)
}
