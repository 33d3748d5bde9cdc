//! Databases of analysed positions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::{self, JoinHandle};

use pyo3::prelude::*;
use rustgomo::database::{self, Exchange, Key, Lookup, Place, children};
use rustgomo::{BoardSize, Rule};

use crate::analysis::Analysis;
use crate::board::{Board, position};
use crate::convert::{Move, board_size, to_rule, to_square};
use crate::entry::Entry;
use crate::errors::{database as failed, error};
use crate::stop::{Stop, Work};

/// Positions that wait between the reader and Python.
const WAITING: usize = 1_000;

/// Analysed positions in a file that survives a crash. Symmetric positions share an entry.
///
/// One process uses a file at a time. The file is created if it is missing, unless `create` is false.
///
/// >>> with Database(folder / "positions.db") as database:
/// ...     board = Board(moves="h8 i9")
/// ...     database.add(board, Analyst().analyse(board, depth=4))
/// ...     board in database, database.get(board).depth
/// (True, 4)
#[pyclass(frozen, module = "rustgomo")]
pub struct Database {
    store: RwLock<Option<Arc<Mutex<database::Database>>>>,
    path: PathBuf,
    /// The process that opened it.
    process: u32,
    /// Shared with those that read positions, so that they are counted.
    readers: Arc<()>,
}

/// The key of a position. The board is free afterwards, so that it can be changed while work goes on.
fn key_of(board: &Bound<'_, Board>) -> PyResult<Key> {
    let board = board.try_borrow()?;
    Ok(Key::of(board.board(), board.rule()))
}

/// The store as soon as it is free. At a stop before it fails like work that was stopped.
fn free<'a>(
    py: Python<'_>,
    store: &'a Mutex<database::Database>,
    work: &Work<'_>,
) -> PyResult<MutexGuard<'a, database::Database>> {
    work.lock(py, store)?.ok_or_else(|| failed(database::DatabaseError::Interrupted { done: 0 }))
}

/// The rule and size of the positions that are meant; all without a rule.
fn chosen(rule: Option<&str>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Option<(Rule, BoardSize)>> {
    match (rule, size) {
        (None, None) => Ok(None),
        (Some(rule), size) => Ok(Some((to_rule(rule)?, board_size(size)?))),
        (None, Some(_)) => Err(error("expected a rule with a size")),
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // The file belongs to the process that opened it, not to one that was forked.
        if self.process != std::process::id() {
            std::mem::forget(self.store.get_mut().map(Option::take));
        }
    }
}

impl Database {
    fn store(&self) -> PyResult<Arc<Mutex<database::Database>>> {
        if self.process != std::process::id() {
            return Err(failed(format_args!("{} was opened by another process", self.path.display())));
        }
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
        store.clone().ok_or_else(|| failed(format_args!("{} is closed", self.path.display())))
    }

    /// Works with the store without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut database::Database) -> Result<T, database::DatabaseError> + Send,
    ) -> PyResult<T> {
        let store = self.store()?;
        let store = &mut *free(py, &store, &Work::new(None))?;
        py.detach(|| work(store)).map_err(failed)
    }

    /// Carries out an exchange, which Ctrl-C ends.
    fn exchange(
        &self,
        py: Python<'_>,
        exchange: &Exchange,
        path: &Path,
        stop: Option<&Stop>,
    ) -> PyResult<usize> {
        let store = self.store()?;
        let failed = |error| match error {
            database::DatabaseError::Stream(source) => {
                failed(database::DatabaseError::File { path: path.to_owned(), source })
            }
            error => failed(error.within(path)),
        };
        exchange.expect_replaceable(path).map_err(failed)?;
        let work = Work::new(stop);
        let store = &*free(py, &store, &work)?;
        work.run(py, None, |handle| exchange.carry_out(store, path, handle))?.map_err(failed)
    }
}

#[pymethods]
impl Database {
    #[new]
    #[pyo3(signature = (path, *, create = true))]
    fn new(path: PathBuf, create: bool) -> PyResult<Self> {
        let opened =
            if create { database::Database::open(&path) } else { database::Database::open_existing(&path) };
        let store = Arc::new(Mutex::new(opened.map_err(failed)?));
        Ok(Self { store: RwLock::new(Some(store)), path, process: std::process::id(), readers: Arc::new(()) })
    }

    /// What is known of a position; `None` if it is not in the database.
    fn get(&self, py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<Option<Entry>> {
        let key = key_of(board)?;
        Ok(self.with(py, |store| store.reader()?.find(&key))?.map(Entry))
    }

    /// Sets what is known of a position.
    fn put(&self, py: Python<'_>, board: &Bound<'_, Board>, entry: &Bound<'_, Entry>) -> PyResult<()> {
        let (key, entry) = (key_of(board)?, entry.try_borrow()?.0.clone());
        self.with(py, |store| store.write(|batch| batch.put(&key, &entry)))
    }

    /// Merges an analysis with what is known of its position: a deeper value takes the place of another.
    fn add(&self, py: Python<'_>, board: &Bound<'_, Board>, analysis: &Analysis) -> PyResult<()> {
        let (board, rule) = position(board)?;
        let key = Key::of(&board, rule);
        if analysis.size() != board.size() {
            let (expected, found) = (board.size(), analysis.size());
            return Err(error(format_args!("expected an analysis of a board of {expected}, found {found}")));
        }
        let found = analysis.inner();
        let entry = database::Entry::searched(found.score, found.depth);
        self.with(py, |store| store.merge(&[(key, entry)]))
    }

    /// Merges what is known of many positions, pairs of a board and an entry, in one step.
    fn merge(&self, py: Python<'_>, entries: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut all = Vec::new();
        for pair in entries.try_iter()? {
            let (board, entry): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            all.push((key_of(board.cast()?)?, entry.cast::<Entry>()?.try_borrow()?.0.clone()));
        }
        self.with(py, |store| store.merge(&all))
    }

    /// Deletes what is known of a position; returns whether anything was.
    fn delete(&self, py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<bool> {
        let key = key_of(board)?;
        self.with(py, |store| store.write(|batch| batch.remove(&key)))
    }

    /// What is known behind each move, by the names of the squares.
    fn children(&self, py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<BTreeMap<String, Entry>> {
        let (board, rule) = position(board)?;
        let found = self.with(py, |store| children(&store.reader()?, &board, rule))?;
        let named = |(square, entry)| (Move::new(square, board.size()).name(), Entry(entry));
        Ok(found.into_iter().map(named).collect())
    }

    /// The texts on the empty squares of a position, by their names.
    fn texts(&self, py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<BTreeMap<String, String>> {
        let (board, rule) = position(board)?;
        let found = self.with(py, |store| database::texts(&store.reader()?, &board, rule))?;
        Ok(found.into_iter().map(|(square, text)| (Move::new(square, board.size()).name(), text)).collect())
    }

    /// Sets the text on an empty square of a position, without its blanks; an empty one removes it.
    fn set_text(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        square: &Bound<'_, PyAny>,
        text: &str,
    ) -> PyResult<()> {
        let (board, rule) = position(board)?;
        let square = to_square(square, board.size())?;
        if !board.is_empty(square) {
            let name = Move::new(square, board.size()).name();
            return Err(error(format_args!("expected an empty square, found {name}")));
        }
        let place = Place::of(&board, rule);
        let square = place.canonical(square);
        self.with(py, |store| {
            store.write(|batch| batch.edit(&place.key, |entry| entry.set_text(square, text)))
        })
    }

    /// All positions with what is known of them, or those of one rule and size, as pairs of a board without
    /// moves and an entry. They are read a thousand at a time.
    #[pyo3(signature = (rule = None, size = None))]
    fn positions(
        &self,
        py: Python<'_>,
        rule: Option<&str>,
        size: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Positions> {
        let prefix =
            chosen(rule, size)?.map_or_else(Vec::new, |(rule, size)| Key::prefix(rule, size).to_vec());
        let (snapshot, counted) = self.with(py, |store| Ok((store.reader()?, Arc::clone(&self.readers))))?;
        let (sender, found) = sync_channel(WAITING);
        let reader = thread::spawn(move || {
            let result = snapshot.for_each(&prefix, |key, entry| {
                sender.send(Ok((key, entry))).map_err(|_| database::DatabaseError::Interrupted { done: 0 })
            });
            drop(snapshot);
            drop(counted);
            if let Err(error) = result {
                // Nobody waits for more if this fails.
                drop(sender.send(Err(error)));
            }
        });
        Ok(Positions { reading: Mutex::new(Some(Reading { found, reader })), process: self.process })
    }

    /// Exports all positions, or those of one rule and size, as text; returns their number.
    #[pyo3(signature = (path, rule = None, size = None, *, stop = None))]
    fn export_text(
        &self,
        py: Python<'_>,
        path: PathBuf,
        rule: Option<&str>,
        size: Option<&Bound<'_, PyAny>>,
        stop: Option<&Stop>,
    ) -> PyResult<usize> {
        let chosen = chosen(rule, size)?;
        self.exchange(py, &Exchange::ToText(chosen), &path, stop)
    }

    /// Imports text; returns the number of positions.
    #[pyo3(signature = (path, *, stop = None))]
    fn import_text(&self, py: Python<'_>, path: PathBuf, stop: Option<&Stop>) -> PyResult<usize> {
        self.exchange(py, &Exchange::FromText, &path, stop)
    }

    /// Exports a position and everything below it as a RenLib library; returns the number of positions.
    #[pyo3(signature = (path, board, *, stop = None))]
    fn export_library(
        &self,
        py: Python<'_>,
        path: PathBuf,
        board: &Bound<'_, Board>,
        stop: Option<&Stop>,
    ) -> PyResult<usize> {
        let (board, rule) = position(board)?;
        self.exchange(py, &Exchange::ToLibrary(board, rule), &path, stop)
    }

    /// Imports a RenLib library; returns the number of its nodes with a position.
    #[pyo3(signature = (path, rule = "renju", *, stop = None))]
    fn import_library(
        &self,
        py: Python<'_>,
        path: PathBuf,
        rule: &str,
        stop: Option<&Stop>,
    ) -> PyResult<usize> {
        self.exchange(py, &Exchange::FromLibrary(to_rule(rule)?), &path, stop)
    }

    /// Merges the positions of another database file; returns their number.
    #[pyo3(signature = (path, *, stop = None))]
    fn merge_file(&self, py: Python<'_>, path: PathBuf, stop: Option<&Stop>) -> PyResult<usize> {
        self.exchange(py, &Exchange::Merge, &path, stop)
    }

    /// Checks the whole file; returns the number of damaged entries. Not while `positions()` reads it.
    fn check(&self, py: Python<'_>) -> PyResult<usize> {
        let damaged = self.with(py, |store| match Arc::strong_count(&self.readers) {
            1 => store.check().map(Some),
            _ => Ok(None),
        })?;
        damaged.ok_or_else(|| {
            failed(format_args!("{} cannot be checked while its positions are read", self.path.display()))
        })
    }

    /// Closes the file.
    fn close(&self) {
        self.store.write().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = self.with(py, |store| store.len())?;
        usize::try_from(count).map_err(failed)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __contains__(&self, py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<bool> {
        Ok(self.get(py, board)?.is_some())
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        format!("<Database {}>", self.path.display())
    }
}

/// Positions of a database one after the other.
#[pyclass(frozen, module = "rustgomo")]
pub struct Positions {
    /// `None` at the end.
    reading: Mutex<Option<Reading>>,
    /// The process that reads them.
    process: u32,
}

struct Reading {
    found: Receiver<Result<(Key, database::Entry), database::DatabaseError>>,
    reader: JoinHandle<()>,
}

impl Reading {
    /// Ends the reader and waits for it, so that its snapshot of the database has ended, too.
    fn end(self) {
        // Without a receiver the reader goes on no longer.
        drop(self.found);
        drop(self.reader.join());
    }
}

impl Drop for Positions {
    fn drop(&mut self) {
        let Some(reading) = self.reading.get_mut().unwrap_or_else(PoisonError::into_inner).take() else {
            return;
        };
        if self.process == std::process::id() {
            Python::attach(|py| py.detach(|| reading.end()));
        } else {
            // A process that was forked has no such thread.
            std::mem::forget(reading);
        }
    }
}

#[pymethods]
impl Positions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Board, Entry)>> {
        let next = py.detach(|| {
            let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
            let next = reading.as_ref()?.found.recv().ok();
            if next.is_none() {
                reading.take().into_iter().for_each(Reading::end);
            }
            next
        });
        let Some(found) = next else { return Ok(None) };
        let (key, entry) = found.map_err(failed)?;
        let (board, rule) =
            key.position().ok_or_else(|| failed("expected the key of a position, found another"))?;
        Ok(Some((Board::from_parts(board, rule), Entry(entry))))
    }
}
