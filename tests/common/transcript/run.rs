//! Plays transcripts against the brain.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::script::{Action, Script, Step};
use super::session::Session;
use crate::common::brain::{Brain, LIVENESS, Received, SILENCE_MS};

/// Brains running at a time: more would fight for the processor while they measure their thinking time.
const PARALLEL: usize = 2;

/// Plays all `files`, two at a time, and returns the failures sorted by file.
pub(crate) fn run_all(files: &[PathBuf]) -> Vec<String> {
    let queue = Mutex::new(files.iter());
    let failures = Mutex::new(Vec::new());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    thread::scope(|scope| {
        for _ in 0..PARALLEL {
            scope.spawn(|| {
                while let Some(file) = next() {
                    if let (Err(failure), Ok(mut failures)) = (run_file(file), failures.lock()) {
                        failures.push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    failures.sort();
    failures
}

/// Plays one file in a new brain, then checks that the brain still answers `ABOUT`, obeys `END` and kept its error output empty.
///
/// # Errors
/// Names file and line, what was expected and what was received, and the conversation so far.
fn run_file(path: &Path) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let script = Script::parse(&name, &text)?;
    let mut run = Run { brain: Brain::spawn(), session: Session::default(), has_exited: false };
    let mut result = script
        .steps
        .iter()
        .try_for_each(|step| run.step(step).map_err(|error| describe(&name, step, &error, &run.brain)));
    if result.is_ok() && !run.has_exited {
        result = run
            .farewell()
            .map_err(|error| format!("{name}: at the end: {error}, after:\n{}", run.brain.story()));
    }
    let errors = run.brain.into_errors();
    result?;
    if errors.is_empty() {
        Ok(())
    } else {
        Err(format!("{name}: the error output must stay empty, found {errors:?}"))
    }
}

fn describe(name: &str, step: &Step, error: &str, brain: &Brain) -> String {
    format!("{name}:{}: `{}`: {error}, after:\n{}", step.line, step.text, brain.story())
}

struct Run {
    brain: Brain,
    session: Session,
    has_exited: bool,
}

impl Run {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        match &step.action {
            Action::Send(line) => {
                let line = self.session.fill_in(line)?;
                self.session.sent(&line);
                self.brain.send(&line);
                Ok(())
            }
            Action::Expect(patterns) => {
                let line = self.answer()?;
                let mut reasons = Vec::new();
                for pattern in patterns {
                    match self.session.accept(pattern, &line) {
                        Ok(()) => return Ok(()),
                        Err(reason) => reasons.push(reason),
                    }
                }
                Err(format!("received {line:?} ({})", reasons.join("; ")))
            }
            Action::ExpectNothing => match self.brain.receive(Duration::from_millis(SILENCE_MS)) {
                Received::Silence => Ok(()),
                other => Err(format!("received {other:?}")),
            },
            Action::ExpectExit => self.exit(),
        }
    }

    fn farewell(&mut self) -> Result<(), String> {
        self.brain.send("ABOUT");
        let line = self.answer()?;
        if !line.starts_with("name=\"") {
            return Err(format!("expected the answer to ABOUT, received {line:?}"));
        }
        self.brain.send("END");
        self.exit()
    }

    fn answer(&mut self) -> Result<String, String> {
        match self.brain.receive_answer(LIVENESS) {
            Received::Line(line) => Ok(line),
            other => Err(format!("received {other:?}")),
        }
    }

    fn exit(&mut self) -> Result<(), String> {
        self.has_exited = true;
        match self.brain.receive(LIVENESS) {
            Received::Closed => {}
            other => return Err(format!("expected the end of the output, received {other:?}")),
        }
        let status = self.brain.wait_exit(LIVENESS);
        match status.and_then(|status| status.code()) {
            Some(0) => Ok(()),
            _ => Err(format!("expected exit code 0, found {status:?}")),
        }
    }
}
