//! Tests of the match runner with misbehaving engines.
//!
//! The executable of this test is also the engines: with `engine NAME` it plays as one, so that no helper
//! program is needed. It has a main function instead of the test harness.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "the executable is a test, and its output is what an engine says"
)]

mod checks;
mod engines;

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Number of concurrent checks, which mostly wait for engines that do not answer.
const PARALLEL: usize = 4;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, name, rest @ ..] = &arguments[..]
        && word == "engine"
    {
        engines::play(name, rest.first().map(String::as_str));
        return ExitCode::SUCCESS;
    }
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let is_listing = arguments.iter().any(|argument| argument == "--list");
    let is_wanted = |name: &str| filter.is_none_or(|filter| name.contains(filter.as_str()));
    let wanted = checks::ALL.into_iter().filter(|(name, _)| is_wanted(name));
    if is_listing {
        wanted.for_each(|(name, _)| println!("{name}: test"));
    } else {
        run(wanted);
    }
    ExitCode::SUCCESS
}

/// Runs all checks and panics at the end if one failed.
fn run(checks: impl Iterator<Item = (&'static str, fn())> + Send) {
    let queue = Mutex::new(checks);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..PARALLEL {
            scope.spawn(|| {
                while let Some((name, check)) = next() {
                    check();
                    println!("test {name} ... ok");
                }
            });
        }
    });
}
