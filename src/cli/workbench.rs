//! The workbench on the standard streams.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use super::args::{Args, Tool};
use super::matches::run_match;
use super::selfplay::selfplay;
use super::tune::tune;
use crate::tools;

/// Runs `rustgomo` with the arguments of the process.
pub fn run_workbench() -> ExitCode {
    let result = match Args::parse().tool {
        Tool::Bench { depth } => tools::bench::run(&mut io::stdout(), depth).map_err(Into::into),
        Tool::Match(args) => run_match(&args),
        Tool::Selfplay(args) => selfplay(&args),
        Tool::Tune(args) => tune(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&*error);
            ExitCode::FAILURE
        }
    }
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
