//! The searcher: owner of tables, threads and networks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::root::RootTask;
use super::table::{SharedTable, Table, TableEntry};
use super::tuning::Tuning;
use super::worker::{Shared, ThreadTables, Worker};
use super::workspace::Workspace;
use super::{Control, Limits, MAX_THREADS, Parameters, Progress, Reporter, SearchResult, pool, vote};
use crate::board::Board;
use crate::clock::Instant;
use crate::eval::network::Model;
use crate::eval::{Evaluator, Networks, Score, UnusableNetworkError};
use crate::geometry::{BoardSize, Square};
use crate::position::Position;
use crate::rules::Rule;
use crate::stop::StopHandle;

/// Upper estimate of a thread's nodes per millisecond.
const NODES_PER_MS: u64 = 1_000;
/// Table bytes for each node of one search: room for the nodes of several searches.
const BYTES_PER_NODE: u64 = 128;
/// Smallest table size that is worth a reduction.
const MIN_BYTES: usize = 8 << 20;

/// The largest table size that a search can use, a power of two. First touches of fresh pages would dominate
/// the time of a short search with a larger one, also that of a short one behind a long one.
fn useful_bytes(limits: &Limits, control: &Control, threads: usize) -> usize {
    let time = control.budget().maximum.min(limits.time.maximum);
    let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let in_time = time_ms.saturating_mul(NODES_PER_MS).saturating_mul(threads as u64);
    let nodes = in_time.min(limits.nodes.unwrap_or(u64::MAX));
    let bytes = usize::try_from(nodes.saturating_mul(BYTES_PER_NODE)).unwrap_or(usize::MAX);
    bytes.checked_next_power_of_two().unwrap_or(usize::MAX).max(MIN_BYTES)
}

/// Searches positions. Its tables persist between searches.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use rustgomo::{StopHandle, board::from_diagram, rules::Rule};
/// use rustgomo::search::{Limits, Searcher, Silent};
///
/// let board = from_diagram(". . . . . .\n. X X X X .\n. . O O . .\n. . O . . .\n. O . . . .\n. . . . . .")?;
/// let limits = Limits::time(Duration::ZERO);
/// let result = Searcher::new(1 << 20).search(&board, Rule::Freestyle, &limits, &StopHandle::new(), &mut Silent);
/// assert_eq!(result.best.map(|square| (square.x(), square.y())), Some((0, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    table_bytes: usize,
    /// Allocated by the first search.
    table: SharedTable,
    main: ThreadTables,
    helpers: Vec<ThreadTables>,
    tuning: Tuning,
    networks: Networks,
    /// The network of the current rule.
    model: Option<Arc<Model>>,
    /// Why there is none, until [`take_network_error`](Self::take_network_error).
    network_error: Option<UnusableNetworkError>,
    /// Of the last search, unless its network is no longer in use.
    workspace: Option<Workspace>,
    /// Rule and board size of the tables' positions: hashes of others must not mix with them.
    rule_and_size: Option<(Rule, BoardSize)>,
}

impl Searcher {
    /// A searcher with one thread and a transposition table of at most `table_bytes`, allocated by the first
    /// search; 0 is allowed.
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table_bytes,
            table: SharedTable::default(),
            main: ThreadTables::new(table_bytes),
            helpers: Vec::new(),
            tuning: Tuning::default(),
            networks: Networks::embedded(),
            model: None,
            network_error: None,
            workspace: None,
            rule_and_size: None,
        }
    }

    /// Shares the transposition table with readers through `table`.
    #[must_use]
    pub fn sharing(self, table: SharedTable) -> Self {
        table.clear();
        Self { table, ..self }
    }

    /// A searcher with the same settings that has learned nothing; it empties the shared table.
    #[must_use]
    pub(crate) fn renewed(&self) -> Self {
        let mut new = Self::new(self.table_bytes).sharing(self.table.clone());
        new.set_threads(self.helpers.len() + 1);
        new.set_parameters(self.tuning.parameters);
        new.set_networks(self.networks.clone());
        new
    }

    /// The transposition table.
    pub(crate) const fn table(&self) -> &SharedTable {
        &self.table
    }

    /// Replaces the contents of the transposition table by these entries for a rule and board size.
    pub fn restore(
        &mut self,
        rule: Rule,
        size: BoardSize,
        entries: impl IntoIterator<Item = (u64, TableEntry)>,
    ) {
        self.switch_to(rule, size);
        self.table.clear();
        let table = self.table.at_least(Table::size_for(self.table_bytes), rule, size);
        for (hash, entry) in entries {
            table.put(hash, entry);
        }
    }

    /// Initialises the pattern tables and the network of a rule, which the first search would do otherwise;
    /// takes milliseconds in an optimised build.
    pub fn prepare(&mut self, rule: Rule, size: BoardSize) {
        self.switch_to(rule, size);
        // Initialises the lazy statics.
        let position = Position::new(&Board::new(size), rule);
        self.evaluator(&position).evaluate(&position);
    }

    /// The evaluator that a search of this position would use.
    pub fn evaluator(&mut self, position: &Position) -> Evaluator {
        self.switch_to(position.rule(), position.board().size());
        Evaluator::new(self.model.clone(), position)
    }

    /// Clears the tables if rule or board size change, and loads the rule's network.
    fn switch_to(&mut self, rule: Rule, size: BoardSize) {
        let rule_and_size = Some((rule, size));
        if self.rule_and_size != rule_and_size {
            self.clear();
            if self.rule_and_size.is_none_or(|(known, _)| known != rule) {
                self.load_network(rule);
            }
            self.rule_and_size = rule_and_size;
        }
    }

    /// Loads the network of a rule; on an error the classical evaluation is used.
    fn load_network(&mut self, rule: Rule) {
        // Free the old one first: there may not be memory for both.
        self.workspace = None;
        self.model = None;
        match self.networks.get(rule) {
            Ok(model) => self.model = model,
            Err(error) => self.network_error = Some(error),
        }
    }

    /// Takes the error because of which the last search used the classical evaluation instead of a network,
    /// if any.
    pub(crate) const fn take_network_error(&mut self) -> Option<UnusableNetworkError> {
        self.network_error.take()
    }

    /// Sets the size of the transposition table, clearing it if the size differs.
    pub fn resize(&mut self, table_bytes: usize) {
        if table_bytes != self.table_bytes {
            self.table_bytes = table_bytes;
            self.table.clear();
            self.main.resize(table_bytes);
            self.helpers.iter_mut().for_each(|helper| helper.resize(table_bytes));
        }
    }

    /// Sets the number of search threads, from 1 to 64.
    pub fn set_threads(&mut self, threads: usize) {
        let table_bytes = self.table_bytes;
        self.helpers.resize_with(threads.clamp(1, MAX_THREADS) - 1, || ThreadTables::new(table_bytes));
    }

    /// Sets the parameters and clears all tables if they differ.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        if parameters != self.tuning.parameters {
            self.tuning = Tuning::new(parameters);
            self.clear();
        }
    }

    /// The networks of the rules.
    pub const fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Sets the networks and clears all tables.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.rule_and_size = None;
        self.clear();
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.main.clear();
        self.helpers.iter_mut().for_each(ThreadTables::clear);
    }

    /// Searches until a limit or `stop` ends it. The result has a legal move if there is one.
    pub fn search(
        &mut self,
        board: &Board,
        rule: Rule,
        limits: &Limits,
        stop: &StopHandle,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.prepare(rule, board.size());
        let control = Arc::new(Control::with_stop(Instant::now(), limits.time, stop.clone()));
        self.search_under(board, rule, limits, &control, reporter)
    }

    /// [`search`](Self::search) under a clock that runs already, and that may be changed meanwhile; the time
    /// of the limits does not count.
    pub fn search_under(
        &mut self,
        board: &Board,
        rule: Rule,
        limits: &Limits,
        control: &Arc<Control>,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.switch_to(rule, board.size());
        let wanted =
            useful_bytes(limits, control, self.helpers.len() + 1).min(Table::size_for(self.table_bytes));
        let table = &*self.table.at_least(wanted, rule, board.size());
        table.age();
        self.main.history.age();
        self.helpers.iter_mut().for_each(|helper| helper.history.age());
        let (nodes, vcf_moves) = (AtomicU64::new(0), AtomicU64::new(0));
        let finished = AtomicBool::new(false);
        let shared = Shared { table, control, limits, tuning: &self.tuning, nodes, vcf_moves, finished };
        let kept = self.workspace.take().and_then(|workspace| workspace.following(board, rule));
        let workspace = kept.unwrap_or_else(|| Workspace::new(board, rule, self.model.clone()));
        let mut worker = Worker::new(workspace, &shared, &mut self.main);
        let result = if limits.wants_lines() {
            search_lines(&mut worker, &mut self.helpers, reporter)
        } else {
            search_one(&mut worker, &mut self.helpers, reporter)
        };
        let nodes = worker.publish_nodes();
        self.workspace = Some(worker.into_workspace());
        let (vcf_moves, elapsed) = (shared.vcf_moves.load(Ordering::Relaxed), control.elapsed());
        let progress = Progress { nodes, vcf_moves, elapsed, ..result.progress };
        SearchResult { progress, ..result }
    }
}

/// Single-PV search.
fn search_one(
    worker: &mut Worker,
    helpers: &mut [ThreadTables],
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let progress = match worker.prepare_root() {
        RootTask::NoLegalMove => worker.progress(0, worker.score_without_moves(), Vec::new()),
        RootTask::Win(line, score) => {
            let depth = line.len() as u32;
            let progress = Progress { seldepth: depth, ..worker.progress(depth, score, line) };
            reporter.iteration(&progress);
            progress
        }
        RootTask::SingleReply(only, forced) => {
            worker.shared.control.suggest(Some(&only));
            let progress = worker.search_single_reply(only, forced);
            if worker.lost_moves.may_exceed(progress.score) && !worker.is_stopped() {
                // As at the beginning of any search.
                worker.may_stop = false;
                let moves = worker.with_lost_moves(vec![only]);
                search_moves(worker, helpers, reporter, &moves)
            } else {
                reporter.iteration(&progress);
                progress
            }
        }
        RootTask::Search(moves) => search_moves(worker, helpers, reporter, &moves),
    };
    SearchResult { best: progress.line.first().copied(), progress, lines: Vec::new() }
}

/// Searches these root moves by all threads.
fn search_moves(
    worker: &mut Worker,
    helpers: &mut [ThreadTables],
    reporter: &mut dyn Reporter,
    moves: &[Square],
) -> Progress {
    worker.shared.control.suggest(moves.first());
    let answers = pool::search(worker, helpers, reporter, |worker, schedule, reporter| {
        worker.deepen(moves.to_vec(), schedule, reporter)
    });
    let elected = vote::elect(&answers).unwrap_or_else(|| worker.progress(0, Score::ZERO, Vec::new()));
    if answers.first().is_none_or(|main| main.line != elected.line) {
        // The last report was the main thread's line.
        reporter.iteration(&elected);
    }
    elected
}

/// Multi-PV search or analysis.
fn search_lines(
    worker: &mut Worker,
    helpers: &mut [ThreadTables],
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let lines = worker.prepare_lines().map_or_else(Vec::new, |root| {
        worker.shared.control.suggest(root.moves.first());
        let answers = pool::search(worker, helpers, reporter, |worker, schedule, reporter| {
            worker.deepen_lines(&root, schedule, reporter)
        });
        // The main thread's lines.
        answers.into_iter().next().unwrap_or_default()
    });
    let first = lines.first().map(|line| line.progress.clone());
    let progress = first.unwrap_or_else(|| worker.progress(0, worker.score_without_moves(), Vec::new()));
    SearchResult { best: progress.line.first().copied(), progress, lines }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::{Silent, TimeBudget};

    #[test]
    fn a_network_is_unpacked_before_the_search_that_was_prepared() {
        let mut searcher = Searcher::new(0);
        searcher.prepare(Rule::Renju, BoardSize::default());
        assert!(searcher.model.as_ref().is_some_and(|model| model.rule() == Rule::Renju));
        searcher.set_networks(Networks::damaged());
        searcher.prepare(Rule::Renju, BoardSize::default());
        assert!(searcher.model.is_none() && searcher.take_network_error().is_some());
    }

    #[test]
    fn a_search_that_shares_its_clock_is_not_ended_by_the_optimum() {
        let mut board = Board::new(BoardSize::default());
        board.play(Square::at(7, 7)).unwrap();
        board.play(Square::at(8, 9)).unwrap();
        let time = TimeBudget { optimum: Duration::from_nanos(1), maximum: Duration::from_secs(3600) };
        let depth = |ignores_optimum| {
            let limits = Limits { time, nodes: Some(3_000), ignores_optimum, ..Limits::default() };
            let mut searcher = Searcher::new(1 << 20);
            searcher.search(&board, Rule::Standard, &limits, &StopHandle::new(), &mut Silent).progress.depth
        };
        assert!(depth(false) < 3 && depth(true) > 3, "{} and {}", depth(false), depth(true));
    }

    #[test]
    fn a_single_move_ends_also_a_search_of_several_lines() {
        let mut board = Board::new(BoardSize::default());
        for (x, y) in [(7, 7), (7, 6), (8, 7), (8, 5), (9, 7), (6, 7), (10, 7)] {
            board.play(Square::at(x, y)).unwrap();
        }
        let limits = Limits { lines: 4, nodes: Some(200_000), ..Limits::default() };
        let found =
            Searcher::new(1 << 20).search(&board, Rule::Standard, &limits, &StopHandle::new(), &mut Silent);
        assert_eq!(found.best, Some(Square::at(11, 7)));
        assert!(found.progress.nodes < 50_000, "{}", found.progress.nodes);
    }
}
