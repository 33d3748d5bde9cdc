//! GTP, UCCI and AGI as transcripts: every file of their folders in `tests/data/protocol` is played against the brain, which chooses the
//! protocol by the first line.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::common::transcript::run::run_all;
use crate::common::transcript::script::Script;

/// Rows that need limits on time; the process tests below and in `protocol_choice.rs` cover them.
const PROCESS_ROWS: [&str; 3] = ["D15", "D16", "E12"];

fn transcripts(protocol: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/protocol").join(protocol);
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).collect();
    files.sort();
    files
}

#[track_caller]
fn play(protocol: &str, letter: char, rows: u32) {
    let files = transcripts(protocol);
    let mut covered: BTreeSet<String> = PROCESS_ROWS.map(str::to_owned).into();
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        covered.extend(Script::parse(&file.to_string_lossy(), &text).unwrap().rows);
    }
    let missing: Vec<String> =
        (1..=rows).map(|row| format!("{letter}{row}")).filter(|row| !covered.contains(row)).collect();
    assert!(missing.is_empty(), "no test covers {missing:?}");
    let failures = run_all(&files);
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} of {} transcripts failed\n\n{}",
        files.len(),
        failures.join("\n\n")
    );
}

#[test]
fn gtp_is_answered_as_written() {
    play("gtp", 'D', 20);
}

#[test]
fn ucci_is_answered_as_written() {
    play("ucci", 'E', 17);
}

#[test]
fn agi_is_answered_as_written() {
    play("agi", 'F', 13);
}
