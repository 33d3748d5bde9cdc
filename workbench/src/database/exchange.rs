//! Import from and export to files.

use std::io;
use std::path::Path;

use lz4_flex::frame::FrameDecoder;

use rustgomo::board::Board;
use rustgomo::database::{Database, DatabaseError, Exchange, library, rapfi, text};
use rustgomo::files;
use rustgomo::geometry::BoardSize;
use rustgomo::record::{RecordFormat, renlib};
use rustgomo::rules::Rule;

/// The first bytes of an LZ4 frame.
const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// Merges a file into a database: a RenLib library, which has rule `rule`, a database of Rapfi, or the text format. Returns
/// the number of positions.
///
/// # Errors
/// [`DatabaseError`] if the file cannot be read or is none of them, or the store fails. What can be read of a damaged library is
/// in the database, and what stands in front of a faulty line may be.
pub fn import(database: &Database, path: &Path, rule: Rule) -> Result<usize, DatabaseError> {
    let bytes = files::read(path, files::MAX_BYTES).map_err(file_error(path))?;
    let count = match renlib::nodes(&bytes) {
        Ok(nodes) => library::import(database, nodes, rule, &|| false),
        Err(_) if bytes.starts_with(&LZ4_MAGIC) => {
            rapfi::import(database, &mut FrameDecoder::new(bytes.as_slice()), &|| false)
        }
        Err(_) if rapfi::is_begun_by(&bytes) => rapfi::import(database, &mut bytes.as_slice(), &|| false),
        Err(_) => text::import(database, &mut bytes.as_slice(), &|| false),
    };
    count.map_err(|error| error.within(path))
}

/// What became of the positions of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Positions in the file.
    pub written: usize,
    /// Positions that are not.
    pub left_out: u64,
    /// Which ones are not.
    pub reason: &'static str,
}

/// Writes a file, replacing an existing one: the tree from the empty board of a rule and size as a RenLib library if its extension
/// is `.lib`, all positions as a database of Rapfi if it is `.db`, else all in the text format.
///
/// # Errors
/// [`DatabaseError`] if the file cannot be written or is the database's own, or the store fails.
pub fn export(
    database: &Database,
    path: &Path,
    (rule, size): (Rule, BoardSize),
) -> Result<Exported, DatabaseError> {
    let [own, other] = [database.path(), path].map(|path| path.canonicalize().ok());
    if own.is_some() && own == other {
        return Err(file_error(path)(io::Error::other("this is the database itself")));
    }
    let write = |exchange: Exchange| exchange.carry_out(database, path, &|| false);
    let (written, reason) = if RecordFormat::of_name(path) == RecordFormat::Lib {
        let reason = "that are not reached from the empty board of the rule and size, move by move";
        (write(Exchange::ToLibrary(Board::new(size), rule)), reason)
    } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("db")) {
        let reason = "of caro or with blocked squares, for which the format has no place";
        (files::write_atomic(path, |out| rapfi::export(database, out, &|| false)), reason)
    } else {
        (write(Exchange::ToText(None)), "that are damaged")
    };
    let written = written.map_err(|error| match error {
        DatabaseError::Stream(source) => file_error(path)(source),
        error => error,
    })?;
    Ok(Exported { written, left_out: database.len()?.saturating_sub(written as u64), reason })
}

/// Adds the file's name to an error.
fn file_error(path: &Path) -> impl Fn(io::Error) -> DatabaseError {
    move |source| DatabaseError::File { path: path.to_owned(), source }
}
