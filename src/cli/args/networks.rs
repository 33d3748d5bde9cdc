//! Which evaluation to use: arguments that several tools share.

use std::path::PathBuf;

use clap::Args;

use crate::cli::networks::{NetworkFileError, networks};
use crate::eval::Networks;

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
    /// Reads the files. What a tool finds would be worth nothing if the classical evaluation stood in for a damaged network.
    pub(in crate::cli) fn networks(&self) -> Result<Networks, NetworkFileError> {
        let networks = networks(&self.network, self.classical)?;
        networks.check()?;
        Ok(networks)
    }
}
