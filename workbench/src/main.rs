//! The workbench `rustgomo`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rustgomo_workbench::run_workbench()
}
