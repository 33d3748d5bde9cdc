//! A child process that communicates by lines.
//!
//! A thread reads the output of the process, so that the process cannot block the match: messages are dropped
//! except for the last score; lines are truncated to [`MAX_LINE_BYTES`]; when the queue of answers is full,
//! output stays in the pipe.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

use super::command_line::command_words;
use super::log::Log;
use rustgomo::eval::Score;

/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: usize = 64 << 10;
/// Capacity of the queue of answers.
const QUEUE: usize = 256;
const READ_BYTES: usize = 8 << 10;
/// Interval at which `watch` is called during a wait.
const WATCH_INTERVAL: Duration = Duration::from_millis(100);
/// A wait that ends so much later than it was to end was interrupted, as by Ctrl-Z in a terminal.
const PAUSE: Duration = Duration::from_secs(1);
/// Windows' flag for a process that gets no Ctrl-C of its console.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
/// Time for a process to end after `END`.
const GOODBYE: Duration = Duration::from_millis(500);
/// Interval at which an ending process is polled.
const GOODBYE_STEP: Duration = Duration::from_millis(1);

/// A line that is no message.
#[derive(Clone, Debug)]
pub(super) struct TimedLine {
    /// The text, trimmed.
    pub(super) text: String,
    /// Time at which the line was complete.
    pub(super) at: Instant,
    /// The score in the last message before it, in centi-units.
    pub(super) score: Option<i16>,
    /// Whether the line ended with a line feed rather than with the output.
    pub(super) is_complete: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// Timeout.
    Late,
    /// The process has closed its output or its input.
    Gone,
    /// `watch` ended the wait.
    GivenUp,
}

/// A running process. Dropping it sends `END` and kills it if it does not end in time.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<TimedLine>,
    log: Option<Log>,
}

impl Process {
    /// Starts a program by its command line. Its standard error goes to the log, if there is one.
    pub(super) fn start(command: &str, log: Option<Log>) -> io::Result<Self> {
        let words = command_words(command);
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if log.is_some() { Stdio::piped() } else { Stdio::null() });
        // Ctrl-C in a terminal signals the whole foreground process group, which must not include the
        // engines.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        if let (Some(errors), Some(log)) = (child.stderr.take(), log.clone()) {
            thread::spawn(move || log_errors(errors, &log));
        }
        let (sender, answers) = sync_channel(QUEUE);
        let output_log = log.clone();
        thread::spawn(move || read_lines(output, &sender, output_log.as_ref()));
        Ok(Self { child, input, answers, log })
    }

    /// Peak memory of the process in bytes, if the system reports it.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes << 10)
    }

    /// Sends lines in one write. A closed pipe is reported by the next wait for an answer.
    pub(super) fn send(&mut self, lines: &str) {
        if let Some(log) = &self.log {
            lines.lines().for_each(|line| log.write('>', line));
        }
        let _gone_is_noticed_later = self.input.write_all(lines.as_bytes()).and_then(|()| self.input.flush());
    }

    /// Writes a note to the log, if there is one.
    pub(super) fn note(&self, text: &str) {
        if let Some(log) = &self.log {
            log.write('#', text);
        }
    }

    /// An answer that is already in the queue.
    pub(super) fn unsolicited(&self) -> Option<TimedLine> {
        self.answers.try_recv().ok()
    }

    /// Waits for an answer while `watch`, which is called at intervals, returns true.
    pub(super) fn wait(
        &self,
        limit: Duration,
        mut watch: impl FnMut() -> bool,
    ) -> Result<TimedLine, Silence> {
        let mut start = Instant::now();
        let mut paused = Duration::ZERO;
        loop {
            let rest = limit.saturating_sub(start.elapsed()).min(WATCH_INTERVAL);
            let before = Instant::now();
            let received = self.answers.recv_timeout(rest);
            // The time for which this process was stopped is nobody's.
            let late = before.elapsed().saturating_sub(rest);
            if late >= PAUSE {
                start += late;
                paused += late;
            }
            match received {
                Ok(answer) if answer.is_complete => {
                    let at = answer.at.checked_sub(paused).unwrap_or(answer.at);
                    return Ok(TimedLine { at, ..answer });
                }
                Ok(_) | Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
                Err(RecvTimeoutError::Timeout) if !watch() => return Err(Silence::GivenUp),
                Err(RecvTimeoutError::Timeout) if start.elapsed() >= limit => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Kills the process unless it ends by itself in time. Returns its exit status, and output after the last
    /// line feed.
    pub(super) fn kill(&mut self, patience: Duration) -> (Option<String>, Option<String>) {
        let ended = self.ended_within(patience);
        if ended.is_none() {
            self.kill_at_once();
        }
        let start = Instant::now();
        let rest = loop {
            match self.answers.recv_timeout(WATCH_INTERVAL) {
                // What it has started may live on and write without an end.
                Ok(answer) if answer.is_complete && start.elapsed() < GOODBYE => {}
                Ok(answer) if answer.is_complete => break None,
                Ok(answer) => break Some(answer.text),
                Err(_) => break None,
            }
        };
        (ended, rest)
    }

    /// Kills the process, on Unix with those that it started, such as an engine behind a
    /// script.
    fn kill_at_once(&mut self) {
        // All three fail only for processes that have already ended.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn ended_within(&mut self, limit: Duration) -> Option<String> {
        let start = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status.to_string());
            }
            if start.elapsed() >= limit {
                return None;
            }
            thread::sleep(GOODBYE_STEP);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("END\n");
        if self.ended_within(GOODBYE).is_none() {
            self.kill_at_once();
        }
    }
}

/// Logs the standard error of a process; invalid UTF-8 is replaced.
fn log_errors(errors: impl Read, log: &Log) {
    let lines = BufReader::new(errors).split(b'\n');
    for line in lines.map_while(Result::ok) {
        log.write('!', String::from_utf8_lossy(&line).trim_end());
    }
}

/// Splits output into lines until it ends or the receiver is gone.
fn read_lines(mut output: impl Read, sender: &SyncSender<TimedLine>, log: Option<&Log>) {
    let mut buffer = vec![0; READ_BYTES];
    let mut line: Vec<u8> = Vec::new();
    let mut score = None;
    loop {
        let count = match output.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        let at = Instant::now();
        for part in buffer[..count].split_inclusive(|&b| b == b'\n') {
            let room = MAX_LINE_BYTES - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            if !part.ends_with(b"\n") {
                continue;
            }
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if let Some(log) = log {
                log.write('<', &text);
            }
            if is_message(&text) {
                score = score_in_message(&text).or(score);
            } else if !text.is_empty() {
                let answer = TimedLine { text, at, score: score.take(), is_complete: true };
                if sender.send(answer).is_err() {
                    return;
                }
            }
        }
    }
    if !line.is_empty() {
        let text = String::from_utf8_lossy(&line).into_owned();
        if let Some(log) = log {
            log.write('<', &text);
        }
        let _nobody_listens =
            sender.send(TimedLine { text, at: Instant::now(), score: None, is_complete: false });
    }
}

/// Prefixes of lines that may come at any time, case-insensitive as in the usual managers. The word alone is
/// no message: Piskvork takes it for the answer.
fn is_message(text: &str) -> bool {
    let word = text.split_once(' ').map_or("", |(word, _)| word);
    ["MESSAGE", "DEBUG"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Words before a score in messages of RustGomo, Rapfi and others.
const KEYS: [&str; 4] = ["score", "eval", "ev", "value"];

/// The score in a message, in centi-units from the engine's view: a number, or the plies to a win or loss
/// (`+M5`, `-M4`), after a word such as `score`.
pub(super) fn score_in_message(text: &str) -> Option<i16> {
    let mut words = text.split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '|' | ','));
    while let Some(word) = words.next() {
        if KEYS.iter().any(|key| word.eq_ignore_ascii_case(key)) {
            let value = words.find(|word| !word.is_empty())?;
            if let Some(score) = read(value) {
                return Some(score);
            }
        }
    }
    None
}

fn read(value: &str) -> Option<i16> {
    let unsigned = value.trim_start_matches(['+', '-']);
    if let Some(plies) = unsigned.strip_prefix('M') {
        let plies = plies.parse::<u8>().ok()?;
        let score =
            if value.starts_with('-') { Score::loss_in(plies.into()) } else { Score::win_in(plies.into()) };
        return Some(score.centi());
    }
    let number: f64 = value.parse().ok()?;
    Some(Score::eval(number as i32).centi())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_lines_are_answers_and_scores_are_kept() {
        let (sender, answers) = sync_channel(8);
        let output = b"Message depth 3 score 35 nodes 7\r\n\n7,7\r\nDEBUG x\ndebug y\n8,8\nmessage\nrest\r";
        read_lines(&output[..], &sender, None);
        drop(sender);
        let answers: Vec<TimedLine> = answers.iter().collect();
        assert_eq!((answers[0].text.as_str(), answers[0].score), ("7,7", Some(35)));
        assert_eq!((answers[1].text.as_str(), answers[1].score), ("8,8", None));
        assert_eq!((answers[2].text.as_str(), answers[2].is_complete), ("message", true));
        assert_eq!((answers[3].text.as_str(), answers[3].is_complete), ("rest\r", false));
    }

    #[test]
    fn scores_of_several_engines_are_read() {
        assert_eq!(score_in_message("MESSAGE depth 9-14 ev -35 n 7 n/ms 1"), Some(-35));
        assert_eq!(score_in_message("MESSAGE depth 9-14 multipv 1 ev +M5 n 7"), Some(29_995));
        assert_eq!(score_in_message("MESSAGE Depth 12-20 | Eval -M4 | Time 100ms"), Some(-29_996));
        assert_eq!(score_in_message("MESSAGE Speed 1M | Eval 123"), Some(123));
        for text in ["MESSAGE hello", "MESSAGE score", "MESSAGE score high", "MESSAGE score +M999"] {
            assert_eq!(score_in_message(text), None, "{text}");
        }
        assert!(score_in_message("MESSAGE score 999999999").is_some());
    }
}
