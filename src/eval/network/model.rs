//! Networks prepared for the kernels.

use std::sync::Arc;

use aligned_vec::{AVec, avec};

use super::features::{FeatureMap, PATTERN_SPAN};
use super::head::Head;
use super::instruction_set::InstructionSet;
use super::policy::Policy;
use super::simd::Kernels;
use super::weights::NetworkWeights;
use crate::geometry::{ByColor, Color};
use crate::rules::Rule;

/// A network prepared for evaluation.
#[derive(Clone, Debug)]
pub struct Model {
    rule: Rule,
    pub(super) channels: usize,
    pub(super) kernels: Kernels,
    /// Those for the channels of the policy.
    pub(super) policy_kernels: Kernels,
    /// For each pattern below [`PATTERN_SPAN`] `channels` values: black's view, then white's. Mirrored
    /// windows have equal rows, which are stored twice because looking up a common number first is slower.
    pub(super) table: AVec<i8>,
    pub(super) heads: ByColor<Head>,
    pub(super) policies: Option<Arc<ByColor<Policy>>>,
}

impl Model {
    /// Prepares weights for the best instruction set of this machine.
    pub fn new(weights: &NetworkWeights) -> Self {
        Self::for_available(weights, InstructionSet::best())
    }

    /// Prepares weights for an instruction set, if this machine has it. All give the same values.
    pub fn for_instruction_set(weights: &NetworkWeights, set: InstructionSet) -> Option<Self> {
        set.is_available().then(|| Self::for_available(weights, set))
    }

    fn for_available(weights: &NetworkWeights, set: InstructionSet) -> Self {
        let map = FeatureMap::of(weights.rule);
        let half = weights.channels / 2;
        let views = Color::BOTH.map(|color| &weights.value[color.index().min(weights.value.len() - 1)]);
        let mut table = avec![0; PATTERN_SPAN * weights.channels];
        for pattern in 0..PATTERN_SPAN as u16 {
            let [black, white] = Color::BOTH.map(|color| map.number(color, pattern) as usize);
            if !map.is_idle(black) {
                let target = &mut table[usize::from(pattern) * weights.channels..][..weights.channels];
                target[..half].copy_from_slice(&views[0].rows[black * half..][..half]);
                target[half..].copy_from_slice(&views[1].rows[white * half..][..half]);
            }
        }
        Self {
            rule: weights.rule,
            channels: weights.channels,
            kernels: Kernels::new(set, weights.channels),
            policy_kernels: Kernels::new(set, weights.policy_channels),
            table,
            heads: ByColor(views.map(Head::new)),
            policies: policies(weights, map).map(Arc::new),
        }
    }

    /// The rule of the network.
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}

fn policies(weights: &NetworkWeights, map: &FeatureMap) -> Option<ByColor<Policy>> {
    let last = weights.policy.len().checked_sub(1)?;
    let policy = |side: Color| {
        Policy::new(&weights.policy[side.index().min(last)], weights.policy_channels, map, side)
    };
    Some(ByColor(Color::BOTH.map(policy)))
}
