//! Arguments of `rustgomo network`.

use std::path::PathBuf;

use clap::Args;

/// Tells what a network file holds: rule, shape, size, hashes, the share of numbers at their limits.
///
/// Nothing here is random.
#[derive(Debug, Args)]
pub(in crate::cli) struct NetworkArgs {
    /// The file.
    pub(in crate::cli) file: PathBuf,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
