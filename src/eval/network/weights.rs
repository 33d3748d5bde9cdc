//! Weights and architecture of a network.

use super::features::row_count;
use crate::geometry::DIRECTIONS;
use crate::rules::Rule;

/// Outputs of every hidden layer.
pub const HIDDEN: usize = 32;
/// Kinds of regions: corner, edge, centre.
pub const REGION_KINDS: usize = 3;
/// Smallest number of channels; others are multiples of it.
pub const CHANNEL_STEP: usize = 32;
/// Largest number of channels of the value or the policy; the kernels are compiled for each multiple of
/// [`CHANNEL_STEP`] up to it.
pub const MAX_CHANNELS: usize = 64;
/// Classes of the distance to an earlier move: 0 for no or a distant one, else `b * (b + 1) / 2 + a` for the
/// smaller and the larger difference of columns and rows, `a <= b <= 5`.
pub const DISTANCE_CLASSES: usize = 21;

/// Scale of the rows.
pub const ROW_SCALE: i32 = 32;
/// Scale of the sums over regions and over the board as inputs of the layers.
pub const SUM_SCALE: i32 = 16;
/// Scale of the hidden layers' outputs.
pub const HIDDEN_SCALE: i32 = 256;
/// Scale of the layers' sums before clipping, of all biases, and of the logit.
pub const ACC_SCALE: i32 = 1 << 18;
/// Largest sum over the board as an input of the first layer, in units of [`SUM_SCALE`].
pub const MAX_TOTAL: i32 = 4_095;
/// Largest sum over a region as an input of its layer, in the same units; never reached in real games.
pub const MAX_REGION: i32 = 2_047;
/// Scale of the sums over squares as inputs of a policy's context: 32 squares with a channel of one.
pub const CONTEXT_SCALE: i32 = 128;
/// Largest of these sums, in the same units.
pub const MAX_CONTEXT: i32 = 4_095;
/// Scale of a policy's weights on channels.
pub const OUTPUT_SCALE: i32 = 256;
/// Fractional bits of a policy's logit, the product of a channel and a weight.
pub const POLICY_BITS: u32 = (ROW_SCALE * OUTPUT_SCALE).ilog2();
/// Largest absolute contribution of a distance or the move's own square to a policy's logit, without what
/// the context changes of it, in units of 2 to the power of -[`POLICY_BITS`].
pub(crate) const MAX_ADDED: i32 = 1 << 24;
/// Scale of the contributions of squares on a move's lines to a policy's logit.
pub(crate) const LINE_SCALE: i32 = 128;
/// Largest of these contributions, in the same units: the sum of all of a move's is within 16 bits.
pub(crate) const MAX_LINE: i32 = i16::MAX as i32 / (2 * DIRECTIONS.len() * (PLACES - 1)) as i32;
/// Number of places of a square relative to a move: 0 on it, 1 to 4 steps away on one of its lines.
pub const PLACES: usize = 5;
/// Largest output of a hidden layer.
pub const MAX_HIDDEN: i32 = 4_095;

/// An integer layer: weighted sums of inputs plus biases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The weights of each output for all inputs. A weight for an input with scale `s` has scale `ACC_SCALE /
    /// s`.
    pub weights: Vec<i16>,
    /// The bias of each output, in units of [`ACC_SCALE`].
    pub biases: Vec<i32>,
}

/// The value network for one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueWeights {
    /// For each feature `channels / 2` values in units of [`ROW_SCALE`], in the view of the table's colour.
    /// Unused rows are zero.
    pub rows: Vec<i8>,
    /// For each kind of region: from its sums (`channels`, the own half first) to [`HIDDEN`].
    pub regions: [Layer; REGION_KINDS],
    /// From the sums over the board (own half first) and the means of corners, edges and centre to
    /// [`HIDDEN`].
    pub first: Layer,
    /// From [`HIDDEN`] to [`HIDDEN`].
    pub second: Layer,
    /// From [`HIDDEN`] to the logit of a win.
    pub output: Layer,
}

/// The policy network for one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyWeights {
    /// For each feature in the view of the side to move, `policy_channels` values in units of [`ROW_SCALE`].
    pub rows: Vec<i8>,
    /// Weight of each channel for the logit of a move, in 1/256.
    pub output: Vec<i16>,
    /// Contribution of the distance to the opponent's last move, in units of `32 * 256`.
    pub near_last: Vec<i32>,
    /// The same for the own move before it.
    pub near_own: Vec<i32>,
    /// Dependence on the whole position.
    pub context: ContextWeights,
}

/// Dependence of a policy's weights on the sums of the channels over the candidate squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextWeights {
    /// From the sums, in units of [`CONTEXT_SCALE`], to [`HIDDEN`].
    pub layer: Layer,
    /// Weight of each channel of a square on the move's lines, in 1/256, for places 1 to 4.
    pub lines: Vec<i16>,
    /// For each of the five places and each channel, the weights of the hidden outputs for its weight, in
    /// 1/1024.
    pub output: Vec<i16>,
    /// For each class of distances to the opponent's last move, the weights of the hidden outputs, in 1/1024.
    pub near_last: Vec<i16>,
    /// The same for the own move before it.
    pub near_own: Vec<i16>,
}

/// The weights of a network for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// The rule.
    pub rule: Rule,
    /// Channels of a square, half of them for each colour's view: a multiple of [`CHANNEL_STEP`].
    pub channels: usize,
    /// Channels of the policy, a multiple of [`CHANNEL_STEP`]; 0 if the network has none.
    pub policy_channels: usize,
    /// SHA-256 of the manifest of its training; zero if there was none.
    pub manifest: [u8; 32],
    /// One value for both colours, or black's and white's under renju.
    pub value: Vec<ValueWeights>,
    /// The same for the policy; empty if the network has none.
    pub policy: Vec<PolicyWeights>,
}

/// Number of views of the tables of a rule: two if the rule differs by colour.
pub const fn view_count(rule: Rule) -> usize {
    if rule.treats_colors_alike() { 1 } else { 2 }
}

impl NetworkWeights {
    /// A network of zeros.
    pub fn zero(rule: Rule, channels: usize, policy_channels: usize) -> Self {
        let layer = |inputs: usize, outputs: usize| Layer {
            weights: vec![0; inputs * outputs],
            biases: vec![0; outputs],
        };
        let rows = row_count(rule);
        let value = ValueWeights {
            rows: vec![0; rows * channels / 2],
            regions: std::array::from_fn(|_| layer(channels, HIDDEN)),
            first: layer(channels + REGION_KINDS * HIDDEN, HIDDEN),
            second: layer(HIDDEN, HIDDEN),
            output: layer(HIDDEN, 1),
        };
        let policy = PolicyWeights {
            rows: vec![0; rows * policy_channels],
            output: vec![0; policy_channels],
            near_last: vec![0; DISTANCE_CLASSES],
            near_own: vec![0; DISTANCE_CLASSES],
            context: ContextWeights {
                layer: layer(policy_channels, HIDDEN),
                lines: vec![0; (PLACES - 1) * policy_channels],
                output: vec![0; PLACES * policy_channels * HIDDEN],
                near_last: vec![0; DISTANCE_CLASSES * HIDDEN],
                near_own: vec![0; DISTANCE_CLASSES * HIDDEN],
            },
        };
        let views = view_count(rule);
        let policies = if policy_channels == 0 { 0 } else { views };
        Self {
            rule,
            channels,
            policy_channels,
            manifest: [0; 32],
            value: vec![value; views],
            policy: vec![policy; policies],
        }
    }

    /// Whether no sum of any layer can overflow 32 bits in any position.
    pub fn is_bounded(&self) -> bool {
        self.value.iter().all(|value| {
            let totals = vec![MAX_TOTAL; self.channels];
            let first: Vec<i32> = totals.into_iter().chain([MAX_HIDDEN; REGION_KINDS * HIDDEN]).collect();
            value.regions.iter().all(|layer| layer.is_bounded(&vec![MAX_REGION; self.channels]))
                && value.first.is_bounded(&first)
                && value.second.is_bounded(&[MAX_HIDDEN; HIDDEN])
                && value.output.is_bounded(&[MAX_HIDDEN; HIDDEN])
        }) && self.policy.iter().all(PolicyWeights::is_bounded)
    }
}

impl PolicyWeights {
    fn is_bounded(&self) -> bool {
        let context = &self.context;
        // Half of the range for the products of hidden outputs and weights, half for other contributions.
        let fits = |weights: &[i16]| {
            weights.chunks(HIDDEN).all(|row| {
                let sum: i64 = row.iter().map(|&w| i64::from(w).abs()).sum();
                sum * i64::from(MAX_HIDDEN) <= i64::from(i32::MAX) / 2
            })
        };
        context.layer.is_bounded(&vec![MAX_CONTEXT; self.output.len()])
            && [&context.output, &context.near_last, &context.near_own]
                .into_iter()
                .all(|weights| fits(weights))
            && self.near_last.iter().chain(&self.near_own).all(|near| near.unsigned_abs() <= MAX_ADDED as u32)
    }
}

impl Layer {
    fn is_bounded(&self, largest: &[i32]) -> bool {
        self.weights.chunks(largest.len()).zip(&self.biases).all(|(weights, &bias)| {
            let sum: i64 =
                weights.iter().zip(largest).map(|(&w, &x)| i64::from(w).abs() * i64::from(x)).sum();
            sum + i64::from(bias).abs() <= i64::from(i32::MAX)
        })
    }
}
