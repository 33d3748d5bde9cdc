//! Arguments of `rustgomo review`.

use std::path::PathBuf;

use clap::Args;

use super::effort::EffortArgs;
use super::variant::RecordRuleArgs;
use crate::cli::output::PictureArgs;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReviewArgs {
    /// A game: .psq, .sgf or our text.
    pub(in crate::cli) record: PathBuf,
    /// Number of the game in the record.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) game: usize,
    #[command(flatten)]
    pub(in crate::cli) rule: RecordRuleArgs,
    #[command(flatten)]
    pub(in crate::cli) effort: EffortArgs,
    /// Write the review as one HTML page: board to step through, graph, best lines, mistakes.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) html: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureArgs,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
