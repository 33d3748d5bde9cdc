//! Arguments of `rustgomo review`.

use std::path::PathBuf;

use clap::Args;

use super::networks::NetworkArgs;
use super::search_limit::EffortArgs;
use super::values;
use crate::cli::output::PictureArgs;
use rustgomo::rules::Rule;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReviewArgs {
    /// A game: .psq, .sgf, .lib, a plain list of moves or our text.
    pub(in crate::cli) record: PathBuf,
    /// Number of the game in the record.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) game: usize,
    /// Rule, for records that name none [default: freestyle]. A record that names another one is refused.
    #[arg(long, value_parser = values::rule)]
    pub(in crate::cli) rule: Option<Rule>,
    #[command(flatten)]
    pub(in crate::cli) limit: EffortArgs,
    #[command(flatten)]
    pub(in crate::cli) networks: NetworkArgs,
    /// Write the review as one HTML page: board to step through, graph, best lines, mistakes.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) html: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureArgs,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
