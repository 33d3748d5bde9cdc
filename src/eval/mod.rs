//! What is not proved is estimated here. Imports: `position` and below. Used by: `search`.

mod score;

pub use score::{MAX_PLY, Score};
