//! Forward pruning of whole nodes by their static evaluation.

use super::kind::Node;
use crate::eval::Score;
use crate::search::Parameters;
use crate::search::depth::Depth;

/// Stand pat: whether the evaluation of a null-window leaf is at least beta.
pub(super) fn stands_pat(node: &Node, eval: Score) -> bool {
    !node.is_pv() && eval >= node.beta
}

/// Reverse futility pruning: whether the evaluation exceeds beta by a margin for the remaining depth.
pub(super) fn reverse_futility(
    node: &Node,
    eval: Score,
    is_improving: bool,
    parameters: &Parameters,
) -> bool {
    let depth = node.depth - if is_improving { Depth::PLY } else { Depth::ZERO };
    !node.is_pv()
        && !node.beta.is_decided()
        && eval - depth.max(Depth::ZERO).times(parameters.futility_margin) >= node.beta
}

/// Razoring: whether the evaluation is so far below alpha that only a VCF, already excluded, could raise it.
pub(super) fn razoring(node: &Node, eval: Score, parameters: &Parameters) -> bool {
    !node.is_pv() && !node.alpha.is_decided() && eval + node.depth.times(parameters.razor_margin) < node.alpha
}
