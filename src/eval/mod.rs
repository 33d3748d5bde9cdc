//! What is not proved is estimated here: the classical evaluation from line patterns. Imports: `position` and below.
//! Used by: `search`.

mod classical;
pub mod network;
mod score;
mod win_rate;

pub use classical::evaluate;
pub use score::{MAX_PLY, Score};
