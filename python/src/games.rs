//! Files of games.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::vec;

use pyo3::prelude::*;
use rustgomo::record::tree::GameTree;
use rustgomo::record::{GameRecord, Piece, Pieces, RecordFormat, renlib, sgf};
use rustgomo::{Rule, files};

use crate::convert::to_rule;
use crate::errors::{error, file, record};
use crate::game::Game;
use crate::tree::{Node, Tree};

/// The format of this name.
pub(crate) fn format_of_name(name: &str) -> PyResult<RecordFormat> {
    match name {
        "txt" | "sgf" | "psq" | "lib" | "sav" | "pos" => {
            Ok(RecordFormat::of_name(&PathBuf::from(format!("x.{name}"))))
        }
        _ => Err(error(format_args!("expected one of txt, sgf, psq, lib, sav and pos, found {name:?}"))),
    }
}

/// The bytes of a text or of bytes.
fn to_bytes(content: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match content.extract::<String>() {
        Ok(text) => Ok(text.into_bytes()),
        Err(_) => content.extract(),
    }
}

/// Reads all games of a text or of the bytes of a file, in any format; `rule` is that of games without one.
///
/// >>> [len(game) for game in loads("h8 i9\nh8 i9 j10")]
/// [2, 3]
#[pyfunction]
#[pyo3(signature = (content, rule = "freestyle"))]
pub fn loads(content: &Bound<'_, PyAny>, rule: &str) -> PyResult<Vec<Game>> {
    let (bytes, rule) = (to_bytes(content)?, to_rule(rule)?);
    let games = rustgomo::record::read_bytes(&bytes, rule).map_err(record)?;
    Ok(games.into_iter().map(Game).collect())
}

/// The same with variations, comments and marks; returns the root of each tree.
#[pyfunction]
#[pyo3(signature = (content, rule = "freestyle"))]
pub fn loads_trees(py: Python<'_>, content: &Bound<'_, PyAny>, rule: &str) -> PyResult<Vec<Node>> {
    let (bytes, rule) = (to_bytes(content)?, to_rule(rule)?);
    let trees = rustgomo::record::read_trees(&bytes, rule).map_err(record)?;
    trees.into_iter().map(|tree| Tree::root_of(py, tree)).collect()
}

/// Writes games, or trees given by one of their nodes, into a file in the format of its ending. An old file is replaced in one step.
#[pyfunction]
pub fn write(path: PathBuf, games: &Bound<'_, PyAny>) -> PyResult<()> {
    let format = RecordFormat::of_name(&path);
    let mut trees = Vec::new();
    for item in games.try_iter()? {
        let item = item?;
        trees.push(match item.cast::<Game>() {
            Ok(game) => GameTree::from(&game.borrow().0),
            Err(_) => item.cast::<Node>()?.get().tree_inner(item.py())?,
        });
    }
    if format.holds_one_game() && trees.len() != 1 {
        return Err(record(format_args!(
            "expected one game, since the format holds no more, found {}",
            trees.len()
        )));
    }
    let bytes = match format {
        RecordFormat::Lib => renlib::write_trees(&trees).map_err(record)?,
        RecordFormat::Sgf => trees.iter().map(sgf::write_tree).collect::<String>().into_bytes(),
        _ => {
            let games = trees.iter().map(|tree| format.write(&tree.main_line()));
            games.collect::<Result<Vec<_>, _>>().map_err(record)?.concat()
        }
    };
    files::write_atomic(&path, |out| std::io::Write::write_all(out, &bytes)).map_err(file(&path))
}

/// Games of a file, read one at a time: a collection of any length takes no more memory than its largest game.
///
/// `rustgomo.read` gives the games of files and folders.
#[pyclass(frozen, module = "rustgomo")]
pub struct Games {
    state: Mutex<State>,
    path: PathBuf,
    rule: Rule,
    has_trees: bool,
}

struct State {
    pieces: Pieces<BufReader<File>>,
    games: vec::IntoIter<GameRecord>,
    trees: vec::IntoIter<GameTree>,
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (path, rule = "freestyle", *, trees = false))]
    fn new(path: PathBuf, rule: &str, trees: bool) -> PyResult<Self> {
        let rule = to_rule(rule)?;
        let input = BufReader::new(files::open(&path).map_err(file(&path))?);
        let pieces = Pieces::new(&path, input).map_err(file(&path))?;
        let state = State { pieces, games: Vec::new().into_iter(), trees: Vec::new().into_iter() };
        Ok(Self { state: Mutex::new(state), path, rule, has_trees: trees })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next game. Raises `RecordError` for one that cannot be read; those behind it follow.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let found = py.detach(|| self.next())?;
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
    fn next(&self) -> PyResult<Option<Found>> {
        let path: &Path = &self.path;
        let within = |error| record(format_args!("{}: {error}", path.display()));
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(game) = state.games.next() {
                return Ok(Some(Found::Game(game)));
            }
            if let Some(tree) = state.trees.next() {
                return Ok(Some(Found::Tree(tree)));
            }
            let Some(piece) = state.pieces.next() else { return Ok(None) };
            let piece: Piece = piece.map_err(file(path))?;
            if self.has_trees {
                state.trees = piece.trees(path, self.rule).map_err(within)?.into_iter();
            } else {
                state.games = piece.games(path, self.rule).map_err(within)?.into_iter();
            }
        }
    }
}
