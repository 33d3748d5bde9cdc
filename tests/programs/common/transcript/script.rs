//! A transcript file as steps.

use super::pattern::Pattern;

/// What one line of a transcript asks for.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// From here on pass over answers that begin with one of these.
    Skip(Vec<String>),
    /// Send this line, after names in braces are replaced.
    Send(String),
    /// Wait for an answer that fits one of these.
    Expect(Vec<Pattern>),
    /// Nothing may be written for a while.
    ExpectNothing,
    /// The process must end, with code 0 and without another line.
    ExpectExit,
}

/// One line of a transcript.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Line number in the file, from 1.
    pub(crate) line: usize,
    /// The line as written, for messages.
    pub(crate) text: String,
    /// What to do.
    pub(crate) action: Action,
}

/// A transcript: the rows of its protocol's table that it covers, and its steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// Row names such as `A15`.
    pub(crate) rows: Vec<String>,
    /// Arguments of the brain.
    pub(crate) arguments: Vec<String>,
    /// The steps in order.
    pub(crate) steps: Vec<Step>,
}

impl Script {
    /// Reads the text of the file called `name`.
    ///
    /// # Errors
    /// Names file and line of the first line that is neither sent, expected, comment nor empty, of a pattern
    /// that cannot be understood, and of a file without a `# rows:` line or without anything expected.
    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut script = Self::default();
        for (index, content) in text.lines().enumerate() {
            let line = index + 1;
            if let Some(rows) = content.strip_prefix("# rows:") {
                script.rows.extend(rows.split_whitespace().map(str::to_owned));
            } else if let Some(words) = content.strip_prefix("# skip:") {
                let words = words.split_whitespace().map(str::to_owned).collect();
                script.steps.push(Step { line, text: content.to_owned(), action: Action::Skip(words) });
            } else if let Some(words) = content.strip_prefix("# arguments:") {
                script.arguments.extend(words.split_whitespace().map(str::to_owned));
            } else if let Some(action) =
                parse_line(content).map_err(|error| format!("{name}:{line}: {error}"))?
            {
                script.steps.push(Step { line, text: content.to_owned(), action });
            }
        }
        let expects =
            script.steps.iter().any(|step| !matches!(step.action, Action::Send(_) | Action::Skip(_)));
        if script.rows.is_empty() || !expects {
            return Err(format!(
                "{name}:1: expected a `# rows:` line and at least one line starting with `<`"
            ));
        }
        Ok(script)
    }
}

fn parse_line(content: &str) -> Result<Option<Action>, String> {
    if let Some(sent) = content.strip_prefix('>') {
        // One blank belongs to the mark; any further one is sent.
        return Ok(Some(Action::Send(sent.strip_prefix(' ').unwrap_or(sent).to_owned())));
    }
    if let Some(expected) = content.strip_prefix('<') {
        return parse_expectation(expected.trim()).map(Some);
    }
    if content.trim().is_empty() || content.starts_with('#') {
        return Ok(None);
    }
    Err(format!("expected a line starting with `>`, `<` or `#`, found {content:?}"))
}

fn parse_expectation(text: &str) -> Result<Action, String> {
    match text {
        "NONE" => Ok(Action::ExpectNothing),
        "EXIT" => Ok(Action::ExpectExit),
        "" => Ok(Action::Expect(vec![Pattern::Exact(String::new())])),
        // A regular expression has bars of its own.
        _ if text.starts_with("MATCH ") => Pattern::parse(text).map(|pattern| Action::Expect(vec![pattern])),
        _ => text
            .split(" | ")
            .map(|part| Pattern::parse(part.trim()))
            .collect::<Result<_, _>>()
            .map(Action::Expect),
    }
}
