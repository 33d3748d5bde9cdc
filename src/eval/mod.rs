//! Evaluation: an [`Evaluator`] estimates positions by a network ([`network`]) or the [`classical`]
//! evaluation; [`Networks`] holds the network of each rule. Imports: `position` and below. Used by: `search`
//! and above, `database`.

#[doc(hidden)]
pub mod classical;
mod evaluator;
#[doc(hidden)]
pub mod network;
mod networks;
mod score;
#[cfg(feature = "serde")]
mod serial;
mod win_rate;

pub use evaluator::Evaluator;
pub use network::{NetworkError, PackedNetwork};
pub use networks::{Networks, UnusableNetworkError};
pub use score::{MAX_PLY, Score};
pub use win_rate::CENTI_PER_LOGIT;
