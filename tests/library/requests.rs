//! Requests about the database.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::PathBuf;

use crate::session::replies;

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
    let told = store.after(&format!("START 15\n{}{}YXQUERYDATABASETEXT 7,7 DONE\n", edit(3), edit(70_000)));
    let refused = "MESSAGE expected a comment of at most 64 KiB, found a longer one";
    assert_eq!(told, ["OK", refused, "MESSAGE DATABASE TEXT \"xxx\""]);
}
