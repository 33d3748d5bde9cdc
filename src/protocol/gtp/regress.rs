//! Regression tests in GNU Go's format: commands, each followed by the answer that is expected.
//!
//! ```text
//! loadsgf games/a.sgf 12
//! 10 reg_genmove white
//! #? [H8|J9]
//! ```
//!
//! The pattern is a regular expression that must match the whole answer. A `!` before it asks for anything else, a `*`
//! behind the bracket marks a test that is known to fail. Other lines that begin with `#` are comments.

use std::io::{self, Cursor, Write};

use regex::Regex;
use thiserror::Error;

use super::super::session;
use super::Gtp;
use crate::engine::EngineError;

/// Why a file could not be run.
#[derive(Debug, Error)]
pub enum RegressError {
    /// An expectation that cannot be read.
    #[error("line {line}: expected #? [pattern] with a regular expression, found {found:?}")]
    Pattern {
        /// Number of the line, from 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// An expectation without a command before it.
    #[error("line {line}: expected a command before the expectation")]
    NoCommand {
        /// Number of the line, from 1.
        line: usize,
    },
    /// The engine gave fewer answers than there are commands: one of them ended the session.
    #[error("line {line}: expected an answer, found the end of the session")]
    NoAnswer {
        /// Number of the line, from 1.
        line: usize,
    },
    /// No engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The report could not be written.
    #[error("expected to write the report")]
    Write(#[from] io::Error),
}

/// How many tests ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// As expected.
    pub passed: usize,
    /// Another answer.
    pub failed: usize,
    /// Another answer, which was known.
    pub known_failures: usize,
    /// As expected, though a failure was known.
    pub unexpected_passes: usize,
}

/// A command, and what it should be answered with.
struct Test {
    line: usize,
    command: String,
    expectation: Option<Expectation>,
}

/// A pattern with its marks.
struct Expectation {
    text: String,
    pattern: Regex,
    is_negated: bool,
    is_known_to_fail: bool,
}

/// Runs the tests of a file and writes a line about each that did not pass, then a summary.
///
/// # Errors
/// [`RegressError`], see there.
pub fn run(text: &str, out: &mut dyn Write) -> Result<Summary, RegressError> {
    let tests = read(text)?;
    let answers = answers(&tests)?;
    let mut summary = Summary::default();
    for (index, test) in tests.iter().enumerate() {
        let answer = answers.get(index).ok_or(RegressError::NoAnswer { line: test.line })?;
        let Some(expectation) = &test.expectation else { continue };
        let (count, word) = summary.book(expectation.is_met(answer), expectation.is_known_to_fail);
        *count += 1;
        if let Some(word) = word {
            let Test { line, command, .. } = test;
            writeln!(out, "line {line}: {word}: {command}: expected {}, found {answer}", expectation.text)?;
        }
    }
    let Summary { passed, failed, known_failures, unexpected_passes } = summary;
    writeln!(
        out,
        "{passed} passed, {failed} failed, {known_failures} known failures, {unexpected_passes} unexpected passes"
    )?;
    Ok(summary)
}

impl Summary {
    /// The count that a result belongs to, and what is said about it.
    const fn book(&mut self, is_met: bool, is_known: bool) -> (&mut usize, Option<&'static str>) {
        match (is_met, is_known) {
            (true, false) => (&mut self.passed, None),
            (false, false) => (&mut self.failed, Some("failed")),
            (false, true) => (&mut self.known_failures, Some("known failure")),
            (true, true) => (&mut self.unexpected_passes, Some("unexpected pass")),
        }
    }
}

impl Expectation {
    /// Reads what follows `#?`.
    fn parse(text: &str) -> Option<Self> {
        let (pattern, marks) = text.trim().strip_prefix('[')?.rsplit_once(']')?;
        let (is_negated, body) = match pattern.strip_prefix('!') {
            Some(body) => (true, body),
            None => (false, pattern),
        };
        let regex = Regex::new(&format!("^(?:{body})$")).ok()?;
        let is_known_to_fail = marks.contains('*');
        Some(Self { text: format!("[{pattern}]"), pattern: regex, is_negated, is_known_to_fail })
    }

    fn is_met(&self, answer: &str) -> bool {
        self.pattern.is_match(answer) != self.is_negated
    }
}

fn read(text: &str) -> Result<Vec<Test>, RegressError> {
    let mut tests: Vec<Test> = Vec::new();
    for (index, content) in text.lines().enumerate() {
        let (line, content) = (index + 1, content.trim());
        if let Some(expected) = content.strip_prefix("#?") {
            let wrong = || RegressError::Pattern { line, found: content.to_owned() };
            let last = tests.last_mut().ok_or(RegressError::NoCommand { line })?;
            last.expectation = Some(Expectation::parse(expected).ok_or_else(wrong)?);
        } else if super::parse::parse(content).is_some() {
            tests.push(Test { line, command: content.to_owned(), expectation: None });
        }
    }
    Ok(tests)
}

/// The answers to all commands in order, without sign and number.
fn answers(tests: &[Test]) -> Result<Vec<String>, RegressError> {
    let commands = tests.iter().map(|test| test.command.as_str()).collect::<Vec<_>>().join("\n");
    let mut output = Vec::new();
    session::run(Cursor::new(commands), &mut output, &mut Gtp::new(), 1)?;
    let output = String::from_utf8_lossy(&output);
    let responses = output.split("\n\n").filter(|response| !response.is_empty());
    let answer = |response: &str| {
        let rest = response.trim_start_matches(['=', '?']).trim_start_matches(|c: char| c.is_ascii_digit());
        rest.trim().to_owned()
    };
    Ok(responses.map(answer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(text: &str) -> (String, Summary) {
        let mut out = Vec::new();
        let summary = run(text, &mut out).unwrap();
        (String::from_utf8(out).unwrap(), summary)
    }

    #[test]
    fn every_kind_of_result_is_counted_and_told() {
        let (text, summary) = report(
            "# a comment\n1 protocol_version\n#? [2]\nname\n#? [!GNU Go]\nquery_boardsize\n#? [19]\n\
             query_boardsize\n#? [19]*\nplay b h8\ncolor H8\n#? [bl.*]*\n9 color Z9\n#? [invalid coordinate]\n",
        );
        let expected = Summary { passed: 3, failed: 1, known_failures: 1, unexpected_passes: 1 };
        assert_eq!(summary, expected, "{text}");
        assert!(text.starts_with("line 6: failed: query_boardsize: expected [19], found 15\n"), "{text}");
        assert!(text.contains("line 11: unexpected pass: color H8"), "{text}");
        assert!(text.ends_with("3 passed, 1 failed, 1 known failures, 1 unexpected passes\n"), "{text}");
    }

    #[test]
    fn files_that_are_no_tests_are_refused_with_the_line() {
        let message = |text: &str| run(text, &mut Vec::new()).unwrap_err().to_string();
        assert!(message("#? [x]").starts_with("line 1: expected a command"));
        assert!(message("name\n#? x").starts_with("line 2: expected #? [pattern]"));
        assert!(message("name\n#? [(]").starts_with("line 2: expected #? [pattern]"));
        assert!(message("quit\nname\n").starts_with("line 2: expected an answer"));
    }
}
