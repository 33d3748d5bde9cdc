//! Import from and export to files.

use std::io;
use std::path::Path;

use lz4_flex::frame::FrameDecoder;

use rustgomo::board::Board;
use rustgomo::database::rapfi::{self, Exported};
use rustgomo::database::{Database, DatabaseError, Exchange, library, text};
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
    let exchange = match RecordFormat::of_name(path) {
        RecordFormat::Lib => Exchange::ToLibrary(Board::new(size), rule),
        _ => Exchange::ToText(None),
    };
    let exported = if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("db")) {
        files::write_atomic(path, |out| rapfi::export(database, out, &|| false))
    } else {
        exchange.carry_out(database, path, &|| false).map(|written| Exported { written, left_out: 0 })
    };
    exported.map_err(|error| match error {
        DatabaseError::Stream(source) => file_error(path)(source),
        error => error,
    })
}

/// Adds the file's name to an error.
fn file_error(path: &Path) -> impl Fn(io::Error) -> DatabaseError {
    move |source| DatabaseError::File { path: path.to_owned(), source }
}
