//! The evaluation's weights from the results of games.
//!
//! Key idea: the evaluation is a sum over squares, so it is linear in its weights, and the probability of a win is its
//! logistic function: fitting it is logistic regression ("Texel tuning", Österlund 2014). There are far more weights
//! than shapes, so each is a sum of parts that many pattern4s share and a part of its own, and only what the games
//! demand moves the own parts away from zero. Imports: `position`, `record`. Used by: `cli`.

mod dataset;
mod fit;
mod model;

pub use dataset::{Dataset, Sample};
pub use fit::{FitOptions, FitReport, fit};
pub use model::Model;
