//! `rustgomo gtp-regress`.

use std::io;
use std::path::Path;

use super::common::{ToolResult, write_json};
use crate::gtp_regress::run;
use rustgomo::files;

/// Runs the tests of a file; fine if none failed.
pub(in crate::cli) fn regress(file: &Path, json: bool) -> ToolResult {
    let text =
        files::read_text(file, files::MAX_BYTES).map_err(|error| format!("{}: {error}", file.display()))?;
    let report = run(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    if json {
        write_json(&mut io::stdout(), &report)?;
    } else {
        report.write(&mut io::stdout())?;
    }
    Ok(report.failed == 0)
}
