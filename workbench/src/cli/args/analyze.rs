//! Arguments of `rustgomo analyze`.

use std::path::PathBuf;

use clap::Args;

use super::networks::NetworkArgs;
use super::search_limit::EffortArgs;
use super::values;
use super::variant::WantedVariantArgs;
use crate::cli::output::PictureArgs;
use rustgomo::geometry::Color;

// What is required is not asked for where it conflicts with another argument, so that one is named, too.
#[derive(Debug, Args)]
pub(in crate::cli) struct AnalyzeArgs {
    /// The moves so far, such as h8 i9 j10; a1 is at the bottom left. None is the empty board.
    #[arg(conflicts_with_all = ["diagram", "record", "opening"])]
    pub(in crate::cli) moves: Vec<String>,
    /// Read the position from a diagram, - for standard input: . empty, X black, O white, # blocked.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "opening"])]
    pub(in crate::cli) diagram: Option<PathBuf>,
    /// Who is to move in the diagram: black or white [default: what a line such as "white to move" in it says, else a guess
    /// from the numbers of stones].
    #[arg(long, value_name = "COLOR", value_parser = values::color, requires = "diagram", conflicts_with_all = ["moves", "record", "opening"])]
    pub(in crate::cli) to_move: Option<Color>,
    /// Read the position from a game: .psq, .sgf, .lib, a plain list of moves or our text.
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    pub(in crate::cli) record: Option<PathBuf>,
    /// Number of the game in the record.
    #[arg(long, default_value_t = 1, requires = "record", conflicts_with_all = ["moves", "diagram", "opening"])]
    pub(in crate::cli) game: usize,
    /// How many moves of the game to play [default: all but the one that ended it].
    #[arg(long, requires = "record", conflicts_with_all = ["moves", "diagram", "opening"])]
    pub(in crate::cli) at_move: Option<usize>,
    /// Start from an opening with this number.
    #[arg(long, value_name = "NUMBER")]
    pub(in crate::cli) opening: Option<usize>,
    /// The openings: a shipped set or a file [default: the shipped set for rule and size].
    #[arg(long, requires = "opening", conflicts_with_all = ["moves", "diagram", "record"])]
    pub(in crate::cli) set: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) variant: WantedVariantArgs,
    /// Number of variations.
    #[arg(long, short = 'l', default_value_t = 1, value_parser = values::within(1..=50_u32))]
    pub(in crate::cli) lines: u32,
    #[command(flatten)]
    pub(in crate::cli) limit: EffortArgs,
    #[command(flatten)]
    pub(in crate::cli) networks: NetworkArgs,
    /// Nodes for each move of the heat map; 0 leaves it out. Drawn in pictures and listed in JSON.
    #[arg(long, default_value_t = 2_000)]
    pub(in crate::cli) heat_nodes: u64,
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureArgs,
    /// Moves of the best variation that are drawn.
    #[arg(long, default_value_t = 9)]
    pub(in crate::cli) shown: usize,
    #[command(flatten)]
    pub(in crate::cli) marks: MarkArgs,
    /// Go on with positions that standard input asks for, such as play i9 or undo; help lists the commands.
    #[arg(long, short = 'i', conflicts_with_all = ["svg", "png"])]
    pub(in crate::cli) interactive: bool,
    /// Report as JSON; with --interactive one line for each position.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// What is added to pictures.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct MarkArgs {
    /// Number the moves so far in pictures; the best variation then goes on counting.
    #[arg(long)]
    pub(in crate::cli) numbers: bool,
    /// Mark in pictures where either side makes a five, an open four or two fours.
    #[arg(long)]
    pub(in crate::cli) threats: bool,
}
