//! The old file protocol with the real executable, after the table in `tests/data/protocol/file`. Each test
//! has a folder of its own.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::brain::{LIVENESS, wait_exit};
use crate::common::place_program;

/// Nodes that last for weeks: only a limit of time ends such a search.
const ENDLESS: &str = "max_node 1000000000000\n";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("file-protocol").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        for (name, text) in files {
            fs::write(path.join(name), text).unwrap();
        }
        Self(path)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    /// Runs the brain here; the exit code, or none if it does not end.
    fn run(&self) -> Option<i32> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-rustgomo"));
        self.run_command(command.arg("file"))
    }

    fn run_command(&self, command: &mut Command) -> Option<i32> {
        let command = command.current_dir(&self.0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let status = wait_exit(&mut child, LIVENESS);
        // Fails for a process that has ended.
        drop(child.kill());
        let output = child.wait_with_output().unwrap();
        assert!(output.stdout.is_empty(), "{output:?}");
        status?.code()
    }

    /// The answer as column and row.
    #[track_caller]
    fn answer(&self, name: &str) -> (usize, usize) {
        let text = self.read(name);
        let (x, y) = text.trim_end().split_once(',').unwrap_or_else(|| panic!("no answer: {text:?}"));
        (x.parse().unwrap(), y.parse().unwrap())
    }

    /// Names of the files, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn empty(side: usize) -> String {
    format!("{}\n", "-".repeat(side)).repeat(side)
}

#[test]
fn c1_a_stone_is_answered_in_time_and_nothing_left_behind() {
    let board = empty(20).replacen('-', "o", 1);
    let files = [
        ("PLOCHA.DAT", board.as_str()),
        ("TAH.DAT", "x\n"),
        ("TIMEOUTS.DAT", "1\n180000\n"),
        ("INFO.DAT", ENDLESS),
        ("MSG.DAT", ""),
    ];
    let folder = Folder::new("c1", &files);
    assert_eq!(folder.run(), Some(0));
    let (x, y) = folder.answer("TAH.DAT");
    assert!(x < 20 && y < 20 && (x, y) != (0, 0));
    assert!(folder.read("MSG.DAT").lines().count() <= 1);
    assert_eq!(folder.names(), ["INFO.DAT", "MSG.DAT", "PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT"]);
}

#[test]
fn c2_line_ends_blank_lines_and_names_in_mixed_case_are_understood() {
    let mut board = empty(15).replace('\n', "\r\n");
    board.replace_range(7 * 17 + 7..7 * 17 + 8, "x");
    board.push_str("\r\n\r\n");
    let files = [("Plocha.dat", board.as_str()), ("Tah.dat", "o\r\n"), ("TimeOuts.dat", "1\r\n60000\r\n")];
    let folder = Folder::new("c2", &files);
    assert_eq!(folder.run(), Some(0));
    let (x, y) = folder.answer("Tah.dat");
    assert!(x < 15 && y < 15 && (x, y) != (7, 7), "{x},{y}");
    assert_eq!(folder.names().len(), 3);
}

#[test]
fn c3_a_four_is_completed_on_its_open_end_and_not_through_a_dead_square() {
    let rows = ["-#xxxx---------", "--o-o-o-o------"];
    let mut board = rows.join("\n");
    board.push_str(&format!("\n{}", "-".repeat(15)).repeat(13));
    let files = [
        ("PLOCHA.DAT", board.as_str()),
        ("TAH.DAT", "x\n"),
        ("TIMEOUTS.DAT", "1\n60000\n"),
        ("INFO.DAT", "rule 2\nmax_memory 83886080\n"),
    ];
    let folder = Folder::new("c3", &files);
    assert_eq!(folder.run(), Some(0));
    assert_eq!(folder.answer("TAH.DAT"), (6, 0));
}

#[test]
fn c4_the_exact_limit_of_the_info_file_counts_more_than_seconds() {
    let mut board = empty(15);
    board.replace_range(7 * 16 + 7..7 * 16 + 8, "o");
    let files = [
        ("PLOCHA.DAT", board.as_str()),
        ("TAH.DAT", "x\n"),
        ("TIMEOUTS.DAT", "500000\n2147483647\n"),
        ("INFO.DAT", &format!("{ENDLESS}timeout_turn 500\nrule 0\nfolder C:\\a b\n")),
    ];
    let folder = Folder::new("c4", &files);
    assert_eq!(folder.run(), Some(0));
    assert_ne!(folder.answer("TAH.DAT"), (7, 7));
}

#[test]
fn c5_files_that_make_no_sense_change_nothing() {
    let cases: [(&str, Option<&str>, &str); 4] = [
        ("missing", None, "x\n"),
        ("ragged", Some("-----\n----\n-----\n-----\n-----\n"), "x\n"),
        ("symbol", Some("-----\n--?--\n-----\n-----\n-----\n"), "x\n"),
        ("mover", Some("-----\n-----\n-----\n-----\n-----\n"), "7,7\n"),
    ];
    for (name, board, mover) in cases {
        let mut files = vec![("TAH.DAT", mover), ("MSG.DAT", "")];
        files.extend(board.map(|board| ("PLOCHA.DAT", board)));
        let folder = Folder::new(&format!("c5-{name}"), &files);
        assert_eq!(folder.run(), Some(1), "{name}");
        assert_eq!(folder.read("TAH.DAT"), mover, "{name}");
        assert!(folder.read("MSG.DAT").starts_with("expected "), "{name}: {:?}", folder.read("MSG.DAT"));
    }
}

#[test]
fn c6_no_time_means_an_answer_at_once() {
    let board = empty(15);
    for (name, timeouts) in [("c6-turn", "0\n60000\n"), ("c6-left", "30\n-20\n")] {
        let files = [
            ("PLOCHA.DAT", board.as_str()),
            ("TAH.DAT", "x\n"),
            ("TIMEOUTS.DAT", timeouts),
            ("INFO.DAT", ENDLESS),
            ("MSG.DAT", ""),
        ];
        let folder = Folder::new(name, &files);
        assert_eq!(folder.run(), Some(0), "{name}");
        folder.answer("TAH.DAT");
        // A busy machine may have something else to tell.
        let message = folder.read("MSG.DAT");
        assert!(!message.starts_with("depth ") || message.starts_with("depth 1 "), "{name}: {message}");
    }
}

#[test]
fn a_program_of_another_name_speaks_the_file_protocol_where_there_is_a_board() {
    let board = empty(15);
    let files = [("PLOCHA.DAT", board.as_str()), ("TAH.DAT", "x\n"), ("TIMEOUTS.DAT", "0\n0\n")];
    let folder = Folder::new("named", &files);
    let program = folder.0.join(format!("RustGomo{}", std::env::consts::EXE_SUFFIX));
    place_program(env!("CARGO_BIN_EXE_pbrain-rustgomo"), &program);
    assert_eq!(folder.run_command(&mut Command::new(&program)), Some(0));
    folder.answer("TAH.DAT");
}

#[test]
fn c10_a_finished_game_is_told_and_a_free_square_answered() {
    let mut board = "xxxxx----------\n".to_owned() + "o-o-o-o--------\n";
    board.push_str(&empty(15)[..13 * 16]);
    let files = [
        ("PLOCHA.DAT", board.as_str()),
        ("TAH.DAT", "o\n"),
        ("TIMEOUTS.DAT", "500000\n2147483647\n"),
        ("INFO.DAT", "max_node 1000\n"),
        ("MSG.DAT", ""),
    ];
    let folder = Folder::new("finished", &files);
    assert_eq!(folder.run(), Some(0));
    let (x, y) = folder.answer("TAH.DAT");
    assert!(y > 1 || x > 4, "{x},{y}");
    assert_eq!(folder.read("MSG.DAT"), "the game is over: black has 0,0 1,0 2,0 3,0 4,0\n");
}
