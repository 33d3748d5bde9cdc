//! Incremental update and evaluation of a move, and the layers alone.

#![expect(clippy::expect_used, reason = "the positions are constants")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rustgomo::board::{Board, parse_squares};
use rustgomo::eval::network::{Accumulator, InstructionSet, Model, NetworkWeights};
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::bench::boards;

/// An opening with 76 squares near stones.
const OPENING: &str = "h8 h9 i8 g7";

fn weights(channels: usize) -> NetworkWeights {
    let mut weights = NetworkWeights::zero(Rule::Freestyle, channels, 0);
    let mut random = fastrand::Rng::with_seed(1);
    weights.value[0].rows.iter_mut().for_each(|x| *x = random.i8(-60..60));
    weights
}

fn evaluation(c: &mut Criterion) {
    for channels in [32, 64] {
        for set in InstructionSet::ALL {
            let Some(model) = Model::for_instruction_set(&weights(channels), set) else { continue };
            let name = |what: &str| format!("{what}, {channels} channels, {}", set.name());
            // A middle game on 15 by 15.
            let (_, board) = boards().nth(8).expect("nine positions");
            let mut position = Position::new(&board, Rule::Freestyle);
            let mut sums = Accumulator::new(&model, &position);
            let squares: Vec<Square> = position.candidates().iter().collect();
            let mut next = squares.iter().cycle();
            c.bench_function(&name("play, evaluate, undo, evaluate"), |b| {
                b.iter(|| {
                    position.play(black_box(*next.next().expect("a cycle")));
                    let after = sums.evaluate(&model, &position);
                    position.undo();
                    (after, sums.evaluate(&model, &position))
                });
            });
            c.bench_function(&name("layers alone"), |b| {
                b.iter(|| sums.evaluate(black_box(&model), &position));
            });
        }
    }
}

/// The policy for all moves of an opening.
fn policy(c: &mut Criterion) {
    for channels in [32, 64] {
        let mut weights = NetworkWeights::zero(Rule::Freestyle, 32, channels);
        let mut random = fastrand::Rng::with_seed(1);
        weights.policy[0].rows.iter_mut().for_each(|x| *x = random.i8(-60..60));
        for set in InstructionSet::ALL {
            let Some(model) = Model::for_instruction_set(&weights, set) else { continue };
            let size = BoardSize::default();
            let moves = parse_squares(OPENING, size).expect("names of squares");
            let board = Board::with_moves(size, moves).expect("free squares");
            let position = Position::new(&board, Rule::Freestyle);
            let moves = position.candidates();
            let (mut cells, mut logits) = (model.policy_cells(), vec![0; moves.len()]);
            let name = format!("policy of {} moves, {channels} channels, {}", moves.len(), set.name());
            c.bench_function(&name, |b| {
                b.iter(|| model.policy(black_box(&position), &moves, &mut cells, &mut logits));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
    targets = evaluation, policy
}
criterion_main!(benches);
