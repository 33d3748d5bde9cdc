//! Sends random sessions to a protocol until so many lines were sent: `cargo run --release --example fuzz -- gtp 10000000`. Without arguments
//! all protocols get 100,000 lines each. A session that fails is made smaller and shown.

#![expect(clippy::print_stdout, reason = "a program of its own")]

#[path = "../tests/library/fuzzing/mod.rs"]
mod fuzzing;

use std::error::Error;
use std::time::Instant;

use fuzzing::check::check;
use fuzzing::input::session;
use fuzzing::vocabulary::{ALL, Vocabulary};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

const DEFAULT_LINES: u64 = 100_000;
/// Sessions between two looks at the number of lines.
const BATCH: u32 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next();
    let lines = arguments.next().map_or(Ok(DEFAULT_LINES), |count| count.parse())?;
    let chosen: Vec<&'static Vocabulary> =
        ALL.iter().filter(|known| name.as_ref().is_none_or(|name| name == known.name)).collect();
    if chosen.is_empty() {
        return Err(format!("expected one of {}", ALL.each_ref().map(|known| known.name).join(", ")).into());
    }
    for vocabulary in chosen {
        fuzz(vocabulary, lines)?;
    }
    Ok(())
}

fn fuzz(vocabulary: &'static Vocabulary, wanted: u64) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let (mut sent, mut sessions) = (0, 0_u64);
    while sent < wanted {
        let config = Config { cases: BATCH, failure_persistence: None, ..Config::default() };
        let count = std::cell::Cell::new(0_u64);
        let result = TestRunner::new(config).run(&session(vocabulary), |lines| {
            count.set(count.get() + lines.len() as u64);
            check(vocabulary, &lines).map_err(TestCaseError::fail)
        });
        result.map_err(|error| error.to_string())?;
        sent += count.get();
        sessions += u64::from(BATCH);
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{}: {sent} lines in {sessions} sessions without a fault, {seconds:.0} s", vocabulary.name);
    Ok(())
}
