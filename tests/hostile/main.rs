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
    for (name, check) in checks::ALL {
        if filter.is_some_and(|filter| !name.contains(filter.as_str())) {
            continue;
        }
        if is_listing {
            println!("{name}: test");
        } else {
            check();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}
