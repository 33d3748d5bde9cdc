//! Files of games.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyString;
use rustgomo::files;
use rustgomo::record::tree::{GameTree, LeftOut};
use rustgomo::record::{
    CodePage, GameRecord, Note, Reading, RecordFile, RecordFormat, RecordReader, renlib, sgf,
};

use crate::convert::to_rule;
use crate::errors::{error, file, record, warn};
use crate::format::{warn_of_lost, write_bytes};
use crate::game::Game;
use crate::tree::{Node, Tree};

/// How records are read; `rule` is that of games that name none.
fn reader(rule: Option<&str>, encoding: Option<&str>) -> PyResult<RecordReader> {
    let code_page = encoding.map(str::parse).transpose().map_err(error)?;
    Ok(RecordReader { rule: rule.map(to_rule).transpose()?, code_page })
}

/// What a text or the bytes of a file hold. A text needs no decoding, whatever code page it names.
fn parse<T>(
    content: &Bound<'_, PyAny>,
    mut reader: RecordReader,
    read: impl Fn(&RecordReader, &Path, &[u8]) -> Result<Reading<T>, rustgomo::record::RecordError>,
) -> PyResult<Vec<T>> {
    let bytes = if content.is_instance_of::<PyString>() {
        reader.code_page = Some(CodePage::UTF_8);
        content.extract::<String>()?.into_bytes()
    } else {
        content.extract()?
    };
    let Reading { games, notes, .. } = read(&reader, Path::new(""), &bytes).map_err(record)?;
    notes.iter().try_for_each(|note| warn(content.py(), &note.to_string()))?;
    Ok(games)
}

/// Reads all games of a text or of the bytes of a file, in any format; `rule` is that of games without one,
/// by default renju in RenLib's files and else freestyle, `encoding` the code page of bytes, which is found
/// otherwise. Warns of what was left out.
///
/// >>> [len(game) for game in loads("h8 i9\nh8 i9 j10")]
/// [2, 3]
#[pyfunction]
#[pyo3(signature = (content, rule = None, *, encoding = None))]
pub fn loads(content: &Bound<'_, PyAny>, rule: Option<&str>, encoding: Option<&str>) -> PyResult<Vec<Game>> {
    let games = parse(content, reader(rule, encoding)?, RecordReader::games)?;
    Ok(games.into_iter().map(Game).collect())
}

/// The same with variations, comments and marks; returns the root of each tree.
#[pyfunction]
#[pyo3(signature = (content, rule = None, *, encoding = None))]
pub fn loads_trees(
    content: &Bound<'_, PyAny>,
    rule: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Vec<Node>> {
    let trees = parse(content, reader(rule, encoding)?, RecordReader::trees)?;
    trees.into_iter().map(|tree| Tree::root_of(content.py(), tree)).collect()
}

/// Whether a file of a folder may hold games, by its ending and the beginning of a text.
#[pyfunction]
pub fn may_hold_games(path: PathBuf) -> bool {
    rustgomo::record::may_hold_games(&path)
}

/// Writes games, or trees given by one of their nodes, into a file in the format of its ending, and warns of
/// what it cannot hold. An old file is replaced in one step.
#[pyfunction]
pub fn write(path: PathBuf, games: &Bound<'_, PyAny>) -> PyResult<()> {
    let format = RecordFormat::of_name(&path);
    let mut trees = Vec::new();
    for item in games.try_iter()? {
        let item = item?;
        trees.push(match item.cast::<Game>() {
            Ok(game) => GameTree::from(&game.try_borrow()?.0),
            Err(_) => item.cast::<Node>()?.get().tree_inner(item.py())?,
        });
    }
    if format.holds_one_game() && trees.len() != 1 {
        return Err(record(format_args!(
            "expected one game, since the format holds no more, found {}",
            trees.len()
        )));
    }
    let mut left_out = LeftOut::new();
    let bytes = match format {
        RecordFormat::Lib => {
            let library = renlib::write_trees_in(&trees, None, None).map_err(record)?;
            left_out = library.left_out;
            library.bytes
        }
        RecordFormat::Sgf => trees.iter().map(sgf::write_tree).collect::<String>().into_bytes(),
        _ => {
            let games = trees.iter().map(|tree| format.write(&tree.main_line()));
            games.collect::<Result<Vec<_>, _>>().map_err(record)?.concat()
        }
    };
    write_bytes(&path, &bytes)?;
    let name = path.display().to_string();
    warn_of_lost(games.py(), &name, format, &trees)?;
    let left_out: Vec<_> = left_out.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
    if left_out.is_empty() {
        return Ok(());
    }
    warn(
        games.py(),
        &format!("{name}: the games differ in what one tree holds once: {}", left_out.join(", ")),
    )
}

/// Games of a file, read one at a time: a collection of any length takes no more memory than its text.
///
/// `rustgomo.read` gives the games of files and folders.
#[pyclass(frozen, module = "rustgomo")]
pub struct Games {
    state: Mutex<State>,
    path: PathBuf,
    has_trees: bool,
}

struct State {
    file: RecordFile<'static>,
    /// Notes that were told.
    told: usize,
}

impl Games {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (path, rule = None, *, trees = false, encoding = None))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        rule: Option<&str>,
        trees: bool,
        encoding: Option<&str>,
    ) -> PyResult<Self> {
        let reader = reader(rule, encoding)?;
        let open = || Ok(reader.open(&path, files::read(&path, files::MAX_BYTES)?));
        let file = py.detach(open).map_err(file(&path))?;
        Ok(Self { state: Mutex::new(State { file, told: 0 }), path, has_trees: trees })
    }

    /// What is to be told of the file as far as it was read.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.state().file.notes().iter().map(ToString::to_string).collect()
    }

    /// The code page of its texts; `None` while all are plain ASCII.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.state().file.code_page().map(CodePage::name)
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next game. Raises `RecordError` for one that cannot be read; those behind it follow. Warns of what
    /// was left out.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let (found, told) = py.detach(|| self.next());
        let path = self.path.display();
        told.iter().try_for_each(|note| warn(py, &format!("{path}: {note}")))?;
        let found = found.transpose().map_err(|error| record(format_args!("{path}: {error}")))?;
        match found {
            None => Ok(None),
            Some(Found::Game(game)) => Ok(Some(Py::new(py, Game(game))?.into_any())),
            Some(Found::Tree(tree)) => Ok(Some(Py::new(py, Tree::root_of(py, tree)?)?.into_any())),
        }
    }
}

enum Found {
    Game(GameRecord),
    Tree(GameTree),
}

impl Games {
    /// The next game, and what is new to be told.
    fn next(&self) -> (Option<Result<Found, rustgomo::record::RecordError>>, Vec<Note>) {
        let mut state = self.state();
        let State { file, told } = &mut *state;
        let found = if self.has_trees {
            file.next_tree().map(|tree| tree.map(Found::Tree))
        } else {
            file.next_game().map(|game| game.map(Found::Game))
        };
        let new = file.notes()[*told..].to_vec();
        *told += new.len();
        (found, new)
    }
}
