//! The brain as a child process, driven through its pipes. Three threads keep the test itself from ever
//! blocking on a pipe: one writes, one reads answers and stamps them with their time of arrival, one collects
//! the error output, which must stay empty.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::point::Point;

/// How many times longer than on an idle machine anything may take. Where three programs that never rest
/// stand on each processor and the tests run at the lowest priority, they get a two-hundredth of it.
const BUSY: u32 = 200;

/// How long any due answer may take: a hang fails, a busy machine does not. What a test asks for ends by
/// nodes, or takes milliseconds.
pub(crate) const LIVENESS: Duration = Duration::from_secs(3).saturating_mul(BUSY);

/// A limit of a move, in milliseconds, that no test waits for: an answer that comes was asked for by
/// something else.
pub(crate) const ENDLESS_MS: u32 = 100_000_000;

/// With a number of nodes the brain needs no other limit, and these last for weeks: a limit of time that is
/// not obeyed shows as a hang.
pub(crate) const ENDLESS_NODES: &str = "INFO max_node 1000000000000";

/// How long silence must last to count as no answer, in milliseconds. What must not come would come within a
/// few.
pub(crate) const SILENCE_MS: u64 = 100;

/// What came, or did not come, from the brain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// One line, without its line feed; bytes that are not UTF-8 are replaced.
    Line(String),
    /// Nothing before the limit.
    Silence,
    /// The brain closed its output.
    Closed,
}

/// A running brain. It is killed when dropped, and a test fails there if anything was written to the error
/// output.
pub(crate) struct Brain {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<(Instant, String)>,
    errors: Option<JoinHandle<Vec<u8>>>,
    sent_at: Instant,
    answered_at: Instant,
    log: Vec<String>,
}

impl Brain {
    /// Starts the brain without arguments.
    pub(crate) fn spawn() -> Self {
        Self::spawn_with(&[])
    }

    /// Starts the brain with these arguments.
    pub(crate) fn spawn_with(arguments: &[String]) -> Self {
        let mut child = brain_command()
            .args(arguments)
            .spawn()
            .unwrap_or_else(|error| panic!("the brain does not start: {error}"));
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            panic!("the brain was started without pipes");
        };
        let now = Instant::now();
        Self {
            child,
            input: Some(write_in_background(stdin)),
            lines: read_in_background(stdout),
            errors: Some(thread::spawn(move || read_all(stderr))),
            sent_at: now,
            answered_at: now,
            log: Vec::new(),
        }
    }

    /// Starts the brain and opens an empty board of `size` × `size`.
    #[track_caller]
    pub(crate) fn started(size: u32) -> Self {
        let mut brain = Self::spawn();
        brain.send(&format!("START {size}"));
        brain.expect("OK");
        brain
    }

    /// The process number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The processor time that the process has used so far. However busy the machine is, it is never more
    /// than what a clock shows for one thinking thread; `None` if the system does not tell.
    #[cfg(target_os = "linux")]
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        /// Of `/proc/PID/stat`, on every architecture that Rust knows.
        const TICKS_PER_SECOND: u64 = 100;
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.id())).ok()?;
        // The name in brackets may contain blanks; of what follows, the twelfth and thirteenth are the ticks
        // of the user and the system.
        let (_, fields) = text.rsplit_once(") ")?;
        let ticks = fields.split(' ').skip(11).take(2).map(|field| field.parse::<u64>().ok());
        Some(Duration::from_millis(ticks.sum::<Option<u64>>()? * 1000 / TICKS_PER_SECOND))
    }

    /// Requires that the process has used at most this much processor time so far, where the system tells.
    #[track_caller]
    pub(crate) fn expect_to_have_worked_at_most(&self, most: Duration) {
        #[cfg(target_os = "linux")]
        {
            let used = self.processor_time();
            let is_kept = used.is_some_and(|used| used <= most);
            assert!(is_kept, "expected at most {most:?} of processor time, found {used:?}\n{}", self.story());
        }
        #[cfg(not(target_os = "linux"))]
        let _ = most;
    }

    /// The most memory that the process ever had resident, in KiB; `None` if the system does not tell.
    #[cfg(target_os = "linux")]
    pub(crate) fn peak_memory_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_raw(format!("{line}\n").as_bytes());
    }

    /// Sends several lines in one write.
    pub(crate) fn send_all(&mut self, lines: &[&str]) {
        self.send_raw(format!("{}\n", lines.join("\n")).as_bytes());
    }

    /// Sends bytes as they are, in one write. A brain that has gone away shows at the next expectation, not
    /// here.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        let shown: String = String::from_utf8_lossy(bytes).chars().take(120).collect();
        self.log.push(format!("> {}", shown.escape_debug()));
        self.sent_at = Instant::now();
        if let Some(input) = &self.input {
            let _gone_is_noticed_later = input.send(bytes.to_vec());
        }
    }

    /// Closes the brain's input, as a manager does that has died.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line of any kind, waiting for it at most `limit`.
    pub(crate) fn receive(&mut self, limit: Duration) -> Received {
        match self.lines.recv_timeout(limit) {
            Ok((at, text)) => {
                self.answered_at = at;
                self.log.push(format!("< {}", text.escape_debug()));
                Received::Line(text)
            }
            Err(RecvTimeoutError::Timeout) => Received::Silence,
            Err(RecvTimeoutError::Disconnected) => Received::Closed,
        }
    }

    /// The next line that is an answer. `MESSAGE` and `DEBUG` lines are passed over as managers do: only with
    /// a text after the word.
    pub(crate) fn receive_answer(&mut self, limit: Duration) -> Received {
        let end = Instant::now() + limit;
        loop {
            match self.receive(end.saturating_duration_since(Instant::now())) {
                Received::Line(text) if text.starts_with("MESSAGE ") || text.starts_with("DEBUG ") => {}
                other => return other,
            }
        }
    }

    /// Time between the last line sent and the last line received.
    pub(crate) fn response_time(&self) -> Duration {
        self.answered_at.saturating_duration_since(self.sent_at)
    }

    /// Requires the last answer to have taken at least this. Its time of arrival counts, so a test that wakes
    /// up late sees no early answer.
    #[track_caller]
    pub(crate) fn expect_to_have_thought(&self, least: Duration) {
        let used = self.response_time();
        assert!(
            used >= least,
            "expected an answer after {least:?} or more, it came after {used:?}\n{}",
            self.story()
        );
    }

    /// The next answer, which must come within `limit`.
    #[track_caller]
    pub(crate) fn expect_line(&mut self, limit: Duration) -> String {
        match self.receive_answer(limit) {
            Received::Line(text) => text,
            other => self.fail("an answer", &other),
        }
    }

    /// Requires the next answer to be `text` exactly.
    #[track_caller]
    pub(crate) fn expect(&mut self, text: &str) {
        match self.receive_answer(LIVENESS) {
            Received::Line(line) if line == text => {}
            other => self.fail(text, &other),
        }
    }

    /// Requires the next answer to start with `prefix`, and returns it.
    #[track_caller]
    pub(crate) fn expect_prefix(&mut self, prefix: &str) -> String {
        match self.receive_answer(LIVENESS) {
            Received::Line(line) if line.starts_with(prefix) => line,
            other => self.fail(prefix, &other),
        }
    }

    /// Requires the next answer to be a move.
    #[track_caller]
    pub(crate) fn expect_move(&mut self) -> Point {
        let received = self.receive_answer(LIVENESS);
        if let Received::Line(text) = &received
            && let Ok(point) = text.parse()
        {
            return point;
        }
        self.fail("a move", &received)
    }

    /// Requires that nothing at all is written for `wait_ms` milliseconds, not even a message.
    #[track_caller]
    pub(crate) fn expect_none(&mut self, wait_ms: u64) {
        let received = self.receive(Duration::from_millis(wait_ms));
        if received != Received::Silence {
            self.fail("no output", &received);
        }
    }

    /// Requires that no answer comes for `wait_ms` milliseconds; messages may, as while thinking.
    #[track_caller]
    pub(crate) fn expect_no_answer(&mut self, wait_ms: u64) {
        let received = self.receive_answer(Duration::from_millis(wait_ms));
        if received != Received::Silence {
            self.fail("no answer", &received);
        }
    }

    /// Requires the process to end by itself within `limit` with exit code 0; returns the answers it still
    /// wrote.
    #[track_caller]
    pub(crate) fn expect_exit(&mut self, limit: Duration) -> Vec<String> {
        let status = self.wait_exit(limit);
        let mut rest = Vec::new();
        while let Received::Line(text) = self.receive_answer(LIVENESS) {
            rest.push(text);
        }
        let code = status.and_then(|status| status.code());
        assert_eq!(
            code,
            Some(0),
            "expected exit code 0 within {limit:?}, found {status:?}\n{}",
            self.story()
        );
        rest
    }

    /// Waits at most `limit` for the process to end; `None` if it is still running.
    pub(crate) fn wait_exit(&mut self, limit: Duration) -> Option<ExitStatus> {
        wait_exit(&mut self.child, limit)
    }

    /// Kills the process if it still runs and returns everything it wrote to the error output.
    pub(crate) fn into_errors(mut self) -> String {
        self.stop_and_collect()
    }

    /// The last lines sent and received, for failure messages.
    pub(crate) fn story(&self) -> String {
        let start = self.log.len().saturating_sub(20);
        self.log[start..].join("\n")
    }

    #[track_caller]
    pub(crate) fn fail(&self, expected: &str, received: &Received) -> ! {
        panic!("expected {expected:?}, received {received:?}, after:\n{}", self.story())
    }

    fn stop_and_collect(&mut self) -> String {
        self.input = None;
        // Both fail only for a process that has already been waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let bytes = self.errors.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let errors = self.stop_and_collect();
        if !thread::panicking() {
            assert_eq!(errors, "", "the error output must stay empty, after:\n{}", self.story());
        }
    }
}

/// The command that starts the brain with all three pipes open.
pub(crate) fn brain_command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-rustgomo"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits at most `limit` for `child` to end; `None` if it is still running.
pub(crate) fn wait_exit(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let end = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
            Ok(status) => return status,
            Err(_) => return None,
        }
    }
}

fn write_in_background(mut pipe: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, queue) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in queue {
            if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
                break;
            }
        }
    });
    sender
}

/// Splits at line feeds only, so that a carriage return in the output is seen by the test.
fn read_in_background(pipe: impl Read + Send + 'static) -> Receiver<(Instant, String)> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).split(b'\n') {
            let Ok(bytes) = line else { break };
            if sender.send((Instant::now(), String::from_utf8_lossy(&bytes).into_owned())).is_err() {
                break;
            }
        }
    });
    lines
}

fn read_all(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error still counts.
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}
