//! Requests with files, and about the database's own file.

use std::path::Path;

use super::super::super::Context;
use super::FileRequest;
use super::snapshot::Snapshot;
use crate::database::Exchange;
use crate::engine::{DatabaseTally, DatabaseWork, DatabaseWorkReport};

/// The reply to a change of a read-only database.
pub(super) const READ_ONLY: &str =
    "MESSAGE the database is read-only: INFO database_readonly 0 allows changes";

/// The reply to what needs a position before there is one.
pub(super) const NO_BOARD: &str = "MESSAGE expected a board to be started first";

/// How the database is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Whether a database is used: `INFO usedatabase`.
    pub(super) is_on: bool,
    /// The value of `INFO database_readonly`. Searches are recorded only after a 0.
    pub(super) is_readonly: Option<bool>,
    /// The database to open when it is turned on.
    pub(super) path: Option<String>,
    /// Whether the manager is the original Yixin-Board, which reads every database message as one about a
    /// square.
    pub(super) is_original: bool,
}

impl Usage {
    /// Turns the database on or off. One that is open already is not opened again, which takes time.
    pub(super) fn switch(&mut self, is_on: bool, context: &mut Context) {
        if is_on && self.is_on && context.engine.database().get().is_some() {
            return;
        }
        self.is_on = is_on;
        if !is_on {
            context.engine.set_database(None);
        } else if let Some(path) = self.path.clone() {
            open(&path, self, context);
        }
    }
}

/// Carries out a request with this file. Does nothing without a database.
pub(super) fn carry_out(
    request: FileRequest,
    path: &str,
    snapshot: Snapshot,
    usage: &mut Usage,
    context: &mut Context,
) {
    if request == FileRequest::Open {
        usage.path = (!path.is_empty()).then(|| path.to_owned());
        if usage.is_on {
            open(path, usage, context);
        }
        return;
    }
    if !usage.is_on || context.engine.database().get().is_none() || request == FileRequest::Ignored {
        return;
    }
    let Some(exchange) = exchange(request, snapshot) else { return context.output.line(NO_BOARD) };
    if usage.is_readonly == Some(true) && !exchange.only_reads() {
        return context.output.line(READ_ONLY);
    }
    if let Err(error) = context.engine.exchange(exchange, Path::new(path)) {
        context.output.line(format_args!("MESSAGE {}: {error}", shown(path)));
    }
}

/// The exchange of a request; `None` without a position to do it with.
fn exchange(request: FileRequest, Snapshot { rule, board }: Snapshot) -> Option<Exchange> {
    Some(match request {
        FileRequest::ToText => Exchange::ToText(board.map(|board| (rule, board.size()))),
        FileRequest::ToTextAll => Exchange::ToText(None),
        FileRequest::FromText => Exchange::FromText,
        FileRequest::FromLibrary => Exchange::FromLibrary(rule),
        FileRequest::ToLibrary => Exchange::ToLibrary(board?, rule),
        FileRequest::Merge => Exchange::Merge,
        FileRequest::Split => Exchange::Split(board?, rule),
        FileRequest::Open | FileRequest::Ignored => return None,
    })
}

/// The lines about work that has ended.
pub(super) fn report(report: &DatabaseWorkReport, usage: &Usage) -> Vec<String> {
    let path = shown(&report.path.to_string_lossy());
    match (&report.work, &report.outcome) {
        (DatabaseWork::Open, Ok(_)) if usage.is_original => vec![format!("MESSAGE opened: {path}")],
        (DatabaseWork::Open, outcome) => loaded(outcome.as_ref().err().map(String::as_str), usage),
        (DatabaseWork::Check, Ok(DatabaseTally { positions, damaged })) => {
            vec![format!("MESSAGE {positions} positions, {damaged} of them damaged")]
        }
        (DatabaseWork::Delete(_), Ok(DatabaseTally { positions, .. })) => {
            vec![format!("MESSAGE deleted {positions} positions")]
        }
        (DatabaseWork::Check, Err(error)) => vec![failure(error)],
        (DatabaseWork::Delete(_), Err(error)) => vec![format!("MESSAGE nothing was deleted: {error}")],
        (DatabaseWork::Exchange(exchange), Ok(DatabaseTally { positions, .. })) => {
            vec![format!("MESSAGE {} {positions} positions: {path}", verb(exchange))]
        }
        (DatabaseWork::Exchange(_), Err(error)) => vec![format!("MESSAGE {path}: {error}")],
    }
}

/// The end of opening a file, which Yixin-Board waits for even after an error.
fn loaded(error: Option<&str>, usage: &Usage) -> Vec<String> {
    let told = error.map(|error| format!("MESSAGE {}", shown(error)));
    let end = (!usage.is_original).then(|| "MESSAGE DATABASE LOAD DONE".to_owned());
    told.into_iter().chain(end).collect()
}

const fn verb(exchange: &Exchange) -> &'static str {
    match exchange {
        Exchange::ToText(_) | Exchange::ToLibrary(..) => "written",
        Exchange::FromText | Exchange::FromLibrary(_) => "read",
        Exchange::Merge => "merged",
        Exchange::Split(..) => "copied",
    }
}

pub(super) fn failure(error: &str) -> String {
    format!("MESSAGE the database failed: {error}")
}

/// Opens this database; an empty path closes it.
fn open(path: &str, usage: &Usage, context: &mut Context) {
    context.engine.set_database(None);
    if path.is_empty() {
        return;
    }
    if !usage.is_original {
        context.output.line(format_args!("MESSAGE DATABASE LOAD START {}", shown(path)));
    }
    if let Err(error) = context.engine.open_database(Path::new(path)) {
        context.output.lines(loaded(Some(&error.to_string()), usage));
    }
}

/// Reports that all changes are on the disk, as they always are.
pub(super) fn save(usage: &Usage, context: &mut Context) {
    let Some(path) = context.engine.database().get().map(|database| database.path().display().to_string())
    else {
        return;
    };
    if usage.is_original {
        return context.output.line(format_args!("MESSAGE saved: {}", shown(&path)));
    }
    context.output.line(format_args!("MESSAGE DATABASE SAVE START {}", shown(&path)));
    context.output.line("MESSAGE DATABASE SAVE DONE");
}

/// Checks the whole file.
pub(super) fn check(context: &mut Context) {
    if context.engine.database().get().is_none() {
        return;
    }
    if let Err(error) = context.engine.check_database() {
        context.output.line(failure(&error.to_string()));
    }
}

/// A path, or a message with one, on one line.
fn shown(text: &str) -> String {
    text.replace(char::is_control, " ")
}
