//! The network evaluation.
//!
//! The input of a line is the classes of its two halves: a table with one row for each pair of classes
//! ([`FeatureMap`]). The rows of a square's four lines are added and clipped, the squares are summed over
//! nine regions, and small integer layers turn these sums into a score. Imports: `position` and below. Used
//! by: `eval` and above.

mod accumulator;
mod features;
mod format;
mod head;
mod instruction_set;
mod kernel;
mod layer;
mod model;
mod policy;
mod policy_input;
mod policy_kernel;
mod regions;
mod simd;
mod sums;
mod weights;

pub use accumulator::Accumulator;
pub use features::{FeatureMap, PATTERN_SPAN, pair_number, row_count};
pub use format::{NetworkError, PackedNetwork};
pub use instruction_set::InstructionSet;
pub use model::Model;
pub use policy::{PolicyCells, distance_class};
pub use regions::{REGIONS, region_kind, region_of};
pub use weights::{
    ACC_SCALE, CHANNEL_STEP, CONTEXT_SCALE, ContextWeights, DISTANCE_CLASSES, HIDDEN, HIDDEN_SCALE, Layer,
    MAX_CHANNELS, MAX_CONTEXT, MAX_HIDDEN, MAX_REGION, MAX_TOTAL, NetworkWeights, OUTPUT_SCALE, PLACES,
    POLICY_BITS, PolicyWeights, REGION_KINDS, ROW_SCALE, SUM_SCALE, ValueWeights, view_count,
};
