//! Forward pruning of whole nodes by their static evaluation, where nothing is forced.

use super::pvs::Node;
use crate::eval::Score;
use crate::search::Parameters;

/// Reverse futility: whether the evaluation is so far above beta that no search is needed, since a tempo is worth less than
/// the margin.
pub(super) fn reverse_futility(
    node: &Node,
    eval: Score,
    is_improving: bool,
    parameters: &Parameters,
) -> bool {
    let plies = node.depth - i32::from(is_improving);
    !node.is_pv
        && node.depth <= parameters.futility_depth
        && !node.beta.is_decided()
        && eval - parameters.futility_margin * plies.max(0) >= node.beta
}

/// Razoring: whether the evaluation is so far below alpha that only a win by fours could help.
pub(super) fn razoring(node: &Node, eval: Score, parameters: &Parameters) -> bool {
    !node.is_pv
        && node.depth <= parameters.razor_depth
        && !node.alpha.is_decided()
        && eval + parameters.razor_margin * node.depth < node.alpha
}
