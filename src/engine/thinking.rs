//! The engine while it thinks: launching, stopping, and what to do when an answer comes or does not.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::worker::Order;
use super::{Answer, Engine, Event, Job, JobId, News, Occurrence, Plan, Task, fallback_move, swap};
use crate::board::Board;
use crate::geometry::Square;
use crate::rules::Rule;
use crate::search::{Control, Limits};

/// How long after a stop the answer of the search is waited for.
const STOP_PATIENCE: Duration = Duration::from_millis(60);

/// A limit of depth counts as an end only up to here: deeper iterations may take for ever.
const MAX_BOUNDING_DEPTH: u32 = 40;

/// A job whose answer is awaited.
#[derive(Debug)]
pub(super) struct Running {
    job: Job,
    received: Instant,
    is_bounded: bool,
    is_stopping: bool,
    /// When the engine answers itself.
    rescue_at: Option<Instant>,
    /// The best move so far.
    best: Option<Square>,
}

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

    /// When [`rescue`](Self::rescue) must be called unless the answer came.
    pub fn rescue_at(&self) -> Option<Instant> {
        self.running.as_ref().and_then(|running| running.rescue_at)
    }

    /// Asks for the answer now. Without a search nothing happens.
    pub fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.job.control.stop();
            running.is_stopping = true;
            running.hurry(Instant::now() + STOP_PATIENCE);
        }
    }

    /// Ends the search without an answer. Without a search nothing happens.
    pub fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            running.job.control.stop();
        }
    }

    /// Takes in an event of the search thread and tells what is new, if anybody still waits for it.
    pub fn handle(&mut self, event: Event) -> Option<News> {
        let running = self.running.as_mut().filter(|running| running.job.id == event.job)?;
        match event.occurrence {
            Occurrence::Progress(progress) => {
                let board = &running.job.board;
                running.best = progress.line.first().copied().filter(|&s| board.is_empty(s)).or(running.best);
                Some(News::Progress(progress))
            }
            Occurrence::Trouble(text) => Some(News::Trouble(text)),
            Occurrence::Done(answer) => self.finish(answer),
        }
    }

    /// Answers for a search that is too late, with its best move so far or a plain one. Does nothing before
    /// [`rescue_at`](Self::rescue_at).
    pub fn rescue(&mut self) -> Option<News> {
        let running = self.running.as_ref()?;
        if running.rescue_at.is_none_or(|at| Instant::now() < at) {
            return None;
        }
        running.job.control.stop();
        let Job { board, rule, .. } = &running.job;
        let square = running.best.or_else(|| fallback_move(board, *rule));
        self.finish(square.map(Answer::Move))
    }

    pub(super) fn launch_move(&mut self, board: Board, received: Instant) {
        let plan = self.plan();
        self.launch(Task::Move, board, plan, received);
    }

    pub(super) fn launch_swap(&mut self, board: Board, received: Instant) {
        let plan = self.plan().capped(swap::OPTIMUM, swap::MAXIMUM);
        let seed = self.random.u64(..);
        self.launch(Task::Swap2 { seed }, board, plan, received);
    }

    /// Gives a running search the times that are in force now.
    pub(super) fn plan_again(&mut self) {
        let plan = self.plan();
        let Some(running) = &mut self.running else { return };
        let plan = match running.job.task {
            Task::Move => plan,
            Task::Swap2 { .. } => plan.capped(swap::OPTIMUM, swap::MAXIMUM),
        };
        running.job.control.set_budget(plan.budget);
        if !running.is_stopping {
            // A time that is over already still leaves the search a moment to answer.
            let earliest = Instant::now() + STOP_PATIENCE;
            running.rescue_at = rescue_time(running.received, plan).map(|at| at.max(earliest));
        }
    }

    fn plan(&self) -> Plan {
        self.clock.plan(&self.settings.time, self.has_other_bounds())
    }

    /// Whether something other than time ends a search.
    fn has_other_bounds(&self) -> bool {
        let is_shallow = self.settings.depth.is_some_and(|depth| depth <= MAX_BOUNDING_DEPTH);
        is_shallow || self.settings.nodes.is_some()
    }

    fn launch(&mut self, task: Task, board: Board, plan: Plan, received: Instant) {
        self.cancel();
        self.jobs += 1;
        let limits = Limits { depth: self.settings.depth, nodes: self.settings.nodes, excluded: Vec::new() };
        let is_bounded = self.has_other_bounds();
        let rule: Rule = self.settings.rule;
        let control = Arc::new(Control::new(received, plan.budget));
        let job = Job { id: JobId(self.jobs), task, board, rule, limits, control };
        self.worker.send(Order::Think(Box::new(job.clone())));
        let rescue_at = rescue_time(received, plan);
        self.running = Some(Running { job, received, is_bounded, is_stopping: false, rescue_at, best: None });
    }

    fn finish(&mut self, answer: Option<Answer>) -> Option<News> {
        let running = self.running.take()?;
        let planned = if running.is_stopping { Duration::MAX } else { running.job.control.budget().maximum };
        self.clock.spend(running.job.control.elapsed(), planned, &self.settings.time);
        let Some(answer) = answer else { return Some(News::NoMove) };
        if let (Task::Move, Answer::Move(square), Some(game)) = (running.job.task, &answer, &mut self.game) {
            // The board has not changed since the job was made: whatever changes it cancels the job.
            let played = game.play(*square);
            debug_assert!(played.is_ok(), "{square:?}");
        }
        Some(News::Answer(answer))
    }
}

impl Running {
    fn hurry(&mut self, at: Instant) {
        self.rescue_at = Some(self.rescue_at.map_or(at, |rescue| rescue.min(at)));
    }
}

fn rescue_time(received: Instant, plan: Plan) -> Option<Instant> {
    plan.rescue.and_then(|rescue| received.checked_add(rescue))
}
