//! The workbench on the standard streams.

use std::io;
use std::process::ExitCode;

use clap::Parser;

use super::args::{Args, Tool};
use super::brain::exit_code;
use crate::tools;

/// Runs `rustgomo` with the arguments of the process.
pub fn run_workbench() -> ExitCode {
    match Args::parse().tool {
        Tool::Bench { depth } => exit_code(tools::bench::run(&mut io::stdout(), depth).is_ok()),
    }
}
