//! A manager that sends its next line when the answers that it is owed are there, and what it reads.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::tally::Tally;

/// After so long an answer counts as lost. No search of a session lasts more than milliseconds, but a busy
/// machine lets it wait.
const PATIENCE: Duration = Duration::from_secs(300);

/// The output of a session as far as it came.
#[derive(Default)]
pub(crate) struct Wire {
    state: Mutex<State>,
    written: Condvar,
}

#[derive(Default)]
struct State {
    bytes: Vec<u8>,
    /// Start of the line that is not complete.
    line: usize,
    /// Answers so far: those to a question whether it is ready apart, because they tell that what came before
    /// is done.
    answers: Count,
    /// Answers that the lines sent so far must get.
    owed: Count,
    fault: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    ready: usize,
    others: usize,
}

impl Wire {
    /// Whether all went well once the session is over.
    ///
    /// # Errors
    /// What was missing or too much.
    pub(crate) fn result(&self) -> Result<(), String> {
        let mut state = self.state.lock();
        let fault = state.fault.take();
        let is_even = state.answers == state.owed;
        let count = || (!is_even).then(|| format!("{:?}, owed {:?}", state.answers, state.owed));
        match fault.or_else(count) {
            Some(fault) => Err(format!("{fault}\n--- output\n{}", String::from_utf8_lossy(&state.bytes))),
            None => Ok(()),
        }
    }

    /// Waits for the answers that are owed and returns how many there are beyond them.
    fn wait(&self) -> Option<usize> {
        let mut state = self.state.lock();
        let is_missing = |state: &mut State| {
            state.answers.ready < state.owed.ready || state.answers.others < state.owed.others
        };
        self.written.wait_while_for(&mut state, is_missing, PATIENCE);
        (state.answers.ready == state.owed.ready).then_some(())?;
        state.answers.others.checked_sub(state.owed.others)
    }
}

/// The writing end.
pub(crate) struct Ear<'a> {
    pub(crate) wire: &'a Wire,
    /// Whether a line is an answer.
    pub(crate) is_answer: fn(&str) -> bool,
}

impl Write for Ear<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.wire.state.lock();
        state.bytes.extend_from_slice(bytes);
        while let Some(length) = state.bytes[state.line..].iter().position(|&byte| byte == b'\n') {
            let line = state.line..state.line + length;
            let line = String::from_utf8_lossy(&state.bytes[line]).into_owned();
            if line.eq_ignore_ascii_case("readyok") {
                state.answers.ready += 1;
            } else if (self.is_answer)(&line) {
                state.answers.others += 1;
            }
            state.line += length + 1;
        }
        self.wire.written.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The reading end: it keeps lines back until what was asked before is answered.
pub(crate) struct Manager {
    lines: VecDeque<Vec<u8>>,
    tally: Tally,
    wire: Arc<Wire>,
    /// Bytes of the line that was sent last, as far as they are not read.
    unread: VecDeque<u8>,
}

impl Manager {
    pub(crate) fn new(lines: Vec<Vec<u8>>, tally: Tally, wire: Arc<Wire>) -> Self {
        Self { lines: lines.into(), tally, wire, unread: VecDeque::new() }
    }

    /// Sends the next line, or says why not.
    fn send(&mut self) -> Result<(), String> {
        let sent = self.tally.last_line().to_owned();
        let surplus = self.wire.wait().ok_or_else(|| format!("no answer to {sent:?}"))?;
        let explained = self.tally.settle(surplus);
        if surplus > explained && !self.tally.is_open() {
            return Err(format!("{surplus} answers too many, after {sent:?}"));
        }
        let line = self.lines.pop_front();
        let owed = line.as_ref().map_or(0, |line| self.tally.owed(line));
        let mut state = self.wire.state.lock();
        let is_question = self.tally.is_question() && line.is_some();
        state.owed.ready += usize::from(is_question);
        state.owed.others += explained + if is_question { 0 } else { owed };
        drop(state);
        if let Some(line) = line {
            self.unread.extend(line);
            self.unread.push_back(b'\n');
        }
        Ok(())
    }
}

impl Read for Manager {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.is_empty()
            && let Err(fault) = self.send()
        {
            self.wire.state.lock().fault = Some(fault);
            return Ok(0);
        }
        self.unread.read(buffer)
    }
}
