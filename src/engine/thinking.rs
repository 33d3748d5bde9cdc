//! The engine while it thinks: launching, stopping, and what to do when an answer comes or does not.

use std::sync::Arc;
use std::time::Duration;

use super::running::{Running, Start, rescue_time};
use super::worker::Order;
use super::{
    Answer, Decision, Engine, EngineEvent, Event, Job, JobId, Lateness, Plan, Purpose, Request, Task, Timing,
    WorkerEvent, decision, variety,
};
use crate::board::Board;
use crate::clock::Instant;
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::{BlockedMove, Control, Limits, TimeBudget};

/// How long after a stop the answer of the search is waited for.
const STOP_PATIENCE: Duration = Duration::from_millis(60);

/// A limit of depth counts as an end only up to here: deeper iterations may take for ever.
const MAX_BOUNDING_DEPTH: u32 = 40;

impl Engine {
    /// Whether an answer is awaited.
    pub const fn is_thinking(&self) -> bool {
        self.running.is_some()
    }

    /// Whether an answer is awaited after [`stop`](Self::stop).
    pub fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_stopping)
    }

    /// Whether the search that is running ends by itself: by time, depth or nodes.
    pub fn is_bounded(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_bounded || running.rescue_at.is_some())
    }

    /// Whether depth or nodes end the search that is running.
    pub fn is_counted(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_bounded)
    }

    /// When the clock of the search that is running began.
    pub fn thinking_since(&self) -> Option<Instant> {
        self.running.as_ref().map(|running| running.received)
    }

    /// When [`rescue`](Self::rescue) must be called unless the answer came.
    pub fn rescue_at(&self) -> Option<Instant> {
        self.running.as_ref().and_then(|running| running.rescue_at)
    }

    /// Asks for the answer now. Without a search only thinking on the opponent's time ends.
    pub fn stop(&mut self) {
        self.stop_pondering();
        if let Some(running) = &mut self.running {
            running.job.control.stop();
            running.is_stopping = true;
            running.hurry(Instant::now() + STOP_PATIENCE);
        }
    }

    /// Ends the search without an answer, and thinking on the opponent's time.
    pub fn cancel(&mut self) {
        self.leave_position();
        self.stop_pondering();
        self.pondering = None;
    }

    /// Ends the search without an answer: the position it is about is no longer on the board.
    pub(super) fn leave_position(&mut self) {
        self.expected.clear();
        if let Some(running) = self.running.take() {
            running.job.control.stop();
            self.probe.forget();
        }
    }

    /// Takes in an event of the search thread and tells what is new, if anybody still waits for it.
    pub fn handle(&mut self, event: Event) -> Option<EngineEvent> {
        let running = self.running.as_mut().filter(|running| running.job.id == event.job);
        match (event.event, running) {
            (WorkerEvent::Table(report), _) => {
                self.table_files.pop_front();
                Some(EngineEvent::Table(report))
            }
            (WorkerEvent::Database(report), _) => {
                if let Some(database) = self.database_thread.ended() {
                    self.probe.database = Some(Arc::new(database));
                }
                self.launch_held();
                Some(EngineEvent::Database(report))
            }
            (WorkerEvent::Recorded(outcome), _) => self.recorded(outcome),
            (_, None) => None,
            (WorkerEvent::Progress(progress), Some(running)) => {
                let board = &running.job.board;
                running.best = progress.line.first().copied().filter(|&s| board.is_empty(s)).or(running.best);
                running.score = progress.score;
                running.line.clone_from(&progress.line);
                self.probe.note(board, running.job.rule, &running.job.limits, &progress);
                Some(EngineEvent::Progress(progress))
            }
            (WorkerEvent::Lines(changed, lines), Some(running)) => {
                if let Some(best) = lines.first() {
                    let board = &running.job.board;
                    running.best = best.first().filter(|&s| board.is_empty(s)).or(running.best);
                    running.score = best.progress.score;
                    self.probe.note(board, running.job.rule, &running.job.limits, &best.progress);
                }
                running.lines.clone_from(&lines);
                Some(EngineEvent::Lines { changed, lines })
            }
            (WorkerEvent::Warning(text), Some(_)) => Some(EngineEvent::Warning(text)),
            (WorkerEvent::Done(answer), Some(_)) => self.finish(answer, false),
        }
    }

    /// Answers for a search that is too late, with its best move so far or a plain one. Does nothing before
    /// [`rescue_at`](Self::rescue_at).
    pub fn rescue(&mut self) -> Option<EngineEvent> {
        let running = self.running.as_ref()?;
        if running.rescue_at.is_none_or(|at| Instant::now() < at) {
            return None;
        }
        running.job.control.stop();
        let answer = match (running.job.without_search(), running.best) {
            (Some(Answer::Move(_)), Some(best)) => Some(Answer::Move(best)),
            (plain, _) => plain,
        };
        self.finish(answer, true)
    }

    /// That the last answer was late, if it was and nobody has asked yet.
    pub const fn take_lateness(&mut self) -> Option<Lateness> {
        self.lateness.take()
    }

    /// Starts the clock of a search that runs without one: the opponent played what was expected. Nothing happens
    /// if no such search runs.
    pub fn start_clock(&mut self, received: Instant) {
        if let Some(running) = self.running.as_mut().filter(|running| running.timing == Timing::Unlimited) {
            running.timing = Timing::Clock;
            running.received = received;
            running.before_clock = running.job.control.elapsed();
            self.plan_again();
        }
    }

    pub(super) fn launch_move(&mut self, board: Board, request: &Request, received: Instant) {
        self.launch(Task::Move, board, request, received);
    }

    pub(super) fn launch_decision(
        &mut self,
        decision: Decision,
        board: Board,
        request: &Request,
        received: Instant,
    ) {
        self.launch(Task::Opening(decision), board, request, received);
    }

    /// Gives a running search the times that are in force now.
    pub(super) fn plan_again(&mut self) {
        let Some(running) = &self.running else { return };
        if running.timing == Timing::Unlimited {
            return;
        }
        let plan = self.plan(running.job.task, &running.job.limits);
        let Some(running) = &mut self.running else { return };
        running.job.control.set_budget(later(plan.budget, running.before_clock));
        running.grace = running.received.elapsed() + STOP_PATIENCE;
        if !running.is_stopping {
            // A time that is over already still leaves the search a moment to answer.
            let earliest = Instant::now() + STOP_PATIENCE;
            running.rescue_at = rescue_time(running.received, plan).map(|at| at.max(earliest));
        }
    }

    /// Whether the answer may be another move of nearly the same worth.
    fn is_varied(&self, request: &Request) -> bool {
        self.settings.variety > 0 && request.lines < 2 && !request.analysis
    }

    fn plan(&self, task: Task, limits: &Limits) -> Plan {
        let plan = self.clock.plan(&self.settings.time, has_other_bounds(limits));
        match task {
            Task::Move => plan,
            // Nodes are shared out among all trials of a decision; a depth holds for each of them, so it ends none.
            Task::Opening(_) if plan == Plan::UNLIMITED && limits.nodes.is_some() => plan,
            Task::Opening(_) => plan.capped(decision::OPTIMUM, decision::MAXIMUM),
        }
    }

    fn launch(&mut self, task: Task, board: Board, request: &Request, received: Instant) {
        self.cancel();
        self.jobs += 1;
        let mut limits = Limits {
            depth: request.depth.or(self.settings.depth),
            nodes: request.nodes.or(self.settings.nodes),
            excluded: request.excluded.clone(),
            blocked: request.blocked.iter().filter_map(|path| BlockedMove::at_end_of(path, &board)).collect(),
            candidate_range: self.settings.candidate_range,
            lines: if self.is_varied(request) { variety::LINES } else { request.lines },
            analysis: request.analysis,
            ..Limits::default()
        };
        let is_held = task == Task::Move && self.database_thread.brings_database();
        let start = if is_held { Start::Held } else { Start::Sent };
        if task == Task::Move && start == Start::Sent {
            self.probe.prepare(&board, self.settings.rule, &mut limits);
        }
        let is_bounded = has_other_bounds(&limits);
        self.clock.see_stones(board.stones(board.side_to_move()).len());
        let plan = match request.timing {
            Timing::Clock => self.plan(task, &limits),
            Timing::Unlimited => Plan::UNLIMITED,
        };
        let control = Arc::new(Control::new(received, plan.budget));
        let job = Job { id: JobId(self.jobs), task, board, rule: self.settings.rule, limits, control };
        if start == Start::Sent {
            self.worker.send(Order::Think(Box::new(job.clone())));
        }
        self.running = Some(Running {
            job,
            purpose: request.purpose,
            timing: request.timing,
            received,
            before_clock: Duration::ZERO,
            is_bounded,
            grace: Duration::ZERO,
            is_stopping: false,
            start,
            is_varied: self.is_varied(request),
            rescue_at: rescue_time(received, plan),
            best: None,
            line: Vec::new(),
            lines: Vec::new(),
            score: Score::ZERO,
        });
    }

    /// Begins the search that waits for the database, if there is one.
    pub(super) fn launch_held(&mut self) {
        let Some(running) = self.running.as_mut().filter(|running| running.start == Start::Held) else {
            return;
        };
        running.start = Start::Sent;
        let Job { board, rule, limits, .. } = &mut running.job;
        self.probe.prepare(board, *rule, limits);
        self.worker.send(Order::Think(Box::new(running.job.clone())));
    }

    fn finish(&mut self, answer: Option<Answer>, is_rescue: bool) -> Option<EngineEvent> {
        let running = self.running.take()?;
        self.record_findings();
        let lateness = self.book(&running, is_rescue);
        self.lateness = Some(lateness).filter(Lateness::is_news);
        let Some(answer) = answer else { return Some(EngineEvent::NoMove) };
        if running.purpose == Purpose::Exchange && running.score < Score::ZERO {
            return Some(EngineEvent::Answer(Answer::Swap));
        }
        let answer = match answer {
            Answer::Move(best) if running.is_varied => {
                let variety = self.settings.variety;
                Answer::Move(variety::drawn(best, &running.lines, variety, &mut self.random))
            }
            answer => answer,
        };
        let squares = match &answer {
            Answer::Move(square) => std::slice::from_ref(square),
            Answer::Pair(squares) => squares.as_slice(),
            _ => &[],
        };
        if let [square] = squares {
            self.expect(*square, &running.line);
        }
        let is_played = match running.job.task {
            Task::Move => true,
            Task::Opening(decision) => decision.is_played(),
        };
        if running.purpose == Purpose::Play && is_played {
            self.play_answer(squares);
        }
        Some(EngineEvent::Answer(answer))
    }

    /// The board has not changed since the job was made: whatever changes it cancels the job.
    fn play_answer(&mut self, squares: &[Square]) {
        let Some(game) = &mut self.game else { return };
        for &square in squares {
            let played = game.play(square);
            debug_assert!(played.is_ok(), "{square:?}");
        }
        self.expected.drain(..squares.len().min(self.expected.len()));
    }

    /// Books the time of a search, if it has a clock, and tells how it was used.
    fn book(&mut self, running: &Running, is_rescue: bool) -> Lateness {
        let since = |time: Duration| time.saturating_sub(running.before_clock);
        let budget = running.job.control.budget();
        let budget = TimeBudget { optimum: since(budget.optimum), maximum: since(budget.maximum) };
        let used = since(running.job.control.elapsed());
        let time = &self.settings.time;
        let (turn_ms, left_ms) = (time.turn_ms, self.clock.left_ms(time));
        let growth = match running.timing {
            Timing::Clock => {
                let planned =
                    if running.is_stopping { Duration::MAX } else { budget.maximum.max(running.grace) };
                self.clock.spend(used, planned, time)
            }
            Timing::Unlimited => Duration::ZERO,
        };
        Lateness { turn_ms, left_ms, budget, used, is_rescue, growth }
    }
}

/// Whether something other than time ends a search.
fn has_other_bounds(limits: &Limits) -> bool {
    limits.depth.is_some_and(|depth| depth <= MAX_BOUNDING_DEPTH) || limits.nodes.is_some()
}

/// The budget of a search that ran for some time before its clock began.
fn later(budget: TimeBudget, before: Duration) -> TimeBudget {
    TimeBudget {
        optimum: budget.optimum.saturating_add(before),
        maximum: budget.maximum.saturating_add(before),
    }
}
