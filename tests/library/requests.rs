//! Requests about the database, in particular those that come while the brain thinks.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::PathBuf;

use rustgomo::protocol::gomocup::Gomocup;
use rustgomo::protocol::session;

use crate::session::{ENDLESS, lines, replies};

/// A database that is removed at the end.
struct Store(PathBuf);

impl Store {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("requests-{name}.db"));
        drop(fs::remove_file(&path));
        Self(path)
    }

    /// The lines that begin to use it.
    fn opened(&self) -> String {
        format!("INFO usedatabase 1\nYXSETDATABASE\n{}\n", self.0.display())
    }

    /// What the brain replies to lines behind its opening.
    fn after(&self, rest: &str) -> Vec<String> {
        let all = replies(&format!("{}{rest}", self.opened()));
        all.into_iter().filter(|line| !line.starts_with("MESSAGE DATABASE LOAD ")).collect()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

#[test]
fn moves_that_the_database_excludes_are_not_told_to_lose() {
    let store = Store::new("defence");
    let search = "INFO max_memory 1\nINFO max_depth 3\nYXSEARCHDEFEND\n";
    let best = "YXSETBESTMOVEDATABASE 7,7 7,8 DONE\nYXBOARD 7,7,2 DONE\n";
    let told = store.after(&format!("YXSHOWINFO\nSTART 15\n{best}{search}"));
    assert!(!told.iter().any(|line| line.contains("LOST")), "{told:?}");
    assert_eq!(told.last().map(String::as_str), Some("move"));
}

#[test]
fn the_marks_of_first_moves_outlive_a_request_without_moves() {
    for command in ["YXSETBESTMOVEDATABASE", "YXCLEARBESTMOVEDATABASE"] {
        let store = Store::new(command);
        let set = "YXSETBESTMOVEDATABASE 7,7 DONE\n";
        let told = store.after(&format!("START 15\n{set}{command} DONE\nYXQUERYDATABASEONE 7,7 DONE\n"));
        let refused = "MESSAGE expected a move to mark, found the empty board";
        assert_eq!(told, ["OK", refused, "MESSAGE DATABASE ONE 33 0 0 0 !"], "{command}");
    }
}

#[test]
fn a_comment_that_is_too_long_is_refused_and_not_cut() {
    let store = Store::new("long");
    let edit = |length| format!("YXEDITTEXTDATABASE \"{}\" 7,7 DONE\n", "x".repeat(length));
    let (short, long) = (edit(3), edit(70_000));
    let word = long.replace('"', "");
    let told = store.after(&format!("START 15\n{short}{long}{word}YXQUERYDATABASETEXT 7,7 DONE\n"));
    let refused = "MESSAGE expected a comment of at most 64 KiB, found a longer one";
    assert_eq!(told, ["OK", refused, refused, "MESSAGE DATABASE TEXT \"xxx\""]);
}

/// What is known of the position after 7,7.
const ASK: &str = "YXQUERYDATABASEONE 7,7 DONE\n";
const EDIT: &str = "YXEDITTVDDATABASE 1 119 0 0\n7,7\nDONE\n";
const KNOWN: &str = "MESSAGE DATABASE ONE 119 0 0 0 w*";
const UNKNOWN: &str = "MESSAGE DATABASE ONE 0 0 0 0";
/// Lines, if any, that wait for the answer and do not change what a request is about.
const WAITING: [&str; 3] = ["", "\n", "YXBLOCKRESET\n"];

#[test]
fn no_line_of_a_comment_that_is_sent_during_a_search_is_taken_for_a_command() {
    let store = Store::new("comment");
    let text = "one\nend of it\nstop\n\nabout that\ninfo x\nboard and stones";
    for waiting in WAITING {
        let told = store.after(&format!(
            "{ENDLESS}{waiting}YXEDITTEXTDATABASE \"{text}\" 7,7 DONE\nYXSTOP\nYXQUERYDATABASETEXT 7,7 DONE\n"
        ));
        assert_eq!(told.join("\n"), format!("OK\nmove\nMESSAGE DATABASE TEXT \"{text}\""), "{waiting:?}");
    }
}

#[test]
fn a_stop_among_the_moves_of_a_request_is_obeyed() {
    let store = Store::new("among");
    let told = store.after(&format!("{ENDLESS}YXEDITTVDDATABASE 1 119 0 0\nYXSTOP\n7,7\nDONE\n{ASK}"));
    assert_eq!(told, ["OK", "move", KNOWN, KNOWN]);
}

#[test]
fn edits_outlive_the_search_that_they_wait_for() {
    for end in ["END\n", "", "RESTART\n", "BOARD\n0,0,1\nDONE\n"] {
        let store = Store::new("outlive");
        let told = store.after(&format!("{ENDLESS}{EDIT}{end}"));
        assert!(told.contains(&KNOWN.to_owned()), "{end:?}: {told:?}");
        assert_eq!(store.after(&format!("START 15\n{ASK}")), ["OK", KNOWN], "{end:?}");
        let told = store.after(&format!("{ENDLESS}YXDELETEDATABASEALL DONE\n{end}"));
        assert!(told.iter().any(|line| line == "MESSAGE deleted 1 positions"), "{end:?}: {told:?}");
        assert_eq!(store.after(&format!("START 15\n{ASK}")), ["OK", UNKNOWN], "{end:?}");
    }
}

#[test]
fn edits_during_a_search_are_made_under_the_rule_of_that_time_and_with_the_database_of_that_time() {
    let infos = ["INFO rule 4", "INFO usedatabase 0", "INFO database_readonly 1"];
    for (info, waiting) in infos.into_iter().flat_map(|info| WAITING.map(|waiting| (info, waiting))) {
        let store = Store::new("rule");
        let told = store.after(&format!("{ENDLESS}{waiting}{EDIT}{info}\nYXSTOP\n"));
        assert_eq!(told, ["OK", "move", KNOWN], "{info} {waiting:?}");
        assert_eq!(store.after(&format!("START 15\n{ASK}")), ["OK", KNOWN], "{info} {waiting:?}");
    }
}

/// An output whose reader goes away at the reply to `ABOUT`.
struct Leaving;

impl Write for Leaving {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if line.starts_with(b"name=") { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(line.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_manager_that_goes_away_deletes_nothing_that_an_export_should_have_saved() {
    let store = Store::new("leaving");
    store.after(&format!("START 15\n{EDIT}"));
    let file = store.0.with_extension("txt");
    drop(fs::remove_file(&file));
    let delete = format!("YXDBTOTXTALL\n{}\nYXDELETEDATABASEALL 7,7 DONE\n", file.display());
    let input = Cursor::new(format!("{}{ENDLESS}{delete}ABOUT\n", store.opened()));
    session::run(input, &mut Leaving, &mut Gomocup::new(), 1).expect("the session has its threads");
    assert_eq!(store.after(&format!("START 15\n{ASK}")), ["OK", KNOWN]);
    assert!(!file.exists());
}

#[test]
fn moves_that_are_excluded_during_a_search_stay_excluded_in_the_next_position() {
    let four = "BOARD 7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2 DONE\n";
    let told = lines(&format!("{ENDLESS}INFO max_node 2000\nYXBLOCK\n6,7\nDONE\nBEGIN\n{four}"));
    assert_eq!(told.last().map(String::as_str), Some("11,7"), "{told:?}");
    assert_eq!(replies(&format!("{ENDLESS}FOO\nBEGIN\nRESTART\n")), ["OK", "UNKNOWN command \"FOO\"", "OK"]);
}

#[test]
fn a_mark_takes_the_place_of_those_of_its_siblings_and_is_removed() {
    let store = Store::new("marks");
    let ask = "YXQUERYDATABASEONE 7,7 8,8 DONE\nYXQUERYDATABASEONE 7,7 8,7 DONE\n";
    // What is not a mark stays.
    let told = store.after(&format!(
        "START 15\nYXEDITTVDDATABASE 1 119 0 0 7,7 3,3 DONE\nYXSETBESTMOVEDATABASE 7,7 8,8 DONE\n{ask}\
         YXSETBESTMOVEDATABASE\n7,7\n8,7\nDONE\n{ask}YXCLEARBESTMOVEDATABASE 7,7 8,7 DONE\n{ask}\
         YXQUERYDATABASEONE 7,7 3,3 DONE\n"
    ));
    let [none, unknown, marked] = ["-1 0 0 0", "0 0 0 0", "33 0 0 0 !"];
    let won = "119 0 0 0 w*";
    let expected = [won, marked, unknown, none, marked, none, none, won];
    assert_eq!(told[1..], expected.map(|entry| format!("MESSAGE DATABASE ONE {entry}")));
}

#[test]
fn other_names_of_commands_about_the_file_do_the_same() {
    let store = Store::new("names");
    let path = store.0.display();
    let edit = "YXEDITTVDDATABASE 7 100 0 3 7,7 DONE\n";
    // The name of the file with positions is no command; the file is not written.
    let unwritten = store.0.with_extension("pos");
    let told = replies(&format!(
        "START 15\nINFO usedatabase 1\nYXDBLOAD\n{path}\n{edit}YXDBSAVE\nYXDBTOPOS\n{}\nYXDBTOPOS\n\
         START 20\nYXDBFIX\n",
        unwritten.display()
    ));
    assert_eq!(
        told,
        [
            "OK",
            &format!("MESSAGE DATABASE LOAD START {path}"),
            "MESSAGE DATABASE LOAD DONE",
            "MESSAGE DATABASE ONE 100 0 3 3 d",
            &format!("MESSAGE DATABASE SAVE START {path}"),
            "MESSAGE DATABASE SAVE DONE",
            "MESSAGE 1 positions, 0 of them damaged",
        ]
    );
    assert!(!unwritten.exists());
}
