//! The workbench on the standard streams.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use super::args::{Args, Tool};
use super::brain::exit_code;
use super::run;
use crate::tools;

/// Runs `rustgomo` with the arguments of the process.
pub fn run_workbench() -> ExitCode {
    let outcome = match Args::parse().tool {
        Tool::Bench { depth } => {
            tools::bench::run(&mut io::stdout(), depth).map(|()| true).map_err(Into::into)
        }
        Tool::Analyze(args) => run::analyze_position(&args),
        Tool::Review(args) => run::review_game(&args),
        Tool::Speedtest(args) => run::speedtest(&args),
        Tool::Opening(args) => run::opening(&args),
    };
    exit_code(outcome.unwrap_or_else(|error| {
        complain(&*error);
        false
    }))
}

/// Writes an error and what caused it.
fn complain(error: &dyn Error) {
    let mut text = format!("error: {error}");
    let mut cause = error.source();
    while let Some(inner) = cause {
        let message = inner.to_string();
        if !text.contains(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        cause = inner.source();
    }
    // Nobody may be listening; the exit code tells as well.
    let _ = writeln!(io::stderr(), "{text}");
}
