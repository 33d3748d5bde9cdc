//! A finished network as the start of another one: the way back from [`export`](super::export).

use super::core::Core;
use super::export::{CHANGE_SCALE, NEAR_SCALE, OUTPUT_SCALE, ROUNDING};
use super::layout::{HeadLayout, LayerLayout, PolicyLayout, TableLayout};
use rustgomo::eval::network::{
    ACC_SCALE, CONTEXT_SCALE, ContextWeights, FeatureMap, HIDDEN, HIDDEN_SCALE, Layer, NetworkWeights,
    ROW_SCALE, SUM_SCALE, ValueWeights, pair_number,
};
use rustgomo::pattern::PatternTable;
use rustgomo::rules::Rule;

/// Begins with a network's value, which may be that of another rule.
///
/// Rows go to the own parts of the factorised tables; the shared parts begin at zero and learn what changes.
pub(super) fn begin_value<const N: usize>(core: &mut Core<HeadLayout, N>, network: &NetworkWeights) {
    let mut parts = vec![0.0; core.layout.len];
    let origins = origins(core.layout.rule, network.rule);
    for (view, table) in core.layout.tables.iter().enumerate() {
        let from = source(view, core.layout.tables.len(), &network.value);
        copy_rows(&from.rows, &origins, table, N, &mut parts);
    }
    let layout = &core.layout.head;
    for (mover, &start) in core.layout.heads.iter().enumerate() {
        let from = source(mover, core.layout.heads.len(), &network.value);
        fill(from, layout, 2 * N, &mut parts[start..start + core.layout.head_len]);
    }
    core.begin_with(parts);
}

/// Begins with a network's policy, which may be that of another rule. Where it has no context, the layer that reads the
/// sums stays as it was, random, and changes nothing yet.
pub(super) fn begin_policy<const P: usize>(core: &mut Core<PolicyLayout, P>, network: &NetworkWeights) {
    let mut parts = vec![0.0; core.layout.len];
    let origins = origins(core.layout.rule, network.rule);
    let views = core.layout.tables.len();
    for (view, table) in core.layout.tables.iter().enumerate() {
        copy_rows(&source(view, views, &network.policy).rows, &origins, table, P, &mut parts);
    }
    let layout = &core.layout.head;
    for (mover, &start) in core.layout.heads.iter().enumerate() {
        let from = source(mover, views, &network.policy);
        let head = &mut parts[start..start + core.layout.head_len];
        set(&mut head[layout.output.clone()], from.output.iter().map(|&x| f32::from(x) / OUTPUT_SCALE));
        set(&mut head[layout.near_last.clone()], from.near_last.iter().map(|&x| x as f32 / NEAR_SCALE));
        set(&mut head[layout.near_own.clone()], from.near_own.iter().map(|&x| x as f32 / NEAR_SCALE));
        if let Some(context) = &from.context {
            fill_context(context, layout, P, head);
        } else {
            let random = layout.context.weights.start..layout.context.biases.end;
            head[random.clone()].copy_from_slice(&core.parts[start..][random]);
        }
    }
    core.begin_with(parts);
}

/// What a view begins with. One colour's numbers go to both; where there were two and one is wanted, white's, which know
/// no fouls.
fn source<T>(view: usize, views: usize, found: &[T]) -> &T {
    let last = found.len() - 1;
    &found[if views < found.len() { last } else { view.min(last) }]
}

/// For each row of a rule's tables the row of another rule's that its window has there.
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

fn fill_context(context: &ContextWeights, layout: &PolicyLayout, channels: usize, head: &mut [f32]) {
    fill_layer(&context.layer, &layout.context, (channels, CONTEXT_SCALE, ROUNDING), head);
    let lines = layout.output.start + channels..layout.output.end;
    set(&mut head[lines], context.lines.iter().map(|&x| f32::from(x) / OUTPUT_SCALE));
    let numbers = [&context.output, &context.near_last, &context.near_own];
    let rows: Vec<&[i16]> = numbers.into_iter().flat_map(|list| list.chunks(HIDDEN)).collect();
    // There numbers stand by output, here by input.
    let places = (0..HIDDEN).flat_map(|input| rows.iter().map(move |row| row[input]));
    set(&mut head[layout.changes.clone()], places.map(|x| f32::from(x) / CHANGE_SCALE));
}

fn fill(value: &ValueWeights, layout: &HeadLayout, channels: usize, head: &mut [f32]) {
    for (layer, to) in value.regions.iter().zip(&layout.regions) {
        fill_layer(layer, to, (channels, SUM_SCALE, ROUNDING), head);
    }
    fill_layer(&value.first, &layout.first, (channels, SUM_SCALE, ROUNDING), head);
    fill_layer(&value.second, &layout.second, (0, SUM_SCALE, ROUNDING), head);
    fill_layer(&value.output, &layout.output, (0, SUM_SCALE, 0), head);
}

/// The way back for a layer whose first `sums` inputs are sums of squares in units of `sum_scale`, and whose biases were
/// raised by `rounding`.
fn fill_layer(
    layer: &Layer,
    layout: &LayerLayout,
    (sums, sum_scale, rounding): (usize, i32, i32),
    head: &mut [f32],
) {
    let outputs = layer.biases.len();
    let inputs = layer.weights.len() / outputs;
    let scale = |input: usize| (ACC_SCALE / if input < sums { sum_scale } else { HIDDEN_SCALE }) as f32;
    // There weights stand by output, here by input.
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
    use super::super::export::export;
    use super::super::policy::PolicyTrainer;
    use super::super::trainer::ValueTrainer;
    use super::super::trainer::tests::{games, trained};
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::eval::Score;
    use rustgomo::eval::network::{Accumulator, Model};
    use rustgomo::position::Position;

    fn network(rule: Rule) -> NetworkWeights {
        let data = games(rule, 6);
        let mut policy = PolicyTrainer::<32>::new(rule, 1, 3, 0.5);
        let quiet: Vec<_> = data.training.iter().copied().filter(|sample| sample.is_quiet()).collect();
        let size = super::super::core::StepSize { rate: 1e-2, pull: 3e-4, is_rounded: false };
        // The context needs a second step to change anything.
        for _ in 0..3 {
            policy.step(&data, &quiet, size);
        }
        export(&trained(rule, &data, 30).0.core, Some(&policy.core))
    }

    fn begun(rule: Rule, from: &NetworkWeights) -> NetworkWeights {
        let mut value = ValueTrainer::<16>::new(rule, 1, 9);
        let mut policy = PolicyTrainer::<32>::new(rule, 1, 9, 0.5);
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

    #[test]
    fn a_policy_without_context_begins_with_the_same_numbers_and_a_context_that_changes_nothing() {
        let mut plain = network(Rule::Renju);
        plain.policy.iter_mut().for_each(|policy| policy.context = None);
        let mut begun = begun(Rule::Renju, &plain);
        for policy in &mut begun.policy {
            let context = policy.context.take().unwrap();
            assert!(context.output.iter().chain(&context.near_last).all(|&x| x == 0));
            assert!(context.layer.weights.iter().any(|&x| x != 0), "nothing could be learned");
        }
        assert!(begun == plain);
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
        data.training.iter().map(score).collect()
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
