//! The transposition table, as Yixin-Board asks about it.

use std::path::Path;

use super::HashFile;
use crate::engine::Engine;
use crate::geometry::shortened;

/// How much of the table is in use.
pub(super) fn usage(engine: &Engine) -> String {
    let (permille, kib) = (engine.table_permille(), engine.table_bytes() >> 10);
    format!("MESSAGE hash table of {kib} KiB, {}.{} % in use", permille / 10, permille % 10)
}

/// Writes the table to the file of this name, or reads it from there, and tells how that went.
pub(super) fn carry_out(use_of_file: HashFile, name: &str, engine: &Engine) -> String {
    let path = Path::new(name.trim());
    let (result, done) = match use_of_file {
        HashFile::Dump => (engine.save_table(path), "written to"),
        HashFile::Load => (engine.load_table(path), "read from"),
    };
    let name = shortened(name.trim()).replace(char::is_control, " ");
    match result {
        Ok(count) => format!("MESSAGE {count} entries {done} {name}"),
        Err(error) => format!("MESSAGE {name}: {error}"),
    }
}
