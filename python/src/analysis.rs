//! Analyses of positions.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::prelude::*;
use rustgomo::report::AnalysisReport;
use rustgomo::rules::Outcome;
use rustgomo::search::MAX_THREADS;
use rustgomo::{AnalysisLine, BoardSize, Limits};

use crate::board::{Board, position, to_squares};
use crate::convert::{Move, board_size, to_color, to_rule, to_square};
use crate::errors::error;
use crate::opening::Dialogue;
use crate::report::to_dict;
use crate::score::Score;
use crate::stop::{Stop, Work, duration};

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;
/// Largest transposition table, in MiB.
const MAX_TABLE_MIB: usize = 1 << 16;

/// Analyses positions; its transposition table is kept between them.
///
/// An analysis releases the interpreter's lock and ends with Ctrl-C. Two threads that use one analyst wait
/// for each other, until a stop; `seconds` begin with the search.
///
/// >>> analyst = Analyst()
/// >>> analysis = analyst.analyse(Board(moves="h8 i9"), nodes=1000)
/// >>> analysis.best in Board(moves="h8 i9").legal_moves()
/// True
#[pyclass(frozen, module = "rustgomo")]
pub struct Analyst {
    inner: Mutex<rustgomo::Analyst>,
    /// The thread that calls back, while it does.
    caller: Mutex<Option<ThreadId>>,
}

impl Analyst {
    fn set_caller(&self, caller: Option<ThreadId>) {
        *self.caller.lock().unwrap_or_else(PoisonError::into_inner) = caller;
    }

    /// The engine as soon as it is free; `None` if it is in use up to a stop.
    fn engine(&self, py: Python<'_>, work: &Work<'_>) -> PyResult<Option<MutexGuard<'_, rustgomo::Analyst>>> {
        if *self.caller.lock().unwrap_or_else(PoisonError::into_inner) == Some(thread::current().id()) {
            return Err(error("an analyst cannot be used by its own on_progress: use another one there"));
        }
        work.lock(py, &self.inner)
    }
}

/// The engine, or another one where it stayed in use: work that is to end at once needs no table.
fn either<'a>(
    engine: Option<&'a mut rustgomo::Analyst>,
    other: &'a mut Option<rustgomo::Analyst>,
) -> &'a mut rustgomo::Analyst {
    engine.unwrap_or_else(|| other.insert(rustgomo::Analyst::new(0)))
}

#[pymethods]
impl Analyst {
    #[new]
    #[pyo3(signature = (*, table_mib = 64, threads = 1))]
    fn new(table_mib: usize, threads: usize) -> PyResult<Self> {
        if table_mib > MAX_TABLE_MIB {
            return Err(error(format_args!("expected at most {MAX_TABLE_MIB} MiB, found {table_mib}")));
        }
        if !(1..=MAX_THREADS).contains(&threads) {
            return Err(error(format_args!("expected 1 to {MAX_THREADS} threads, found {threads}")));
        }
        let mut analyst = rustgomo::Analyst::new(table_mib * MIB);
        analyst.set_threads(threads);
        Ok(Self { inner: Mutex::new(analyst), caller: Mutex::new(None) })
    }

    /// Best move, score and line for the side to move, searched up to a number of seconds or nodes, a depth
    /// in plies, or a stop; without any limit for one second. Depth 1 is always completed.
    ///
    /// `lines` asks for several moves side by side; `goes_on` searches on where the move is clear.
    /// `on_progress` is called with the analysis after each depth, in a thread of its own; what it raises
    /// ends the search.
    #[pyo3(signature = (board, *, seconds = None, nodes = None, depth = None, lines = 1, goes_on = false, stop = None, on_progress = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: u32,
        goes_on: bool,
        stop: Option<&Stop>,
        on_progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let seconds = seconds.map(duration).transpose()?;
        if nodes.is_some() && depth.is_some() {
            return Err(error("expected nodes or a depth, found both"));
        }
        let (board, rule) = position(board)?;
        let size = board.size();
        let work = Work::new(stop);
        let (mut engine, mut other) = (self.engine(py, &work)?, None);
        let is_own = engine.is_some();
        let analyst = either(engine.as_deref_mut(), &mut other);
        let mut time = seconds;
        let limits = match (nodes, depth) {
            (Some(nodes), _) => Limits::nodes(nodes),
            (None, Some(depth)) => Limits::depth(depth),
            (None, None) if stop.is_some() && time.is_none() => Limits::default(),
            (None, None) => Limits::time(time.take().unwrap_or(Duration::from_secs(1))),
        };
        let limits = Limits { lines, analysis: goes_on, ..limits };
        let set_caller = |caller| {
            if is_own {
                self.set_caller(caller);
            }
        };
        let mut failure = None;
        let result = work.run(py, time, |handle| {
            let progress = |analysis: &rustgomo::Analysis| {
                let Some(callback) = on_progress.as_ref().filter(|_| failure.is_none()) else { return };
                let told = Analysis { analysis: analysis.clone(), size };
                set_caller(Some(thread::current().id()));
                if let Err(error) = Python::attach(|py| callback.call1(py, (told,)).map(drop)) {
                    failure = Some(error);
                    handle.stop();
                }
                set_caller(None);
            };
            analyst.analyse_with(&board, rule, &limits, handle, progress)
        })?;
        failure.map_or(Ok(Analysis { analysis: result, size }), Err)
    }

    /// What the player who is asked in an opening answers next, with about this many nodes: choices for
    /// `Dialogue.choose`, one or all that belong together.
    #[pyo3(signature = (dialogue, *, rule = "freestyle", nodes = 20_000, seed = 0, stop = None))]
    fn choose(
        &self,
        py: Python<'_>,
        dialogue: &Bound<'_, Dialogue>,
        rule: &str,
        nodes: u64,
        seed: u64,
        stop: Option<&Stop>,
    ) -> PyResult<Vec<String>> {
        let (dialogue, rule) = (dialogue.try_borrow()?.inner().clone(), to_rule(rule)?);
        let work = Work::new(stop);
        let (mut engine, mut other) = (self.engine(py, &work)?, None);
        let analyst = either(engine.as_deref_mut(), &mut other);
        let choices = work.run(py, None, |handle| analyst.choose(&dialogue, rule, nodes, seed, handle))?;
        Ok(choices.into_iter().map(|choice| choice.text(dialogue.board().size())).collect())
    }

    /// Forgets everything learned, so that the next analysis is that of a new analyst.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(mut engine) = self.engine(py, &Work::new(None))? {
            engine.clear();
        }
        Ok(())
    }
}

/// What `pickle` keeps of an analysis: size, outcome, best move, main line, nanoseconds, lines.
type KeptAnalysis = ((u8, u8), &'static str, Option<Move>, Line, u64, Vec<Line>);

/// What `pickle` keeps of a line: size, moves, score, depths and nodes.
type KeptLine = ((u8, u8), Vec<Move>, Score, u32, u32, u64);

/// The result of an analysis, at its end or after a depth.
#[pyclass(frozen, module = "rustgomo")]
pub struct Analysis {
    analysis: rustgomo::Analysis,
    size: BoardSize,
}

impl Analysis {
    pub(crate) const fn inner(&self) -> &rustgomo::Analysis {
        &self.analysis
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }
}

#[pymethods]
impl Analysis {
    /// The best move; `None` once the game is over.
    #[getter]
    fn best(&self) -> Option<Move> {
        self.analysis.best.map(|square| Move::new(square, self.size))
    }

    /// The score for the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score(self.analysis.score)
    }

    /// Expected points of the side to move, from 0 to 1.
    #[getter]
    fn win_rate(&self) -> f64 {
        self.analysis.score.win_rate()
    }

    /// The line of best play; it begins with the best move.
    #[getter]
    fn line(&self) -> Vec<Move> {
        Move::all(self.analysis.line.iter().copied(), self.size)
    }

    /// The lines, best first: as many as asked for, or as there are candidates.
    #[getter]
    fn lines(&self) -> Vec<Line> {
        self.analysis.lines.iter().map(|line| Line { line: line.clone(), size: self.size }).collect()
    }

    /// Completed depth in plies; with a proved result it may exceed the limit.
    #[getter]
    fn depth(&self) -> u32 {
        self.analysis.depth
    }

    /// Deepest ply that was reached.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.analysis.seldepth
    }

    /// Visited nodes.
    #[getter]
    fn nodes(&self) -> u64 {
        self.analysis.nodes
    }

    /// Time of the search in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.analysis.elapsed.as_secs_f64()
    }

    /// The analysis as dictionaries and lists, in the form of the library's JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_dict(py, AnalysisReport::new(&self.analysis, self.size))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, KeptAnalysis)> {
        let rustgomo::Analysis { outcome, score, depth, seldepth, nodes, elapsed, .. } = self.analysis;
        let line = AnalysisLine { moves: self.analysis.line.clone(), score, depth, seldepth, nodes };
        let outcome = match outcome {
            Outcome::Unfinished => "unfinished",
            Outcome::Draw => "draw",
            Outcome::Win(color) => color.name(),
        };
        let size = (self.size.width(), self.size.height());
        let nanos = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        let kept = (size, outcome, self.best(), Line { line, size: self.size }, nanos, self.lines());
        Ok((py.get_type::<Self>().getattr("_restore")?, kept))
    }

    /// The analysis that `pickle` kept.
    #[staticmethod]
    fn _restore(
        size: &Bound<'_, PyAny>,
        outcome: &str,
        best: Option<&Bound<'_, PyAny>>,
        line: &Line,
        nanos: u64,
        lines: Vec<PyRef<'_, Line>>,
    ) -> PyResult<Self> {
        let size = board_size(Some(size))?;
        let outcome = match outcome {
            "unfinished" => Outcome::Unfinished,
            "draw" => Outcome::Draw,
            _ => Outcome::Win(to_color(outcome)?),
        };
        let AnalysisLine { moves: line, score, depth, seldepth, nodes } = line.line.clone();
        let best = best.map(|best| to_square(best, size)).transpose()?;
        let lines = lines.iter().map(|line| line.line.clone()).collect();
        let elapsed = Duration::from_nanos(nanos);
        let analysis =
            rustgomo::Analysis { outcome, best, score, line, depth, seldepth, nodes, elapsed, lines };
        Ok(Self { analysis, size })
    }

    fn __repr__(&self) -> String {
        let best = self.best().map_or_else(|| "none".to_owned(), |best| best.name());
        format!("<Analysis {best} {} depth {} nodes {}>", self.analysis.score, self.depth(), self.nodes())
    }
}

/// One of the lines of an analysis.
#[pyclass(frozen, module = "rustgomo")]
pub struct Line {
    line: AnalysisLine,
    size: BoardSize,
}

#[pymethods]
impl Line {
    /// The moves of both sides in turn.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        Move::all(self.line.moves.iter().copied(), self.size)
    }

    /// The score for the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score(self.line.score)
    }

    /// Depth in plies to which the line was searched.
    #[getter]
    fn depth(&self) -> u32 {
        self.line.depth
    }

    /// Deepest ply that was reached.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.line.seldepth
    }

    /// Visited nodes of this line.
    #[getter]
    fn nodes(&self) -> u64 {
        self.line.nodes
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, KeptLine)> {
        let size = (self.size.width(), self.size.height());
        let kept = (size, self.moves(), self.score(), self.depth(), self.seldepth(), self.nodes());
        Ok((py.get_type::<Self>().getattr("_restore")?, kept))
    }

    /// The line that `pickle` kept.
    #[staticmethod]
    fn _restore(
        size: &Bound<'_, PyAny>,
        moves: &Bound<'_, PyAny>,
        score: &Score,
        depth: u32,
        seldepth: u32,
        nodes: u64,
    ) -> PyResult<Self> {
        let size = board_size(Some(size))?;
        let moves = to_squares(moves, size)?.into_iter().flatten().collect();
        Ok(Self { line: AnalysisLine { moves, score: score.0, depth, seldepth, nodes }, size })
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves().iter().map(Move::name).collect();
        format!("<Line {} {}>", self.line.score, moves.join(" "))
    }
}
