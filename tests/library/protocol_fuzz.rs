//! No input in any protocol panics, loses an answer or adds one. A few hundred random sessions of each; `cargo run --release --example fuzz`
//! runs as many as wanted.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::fuzzing::check::check;
use crate::fuzzing::input::{Line, session};
use crate::fuzzing::vocabulary::ALL;
use proptest::prelude::*;
use rustgomo::eval::Networks;
use rustgomo::protocol::file;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gomocup_answers_whatever_comes(lines in session(&ALL[0])) {
        prop_assert_eq!(check(&ALL[0], &lines), Ok(()));
    }

    #[test]
    fn gtp_answers_whatever_comes(lines in session(&ALL[1])) {
        prop_assert_eq!(check(&ALL[1], &lines), Ok(()));
    }

    #[test]
    fn ucci_answers_whatever_comes(lines in session(&ALL[2])) {
        prop_assert_eq!(check(&ALL[2], &lines), Ok(()));
    }

    #[test]
    fn agi_answers_whatever_comes(lines in session(&ALL[3])) {
        prop_assert_eq!(check(&ALL[3], &lines), Ok(()));
    }

    #[test]
    fn files_with_whatever_in_them_give_a_move_or_stay_as_they_are(
        board in "([-xo#.\r]{5}\n){5}|([-xo#]{7}\r\n){6}|[-xo#?\n]{0,60}",
        mover in "[xoXO]\r?\n|[ -~]{0,6}",
        timeouts in "[0-9\n -]{0,20}",
        info in "([a-z_]{1,12} [0-9a-z -]{0,12}\n){0,4}",
    ) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("file-fuzz");
        fs::create_dir_all(&folder).unwrap();
        // The exact limit is the last word.
        let info = format!("{info}\ntimeout_turn 0\n");
        for (name, text) in
            [("PLOCHA.DAT", &board), ("TAH.DAT", &mover), ("TIMEOUTS.DAT", &timeouts), ("INFO.DAT", &info)]
        {
            fs::write(folder.join(name), text).unwrap();
        }
        let result = file::run(&folder, Instant::now(), 1, Networks::embedded());
        let answer = fs::read_to_string(folder.join("TAH.DAT")).unwrap();
        if result.is_ok() {
            let parts: Vec<u8> = answer.trim_end().split(',').filter_map(|part| part.parse().ok()).collect();
            prop_assert!(parts.len() == 2 && parts.iter().all(|&part| part < 22), "{:?}", answer);
        } else {
            prop_assert_eq!(answer, mover);
        }
    }
}

#[test]
fn a_lost_and_a_surplus_answer_are_noticed() {
    // Commands of another protocol are not answered as the check expects.
    let mixed = crate::fuzzing::vocabulary::Vocabulary { name: "gomocup", ..ALL[1] };
    assert!(check(&mixed, &[]).is_err());
    let early = [Line(b"END".to_vec())];
    assert!(check(&ALL[0], &early).is_err());
    let bye = [Line(b"QUIT".to_vec())];
    assert!(check(&ALL[3], &bye).is_ok(), "an early goodbye is fine");
}
