//! The workbench `rustgomo`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rustgomo::cli::run_workbench()
}
