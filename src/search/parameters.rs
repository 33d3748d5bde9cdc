//! Every number the search can be tuned by, each declared once.

/// Attacking moves of the search for a win by fours at the root.
pub(super) const ROOT_VCF_BUDGET: u32 = 50_000;
/// The same when the move must come at once.
pub(super) const INSTANT_VCF_BUDGET: u32 = 1_000;
/// Attacking moves at an ordinary node.
pub(super) const NODE_VCF_BUDGET: u32 = 100;
/// Attacking moves at a leaf.
pub(super) const LEAF_VCF_BUDGET: u32 = 40;
/// Remembered positions without a win by fours: two to this power, 8 bytes each.
pub(super) const VCF_MEMORY_BITS: u32 = 16;

/// First half-width of the aspiration window, centi-units.
pub(super) const ASPIRATION: i32 = 40;
/// First iteration with an aspiration window.
pub(super) const ASPIRATION_DEPTH: u32 = 4;

/// Depth up to which a node far above beta is cut without a search.
pub(super) const FUTILITY_DEPTH: i32 = 7;
/// Centi-units above beta that each ply of depth asks for.
pub(super) const FUTILITY_MARGIN: i32 = 70;
/// Depth up to which a node far below alpha is left to the win by fours and the static evaluation.
pub(super) const RAZOR_DEPTH: i32 = 2;
/// Centi-units below alpha for razoring, for each ply of depth.
pub(super) const RAZOR_MARGIN: i32 = 150;
/// Depth up to which late moves are left out.
pub(super) const MOVE_COUNT_DEPTH: i32 = 8;
/// Moves that are always searched.
pub(super) const MOVE_COUNT_BASE: f64 = 4.0;
/// Growth of that number with depth.
pub(super) const MOVE_COUNT_EXPONENT: f64 = 1.5;
/// Late-move reduction: plies for `ln(depth) * ln(moves)`.
pub(super) const REDUCTION_SLOPE: f64 = 1.2;
/// History that takes or gives one ply of reduction.
pub(super) const REDUCTION_HISTORY: i32 = 4096;

/// Share of the opponent's worth of a square in the order of moves, in sixteenths.
pub(super) const ORDER_DEFENCE: i32 = 11;
/// History that weighs as much as one point of pattern worth.
pub(super) const ORDER_HISTORY: i32 = 96;
