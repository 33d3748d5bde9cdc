//! Iterative deepening of several lines.

use super::RootLines;
use super::ranking::Ranking;
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::depth::PLY;
use crate::search::iterate::{MAX_DEPTH, is_settled};
use crate::search::node::{ForcedState, ListedMove, Node, NodeContext, NodeKind};
use crate::search::pool::Schedule;
use crate::search::time::TimeManager;
use crate::search::worker::Worker;
use crate::search::{Progress, Reporter, Variation};

/// A faster win is faster by at least so many plies.
const PLIES_BETWEEN_WINS: usize = 2;

/// The state of one search of lines.
struct Deepening<'a> {
    ranking: Ranking,
    /// The root moves in the order of the search for the best line.
    moves: Vec<Square>,
    /// What that found last; infinite as long as it need not search, because its move is known to win.
    score: Score,
    /// The same moves in the order of the searches for other lines.
    others: Vec<Square>,
    reporter: Option<&'a mut dyn Reporter>,
}

impl Worker<'_> {
    /// Deepens all lines together until a limit or the clock ends it, or everything is proved. At least one iteration is
    /// completed if there is any time. `schedule` is that of [`deepen`](Self::deepen). There is at least one line.
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
        state.tell_known();
        let maximum = self.shared.control.budget().maximum;
        let is_late = !maximum.is_zero() && self.shared.control.elapsed() >= maximum;
        if !is_late || self.shared.limits.completes_depth_1 {
            self.iterate_lines(&mut state, schedule);
        }
        self.use_secondary_tables(false);
        let mut lines = state.ranking.lines();
        if lines.is_empty() {
            // Getting here took all the time: the first move by order must do.
            let progress = self.progress(0, Score::ZERO, root.moves.iter().take(1).copied().collect());
            lines.push(Variation { progress, nodes: 0 });
        }
        lines
    }

    fn wanted_lines(&self) -> usize {
        self.shared.limits.lines.max(1) as usize
    }

    /// A line that is known before any search.
    fn known_line(&mut self, line: &[Square], score: Score) -> Variation {
        let mut progress = self.progress(0, score, line.to_vec());
        self.complete_line(&mut progress.line, score, 0);
        (progress.depth, progress.seldepth) = (progress.line.len() as u32, progress.line.len() as u32);
        Variation { progress, nodes: 0 }
    }

    fn iterate_lines(&mut self, state: &mut Deepening<'_>, schedule: Schedule) {
        let mut watch = TimeManager::default();
        let deepest = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in (1..=deepest).filter(|&depth| !schedule.skips(depth)) {
            state.ranking.begin(depth);
            if state.ranking.is_full() || self.is_best_final(state, depth - 1) && self.wanted_lines() == 1 {
                break;
            }
            self.search_best_line(state, depth);
            let has_no_time = self.shared.control.budget().maximum.is_zero();
            self.may_stop |= has_no_time && !self.shared.limits.completes_depth_1;
            self.search_other_lines(state, depth);
            self.may_stop = true;
            if self.is_stopped() {
                break;
            }
            let lines = state.ranking.lines();
            let Some(best) = lines.first() else { break };
            watch.note(best.first(), best.progress.score);
            if let Some(reporter) = state.reporter.as_deref_mut() {
                reporter.iteration(&best.progress);
            }
            // Helpers go on until the main thread has its answer.
            let is_over = state.reporter.is_some() && self.is_time_over(&watch);
            if is_over || lines.iter().all(|line| self.is_final(line.progress.score, depth)) {
                break;
            }
        }
    }

    /// Whether no further iteration is to begin. An analysis takes its time, whatever the position.
    fn is_time_over(&self, watch: &TimeManager) -> bool {
        let control = self.shared.control;
        let (elapsed, budget) = (control.elapsed(), control.budget());
        let is_enough = if self.shared.limits.analysis {
            elapsed >= budget.optimum.min(budget.maximum)
        } else {
            watch.is_enough(elapsed, budget, None)
        };
        is_enough || control.is_stopped()
    }

    /// Whether deeper iterations than this are not to change a line. A win that is the only line may become faster.
    fn is_final(&self, score: Score, depth: u32) -> bool {
        match score.plies_to_win() {
            Some(plies) => self.wanted_lines() > 1 || depth as usize + PLIES_BETWEEN_WINS >= plies,
            None => is_settled(score, depth),
        }
    }

    fn is_best_final(&self, state: &Deepening<'_>, depth: u32) -> bool {
        state.ranking.kept(0).is_some_and(|best| self.is_final(best.progress.score, depth))
    }

    /// One iteration of the best line, the same as in a search of one line. It ends when that has proved a win.
    fn search_best_line(&mut self, state: &mut Deepening<'_>, depth: u32) {
        let is_alone = self.wanted_lines() == 1;
        let Some(&previous) = state.moves.first() else { return };
        if !is_alone && state.ranking.has_fresh(previous) {
            return;
        }
        self.use_secondary_tables(false);
        let guess = (depth as i32 >= self.shared.tuning.parameters.aspiration_depth).then_some(state.score);
        let Some(mut new) = self.search_line(&mut state.moves, depth, guess) else { return };
        if self.is_stopped() && state.moves.first() == Some(&previous) {
            // The old move is not beaten so far, which says less than what was known before.
            return;
        }
        state.score = new.progress.score;
        let known = state.ranking.kept(0).filter(|old| is_alone && is_win(old)).map(|old| &old.progress);
        if let Some(known) = known.filter(|known| known.score >= state.score) {
            // The search did not find the win again that was known; it only looked for a faster one.
            new.progress = Progress { score: known.score, line: known.line.clone(), ..new.progress };
        }
        if new.first().is_some_and(|first| !state.ranking.has_fresh(first)) {
            self.add_line(state, new);
        }
    }

    /// One iteration of the other lines.
    fn search_other_lines(&mut self, state: &mut Deepening<'_>, depth: u32) {
        if state.ranking.is_full() {
            return;
        }
        self.use_secondary_tables(true);
        if depth == 1 {
            self.rate_other_moves(state);
            return;
        }
        while !state.ranking.is_full() {
            let ranking = &state.ranking;
            state.others.sort_by_key(|&square| !ranking.has_fresh(square));
            let first = state.others.partition_point(|&square| ranking.has_fresh(square));
            let score = ranking.kept(ranking.fresh_count()).map(|line| line.progress.score);
            let guess = score.filter(|_| depth as i32 >= self.shared.tuning.parameters.aspiration_depth);
            let Some(mut new) = self.search_line(&mut state.others[first..], depth, guess) else { return };
            if self.is_stopped() {
                return;
            }
            new.progress.score = state.capped(new.progress.score);
            self.add_line(state, new);
        }
    }

    /// The first iteration of the other lines: every move gets its score, so that a few lines are as cheap as one.
    fn rate_other_moves(&mut self, state: &mut Deepening<'_>) {
        let context = NodeContext::at_root(ForcedState::of(&self.position, 0));
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        let node = Node { alpha, beta, depth: PLY, ply: 0, kind: NodeKind::Pv };
        self.stack[0].eval = Some(self.evaluate());
        self.stack[0].tt_pv = true;
        let mut rated = Vec::new();
        for &square in state.others.iter().filter(|&&square| !state.ranking.has_fresh(square)) {
            let before = self.publish_nodes();
            self.seldepth = 0;
            let score = self.search_move(&node, ListedMove { square, gap: 0 }, 1, context);
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

    /// One iteration over these moves. The best stands first afterwards, also if the search was stopped in the middle;
    /// nothing comes back if it then knew nothing yet.
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
        let progress = self.progress(depth, score, line);
        let nodes = progress.nodes - before;
        Some(Variation { progress, nodes })
    }

    /// Completes a line of this iteration, ranks it and tells it.
    fn add_line(&mut self, state: &mut Deepening<'_>, mut new: Variation) {
        let known = state.ranking.known(new.first()).map_or(0, |old| old.progress.line.len());
        let progress = &mut new.progress;
        self.complete_line(&mut progress.line, progress.score, known.max(progress.depth as usize));
        let rank = state.ranking.add(new);
        if let Some(reporter) = state.reporter.as_deref_mut() {
            reporter.lines(rank, &state.ranking.lines());
        }
    }
}

impl Deepening<'_> {
    /// The score of another line: at most that of the best, unless something is proved. Searched alone, a move is not
    /// reduced and can look better than the search for the best line found it; that search has the word on which is best.
    fn capped(&self, score: Score) -> Score {
        if score.is_decided() || self.score.is_decided() { score } else { score.min(self.score) }
    }

    /// Tells the lines that are known before the search.
    fn tell_known(&mut self) {
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
