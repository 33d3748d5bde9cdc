//! What holds for every input of the Gomocup protocol; `protocol_fuzz` sends commands that are nearly right.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::io::Cursor;

use proptest::prelude::*;
use rustgomo::protocol::gomocup::Gomocup;
use rustgomo::protocol::session;

use crate::fuzzing::check::is_known;

/// Keeps searches short and tables small, whatever follows.
const PRELUDE: &[u8] = b"INFO max_memory 1\nINFO timeout_turn 0\n";

/// Runs a session on the input until its end and returns the lines it wrote.
fn answers(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    let whole = [PRELUDE, input].concat();
    session::run(Cursor::new(whole), &mut output, &mut Gomocup::new(), 1)
        .expect("the session has its threads");
    let text = String::from_utf8(output).expect("the output is text");
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_leave_the_session_alive_and_get_known_replies(
        input in proptest::collection::vec(any::<u8>(), 0..2000),
    ) {
        let lines = answers(&[&input[..], b"\nABOUT\n"].concat());
        for line in &lines {
            prop_assert!(is_known(line), "{line}");
        }
        prop_assert!(lines.last().is_some_and(|line| line.starts_with("name=")), "{lines:?}");
    }

    #[test]
    fn a_legal_turn_gets_one_move_on_a_free_square(side in 5..=22u8, x in 0..22u8, y in 0..22u8, rule in 0..10u8) {
        let (x, y) = (x % side, y % side);
        let mut replies = answers(format!("START {side}\nINFO rule {rule}\nTURN {x},{y}\n").as_bytes());
        // The search tells what it found, and that a busy machine makes the move late.
        replies.retain(|line| !line.starts_with("DEBUG ") && !line.starts_with("MESSAGE "));
        prop_assert_eq!(replies.len(), 2);
        prop_assert_eq!(&replies[0], "OK");
        prop_assert!(is_known(&replies[1]) && replies[1].contains(','));
        prop_assert_ne!(&replies[1], &format!("{x},{y}"));
    }
}
