//! The search thread with its running job, pondering, and the transposition table.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use super::event::Sink;
use super::job::is_bounded;
use super::search_thread::{Order, SearchThreadHandle};
use super::settings::table_bytes;
use super::{Answer, EngineError, Job, JobId, Plan, Purpose, Settings, TableFile, Task, Timing};
use crate::board::Board;
use crate::clock::Instant;
use crate::eval::Networks;
use crate::geometry::{BoardSize, Square};
use crate::rules::Rule;
use crate::search::table::{SharedTable, TableEntry};
use crate::search::{Control, Limits, Progress, TimeBudget, Variation};
use crate::stop::StopHandle;

/// How long the engine waits for the answer of a stopped search.
const STOP_PATIENCE: Duration = Duration::from_millis(60);

/// A job whose answer has not come yet.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) job: Job,
    pub(super) purpose: Purpose,
    pub(super) timing: Timing,
    /// Start of the clock.
    pub(super) received: Instant,
    /// Time since the start of the clock within which an answer is not late, if a new time control shortened
    /// the time.
    pub(super) grace: Duration,
    pub(super) is_stopping: bool,
    /// Whether the job waits for the database that is being opened or checked.
    pub(super) is_held: bool,
    /// Whether the answer is drawn from moves of nearly the same score.
    pub(super) is_varied: bool,
    /// When the engine answers itself.
    pub(super) rescue_at: Option<Instant>,
    /// The best move so far.
    pub(super) best: Option<Square>,
    /// The latest progress,
    pub(super) progress: Option<Progress>,
    /// and that of the last iteration that was completed.
    pub(super) complete: Option<Progress>,
    /// The lines so far, if several are searched.
    pub(super) lines: Vec<Variation>,
}

impl Running {
    /// A job without results.
    pub(super) fn new(job: Job, purpose: Purpose, timing: Timing, received: Instant, plan: Plan) -> Self {
        let rescue_at = plan.rescue.and_then(|rescue| received.checked_add(rescue));
        Self {
            job,
            purpose,
            timing,
            received,
            grace: Duration::ZERO,
            is_stopping: false,
            is_held: false,
            is_varied: false,
            rescue_at,
            best: None,
            progress: None,
            complete: None,
            lines: Vec::new(),
        }
    }

    /// Takes in a new best move.
    pub(super) fn note(&mut self, progress: &Progress) {
        let best = progress.line.first().copied();
        self.best = best.filter(|&square| self.job.board.is_empty(square)).or(self.best);
        if !progress.is_partial {
            self.complete = Some(progress.clone());
        }
        self.progress = Some(progress.clone());
    }

    /// An answer without the end of the search: its best move so far, else the first by order or a plain one.
    pub(super) fn answer_so_far(&self) -> Option<Answer> {
        let guess = || self.job.control.suggestion().filter(|_| matches!(self.job.task, Task::Move));
        match (self.job.without_search(), self.best.or_else(guess)) {
            (Some(Answer::Move(_)), Some(best)) => Some(Answer::Move(best)),
            (plain, _) => plain,
        }
    }

    /// The latest PV.
    pub(super) fn line(&self) -> &[Square] {
        self.progress.as_ref().map_or(&[], |progress| &progress.line)
    }

    /// Applies a new plan. A time that is over already still leaves the search a moment to answer.
    pub(super) fn set_plan(&mut self, plan: Plan) {
        self.job.control.set_budget(plan.budget);
        self.grace = self.received.elapsed() + STOP_PATIENCE;
        if !self.is_stopping {
            let earliest = Instant::now() + STOP_PATIENCE;
            let rescue = plan.rescue.and_then(|rescue| self.received.checked_add(rescue));
            self.rescue_at = rescue.map(|at| at.max(earliest));
        }
    }
}

/// A search on the opponent's time. Its answer is dropped: it only fills the transposition table.
#[derive(Debug)]
struct PonderSearch {
    control: Arc<Control>,
    /// The positions from the one that was on the board to the one that is searched.
    expected: Vec<Board>,
}

/// The search thread from outside: the running search, pondering, and the transposition table.
#[derive(Debug)]
pub struct SearchClient {
    thread: SearchThreadHandle,
    /// The search whose answer has not come yet.
    pub(super) running: Option<Running>,
    pondering: Option<PonderSearch>,
    jobs: u64,
    /// The search thread's table, for queries.
    table: SharedTable,
    table_bytes: usize,
    /// Files of the table that are to be saved or loaded, in this order.
    table_files: VecDeque<TableFile>,
    /// Set to give up all saving.
    cancel_saves: StopHandle,
}

impl SearchClient {
    /// Starts the search thread; its events go to `sink`.
    pub(super) fn spawn(settings: &Settings, sink: &Sink) -> Result<Self, EngineError> {
        let table_bytes = table_bytes_for(settings);
        let table = SharedTable::default();
        Ok(Self {
            thread: SearchThreadHandle::spawn(table_bytes, table.clone(), sink.clone())?,
            running: None,
            pondering: None,
            jobs: 0,
            table,
            table_bytes,
            table_files: VecDeque::new(),
            cancel_saves: StopHandle::new(),
        })
    }

    /// Whether a search is running.
    pub const fn is_thinking(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the running search was stopped, so that its answer is due.
    pub fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_stopping)
    }

    /// Whether time, depth or nodes end the running search.
    pub fn is_bounded(&self) -> bool {
        self.is_counted() || self.rescue_at().is_some()
    }

    /// Whether depth or nodes end the running search.
    pub fn is_counted(&self) -> bool {
        self.running.as_ref().is_some_and(|running| is_bounded(&running.job.limits))
    }

    /// The moves that the running search leaves out, those that the database excludes among them.
    pub fn excluded(&self) -> &[Square] {
        self.running.as_ref().map_or(&[], |running| &running.job.limits.excluded)
    }

    /// When the clock of the running search started.
    pub fn thinking_since(&self) -> Option<Instant> {
        self.running.as_ref().map(|running| running.received)
    }

    /// When [`Engine::rescue`](super::Engine::rescue) must be called unless the answer came.
    pub fn rescue_at(&self) -> Option<Instant> {
        self.running.as_ref().and_then(|running| running.rescue_at)
    }

    pub(super) const fn next_job(&mut self) -> JobId {
        self.jobs += 1;
        JobId(self.jobs)
    }

    /// Starts a search, unless it is held.
    pub(super) fn launch(&mut self, running: Running) {
        if !running.is_held {
            self.thread.send(Order::Think(Box::new(running.job.clone())));
        }
        self.running = Some(running);
    }

    /// Starts a held search once `prepare` has completed its limits.
    pub(super) fn launch_held(&mut self, prepare: impl FnOnce(&mut Job)) {
        if let Some(mut running) = self.running.take_if(|running| running.is_held) {
            running.is_held = false;
            prepare(&mut running.job);
            self.launch(running);
        }
    }

    /// Stops the search; its answer is still wanted. Ends pondering.
    pub(super) fn stop(&mut self) {
        self.stop_pondering();
        if let Some(running) = &mut self.running {
            running.job.control.stop();
            running.is_stopping = true;
            let at = Instant::now() + STOP_PATIENCE;
            running.rescue_at = Some(running.rescue_at.map_or(at, |rescue| rescue.min(at)));
        }
    }

    /// Ends the search without an answer.
    pub(super) fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            running.job.control.abandon();
        }
    }

    /// Ponders the last of these positions; the next search probably takes this time.
    pub(super) fn ponder(&mut self, expected: Vec<Board>, rule: Rule, time: TimeBudget) {
        let Some(board) = expected.last().cloned() else { return };
        let control = Arc::new(Control::new(Instant::now(), Plan::UNLIMITED.budget));
        let job = Job {
            id: self.next_job(),
            task: Task::Move,
            board,
            rule,
            limits: Limits { time, ..Limits::default() },
            control: Arc::clone(&control),
        };
        self.thread.send(Order::Think(Box::new(job)));
        self.pondering = Some(PonderSearch { control, expected });
    }

    /// Whether the engine is pondering.
    pub fn is_pondering(&self) -> bool {
        self.pondering.as_ref().is_some_and(|pondering| !pondering.control.is_stopped())
    }

    pub(super) fn stop_pondering(&self) {
        if let Some(pondering) = &self.pondering {
            pondering.control.abandon();
        }
    }

    /// Ends pondering unless the position is among the expected ones.
    pub(super) fn stop_pondering_unless(&self, board: &Board) {
        let is_same = |other: &Board| {
            other.size() == board.size() && other.hash() == board.hash() && other.empty() == board.empty()
        };
        if let Some(pondering) = &self.pondering
            && !pondering.expected.iter().any(is_same)
        {
            pondering.control.abandon();
        }
    }

    /// Passes changed settings to the search thread. Ends pondering if they concern it.
    pub(super) fn apply(&mut self, before: &Settings, now: &Settings) {
        let is_same_search = now.rule == before.rule
            && now.threads == before.threads
            && now.parameters == before.parameters
            && (now.max_memory, now.hash_bytes) == (before.max_memory, before.hash_bytes);
        if !is_same_search || before.time.pondering && !now.time.pondering {
            self.stop_pondering();
        }
        if now.threads != before.threads {
            self.thread.send(Order::Threads(now.threads));
        }
        if now.parameters != before.parameters {
            self.thread.send(Order::Tune(now.parameters));
        }
        let bytes = table_bytes_for(now);
        if bytes != self.table_bytes {
            self.table_bytes = bytes;
            self.thread.send(Order::Resize(bytes));
        }
    }

    /// Evaluates with these networks from the next search on.
    pub fn set_networks(&self, networks: Networks) {
        self.stop_pondering();
        self.thread.send(Order::Networks(networks));
    }

    /// Clears the transposition table and the histories.
    pub fn clear(&self) {
        self.stop_pondering();
        self.thread.send(Order::Clear);
    }

    /// Largest size of the transposition table in bytes.
    pub const fn table_bytes(&self) -> usize {
        self.table_bytes
    }

    /// The size of the transposition table in bytes, which is smaller while searches are short, and the part
    /// in use, in thousandths.
    pub fn table_usage(&self) -> (usize, usize) {
        self.table.view().map_or((self.table_bytes, 0), |view| (view.table.bytes(), view.table.permille()))
    }

    /// The table entry of a position.
    pub(super) fn known(&self, rule: Rule, size: BoardSize, hash: u64) -> Option<TableEntry> {
        self.table.view()?.entry(rule, size, hash)
    }

    /// Saves or loads the table.
    pub(super) fn use_table_file(&mut self, file: TableFile) {
        self.stop_pondering();
        self.table_files.push_back(file.clone());
        self.thread.send(Order::File(file, self.cancel_saves.clone()));
    }

    /// Handles the event of a saved or loaded table.
    pub(super) fn table_file_done(&mut self) {
        self.table_files.pop_front();
    }

    /// Whether the table is being saved or loaded, or is to be.
    pub fn is_using_table_file(&self) -> bool {
        !self.table_files.is_empty()
    }

    /// Whether the table is being saved, or is to be.
    pub fn is_saving_table(&self) -> bool {
        self.table_files.iter().any(|file| matches!(file, TableFile::Save(_)))
    }

    /// Cancels saving the table, now and later: the files keep their former content.
    pub fn cancel_table_saves(&self) {
        self.cancel_saves.stop();
    }
}

fn table_bytes_for(settings: &Settings) -> usize {
    table_bytes(settings.max_memory, settings.hash_bytes, settings.threads)
}
