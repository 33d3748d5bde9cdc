//! No input in any protocol panics, loses an answer or adds one. A few hundred random sessions of each;
//! `cargo run --release --example fuzz` runs as many as wanted.

use std::fs;
use std::path::Path;

use crate::fuzzing::check::{Pace, check};
use crate::fuzzing::files::{check_files, files};
use crate::fuzzing::input::{Line, session};
use crate::fuzzing::records::{check_record, damaged};
use crate::fuzzing::vocabulary::{ALL, Vocabulary};
use proptest::prelude::*;

/// Longest session without prelude and farewell, in lines.
const LONGEST: usize = 40;

fn holds(vocabulary: &Vocabulary, lines: &[Line]) -> Result<(), TestCaseError> {
    for pace in [Pace::AtOnce, Pace::StepByStep] {
        check(vocabulary, lines, pace).map_err(TestCaseError::fail)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gomocup_answers_whatever_comes(lines in session(&ALL[0], LONGEST)) {
        holds(&ALL[0], &lines)?;
    }

    #[test]
    fn yixin_answers_whatever_comes(lines in session(&ALL[1], LONGEST)) {
        holds(&ALL[1], &lines)?;
    }

    #[test]
    fn gtp_answers_whatever_comes(lines in session(&ALL[2], LONGEST)) {
        holds(&ALL[2], &lines)?;
    }

    #[test]
    fn ucci_answers_whatever_comes(lines in session(&ALL[3], LONGEST)) {
        holds(&ALL[3], &lines)?;
    }

    #[test]
    fn agi_answers_whatever_comes(lines in session(&ALL[4], LONGEST)) {
        holds(&ALL[4], &lines)?;
    }

    #[test]
    fn damaged_files_of_games_are_read_or_refused((file, changes) in damaged()) {
        check_record(file, &changes).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn files_with_whatever_in_them_give_a_move_or_stay_as_they_are(files in files()) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("file-fuzz");
        fs::create_dir_all(&folder)?;
        check_files(&folder, &files).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn a_lost_and_a_surplus_answer_are_noticed() {
    let [gomocup, _, gtp, ucci, agi] = &ALL;
    let is_fine = |vocabulary: &Vocabulary, text: &str, pace| {
        let lines = if text.is_empty() { vec![] } else { vec![Line(text.as_bytes().to_vec())] };
        check(vocabulary, &lines, pace).is_ok()
    };
    // Commands of another protocol are not answered as the check expects.
    assert!(!is_fine(&Vocabulary { protocol: "gomocup", ..*gtp }, "", Pace::AtOnce));
    assert!(!is_fine(gomocup, "END", Pace::AtOnce));
    assert!(is_fine(agi, "QUIT", Pace::AtOnce), "an early goodbye is fine");
    // A question that the documents of another protocol do not know is answered once too often.
    let miscounted = Vocabulary { name: "agi", is_answer: |line| line != "nobestmove", ..*ucci };
    assert!(!is_fine(&miscounted, "probe startpos", Pace::StepByStep));
    assert!(is_fine(ucci, "probe startpos", Pace::StepByStep));
}
