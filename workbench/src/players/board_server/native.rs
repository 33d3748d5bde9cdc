//! The native engine for the board: a WebSocket that takes and gives the messages of the page's worker.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use parking_lot::Mutex;
use rustgomo_web::{Analyser, Question, Running};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Sender, channel};

/// Most bytes of a question.
pub(super) const MAX_QUESTION: usize = 1 << 16;
/// Most connections at a time, each with a transposition table of its own: a page has up to five.
const MAX_CONNECTIONS: usize = 16;
/// Most questions of a connection that wait. A page stops its search before it asks again.
const MAX_WAITING: usize = 32;
/// Most messages that wait for a page to read them: then the search waits.
const MAX_UNREAD: usize = 64;
/// Interval at which a page learns how far its search is.
const LIVE: Duration = Duration::from_millis(500);

/// An engine for pages that know its key.
pub(super) struct NativeEngine {
    threads: usize,
    table_bytes: usize,
    key: String,
    connections: AtomicUsize,
}

/// A question of a page, and its number; `stops` counts how often the page has stopped before it.
#[derive(Deserialize)]
struct Asked {
    id: u64,
    what: String,
    values: Vec<Value>,
    stops: u64,
}

/// What a page sends.
#[derive(Deserialize)]
#[serde(untagged)]
enum Sent {
    /// Ends all requests that were made before this stop.
    Stop {
        stop: u64,
    },
    Question(Asked),
}

impl NativeEngine {
    /// An engine with a new key.
    pub(super) fn new(threads: usize, table_bytes: usize) -> io::Result<Self> {
        let (high, low) = (getrandom::u64()?, getrandom::u64()?);
        let key = format!("{high:016x}{low:016x}");
        Ok(Self { threads, table_bytes, key, connections: AtomicUsize::new(0) })
    }

    /// The key: 32 hexadecimal digits.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// A place for another connection, if there is one.
    pub(super) fn connect(self: &Arc<Self>) -> Option<Connection> {
        let count = self.connections.fetch_add(1, Ordering::Relaxed);
        let connection = Connection { engine: Arc::clone(self), stop: Arc::new(Stop::default()) };
        (count < MAX_CONNECTIONS).then_some(connection)
    }
}

/// A page's connection. Its search ends with it.
pub(super) struct Connection {
    engine: Arc<NativeEngine>,
    stop: Arc<Stop>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.stop.close();
        self.engine.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Connection {
    /// Answers a page until it leaves.
    pub(super) async fn serve(self, mut socket: WebSocket) {
        let (ask, questions) = mpsc::sync_channel(MAX_WAITING);
        let (answer, mut answers) = channel(MAX_UNREAD);
        let mut worker = ConnectionThread {
            threads: self.engine.threads,
            table_bytes: self.engine.table_bytes,
            analyser: None,
            stop: Arc::clone(&self.stop),
            answer,
        };
        // It ends with the connection, which closes the channel.
        thread::spawn(move || worker.run(&questions));
        let mut ticks = tokio::time::interval(LIVE);
        loop {
            tokio::select! {
                // In this order, so that a request's start is told before its figures.
                biased;
                sent = socket.recv() => match sent {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(Sent::Stop { stop }) => self.stop.stop(stop),
                        Ok(Sent::Question(question)) => if ask.try_send(question).is_err() { break },
                        Err(_) => break,
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    _ => break,
                },
                answer = answers.recv() => {
                    let Some(text) = answer else { break };
                    if socket.send(Message::Text(text.into())).await.is_err() { break }
                }
                _ = ticks.tick() => if let Some(live) = self.stop.live()
                    && socket.send(Message::Text(live.into())).await.is_err() { break },
            }
        }
    }
}

/// Stops searches, of whichever request.
#[derive(Default)]
struct Stop(Mutex<StopState>);

#[derive(Default)]
struct StopState {
    /// How often the page has stopped.
    stops: u64,
    /// Whether the page has left.
    is_closed: bool,
    running: Option<RunningRequest>,
}

/// The request that is answered.
struct RunningRequest {
    id: u64,
    /// How often the page had stopped when it was made.
    asked: u64,
    started: Instant,
    running: Running,
}

impl Stop {
    fn stop(&self, stops: u64) {
        let mut state = self.0.lock();
        state.stops = state.stops.max(stops);
        if let Some(request) = state.running.as_ref().filter(|request| request.asked < stops) {
            request.running.stop.stop();
        }
    }

    /// Ends everything, whatever the page said: it has left.
    fn close(&self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        if let Some(request) = &state.running {
            request.running.stop.stop();
        }
    }

    /// What stops a request, or nothing if it was stopped while it waited.
    fn begin(&self, id: u64, asked: u64) -> Option<Running> {
        let mut state = self.0.lock();
        if state.is_closed || asked < state.stops {
            return None;
        }
        let running = Running::default();
        state.running = Some(RunningRequest { id, asked, started: Instant::now(), running: running.clone() });
        Some(running)
    }

    fn end(&self) {
        self.0.lock().running = None;
    }

    /// How far the running search is, as a message.
    fn live(&self) -> Option<String> {
        let state = self.0.lock();
        let request = state.running.as_ref().filter(|request| request.running.counter.nodes() > 0)?;
        let (nodes, ms) = (request.running.counter.nodes(), request.started.elapsed().as_millis());
        Some(
            json!({ "id": request.id, "live": { "nodes": nodes, "ms": u64::try_from(ms).ok() } }).to_string(),
        )
    }
}

/// The thread of a connection, which answers one question after the other.
struct ConnectionThread {
    threads: usize,
    table_bytes: usize,
    /// From the first search on.
    analyser: Option<Analyser>,
    stop: Arc<Stop>,
    answer: Sender<String>,
}

impl ConnectionThread {
    fn run(&mut self, questions: &mpsc::Receiver<Asked>) {
        while let Ok(Asked { id, what, values, stops }) = questions.recv() {
            let Some(running) = self.stop.begin(id, stops) else { continue };
            self.tell(&json!({ "id": id, "started": true }).to_string());
            let result = panic::catch_unwind(AssertUnwindSafe(|| self.result(id, &what, &values, &running)));
            self.stop.end();
            match result {
                Ok(Ok(value)) => self.tell(&format!("{{\"id\":{id},\"value\":{value}}}")),
                Ok(Err(error)) => self.tell(&json!({ "id": id, "error": error }).to_string()),
                // Its state is unknown. The page goes on with its own engine.
                Err(_) => return,
            }
        }
    }

    /// A page that has gone needs no answer.
    fn tell(&self, message: &str) {
        let _ = self.answer.blocking_send(message.to_owned());
    }

    fn analyser(&mut self) -> &mut Analyser {
        self.analyser.get_or_insert_with(|| {
            let mut analyser = Analyser::new(self.table_bytes);
            analyser.set_threads(self.threads);
            analyser
        })
    }

    /// The answer as JSON, or a sentence about what is wrong with the question.
    fn result(&mut self, id: u64, what: &str, values: &[Value], running: &Running) -> Result<String, String> {
        let question = Question::read(&json!({ what: values }).to_string())?;
        let answer = self.answer.clone();
        let report = |report: &str| {
            let _ = answer.blocking_send(json!({ "id": id, "report": report }).to_string());
        };
        self.analyser().answer(&question, running, report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_with_its_page_however_often_that_says_it_had_stopped() {
        for asked in [0, u64::MAX] {
            let stop = Stop::default();
            let running = stop.begin(1, asked).unwrap();
            stop.close();
            assert!(running.stop.is_stopped() && stop.begin(2, u64::MAX).is_none(), "{asked}");
        }
    }
}
