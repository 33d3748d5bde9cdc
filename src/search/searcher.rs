//! The searcher: position and limits in, best move out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::root::Task;
use super::table::Table;
use super::worker::{Knowledge, Shared, Worker};
use super::{Control, Limits, Progress, Reporter, SearchResult, pool};
use crate::board::Board;
use crate::eval::Score;
use crate::geometry::{BoardSize, Square};
use crate::position::Position;
use crate::rules::Rule;

/// Searches positions; keeps its tables between searches.
///
/// # Examples
/// ```
/// use std::{sync::Arc, time::Instant};
/// use rustgomo::{board::from_diagram, rules::Rule};
/// use rustgomo::search::{Control, Limits, Searcher, Silent, TimeBudget};
///
/// let board = from_diagram(". . . . . .\n. X X X X .\n. . O O . .\n. . O . . .\n. O . . . .\n. . . . . .")?;
/// let control = Arc::new(Control::new(Instant::now(), TimeBudget::INSTANT));
/// let result = Searcher::new(1 << 20).search(&board, Rule::Freestyle, &Limits::default(), &control, &mut Silent);
/// assert_eq!(result.best.map(|square| (square.x(), square.y())), Some((0, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    table_bytes: usize,
    /// Allocated by the first search, so that starting up and changing settings cost nothing.
    table: Option<Table>,
    main: Knowledge,
    helpers: Vec<Knowledge>,
    /// What the tables are about: hashes of different games do not mix.
    subject: Option<(Rule, BoardSize)>,
}

impl Searcher {
    /// A searcher with one thread whose transposition table takes at most `table_bytes`, allocated when first
    /// needed; 0 is allowed.
    pub fn new(table_bytes: usize) -> Self {
        Self { table_bytes, table: None, main: Knowledge::new(), helpers: Vec::new(), subject: None }
    }

    /// Changes the size of the transposition table, which loses its contents if the size differs.
    pub fn resize(&mut self, table_bytes: usize) {
        if table_bytes != self.table_bytes {
            self.table_bytes = table_bytes;
            self.table = None;
        }
    }

    /// Sets the number of search threads, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.helpers.resize_with(threads.max(1) - 1, Knowledge::new);
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table = None;
        self.main = Knowledge::new();
        self.helpers.iter_mut().for_each(|helper| *helper = Knowledge::new());
    }

    /// Searches until a limit or the control ends it. The answer is a legal move whenever there is one.
    pub fn search(
        &mut self,
        board: &Board,
        rule: Rule,
        limits: &Limits,
        control: &Arc<Control>,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let subject = Some((rule, board.size()));
        if self.subject != subject {
            self.clear();
            self.subject = subject;
        }
        let table = self.table.get_or_insert_with(|| Table::new(self.table_bytes));
        table.age();
        self.main.history.age();
        let (nodes, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        let shared = Shared { table, control, limits, nodes, finished };
        let mut worker = Worker::new(Position::new(board, rule), &shared, &mut self.main);
        let task = worker.prepare_root();
        let nodes = worker.publish_nodes();
        let result = |best, score, line: Vec<Square>| SearchResult {
            best,
            progress: Progress {
                depth: line.len() as u32,
                selective_depth: line.len() as u32,
                score,
                nodes,
                elapsed: control.elapsed(),
                line,
            },
        };
        match task {
            Task::Nothing => result(None, Score::ZERO, Vec::new()),
            Task::Play(line, score) => {
                let result = result(line.first().copied(), score, line);
                reporter.iteration(&result.progress);
                result
            }
            Task::Choose(moves) => {
                let progress = pool::search(worker, &mut self.helpers, &moves, reporter);
                SearchResult { best: progress.line.first().copied(), progress }
            }
        }
    }
}
