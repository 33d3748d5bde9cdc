//! What holds for every input.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::io::Cursor;

use proptest::prelude::*;
use rustgomo::protocol::gomocup::Gomocup;
use rustgomo::protocol::session;

/// Keeps searches short and tables small, whatever follows.
const PRELUDE: &[u8] = b"INFO max_memory 1\nINFO timeout_turn 0\n";

/// Lines that a manager may send, to be changed a little.
const COMMANDS: &[&str] = &[
    "START 15",
    "START 5",
    "RECTSTART 20,15",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 0,4",
    "TAKEBACK 7,7",
    "BOARD",
    "BOARD 7,7,1 8,8,2 DONE",
    "7,7,1",
    "8,8,2",
    "1,1,3",
    "DONE",
    "SWAP2BOARD 7,7 8,8 9,7 DONE",
    "SWAP2BOARD",
    "YXBOARD 2,2,1 DONE",
    "YXSHOWFORBID",
    "YXSHOWINFO",
    "YXSTOP",
    "PLAY 1,1",
    "ABOUT",
    "INFO rule 4",
    "INFO rule 9",
    "INFO rule 2",
    "INFO thread_num 2",
    "INFO hash_size 1",
    "INFO show_detail 1",
    "INFO time_left 0",
    "INFO max_depth 2",
    "INFO evaluate 3,4",
];

/// A change of a line: at a place, nothing, a cut, a doubling, or some character.
fn changed_command() -> impl Strategy<Value = Vec<u8>> {
    (proptest::sample::select(COMMANDS), 0..6u8, any::<proptest::sample::Index>(), any::<u8>()).prop_map(
        |(command, kind, place, byte)| {
            let mut line = command.as_bytes().to_vec();
            let at = place.index(line.len());
            match kind {
                0 => line.truncate(at),
                1 => line.insert(at, byte),
                2 => line[at] = byte,
                3 => line.extend_from_within(at..),
                _ => {}
            }
            line.push(b'\n');
            line
        },
    )
}

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

/// Whether a manager can make sense of a line.
fn is_reply(line: &str) -> bool {
    let starts = ["ERROR ", "UNKNOWN ", "MESSAGE ", "FORBID ", "name=\""];
    let is_point = |word: &str| {
        let numbers: Vec<_> = word.split(',').map(str::parse::<u8>).collect();
        numbers.len() == 2 && numbers.iter().all(Result::is_ok)
    };
    line == "OK"
        || line == "SWAP"
        || starts.iter().any(|start| line.starts_with(start))
        || line.split(' ').all(is_point)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_leave_the_session_alive_and_get_known_replies(
        input in proptest::collection::vec(any::<u8>(), 0..2000),
    ) {
        for line in answers(&input) {
            prop_assert!(is_reply(&line), "{line}");
        }
    }

    #[test]
    fn changed_commands_leave_the_session_alive_and_get_known_replies(
        lines in proptest::collection::vec(changed_command(), 0..40),
    ) {
        let input = lines.concat();
        let replies = answers(&input);
        for line in &replies {
            prop_assert!(is_reply(line), "{line}");
        }
    }

    #[test]
    fn a_legal_turn_gets_one_move_on_a_free_square(side in 5..=22u8, x in 0..22u8, y in 0..22u8, rule in 0..10u8) {
        let (x, y) = (x % side, y % side);
        let replies = answers(format!("START {side}\nINFO rule {rule}\nTURN {x},{y}\n").as_bytes());
        prop_assert_eq!(replies.len(), 2);
        prop_assert_eq!(&replies[0], "OK");
        prop_assert!(is_reply(&replies[1]) && replies[1].contains(','));
        prop_assert_ne!(&replies[1], &format!("{x},{y}"));
    }
}
