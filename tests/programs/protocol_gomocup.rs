//! The Gomocup protocol as transcripts: every file of `tests/data/protocol/gomocup` is played against the brain.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::common::transcript::run::run_all;
use crate::common::transcript::script::Script;

/// Rows that need signals, raw bytes, closed pipes, limits on time or lines that transcripts pass over; the process tests in `tests/programs/brain`
/// cover them.
const PROCESS_ROWS: [&str; 23] = [
    "A1", "A3", "A4", "A28", "A29", "A30", "A31", "A32", "A34", "A35", "A36", "A37", "A38", "A39", "A40",
    "A52", "A53", "A54", "B1", "B3", "B4", "B6", "B7",
];

/// Number of rows of the conformance table: Gomocup's part, A1 to A54, and Yixin-Board's, B1 to B13.
const ROWS: [(char, u32); 2] = [('A', 54), ('B', 13)];

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
    let mut rows: BTreeSet<String> = PROCESS_ROWS.map(str::to_owned).into();
    for file in transcripts() {
        let text = fs::read_to_string(&file).unwrap();
        rows.extend(Script::parse(&file.to_string_lossy(), &text).unwrap().rows);
    }
    let all =
        ROWS.into_iter().flat_map(|(letter, count)| (1..=count).map(move |row| format!("{letter}{row}")));
    let missing: Vec<String> = all.filter(|row| !rows.contains(row)).collect();
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
