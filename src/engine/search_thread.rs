//! The search thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::event::Sink;
use super::hash_file;
use super::{Answer, EngineError, Event, Job, JobId, TableFile, TableReport, Task, ThreadEvent};
use crate::decision::answer_question;
use crate::eval::Networks;
use crate::rules::{playable_squares, winning_rows};
use crate::search::table::SharedTable;
use crate::search::{Parameters, Progress, Reporter, STACK_BYTES, Searcher, Variation};
use crate::stop::StopHandle;

/// Maximum time that dropping the engine waits for the thread.
const EXIT_PATIENCE: Duration = Duration::from_millis(30);

/// An order to the search thread. Orders are carried out in sequence.
#[derive(Debug)]
pub(super) enum Order {
    /// Search for a move or make a decision.
    Think(Box<Job>),
    /// Resize the transposition table to this many bytes.
    Resize(usize),
    /// Set the number of search threads.
    Threads(usize),
    /// Set the parameters of the search.
    Tune(Parameters),
    /// Save the table to a file, unless the flag is set meanwhile, or load it.
    File(TableFile, StopHandle),
    /// Evaluate with these networks.
    Networks(Networks),
    /// Clear the table and the histories.
    Clear,
}

/// Handle to the search thread. Dropping it ends the thread; stop its job first.
#[derive(Debug)]
pub(super) struct SearchThreadHandle {
    orders: Option<Sender<Order>>,
    ended: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl SearchThreadHandle {
    /// Starts the thread; it sends its events to `sink`.
    pub(super) fn spawn(table_bytes: usize, table: SharedTable, sink: Sink) -> Result<Self, EngineError> {
        let (orders, inbox) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let body = move || {
            SearchThread { searcher: Searcher::new(table_bytes).sharing(table), sink }.run(&inbox);
            drop(end);
        };
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(body)
            .map_err(EngineError::Thread)?;
        Ok(Self { orders: Some(orders), ended, thread: Some(thread) })
    }

    /// Queues an order.
    pub(super) fn send(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread ends only when the sender is dropped, so sending cannot fail.
            let sent = orders.send(order);
            debug_assert!(sent.is_ok());
        }
    }
}

impl Drop for SearchThreadHandle {
    fn drop(&mut self) {
        drop(self.orders.take());
        // Nothing is ever sent: the receiver sees that the sender was dropped, or the timeout.
        let is_over = self.ended.recv_timeout(EXIT_PATIENCE) == Err(mpsc::RecvTimeoutError::Disconnected);
        if let Some(thread) = self.thread.take().filter(|_| is_over) {
            // A panic outside of a job leaves nothing to clean up.
            drop(thread.join());
        }
    }
}

/// The state of the search thread.
struct SearchThread {
    searcher: Searcher,
    sink: Sink,
}

impl SearchThread {
    fn run(mut self, inbox: &Receiver<Order>) {
        while let Ok(order) = inbox.recv() {
            match order {
                Order::Think(job) => self.think(&job),
                Order::Resize(bytes) => self.searcher.resize(bytes),
                Order::Threads(count) => self.searcher.set_threads(count),
                Order::Tune(parameters) => self.searcher.set_parameters(parameters),
                Order::Networks(networks) => self.searcher.set_networks(networks),
                Order::File(file, stop) => self.use_file(file, &stop),
                Order::Clear => self.searcher.clear(),
            }
        }
    }

    fn think(&mut self, job: &Job) {
        let mut relay = Relay { job, sink: &self.sink };
        let searcher = &mut self.searcher;
        // After a panic its tables may be in any state; it is renewed before its next use.
        let solved = catch_unwind(AssertUnwindSafe(|| solve(searcher, job, &mut relay)));
        let end = match solved {
            Ok(answer) => ThreadEvent::Done(checked(job, answer).unwrap_or_else(|text| {
                self.send_event(job, warning(&text));
                job.without_search()
            })),
            Err(panic) => {
                self.searcher = self.searcher.renewed();
                self.send_event(job, warning(&describe("the search", panic.as_ref())));
                ThreadEvent::Failed
            }
        };
        if let Some(error) = self.searcher.take_network_error() {
            self.send_event(job, warning(&format!("{error}; the classical evaluation plays")));
        }
        self.send_event(job, end);
    }

    /// Saves or loads the table. After a panic the searcher is renewed.
    fn use_file(&mut self, file: TableFile, stop: &StopHandle) {
        let Self { searcher, sink } = self;
        let done = catch_unwind(AssertUnwindSafe(|| {
            let report = hash_file::carry_out(file.clone(), stop, searcher);
            sink.send(Event { job: JobId::NONE, event: ThreadEvent::Table(report) });
        }));
        if let Err(panic) = done {
            self.searcher = self.searcher.renewed();
            let report = TableReport { file, outcome: Err(describe("the work on the file", panic.as_ref())) };
            self.sink.send(Event { job: JobId::NONE, event: ThreadEvent::Table(report) });
        }
    }

    fn send_event(&self, job: &Job, event: ThreadEvent) {
        self.sink.send(Event { job: job.id, event });
    }
}

fn solve(searcher: &mut Searcher, job: &Job, reporter: &mut dyn Reporter) -> Option<Answer> {
    match &job.task {
        Task::Dialogue(dialogue, seed) => {
            Some(Answer::Choices(answer_question(searcher, dialogue, job.context(), *seed)))
        }
        Task::Opening(decision) => decision.make(searcher, job.context(), reporter),
        // The game is over: a score would be misleading.
        Task::Move if !winning_rows(&job.board, job.rule).is_empty() => {
            job.context().fallback().map(Answer::Move)
        }
        Task::Move => {
            let result = searcher.search_under(&job.board, job.rule, &job.limits, &job.control, reporter);
            result.best.or_else(|| job.context().fallback()).map(Answer::Move)
        }
    }
}

/// The answer, or an error if the move is occupied, or forbidden while a legal one exists.
fn checked(job: &Job, answer: Option<Answer>) -> Result<Option<Answer>, String> {
    let Some(Answer::Move(square)) = answer else { return Ok(answer) };
    if playable_squares(&job.board, job.rule).contains(square) {
        Ok(answer)
    } else {
        Err(format!("expected a legal move from the search, found {square:?}"))
    }
}

fn warning(text: &str) -> ThreadEvent {
    ThreadEvent::Warning(text.to_owned())
}

fn describe(what: &str, panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("{what} failed: {}", text.unwrap_or("no reason given"))
}

/// Sends the reports of a search with the number of its job.
struct Relay<'a> {
    job: &'a Job,
    sink: &'a Sink,
}

impl Reporter for Relay<'_> {
    fn iteration(&mut self, progress: &Progress) {
        let event = ThreadEvent::Progress(progress.clone());
        self.sink.send(Event { job: self.job.id, event });
    }

    fn lines(&mut self, changed: usize, lines: &[Variation]) {
        let event = ThreadEvent::Lines(changed, lines.to_vec());
        self.sink.send(Event { job: self.job.id, event });
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::Instant;
    use std::sync::Arc;

    use super::*;
    use crate::board::from_diagram;
    use crate::engine::{Engine, EngineEvent};
    use crate::geometry::{BoardSize, Square};
    use crate::rules::Rule;
    use crate::search::{Control, Limits, TimeBudget};

    fn job(diagram: &str, rule: Rule) -> Job {
        let mut board = from_diagram(diagram).unwrap();
        if board.side_to_move() == crate::geometry::Color::White {
            board.pass();
        }
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::INSTANT));
        Job { id: JobId(1), task: Task::Move, board, rule, limits: Limits::default(), control }
    }

    /// A search thread, and its events but for the first of a kind, which fails.
    fn spawn(is_failing: fn(&ThreadEvent) -> bool) -> (SearchThreadHandle, Receiver<Event>) {
        let (sender, events) = mpsc::channel();
        let mut is_first = true;
        let sink = Sink::new(move |event| {
            assert!(!(is_failing(&event.event) && std::mem::take(&mut is_first)), "a failing report");
            drop(sender.send(event));
        });
        (SearchThreadHandle::spawn(1 << 16, SharedTable::default(), sink).unwrap(), events)
    }

    const OVERLINE: &str = "X X X . X X .
                            . . . . . . .
                            . . . . . . .
                            . . . . . . .
                            . . . . . . .";

    #[test]
    fn occupied_and_forbidden_answers_are_not_let_through() {
        let job = job(OVERLINE, Rule::Renju);
        let checked = |x, y| checked(&job, Some(Answer::Move(Square::at(x, y))));
        assert!(checked(0, 0).is_err());
        assert!(checked(3, 0).is_err());
        assert!(checked(6, 0).is_ok());
    }

    #[test]
    fn a_job_ends_with_exactly_one_answer_under_its_number() {
        let (worker, events) = spawn(|_| false);
        worker.send(Order::Think(Box::new(job(OVERLINE, Rule::Freestyle))));
        drop(worker);
        let done: Vec<Event> = events.iter().filter(|e| matches!(e.event, ThreadEvent::Done(_))).collect();
        assert_eq!(done.len(), 1);
        assert_eq!(done[0].job, JobId(1));
    }

    #[test]
    fn a_damaged_network_is_told_once_and_the_moves_still_come() {
        let (worker, events) = spawn(|_| false);
        worker.send(Order::Networks(Networks::damaged()));
        for _ in 0..2 {
            worker.send(Order::Think(Box::new(job(OVERLINE, Rule::Renju))));
        }
        drop(worker);
        let events: Vec<ThreadEvent> = events.iter().map(|event| event.event).collect();
        let is_told = |event: &&ThreadEvent| matches!(event, ThreadEvent::Warning(text) if text.starts_with("cannot use the network of renju: "));
        assert_eq!(events.iter().filter(is_told).count(), 1, "{events:?}");
        let moves = events.iter().filter(|o| matches!(o, ThreadEvent::Done(Some(Answer::Move(_)))));
        assert_eq!(moves.count(), 2);
    }

    #[test]
    fn a_panic_in_a_search_is_told_and_the_next_search_works() {
        let (worker, events) = spawn(|event| matches!(event, ThreadEvent::Progress(_)));
        for _ in 0..2 {
            worker.send(Order::Think(Box::new(job(OVERLINE, Rule::Renju))));
        }
        drop(worker);
        let events: Vec<ThreadEvent> = events.iter().map(|event| event.event).collect();
        assert!(matches!(&events[0], ThreadEvent::Warning(text) if text.contains("a failing report")));
        assert!(matches!(events[1], ThreadEvent::Failed));
        assert!(events[2..].iter().any(|o| matches!(o, ThreadEvent::Progress(_))));
    }

    #[test]
    fn a_failed_search_is_answered_with_its_best_move_so_far() {
        let (sender, events) = mpsc::channel();
        let mut count = 0;
        let sink = move |event: Event| {
            if matches!(event.event, ThreadEvent::Progress(_)) {
                count += 1;
                assert_ne!(count, 3, "a failing report");
            }
            drop(sender.send(event));
        };
        let mut engine = Engine::new(1, sink).unwrap();
        engine.start(BoardSize::default());
        engine.play(Square::at(0, 0)).unwrap();
        engine.play(Square::at(9, 9)).unwrap();
        engine.think(Instant::now()).unwrap();
        let plain = engine.search.running.as_ref().unwrap().job.without_search();
        let mut best = None;
        let answer = events.iter().filter_map(|event| engine.handle(event)).find_map(|event| {
            match event {
                EngineEvent::Progress(progress) => best = progress.line.first().copied(),
                EngineEvent::Answer(answer) => return Some(answer),
                _ => {}
            }
            None
        });
        assert_eq!(answer, best.map(Answer::Move));
        assert_ne!(answer, plain);
    }

    #[test]
    fn a_panic_over_a_file_of_the_table_is_told_and_the_next_search_works() {
        let (worker, events) = spawn(|event| matches!(event, ThreadEvent::Table(_)));
        worker.send(Order::File(TableFile::Load("/no/such/file".into()), StopHandle::new()));
        worker.send(Order::Think(Box::new(job(OVERLINE, Rule::Renju))));
        drop(worker);
        let events: Vec<ThreadEvent> = events.iter().map(|event| event.event).collect();
        let is_told = |report: &TableReport| {
            report.outcome.as_ref().is_err_and(|text| text.contains("a failing report"))
        };
        assert!(matches!(&events[0], ThreadEvent::Table(report) if is_told(report)), "{events:?}");
        assert!(matches!(events.last(), Some(ThreadEvent::Done(Some(_)))), "{events:?}");
    }
}
