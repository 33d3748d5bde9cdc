//! Arguments of `rustgomo opening`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::threads::ThreadArgs;
use super::values;
use super::variant::{SizeArgs, VariantArgs, WantedVariantArgs};
use crate::cli::output::{OverwriteArgs, PictureArgs};
use rustgomo::rules::Rule;

/// What to do with openings.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum OpeningArgs {
    /// Make openings: random stones, kept if no side has a forced win and a search finds neither ahead.
    Generate(GenerateArgs),
    /// Check a file of openings: format, twins, rule, forced wins and, with --nodes, balance.
    ///
    /// Nothing here is random.
    Check(CheckArgs),
    /// Play games from openings that the engine proposes under Swap2, and tell how even they are.
    ///
    /// With one seed the games are always the same.
    Swap2(Swap2Args),
    /// Draw one opening of a file or of a shipped set.
    Show(ShowArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GenerateArgs {
    #[command(flatten)]
    pub(in crate::cli) variant: VariantArgs,
    /// How many openings.
    #[arg(
        long,
        short = 'n',
        default_value = "500",
        value_parser = values::within(NonZeroUsize::MIN..=NonZeroUsize::MAX)
    )]
    pub(in crate::cli) count: NonZeroUsize,
    /// Seed of the random choices: the same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Fewest stones.
    #[arg(long, default_value_t = 3, value_parser = values::within(1..=20_u8))]
    pub(in crate::cli) min_stones: u8,
    /// Most stones.
    #[arg(long, default_value_t = 9, value_parser = values::within(1..=20_u8))]
    pub(in crate::cli) max_stones: u8,
    /// Nodes of each of the two searches that judge a candidate.
    #[arg(long, default_value = "20000", value_parser = values::within(NonZeroU64::MIN..=NonZeroU64::MAX))]
    pub(in crate::cli) nodes: NonZeroU64,
    /// Largest score of a fair opening for either side, in centi-units (200 are about 73 % of the points).
    #[arg(long, default_value_t = 60, value_parser = values::within(0..=i16::MAX))]
    pub(in crate::cli) max_score: i16,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,
    /// Where to write the openings instead of the standard output.
    #[arg(long, short)]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) overwrite: OverwriteArgs,
    /// Report counts and scores as JSON on the standard output, with the openings unless --out takes them.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SourceArgs {
    /// A file, or the name of a shipped set: freestyle20, freestyle15, standard15, renju15 or caro15.
    pub(in crate::cli) source: String,
    #[command(flatten)]
    pub(in crate::cli) variant: WantedVariantArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArgs,
    /// Nodes of each search for the balance; 0 leaves it out.
    #[arg(long, default_value_t = 0)]
    pub(in crate::cli) nodes: u64,
    /// Largest score of a fair opening for either side, in centi-units.
    #[arg(long, default_value_t = 60, value_parser = values::within(0..=i16::MAX))]
    pub(in crate::cli) max_score: i16,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,
    /// Where to write the openings with which nothing is wrong.
    #[arg(long, short)]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) overwrite: OverwriteArgs,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Swap2Args {
    /// Rule: freestyle, standard, renju, caro or exact-caro.
    #[arg(long, default_value = "standard", value_parser = values::rule)]
    pub(in crate::cli) rule: Rule,
    #[command(flatten)]
    pub(in crate::cli) board: SizeArgs,
    /// How many games.
    #[arg(long, short = 'n', default_value_t = 200, value_parser = values::within(1..=usize::MAX))]
    pub(in crate::cli) count: usize,
    /// Seed of the proposals.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Nodes of a decision of the opening.
    #[arg(long, default_value_t = 500_000, value_parser = values::within(1..=u64::MAX))]
    pub(in crate::cli) decision_nodes: u64,
    /// Nodes of a move.
    #[arg(long, default_value_t = 20_000, value_parser = values::within(1..=u64::MAX))]
    pub(in crate::cli) nodes: u64,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ShowArgs {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArgs,
    /// Number of the opening, from 1; without it, the seed chooses.
    #[arg(long, short)]
    pub(in crate::cli) number: Option<usize>,
    /// Seed of the choice if there is no number.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureArgs,
    /// Describe it as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
