//! Sends random sessions to a protocol: `cargo run --example fuzz -- gtp 10000000`, optionally followed by a
//! seed and a number of threads. Sessions mostly wait for each other's threads, so a few more threads than
//! cores are faster. `records` damages files of games instead, one a line, and `memory` large ones, of which
//! it tells how much memory they take to be read. Without arguments all get 100,000 lines each. In every
//! eighth batch of sessions each line waits for the answers to the one before it. A session that fails is
//! made smaller and shown.

#![expect(clippy::print_stdout, reason = "a program of its own")]

#[path = "../tests/library/fuzzing/mod.rs"]
mod fuzzing;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use peak_alloc::PeakAlloc;

use fuzzing::check::{Pace, check};
use fuzzing::files::{check_files, files};
use fuzzing::input::session;
use fuzzing::records::{check_record, damaged, damaged_file};
use fuzzing::vocabulary::{ALL, Vocabulary};
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use rustgomo::Rule;
use rustgomo::record::RecordReader;

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
const MEMORY: &str = "memory";
/// Size of the files whose memory is measured: what is the same for files of all sizes no longer counts.
const LARGE_BYTES: usize = 1 << 18;
/// Lines between two reports.
const REPORT: u64 = 1_000_000;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next();
    let lines = arguments.next().map_or(Ok(DEFAULT_LINES), |count| count.parse())?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let threads = arguments.next().map_or(Ok(DEFAULT_THREADS), |count| count.parse())?;
    let is_wanted = |known: &str| name.as_ref().is_none_or(|name| name == known);
    let chosen: Vec<&'static Vocabulary> = ALL.iter().filter(|known| is_wanted(known.name)).collect();
    if chosen.is_empty() && ![FILES, RECORDS, MEMORY].into_iter().any(is_wanted) {
        return Err(format!(
            "expected {FILES}, {RECORDS}, {MEMORY} or one of {}",
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
    if is_wanted(MEMORY) {
        measure(lines, seed)?;
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

/// Repeats a part of a file until it is large, and returns the part.
fn grow(bytes: &mut Vec<u8>, place: Index, length: u8) -> Vec<u8> {
    let at = place.index(bytes.len() + 1);
    let part = bytes[at..(at + usize::from(length)).min(bytes.len())].to_vec();
    if !part.is_empty() {
        bytes.splice(at..at, part.repeat(LARGE_BYTES / part.len() + 1));
    }
    part
}

/// Tells of each format how many times its size a large damaged file takes to be read, with the file itself,
/// at most.
fn measure(files: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let rng_seed = RngSeed::Fixed(seed);
    let config = Config { cases: files as u32, failure_persistence: None, rng_seed, ..Config::default() };
    let most = RefCell::new(BTreeMap::new());
    let reader = RecordReader::new(Rule::Renju);
    TestRunner::new(config).run(
        &(damaged(), any::<Index>(), 1..80_u8),
        |((file, changes), place, length)| {
            let (name, mut bytes) = damaged_file(file, &changes);
            let part = grow(&mut bytes, place, length);
            for is_whole in [false, true] {
                let before = ALLOCATED.current_usage();
                ALLOCATED.reset_peak_usage();
                let mut open = reader.open(name, &bytes[..]);
                // One game after another, as the tools read them.
                while if is_whole { open.next_tree().is_some() } else { open.next_game().is_some() } {}
                drop(open);
                let taken = (ALLOCATED.peak_usage() - before + bytes.len()) as f64 / bytes.len() as f64;
                let mut most = most.borrow_mut();
                let known = most.entry((name, is_whole)).or_insert((0.0, String::new()));
                if bytes.len() >= LARGE_BYTES && taken > known.0 {
                    *known = (taken, format!("{:?}", String::from_utf8_lossy(&part)));
                }
            }
            Ok(())
        },
    )?;
    for ((name, is_whole), (times, part)) in most.into_inner() {
        let what = if is_whole { "with variations" } else { "games" };
        println!("{MEMORY}: {}, {what}: {times:.1} times its bytes, with {part} repeated", name.display());
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
