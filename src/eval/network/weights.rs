//! The numbers of a network, and the shape they are for.

use super::features::row_count;
use crate::rules::Rule;

/// Outputs of every hidden layer of the value.
pub const HIDDEN: usize = 32;
/// Kinds of regions: corner, edge, centre.
pub const REGION_KINDS: usize = 3;
/// Smallest number of channels; others are multiples of it.
pub const CHANNEL_STEP: usize = 32;
/// Largest number of channels of the value or the policy; the kernels are compiled for each multiple of [`CHANNEL_STEP`] up to it.
pub const MAX_CHANNELS: usize = 64;
/// Classes of the distance to an earlier move: 0 for none or a far one, else `b * (b + 1) / 2 + a` for the smaller and
/// the larger difference of columns and rows, `a <= b <= 5`.
pub const DISTANCE_CLASSES: usize = 21;

/// One unit of a cell's channel in the rows of the tables.
pub const ROW_SCALE: i32 = 32;
/// One unit in the sums over regions and over the board, as the layers read them.
pub const SUM_SCALE: i32 = 16;
/// One unit of a hidden layer's output.
pub const HIDDEN_SCALE: i32 = 256;
/// One unit of a layer's sum before it is clipped, of all biases, and of the last sum: the logit.
pub const ACC_SCALE: i32 = 1 << 18;
/// Largest sum over the board that the first layer reads, in units of [`SUM_SCALE`].
pub const MAX_TOTAL: i32 = 4_095;
/// Largest sum over one region that its layer reads, in the same units: more than positions of real games ever have.
pub const MAX_REGION: i32 = 2_047;
/// One unit in the sums over squares that a policy's context reads: 32 squares with a channel of one.
pub const CONTEXT_SCALE: i32 = 128;
/// Largest such sum, in the same units.
pub const MAX_CONTEXT: i32 = 4_095;
/// Largest size of what a distance, or one square, adds to a policy's logits where there is a context,
/// in units of 2 to the power of -13.
pub const MAX_ADDED: i32 = 1 << 24;
/// Where a square can lie as a move sees it: so many steps away on one of its lines, or, for 0, on it.
pub const PLACES: usize = 5;
/// Largest output of a hidden layer.
pub const MAX_HIDDEN: i32 = 4_095;

/// A layer of integers: sums of inputs times weights, plus biases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// For each output its weights for all inputs. A weight for an input with scale `s` has scale `ACC_SCALE / s`.
    pub weights: Vec<i16>,
    /// One bias for each output, in units of [`ACC_SCALE`].
    pub biases: Vec<i32>,
}

/// The value as one side to move sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueWeights {
    /// For each row number `channels / 2` numbers in units of [`ROW_SCALE`]: what the window means to the colour whose
    /// table this is, from its own view. Idle rows are zero.
    pub rows: Vec<i8>,
    /// For each kind of region: from its sums (`channels`, own half first) to [`HIDDEN`].
    pub regions: [Layer; REGION_KINDS],
    /// From the sums over the board, own half first, and the means of the corners, the edges and the centre, to
    /// [`HIDDEN`].
    pub first: Layer,
    /// From [`HIDDEN`] to [`HIDDEN`].
    pub second: Layer,
    /// From [`HIDDEN`] to the logit of a win.
    pub output: Layer,
}

/// The policy as one side to move sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyWeights {
    /// For each row number, in the view of the side to move, `policy_channels` numbers in units of [`ROW_SCALE`].
    pub rows: Vec<i8>,
    /// What each channel adds to the logit of a move, in 1/256.
    pub output: Vec<i16>,
    /// What the distance to the opponent's last move adds, in units of `32 * 256`.
    pub near_last: Vec<i32>,
    /// The same for the own move before it.
    pub near_own: Vec<i32>,
    /// How the position changes these numbers, if it does.
    pub context: Option<ContextWeights>,
}

/// How a policy's numbers depend on the position: on the sums of the channels over the candidate squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextWeights {
    /// From the sums, in units of [`CONTEXT_SCALE`], to [`HIDDEN`].
    pub layer: Layer,
    /// What each channel of a square on the move's lines adds to its logit, in 1/256: for places 1 to 4, the channels of
    /// each.
    pub lines: Vec<i16>,
    /// For each of the five places and each channel what the hidden outputs add to its weight, in 1/1024.
    pub output: Vec<i16>,
    /// For each class of distances to the opponent's last move what they add to that one's number, in 1/1024.
    pub near_last: Vec<i16>,
    /// The same for the own move before it.
    pub near_own: Vec<i16>,
}

/// A whole network for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// The rule that it was trained for.
    pub rule: Rule,
    /// Channels of a square, of which each colour's view has half: a multiple of [`CHANNEL_STEP`].
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

/// How many views the tables of a rule have: two where the rule treats the colours differently.
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
            context: None,
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

    /// The same network with a context for its policy that changes nothing, where it had none.
    #[must_use]
    pub fn with_contexts(mut self) -> Self {
        for policy in &mut self.policy {
            policy.context.get_or_insert_with(|| ContextWeights::zero(self.policy_channels));
        }
        self
    }

    /// Whether the policy depends on the position as a whole.
    pub fn has_contexts(&self) -> bool {
        self.policy.iter().any(|policy| policy.context.is_some())
    }

    /// Whether no sum of any layer can leave the range of 32 bits, whatever the position.
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
        let Some(context) = &self.context else { return true };
        // A row of 32 weights of 16 bits times hidden outputs fills at most 32 bits with the sign; half of that is for
        // what is added.
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

impl ContextWeights {
    fn zero(channels: usize) -> Self {
        Self {
            layer: Layer { weights: vec![0; channels * HIDDEN], biases: vec![0; HIDDEN] },
            lines: vec![0; (PLACES - 1) * channels],
            output: vec![0; PLACES * channels * HIDDEN],
            near_last: vec![0; DISTANCE_CLASSES * HIDDEN],
            near_own: vec![0; DISTANCE_CLASSES * HIDDEN],
        }
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
