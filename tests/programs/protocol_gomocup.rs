//! The Gomocup protocol as transcripts: every file of `tests/data/protocol/gomocup` is played against the brain.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::common::transcript::run::run_all;
use crate::common::transcript::script::Script;

/// Rows that need signals, raw bytes, closed pipes or limits on time; the process tests in `tests/programs/brain` cover them.
const PROCESS_ROWS: [u32; 18] = [1, 3, 4, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38, 39, 40, 52, 53, 54];

/// Number of rows of the conformance table's Gomocup part, A1 to A54.
const ROWS: u32 = 54;

fn transcripts() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/protocol/gomocup");
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).collect();
    files.sort();
    files
}

#[test]
fn the_brain_answers_every_transcript_as_written() {
    let files = transcripts();
    assert!(files.len() > 30, "expected the transcripts beside the tests, found {} files", files.len());
    let failures = run_all(&files);
    assert!(
        failures.is_empty(),
        "{} of {} transcripts failed\n\n{}",
        failures.len(),
        files.len(),
        failures.join("\n\n")
    );
}

#[test]
fn every_row_of_the_conformance_table_is_tested() {
    let mut rows: BTreeSet<String> = PROCESS_ROWS.iter().map(|row| format!("A{row}")).collect();
    for file in transcripts() {
        let text = fs::read_to_string(&file).unwrap();
        rows.extend(Script::parse(&file.to_string_lossy(), &text).unwrap().rows);
    }
    let missing: Vec<String> =
        (1..=ROWS).map(|row| format!("A{row}")).filter(|row| !rows.contains(row)).collect();
    assert!(missing.is_empty(), "no test covers {missing:?}");
}

#[test]
fn a_mistake_in_a_transcript_is_reported_with_its_line() {
    let unmarked = Script::parse("x.txt", "# rows: A1\n> BEGIN\nMOVE\n").unwrap_err();
    assert!(unmarked.starts_with("x.txt:3:"), "{unmarked}");
    let choice = Script::parse("x.txt", "# rows: A1\n< MOVE on 7,7\n").unwrap_err();
    assert!(choice.starts_with("x.txt:2:"), "{choice}");
    let toothless = Script::parse("x.txt", "# rows: A1\n> BEGIN\n").unwrap_err();
    assert!(toothless.contains("at least one line starting with `<`"), "{toothless}");
    let nameless = Script::parse("x.txt", "> BEGIN\n< MOVE\n").unwrap_err();
    assert!(nameless.contains("# rows:"), "{nameless}");
}
