//! RustGomo for Python: the module `rustgomo._rustgomo`, whose names `rustgomo` shows.
//!
//! A class wraps a type of the library and holds no logic of its own; errors have the library's words. Long
//! work releases the interpreter's lock and ends with Ctrl-C.

mod analysis;
mod batch;
mod board;
mod convert;
mod database;
mod end;
mod entry;
mod errors;
mod format;
mod game;
mod games;
mod opening;
mod planes;
mod proof;
mod report;
mod score;
mod stop;
mod tree;

/// Rules, analysis, game records and databases of gomoku and renju.
#[pyo3::pymodule]
mod _rustgomo {
    #[pymodule_export]
    use crate::analysis::{Analysis, Analyst, Line};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::convert::Move;
    #[pymodule_export]
    use crate::database::{Database, Positions};
    #[pymodule_export]
    use crate::end::{End, Foul};
    #[pymodule_export]
    use crate::entry::Entry;
    #[pymodule_export]
    use crate::errors::{DatabaseError, Error, IllegalMove, RecordError, RecordWarning};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::games::{Games, loads, loads_trees, may_hold_games, write};
    #[pymodule_export]
    use crate::opening::Dialogue;
    #[pymodule_export]
    use crate::proof::{Proof, prove};
    #[pymodule_export]
    use crate::score::Score;
    #[pymodule_export]
    use crate::stop::Stop;
    #[pymodule_export]
    use crate::tree::Node;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
