//! Iterative deepening of several lines (multi-PV).

use super::RootLines;
use super::ranking::Ranking;
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::depth::Depth;
use crate::search::iterate::{MAX_DEPTH, is_settled};
use crate::search::node::{ForcedState, ListedMove, Node, NodeContext, NodeKind};
use crate::search::pool::Schedule;
use crate::search::single_reply::STOP_NODES;
use crate::search::time_manager::TimeManager;
use crate::search::worker::Worker;
use crate::search::{Progress, Reporter, Variation};

/// Smallest difference between the lengths of two wins.
const PLIES_BETWEEN_WINS: usize = 2;

/// The state of one multi-PV search.
struct Deepening<'a> {
    ranking: Ranking,
    /// The root moves, ordered for the best line.
    moves: Vec<Square>,
    /// Last score of the best line; infinite while its move is a known win.
    score: Score,
    /// The root moves, ordered for the other lines; without the lost ones as long as the best line is better.
    others: Vec<Square>,
    reporter: Option<&'a mut dyn Reporter>,
}

impl Worker<'_> {
    /// Deepens all lines together until a limit, the clock or proven results end it. At least one iteration
    /// is completed if there is any time. For `schedule` see [`deepen`](Self::deepen). Returns at least one
    /// line.
    pub(in crate::search) fn deepen_lines(
        &mut self,
        root: &RootLines,
        schedule: Schedule,
        reporter: Option<&mut dyn Reporter>,
    ) -> Vec<Variation> {
        let known: Vec<_> = root.known.iter().map(|(line, score)| self.known_line(line, *score)).collect();
        let mut state = Deepening {
            ranking: Ranking::new(self.wanted_lines(), known),
            moves: root.moves.clone(),
            score: Score::INFINITE,
            others: root.moves.clone(),
            reporter,
        };
        state.others.retain(|&square| !self.lost_moves.squares.contains(square));
        state.report_known();
        let maximum = self.shared.control.budget().maximum;
        let is_late = !maximum.is_zero() && self.shared.control.used() >= maximum;
        if !is_late || self.shared.limits.completes_depth_1 {
            self.iterate_lines(&mut state, schedule);
        }
        self.use_secondary_tables(false);
        let mut lines = state.ranking.lines();
        if lines.is_empty() {
            // The time was over before the first iteration: the first move by order.
            let progress = self.progress(0, Score::ZERO, root.moves.iter().take(1).copied().collect());
            lines.push(Variation { progress, nodes: 0 });
        }
        lines
    }

    fn wanted_lines(&self) -> usize {
        self.shared.limits.lines.max(1) as usize
    }

    /// A line known without a search.
    fn known_line(&mut self, line: &[Square], score: Score) -> Variation {
        let mut progress = self.progress(0, score, line.to_vec());
        self.complete_line(&mut progress.line, score, 0);
        (progress.depth, progress.seldepth) = (progress.line.len() as u32, progress.line.len() as u32);
        Variation { progress, nodes: 0 }
    }

    fn iterate_lines(&mut self, state: &mut Deepening<'_>, schedule: Schedule) {
        let mut time_manager = TimeManager::default();
        let deepest = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in (1..=deepest).filter(|&depth| !schedule.skips(depth)) {
            state.ranking.begin();
            if state.ranking.is_full() || self.is_best_final(state, depth - 1) && self.wanted_lines() == 1 {
                break;
            }
            self.search_best_line(state, depth);
            let has_no_time = self.shared.control.budget().is_instant();
            self.may_stop |= has_no_time && !self.shared.limits.completes_depth_1;
            self.search_other_lines(state, depth);
            self.may_stop = true;
            if self.is_stopped() {
                break;
            }
            let lines = state.ranking.lines();
            let Some(best) = lines.first() else { break };
            time_manager.update(best.first(), best.progress.score);
            if let Some(reporter) = state.reporter.as_deref_mut() {
                reporter.iteration(&best.progress);
            }
            // Helpers search until the main thread stops them.
            let is_over =
                state.reporter.is_some() && (self.is_time_over(&time_manager) || self.is_reply_clear(state));
            if is_over || lines.iter().all(|line| self.is_final(line.progress.score, depth)) {
                break;
            }
        }
    }

    /// Whether to start no further iteration. An analysis always takes the optimum time.
    fn is_time_over(&self, time_manager: &TimeManager) -> bool {
        let control = self.shared.control;
        let (used, budget) = (control.used(), control.budget());
        let should_stop = if self.shared.limits.analysis {
            used >= budget.optimum.min(budget.maximum)
        } else {
            time_manager.should_stop(used, budget, None)
        };
        should_stop || control.is_stopped()
    }

    /// Whether a single root move has been searched as long as one that is forced.
    fn is_reply_clear(&self, state: &Deepening<'_>) -> bool {
        let is_single = state.moves.len() == 1 && state.ranking.lines().len() == 1;
        is_single && !self.shared.limits.analysis && self.thread_nodes() >= STOP_NODES
    }

    /// Whether deeper iterations cannot change a line; a single line is searched on for a faster win.
    fn is_final(&self, score: Score, depth: u32) -> bool {
        match score.plies_to_win() {
            Some(plies) => self.wanted_lines() > 1 || depth as usize + PLIES_BETWEEN_WINS >= plies,
            None => is_settled(score, depth),
        }
    }

    fn is_best_final(&self, state: &Deepening<'_>, depth: u32) -> bool {
        state.ranking.previous(0).is_some_and(|best| self.is_final(best.progress.score, depth))
    }

    /// One iteration of the best line, as in a single-PV search. Skipped in multi-PV once its move is a
    /// proven win.
    fn search_best_line(&mut self, state: &mut Deepening<'_>, depth: u32) {
        let is_alone = self.wanted_lines() == 1;
        let Some(&previous) = state.moves.first() else { return };
        if !is_alone && state.ranking.has_current(previous) {
            return;
        }
        self.use_secondary_tables(false);
        let guess = (depth as i32 >= self.shared.tuning.parameters.aspiration_depth).then_some(state.score);
        let Some(mut new) = self.search_line(&mut state.moves, depth, guess) else { return };
        if self.is_stopped() && state.moves.first() == Some(&previous) {
            // No better move before the stop: keep the earlier result.
            return;
        }
        state.score = new.progress.score;
        let known = state.ranking.previous(0).filter(|old| is_alone && is_win(old)).map(|old| &old.progress);
        if let Some(known) = known.filter(|known| known.score >= state.score) {
            // No faster win found: keep the known one.
            new.progress = Progress { score: known.score, line: known.line.clone(), ..new.progress };
        }
        if new.first().is_some_and(|first| !state.ranking.has_current(first)) {
            self.add_line(state, new);
        }
    }

    /// One iteration of the other lines.
    fn search_other_lines(&mut self, state: &mut Deepening<'_>, depth: u32) {
        if state.ranking.is_full() {
            return;
        }
        if self.lost_moves.may_exceed(state.score) && state.others.len() < state.moves.len() {
            state.others.clone_from(&state.moves);
        }
        self.use_secondary_tables(true);
        if depth == 1 {
            self.rate_other_moves(state);
            return;
        }
        while !state.ranking.is_full() {
            let ranking = &state.ranking;
            state.others.sort_by_key(|&square| !ranking.has_current(square));
            let first = state.others.partition_point(|&square| ranking.has_current(square));
            let score = ranking.previous(ranking.current_count()).map(|line| line.progress.score);
            let guess = score.filter(|_| depth as i32 >= self.shared.tuning.parameters.aspiration_depth);
            let Some(mut new) = self.search_line(&mut state.others[first..], depth, guess) else { return };
            if self.is_stopped() {
                return;
            }
            new.progress.score = state.capped(new.progress.score);
            self.add_line(state, new);
        }
    }

    /// The first iteration of the other lines: searches every move with the full window once.
    fn rate_other_moves(&mut self, state: &mut Deepening<'_>) {
        let context = NodeContext::at_root(ForcedState::of(&self.position, 0));
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        let node = Node { alpha, beta, depth: Depth::PLY, ply: 0, kind: NodeKind::Pv };
        self.stack[0].eval = Some(self.evaluator.evaluate(&self.position));
        self.stack[0].tt_pv = true;
        let mut rated = Vec::new();
        for &square in state.others.iter().filter(|&&square| !state.ranking.has_current(square)) {
            let before = self.publish_nodes();
            self.seldepth = 0;
            let known = self.known_score(square, &node);
            let score = known
                .unwrap_or_else(|| self.search_move(&node, ListedMove { square, order_gap: 0 }, 1, context));
            if self.is_stopped() {
                return;
            }
            self.update_pv(&node, square);
            let progress = self.progress(1, score, self.stack[0].pv.clone());
            let nodes = progress.nodes - before;
            rated.push(Variation { progress, nodes });
        }
        rated.sort_by_key(|line| -line.progress.score);
        let place = |square: &Square| rated.iter().position(|line| line.first() == Some(*square));
        state.others.sort_by_cached_key(place);
        for mut line in rated {
            if state.ranking.is_full() {
                break;
            }
            line.progress.score = state.capped(line.progress.score);
            self.add_line(state, line);
        }
    }

    /// One iteration over these moves. Afterwards the best move is first, also after a stop. `None` if the
    /// search was stopped without a result.
    fn search_line(&mut self, moves: &mut [Square], depth: u32, guess: Option<Score>) -> Option<Variation> {
        if moves.is_empty() {
            return None;
        }
        let before = self.publish_nodes();
        self.seldepth = 0;
        self.stack[0].pv.clear();
        let score = self.aspire(moves, depth, guess)?;
        let line = self.stack[0].pv.clone();
        let line = if line.first() == moves.first() { line } else { moves.iter().take(1).copied().collect() };
        let progress = Progress { is_partial: self.is_stopped(), ..self.progress(depth, score, line) };
        let nodes = progress.nodes - before;
        Some(Variation { progress, nodes })
    }

    /// Completes, ranks and reports a line of this iteration.
    fn add_line(&mut self, state: &mut Deepening<'_>, mut new: Variation) {
        let known = state.ranking.known(new.first()).map(|old| &old.progress);
        let known_length = known.map_or(0, |known| known.line.len());
        let progress = &mut new.progress;
        self.complete_line(&mut progress.line, progress.score, known_length.max(progress.depth as usize));
        // A search that was stopped after a window had failed low knows a bound, and a line that ends in a
        // refutation.
        if let Some(known) = known
            && self.is_stopped()
            && !known.score.is_decided()
            && !progress.score.is_decided()
            && known_length > progress.line.len()
        {
            progress.line.clone_from(&known.line);
        }
        let rank = state.ranking.add(new);
        if let Some(reporter) = state.reporter.as_deref_mut() {
            reporter.lines(rank, &state.ranking.lines());
        }
    }
}

impl Deepening<'_> {
    /// The score of a secondary line, at most that of the best line unless one of them is proven. Without
    /// reductions a move can score better than in the search that rejected it as best.
    fn capped(&self, score: Score) -> Score {
        if score.is_decided() || self.score.is_decided() { score } else { score.min(self.score) }
    }

    /// Reports the lines known before the search.
    fn report_known(&mut self) {
        let lines = self.ranking.lines();
        let Some(reporter) = self.reporter.as_deref_mut() else { return };
        (0..lines.len()).for_each(|rank| reporter.lines(rank, &lines));
        if let Some(best) = lines.first() {
            reporter.iteration(&best.progress);
        }
    }
}

fn is_win(line: &Variation) -> bool {
    line.progress.score.plies_to_win().is_some()
}
