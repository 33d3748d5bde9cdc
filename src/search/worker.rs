//! One search thread's state.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::history::History;
use super::lost_moves::LostMoves;
use super::parameters::VCF_TABLE_BITS;
use super::root_node_counts::RootNodeCounts;
use super::table::{Table, TableEntry};
use super::time_manager::target;
use super::tuning::Tuning;
use super::workspace::{Frame, Workspace};
use super::{Control, Limits};
use crate::eval::Evaluator;
use crate::position::Position;
use crate::stop::StopHandle;
use crate::threat::{Proof, VcfSolver};

/// Smallest and largest number of nodes and VCF moves between two polls of clock and stop flag,
const MIN_POLL_INTERVAL: u64 = 1;
const MAX_POLL_INTERVAL: u64 = 256;
/// and the time that an interval should not exceed.
const POLL_TIME: Duration = Duration::from_millis(1);

/// Bytes of the transposition table for each slot of a VCF table, and the smallest VCF table: in a search of
/// a hundred nodes no table is to leave the processor's caches.
const BYTES_PER_VCF_SLOT: usize = 16;
const MIN_VCF_TABLE_BITS: u32 = 10;

/// Changes the hashes of the secondary lines' table entries by XOR; an arbitrary constant.
const MULTIPV_KEY: u64 = 0x9e6c_63d0_876a_46ad;

/// Tables of one thread that persist between searches.
#[derive(Debug)]
pub(super) struct ThreadTables {
    pub(super) history: History,
    pub(super) solver: VcfSolver,
    solver_bits: u32,
}

impl ThreadTables {
    /// Tables in proportion to a transposition table of at most `table_bytes`.
    pub(super) fn new(table_bytes: usize) -> Self {
        let solver_bits = vcf_table_bits(table_bytes);
        Self { history: History::new(), solver: VcfSolver::new(solver_bits), solver_bits }
    }

    /// Adapts the tables to another size of the transposition table.
    pub(super) fn resize(&mut self, table_bytes: usize) {
        let bits = vcf_table_bits(table_bytes);
        if bits != self.solver_bits {
            (self.solver, self.solver_bits) = (VcfSolver::new(bits), bits);
        }
    }

    /// Empties the tables.
    pub(super) fn clear(&mut self) {
        self.history = History::new();
        self.solver.clear();
    }
}

/// The next interval between polls after one that took this time.
fn poll_interval(last: u64, took: Duration) -> u64 {
    let next = if took > POLL_TIME { last / 4 } else { last * 2 };
    next.clamp(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL)
}

fn vcf_table_bits(table_bytes: usize) -> u32 {
    (table_bytes / BYTES_PER_VCF_SLOT).max(1).ilog2().clamp(MIN_VCF_TABLE_BITS, VCF_TABLE_BITS)
}

/// State shared by all threads of a search.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) limits: &'a Limits,
    pub(super) tuning: &'a Tuning,
    /// Nodes of all threads, updated at every poll.
    pub(super) nodes: AtomicU64,
    /// VCF moves of all threads, updated at every poll.
    pub(super) vcf_moves: AtomicU64,
    /// Set when the main thread has finished.
    pub(super) finished: AtomicBool,
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub(super) position: Position,
    pub(super) evaluator: Evaluator,
    pub(super) shared: &'a Shared<'a>,
    pub(super) tables: &'a mut ThreadTables,
    pub(super) stack: Vec<Frame>,
    /// Deepest ply of the current iteration.
    pub(super) seldepth: usize,
    /// Whether stops are obeyed: not before the first iteration is complete, unless nobody wants the result.
    pub(super) may_stop: bool,
    /// Whether a secondary line is searched, see [`use_secondary_tables`](Self::use_secondary_tables).
    pub(super) is_secondary: bool,
    /// Node counts of the root moves.
    pub(super) root_nodes: RootNodeCounts,
    /// Set by the preparation of the root.
    pub(super) lost_moves: LostMoves,
    /// What is not in use: the tables and node counts of the secondary lines or, while these are searched, of
    /// the best line.
    inactive: Option<Box<(ThreadTables, RootNodeCounts)>>,
    /// Factor of the optimum time after which the root starts no further move, unless all moves have failed low;
    /// `None` for helpers, which search until the main thread stops them.
    pub(super) soft_factor: Option<f64>,
    is_stopped: bool,
    nodes: u64,
    vcf_moves: u64,
    /// The part of `nodes` and `vcf_moves` already added to the shared counts.
    published: (u64, u64),
    /// `nodes + vcf_moves` of the next poll.
    next_poll: u64,
    poll_interval: u64,
    /// When the last poll was.
    polled: Duration,
}

impl<'a> Worker<'a> {
    pub(super) fn new(workspace: Workspace, shared: &'a Shared<'a>, tables: &'a mut ThreadTables) -> Self {
        let Workspace { position, evaluator, stack, root_nodes } = workspace;
        Self {
            position,
            evaluator,
            shared,
            tables,
            stack,
            seldepth: 0,
            may_stop: false,
            is_secondary: false,
            root_nodes,
            lost_moves: LostMoves::NONE,
            inactive: None,
            soft_factor: None,
            is_stopped: false,
            nodes: 0,
            vcf_moves: 0,
            published: (0, 0),
            next_poll: 0,
            poll_interval: MIN_POLL_INTERVAL,
            polled: Duration::MAX,
        }
    }

    /// A copy of the workspace for another thread.
    pub(super) fn workspace(&self) -> Workspace {
        let (stack, root_nodes) = (self.stack.clone(), self.root_nodes.clone());
        Workspace { position: self.position.clone(), evaluator: self.evaluator.clone(), stack, root_nodes }
    }

    /// The workspace for the next search.
    pub(super) fn into_workspace(self) -> Workspace {
        let Self { position, evaluator, stack, root_nodes, .. } = self;
        Workspace { position, evaluator, stack, root_nodes }
    }

    /// Counts a node and polls at intervals.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes + self.vcf_moves >= self.next_poll {
            self.poll();
        }
    }

    /// Publishes the counts and checks the limits. The next poll is no later than the node limit, so that a
    /// single-threaded search under it is repeatable.
    ///
    /// A node can take milliseconds while the system clears the pages of a new table, so the interval follows
    /// the time that it took.
    #[cold]
    fn poll(&mut self) {
        let total = self.publish_nodes();
        let now = self.shared.control.elapsed();
        self.poll_interval = poll_interval(self.poll_interval, now.saturating_sub(self.polled));
        self.polled = now;
        let left = self.shared.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(total));
        self.next_poll = self.nodes + self.vcf_moves + left.clamp(1, self.poll_interval);
        let is_over = self.may_stop && (left == 0 || self.is_interrupted());
        self.is_stopped |= is_over || self.shared.control.is_abandoned();
    }

    /// Stops the search if the soft end is reached.
    pub(super) fn stop_at_soft_limit(&mut self) {
        let control = self.shared.control;
        let end = self.soft_factor.and_then(|factor| target(control.budget(), factor));
        self.is_stopped |= self.may_stop && end.is_some_and(|end| control.used().as_secs_f64() >= end);
    }

    /// Nodes of this thread so far.
    pub(super) const fn thread_nodes(&self) -> u64 {
        self.nodes
    }

    fn is_interrupted(&self) -> bool {
        self.shared.finished.load(Ordering::Relaxed) || self.shared.control.must_stop()
    }

    /// Adds this thread's new nodes to the shared count and returns the latter.
    pub(super) fn publish_nodes(&mut self) -> u64 {
        let new = (self.nodes - self.published.0, self.vcf_moves - self.published.1);
        self.published = (self.nodes, self.vcf_moves);
        self.shared.control.counter().add(new.0);
        self.shared.vcf_moves.fetch_add(new.1, Ordering::Relaxed);
        self.shared.nodes.fetch_add(new.0, Ordering::Relaxed) + new.0
    }

    /// Switches between the best line and the secondary lines of a multi-PV search. Secondary lines have
    /// their own history, VCF table, root node counts and keys of table entries, and read the best line's
    /// entries: so the best line is searched exactly as in a single-PV search.
    pub(super) fn use_secondary_tables(&mut self, is_secondary: bool) {
        if is_secondary != self.is_secondary {
            self.is_secondary = is_secondary;
            let bytes = self.shared.table.bytes();
            let new = || Box::new((ThreadTables::new(bytes), RootNodeCounts::new()));
            let (tables, root_nodes) = &mut **self.inactive.get_or_insert_with(new);
            std::mem::swap(self.tables, tables);
            std::mem::swap(&mut self.root_nodes, root_nodes);
        }
    }

    /// Probes the transposition table for the current position.
    #[inline]
    pub(super) fn probe(&self) -> Option<TableEntry> {
        self.probe_hash(self.position.hash())
    }

    /// Probes the transposition table for the position with this hash.
    #[inline]
    pub(super) fn probe_hash(&self, hash: u64) -> Option<TableEntry> {
        if self.is_secondary
            && let Some(entry) = self.shared.table.get(hash ^ MULTIPV_KEY)
        {
            return Some(entry);
        }
        self.shared.table.get(hash)
    }

    /// Stores an entry of the current position in the transposition table.
    #[inline]
    pub(super) fn tt_put(&self, entry: TableEntry) {
        let key = if self.is_secondary { MULTIPV_KEY } else { 0 };
        self.shared.table.put(self.position.hash() ^ key, entry);
    }

    /// Whether the search is stopped and must unwind.
    #[inline]
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Searches a VCF of the side to move below the root, without fours that build nothing.
    pub(super) fn solve_vcf(&mut self, budget: u32) -> Option<Proof> {
        let stop = self.shared.control.stop_handle();
        let before = self.tables.solver.nodes();
        let proof = self.tables.solver.solve_selectively(&mut self.position, budget, stop);
        self.vcf_moves += self.tables.solver.nodes() - before;
        proof
    }

    /// Ends work on a VCF at the root at `maximum / time_divisor` at most, to leave time for the search.
    pub(super) fn root_vcf_stop(&self, time_divisor: u32) -> StopHandle {
        let control = self.shared.control;
        let (stop, maximum) = (control.stop_handle(), control.budget().maximum);
        if maximum.is_zero() {
            // An instant move is limited by its budget instead.
            return stop.clone();
        }
        stop.within((maximum / time_divisor).saturating_sub(control.used()))
    }

    pub(super) fn solve(&mut self, budget: u32, stop: &StopHandle) -> Option<Proof> {
        let before = self.tables.solver.nodes();
        let verdict = self.tables.solver.solve(&mut self.position, budget, stop);
        self.vcf_moves += self.tables.solver.nodes() - before;
        verdict.proof()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_are_rarer_while_nodes_are_fast() {
        let fast = (0..10).fold(MIN_POLL_INTERVAL, |last, _| poll_interval(last, Duration::from_micros(300)));
        assert_eq!(fast, MAX_POLL_INTERVAL);
        let slow = (0..4).fold(fast, |last, _| poll_interval(last, Duration::from_millis(40)));
        assert_eq!(slow, MIN_POLL_INTERVAL);
    }
}
