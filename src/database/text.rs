//! Export and import of entries as [text](crate::entries::text).

use std::io::{BufRead, Write};

use super::batch_importer::BatchImporter;
use super::error::go_on;
use super::{Database, DatabaseError, Key};
pub use crate::entries::text::KIND;
use crate::entries::text::{HEADING, ImportTexts, line, read};
use crate::geometry::BoardSize;
use crate::rules::Rule;
use crate::stop::StopHandle;

/// Writes all entries, or those of one rule and size, and returns their number.
///
/// # Errors
/// [`DatabaseError`] if the store or the output fails, or [`DatabaseError::Interrupted`].
pub fn export(
    database: &Database,
    out: &mut dyn Write,
    only: Option<(Rule, BoardSize)>,
    stop: &StopHandle,
) -> Result<usize, DatabaseError> {
    writeln!(out, "{HEADING}")?;
    let prefix = only.map(|(rule, size)| Key::prefix(rule, size));
    let mut index = 0;
    database.reader()?.for_each(prefix.as_ref().map_or(&[], |prefix| prefix.as_slice()), |key, entry| {
        go_on(stop, 0)?;
        let Some((board, rule)) = key.position() else { return Ok(()) };
        writeln!(out, "{index},{}", line(&board, rule, &entry))?;
        index += 1;
        Ok(())
    })?;
    out.flush()?;
    Ok(index)
}

/// [Reads](read) entries, merges them into the database and returns their number. Depths are clamped to those
/// that the database holds, up to [`MAX_DEPTH`](super::MAX_DEPTH).
///
/// # Errors
/// [`DatabaseError`] for a file without entries and our heading, and for the first line that is no entry;
/// what stood before is in the database then. Or if the store or the input fails, or
/// [`DatabaseError::Interrupted`].
pub fn import(
    database: &Database,
    input: &mut dyn BufRead,
    stop: &StopHandle,
    texts: &mut ImportTexts,
) -> Result<usize, DatabaseError> {
    let mut importer = BatchImporter::new(database, stop);
    let read = read(input, texts, |key, entry| importer.put(key, entry));
    importer.end(read)
}
