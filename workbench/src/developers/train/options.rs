//! Options of a training run.

use anyhow::{Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::values;
use rustgomo::eval::network::NetworkWeights;

/// Options that decide the trained network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Args)]
pub struct TrainOptions {
    /// Channels of the value head: 32, or 64 for twice the work.
    #[arg(long, default_value_t = Self::default().channels, value_parser = channels)]
    pub channels: usize,
    /// Channels of the policy head: 32, 64, or 0 for none.
    #[arg(long, default_value_t = Self::default().policy_channels, value_parser = policy_channels)]
    pub policy_channels: usize,
    /// Epochs: passes over all positions.
    #[arg(long, default_value_t = Self::default().epochs, value_parser = values::within(1..=1_000_000_usize))]
    pub epochs: usize,
    /// Batch size in positions.
    #[arg(long, default_value_t = Self::default().batch, value_parser = values::within(1..=usize::MAX))]
    pub batch: usize,
    /// Peak learning rate, reached by a linear warm-up and lowered to nearly zero along a half cosine.
    #[arg(long, default_value_t = Self::default().rate, value_parser = values::above_zero)]
    pub rate: f32,
    /// Weight of the TD return in a position's target; the rest is the searched score. 0 is the score alone.
    #[arg(long, default_value_t = Self::default().lambda, value_parser = values::share)]
    pub lambda: f32,
    /// Weight of a quadratic penalty on the own rows of windows, which draws rare ones towards the parts that
    /// they share with others.
    #[arg(long, default_value_t = Self::default().pull, value_parser = values::from_zero)]
    pub pull: f32,
    /// Seed of the initial parameters and of the order of positions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; part of the result, since sums of floating-point numbers depend on their order.
    #[arg(long, default_value_t = Self::default().threads, value_parser = values::within(1..=values::MAX_CORES))]
    pub threads: usize,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            channels: 32,
            policy_channels: 32,
            epochs: 12,
            batch: 1024,
            rate: 1.6e-2,
            lambda: 1.0,
            pull: 3e-4,
            seed: 1,
            threads: 1,
        }
    }
}

impl TrainOptions {
    /// Checks that a training can begin with a network.
    pub fn expect_shape(&self, init: &NetworkWeights) -> Result<()> {
        let Self { channels, policy_channels, .. } = *self;
        // A policy can be added to a network without one, and an unused policy is dropped.
        let policy = if init.policy_channels == 0 || policy_channels == 0 {
            init.policy_channels
        } else {
            policy_channels
        };
        if (init.channels, init.policy_channels) == (channels, policy) {
            return Ok(());
        }
        let found = format!("{} and {}", init.channels, init.policy_channels);
        bail!("expected a network of {channels} and {policy} channels to begin with, found {found}")
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
