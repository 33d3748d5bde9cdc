//! The network from recorded games: dataset, gradients by hand, optimiser, export.
//!
//! Key idea: a window's row in the network's tables is a sum of parts that many windows share and of an own part, so that
//! half a million positions are enough; the parts are merged once for each batch, so that they cost nothing, and for good
//! at the end. Positions are kept as places in games, and their rows are rebuilt by the threads that learn from them.
//! Imports: `eval`, `position`, `record`. Used by: `cli`.

mod adam;
mod core;
mod dataset;
mod dense;
mod error;
mod export;
mod factors;
mod features;
mod head;
mod layout;
mod policy;
mod quality;
mod returns;
mod run;
mod trainer;
mod value;

pub use dataset::{Dataset, Sample, Subject};
pub use error::TrainError;
pub use quality::{Bucket, PolicyQuality, Quality};
pub use run::{EpochReport, Listeners, TrainOptions, TrainReport, train};
