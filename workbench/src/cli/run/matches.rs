//! `rustgomo match` on the standard streams.

use std::io::{self, IsTerminal, Write};

use super::common::{ToolResult, write_json};
use crate::cli::args::MatchArgs;
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::matches::{GameWriter, Match, game_line, json, summary, table};
use crate::meter::Meter;
use rustgomo::record::GameRecord;

/// Plays a match; games and the final report go to standard output, progress to standard error. Answers whether it was
/// played to its end, which an early verdict is.
pub(in crate::cli) fn run_match(args: &MatchArgs) -> ToolResult {
    let (options, openings) = args.options()?;
    let contest = Match::new(options)?;
    let opened =
        args.output.out.as_deref().map(|path| GameWriter::open(path, args.output.resume)).transpose()?;
    let (mut writer, earlier): (Option<GameWriter>, Vec<GameRecord>) =
        opened.map_or((None, Vec::new()), |(writer, games)| (Some(writer), games));
    if args.concurrency.is_some()
        && let Some(note) = contest.concurrency_note()
    {
        writeln!(io::stderr(), "note: {note}")?;
    }
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let is_quiet = args.output.quiet || args.output.json || io::stderr().is_terminal();
    let goal = contest.schedule().len();
    let standings = contest.run(&earlier, &interrupt, &mut |played, standings| {
        if let Some(writer) = &mut writer {
            writer.write(&played.record)?;
        }
        if !is_quiet {
            writeln!(io::stdout(), "{}", game_line(&played.record))?;
        }
        meter.advance(standings.games().into(), goal, &summary(standings, contest.options()));
        Ok(())
    });
    meter.finish();
    let standings = standings?;
    let is_complete = contest.is_complete(&standings);
    let out = &mut io::stdout().lock();
    if args.output.json {
        let mut report = json(&standings, contest.options());
        report["openings"] = openings.into();
        report["complete"] = is_complete.into();
        report["concurrency"] = contest.concurrency().into();
        write_json(out, &report)?;
    } else {
        table(out, &standings, contest.options())?;
        writeln!(out, "openings: {openings}")?;
        if !is_complete && standings.crash.is_none() {
            writeln!(out, "interrupted: {} of {goal} games were played", standings.games())?;
        }
    }
    if let Err(error) = standings.expect_moves() {
        writeln!(io::stderr(), "error: {error}")?;
        return Ok(false);
    }
    Ok(is_complete)
}
