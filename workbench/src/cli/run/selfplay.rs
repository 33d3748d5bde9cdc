//! `rustgomo selfplay` on the standard streams.

use std::error::Error;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use super::common::{RecordFileError, ToolResult, write_json};
use crate::cli::args::SelfplayArgs;
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::meter::Meter;
use crate::selfplay::{FileStats, Merged, Summary, check_file, dump, merge, run, stats, write_manifest};
use rustgomo::rules::Rule;

/// Plays games or reads a file of them; answers whether all went well, which it did not if games are still missing.
pub(in crate::cli) fn selfplay(args: &SelfplayArgs) -> ToolResult {
    let out = &mut io::stdout().lock();
    if args.reading.dump {
        dump(&args.file, args.json, out).map_err(RecordFileError::of(&args.file))?;
        return Ok(true);
    }
    if args.reading.stats {
        print_stats(out, &stats(&args.file).map_err(RecordFileError::of(&args.file))?, args.json)?;
        return Ok(true);
    }
    if args.reading.check {
        print_stats(out, &check_file(&args.file).map_err(RecordFileError::of(&args.file))?, args.json)?;
        return Ok(true);
    }
    if !args.reading.merge.is_empty() {
        return print_merged(out, &merge(&args.reading.merge, &args.file)?, args.json);
    }
    let meter = ProgressMeter::new();
    let start = Instant::now();
    let options = args.options()?;
    let summary = run(&options, &interrupt_on_ctrl_c(), &|status| {
        let rate = per_second(status.positions, start.elapsed());
        meter.advance(status.games, status.goal, &format!("games, {rate} positions/s"));
    })?;
    meter.finish();
    write_manifest(&options, &summary)?;
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

/// Answers whether no game is known to be missing.
fn print_merged(out: &mut dyn Write, merged: &Merged, json: bool) -> Result<bool, Box<dyn Error>> {
    let Merged { games, missing, bytes, cut_short } = merged;
    let is_complete = missing.unwrap_or(0) == 0;
    if json {
        let report = json!({
            "games": games,
            "missing": missing,
            "complete": is_complete,
            "bytes": bytes,
            "cut_short": cut_short,
        });
        write_json(out, &report)?;
        return Ok(is_complete);
    }
    writeln!(out, "{games} games in the file, {bytes} bytes")?;
    for part in cut_short {
        writeln!(out, "{}: the last game was cut off and is left out", part.display())?;
    }
    match missing {
        None => writeln!(out, "no part has a manifest, so it is not known whether games are missing")?,
        Some(0) => {}
        Some(missing) => writeln!(out, "{missing} games of the run are missing")?,
    }
    Ok(is_complete)
}

fn print_stats(out: &mut dyn Write, stats: &FileStats, json: bool) -> io::Result<()> {
    let FileStats { games, black_wins, draws, moves, positions, with_lines, bytes, .. } = *stats;
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
            "with_lines": with_lines,
            "bytes": bytes,
        });
        return write_json(out, &report);
    }
    for rule in Rule::ALL {
        writeln!(out, "{:<10} {:>9} games", rule.name(), stats.by_rule[rule.index()])?;
    }
    let white_wins = games - black_wins - draws;
    writeln!(out, "{games} games: {black_wins} won by black, {white_wins} by white, {draws} drawn")?;
    writeln!(out, "{moves} moves, {positions} searched positions, {with_lines} of them with several lines")?;
    writeln!(out, "{bytes} bytes, {}.{:02} a position", hundredths / 100, hundredths % 100)
}
