//! The workbench on the standard streams.

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use super::args::{Args, Tool, TuneTool};
use super::run;
use rustgomo::cli::run_brain;
use rustgomo::eval::Networks;

/// Exit code for arguments that cannot be understood.
const USAGE_ERROR: u8 = 2;

/// Runs `rustgomo` with the arguments of the process.
pub fn run_workbench() -> ExitCode {
    let tool = Args::parse_from(run::with_tool(env::args_os().collect())).tool;
    if let Tool::Brain { words } = tool {
        return run_brain(words.into_iter().map(Into::into));
    }
    match run_tool(tool) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Who reads the output has read enough, as `head` does.
        Err(error) if is_broken_pipe(&*error) => ExitCode::FAILURE,
        Err(error) => {
            complain(&*error);
            ExitCode::from(USAGE_ERROR)
        }
    }
}

fn run_tool(tool: Tool) -> Result<bool, Box<dyn Error>> {
    if searches_with_embedded_networks(&tool) {
        Networks::embedded().check()?;
    }
    match tool {
        Tool::Bench { depth, json } => run::bench(depth, json),
        // The brain has an exit code of its own.
        Tool::Brain { .. } => Ok(true),
        Tool::Match(args) => run::run_match(&args),
        Tool::Fastchess { words } => run::fastchess(&words),
        Tool::Analyze(args) => run::analyze_position(&args),
        Tool::Review(args) => run::review_game(&args),
        Tool::Speedtest(args) => run::speedtest(&args),
        Tool::Opening(args) => run::opening(&args),
        Tool::Database(args) => run::database(&args),
        Tool::Record(args) => run::record(&args),
        Tool::GtpRegress { file, json } => run::regress(&file, json),
        Tool::Selfplay(args) => run::selfplay(&args),
        Tool::Train(args) => run::train_network(&args),
        Tool::Network(args) => run::network(&args),
        Tool::Tactics(args) => run::tactics(&args),
        Tool::Tune(TuneTool::Weights(args)) => run::tune(&args),
        Tool::Tune(TuneTool::Spsa(args)) => run::spsa(&args),
    }
}

/// Whether a tool searches and has no arguments that name other networks.
const fn searches_with_embedded_networks(tool: &Tool) -> bool {
    matches!(tool, Tool::Bench { .. } | Tool::Speedtest(_) | Tool::Opening(_) | Tool::GtpRegress { .. })
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let is_it =
        error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    is_it || error.source().is_some_and(is_broken_pipe)
}

/// Tells an error with its causes.
fn complain(error: &dyn Error) {
    let mut text = format!("error: {error}");
    let mut source = error.source();
    while let Some(cause) = source {
        let message = cause.to_string();
        if !text.contains(&message) {
            text = format!("{text}: {message}");
        }
        source = cause.source();
    }
    // Nobody is left to tell if standard error is closed.
    let _ = writeln!(io::stderr(), "{text}");
}
