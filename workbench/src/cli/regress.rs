//! `rustgomo gtp-regress`.

use std::path::Path;

use super::common::{ToolResult, write_report};
use crate::gtp_regress::run;
use rustgomo::files;

/// Runs the tests of a file; true if none failed.
pub(super) fn regress(file: &Path, json: bool) -> ToolResult {
    let text =
        files::read_text(file, files::MAX_BYTES).map_err(|error| format!("{}: {error}", file.display()))?;
    let report = run(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    write_report(json, &report, |report, out| report.write(out))?;
    Ok(report.failed == 0)
}
