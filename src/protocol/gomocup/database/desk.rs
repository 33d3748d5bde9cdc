//! Requests as their lines come in.

use super::super::super::Context;
use super::super::super::tokens::comma_words;
use super::files::{self, Usage};
use super::work::{self, Request};
use super::{DatabaseCommand, FileRequest, MoveRequest};

/// Words of a block that are kept; no board has so many squares.
const MAX_WORDS: usize = 4096;
/// Bytes of a comment that are kept.
const MAX_TEXT: usize = 1 << 16;

/// A request about the database that is being read, and how the database is used.
#[derive(Clone, Debug, Default)]
pub(in crate::protocol::gomocup) struct Desk {
    waiting: Option<Waiting>,
    usage: Usage,
}

/// What the next line belongs to.
#[derive(Clone, Debug)]
enum Waiting {
    Text(Text),
    Moves { request: Request, words: Vec<String> },
    Path(FileRequest),
}

impl Desk {
    /// Whether the next line is a part of a request, whatever it says.
    pub(in crate::protocol::gomocup) const fn wants_any_line(&self) -> bool {
        matches!(self.waiting, Some(Waiting::Text(_) | Waiting::Path(_)))
    }

    /// Whether the next line is a part of a request unless it is a command.
    pub(in crate::protocol::gomocup) const fn wants_moves(&self) -> bool {
        matches!(self.waiting, Some(Waiting::Moves { .. }))
    }

    /// Gives a request up.
    pub(in crate::protocol::gomocup) fn abandon(&mut self) {
        self.waiting = None;
    }

    /// Turns the database on or off.
    pub(in crate::protocol::gomocup) fn switch(&mut self, is_on: bool, context: &mut Context) {
        self.usage.is_on = is_on;
        if !is_on {
            context.engine.set_database(None);
        } else if let Some(path) = self.usage.path.clone() {
            files::open(&path, context);
        }
    }

    /// Takes note of whether the database may be changed.
    pub(in crate::protocol::gomocup) fn protect(&mut self, is_readonly: bool, context: &mut Context) {
        self.usage.is_readonly = Some(is_readonly);
        context.engine.set_recording(!is_readonly);
    }

    /// Begins a request.
    pub(in crate::protocol::gomocup) fn begin(&mut self, command: DatabaseCommand, context: &mut Context) {
        match command {
            DatabaseCommand::Moves(request, rest) => {
                self.waiting = Some(Waiting::Moves { request: Request::new(request), words: Vec::new() });
                self.continue_with(rest, context);
            }
            DatabaseCommand::Text(rest) => {
                self.waiting = Some(Waiting::Text(Text::default()));
                self.continue_with(rest, context);
            }
            DatabaseCommand::File(request) => self.waiting = Some(Waiting::Path(request)),
            DatabaseCommand::Save => files::save(context),
            DatabaseCommand::Check => files::check(context),
        }
    }

    /// Takes in a line, or what is left of one, and carries the request out when it is complete.
    pub(in crate::protocol::gomocup) fn continue_with(&mut self, line: &str, context: &mut Context) {
        match self.waiting.take() {
            None => {}
            Some(Waiting::Path(request)) => files::carry_out(request, line.trim(), &mut self.usage, context),
            Some(Waiting::Text(mut text)) => match text.add(line) {
                None => self.waiting = Some(Waiting::Text(text)),
                Some(rest) => {
                    let request = Request::EditComment(text.content);
                    self.waiting = Some(Waiting::Moves { request, words: Vec::new() });
                    self.continue_with(rest, context);
                }
            },
            Some(Waiting::Moves { request, mut words }) => {
                for word in comma_words(line) {
                    if word.eq_ignore_ascii_case("DONE") {
                        return work::carry_out(&request, &words, &self.usage, context);
                    }
                    if words.len() < MAX_WORDS {
                        words.push(word);
                    }
                }
                self.waiting = Some(Waiting::Moves { request, words });
            }
        }
    }
}

impl Request {
    fn new(request: MoveRequest) -> Self {
        match request {
            MoveRequest::QueryAll { with_comment } => Self::QueryAll { with_comment },
            MoveRequest::QueryOne => Self::QueryOne,
            MoveRequest::QueryText => Self::QueryText,
            MoveRequest::EditValues(numbers) => Self::EditValues(numbers.to_owned()),
            MoveRequest::EditLabel(rest) => Self::EditLabel(rest.to_owned()),
            MoveRequest::DeleteOne => Self::DeleteOne,
            MoveRequest::DeleteAll { choice, is_recursive } => Self::DeleteAll { choice, is_recursive },
            MoveRequest::SetBest => Self::SetBest,
            MoveRequest::ClearBest => Self::ClearBest,
        }
    }
}

/// A text in quotation marks that is being read.
#[derive(Clone, Debug, Default)]
struct Text {
    content: String,
    has_begun: bool,
}

impl Text {
    /// Takes in a line; what follows the closing mark on it, if that has come.
    fn add<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let mut rest = line;
        if self.has_begun {
            self.push('\n');
        } else {
            rest = rest.trim_start();
            let Some(after) = rest.strip_prefix('"') else {
                // A text without quotation marks is one word, or none on a line of its own.
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let (word, rest) = rest.split_at(end);
                word.clone_into(&mut self.content);
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

    fn push(&mut self, c: char) {
        if self.content.len() < MAX_TEXT {
            self.content.push(c);
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
    }
}
