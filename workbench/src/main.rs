//! The workbench `rustgomo`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rustgomo_workbench::cli::run_workbench()
}
