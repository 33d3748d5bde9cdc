//! The analysis database behind the brain: what a board sees of it.

#![expect(clippy::expect_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustgomo::database::Database;

use crate::common::brain::{Brain, LIVENESS, Received, SILENCE_MS};

pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("database-{name}"));
    drop(fs::remove_file(&path));
    path
}

fn with_database(path: &Path) -> Brain {
    let mut brain = Brain::started(15);
    brain.send_all(&[
        "INFO show_detail 0",
        "INFO database_readonly 0",
        "INFO usedatabase 1",
        "YXSETDATABASE",
    ]);
    brain.send(path.to_str().expect("a path in UTF-8"));
    assert!(line(&mut brain).starts_with("MESSAGE DATABASE LOAD START "));
    assert_eq!(line(&mut brain), "MESSAGE DATABASE LOAD DONE");
    brain
}

fn line(brain: &mut Brain) -> String {
    match brain.receive(LIVENESS) {
        Received::Line(text) => text,
        other => brain.fail("a line", &other),
    }
}

fn ask(brain: &mut Brain, command: &str, moves: &str) -> String {
    brain.send_all(&[command, moves, "done"]);
    line(brain)
}

#[test]
fn edits_are_told_to_a_board_and_survive_the_brain() {
    let path = scratch("edits");
    let mut brain = with_database(&path);
    // It is not opened again.
    brain.send("INFO usedatabase 1");
    let one = ask(&mut brain, "yxedittvddatabase 7 87 -29989 12", "7,7 8,8");
    assert_eq!(one, "MESSAGE DATABASE ONE 119 -29989 12 3 w12");
    // The same position by other moves, rotated.
    assert_eq!(ask(&mut brain, "yxquerydatabaseone", "7,7\n6,8"), one);
    brain.send_all(&["yxeditlabeldatabase 8,8 A", "7,7", "done"]);
    brain.send_all(&["yxedittextdatabase \"two", "\\\"lines\\\"\"7,7", "done"]);
    brain.send_all(&["yxquerydatabaseallt", "7,7", "done"]);
    let mut seen = vec![line(&mut brain)];
    while seen.last().is_some_and(|line| !line.ends_with('"') || line.ends_with("two")) {
        seen.push(line(&mut brain));
    }
    let label = u32::from_be_bytes(*b"\0w12");
    assert_eq!(seen.first().map(String::as_str), Some("MESSAGE DATABASE REFRESH"));
    for square in ["6 6", "6 8", "8 6", "8 8"] {
        let expected = format!("MESSAGE DATABASE {square} {label} -29989 12 3 0 A");
        assert!(seen.contains(&expected), "{expected}\n{seen:#?}");
    }
    let end = ["MESSAGE DATABASE DONE", "MESSAGE DATABASE TEXT \"two", "\\\"lines\\\"\""];
    assert_eq!(seen.get(5..).expect("the end"), end);
    brain.send("END");
    drop(brain);
    let mut brain = with_database(&path);
    assert_eq!(ask(&mut brain, "yxquerydatabaseone", "7,7\n8,6"), one);
    brain.send_all(&["yxdeletedatabaseall wl", "7,7", "done"]);
    assert_eq!(line(&mut brain), "MESSAGE deleted 1 positions");
    // The text on the square stays: it belongs to the position before.
    assert_eq!(line(&mut brain), "MESSAGE DATABASE REFRESH");
    assert_eq!(line(&mut brain), "MESSAGE DATABASE 6 6 -1 0 0 0 0 A");
}

#[test]
fn a_change_that_cannot_be_read_changes_nothing() {
    let path = scratch("unreadable");
    let mut brain = with_database(&path);
    let one = ask(&mut brain, "yxedittvddatabase 7 87 -29989 12", "7,7 8,8");
    for command in ["yxdeletedatabaseall foo", "yxedittvddatabase 7 300 x y"] {
        let told = ask(&mut brain, command, "7,7 8,8");
        assert!(told.starts_with("MESSAGE expected ") && told.contains(", found "), "{told}");
    }
    for (path, word) in [("7,7 8,8 15,3", "15,3"), ("7,7 8,x 8,8", "8,x"), ("7,7 8,8 8,8", "8,8")] {
        let told = ask(&mut brain, "yxdeletedatabaseone", path);
        assert_eq!(told, format!("MESSAGE expected free squares x,y, found \"{word}\""));
    }
    assert!(ask(&mut brain, "yxdeletedatabaseall foo", "7,7").contains("found \"foo\""));
    assert_eq!(ask(&mut brain, "yxquerydatabaseone", "7,7 8,8"), one);
    brain.send_all(&["yxdeletedatabaseall", "7,7", "done"]);
    assert_eq!(line(&mut brain), "MESSAGE deleted 1 positions");
}

#[test]
fn a_file_that_cannot_be_opened_is_named_before_a_board_goes_on() {
    let other = scratch("other.txt");
    fs::write(&other, "a list of moves").expect("a file of the test");
    let other = other.to_str().expect("a path in UTF-8");
    let mut brain = Brain::started(15);
    brain.send_all(&["INFO show_detail 0", "INFO usedatabase 1"]);
    for (file, trouble) in [
        (other, format!("MESSAGE expected a database in {other}, found another kind of file")),
        ("/no/such/folder/x.db", "MESSAGE cannot open or write /no/such/folder/x.db: ".to_owned()),
    ] {
        brain.send_all(&["YXSETDATABASE", file]);
        assert_eq!(line(&mut brain), format!("MESSAGE DATABASE LOAD START {file}"));
        let told = line(&mut brain);
        assert!(told.starts_with(&trouble), "{told}");
        assert_eq!(line(&mut brain), "MESSAGE DATABASE LOAD DONE");
    }
    let told = ask(&mut brain, "yxedittvddatabase 1 119 0 0", "7,7");
    assert_eq!(told, "MESSAGE the database could not be opened: name another file with YXSETDATABASE");
}

#[test]
fn the_brain_plays_what_the_database_says() {
    let path = scratch("plays");
    let mut brain = with_database(&path);
    brain.send("INFO max_node 2000");
    ask(&mut brain, "yxedittvddatabase 1 119 0 0", "7,7 0,0 14,2");
    brain.send_all(&["BOARD", "7,7,1", "0,0,2", "DONE"]);
    let played = brain.expect_move();
    assert!([(14, 2), (2, 14)].contains(&(played.x, played.y)), "{played:?}");
    ask(&mut brain, "yxedittvddatabase 1 119 0 0", "7,7 8,8");
    brain.send_all(&["INFO database_readonly 1", "yxedittvddatabase 1 119 0 0 7,7 9,9 done"]);
    assert!(line(&mut brain).contains("read-only"));
    brain.send("INFO usedatabase 0");
    brain.send_all(&["yxquerydatabaseone", "7,7", "8,8", "done"]);
    brain.expect_none(SILENCE_MS);
}

#[test]
fn what_a_search_finds_is_there_for_the_next_request_and_after_the_end() {
    let path = scratch("findings");
    let mut brain = with_database(&path);
    brain.send_all(&["INFO timeout_turn 9000", "INFO max_node 2000", "BOARD", "7,7,1", "8,8,2", "DONE"]);
    brain.expect_move();
    let found = ask(&mut brain, "yxquerydatabaseone", "7,7 8,8");
    assert!(found.starts_with("MESSAGE DATABASE ONE -1 ") && !found.contains(" 0 0 0"), "{found}");
    brain.send_all(&["BOARD", "7,7,1", "8,8,2", "6,7,1", "8,7,2", "DONE"]);
    brain.expect_move();
    brain.send("END");
    brain.expect_exit(LIVENESS);
    let mut brain = with_database(&path);
    for moves in ["7,7 8,8", "7,7 8,8 6,7 8,7"] {
        let kept = ask(&mut brain, "yxquerydatabaseone", moves);
        assert!(kept.starts_with("MESSAGE DATABASE ONE -1 ") && !kept.contains(" 0 0 0"), "{moves}: {kept}");
    }
}

#[test]
fn what_comes_in_one_write_is_answered_in_its_order_and_searched_with_the_database() {
    let path = scratch("order");
    let mut brain = with_database(&path);
    ask(&mut brain, "yxedittvddatabase 1 119 0 0", "7,7 0,0 14,2");
    brain.send("END");
    drop(brain);
    let mut brain = Brain::started(15);
    let file = path.to_str().expect("a path in UTF-8");
    brain.send_all(&[
        "INFO show_detail 0",
        "INFO max_node 2000",
        "INFO usedatabase 1",
        "YXSETDATABASE",
        file,
    ]);
    brain.send_all(&["YXDBCHECK", "yxquerydatabaseone 7,7 0,0 14,2 done", "YXSETDATABASE", file, "yxdbsave"]);
    brain.send_all(&["BOARD", "7,7,1", "0,0,2", "DONE"]);
    let lines: Vec<String> = (0..9).map(|_| line(&mut brain)).collect();
    // The move may come between any two of the others.
    let (told, moves): (Vec<&str>, Vec<&str>) =
        lines.iter().map(String::as_str).partition(|line| line.starts_with("MESSAGE "));
    assert!(matches!(moves[..], ["14,2" | "2,14"]), "{lines:?}");
    let starts = |verb: &str| format!("MESSAGE DATABASE {verb} START {file}");
    assert_eq!(
        told,
        [
            &starts("LOAD")[..],
            "MESSAGE DATABASE LOAD DONE",
            "MESSAGE 1 positions, 0 of them damaged",
            "MESSAGE DATABASE ONE 119 0 0 0 w*",
            &starts("LOAD"),
            "MESSAGE DATABASE LOAD DONE",
            &starts("SAVE"),
            "MESSAGE DATABASE SAVE DONE",
        ]
    );
    brain.send_all(&["YXDBCHECK", "END"]);
    brain.expect_exit(LIVENESS);
    assert_eq!(Database::open(&path).expect("a store").check().expect("a store that is whole"), 0);
}

#[test]
fn a_search_obeys_the_edits_that_were_sent_before_it() {
    let path = scratch("before-search");
    let mut brain = Brain::started(15);
    let file = path.to_str().expect("a path in UTF-8");
    brain.send_all(&[
        "INFO show_detail 0",
        "INFO max_node 2000",
        "INFO usedatabase 1",
        "YXSETDATABASE",
        file,
        "YXEDITTVDDATABASE 1 33 0 0",
        "7,7 0,0 14,2 DONE",
        "BOARD",
        "7,7,1",
        "0,0,2",
        "DONE",
    ]);
    let lines: Vec<String> = (0..4).map(|_| line(&mut brain)).collect();
    assert_eq!(lines.get(2).map(String::as_str), Some("MESSAGE DATABASE ONE 33 0 0 0 !"));
    assert!(matches!(lines.get(3).map(String::as_str), Some("14,2" | "2,14")), "{lines:?}");
}

/// Entries that become durable in one step.
const STEP: usize = 10_000;
/// How often the same entries stand in a text, one step each time: the brain reads that for a hundred times
/// longer than it needs for what it is asked meanwhile, so it is never through, however busy the machine is.
const REPEATS: usize = 60;

/// A line of the text form, another position for every number up to 14,999.
fn text_line(number: usize) -> String {
    let square = |n: usize| format!("{}{}", char::from(b'a' + (n % 16) as u8), n / 16 + 1);
    // Two stones in a corner tell symmetric positions apart.
    let (black, white) = (square(17 + number / 125), square(140 + number % 100));
    let third = square(240 + number % 125 / 100);
    format!("{number},f-16-16-a1b1{black}-{white}{third}-b,(none),7,1,exact,\"\"\n")
}

/// Lets a brain read a long text, and returns its file.
fn begin_to_read(brain: &mut Brain, name: &str) -> PathBuf {
    let file = scratch(name);
    let text: String = (0..STEP).map(text_line).collect();
    fs::write(&file, text.repeat(REPEATS)).expect("a file of the test");
    brain.send_all(&["YXTXTTODB", file.to_str().expect("a path in UTF-8")]);
    file
}

#[test]
fn a_brain_that_reads_a_long_text_hears_plays_and_stops() {
    let path = scratch("hears");
    let mut brain = with_database(&path);
    let file = begin_to_read(&mut brain, "hears.txt");
    brain.send("ABOUT");
    assert!(line(&mut brain).starts_with("name="));
    brain.send_all(&["INFO max_node 2000", "BEGIN"]);
    brain.expect_move();
    // What is asked about the database keeps its place.
    brain.send_all(&["yxquerydatabaseone", "0,0", "done"]);
    brain.expect_none(SILENCE_MS);
    brain.send_all(&["YXSTOP", "ABOUT"]);
    let mut replies = [line(&mut brain), line(&mut brain), line(&mut brain)].to_vec();
    // On a busy machine the import can end before the next line is read.
    let about = replies.iter().position(|reply| reply.starts_with("name=")).expect("a reply to ABOUT");
    replies.remove(about);
    let stopped = &replies[0];
    assert!(stopped.contains(": stopped after ") && stopped.ends_with("0 positions"), "{stopped}");
    assert_eq!(replies[1], "MESSAGE DATABASE ONE 0 0 0 0");
    fs::remove_file(file).expect("the text");
}

#[test]
fn edits_behind_an_import_outlive_its_end_and_deletions_do_not() {
    let path = scratch("edits-behind");
    let mut brain = with_database(&path);
    let one = ask(&mut brain, "yxedittvddatabase 7 87 -29989 12", "7,7 8,8");
    let file = begin_to_read(&mut brain, "edits-behind.txt");
    brain.send_all(&["yxedittextdatabase \"note\" 7,7 done", "yxdeletedatabaseone 7,7 8,8 done", "END"]);
    brain.expect_exit(LIVENESS);
    let mut brain = with_database(&path);
    assert_eq!(ask(&mut brain, "yxquerydatabasetext", "7,7"), "MESSAGE DATABASE TEXT \"note\"");
    assert_eq!(ask(&mut brain, "yxquerydatabaseone", "7,7 8,8"), one);
    fs::remove_file(file).expect("the text");
}

#[test]
fn a_brain_that_is_ended_while_it_reads_leaves_a_sound_store() {
    let path = scratch("ended");
    let mut brain = with_database(&path);
    let one = ask(&mut brain, "yxedittvddatabase 7 87 -29989 12", "7,7 8,8");
    let size = || fs::metadata(&path).expect("the store").len();
    let before = size();
    let file = begin_to_read(&mut brain, "ended.txt");
    while size() == before {
        thread::sleep(Duration::from_millis(1));
    }
    brain.send("END");
    assert_eq!(brain.expect_exit(LIVENESS), Vec::<String>::new());
    fs::remove_file(file).expect("the text");
    let mut database = Database::open(&path).expect("a store that can be opened");
    assert_eq!(database.check().expect("a store that is whole"), 0, "damaged entries");
    // The first step is on the disk as a whole or not at all.
    let count = database.len().expect("a number");
    assert!([1, STEP as u64 + 1].contains(&count), "{count}");
    drop(database);
    let mut brain = with_database(&path);
    assert_eq!(ask(&mut brain, "yxquerydatabaseone", "7,7\n8,8"), one);
}
