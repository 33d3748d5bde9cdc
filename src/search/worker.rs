//! One search thread's state.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::history::History;
use super::parameters::VCF_TABLE_BITS;
use super::root_node_counts::RootNodeCounts;
use super::table::{Table, TableEntry};
use super::tuning::Tuning;
use super::{Control, Limits};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::geometry::Square;
use crate::position::Position;
use crate::threat::{Proof, VcfSolver, Verdict};

/// Nodes and attacking moves between two looks at the clock and the stop flag: less than a millisecond.
const POLL_INTERVAL: u64 = 256;

/// Key of the table entries of other lines than the best; any number that no two hashes differ by.
const MULTIPV_KEY: u64 = 0x9e6c_63d0_876a_46ad;

/// What a thread keeps from one search to the next.
#[derive(Debug)]
pub(super) struct ThreadTables {
    pub(super) history: History,
    pub(super) solver: VcfSolver,
}

impl ThreadTables {
    pub(super) fn new() -> Self {
        Self { history: History::new(), solver: VcfSolver::new(VCF_TABLE_BITS) }
    }
}

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) limits: &'a Limits,
    pub(super) tuning: &'a Tuning,
    /// Nodes of all threads, brought up to date at every poll.
    pub(super) nodes: AtomicU64,
    /// Attacking moves of their searches for wins by fours.
    pub(super) vcf_moves: AtomicU64,
    /// Set when the main thread has its answer.
    pub(super) finished: AtomicBool,
}

/// Per-ply scratch space.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Static evaluation; none where a five had to be stopped.
    pub(super) eval: Option<Score>,
    /// Whether the position lies on a principal variation, or did so once.
    pub(super) tt_pv: bool,
    pub(super) pv: Vec<Square>,
}

pub(super) struct Worker<'a> {
    pub(super) position: Position,
    pub(super) evaluator: Evaluator,
    pub(super) shared: &'a Shared<'a>,
    pub(super) tables: &'a mut ThreadTables,
    pub(super) stack: Vec<Frame>,
    /// Deepest ply of the current iteration.
    pub(super) seldepth: usize,
    /// Whether stops are obeyed: not before the first iteration is complete, which makes every answer a sensible one.
    pub(super) may_stop: bool,
    /// Whether another line than the best is searched, with a memory of its own, see [`use_secondary_tables`](Self::use_secondary_tables).
    pub(super) is_secondary: bool,
    /// That memory, while it is not in use; then it is the other.
    secondary: Option<Box<ThreadTables>>,
    /// What the root moves took.
    pub(super) root_nodes: RootNodeCounts,
    /// The same for the other of best line and other lines.
    secondary_node_counts: RootNodeCounts,
    /// Seconds after which the root starts no further move, unless the first ones failed.
    pub(super) soft_end: Option<f64>,
    is_stopped: bool,
    nodes: u64,
    vcf_moves: u64,
    /// How much of both counts the shared ones have.
    reported: (u64, u64),
    /// The sum of both counts at which the search looks again whether it must end.
    next_poll: u64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        position: Position,
        evaluator: Evaluator,
        shared: &'a Shared<'a>,
        tables: &'a mut ThreadTables,
    ) -> Self {
        Self {
            position,
            evaluator,
            shared,
            tables,
            stack: vec![Frame::default(); MAX_PLY + 1],
            seldepth: 0,
            may_stop: false,
            is_secondary: false,
            secondary: None,
            root_nodes: RootNodeCounts::new(),
            secondary_node_counts: RootNodeCounts::new(),
            soft_end: None,
            is_stopped: false,
            nodes: 0,
            vcf_moves: 0,
            reported: (0, 0),
            next_poll: 0,
        }
    }

    /// Counts a node; at intervals looks whether the search must end.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes + self.vcf_moves >= self.next_poll {
            self.poll();
        }
    }

    /// Publishes the counts and looks whether the search must end. Near a limit of nodes the next look comes at that very node,
    /// so that a search with one thread is repeatable; the clock can wait.
    #[cold]
    fn poll(&mut self) {
        let total = self.publish_nodes();
        let left = self.shared.limits.nodes.map_or(POLL_INTERVAL, |limit| limit.saturating_sub(total));
        self.next_poll = self.nodes + self.vcf_moves + left.clamp(1, POLL_INTERVAL);
        self.is_stopped |= self.may_stop && (left == 0 || self.is_interrupted());
    }

    /// Ends the search if it has used the time that the move deserves.
    pub(super) fn stop_if_time_is_used(&mut self) {
        let elapsed = self.shared.control.elapsed().as_secs_f64();
        self.is_stopped |= self.may_stop && self.soft_end.is_some_and(|end| elapsed >= end);
    }

    /// Nodes of this thread.
    pub(super) const fn own_nodes(&self) -> u64 {
        self.nodes
    }

    fn is_interrupted(&self) -> bool {
        self.shared.finished.load(Ordering::Relaxed) || self.shared.control.must_stop()
    }

    /// Adds this thread's new nodes to the common count and returns that.
    pub(super) fn publish_nodes(&mut self) -> u64 {
        let new = (self.nodes - self.reported.0, self.vcf_moves - self.reported.1);
        self.reported = (self.nodes, self.vcf_moves);
        self.shared.vcf_moves.fetch_add(new.1, Ordering::Relaxed);
        self.shared.nodes.fetch_add(new.0, Ordering::Relaxed) + new.0
    }

    /// Changes between the search of the best line and that of the others. What the others learn is kept apart: history and
    /// memory of fours by a second [`ThreadTables`], the effort of root moves, table entries by another key. So the best line is searched exactly as
    /// if it were alone, while the others read what it has found.
    pub(super) fn use_secondary_tables(&mut self, is_secondary: bool) {
        if is_secondary != self.is_secondary {
            self.is_secondary = is_secondary;
            let other = self.secondary.get_or_insert_with(|| Box::new(ThreadTables::new()));
            std::mem::swap(self.tables, other);
            std::mem::swap(&mut self.root_nodes, &mut self.secondary_node_counts);
        }
    }

    /// What the table holds of the present position.
    #[inline]
    pub(super) fn probe(&self) -> Option<TableEntry> {
        let hash = self.position.hash();
        if self.is_secondary
            && let Some(entry) = self.shared.table.get(hash ^ MULTIPV_KEY)
        {
            return Some(entry);
        }
        self.shared.table.get(hash)
    }

    /// Keeps an entry of the present position in the table.
    #[inline]
    pub(super) fn tt_put(&self, entry: TableEntry) {
        let key = if self.is_secondary { MULTIPV_KEY } else { 0 };
        self.shared.table.put(self.position.hash() ^ key, entry);
    }

    /// The static evaluation of the present position.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.position)
    }

    /// Whether the search must unwind without a result.
    #[inline]
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Looks for a win by fours of the side to move.
    pub(super) fn solve_vcf(&mut self, budget: u32) -> Option<Proof> {
        let shared = self.shared;
        let may_stop = self.may_stop;
        self.solve(budget, &|| {
            may_stop && (shared.control.must_stop() || shared.finished.load(Ordering::Relaxed))
        })
    }

    /// Looks for a win by fours at the root, at most until this part of the maximal time is over, so that a search can
    /// follow.
    pub(super) fn solve_root_vcf(&mut self, budget: u32, time_part: u32) -> Option<Proof> {
        let control = self.shared.control;
        self.solve(budget, &|| {
            // A move without time has a small budget instead.
            let maximum = control.budget().maximum;
            control.is_stopped() || !maximum.is_zero() && control.elapsed() >= maximum / time_part
        })
    }

    fn solve(&mut self, budget: u32, interrupted: &dyn Fn() -> bool) -> Option<Proof> {
        let before = self.tables.solver.nodes();
        let verdict = self.tables.solver.solve(&mut self.position, budget, interrupted);
        self.vcf_moves += self.tables.solver.nodes() - before;
        match verdict {
            Verdict::Win(proof) => Some(proof),
            Verdict::None | Verdict::Unknown => None,
        }
    }
}
