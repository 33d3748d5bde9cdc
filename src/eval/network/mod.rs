//! The network evaluation.
//!
//! Key idea: what a window means depends only on the classes of its two halves, so a table with one row for each pair
//! of classes ([`FeatureMap`]) holds all that a line can say of an empty square. The four rows of a square are added and
//! clipped, squares are added up over nine regions, and small integer layers turn the sums into a score. Imports:
//! `position` and below. Used by: `search`, `tools`.

mod accumulator;
mod features;
mod format;
mod kernel;
mod layer;
mod level;
mod model;
mod policy;
mod policy_input;
mod regions;
mod simd;
mod sums;
mod weights;

pub use accumulator::Accumulator;
pub use features::{FeatureMap, PATTERN_SPAN, pair_number, row_count};
pub use format::NetworkError;
pub use level::Level;
pub use model::Model;
pub use policy::{POLICY_BITS, distance_class};
pub use regions::{REGIONS, region_kind, region_of};
pub use weights::{
    ACC_SCALE, CHANNEL_STEP, CONTEXT_SCALE, ContextWeights, DISTANCE_CLASSES, HIDDEN, HIDDEN_SCALE, Layer,
    MAX_ADDED, MAX_CHANNELS, MAX_CONTEXT, MAX_HIDDEN, MAX_REGION, MAX_TOTAL, NetworkWeights, PLACES,
    PolicyWeights, REGION_KINDS, ROW_SCALE, SUM_SCALE, ValueWeights, view_count,
};
