//! The loop that joins an input, an output, a protocol and an engine.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use super::inbox::{Inbox, Message};
use super::line::{Line, LineReader};
use super::output::Output;
use super::{Context, Flow, Protocol, WhenBusy};
use crate::clock::Instant;
use crate::engine::{Engine, EngineError, EngineEvent};

/// Maximum time for interrupted work to end when the process ends.
const BREAK_OFF_PATIENCE: Duration = Duration::from_millis(300);
/// Maximum time for saving the hash table at the end: a slow disk takes gigabytes in this time.
const SAVE_PATIENCE: Duration = Duration::from_secs(60);
/// Maximum time that requests wait at the end for a database that is being opened.
const REQUEST_PATIENCE: Duration = SAVE_PATIENCE;

/// Maximum time of a search with a time limit after the end of the input: a pipe of commands gets its move,
/// and a manager that is gone leaves no busy process.
const TIMED_PATIENCE: Duration = Duration::from_secs(1);
/// The same for a search with a depth or node limit, which is meant to reach it.
const COUNTED_PATIENCE: Duration = Duration::from_secs(60);
/// Maximum bytes of lines that wait for an answer: a thousand times the commands of a game.
const MAX_WAITING_BYTES: usize = 16 << 20;

/// Runs a protocol until its quit command, the end of the input, or the loss of the output.
///
/// At the end of the input a search with a limit still gives its answer, and work on files is finished; a
/// search without limits is cancelled. The input thread is detached if the protocol ends first, because a
/// read cannot be interrupted.
///
/// # Errors
/// [`EngineError::Thread`] if no thread can be started.
///
/// # Examples
/// ```
/// use rustgomo::protocol::{gomocup::Gomocup, session};
///
/// let mut output = Vec::new();
/// let input = "START 15\nINFO timeout_turn 0\nTURN 7,7\nEND\n".as_bytes();
/// session::run(input, &mut output, &mut Gomocup::new(), 1)?;
/// assert!(output.starts_with(b"OK\n"));
/// # Ok::<(), rustgomo::engine::EngineError>(())
/// ```
pub fn run(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    protocol: &mut dyn Protocol,
    seed: u64,
) -> Result<(), EngineError> {
    run_session(input, output, protocol, seed, false, |_| {})
}

/// [`run`] for the streams of a process, where the end of the input can mean that the manager is gone: a
/// search with a time limit then has a second, one with a depth or node limit a minute. `prepare` sets up the
/// engine: networks, and settings that apply until the protocol changes them.
///
/// # Errors
/// [`EngineError::Thread`] if no thread can be started.
pub fn run_with(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    protocol: &mut dyn Protocol,
    seed: u64,
    prepare: impl FnOnce(&mut Engine),
) -> Result<(), EngineError> {
    run_session(input, output, protocol, seed, true, prepare)
}

fn run_session(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    protocol: &mut dyn Protocol,
    seed: u64,
    is_process: bool,
    prepare: impl FnOnce(&mut Engine),
) -> Result<(), EngineError> {
    let inbox = Inbox::default();
    let events = inbox.clone();
    let mut engine = Engine::new(seed, move |event| events.put_event(event))?;
    prepare(&mut engine);
    let lines = inbox.clone();
    let reader = thread::Builder::new().name("input".to_owned());
    reader.spawn(move || read(input, &lines)).map_err(EngineError::Thread)?;
    let mut session = SessionLoop {
        engine,
        output: Output::new(output),
        protocol,
        inbox,
        waiting: VecDeque::new(),
        waiting_bytes: 0,
        is_process,
        input_ended: None,
    };
    session.run();
    session.inbox.close();
    Ok(())
}

fn read(input: impl Read, inbox: &Inbox) {
    let mut reader = LineReader::new(input);
    // A read error counts as the end of the input.
    while let Ok(Some(line)) = reader.next_line() {
        if !inbox.put_line(line) {
            return;
        }
    }
    inbox.end_input();
}

/// One protocol at work: takes messages until the input ends or a command ends the session.
struct SessionLoop<'w, 'p> {
    engine: Engine,
    output: Output<'w>,
    protocol: &'p mut dyn Protocol,
    inbox: Inbox,
    /// Lines that wait for an answer of the engine,
    waiting: VecDeque<Line>,
    /// and the bytes that they take.
    waiting_bytes: usize,
    /// Whether the streams are those of a process, whose searches end soon after the input.
    is_process: bool,
    input_ended: Option<Instant>,
}

impl SessionLoop<'_, '_> {
    fn run(&mut self) {
        loop {
            let flow = match self.next() {
                Some(Message::Line(line)) => match self.line(line) {
                    // It may have cancelled the search that other lines wait for.
                    Flow::Continue if !self.engine.search().is_thinking() => self.release(),
                    flow => flow,
                },
                Some(Message::EndOfInput) => {
                    self.input_ended = Some(Instant::now());
                    Flow::Continue
                }
                Some(Message::Engine(event)) => {
                    let event = self.engine.handle(event);
                    self.engine_event(event)
                }
                None => {
                    let event = self.engine.rescue();
                    let flow = self.engine_event(event);
                    if self.stop_at().is_some_and(|at| at <= Instant::now())
                        && !self.engine.search().is_stopping()
                    {
                        self.engine.stop();
                    }
                    flow
                }
            };
            if flow == Flow::Quit || self.output.is_broken() {
                return self.leave();
            }
            if self.input_ended.is_some()
                && !(self.engine.search().is_thinking() && self.engine.search().is_bounded())
            {
                // Work on files ends by itself, unlike a search without limits.
                self.drop_search();
                if !self.engine.database().is_busy() && !self.engine.search().is_using_table_file() {
                    return;
                }
            }
        }
    }

    /// When to stop the running search because the input has ended.
    fn stop_at(&self) -> Option<Instant> {
        let ended = self.input_ended.filter(|_| self.is_process)?;
        let begun = self.engine.search().thinking_since()?.max(ended);
        begun.checked_add(if self.engine.search().is_counted() { COUNTED_PATIENCE } else { TIMED_PATIENCE })
    }

    /// Ends a search without an answer, and executes the lines that wait for it, unless they ask for one.
    fn drop_search(&mut self) {
        self.engine.cancel();
        self.search_ended();
        for line in std::mem::take(&mut self.waiting) {
            if !self.protocol.asks_for_answer(&line.text) {
                // Whether the session goes on does not depend on them.
                self.execute(&line);
            }
        }
    }

    /// Has the protocol do what it read during a search.
    fn search_ended(&mut self) {
        self.waiting_bytes = 0;
        let mut context = Context { engine: &mut self.engine, output: &mut self.output };
        self.protocol.search_ended(&mut context);
    }

    /// Queues a line until the answer comes, or refuses it if too much is queued.
    fn hold(&mut self, line: Line, busy: WhenBusy) {
        if self.waiting_bytes >= MAX_WAITING_BYTES && !matches!(busy, WhenBusy::Quit | WhenBusy::Stop) {
            let mut context = Context { engine: &mut self.engine, output: &mut self.output };
            return self.protocol.refuse(&line.text, &mut context);
        }
        self.waiting_bytes += line.memory();
        self.waiting.push_back(line);
    }

    /// Ends work on files. The manager waits for the end of the process: some kill it after half a second,
    /// others wait for ever. So saving the hash table, which was requested, is finished unless it takes very
    /// long, loading is dropped, and a database exchange is interrupted: what it has imported is on the disk.
    fn leave(&mut self) {
        self.engine.cancel();
        // Only a reader that is gone leaves some.
        self.waiting.clear();
        let mut context = Context { engine: &mut self.engine, output: &mut self.output };
        self.protocol.close(&mut context);
        self.search_ended();
        let database = self.engine.database();
        if database.is_exchanging() {
            database.stop_work();
        }
        let has_requests = database.is_deleting() || self.protocol.has_requests();
        let patience = if has_requests { REQUEST_PATIENCE } else { BREAK_OFF_PATIENCE };
        self.wait_while(|engine| engine.database().is_busy(), patience);
        self.wait_while(|engine| engine.database().is_recording(), SAVE_PATIENCE);
        self.wait_while(|engine| engine.search().is_saving_table(), SAVE_PATIENCE);
        self.engine.search().cancel_table_saves();
        self.wait_while(|engine| engine.search().is_saving_table(), BREAK_OFF_PATIENCE);
    }

    /// Handles the engine's events while a condition holds, for this time at most.
    fn wait_while(&mut self, condition: fn(&Engine) -> bool, patience: Duration) {
        let end = Instant::now() + patience;
        while condition(&self.engine) {
            match self.inbox.next(Some(end)) {
                Some(Message::Engine(event)) => {
                    let event = self.engine.handle(event);
                    self.engine_event(event);
                }
                Some(Message::Line(_) | Message::EndOfInput) if Instant::now() < end => {}
                _ => return,
            }
        }
    }

    /// The next message; `None` when the engine must be rescued, or stopped after the end of the input.
    fn next(&self) -> Option<Message> {
        if self.engine.search().is_thinking()
            && !self.engine.search().is_stopping()
            && let Some(line) = self.inbox.take_stop(|line| self.protocol.when_busy(line))
        {
            return Some(Message::Line(line));
        }
        let last = self.stop_at().filter(|_| !self.engine.search().is_stopping());
        let until = [self.engine.search().rescue_at(), last].into_iter().flatten().min();
        self.inbox.next(until)
    }

    fn line(&mut self, line: Line) -> Flow {
        if self.engine.search().is_thinking() {
            let busy = self.protocol.when_busy(&line.text);
            let is_stopping = self.engine.search().is_stopping();
            let keeps_order = !is_stopping || self.waiting.is_empty();
            match busy {
                // Behind a stop the answer comes first.
                WhenBusy::Urgent if !is_stopping => {}
                WhenBusy::RunNow if self.waiting.is_empty() => {}
                WhenBusy::Stop if keeps_order => {}
                WhenBusy::Read if keeps_order && self.waiting_bytes < MAX_WAITING_BYTES => {
                    self.waiting_bytes += line.memory();
                }
                WhenBusy::Cancel | WhenBusy::Quit if !is_stopping => self.drop_search(),
                WhenBusy::Urgent
                | WhenBusy::Read
                | WhenBusy::Queue
                | WhenBusy::RunNow
                | WhenBusy::Stop
                | WhenBusy::Quit => {
                    self.hold(line, busy);
                    return Flow::Continue;
                }
                // A stopped search is not cancelled: its answer is due.
                WhenBusy::Interrupt | WhenBusy::Cancel => {
                    self.engine.stop();
                    self.hold(line, busy);
                    return Flow::Continue;
                }
            }
        }
        self.execute(&line)
    }

    fn execute(&mut self, line: &Line) -> Flow {
        let mut context = Context { engine: &mut self.engine, output: &mut self.output };
        self.protocol.execute(&line.text, line.received, &mut context)
    }

    fn engine_event(&mut self, event: Option<EngineEvent>) -> Flow {
        let lateness = self.engine.take_lateness().map(|lateness| lateness.to_string());
        // With the first event the protocol is known, in which the notices can be written.
        let notices = if event.is_some() { self.engine.take_notices() } else { Vec::new() };
        for text in notices {
            self.report(&EngineEvent::Notice(text));
        }
        if let Some(text) = lateness {
            self.report(&EngineEvent::Warning(text));
        }
        if let Some(event) = event {
            self.report(&event);
        }
        if self.engine.search().is_thinking() { Flow::Continue } else { self.release() }
    }

    fn report(&mut self, event: &EngineEvent) {
        let mut context = Context { engine: &mut self.engine, output: &mut self.output };
        self.protocol.engine_event(event, &mut context);
    }

    /// Executes the lines that waited. Some may wait again, for another search.
    fn release(&mut self) -> Flow {
        self.search_ended();
        for line in std::mem::take(&mut self.waiting) {
            // Their clock starts now.
            let line = Line { received: Instant::now(), ..line };
            if self.line(line) == Flow::Quit {
                return Flow::Quit;
            }
        }
        Flow::Continue
    }
}
