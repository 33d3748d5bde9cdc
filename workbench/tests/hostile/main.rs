//! Engines that misbehave, and what the match runner makes of them.
//!
//! The executable of this test is also the engines: called with `engine NAME` it plays one. So no helper program has to
//! be built or shipped; the price is a main function in place of the usual harness.

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

/// Checks at a time. Nearly all of their time is waiting for engines that do not answer.
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

/// Runs all, and panics in the end if one does.
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
