//! `rustgomo gtp-regress`.

use std::io;
use std::path::Path;

use super::common::Outcome;
use crate::protocol::gtp::regress::run;

/// Runs the tests of a file; fine if none failed.
pub(in crate::cli) fn regress(file: &Path) -> Outcome {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let summary = run(&text, &mut io::stdout()).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(summary.failed == 0)
}
