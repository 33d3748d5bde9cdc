//! How to train.

use serde::{Deserialize, Serialize};

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainOptions {
    /// Channels of a square: 32 or 64.
    pub channels: usize,
    /// Channels of the policy: 32, 64, or 0 for none.
    pub policy_channels: usize,
    /// Rounds over all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// Full size of a step.
    pub rate: f32,
    /// Share of the next ply's return in the target; the rest is the searched score.
    pub lambda: f32,
    /// Where a search found several lines: the share of the policy's target that is spread over them by their scores.
    #[serde(default)]
    pub line_share: f32,
    /// How strongly rare windows are pulled to what they share with others.
    pub pull: f32,
    /// Seed of the first parameters and of the order of positions.
    pub seed: u64,
    /// Threads.
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
            lambda: 0.7,
            line_share: 0.5,
            pull: 3e-4,
            seed: 1,
            threads: 1,
        }
    }
}
