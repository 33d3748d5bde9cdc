//! The classical evaluation: the sum of the values of all empty squares for each side by their pattern4, plus
//! a tempo bonus.
//!
//! The values were fitted to games by logistic regression (`docs/log/networks.md`) and are stored in text
//! files ([`Weights`]); [`Values`] are the lookup tables of a rule. Used without a network and as a baseline
//! for networks.
//! Imports: `position` and below. Used by: `eval` and above.

mod evaluate;
mod values;
mod weights;

pub use evaluate::evaluate;
pub use values::{SquareValues, Values};
pub use weights::Weights;
