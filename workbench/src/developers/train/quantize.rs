//! Trained parameters as the integers of a network file, and back as the start of another run.

use super::core::Core;
use super::layout::{HeadLayout, LayerLayout, Layout, PolicyLayout, TableLayout};
use rustgomo::eval::network::{
    ACC_SCALE, CONTEXT_SCALE, ContextWeights, DISTANCE_CLASSES, FeatureMap, HIDDEN, HIDDEN_SCALE, Layer,
    NetworkWeights, OUTPUT_SCALE, PLACES, POLICY_BITS, ROW_SCALE, SUM_SCALE, ValueWeights, pair_number,
};
use rustgomo::pattern::PatternTable;
use rustgomo::rules::Rule;

/// Scale of the policy's weights on channels.
const WEIGHT_SCALE: f32 = OUTPUT_SCALE as f32;
/// Scale of the contributions of distances to the policy's logits.
const NEAR_SCALE: f32 = (1 << POLICY_BITS) as f32;
/// Scale of the context's changes of policy weights.
pub(super) const CHANGE_SCALE: f32 = (ACC_SCALE / HIDDEN_SCALE) as f32;
/// Added to biases, since the quantized network truncates the sums of hidden layers: half of the truncated
/// range.
pub(super) const ROUNDING: i32 = ACC_SCALE / HIDDEN_SCALE / 2;

/// Quantizes the averaged parameters, with or without a policy.
pub(super) fn export<const N: usize, const P: usize>(
    value: &Core<HeadLayout, N>,
    policy: Option<&Core<PolicyLayout, P>>,
) -> NetworkWeights {
    let channels = 2 * N;
    let mut weights = NetworkWeights::zero(value.layout.rule, channels, policy.map_or(0, |_| P));
    for (target, (rows, head)) in weights.value.iter_mut().zip(value.finished()) {
        target.rows = bytes(&rows);
        fill_head(head, &value.layout.head, channels, target);
    }
    let Some(policy) = policy else { return weights };
    let layout = &policy.layout.head;
    for (target, (rows, head)) in weights.policy.iter_mut().zip(policy.finished()) {
        let near = |x: &f32| (x * NEAR_SCALE).round() as i32;
        let weight = |x: &f32| (x * WEIGHT_SCALE).round() as i16;
        let (output, lines) = head[layout.output.clone()].split_at(P);
        target.rows = bytes(&rows);
        target.output = output.iter().map(weight).collect();
        target.near_last = head[layout.near_last.clone()].iter().map(near).collect();
        target.near_own = head[layout.near_own.clone()].iter().map(near).collect();
        let lines = lines.iter().map(weight).collect();
        target.context = ContextWeights { lines, ..context(head, layout, P) };
    }
    weights
}

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

fn fill_head(head: &[f32], layout: &HeadLayout, channels: usize, value: &mut ValueWeights) {
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

/// Quantizes a layer whose first `sums` inputs are sums over squares with scale `sum_scale`, and whose other
/// inputs are hidden outputs.
fn round(head: &[f32], layout: &LayerLayout, (sums, sum_scale): (usize, i32)) -> Layer {
    let (weights, biases) = (&head[layout.weights.clone()], &head[layout.biases.clone()]);
    let outputs = biases.len();
    let inputs = weights.len() / outputs;
    let scale = |input: usize| (ACC_SCALE / if input < sums { sum_scale } else { HIDDEN_SCALE }) as f32;
    // The order changes from by input to by output.
    let places = (0..outputs).flat_map(|output| (0..inputs).map(move |input| (input, output)));
    Layer {
        weights: places.map(|(i, o)| (weights[i * outputs + o] * scale(i)).round() as i16).collect(),
        biases: biases.iter().map(|bias| (bias * ACC_SCALE as f32).round() as i32).collect(),
    }
}

/// Starts from the value of a network, which may be of another rule.
///
/// Rows become own parts of the factorised tables; the shared parts start from zero.
pub(super) fn begin_value<const N: usize>(core: &mut Core<HeadLayout, N>, network: &NetworkWeights) {
    let mut parts = vec![0.0; core.layout.len];
    let origins = origins(core.layout.rule, network.rule);
    let Layout { tables, heads, head: layout, head_len, .. } = &core.layout;
    for (view, (table, &start)) in tables.iter().zip(heads).enumerate() {
        let from = source(view, tables.len(), &network.value);
        copy_rows(&from.rows, &origins, table, N, &mut parts);
        restore_head(from, layout, 2 * N, &mut parts[start..start + head_len]);
    }
    core.begin_with(parts);
}

/// Starts from the policy of a network, which may be of another rule.
pub(super) fn begin_policy<const P: usize>(core: &mut Core<PolicyLayout, P>, network: &NetworkWeights) {
    let mut parts = vec![0.0; core.layout.len];
    let origins = origins(core.layout.rule, network.rule);
    let Layout { tables, heads, head: layout, head_len, .. } = &core.layout;
    for (view, (table, &start)) in tables.iter().zip(heads).enumerate() {
        let from = source(view, tables.len(), &network.policy);
        copy_rows(&from.rows, &origins, table, P, &mut parts);
        let head = &mut parts[start..start + head_len];
        set(&mut head[layout.output.clone()], from.output.iter().map(|&x| f32::from(x) / WEIGHT_SCALE));
        set(&mut head[layout.near_last.clone()], from.near_last.iter().map(|&x| x as f32 / NEAR_SCALE));
        set(&mut head[layout.near_own.clone()], from.near_own.iter().map(|&x| x as f32 / NEAR_SCALE));
        restore_context(&from.context, layout, P, head);
    }
    core.begin_with(parts);
}

/// The weights from which a view starts. A single view is used for both colours; of two views white's, which
/// has no forbidden moves, is used for both.
fn source<T>(view: usize, views: usize, found: &[T]) -> &T {
    let last = found.len() - 1;
    &found[if views < found.len() { last } else { view.min(last) }]
}

/// The row in the tables of rule `from` for each row in those of `rule`.
fn origins(rule: Rule, from: Rule) -> Vec<usize> {
    let (map, own) = (FeatureMap::of(rule), PatternTable::of(rule).classes());
    let other = PatternTable::of(from).classes();
    let class = |class: u8| other.of_half(own.representative(class.into()));
    let number = |[a, b]: [u8; 2]| pair_number(class(a), class(b));
    (0..map.count()).map(|row| number(map.halves(row))).collect()
}

fn copy_rows(rows: &[i8], origins: &[usize], table: &TableLayout, width: usize, parts: &mut [f32]) {
    for (row, &origin) in parts[table.own.clone()].chunks_mut(width).zip(origins) {
        set(row, rows[origin * width..].iter().map(|&x| f32::from(x) / ROW_SCALE as f32));
    }
}

fn restore_context(context: &ContextWeights, layout: &PolicyLayout, channels: usize, head: &mut [f32]) {
    restore_layer(&context.layer, &layout.context, (channels, CONTEXT_SCALE, ROUNDING), head);
    let lines = layout.output.start + channels..layout.output.end;
    set(&mut head[lines], context.lines.iter().map(|&x| f32::from(x) / WEIGHT_SCALE));
    let numbers = [&context.output, &context.near_last, &context.near_own];
    let rows: Vec<&[i16]> = numbers.into_iter().flat_map(|list| list.chunks(HIDDEN)).collect();
    // The order changes from by output to by input.
    let places = (0..HIDDEN).flat_map(|input| rows.iter().map(move |row| row[input]));
    set(&mut head[layout.changes.clone()], places.map(|x| f32::from(x) / CHANGE_SCALE));
}

fn restore_head(value: &ValueWeights, layout: &HeadLayout, channels: usize, head: &mut [f32]) {
    for (layer, to) in value.regions.iter().zip(&layout.regions) {
        restore_layer(layer, to, (channels, SUM_SCALE, ROUNDING), head);
    }
    restore_layer(&value.first, &layout.first, (channels, SUM_SCALE, ROUNDING), head);
    restore_layer(&value.second, &layout.second, (0, SUM_SCALE, ROUNDING), head);
    restore_layer(&value.output, &layout.output, (0, SUM_SCALE, 0), head);
}

/// Restores a layer whose first `sums` inputs are sums over squares with scale `sum_scale`, and to whose
/// biases `rounding` was added.
fn restore_layer(
    layer: &Layer,
    layout: &LayerLayout,
    (sums, sum_scale, rounding): (usize, i32, i32),
    head: &mut [f32],
) {
    let outputs = layer.biases.len();
    let inputs = layer.weights.len() / outputs;
    let scale = |input: usize| (ACC_SCALE / if input < sums { sum_scale } else { HIDDEN_SCALE }) as f32;
    // The order changes from by output to by input.
    let places = (0..inputs).flat_map(|input| (0..outputs).map(move |output| (input, output)));
    let weight = |(i, o): (usize, usize)| f32::from(layer.weights[o * inputs + i]) / scale(i);
    set(&mut head[layout.weights.clone()], places.map(weight));
    let biases = layer.biases.iter().map(|&bias| bias.saturating_sub(rounding) as f32 / ACC_SCALE as f32);
    set(&mut head[layout.biases.clone()], biases);
}

fn set(slots: &mut [f32], numbers: impl Iterator<Item = f32>) {
    slots.iter_mut().zip(numbers).for_each(|(slot, number)| *slot = number);
}

#[cfg(test)]
mod tests {
    use super::super::core::StepSize;
    use super::super::policy::PolicyTrainer;
    use super::super::trainer::ValueTrainer;
    use super::super::trainer::tests::{games, trained};
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::eval::network::{Accumulator, Model};
    use rustgomo::eval::{CENTI_PER_LOGIT, Score};
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
            let logits = trainer.judge(&data, &data.samples, true);
            let largest = logits.iter().fold(0.0f32, |most, x| most.max(x.abs()));
            assert!(largest > 0.5, "{rule:?}: nothing was learned");
            for (&sample, logit) in data.samples.iter().zip(logits) {
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
            let quiet: Vec<_> = data.samples.iter().copied().filter(|sample| sample.is_quiet()).collect();
            let mut trainer = PolicyTrainer::<32>::new(rule, 1, 3);
            // Few steps: once it knows these games by heart, its logits are beyond what the kernels add in 16
            // bits.
            for _ in 0..12 {
                trainer.step(
                    &data,
                    &quiet,
                    StepSize { rate: 2e-2, pull: 3e-4, is_rounded: true, smoothing: 0.999 },
                );
            }
            let network = export(&ValueTrainer::<16>::new(rule, 1, 3).core, Some(&trainer.core));
            assert!(network.is_bounded());
            let model = Model::new(&network);
            let mut learned = 0.0;
            for (&sample, (loss, _)) in quiet.iter().zip(trainer.judge(&data, &quiet, true)) {
                let subject = data.subject(sample);
                let mut position = Position::new(&Board::new(subject.size), rule);
                subject.moves.iter().for_each(|&square| position.play(square));
                let moves = position.candidates();
                let mut logits = vec![0; moves.len()];
                model.policy(&position, &moves, &mut model.policy_cells(), &mut logits);
                let logits: Vec<f64> = logits.iter().map(|&x| f64::from(x) / f64::from(NEAR_SCALE)).collect();
                let sum: f64 = logits.iter().map(|x| x.exp()).sum();
                let best = moves.iter().position(|square| square == subject.best).unwrap();
                let found = sum.ln() - logits[best];
                learned += (logits.len() as f64).ln() - found;
                assert!((found - loss).abs() < 0.02 + 0.02 * loss, "{rule:?}: {found} instead of {loss}");
            }
            assert!(learned > quiet.len() as f64, "{rule:?}: nothing was learned");
        }
    }

    fn network(rule: Rule) -> NetworkWeights {
        let data = games(rule, 6);
        let mut policy = PolicyTrainer::<32>::new(rule, 1, 3);
        let quiet: Vec<_> = data.samples.iter().copied().filter(|sample| sample.is_quiet()).collect();
        let size =
            super::super::core::StepSize { rate: 1e-2, pull: 3e-4, is_rounded: false, smoothing: 0.999 };
        // The context has an effect from the second step on.
        for _ in 0..3 {
            policy.step(&data, &quiet, size);
        }
        export(&trained(rule, &data, 30).0.core, Some(&policy.core))
    }

    fn begun(rule: Rule, from: &NetworkWeights) -> NetworkWeights {
        let mut value = ValueTrainer::<16>::new(rule, 1, 9);
        let mut policy = PolicyTrainer::<32>::new(rule, 1, 9);
        begin_value(&mut value.core, from);
        begin_policy(&mut policy.core, from);
        export(&value.core, Some(&policy.core))
    }

    #[test]
    fn a_network_that_has_learned_nothing_new_is_exported_as_it_was() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let network = network(rule);
            assert!(begun(rule, &network) == network, "{rule:?}");
        }
    }

    fn scores(network: &NetworkWeights) -> Vec<Score> {
        let model = Model::new(network);
        let data = games(Rule::Freestyle, 3);
        let score = |sample: &_| {
            let subject = data.subject(*sample);
            let mut position = Position::new(&Board::new(subject.size), network.rule);
            subject.moves.iter().for_each(|&square| position.play(square));
            Accumulator::new(&model, &position).evaluate(&model, &position)
        };
        data.samples.iter().map(score).collect()
    }

    #[test]
    fn a_network_for_another_rule_begins_with_the_same_values() {
        let freestyle = network(Rule::Freestyle);
        let expected = scores(&freestyle);
        assert!(expected.iter().any(|score| *score != expected[0]));
        for rule in [Rule::Standard, Rule::Renju, Rule::Caro] {
            assert_eq!(scores(&begun(rule, &freestyle)), expected, "{rule:?}");
        }
        let renju = network(Rule::Renju);
        assert_eq!(begun(Rule::Freestyle, &renju).value[0].rows, renju.value[1].rows);
    }
}
