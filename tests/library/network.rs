//! The network's fast paths against a plain recomputation: every instruction set, with sums kept in step or
//! made anew.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use rustgomo::board::{Board, RADIUS};
use rustgomo::eval::network::{
    Accumulator, FeatureMap, HIDDEN, InstructionSet, Layer, MAX_HIDDEN, MAX_REGION, MAX_TOTAL, Model,
    NetworkWeights, PLACES, PolicyWeights, REGIONS, ValueWeights, distance_class, region_kind, region_of,
};
use rustgomo::geometry::{Bitboard, BoardSize, Color, DIRECTIONS, Square};
use rustgomo::pattern::PatternTable;
use rustgomo::position::Position;
use rustgomo::rules::Rule;

const SIZES: [(i64, i64); 5] = [(15, 15), (20, 20), (5, 5), (22, 22), (7, 22)];
/// Moves and undone moves for each rule and size: more than a million in all in a release build.
const STEPS: usize = if cfg!(debug_assertions) { 400 } else { 42_000 };

fn random_weights(rule: Rule, channels: usize, seed: u64) -> NetworkWeights {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut weights = NetworkWeights::zero(rule, channels, 0);
    for value in &mut weights.value {
        value.rows.iter_mut().for_each(|x| *x = random.i8(..));
        for region in &mut value.regions {
            fill(region, &mut random, 2_000);
        }
        fill(&mut value.first, &mut random, 400);
        fill(&mut value.second, &mut random, 3_000);
        fill(&mut value.output, &mut random, 3_000);
    }
    assert!(weights.is_bounded());
    weights
}

fn fill(layer: &mut Layer, random: &mut fastrand::Rng, limit: i16) {
    layer.weights.iter_mut().for_each(|x| *x = random.i16(-limit..=limit));
    layer.biases.iter_mut().for_each(|x| *x = random.i32(-2_000_000..2_000_000));
}

/// The network as its documentation describes it, square by square.
fn plain_value(weights: &NetworkWeights, board: &Board) -> i64 {
    let (mover, half) = (board.side_to_move(), weights.channels / 2);
    let view = |color: Color| &weights.value[color.index().min(weights.value.len() - 1)];
    let mut regions = vec![vec![0i64; weights.channels]; REGIONS];
    for square in board.empty() {
        let mut cell = vec![0i64; weights.channels];
        for (part, color) in [mover, mover.opponent()].into_iter().enumerate() {
            for number in numbers(board, weights.rule, square, color) {
                for i in 0..half {
                    cell[part * half + i] += i64::from(view(color).rows[number * half + i]);
                }
            }
        }
        let region = &mut regions[region_of(square.x(), square.y(), board.size())];
        region.iter_mut().zip(cell).for_each(|(sum, x)| *sum += x.clamp(0, 255));
    }
    head(view(mover), &regions)
}

/// The numbers of the windows around a square in a colour's view, without the idle ones.
fn numbers(board: &Board, rule: Rule, square: Square, color: Color) -> Vec<usize> {
    let map = FeatureMap::of(rule);
    let classes = PatternTable::of(rule).classes();
    let number = |direction| {
        let window = board.window(square, direction);
        let (mut left, mut right) =
            (classes.of_left(window.left_bits()), classes.of_right(window.right_bits()));
        if color == Color::White {
            (left, right) = (classes.exchanged(left), classes.exchanged(right));
        }
        left.max(right) * (left.max(right) + 1) / 2 + left.min(right)
    };
    DIRECTIONS.into_iter().map(number).filter(|&number| !map.is_idle(number)).collect()
}

fn head(value: &ValueWeights, regions: &[Vec<i64>]) -> i64 {
    let mut kinds = vec![vec![0i64; HIDDEN]; 3];
    for (number, sums) in regions.iter().enumerate() {
        let input: Vec<i64> = sums.iter().map(|sum| (sum >> 1).min(MAX_REGION.into())).collect();
        let output = clipped(&layer(&value.regions[region_kind(number)], &input));
        kinds[region_kind(number)].iter_mut().zip(output).for_each(|(sum, x)| *sum += x);
    }
    let total = |i: usize| (regions.iter().map(|sums| sums[i]).sum::<i64>() >> 1).min(MAX_TOTAL.into());
    let mut input: Vec<i64> = (0..regions[0].len()).map(total).collect();
    for (kind, count) in [(0, 4), (1, 4), (2, 1)] {
        input.extend(kinds[kind].iter().map(|sum| sum / count));
    }
    let first = clipped(&layer(&value.first, &input));
    let second = clipped(&layer(&value.second, &first));
    layer(&value.output, &second)[0]
}

fn layer(layer: &Layer, input: &[i64]) -> Vec<i64> {
    let dot = |weights: &[i16]| weights.iter().zip(input).map(|(&w, x)| i64::from(w) * x).sum::<i64>();
    layer.weights.chunks(input.len()).zip(&layer.biases).map(|(w, &bias)| dot(w) + i64::from(bias)).collect()
}

fn clipped(sums: &[i64]) -> Vec<i64> {
    sums.iter().map(|sum| (sum >> 10).clamp(0, MAX_HIDDEN.into())).collect()
}

fn random_square(position: &Position, random: &mut fastrand::Rng) -> Option<Square> {
    let near: Vec<Square> = position.candidates().iter().collect();
    let all: Vec<Square> = position.board().empty().iter().collect();
    let choice = if near.is_empty() || random.u8(..4) == 0 { all } else { near };
    (!choice.is_empty()).then(|| choice[random.usize(..choice.len())])
}

/// Plays and takes back at random, and calls `check` after some of the steps.
fn walk(rule: Rule, (width, height): (i64, i64), steps: usize, mut check: impl FnMut(&Position, usize)) {
    let mut random = fastrand::Rng::with_seed(width as u64 * 31 + rule.index() as u64);
    let mut position = Position::new(&Board::new(BoardSize::new(width, height).unwrap()), rule);
    for step in 0..steps {
        let most = (position.board().size().area() * 2 / 3).min(60);
        let is_long = position.board().history().len() >= most;
        match random.u8(..20) {
            0..9 => position.undo(),
            9 => position.pass(),
            _ if is_long => (0..random.usize(..most)).for_each(|_| position.undo()),
            _ => random_square(&position, &mut random).into_iter().for_each(|square| position.play(square)),
        }
        // Not asking after every step lets several moves come at once.
        if random.u8(..3) > 0 {
            check(&position, step);
        }
    }
}

#[test]
fn sums_in_step_equal_new_ones_on_every_instruction_set() {
    for rule in Rule::ALL {
        for size in SIZES {
            let channels = if size.0 == 15 { 64 } else { 32 };
            let weights = random_weights(rule, channels, 7);
            let models: Vec<Model> = InstructionSet::ALL
                .into_iter()
                .filter_map(|set| Model::for_instruction_set(&weights, set))
                .collect();
            let start = Position::new(&Board::new(BoardSize::new(size.0, size.1).unwrap()), rule);
            let mut kept: Vec<Accumulator> =
                models.iter().map(|model| Accumulator::new(model, &start)).collect();
            walk(rule, size, STEPS, |position, step| {
                let expected = Accumulator::new(&models[0], position).evaluate(&models[0], position);
                for (model, kept) in models.iter().zip(&mut kept) {
                    let story = || format!("{rule:?} {size:?} step {step}\n{}", position.board());
                    assert_eq!(kept.evaluate(model, position), expected, "{}", story());
                }
            });
        }
    }
}

#[test]
fn policies_equal_a_plain_recomputation_on_every_instruction_set() {
    for rule in Rule::ALL {
        let mut weights = NetworkWeights::zero(rule, 32, if rule == Rule::Caro { 32 } else { 64 });
        let mut random = fastrand::Rng::with_seed(3);
        for policy in &mut weights.policy {
            policy.rows.iter_mut().for_each(|x| *x = random.i8(..));
            policy.output.iter_mut().for_each(|x| *x = random.i16(-500..500));
            policy
                .near_last
                .iter_mut()
                .chain(&mut policy.near_own)
                .for_each(|x| *x = random.i32(-9_000..9_000));
            let context = &mut policy.context;
            fill(&mut context.layer, &mut random, 900);
            let (own, lines) = context.output.split_at_mut(policy.output.len() * HIDDEN);
            let large = own.iter_mut().chain(&mut context.near_last).chain(&mut context.near_own);
            large.for_each(|x| *x = random.i16(-4_000..4_000));
            // Small, so that few contributions along lines have the largest size.
            context.lines.iter_mut().for_each(|x| *x = random.i16(-30..30));
            lines.fill_with(|| random.i16(-5..=5));
        }
        assert!(weights.is_bounded());
        let models: Vec<Model> = InstructionSet::ALL
            .into_iter()
            .filter_map(|set| Model::for_instruction_set(&weights, set))
            .collect();
        let mut cells: Vec<_> = models.iter().map(Model::policy_cells).collect();
        walk(rule, (15, 15), STEPS.min(300), |position, step| {
            // Whether all moves are asked about or some makes no difference.
            let moves: Bitboard = position.candidates().iter().step_by(1 + step % 3).collect();
            let expected = plain_logits(&weights, position, &moves);
            for (model, cells) in models.iter().zip(&mut cells) {
                let mut logits = vec![0; moves.len()];
                model.policy(position, &moves, cells, &mut logits);
                assert_eq!(logits, expected, "{rule:?} step {step}\n{}", position.board());
            }
        });
    }
}

/// The policy as its documentation describes it, square by square.
fn plain_logits(weights: &NetworkWeights, position: &Position, moves: &Bitboard) -> Vec<i32> {
    let (board, side) = (position.board(), position.side_to_move());
    let policy = &weights.policy[side.index().min(weights.policy.len() - 1)];
    let near: Vec<(Square, Vec<i64>)> = position
        .candidates()
        .iter()
        .map(|square| (square, plain_cell(policy, weights, board, square)))
        .collect();
    let changes = plain_changes(policy, &near);
    let mut earlier = board.history().iter().rev().copied();
    let (last, own) = (earlier.next().flatten(), earlier.next().flatten());
    let logit = |square: Square| {
        let mut logit = 0;
        for (other, cell) in &near {
            let Some(place) = place(square, *other) else { continue };
            let channels = policy.output.len();
            let weight = |i: usize| {
                let number = place * channels + i;
                let base = *policy.output.iter().chain(&policy.context.lines).nth(number).unwrap_or(&0);
                let sum = (i64::from(base) << 10) + changes[0][number];
                ((sum + 512) >> 10).clamp(-32_768, 32_767)
            };
            let said: i64 = cell.iter().enumerate().map(|(i, x)| x * weight(i)).sum();
            logit += match place {
                0 => said.clamp(-(1 << 24), 1 << 24),
                // Rounded to 128ths, and within 16 bits together with all others.
                _ => ((said + 32) >> 6).clamp(-1_023, 1_023) << 6,
            };
        }
        for (list, near, from) in [(1, &policy.near_last, last), (2, &policy.near_own, own)] {
            let class = distance_class(square, from);
            logit += ((i64::from(near[class]) << 5) + changes[list][class] + 16) >> 5;
        }
        logit as i32
    };
    moves.iter().map(logit).collect()
}

/// What the hidden outputs of the context add to the weights and to what distances add.
fn plain_changes(policy: &PolicyWeights, near: &[(Square, Vec<i64>)]) -> [Vec<i64>; 3] {
    let context = &policy.context;
    let sum = |i: usize| near.iter().map(|(_, cell)| cell[i]).sum::<i64>();
    let input: Vec<i64> = (0..policy.output.len()).map(|i| (sum(i) >> 3).min(4_095)).collect();
    let hidden = clipped(&layer(&context.layer, &input));
    let dot = |row: &[i16]| row.iter().zip(&hidden).map(|(&w, x)| i64::from(w) * x).sum();
    let lists = [&context.output, &context.near_last, &context.near_own];
    lists.map(|list| list.chunks(HIDDEN).map(dot).collect())
}

/// At which place a move sees another square.
fn place(square: Square, other: Square) -> Option<usize> {
    let (dx, dy) = (square.x().abs_diff(other.x()), square.y().abs_diff(other.y()));
    let is_on_line = dx == 0 || dy == 0 || dx == dy;
    let steps = dx.max(dy) as usize;
    (is_on_line && steps < PLACES).then_some(steps)
}

fn plain_cell(policy: &PolicyWeights, weights: &NetworkWeights, board: &Board, square: Square) -> Vec<i64> {
    let channels = weights.policy_channels;
    let mut cell = vec![0; channels];
    for number in numbers(board, weights.rule, square, board.side_to_move()) {
        (0..channels).for_each(|i| cell[i] += i64::from(policy.rows[number * channels + i]));
    }
    cell.iter().map(|x| (*x).clamp(0, 255)).collect()
}

#[test]
fn values_equal_a_plain_recomputation() {
    for rule in Rule::ALL {
        for size in SIZES {
            let weights = random_weights(rule, 32, 11);
            let model = Model::new(&weights);
            let start = Position::new(&Board::new(BoardSize::new(size.0, size.1).unwrap()), rule);
            let mut kept = Accumulator::new(&model, &start);
            let mut seen = std::collections::BTreeSet::new();
            walk(rule, size, STEPS.min(400), |position, step| {
                let logit = plain_value(&weights, position.board());
                let expected = rustgomo::eval::Score::eval(((logit * 200) >> 18) as i32);
                seen.insert(expected);
                assert_eq!(kept.evaluate(&model, position), expected, "{rule:?} {size:?} step {step}");
            });
            assert!(seen.len() > 20, "{rule:?} {size:?}: the values hardly differ");
        }
    }
}

const _: () = assert!(RADIUS == 5);
