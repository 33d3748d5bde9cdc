//! The loop that joins an input, an output, a protocol and an engine.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::line::{Line, LineReader};
use super::output::Output;
use super::{Conduct, Context, Flow, Protocol};
use crate::engine::{Engine, EngineError, Event, News};

/// How long work that was broken off may take to end, when the process is to end.
const BREAK_OFF_PATIENCE: Duration = Duration::from_millis(300);
/// How long a file of the hash table may still be written then. A slow disk takes gigabytes in this time.
const SAVE_PATIENCE: Duration = Duration::from_secs(60);
/// How long requests may still wait then for a database that is being opened.
const REQUEST_PATIENCE: Duration = SAVE_PATIENCE;

/// What the loop can be woken by.
enum Message {
    Line(Line),
    EndOfInput,
    Engine(Event),
}

/// Runs a protocol until its quit command, the end of the input, or the loss of the output.
///
/// At the end of the input a search that ends by itself still gives its answer, and work on files is finished; a search
/// without bounds is dropped. The thread that reads is left to itself when the protocol ends first, because a read cannot be interrupted.
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
    run_with(input, output, protocol, seed, |_| {})
}

/// [`run`] with an engine that `prepare` has given other networks, or settings that hold until the protocol changes them.
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
    let (sender, messages) = mpsc::channel();
    let events = sender.clone();
    // Nobody listens any more once the loop has ended, and then nothing is to be said.
    let mut engine = Engine::new(seed, move |event| drop(events.send(Message::Engine(event))))?;
    prepare(&mut engine);
    let reader = thread::Builder::new().name("input".to_owned());
    reader.spawn(move || read(input, &sender)).map_err(EngineError::Thread)?;
    let mut session = Session {
        engine,
        output: Output::new(output),
        protocol,
        waiting: VecDeque::new(),
        is_input_over: false,
    };
    session.run(&messages);
    Ok(())
}

fn read(input: impl Read, messages: &Sender<Message>) {
    let mut reader = LineReader::new(input);
    // An input that fails is as good as one that ends.
    while let Ok(Some(line)) = reader.next_line() {
        if messages.send(Message::Line(line)).is_err() {
            return;
        }
    }
    drop(messages.send(Message::EndOfInput));
}

struct Session<'w, 'p> {
    engine: Engine,
    output: Output<'w>,
    protocol: &'p mut dyn Protocol,
    /// Lines that wait for an answer of the engine.
    waiting: VecDeque<Line>,
    is_input_over: bool,
}

impl Session<'_, '_> {
    fn run(&mut self, messages: &Receiver<Message>) {
        loop {
            let flow = match self.next(messages) {
                Some(Message::Line(line)) => match self.line(line) {
                    // It may have dropped the search that other lines wait for.
                    Flow::Continue if !self.engine.is_thinking() => self.release(),
                    flow => flow,
                },
                Some(Message::EndOfInput) => {
                    self.is_input_over = true;
                    Flow::Continue
                }
                Some(Message::Engine(event)) => {
                    let news = self.engine.handle(event);
                    self.news(news)
                }
                None => {
                    let news = self.engine.rescue();
                    self.news(news)
                }
            };
            if flow == Flow::Quit || self.output.is_broken() {
                return self.leave(messages);
            }
            if self.is_input_over && !(self.engine.is_thinking() && self.engine.is_bounded()) {
                if !self.engine.is_database_busy() && !self.engine.is_using_table_file() {
                    return;
                }
                // Work on files ends by itself; a search that is still there does not.
                self.engine.cancel();
                self.waiting.clear();
            }
        }
    }

    /// Ends work on files, at a time when somebody waits for the end of the process: managers end it themselves after half
    /// a second, or wait for ever. A file of the hash table was asked for, so it is finished, unless that takes very long;
    /// one that is read is of no more use. An exchange of the database is broken off: what it has read is on the disk.
    fn leave(&mut self, messages: &Receiver<Message>) {
        self.engine.cancel();
        self.waiting.clear();
        self.engine.stop_exchange();
        let patience = if self.protocol.has_requests() { REQUEST_PATIENCE } else { BREAK_OFF_PATIENCE };
        self.wait_while(Engine::is_database_busy, patience, messages);
        self.wait_while(Engine::is_saving_table, SAVE_PATIENCE, messages);
        self.engine.give_table_files_up();
        self.wait_while(Engine::is_saving_table, BREAK_OFF_PATIENCE, messages);
    }

    /// Takes in the engine's events while something goes on in it, but not for longer than this.
    fn wait_while(&mut self, goes_on: fn(&Engine) -> bool, patience: Duration, messages: &Receiver<Message>) {
        let end = Instant::now() + patience;
        while goes_on(&self.engine) {
            match messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Message::Engine(event)) => {
                    let news = self.engine.handle(event);
                    self.news(news);
                }
                Ok(Message::Line(_) | Message::EndOfInput) => {}
                Err(_) => return,
            }
        }
    }

    /// The next message, or `None` when the engine must be rescued.
    fn next(&self, messages: &Receiver<Message>) -> Option<Message> {
        match self.engine.rescue_at() {
            Some(at) => messages.recv_timeout(at.saturating_duration_since(Instant::now())).ok(),
            // The engine holds a sender, so the channel never closes.
            None => messages.recv().ok(),
        }
    }

    fn line(&mut self, line: Line) -> Flow {
        if self.engine.is_thinking() {
            match self.protocol.conduct(&line.text) {
                Conduct::Urgent => {}
                Conduct::Leaves if !self.engine.is_stopping() => {}
                Conduct::Beside if !self.engine.is_stopping() || self.waiting.is_empty() => {}
                Conduct::Cancels if !self.engine.is_stopping() => {
                    self.engine.cancel();
                    // They waited for an answer that will not come.
                    self.waiting.clear();
                }
                Conduct::Waits | Conduct::Beside | Conduct::Leaves => {
                    self.waiting.push_back(line);
                    return Flow::Continue;
                }
                // The answer was asked for already and is due any moment.
                Conduct::Interrupts | Conduct::Cancels => {
                    self.engine.stop();
                    self.waiting.push_back(line);
                    return Flow::Continue;
                }
            }
        }
        let mut context = Context { engine: &mut self.engine, output: &mut self.output };
        self.protocol.line(&line, &mut context)
    }

    fn news(&mut self, news: Option<News>) -> Flow {
        let lateness = self.engine.take_lateness().map(|lateness| lateness.to_string());
        // By now somebody has chosen a protocol, who can be told in it.
        let warnings = if news.is_some() { self.engine.take_warnings() } else { Vec::new() };
        for text in warnings.into_iter().chain(lateness) {
            self.tell(&News::Trouble(text));
        }
        if let Some(news) = news {
            self.tell(&news);
        }
        if self.engine.is_thinking() { Flow::Continue } else { self.release() }
    }

    fn tell(&mut self, news: &News) {
        let mut context = Context { engine: &mut self.engine, output: &mut self.output };
        self.protocol.news(news, &mut context);
    }

    /// Feeds in the lines that waited. Some may wait again, for another search.
    fn release(&mut self) -> Flow {
        for line in std::mem::take(&mut self.waiting) {
            // A manager would have sent them now.
            let line = Line { received: Instant::now(), ..line };
            if self.line(line) == Flow::Quit {
                return Flow::Quit;
            }
        }
        Flow::Continue
    }
}
