//! Yixin-Board's commands about the transposition table.

use crate::engine::{Engine, TableFile, TableReport};
use crate::geometry::shortened;

/// The size of the table and the part in use.
pub(super) fn usage(engine: &Engine) -> String {
    let (bytes, permille) = engine.search().table_usage();
    let kib = bytes >> 10;
    format!("MESSAGE hash table of {kib} KiB, {}.{} % in use", permille / 10, permille % 10)
}

/// The result of saving or loading.
pub(super) fn report(report: &TableReport) -> String {
    let (path, done) = match &report.file {
        TableFile::Save(path) => (path, "written to"),
        TableFile::Load(path) => (path, "read from"),
    };
    let name = shortened(&path.to_string_lossy()).replace(char::is_control, " ");
    match &report.outcome {
        Ok(count) => format!("MESSAGE {count} entries {done} {name}"),
        Err(error) => format!("MESSAGE {name}: {error}"),
    }
}
