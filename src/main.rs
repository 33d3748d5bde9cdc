//! The brain `pbrain-rustgomo`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rustgomo::cli::run_brain(std::env::args_os().skip(1))
}
