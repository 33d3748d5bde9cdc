//! Regression tests in GNU Go's format: GTP commands, each followed by what is expected of its response.
//!
//! ```text
//! loadsgf games/a.sgf 12
//! 10 reg_genmove white
//! #? [H8|J9]
//! ```
//!
//! The pattern is a regular expression that must match the whole response; classes such as `\w` and `\d` are
//! ASCII. `!` before it negates the match, `*` after the bracket marks a test that is known to fail. Other
//! lines that start with `#` are comments.

use std::io::{self, Cursor, Write};

use anyhow::{Context, Result, ensure};
use regex::bytes::{Regex, RegexBuilder};
use serde::Serialize;

use rustgomo::protocol::gtp::{Gtp, is_command};
use rustgomo::protocol::session;

/// Results of the tests of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    pub passed: usize,
    pub failed: usize,
    pub known_failures: usize,
    pub unexpected_passes: usize,
    /// Tests that did not simply pass, in the order of the file.
    pub findings: Vec<Finding>,
}

/// A test that did not simply pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Number of the command's line, from 1.
    pub line: usize,
    pub kind: &'static str,
    pub command: String,
    pub expected: String,
    pub found: String,
}

struct Test<'a> {
    line: usize,
    command: &'a str,
    expectations: Vec<Expectation>,
}

struct Expectation {
    /// The pattern in its brackets.
    text: String,
    pattern: Regex,
    is_negated: bool,
    is_known_to_fail: bool,
}

/// Runs the tests of a file.
pub fn run(text: &str) -> Result<Report> {
    let tests = read(text)?;
    ensure!(tests.iter().any(|test| !test.expectations.is_empty()), "expected at least one test, found none");
    let answers = answers(&tests)?;
    let mut report = Report::default();
    for (index, Test { line, command, expectations }) in tests.into_iter().enumerate() {
        let ended = || format!("line {line}: expected an answer, found the end of the session");
        let answer = answers.get(index).with_context(ended)?;
        for Expectation { text, pattern, is_negated, is_known_to_fail } in expectations {
            let (count, kind) = match (pattern.is_match(answer.as_bytes()) != is_negated, is_known_to_fail) {
                (true, false) => (&mut report.passed, None),
                (false, false) => (&mut report.failed, Some("failed")),
                (false, true) => (&mut report.known_failures, Some("known failure")),
                (true, true) => (&mut report.unexpected_passes, Some("unexpected pass")),
            };
            *count += 1;
            let (command, expected, found) = (command.to_owned(), text, answer.clone());
            report.findings.extend(kind.map(|kind| Finding { line, kind, command, expected, found }));
        }
    }
    Ok(report)
}

impl Report {
    /// Writes a line for each finding, then a summary.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for Finding { line, kind, command, expected, found } in &self.findings {
            writeln!(out, "line {line}: {kind}: {command}: expected {expected}, found {found}")?;
        }
        let Self { passed, failed, known_failures, unexpected_passes, .. } = self;
        write!(out, "{passed} passed, {failed} failed, {known_failures} known failures, ")?;
        writeln!(out, "{unexpected_passes} unexpected passes")
    }
}

impl Expectation {
    /// Parses the text after `#?`.
    fn parse(text: &str) -> Option<Self> {
        let (text, marks) = text.trim().strip_prefix('[')?.rsplit_once(']')?;
        let body = text.strip_prefix('!');
        // Responses are ASCII; Unicode tables are not compiled in.
        let pattern = RegexBuilder::new(&format!("^(?:{})$", body.unwrap_or(text))).unicode(false).build();
        Some(Self {
            text: format!("[{text}]"),
            pattern: pattern.ok()?,
            is_negated: body.is_some(),
            is_known_to_fail: marks.contains('*'),
        })
    }
}

fn read(text: &str) -> Result<Vec<Test<'_>>> {
    let mut tests: Vec<Test<'_>> = Vec::new();
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(expected) = content.strip_prefix("#?") {
            let wrong = "expected #? [pattern] with a regular expression, found";
            let wrong = || format!("line {line}: {wrong} {content:?}");
            let alone = || format!("line {line}: expected a command before the expectation");
            let last = tests.last_mut().with_context(alone)?;
            last.expectations.push(Expectation::parse(expected).with_context(wrong)?);
        } else if is_command(content) {
            tests.push(Test { line, command: content, expectations: Vec::new() });
        }
    }
    Ok(tests)
}

/// The responses to all commands in order, without status and number.
fn answers(tests: &[Test<'_>]) -> Result<Vec<String>> {
    let commands = tests.iter().map(|test| test.command).collect::<Vec<_>>().join("\n");
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

    #[test]
    fn every_kind_of_result_is_counted_and_told() {
        let report = run(
            "# a comment\n1 protocol_version\n#? [2]\nname\n#? [!GNU Go]\nquery_boardsize\n#? [19]\n\
             query_boardsize\n#? [19]*\nplay b h8\ncolor H8\n#? [bl.*]*\n#? [!white]\n9 color Z9\n#? [invalid coordinate]\n",
        );
        let report = report.unwrap();
        let mut out = Vec::new();
        report.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let counts = (report.passed, report.failed, report.known_failures, report.unexpected_passes);
        assert_eq!(counts, (4, 1, 1, 1), "{text}");
        assert!(text.starts_with("line 6: failed: query_boardsize: expected [19], found 15\n"), "{text}");
        assert!(text.contains("line 11: unexpected pass: color H8"), "{text}");
        assert!(text.ends_with("4 passed, 1 failed, 1 known failures, 1 unexpected passes\n"), "{text}");
    }

    #[test]
    fn classes_of_characters_are_those_of_ascii() {
        let text = "echo ab9\n#? [\\w+\\d]\necho a b\n#? [(?i)A\\sB]\necho \u{e4}\u{663}\n#? [\\w\\d]\n";
        let report = run(text).unwrap();
        assert_eq!((report.passed, report.failed), (2, 1), "{report:?}");
    }

    #[test]
    fn files_that_are_no_tests_are_refused_with_the_line() {
        let message = |text: &str| run(text).unwrap_err().to_string();
        assert!(message("#? [x]").starts_with("line 1: expected a command"));
        assert!(message("name\n#? x").starts_with("line 2: expected #? [pattern]"));
        assert!(message("name\n#? [(]").starts_with("line 2: expected #? [pattern]"));
        assert!(message("quit\nname\n#? [x]\n").starts_with("line 2: expected an answer"));
        for text in ["", "# a comment\n", "name\nquit\n", "Some prose.\n"] {
            assert_eq!(message(text), "expected at least one test, found none", "{text:?}");
        }
    }
}
