//! The searcher: position and limits in, best move out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::root::RootTask;
use super::table::{SharedTable, Table, TableEntry};
use super::tuning::Tuning;
use super::worker::{Shared, ThreadTables, Worker};
use super::{Control, Limits, Parameters, Progress, Reporter, SearchResult, pool, vote};
use crate::board::Board;
use crate::eval::network::Model;
use crate::eval::{EmbeddedNetworkError, Evaluator, Networks, Score};
use crate::geometry::BoardSize;
use crate::position::Position;
use crate::rules::Rule;

/// Most nodes that a thread visits in a millisecond, rounded up.
const NODES_PER_MS: u64 = 1_000;
/// Table bytes for each node of one move: room for the nodes of several moves.
const BYTES_PER_NODE: u64 = 128;
/// A table below this is never worth its smaller size.
const MODEST_BYTES: usize = 8 << 20;

/// Table size that the nodes of a search can fill, a power of two. A larger one would only cost time: the system clears
/// each page when it is first touched, which is slower than searching the few nodes of a short move.
fn wanted_bytes(limits: &Limits, control: &Control, threads: usize) -> usize {
    let time_ms = u64::try_from(control.budget().maximum.as_millis()).unwrap_or(u64::MAX);
    let in_time = time_ms.saturating_mul(NODES_PER_MS).saturating_mul(threads as u64);
    let nodes = in_time.min(limits.nodes.unwrap_or(u64::MAX));
    let bytes = usize::try_from(nodes.saturating_mul(BYTES_PER_NODE)).unwrap_or(usize::MAX);
    bytes.checked_next_power_of_two().unwrap_or(usize::MAX).max(MODEST_BYTES)
}

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
    table: SharedTable,
    main: ThreadTables,
    helpers: Vec<ThreadTables>,
    tuning: Tuning,
    networks: Networks,
    /// The network of the subject's rule; those of other rules take no memory.
    model: Option<Arc<Model>>,
    /// Why there is none, until somebody asks.
    network_error: Option<EmbeddedNetworkError>,
    /// What the tables are about: hashes of different games do not mix.
    subject: Option<(Rule, BoardSize)>,
}

impl Searcher {
    /// A searcher with one thread whose transposition table takes at most `table_bytes`, allocated when first
    /// needed; 0 is allowed.
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table_bytes,
            table: SharedTable::default(),
            main: ThreadTables::new(),
            helpers: Vec::new(),
            tuning: Tuning::default(),
            networks: Networks::embedded(),
            model: None,
            network_error: None,
            subject: None,
        }
    }

    /// The same searcher with its table kept where others can look into it.
    #[must_use]
    pub fn sharing(self, table: SharedTable) -> Self {
        table.clear();
        Self { table, ..self }
    }

    /// Replaces all that is known by these entries of positions under a rule and on a board.
    pub fn restore(
        &mut self,
        rule: Rule,
        size: BoardSize,
        entries: impl IntoIterator<Item = (u64, TableEntry)>,
    ) {
        self.turn_to(rule, size);
        self.table.clear();
        let table = self.table.at_least(Table::new_size(self.table_bytes), rule, size);
        for (hash, entry) in entries {
            table.put(hash, entry);
        }
    }

    /// Does beforehand what the first search under a rule and on a board has to do: fills the tables of the rule and unpacks
    /// its network. In an optimised build that takes milliseconds.
    pub fn prepare(&mut self, rule: Rule, size: BoardSize) {
        self.turn_to(rule, size);
        // The static tables are filled when they are first used.
        let position = Position::new(&Board::new(size), rule);
        Evaluator::new(self.model.clone(), &position).evaluate(&position);
    }

    /// Forgets what is known about other rules and boards.
    fn turn_to(&mut self, rule: Rule, size: BoardSize) {
        let subject = Some((rule, size));
        if self.subject != subject {
            self.clear();
            if self.subject.is_none_or(|(known, _)| known != rule) {
                self.load_network(rule);
            }
            self.subject = subject;
        }
    }

    /// Without its network a rule is played with the classical evaluation.
    fn load_network(&mut self, rule: Rule) {
        // The old one goes first: there may not be room for both.
        self.model = None;
        match self.networks.get(rule) {
            Ok(model) => self.model = model,
            Err(error) => self.network_error = Some(error),
        }
    }

    /// That the network of the last search's rule could not be used and the classical evaluation played, if it was so and
    /// nobody has asked yet.
    pub const fn take_network_error(&mut self) -> Option<EmbeddedNetworkError> {
        self.network_error.take()
    }

    /// Changes the size of the transposition table, which loses its contents if the size differs.
    pub fn resize(&mut self, table_bytes: usize) {
        if table_bytes != self.table_bytes {
            self.table_bytes = table_bytes;
            self.table.clear();
        }
    }

    /// Sets the number of search threads, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.helpers.resize_with(threads.max(1) - 1, ThreadTables::new);
    }

    /// Searches with other numbers. What was learned with the old ones is forgotten, so that a search depends on the
    /// new ones alone.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        if parameters != self.tuning.parameters {
            self.tuning = Tuning::new(parameters);
            self.clear();
        }
    }

    /// Evaluates with other networks from now on. What was learned with the old ones is forgotten.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.subject = None;
        self.clear();
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear();
        self.main = ThreadTables::new();
        self.helpers.iter_mut().for_each(|helper| *helper = ThreadTables::new());
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
        self.turn_to(rule, board.size());
        let wanted =
            wanted_bytes(limits, control, self.helpers.len() + 1).min(Table::new_size(self.table_bytes));
        let table = &*self.table.at_least(wanted, rule, board.size());
        table.age();
        self.main.history.age();
        self.helpers.iter_mut().for_each(|helper| helper.history.age());
        let (nodes, vcf_moves) = (AtomicU64::new(0), AtomicU64::new(0));
        let finished = AtomicBool::new(false);
        let shared = Shared { table, control, limits, tuning: &self.tuning, nodes, vcf_moves, finished };
        let position = Position::new(board, rule);
        let evaluator = Evaluator::new(self.model.clone(), &position);
        let mut worker = Worker::new(position, evaluator, &shared, &mut self.main);
        let result = if limits.wants_lines() {
            search_lines(&mut worker, &mut self.helpers, reporter)
        } else {
            search_one(&mut worker, &mut self.helpers, reporter)
        };
        let nodes = worker.publish_nodes();
        let (vcf_moves, elapsed) = (shared.vcf_moves.load(Ordering::Relaxed), control.elapsed());
        let progress = Progress { nodes, vcf_moves, elapsed, ..result.progress };
        SearchResult { progress, ..result }
    }
}

/// The search of one line.
fn search_one(
    worker: &mut Worker,
    helpers: &mut [ThreadTables],
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let progress = match worker.prepare_root() {
        RootTask::Nothing => worker.progress(0, Score::ZERO, Vec::new()),
        RootTask::Play(line, score) => {
            let depth = line.len() as u32;
            let progress = Progress { seldepth: depth, ..worker.progress(depth, score, line) };
            reporter.iteration(&progress);
            progress
        }
        RootTask::Follow(only, forced) => {
            let progress = worker.search_single_reply(only, forced);
            reporter.iteration(&progress);
            progress
        }
        RootTask::Choose(moves) => {
            let answers = pool::search(worker, helpers, reporter, |worker, schedule, reporter| {
                worker.deepen(moves.clone(), schedule, reporter)
            });
            let elected =
                vote::elect(&answers).unwrap_or_else(|| worker.progress(0, Score::ZERO, Vec::new()));
            if answers.first().is_none_or(|told| told.line != elected.line) {
                // The last report was about another line.
                reporter.iteration(&elected);
            }
            elected
        }
    };
    SearchResult { best: progress.line.first().copied(), progress, lines: Vec::new() }
}

/// The search of several lines side by side.
fn search_lines(
    worker: &mut Worker,
    helpers: &mut [ThreadTables],
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let lines = worker.prepare_lines().map_or_else(Vec::new, |root| {
        let answers = pool::search(worker, helpers, reporter, |worker, schedule, reporter| {
            worker.deepen_lines(&root, schedule, reporter)
        });
        // Lines are the main thread's: those of others would not be in one order.
        answers.into_iter().next().unwrap_or_default()
    });
    let first = lines.first().map(|line| line.progress.clone());
    let progress = first.unwrap_or_else(|| worker.progress(0, Score::ZERO, Vec::new()));
    SearchResult { best: progress.line.first().copied(), progress, lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_unpacked_before_the_search_that_was_prepared() {
        let mut searcher = Searcher::new(0);
        searcher.prepare(Rule::Renju, BoardSize::default());
        assert!(searcher.model.as_ref().is_some_and(|model| model.rule() == Rule::Renju));
        searcher.set_networks(Networks::damaged());
        searcher.prepare(Rule::Renju, BoardSize::default());
        assert!(searcher.model.is_none() && searcher.take_network_error().is_some());
    }
}
