//! Arguments of `rustgomo record`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::variant::RecordRuleArgs;
use crate::cli::output::OverwriteArgs;

/// What to do with game records. They are read in any format: our text, .sgf, .psq, the main line of a RenLib .lib, plain lists
/// of moves such as `h8 i9`. Nothing here is random.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum RecordArgs {
    /// Replay games under the rules: free squares, forbidden moves, the end and the result.
    Check(CheckArgs),
    /// Write games in another format.
    Convert(ConvertArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    /// Files of games, or folders of .psq files.
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) rule: RecordRuleArgs,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ConvertArgs {
    /// The file to read, or a folder of .psq files.
    pub(in crate::cli) file: PathBuf,
    /// The file to write: *.sgf, *.psq (a folder if there are several games), *.lib (one tree), or our text
    /// (*.txt). Piskvork's format has no place for scores, remarks and the length of the opening.
    pub(in crate::cli) out: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) overwrite: OverwriteArgs,
    /// Convert only this game of the file, by its place from 1.
    #[arg(long, value_name = "NUMBER")]
    pub(in crate::cli) game: Option<usize>,
    #[command(flatten)]
    pub(in crate::cli) rule: RecordRuleArgs,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
