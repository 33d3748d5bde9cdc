//! Searches to a fixed depth with empty tables, of one line and of several.

#![expect(clippy::expect_used, reason = "the positions are constants")]

use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rustgomo::StopHandle;
use rustgomo::rules::Rule;
use rustgomo::search::bench::boards;
use rustgomo::search::{Limits, Searcher, Silent};

/// Depth of the search in plies.
const DEPTH: u32 = 6;
/// Lines of the multi-PV search.
const LINES: u32 = 5;
/// Bytes of the transposition table.
const TABLE_BYTES: usize = 4 << 20;

fn fixed_depth(c: &mut Criterion) {
    // A quiet opening on 15x15.
    let (_, board) = boards().next().expect("positions");
    for (rule, lines) in [(Rule::Freestyle, 1), (Rule::Renju, 1), (Rule::Freestyle, LINES)] {
        let limits = Limits { depth: Some(DEPTH), lines, ..Limits::default() };
        c.bench_function(&format!("search to depth {DEPTH}, {}, lines {lines}", rule.name()), |b| {
            b.iter_batched_ref(
                || Searcher::new(TABLE_BYTES),
                |searcher| searcher.search(&board, rule, &limits, &StopHandle::new(), &mut Silent),
                BatchSize::PerIteration,
            );
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = fixed_depth
}
criterion_main!(benches);
