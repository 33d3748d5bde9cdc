//! The native engine for the board: `POST /native` searches a position and answers line by line.

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use rustgomo::StopHandle;
use rustgomo_web::{Analyser, Game};
use serde::Deserialize;
use serde_json::json;
use tiny_http::{Header, Method, Request, Response};

/// The header with the key.
const KEY: &str = "X-RustGomo-Key";
/// Most bytes of a question.
const MAX_QUESTION: u64 = 1 << 16;
/// Interval of empty lines, by which a page that has gone is noticed.
const PULSE: Duration = Duration::from_millis(50);

/// An engine for pages that know its key. It searches one position at a time.
pub(super) struct NativeEngine {
    analyser: Mutex<Analyser>,
    key: String,
}

/// What a page asks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    rule: String,
    size: String,
    moves: String,
    request: rustgomo_web::Request,
}

impl NativeEngine {
    /// An engine with a new key.
    pub(super) fn new(threads: usize, table_bytes: usize) -> io::Result<Self> {
        let mut analyser = Analyser::new(table_bytes);
        analyser.set_threads(threads);
        let (high, low) = (getrandom::u64()?, getrandom::u64()?);
        Ok(Self { analyser: Mutex::new(analyser), key: format!("{high:016x}{low:016x}") })
    }

    /// The key: 32 hexadecimal digits.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Answers a request, which may take long. `origin` is that of the page.
    pub(super) fn answer(&self, mut request: Request, origin: &str) {
        // Whoever asked may have closed the connection.
        drop(match self.question(&mut request, origin) {
            Ok(question) => self.search(&question, request.into_writer()),
            Err((status, reason)) => request.respond(Response::from_string(reason).with_status_code(status)),
        });
    }

    /// The question, or the status and the reason of the refusal.
    fn question(&self, request: &mut Request, origin: &str) -> Result<Question, (u16, String)> {
        let value = |name: &'static str| {
            let is_it = |header: &&Header| header.field.equiv(name);
            request.headers().iter().find(is_it).map(|header| header.value.as_str())
        };
        if value("Origin").is_some_and(|other| other != origin) || value(KEY) != Some(&self.key) {
            return Err((
                403,
                "expected a page with the key that `rustgomo board --native` printed".to_owned(),
            ));
        }
        if *request.method() != Method::Post {
            return Err((405, "expected POST".to_owned()));
        }
        let mut text = String::new();
        let read = request.as_reader().take(MAX_QUESTION).read_to_string(&mut text);
        read.map_err(|error| (400, error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| (400, error.to_string()))
    }

    /// Searches, and writes lines of JSON: `report` after each iteration, at the end `value` or `error`.
    fn search(&self, question: &Question, writer: Box<dyn Write + Send>) -> io::Result<()> {
        let Question { rule, size, moves, request } = question;
        let lines = &Mutex::new(Lines::begin(writer)?);
        let stop = StopHandle::new();
        // A line that cannot be written says that nobody waits for the answer.
        let write = &|line: &str| {
            if lines.lock().write(line).is_err() {
                stop.stop();
            }
        };
        let (end, ended) = mpsc::channel::<()>();
        let result = thread::scope(|scope| {
            scope.spawn(move || {
                while ended.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                    write("");
                }
            });
            let report = |report: &str| write(&json!({ "report": report }).to_string());
            let game = Game::new(rule, size, moves);
            let result = game.and_then(|game| self.analyser.lock().analyse(&game, request, &stop, report));
            drop(end);
            result
        });
        let last = match result {
            Ok(value) => json!({ "value": value }),
            Err(error) => json!({ "error": error }),
        };
        lines.lock().end(&last.to_string())
    }
}

/// An answer in chunks, one a line.
struct Lines(Box<dyn Write + Send>);

impl Lines {
    fn begin(mut writer: Box<dyn Write + Send>) -> io::Result<Self> {
        write!(
            writer,
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
        )?;
        writer.flush()?;
        Ok(Self(writer))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        write!(self.0, "{:x}\r\n{line}\n\r\n", line.len() + 1)?;
        self.0.flush()
    }

    fn end(&mut self, line: &str) -> io::Result<()> {
        self.write(line)?;
        write!(self.0, "0\r\n\r\n")?;
        self.0.flush()
    }
}
