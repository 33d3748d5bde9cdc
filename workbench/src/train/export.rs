//! The trained numbers as the integers of a network file.

use super::core::Core;
use super::layout::{HeadLayout, LayerLayout, PolicyLayout};
use rustgomo::eval::network::{
    ACC_SCALE, CONTEXT_SCALE, ContextWeights, DISTANCE_CLASSES, HIDDEN, HIDDEN_SCALE, Layer, NetworkWeights,
    PLACES, ROW_SCALE, SUM_SCALE, ValueWeights,
};

/// One unit of the policy's weights on channels.
pub(super) const OUTPUT_SCALE: f32 = 256.0;
/// One unit of what a distance adds to the policy's logits.
pub(super) const NEAR_SCALE: f32 = ROW_SCALE as f32 * OUTPUT_SCALE;
/// One unit of what the context adds to the policy's numbers.
pub(super) const CHANGE_SCALE: f32 = (ACC_SCALE / HIDDEN_SCALE) as f32;
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
        let weight = |x: &f32| (x * OUTPUT_SCALE).round() as i16;
        let (output, lines) = head[layout.output.clone()].split_at(P);
        target.rows = bytes(&rows);
        target.output = output.iter().map(weight).collect();
        target.near_last = head[layout.near_last.clone()].iter().map(near).collect();
        target.near_own = head[layout.near_own.clone()].iter().map(near).collect();
        let lines = lines.iter().map(weight).collect();
        target.context = Some(ContextWeights { lines, ..context(head, layout, P) });
    }
    weights
}

/// What the position changes in the policy's numbers.
fn context(head: &[f32], layout: &PolicyLayout, channels: usize) -> ContextWeights {
    let mut layer = round(head, &layout.context, (channels, CONTEXT_SCALE));
    layer.biases.iter_mut().for_each(|bias| *bias += ROUNDING);
    let changes = &head[layout.changes.clone()];
    let count = changes.len() / HIDDEN;
    let number = |number: usize| {
        (0..HIDDEN).map(move |input| (changes[input * count + number] * CHANGE_SCALE).round() as i16)
    };
    let last = PLACES * channels;
    let own = last + DISTANCE_CLASSES;
    ContextWeights {
        layer,
        lines: Vec::new(),
        output: (0..last).flat_map(number).collect(),
        near_last: (last..own).flat_map(number).collect(),
        near_own: (own..count).flat_map(number).collect(),
    }
}

fn bytes(rows: &[f32]) -> Vec<i8> {
    rows.iter().map(|x| (x * ROW_SCALE as f32).round() as i8).collect()
}

fn fill(head: &[f32], layout: &HeadLayout, channels: usize, value: &mut ValueWeights) {
    for (layer, from) in value.regions.iter_mut().zip(&layout.regions) {
        *layer = round(head, from, (channels, SUM_SCALE));
    }
    value.first = round(head, &layout.first, (channels, SUM_SCALE));
    value.second = round(head, &layout.second, (0, SUM_SCALE));
    for layer in value.regions.iter_mut().chain([&mut value.first, &mut value.second]) {
        layer.biases.iter_mut().for_each(|bias| *bias += ROUNDING);
    }
    value.output = round(head, &layout.output, (0, SUM_SCALE));
}

/// Rounds a layer whose first `sums` inputs are sums of squares, in units of `sum_scale`, and whose other inputs are
/// hidden outputs.
fn round(head: &[f32], layout: &LayerLayout, (sums, sum_scale): (usize, i32)) -> Layer {
    let (weights, biases) = (&head[layout.weights.clone()], &head[layout.biases.clone()]);
    let outputs = biases.len();
    let inputs = weights.len() / outputs;
    let scale = |input: usize| (ACC_SCALE / if input < sums { sum_scale } else { HIDDEN_SCALE }) as f32;
    // Here weights stand by input, there by output.
    let places = (0..outputs).flat_map(|output| (0..inputs).map(move |input| (input, output)));
    Layer {
        weights: places.map(|(i, o)| (weights[i * outputs + o] * scale(i)).round() as i16).collect(),
        biases: biases.iter().map(|bias| (bias * ACC_SCALE as f32).round() as i32).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::core::StepSize;
    use super::super::policy::PolicyTrainer;
    use super::super::trainer::ValueTrainer;
    use super::super::trainer::tests::{games, trained};
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::eval::CENTI_PER_LOGIT;
    use rustgomo::eval::network::{Accumulator, Model};
    use rustgomo::position::Position;
    use rustgomo::rules::Rule;

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
                let found = f32::from(score.centi()) / f32::from(CENTI_PER_LOGIT);
                assert!(
                    (found - logit).abs() < 0.02 + 0.03 * logit.abs(),
                    "{rule:?}: {found} instead of {logit}"
                );
            }
        }
    }

    #[test]
    fn the_exported_policy_says_what_the_floating_point_one_says() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let data = games(rule, 6);
            let quiet: Vec<_> = data.training.iter().copied().filter(|sample| sample.is_quiet()).collect();
            let mut trainer = PolicyTrainer::<32>::new(rule, 1, 3, 0.5);
            for _ in 0..40 {
                trainer.step(&data, &quiet, StepSize { rate: 2e-2, pull: 3e-4, is_rounded: true });
            }
            let network = export(&ValueTrainer::<16>::new(rule, 1, 3).core, Some(&trainer.core));
            assert!(network.is_bounded());
            let model = Model::new(&network);
            for (&sample, (loss, _)) in quiet.iter().zip(trainer.judge(&data, &quiet, true)) {
                let subject = data.subject(sample);
                let mut position = Position::new(&Board::new(subject.size), rule);
                subject.moves.iter().for_each(|&square| position.play(square));
                let moves: Vec<_> = position.candidates().iter().collect();
                let mut logits = vec![0; moves.len()];
                model.policy(&position, &moves, &mut logits);
                let logits: Vec<f64> = logits.iter().map(|&x| f64::from(x) / f64::from(NEAR_SCALE)).collect();
                let sum: f64 = logits.iter().map(|x| x.exp()).sum();
                let best = moves.iter().position(|&square| square == subject.best).unwrap();
                let found = sum.ln() - logits[best];
                assert!((found - loss).abs() < 0.02 + 0.02 * loss, "{rule:?}: {found} instead of {loss}");
            }
        }
    }
}
