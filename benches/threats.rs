//! VCF searches with and without a win.

#![expect(clippy::expect_used, reason = "the positions are constants")]

use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rustgomo::StopHandle;
use rustgomo::board::from_diagram;
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::threat::{VcfSolver, Verdict};

/// VCF budget.
const BUDGET: u32 = 50_000;
/// Base-two logarithm of the table's size.
const MEMORY_BITS: u32 = 12;

/// Black to move has a VCF of 21 plies.
const WIN: &str = ". . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . O X . . . . . . . . .
                    . . . . . X X . . X . O . . .
                    . . . O . . . . O . . O . . .
                    . . . . . . . X . . . O . . .
                    . . . X . . O O X . X . . . .
                    . . . O . O X . . . . . . . .
                    . . . . . . X . . . O . . . .
                    . . . O X . . . . . . O . . .
                    . . . . X . . . X . O X . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .";
/// Black to move has many fours but no VCF.
const NO_WIN: &str = ". . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . O . . O O . . O . . . .
                    . . . O X . . X . X . . . . .
                    . . . . . O . . . O . O . . .
                    . . . . . . . X . X . X . . .
                    . . . . . X . . . . . . . . .
                    . . . . O X . . . . . . . . .
                    . . . . O . . X . . . . . . .
                    . . . . . . O . O . . . . . .
                    . . . O X X O X . X . X . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .";

fn vcf(c: &mut Criterion) {
    for (name, diagram, wins) in [("a win", WIN, true), ("no win", NO_WIN, false)] {
        let board = from_diagram(diagram).expect("a diagram");
        let mut position = Position::new(&board, Rule::Freestyle);
        c.bench_function(&format!("continuous fours, {name}"), |b| {
            b.iter_batched_ref(
                || VcfSolver::new(MEMORY_BITS),
                |solver| {
                    let verdict = solver.solve(&mut position, BUDGET, &StopHandle::new());
                    assert_eq!(matches!(verdict, Verdict::Win(_)), wins);
                    solver.nodes()
                },
                BatchSize::SmallInput,
            );
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = vcf
}
criterion_main!(benches);
