//! Fills a database with random positions and measures it: `cargo run --release --example database_speed -- 1000000`. Without an
//! argument it is 100,000 positions. The file lies in the folder for temporary files and is deleted at the end.

#![expect(clippy::print_stdout, reason = "a program of its own")]

use std::error::Error;
use std::time::Instant;

use rustgomo::board::Board;
use rustgomo::database::{Database, Entry, Key, Lookup, children};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::Rule;

const DEFAULT_POSITIONS: usize = 100_000;
/// Positions that become durable in one step, as in imports.
const BATCH: usize = 10_000;
/// Single durable writes, and looks at all moves of a position.
const FEW: usize = 1000;
const QUERIES: usize = 200_000;
/// Stones of a position.
const STONES: std::ops::Range<usize> = 4..30;

fn main() -> Result<(), Box<dyn Error>> {
    let positions = std::env::args().nth(1).map_or(Ok(DEFAULT_POSITIONS), |count| count.parse())?;
    let path = std::env::temp_dir().join(format!("rustgomo-speed-{}.db", std::process::id()));
    let result = measure(&path, positions);
    std::fs::remove_file(&path)?;
    result
}

fn measure(path: &std::path::Path, positions: usize) -> Result<(), Box<dyn Error>> {
    let mut random = fastrand::Rng::with_seed(1);
    let database = Database::open(path)?;
    let started = Instant::now();
    for start in (0..positions).step_by(BATCH) {
        database.write(|batch| {
            for _ in start..positions.min(start + BATCH) {
                batch.put(&Key::of(&board(&mut random), Rule::Freestyle), &entry(&mut random))?;
            }
            Ok(())
        })?;
    }
    report("written in batches", positions, started);
    let started = Instant::now();
    for _ in 0..FEW {
        database
            .write(|batch| batch.put(&Key::of(&board(&mut random), Rule::Freestyle), &entry(&mut random)))?;
    }
    report("single durable writes", FEW, started);
    drop(database);

    let started = Instant::now();
    let mut database = Database::open(path)?;
    println!("opened in {:.3} s", started.elapsed().as_secs_f64());
    // The same positions again, from the same seed.
    let mut random = fastrand::Rng::with_seed(1);
    let asked: Vec<Board> = (0..positions.min(QUERIES))
        .map(|_| {
            let board = board(&mut random);
            drop(entry(&mut random));
            board
        })
        .collect();
    let started = Instant::now();
    let reader = database.reader()?;
    let mut found = 0;
    for board in &asked {
        found += usize::from(reader.find(&Key::of(board, Rule::Freestyle))?.is_some());
    }
    report("queries", asked.len(), started);
    assert_eq!(found, asked.len());
    let started = Instant::now();
    for board in asked.iter().take(FEW) {
        children(&reader, board, Rule::Freestyle)?;
    }
    report("looks at all moves of a position", asked.len().min(FEW), started);
    drop(reader);
    let bytes = std::fs::metadata(path)?.len();
    let count = database.len()?;
    println!("{count} positions in {bytes} bytes, {:.1} each", bytes as f64 / count as f64);
    let started = Instant::now();
    database.compact()?;
    let bytes = std::fs::metadata(path)?.len();
    println!(
        "compact: {bytes} bytes, {:.1} each, in {:.1} s",
        bytes as f64 / count as f64,
        started.elapsed().as_secs_f64()
    );
    let started = Instant::now();
    let damaged = database.check()?;
    println!("checked in {:.1} s, {damaged} damaged", started.elapsed().as_secs_f64());
    Ok(())
}

fn board(random: &mut fastrand::Rng) -> Board {
    let mut board = Board::new(BoardSize::default());
    for _ in 0..random.usize(STONES) {
        // An occupied square is left out.
        let _ = board.play(Square::at(random.u8(..15), random.u8(..15)));
    }
    board
}

fn entry(random: &mut fastrand::Rng) -> Entry {
    Entry::searched(Score::eval(random.i32(-5000..5000)), random.u32(1..40))
}

fn report(what: &str, count: usize, started: Instant) {
    let seconds = started.elapsed().as_secs_f64();
    println!("{count} {what} in {seconds:.2} s: {:.0} a second", count as f64 / seconds);
}
