//! Logs of processes: input, output and standard error.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use super::command_line::program_name;
use super::options::EngineOptions;
use rustgomo::files;

/// The folder of a match's logs.
#[derive(Debug)]
pub(super) struct Logs {
    folder: PathBuf,
    start: Instant,
    /// Number of the next file. Relaxed, since numbers in use are skipped.
    next: AtomicU32,
}

/// The log of a process. Each line starts with the milliseconds since the start of the match and a mark: >
/// for what was sent, < for an answer, ! for standard error and # for a note.
#[derive(Clone, Debug)]
pub(super) struct Log {
    file: Arc<Mutex<File>>,
    start: Instant,
}

impl Logs {
    /// Creates the folder. Existing logs are kept; new ones get other names.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        files::create_folder(folder)?;
        Ok(Self { folder: folder.to_owned(), start: Instant::now(), next: AtomicU32::new(1) })
    }

    /// Creates a log, named after the engine with a number.
    pub(super) fn open(&self, engine: &EngineOptions) -> io::Result<Log> {
        let name = engine.name.clone().unwrap_or_else(|| program_name(&engine.command));
        let safe = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '_' | '+') { c } else { '-' };
        let name: String = name.chars().map(safe).collect();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let path = self.folder.join(format!("{name}-{number}.log"));
            match OpenOptions::new().write(true).create_new(true).open(path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => return Ok(Log { file: Arc::new(Mutex::new(file?)), start: self.start }),
            }
        }
    }
}

impl Log {
    /// Adds a line.
    pub(super) fn write(&self, mark: char, text: &str) {
        let line = format!("{} {mark} {text}\n", self.start.elapsed().as_millis());
        // A full disk does not end the game; opening the next log reports it.
        let _ = self.file.lock().write_all(line.as_bytes());
    }
}
