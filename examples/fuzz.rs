//! Sends random sessions to a protocol: `cargo run --example fuzz -- gtp 10000000`, optionally followed by a
//! seed and a number of threads. Sessions mostly wait for each other's threads, so a few more threads than
//! cores are faster. `records` damages files of games instead, one a line. Without arguments all get 100,000 lines each. In every eighth batch of
//! sessions each line waits for the answers to the one before it. A session that fails is made smaller and
//! shown.

#![expect(clippy::print_stdout, reason = "a program of its own")]

#[path = "../tests/library/fuzzing/mod.rs"]
mod fuzzing;

use std::error::Error;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use fuzzing::check::{Pace, check};
use fuzzing::files::{check_files, files};
use fuzzing::input::session;
use fuzzing::records::{check_record, damaged};
use fuzzing::vocabulary::{ALL, Vocabulary};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

const DEFAULT_LINES: u64 = 100_000;
const DEFAULT_THREADS: usize = 4;
/// Sessions between two looks at the number of lines.
const BATCH: u32 = 100;
/// Longest session in lines, prelude and farewell not counted.
const LONGEST: usize = 400;
/// One of this many batches is sent step by step.
const STEPS: u64 = 8;
const FILES: &str = "file";
const RECORDS: &str = "records";
/// Lines between two reports.
const REPORT: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next();
    let lines = arguments.next().map_or(Ok(DEFAULT_LINES), |count| count.parse())?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let threads = arguments.next().map_or(Ok(DEFAULT_THREADS), |count| count.parse())?;
    let is_wanted = |known: &str| name.as_ref().is_none_or(|name| name == known);
    let chosen: Vec<&'static Vocabulary> = ALL.iter().filter(|known| is_wanted(known.name)).collect();
    if chosen.is_empty() && !is_wanted(FILES) && !is_wanted(RECORDS) {
        return Err(format!(
            "expected {FILES}, {RECORDS} or one of {}",
            ALL.each_ref().map(|known| known.name).join(", ")
        )
        .into());
    }
    for vocabulary in chosen {
        fuzz(vocabulary.name, lines, seed, threads, &|runner, batch, count| {
            let pace = if batch.is_multiple_of(STEPS) { Pace::StepByStep } else { Pace::AtOnce };
            let result = runner.run(&session(vocabulary, LONGEST), |lines| {
                check(vocabulary, &lines, pace).map(count).map_err(TestCaseError::fail)
            });
            result.map_err(|error| error.to_string())
        })?;
    }
    if is_wanted(RECORDS) {
        fuzz(RECORDS, lines, seed, threads, &|runner, _, count| {
            let result = runner.run(&damaged(), |(file, changes)| {
                check_record(file, &changes).map(count).map_err(TestCaseError::fail)
            });
            result.map_err(|error| error.to_string())
        })?;
    }
    if is_wanted(FILES) {
        fuzz(FILES, lines, seed, threads, &|runner, batch, count| {
            let folder = std::env::temp_dir().join(format!("rustgomo-fuzz-{}-{batch}", std::process::id()));
            fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            let result = runner
                .run(&files(), |files| check_files(&folder, &files).map(count).map_err(TestCaseError::fail));
            let removed = fs::remove_dir_all(&folder);
            result.map_err(|error| error.to_string()).and(removed.map_err(|error| error.to_string()))
        })?;
    }
    Ok(())
}

/// Runs the batch with this number and counts its lines.
type RunBatch<'a> = dyn Fn(&mut TestRunner, u64, &dyn Fn(usize)) -> Result<(), String> + Sync + 'a;

/// Runs batches in several threads until enough lines are sent.
fn fuzz(name: &str, wanted: u64, seed: u64, threads: usize, run: &RunBatch) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let (sent, batches) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        while sent.load(Ordering::Relaxed) < wanted {
            let batch = batches.fetch_add(1, Ordering::Relaxed);
            let rng_seed = RngSeed::Fixed(seed.wrapping_mul(1 << 32).wrapping_add(batch));
            let config = Config { cases: BATCH, failure_persistence: None, rng_seed, ..Config::default() };
            let count = |lines: usize| {
                let before = sent.fetch_add(lines as u64, Ordering::Relaxed);
                if before / REPORT != (before + lines as u64) / REPORT {
                    println!("{name}: {before} lines, {:.0} s", started.elapsed().as_secs_f64());
                }
            };
            if let Err(error) = run(&mut TestRunner::new(config), batch, &count) {
                // The others need not go on.
                sent.store(wanted, Ordering::Relaxed);
                return Err(format!("{name}, batch {batch}: {error}"));
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| Err("a thread panicked".to_owned())))
    })?;
    let (lines, sessions) = (sent.into_inner(), batches.into_inner() * u64::from(BATCH));
    let seconds = started.elapsed().as_secs_f64();
    println!("{name}: {lines} lines in {sessions} sessions without a fault, {seconds:.0} s");
    Ok(())
}
