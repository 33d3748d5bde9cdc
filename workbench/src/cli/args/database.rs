//! Arguments of `rustgomo database`.

use std::path::PathBuf;

use clap::Args;

use super::values;
use crate::cli::output::OverwriteArgs;
use rustgomo::rules::Rule;

/// Looks into a database of analysed positions, and exchanges it with other programs.
///
/// Nothing here is random.
#[derive(Debug, Args)]
#[group(required = true, multiple = true, id = "work", args = ["stats", "import", "export"])]
pub(in crate::cli) struct DatabaseArgs {
    /// The database. Importing makes a new one if there is none or an empty file.
    pub(in crate::cli) file: PathBuf,
    /// Tell what it holds, after checking all of it.
    #[arg(long)]
    pub(in crate::cli) stats: bool,
    /// Merge this file into it: the text form of Rapfi and Yixin-Board, or a RenLib library. Of two entries for a position the better
    /// one stays: results before values, deeper searches before shallower ones.
    #[arg(long, value_name = "FROM")]
    pub(in crate::cli) import: Option<PathBuf>,
    /// Write it into this file: *.lib is a RenLib library of the tree below the empty board, anything else the text
    /// form of all positions.
    #[arg(long, value_name = "TO")]
    pub(in crate::cli) export: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) overwrite: OverwriteArgs,
    /// Rule of a RenLib library.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    pub(in crate::cli) rule: Rule,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
