//! Training of the evaluation network: dataset, gradients, optimiser, quantization.
//!
//! A window's row in the network's tables is the sum of parts that many windows share and of an own part, so
//! that half a million positions suffice; the parts are merged once per batch, and finally for export.
//! Positions are stored as plies of games; threads rebuild their features on the fly. Only a part of them is
//! in memory.

mod adam;
mod arithmetic;
mod checkpoint;
mod context;
mod core;
mod dataset;
mod features;
mod layout;
mod options;
mod policy;
mod quality;
mod quantize;
mod records;
mod report;
mod run;
mod schedule;
mod targets;
mod trainer;
mod value;

pub(crate) use arithmetic::{cross_entropy, sigmoid};
pub use dataset::{Dataset, Sample};
pub use options::TrainOptions;
pub use quality::{Bucket, Classical, EpochReport, PolicyQuality, Quality};
pub(crate) use records::is_held_out;
pub use records::{RecordFile, Records};
pub use report::{head_line, losses, write_buckets, write_epoch, write_head, write_network};
pub use run::{TrainJob, TrainReport, train};
#[cfg(test)]
pub(crate) use targets::Scales;
pub(crate) use targets::{STAGES, stage};
