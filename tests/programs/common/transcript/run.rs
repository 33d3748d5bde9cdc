//! Plays transcripts against the brain.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::pattern::Pattern;
use super::script::{Action, Script, Step};
use super::session::Session;
use crate::common::brain::{Brain, LIVENESS, Received, SILENCE_MS};

/// Brains running at a time: more would fight for the processor while they measure their thinking time.
const PARALLEL: usize = 2;

/// Plays every transcript of a protocol, and fails with all that went wrong.
#[track_caller]
pub(crate) fn play_folder(protocol: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/protocol").join(protocol);
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let is_transcript = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "txt");
    let files: Vec<PathBuf> = entries.filter(is_transcript).collect();
    assert!(files.len() > 5, "expected the transcripts of {protocol}, found {} files", files.len());
    let failures = run_all(&files);
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} of {} transcripts failed\n\n{}",
        files.len(),
        failures.join("\n\n")
    );
}

/// Plays all `files`, two at a time, and returns the failures sorted by file.
fn run_all(files: &[PathBuf]) -> Vec<String> {
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

/// Plays one file in a new brain, then checks that the brain still answers, leaves when told and kept its
/// error output empty.
///
/// # Errors
/// Names file and line, what was expected and what was received, and the conversation so far.
fn run_file(path: &Path) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let script = Script::parse(&name, &text)?;
    let language = Language::of(path);
    let mut run = Run {
        brain: Brain::spawn_with(&script.arguments),
        language,
        skipped: language.skipped().iter().map(|&start| start.to_owned()).collect(),
        session: Session::default(),
        has_exited: false,
    };
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

/// The protocol of a transcript, which its folder is named after.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Gomocup,
    Gtp,
    Ucci,
    Agi,
}

impl Language {
    fn of(path: &Path) -> Self {
        match path.parent().and_then(Path::file_name).and_then(|name| name.to_str()) {
            Some("gtp") => Self::Gtp,
            Some("ucci") => Self::Ucci,
            Some("agi") => Self::Agi,
            Some("gomocup") => Self::Gomocup,
            folder => panic!("expected a folder of a known protocol, found {folder:?}"),
        }
    }

    /// Beginnings of the lines that are passed over unless the transcript names others.
    const fn skipped(self) -> &'static [&'static str] {
        match self {
            Self::Gomocup => &["MESSAGE ", "DEBUG "],
            Self::Gtp | Self::Ucci | Self::Agi => &[],
        }
    }

    /// A question that is always answered, the beginning of the answer, the last command, and what it is
    /// answered with.
    const fn farewell(
        self,
    ) -> (&'static str, &'static [&'static str], &'static str, &'static [&'static str]) {
        match self {
            Self::Gomocup => ("ABOUT", &["name=\""], "END", &[]),
            Self::Gtp => ("99 name", &["=99 RustGomo", ""], "quit", &["=", ""]),
            Self::Ucci => ("isready", &["readyok"], "quit", &["bye"]),
            Self::Agi => ("ISREADY", &["READYOK"], "QUIT", &["BYE"]),
        }
    }
}

struct Run {
    brain: Brain,
    language: Language,
    skipped: Vec<String>,
    session: Session,
    has_exited: bool,
}

impl Run {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        match &step.action {
            Action::Send(line) if self.language == Language::Gomocup => {
                let line = self.session.fill_in(line)?;
                self.session.sent(&line);
                self.brain.send(&line);
                Ok(())
            }
            Action::Skip(words) => {
                self.skipped.clone_from(words);
                Ok(())
            }
            Action::Send(line) => {
                self.brain.send(line);
                Ok(())
            }
            Action::Expect(patterns) => {
                let line = self.answer()?;
                let mut reasons = Vec::new();
                for pattern in patterns {
                    match self.accept(pattern, &line) {
                        Ok(()) => return Ok(()),
                        Err(reason) => reasons.push(reason),
                    }
                }
                Err(format!("received {line:?} ({})", reasons.join("; ")))
            }
            Action::ExpectNothing => match self.receive(Duration::from_millis(SILENCE_MS)) {
                Received::Silence => Ok(()),
                other => Err(format!("received {other:?}")),
            },
            Action::ExpectExit => self.exit(),
        }
    }

    fn accept(&mut self, pattern: &Pattern, line: &str) -> Result<(), String> {
        let is_met = match pattern {
            _ if self.language == Language::Gomocup => return self.session.accept(pattern, line),
            Pattern::Exact(text) => line == text,
            Pattern::Prefix(start) => line.starts_with(start.as_str()),
            Pattern::Match(wording) => wording.fits(line),
            Pattern::Move { .. } | Pattern::Points(_) => false,
        };
        if is_met { Ok(()) } else { Err("another text".to_owned()) }
    }

    fn farewell(&mut self) -> Result<(), String> {
        let (question, answers, last, goodbye) = self.language.farewell();
        for (sent, starts) in [(question, answers), (last, goodbye)] {
            self.brain.send(sent);
            for start in starts {
                let line = self.answer()?;
                if !line.starts_with(start) {
                    return Err(format!("expected the answer to {sent}, received {line:?}"));
                }
            }
        }
        self.exit()
    }

    fn answer(&mut self) -> Result<String, String> {
        let end = Instant::now() + LIVENESS;
        match self.next_until(end) {
            Received::Line(line) => Ok(line),
            other => Err(format!("received {other:?}")),
        }
    }

    fn receive(&mut self, limit: Duration) -> Received {
        // Before Gomocup's silence even a message counts.
        if self.language == Language::Gomocup {
            self.brain.receive(limit)
        } else {
            self.next_until(Instant::now() + limit)
        }
    }

    /// The next line that is not passed over.
    fn next_until(&mut self, end: Instant) -> Received {
        loop {
            match self.brain.receive(end.saturating_duration_since(Instant::now())) {
                Received::Line(line) if self.skipped.iter().any(|start| line.starts_with(start)) => {}
                other => return other,
            }
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
