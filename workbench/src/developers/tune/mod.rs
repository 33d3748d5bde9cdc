//! Fits the weights of the classical evaluation to recorded games.
//!
//! The evaluation is a sum over squares and thus linear in its weights, and the probability of a win is its
//! logistic function: this is logistic regression ("Texel tuning", Österlund 2014). There are far more
//! weights than shapes, so each is a sum of terms that many Pattern4s share and a term of its own, which
//! weight decay pulls towards zero.

mod dataset;
mod fit;
mod model;

pub use dataset::{FitDataset, FitSample};
pub use fit::{FitOptions, FitReport, fit};
pub use model::Model;
