//! Forward pruning.

use super::pvs::Node;
use crate::eval::Score;
use crate::search::Parameters;

/// Whether the static score is so far above beta that no search is needed: a tempo is worth less than the margin.
/// For nodes where nothing is forced.
pub(super) fn is_futile_above(node: &Node, eval: Score, is_improving: bool, parameters: &Parameters) -> bool {
    let plies = node.depth - i32::from(is_improving);
    !node.is_pv
        && node.depth <= parameters.futility_depth
        && !node.beta.is_decided()
        && eval - parameters.futility_margin * plies.max(0) >= node.beta
}

/// Whether the static score is so far below alpha that only a win by fours could help.
pub(super) fn is_hopeless(node: &Node, eval: Score, parameters: &Parameters) -> bool {
    !node.is_pv
        && node.depth <= parameters.razor_depth
        && !node.alpha.is_decided()
        && eval + parameters.razor_margin * node.depth < node.alpha
}
