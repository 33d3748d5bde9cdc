//! Requests that name a file, and those about the database's own.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use super::super::super::Context;
use super::FileRequest;
use crate::database::{Database, DatabaseError, library, merge_all, split, text};
use crate::record::renlib;

/// How the database is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Whether there is a database at all: `INFO usedatabase`.
    pub(super) is_on: bool,
    /// What `INFO database_readonly` said. Searches are recorded only if it said that they may be.
    pub(super) is_readonly: Option<bool>,
    /// The database that was named while none was in use.
    pub(super) path: Option<String>,
}

/// Carries out a request with this file. Without a database nothing is said.
pub(super) fn carry_out(request: FileRequest, path: &str, usage: &mut Usage, context: &mut Context) {
    if request == FileRequest::Open {
        usage.path = (!path.is_empty()).then(|| path.to_owned());
        if usage.is_on {
            open(path, context);
        }
        return;
    }
    let Some(database) = context.engine.database().filter(|_| usage.is_on) else { return };
    let reads_only = matches!(request, FileRequest::ToText | FileRequest::ToTextAll | FileRequest::ToLibrary);
    if usage.is_readonly == Some(true) && !reads_only && request != FileRequest::Split {
        return context
            .output
            .line("MESSAGE the database is read-only: INFO database_readonly 0 allows changes");
    }
    match work_with(request, Path::new(path), database, context) {
        Ok(Some((verb, count))) => {
            context.output.line(format_args!("MESSAGE {verb} {count} positions: {}", shown(path)));
        }
        Ok(None) => {}
        Err(error) => context.output.line(format_args!("MESSAGE {}: {error}", shown(path))),
    }
}

/// What was done to how many positions.
fn work_with(
    request: FileRequest,
    path: &Path,
    database: &Database,
    context: &Context,
) -> Result<Option<(&'static str, usize)>, DatabaseError> {
    let rule = context.engine.settings().rule;
    let board = context.engine.game().map(|game| game.board().clone());
    let only = board.as_ref().map(|board| (rule, board.size()));
    Ok(match (request, board) {
        (FileRequest::ToText, _) => Some(("written", write_text(database, path, only)?)),
        (FileRequest::ToTextAll, _) => Some(("written", write_text(database, path, None)?)),
        (FileRequest::FromText, _) => {
            Some(("read", text::import(database, &mut BufReader::new(File::open(path)?))?))
        }
        (FileRequest::FromLibrary, _) => {
            let library = renlib::read(&std::fs::read(path)?)?;
            Some(("read", library::import(database, &library, rule)?))
        }
        (FileRequest::ToLibrary, Some(board)) => {
            let library = library::export(&database.reader()?, &board, rule)?;
            std::fs::write(path, library.to_bytes())?;
            Some(("written", library.nodes.len()))
        }
        (FileRequest::Merge, _) => Some(("merged", merge_all(database, &Database::open_existing(path)?)?)),
        (FileRequest::Split, Some(board)) => {
            Some(("copied", split(database, &Database::open(path)?, &board, rule)?))
        }
        (FileRequest::Open | FileRequest::Ignored | FileRequest::ToLibrary | FileRequest::Split, _) => None,
    })
}

fn write_text(
    database: &Database,
    path: &Path,
    only: Option<(crate::rules::Rule, crate::geometry::BoardSize)>,
) -> Result<usize, DatabaseError> {
    let mut out = BufWriter::new(File::create(path)?);
    let count = text::export(database, &mut out, only)?;
    out.flush()?;
    Ok(count)
}

/// Works with this database from now on; an empty path means with none.
pub(super) fn open(path: &str, context: &mut Context) {
    context.engine.set_database(None);
    if path.is_empty() {
        return;
    }
    context.output.line(format_args!("MESSAGE DATABASE LOAD START {}", shown(path)));
    let opened = Database::open(Path::new(path));
    context.output.line("MESSAGE DATABASE LOAD DONE");
    match opened {
        Ok(database) => context.engine.set_database(Some(database)),
        Err(error) => context.output.line(format_args!("MESSAGE {error}")),
    }
}

/// Tells that all is on the disk, as it is after every change.
pub(super) fn save(context: &mut Context) {
    let Some(path) = context.engine.database().map(|database| database.path().display().to_string()) else {
        return;
    };
    context.output.line(format_args!("MESSAGE DATABASE SAVE START {}", shown(&path)));
    context.output.line("MESSAGE DATABASE SAVE DONE");
}

/// Checks the whole file.
pub(super) fn check(context: &mut Context) {
    let Some(database) = context.engine.database_mut() else { return };
    let found = database.check().and_then(|damaged| Ok((damaged, database.len()?)));
    match found {
        Ok((damaged, count)) => {
            context.output.line(format_args!("MESSAGE {count} positions, {damaged} of them damaged"));
        }
        Err(error) => context.output.line(format_args!("MESSAGE the database failed: {error}")),
    }
}

/// A path on one line.
fn shown(path: &str) -> String {
    path.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
