//! Continuous threats at the root: own wins, and what stands up to the opponent's.

use std::time::Duration;

use super::Control;
use super::depth::PLY;
use super::node::Situation;
use super::table::{Bound, TableEntry};
use super::worker::Worker;
use crate::eval::Score;
use crate::geometry::{Bitboard, Square};
use crate::pattern::Attack;
use crate::threat::vct::{Replay, VctLimits, VctSolver, Win};

/// A move that should take less than this is not worth the search: at 100 ms it cost strength in games on a busy machine.
/// At 1.5 s no gain was seen (-9 ± 58 Elo in 80 games), so the default shares are zero.
const SHORTEST: Duration = Duration::from_secs(1);
/// Nodes that count as a millisecond where they are limited.
const NODES_PER_MS: u128 = 200;
/// What a move without a limit of time counts as.
const UNLIMITED: Duration = Duration::from_secs(5);
/// Work that fits in a microsecond at most, and work that is as dear as a node.
const WORK_PER_US: u64 = 4;
const WORK_PER_NODE: u64 = 2;
/// Positions of a proved win that are kept in the table.
const MAX_STORED: u32 = 4096;
/// Most work at all.
const MAX_WORK: u64 = 1 << 28;
/// Bytes of the transposition table for each position that is kept: the positions take a fortieth of its memory.
const TABLE_BYTES_PER_POSITION: usize = 4096;

/// What one search may cost.
#[derive(Clone, Copy, Debug)]
struct Budget {
    work: u32,
    /// When it must be over, since the start of the clock.
    until: Duration,
}

impl Budget {
    fn is_over(&self, control: &Control) -> bool {
        control.is_stopped() || control.elapsed() >= self.until
    }
}

impl Worker<'_> {
    /// A win by continuous threats that starts with an allowed move.
    pub(super) fn root_threat_win(&mut self, allowed: &Bitboard) -> Option<Win> {
        let budget = self.threat_budget(self.shared.tuning.parameters.threat_share)?;
        let win = self.solve_threats(budget)?;
        let mut left = MAX_STORED;
        self.store_win(&win, &mut left);
        allowed.contains(win.attack()).then_some(win)
    }

    /// Keeps the positions of a proved win in the table, so that the next moves of the game know it, too.
    fn store_win(&mut self, win: &Win, left: &mut u32) {
        *left = left.saturating_sub(1);
        let entry = TableEntry {
            best: Some(win.attack()),
            score: Score::win_in(win.plies()),
            eval: None,
            was_pv: true,
            bound: Bound::Lower,
            depth: PLY,
        };
        self.keep(entry);
        let Win::Threat(tree) = win else { return };
        self.position.play(tree.attack);
        for (reply, next) in &tree.replies {
            if *left == 0 {
                break;
            }
            self.position.play(*reply);
            self.store_win(next, left);
            self.position.undo();
        }
        self.position.undo();
    }

    /// If the opponent would win by continuous threats, takes away the moves after which that win still works, the first ones
    /// first and as many as there is time for; none if that would take all of them.
    pub(super) fn defend_against_threats(&mut self, situation: Situation, moves: Vec<Square>) -> Vec<Square> {
        let share = self.shared.tuning.parameters.threat_defence_share;
        let Some(budget) = self.threat_budget(share).filter(|_| situation == Situation::Free) else {
            return moves;
        };
        self.position.pass();
        let win = self.solve_threats(budget);
        self.position.undo();
        let Some(win) = win else { return moves };
        let control = self.shared.control;
        let interrupted = || budget.is_over(control);
        let mut replay = Replay { work: budget.work, interrupted: &interrupted };
        let loses = |&square: &Square| {
            self.position.play(square);
            let holds = win.holds(&mut self.position, &mut replay);
            self.position.undo();
            holds == Some(true)
        };
        let (lost, left): (Vec<Square>, Vec<Square>) = moves.into_iter().partition(loses);
        if left.is_empty() { lost } else { left }
    }

    fn solve_threats(&mut self, budget: Budget) -> Option<Win> {
        let attacker = self.position.side_to_move();
        let kinds = [Attack::OpenThree, Attack::Four, Attack::OpenFour];
        if !kinds.into_iter().any(|attack| self.position.has_attack(attacker, attack)) {
            return None;
        }
        let control = self.shared.control;
        let interrupted = || budget.is_over(control);
        let nodes = self.shared.table.bytes() / TABLE_BYTES_PER_POSITION;
        let limits = VctLimits { work: budget.work, nodes, interrupted: &interrupted };
        VctSolver::new(&mut self.knowledge.solver).solve(&mut self.position, &limits)
    }

    /// So many hundredths of the nodes or of the time that the move should take; none if that is too little, or if neither is limited.
    fn threat_budget(&self, share: i32) -> Option<Budget> {
        let share = share.unsigned_abs();
        let limits = self.shared.limits;
        let control = self.shared.control;
        let optimum = control.budget().optimum;
        let is_timed = optimum < Duration::MAX;
        let is_bounded_by_depth_alone = limits.depth.is_some() && limits.nodes.is_none() && !is_timed;
        let too_few =
            limits.nodes.is_some_and(|nodes| u128::from(nodes) < SHORTEST.as_millis() * NODES_PER_MS);
        if share == 0 || optimum < SHORTEST || too_few || is_bounded_by_depth_alone {
            return None;
        }
        let time = (if is_timed { optimum } else { UNLIMITED }) * share / 100;
        let by_time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).saturating_mul(WORK_PER_US);
        let by_nodes = limits.nodes.map(|nodes| nodes.saturating_mul(u64::from(share)) / 100 * WORK_PER_NODE);
        let until = if is_timed || limits.nodes.is_none() { control.elapsed() + time } else { Duration::MAX };
        let work = by_nodes.unwrap_or(by_time).min(by_time).min(MAX_WORK) as u32;
        Some(Budget { work, until })
    }
}
