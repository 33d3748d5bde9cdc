//! The loop that joins an input, an output, a protocol and an engine.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use super::line::{Line, LineReader};
use super::output::Output;
use super::{Conduct, Context, Flow, Protocol};
use crate::engine::{Engine, EngineError, Event, News};

/// What the loop can be woken by.
enum Message {
    Line(Line),
    EndOfInput,
    Engine(Event),
}

/// Runs a protocol until its quit command, the end of the input, or the loss of the output.
///
/// At the end of the input a search that ends by itself still gives its answer; one without bounds is dropped. The
/// thread that reads is left to itself when the protocol ends first, because a read cannot be interrupted.
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
            let is_over = self.is_input_over && !(self.engine.is_thinking() && self.engine.is_bounded());
            if flow == Flow::Quit || is_over || self.output.is_broken() {
                return self.finish_files(messages);
            }
        }
    }

    /// A file that was asked for is finished before the session ends, and told about if somebody still reads.
    fn finish_files(&mut self, messages: &Receiver<Message>) {
        // A search that was asked for after it is not.
        self.engine.cancel();
        while self.engine.is_using_table_file() {
            match messages.recv() {
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
