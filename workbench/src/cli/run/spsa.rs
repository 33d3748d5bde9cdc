//! `rustgomo tune spsa` on the standard streams.

use std::io::{self, IsTerminal, Write};

use super::common::{ToolResult, write_json};
use crate::cli::args::SpsaArgs;
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::meter::Meter;
use crate::spsa::{State, begin, iteration_line, json, list, list_json, run, table};

/// Tunes the search; iterations and the final report go to standard output, progress to standard error. Answers whether the
/// run was made to its end.
pub(in crate::cli) fn spsa(args: &SpsaArgs) -> ToolResult {
    let (is_json, is_quiet) = (args.output.json, args.output.quiet);
    if args.list {
        print_list(&mut io::stdout().lock(), is_json)?;
        return Ok(true);
    }
    let options = args.options()?;
    let mut state = begin(&options)?;
    let is_quiet = is_quiet || is_json || io::stderr().is_terminal();
    let meter = ProgressMeter::new();
    let outcome = run(&options, &mut state, &interrupt_on_ctrl_c(), &mut |state, iteration| {
        if !is_quiet {
            writeln!(io::stdout(), "{}", iteration_line(state, iteration))?;
        }
        let note = format!("iterations, +{} ={} -{}", state.wins, state.draws, state.losses);
        meter.advance(state.iterations.into(), state.plan.iterations.into(), &note);
        Ok(())
    });
    meter.finish();
    // What was learned before a failure is worth as much as before an interruption.
    if outcome.is_ok() || state.iterations > 0 {
        report(&mut io::stdout().lock(), &state, is_json)?;
    }
    outcome?;
    Ok(state.iterations == state.plan.iterations)
}

fn report(out: &mut dyn Write, state: &State, is_json: bool) -> io::Result<()> {
    if is_json { write_json(out, &json(state)) } else { table(out, state) }
}

fn print_list(out: &mut dyn Write, is_json: bool) -> io::Result<()> {
    if is_json { write_json(out, &list_json()) } else { list(out) }
}
