//! The trained numbers as the integers of a network file.

use super::core::Core;
use super::layout::{HeadLayout, LayerLayout, PolicyLayout};
use crate::eval::network::{
    ACC_SCALE, HIDDEN_SCALE, Layer, NetworkWeights, ROW_SCALE, SUM_SCALE, ValueWeights,
};

/// One unit of the policy's weights on channels.
pub(super) const OUTPUT_SCALE: f32 = 256.0;
/// One unit of what a distance adds to the policy's logits.
pub(super) const NEAR_SCALE: f32 = ROW_SCALE as f32 * OUTPUT_SCALE;
/// The finished network drops the last bits of a hidden layer's sums; with half of what can be lost, it rounds them.
pub(super) const ROUNDING: i32 = ACC_SCALE / HIDDEN_SCALE / 2;

/// The network with the smoothed parameters, with or without a policy.
pub(super) fn export<const N: usize, const P: usize>(
    value: &Core<HeadLayout, N>,
    policy: Option<&Core<PolicyLayout, P>>,
) -> NetworkWeights {
    let channels = 2 * N;
    let mut weights = NetworkWeights::zero(value.layout.rule, channels, policy.map_or(0, |_| P));
    for (target, (rows, head)) in weights.value.iter_mut().zip(value.finished()) {
        target.rows = bytes(&rows);
        fill(head, &value.layout.head, channels, target);
    }
    let Some(policy) = policy else { return weights };
    let layout = &policy.layout.head;
    for (target, (rows, head)) in weights.policy.iter_mut().zip(policy.finished()) {
        let near = |x: &f32| (x * NEAR_SCALE).round() as i32;
        let output = head[layout.output.clone()].iter();
        target.rows = bytes(&rows);
        target.output = output.map(|x| (x * OUTPUT_SCALE).round() as i16).collect();
        target.near_last = head[layout.near_last.clone()].iter().map(near).collect();
        target.near_own = head[layout.near_own.clone()].iter().map(near).collect();
    }
    weights
}

fn bytes(rows: &[f32]) -> Vec<i8> {
    rows.iter().map(|x| (x * ROW_SCALE as f32).round() as i8).collect()
}

fn fill(head: &[f32], layout: &HeadLayout, channels: usize, value: &mut ValueWeights) {
    for (layer, from) in value.regions.iter_mut().zip(&layout.regions) {
        *layer = round(head, from, channels);
    }
    value.first = round(head, &layout.first, channels);
    value.second = round(head, &layout.second, 0);
    for layer in value.regions.iter_mut().chain([&mut value.first, &mut value.second]) {
        layer.biases.iter_mut().for_each(|bias| *bias += ROUNDING);
    }
    value.output = round(head, &layout.output, 0);
}

/// Rounds a layer whose first `sums` inputs are sums of squares and whose other inputs are hidden outputs.
fn round(head: &[f32], layout: &LayerLayout, sums: usize) -> Layer {
    let (weights, biases) = (&head[layout.weights.clone()], &head[layout.biases.clone()]);
    let outputs = biases.len();
    let inputs = weights.len() / outputs;
    let scale = |input: usize| (ACC_SCALE / if input < sums { SUM_SCALE } else { HIDDEN_SCALE }) as f32;
    // Here weights stand by input, there by output.
    let places = (0..outputs).flat_map(|output| (0..inputs).map(move |input| (input, output)));
    Layer {
        weights: places.map(|(i, o)| (weights[i * outputs + o] * scale(i)).round() as i16).collect(),
        biases: biases.iter().map(|bias| (bias * ACC_SCALE as f32).round() as i32).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trainer::tests::{games, trained};
    use super::*;
    use crate::board::Board;
    use crate::eval::network::{Accumulator, Model};
    use crate::position::Position;
    use crate::rules::Rule;

    #[test]
    fn the_exported_integers_say_what_the_floating_point_network_says() {
        for rule in [Rule::Freestyle, Rule::Renju, Rule::Caro] {
            let data = games(rule, 6);
            let (trainer, _) = trained(rule, &data, 40);
            let network = export::<16, 32>(&trainer.core, None);
            assert!(network.is_bounded());
            let model = Model::new(&network);
            let logits = trainer.judge(&data, &data.training, true);
            let largest = logits.iter().fold(0.0f32, |most, x| most.max(x.abs()));
            assert!(largest > 0.5, "{rule:?}: nothing was learned");
            for (&sample, logit) in data.training.iter().zip(logits) {
                let subject = data.subject(sample);
                let mut position = Position::new(&Board::new(subject.size), rule);
                subject.moves.iter().for_each(|&square| position.play(square));
                let score = Accumulator::new(&model, &position).evaluate(&model, &position);
                let found = f32::from(score.centi()) / 200.0;
                assert!(
                    (found - logit).abs() < 0.02 + 0.03 * logit.abs(),
                    "{rule:?}: {found} instead of {logit}"
                );
            }
        }
    }
}
