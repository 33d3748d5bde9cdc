//! The queue of requests.

use std::collections::VecDeque;

use super::super::super::Context;
use super::super::super::tokens::add_words;
use super::files::{self, Usage};
use super::snapshot::Snapshot;
use super::work;
use super::{DatabaseCommand, FileRequest, MoveRequest};
use crate::engine::{DatabaseWork, DatabaseWorkReport, Engine};

/// Maximum bytes of a comment.
const MAX_TEXT: usize = 1 << 16;

/// The request that is being read, the queued ones, and how the database is used.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct RequestQueue {
    waiting: Option<Waiting>,
    /// Complete requests with their positions, which wait for work in progress.
    queue: VecDeque<(Task, Snapshot)>,
    /// Number of requests at the end of the queue that came during the running search. They wait for its end.
    late: usize,
    usage: Usage,
}

/// A request that is being read.
#[derive(Clone, Debug)]
enum Waiting {
    Text(Text),
    Moves { request: MoveRequest, words: Vec<String> },
    Path(FileRequest),
}

/// A complete request.
#[derive(Clone, Debug)]
enum Task {
    Switch(bool),
    SetReadonly(bool),
    Moves(MoveRequest, Vec<String>),
    File(FileRequest, String),
    Save,
    Check,
}

impl RequestQueue {
    /// Whether the next line belongs to a request, whatever it is.
    pub(in super::super) const fn wants_any_line(&self) -> bool {
        matches!(self.waiting, Some(Waiting::Text(_) | Waiting::Path(_)))
    }

    /// Whether the next line belongs to a comment.
    pub(in super::super) const fn wants_text(&self) -> bool {
        matches!(self.waiting, Some(Waiting::Text(_)))
    }

    /// Whether the next line belongs to a request unless it is a command.
    pub(in super::super) const fn wants_moves(&self) -> bool {
        matches!(self.waiting, Some(Waiting::Moves { .. }))
    }

    /// Drops the incomplete request.
    pub(in super::super) fn abandon(&mut self) {
        self.waiting = None;
    }

    /// Drops the incomplete request, all exchanges, the deletions after an exchange, since the export was
    /// perhaps meant to save what they delete, and what comes after the last request about a position.
    pub(in super::super) fn close(&mut self, engine: &Engine) {
        self.waiting = None;
        let mut has_exchange = engine.database().is_exchanging();
        self.queue.retain(|(task, _)| match task {
            Task::Moves(request, _) => !(has_exchange && request.deletes()),
            Task::File(request, _) if *request != FileRequest::Open => {
                has_exchange = true;
                false
            }
            _ => true,
        });
        let is_request = |(task, _): &(Task, _)| matches!(task, Task::Moves(..));
        self.queue.truncate(self.queue.iter().rposition(is_request).map_or(0, |last| last + 1));
    }

    /// Whether complete requests are queued.
    pub(in super::super) fn has_requests(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Notes that the manager is the original Yixin-Board, which has no messages about files.
    pub(in super::super) const fn set_original(&mut self) {
        self.usage.is_original = true;
    }

    /// Turns the database on or off.
    pub(in super::super) fn switch(&mut self, is_on: bool, context: &mut Context) {
        self.add(Task::Switch(is_on), context);
    }

    /// Sets whether the database is read-only.
    pub(in super::super) fn set_readonly(&mut self, is_readonly: bool, context: &mut Context) {
        context.engine.set_recording(!is_readonly);
        self.add(Task::SetReadonly(is_readonly), context);
    }

    /// Begins to read a request.
    pub(in super::super) fn begin(&mut self, command: DatabaseCommand, context: &mut Context) {
        match command {
            DatabaseCommand::Moves(request, rest) => {
                self.waiting = Some(Waiting::Moves { request, words: Vec::new() });
                self.continue_with(&rest, context);
            }
            DatabaseCommand::Text(rest) => {
                self.waiting = Some(Waiting::Text(Text::default()));
                self.continue_with(&rest, context);
            }
            DatabaseCommand::File(request, path) => {
                self.waiting = Some(Waiting::Path(request));
                if !path.is_empty() {
                    self.continue_with(&path, context);
                }
            }
            DatabaseCommand::Save => self.add(Task::Save, context),
            DatabaseCommand::Check => self.add(Task::Check, context),
        }
    }

    /// Adds a line, or the rest of one, and queues the request when it is complete.
    pub(in super::super) fn continue_with(&mut self, line: &str, context: &mut Context) {
        match self.waiting.take() {
            None => {}
            Some(Waiting::Path(request)) => self.add(Task::File(request, line.trim().to_owned()), context),
            Some(Waiting::Text(mut text)) => match text.add(line) {
                None => self.waiting = Some(Waiting::Text(text)),
                Some(rest) => {
                    let request = text.request();
                    self.waiting = Some(Waiting::Moves { request, words: Vec::new() });
                    self.continue_with(rest, context);
                }
            },
            Some(Waiting::Moves { request, mut words }) => {
                if add_words(&mut words, line) {
                    self.add(Task::Moves(request, words), context);
                } else {
                    self.waiting = Some(Waiting::Moves { request, words });
                }
            }
        }
    }

    /// Reports work that has ended, and continues the queue.
    pub(in super::super) fn work_ended(&mut self, report: &DatabaseWorkReport, context: &mut Context) {
        context.output.lines(files::report(report, &self.usage));
        if let (DatabaseWork::Delete(deletion), Some(database)) =
            (&report.work, context.engine.database().get())
        {
            context.output.lines(work::what_is_left(deletion, database));
        }
        self.run_queue(context);
    }

    /// Requests are carried out in sequence.
    fn add(&mut self, task: Task, context: &mut Context) {
        self.queue.push_back((task, Snapshot::of(context.engine)));
        self.late += 1;
        self.run_queue(context);
    }

    /// Carries out queued requests, unless work is in progress. During a search those that came before it are
    /// carried out, because it may wait for them.
    pub(in super::super) fn run_queue(&mut self, context: &mut Context) {
        if !context.engine.search().is_thinking() {
            self.late = 0;
        }
        while !context.engine.database().is_busy()
            && self.queue.len() > self.late
            && let Some((task, snapshot)) = self.queue.pop_front()
        {
            let usage = &mut self.usage;
            match task {
                Task::Switch(is_on) => usage.switch(is_on, context),
                Task::SetReadonly(is_readonly) => usage.is_readonly = Some(is_readonly),
                Task::Moves(request, words) => {
                    work::carry_out(&request, &words, &snapshot, usage, context);
                }
                Task::File(request, path) => {
                    files::carry_out(request, &path, snapshot, usage, context);
                }
                Task::Save => files::save(usage, context),
                Task::Check => files::check(context),
            }
        }
        context.engine.set_database_requests(self.queue.len() > self.late);
    }
}

/// A quoted text that is being read.
#[derive(Clone, Debug, Default)]
struct Text {
    content: String,
    has_begun: bool,
    /// Whether the command's line had nothing but the command.
    is_awaited: bool,
    /// Why it is refused.
    fault: Option<&'static str>,
}

impl Text {
    /// Adds a line. Returns the rest of the line after the closing quotation mark.
    fn add<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let mut rest = line;
        if self.has_begun {
            self.push('\n');
        } else {
            rest = rest.trim_start();
            if rest.is_empty() && !std::mem::replace(&mut self.is_awaited, true) {
                return None;
            }
            let Some(after) = rest.strip_prefix('"') else {
                if self.is_awaited {
                    self.fault = Some("expected a comment in quotation marks, found none");
                    return Some(rest);
                }
                // A text without quotation marks is one word.
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let (word, rest) = rest.split_at(end);
                word.chars().for_each(|c| self.push(c));
                return Some(rest);
            };
            (rest, self.has_begun) = (after, true);
        }
        let mut chars = rest.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => return Some(chars.as_str()),
                '\\' => {
                    if let Some(escaped) = chars.next() {
                        self.push(escaped);
                    }
                }
                c => self.push(c),
            }
        }
        None
    }

    /// The request, once the text is complete.
    fn request(self) -> MoveRequest {
        match self.fault {
            Some(fault) => MoveRequest::Invalid(fault.to_owned()),
            None => MoveRequest::EditComment(self.content),
        }
    }

    fn push(&mut self, c: char) {
        if self.content.len() < MAX_TEXT {
            self.content.push(c);
        } else {
            self.fault = Some("expected a comment of at most 64 KiB, found a longer one");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_span_lines_and_end_at_the_mark() {
        let mut text = Text::default();
        assert_eq!(text.add(" \"a \\\"b"), None);
        assert_eq!(text.add("done"), None);
        assert_eq!(text.add("c\\\\\"7,7 done"), Some("7,7 done"));
        assert_eq!(text.content, "a \"b\ndone\nc\\");
        let mut text = Text::default();
        assert_eq!((text.add("word 7,7"), text.content.as_str()), (Some(" 7,7"), "word"));
        let mut text = Text::default();
        assert_eq!((text.add(" "), text.add("\"late\" 7,7")), (None, Some(" 7,7")));
        assert_eq!(text.request(), MoveRequest::EditComment("late".to_owned()));
        let mut text = Text::default();
        assert_eq!((text.add(""), text.add("7,7")), (None, Some("7,7")));
        assert!(matches!(text.request(), MoveRequest::Invalid(_)));
    }
}
