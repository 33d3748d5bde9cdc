//! Arguments of `rustgomo train`.

use std::path::PathBuf;

use clap::Args;

use super::values;
use crate::cli::output::OverwriteArgs;
use crate::train::TrainOptions;
use rustgomo::rules::Rule;

/// Trains the evaluation network on recorded games; writes the network file, and beside it OUT.json, which tells what it
/// was made of.
///
/// One game in twenty is kept out to judge the network. The same files, options, seed and number of threads give the same
/// network. Ctrl-C ends the run after the epoch in progress and writes what there is.
#[derive(Debug, Args)]
pub(in crate::cli) struct TrainArgs {
    /// Training records, as `selfplay` writes them.
    #[arg(required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Rule that the network is for: games of other rules are passed over.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    pub(in crate::cli) rule: Rule,
    /// Network file to write.
    #[arg(long)]
    pub(in crate::cli) out: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) overwrite: OverwriteArgs,
    /// Network to begin with, of this or another rule, instead of random numbers; what is new is learned on top of it.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) init: Option<PathBuf>,
    /// Save the state of the run to this file after every epoch.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) save: Option<PathBuf>,
    /// Go on from the file of --save, if there is one; records and all options must be the same.
    #[arg(long, requires = "save")]
    pub(in crate::cli) resume: bool,
    /// Channels of a square: 32, or 64 for twice the work.
    #[arg(long, default_value_t = TrainOptions::default().channels, value_parser = channels)]
    channels: usize,
    /// Channels of the policy: 32, 64, or 0 for none.
    #[arg(long, default_value_t = TrainOptions::default().policy_channels, value_parser = policy_channels)]
    policy_channels: usize,
    /// Rounds over all positions.
    #[arg(long, default_value_t = TrainOptions::default().epochs, value_parser = values::within(1..=usize::MAX))]
    epochs: usize,
    /// Positions between two steps.
    #[arg(long, default_value_t = TrainOptions::default().batch, value_parser = values::within(1..=usize::MAX))]
    batch: usize,
    /// Full size of a step; it rises to this at first and falls to nearly nothing along a half cosine.
    #[arg(long, default_value_t = TrainOptions::default().rate, value_parser = values::above_zero)]
    rate: f32,
    /// Share of what came of a position in its target, against the searched score: 0 is the score alone.
    #[arg(long, default_value_t = TrainOptions::default().lambda, value_parser = values::share)]
    lambda: f32,
    /// Share of the policy's target that is spread over all lines by their scores, where a search found several; the rest
    /// is the searched move's.
    #[arg(long, default_value_t = TrainOptions::default().line_share, value_parser = values::share)]
    line_share: f32,
    /// How strongly rare windows are pulled to what they share with others.
    #[arg(long, default_value_t = TrainOptions::default().pull, value_parser = values::from_zero)]
    pull: f32,
    /// Seed of the first parameters and of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = TrainOptions::default().threads, value_parser = values::within(1..=usize::MAX))]
    threads: usize,
    /// Append one line of JSON for the run and one for each epoch to this file.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) log: Option<PathBuf>,
    /// Draw the losses by epoch to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) plot: Option<PathBuf>,
    /// Print the figures of the last epoch as one line of JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl TrainArgs {
    pub(in crate::cli) fn options(&self) -> TrainOptions {
        let Self { channels, policy_channels, epochs, batch, rate, lambda, line_share, .. } = *self;
        let Self { pull, seed, threads, .. } = *self;
        TrainOptions {
            channels,
            policy_channels,
            epochs,
            batch,
            rate,
            lambda,
            line_share,
            pull,
            seed,
            threads,
        }
    }
}

fn policy_channels(text: &str) -> Result<usize, String> {
    if text == "0" { Ok(0) } else { channels(text).map_err(|error| format!("{error}, or 0")) }
}

fn channels(text: &str) -> Result<usize, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("expected 32 or 64".to_owned()),
    }
}
