//! The brain on the standard streams.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use super::networks::networks;
use crate::engine::VERSION;
use crate::eval::Networks;
use crate::protocol::gomocup::Gomocup;
use crate::protocol::session;

/// Exit code of a command line that cannot be carried out.
const USAGE_ERROR: u8 = 2;

/// Runs `pbrain-rustgomo` with its arguments, the program's own name left out. `--version` prints the version with its
/// commit and instruction set, `bench` with an optional depth runs the benchmark, `--network FILE` (also several times) and
/// `--classical` choose the evaluation; all others are ignored.
pub fn run_brain(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<String> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
    match words.first().map(String::as_str) {
        Some("--version") => exit_code(writeln!(io::stdout(), "pbrain-rustgomo {VERSION}").is_ok()),
        Some("bench") => {
            let depth = words.get(1).and_then(|depth| depth.parse().ok());
            exit_code(crate::tools::bench::run(&mut io::stdout(), depth).is_ok())
        }
        _ => match networks(&files_of_options(&words), words.iter().any(|word| word == "--classical")) {
            Ok(networks) => play(networks),
            Err(error) => {
                // Nobody is left to tell if standard error is closed.
                let _ = writeln!(io::stderr(), "error: {error}");
                ExitCode::from(USAGE_ERROR)
            }
        },
    }
}

/// The words behind each `--network`.
fn files_of_options(words: &[String]) -> Vec<PathBuf> {
    let pairs = words.windows(2).filter(|pair| pair[0] == "--network");
    pairs.map(|pair| PathBuf::from(&pair[1])).collect()
}

fn play(networks: Networks) -> ExitCode {
    // Managers merge the error stream into the output, or never read it and block us.
    panic::set_hook(Box::new(|_| {}));
    let mut protocol = Gomocup::new();
    let outcome = session::run_with(io::stdin(), &mut io::stdout(), &mut protocol, seed(), networks);
    exit_code(outcome.is_ok())
}

/// A different choice of openings in every run.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos())
}

pub(super) fn exit_code(is_fine: bool) -> ExitCode {
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
