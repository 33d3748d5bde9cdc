//! Which evaluation to use: arguments that several tools share.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use rustgomo::engine::network_files::{NetworkFileError, networks};
use rustgomo::eval::Networks;

#[derive(Debug, Args)]
pub(in crate::cli) struct NetworkArgs {
    /// Network file to evaluate with under its rule, instead of the embedded one; may be given several times.
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
    /// Evaluate without networks.
    #[arg(long, conflicts_with = "network")]
    classical: bool,
}

impl NetworkArgs {
    /// Reads the files, and tells of those beside the program that are passed over. What a tool finds would be worth nothing if
    /// the classical evaluation stood in for a damaged network.
    pub(in crate::cli) fn networks(&self) -> Result<Networks, NetworkFileError> {
        let chosen = networks(&self.network, self.classical)?;
        for warning in chosen.warnings() {
            // Nobody is left to tell if standard error is closed.
            let _ = writeln!(io::stderr(), "warning: {warning}");
        }
        chosen.networks.check()?;
        Ok(chosen.networks)
    }
}
