//! Arguments of `rustgomo tune weights`.

use std::path::PathBuf;

use clap::Args;

use super::values;
use crate::cli::output::OverwriteArgs;
use crate::tune::FitOptions;
use rustgomo::rules::Rule;

/// Fits the evaluation's weights by logistic regression to the positions of recorded games, and writes the weight file.
/// One game in ten is kept out of the fit to judge it.
#[derive(Debug, Args)]
pub(in crate::cli) struct TuneArgs {
    /// Training records, as `selfplay` writes them.
    #[arg(required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Rule whose weights are fitted.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    pub(in crate::cli) rule: Rule,
    /// Weight file to write, such as `src/eval/classical/weights/freestyle.txt`.
    #[arg(long)]
    pub(in crate::cli) out: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) overwrite: OverwriteArgs,
    /// Rounds over all positions.
    #[arg(long, default_value_t = FitOptions::default().epochs, value_parser = values::within(1..=usize::MAX))]
    epochs: usize,
    /// First step, centi-units.
    #[arg(long, default_value_t = FitOptions::default().step, value_parser = values::above_zero)]
    step: f32,
    /// How strongly rare pattern4s are pulled to what their shapes are worth.
    #[arg(long, default_value_t = FitOptions::default().pull, value_parser = values::from_zero)]
    pull: f32,
    /// Share of the result in the target; the rest is the searched score.
    #[arg(long, default_value_t = FitOptions::default().result_share, value_parser = values::share)]
    result_share: f32,
    /// Seed of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print figures as one line of JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl TuneArgs {
    pub(in crate::cli) fn options(&self) -> FitOptions {
        let Self { epochs, step, pull, result_share, seed, .. } = *self;
        FitOptions { epochs, step, pull, result_share, seed }
    }
}
