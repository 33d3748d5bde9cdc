//! Writes to and reads from a database of random positions.

#![expect(clippy::expect_used, reason = "the database is new and only used here")]

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rustgomo::board::Board;
use rustgomo::database::{Database, Entry, Key, Lookup, children};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::Rule;

/// Positions in the database that is read, and in one durable batch.
const POSITIONS: usize = 10_000;
const BATCH: usize = 1_000;
/// Stones of a position.
const STONES: std::ops::Range<usize> = 4..30;

fn random_board(random: &mut fastrand::Rng) -> Board {
    let mut board = Board::new(BoardSize::default());
    for _ in 0..random.usize(STONES) {
        // Occupied squares are skipped.
        let _ = board.play(Square::at(random.u8(..15), random.u8(..15)));
    }
    board
}

fn write(database: &Database, boards: &[Board]) {
    let entry = Entry::searched(Score::eval(50), 12);
    let result = database.write(|batch| {
        boards.iter().try_for_each(|board| batch.put(&Key::of(board, Rule::Freestyle), &entry))
    });
    result.expect("the database is written");
}

fn database(c: &mut Criterion) {
    let path = std::env::temp_dir().join(format!("rustgomo-bench-{}.db", std::process::id()));
    let database = Database::open(&path).expect("a new database");
    let mut random = fastrand::Rng::with_seed(1);
    let boards: Vec<Board> = (0..POSITIONS).map(|_| random_board(&mut random)).collect();
    c.bench_function(&format!("write a batch of {BATCH} positions"), |b| {
        b.iter(|| write(&database, &boards[..BATCH]));
    });
    c.bench_function("write one position", |b| b.iter(|| write(&database, &boards[..1])));
    write(&database, &boards);
    let reader = database.reader().expect("a reader");
    let mut next = boards.iter().cycle();
    c.bench_function("find a position", |b| {
        b.iter(|| next.next().map(|board| reader.find(&Key::of(board, Rule::Freestyle)).expect("an answer")));
    });
    c.bench_function("find all children of a position", |b| {
        b.iter(|| next.next().map(|board| children(&reader, board, Rule::Freestyle).expect("answers")));
    });
    drop(reader);
    drop(database);
    std::fs::remove_file(&path).expect("the database is deleted");
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = database
}
criterion_main!(benches);
