//! Commands that arrive while the engine thinks, and two engines in one process.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::io::{self, Cursor, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rustgomo::engine::{Answer, Change, Engine, EngineEvent, Event};
use rustgomo::geometry::BoardSize;
use rustgomo::protocol::gomocup::Gomocup;
use rustgomo::protocol::session;
use rustgomo::protocol::ucci::Ucci;
use rustgomo::rules::Rule;
use rustgomo::search::Parameters;

/// Makes the next search run until it is stopped.
pub(crate) const ENDLESS: &str = "START 15\nINFO max_memory 1\nINFO timeout_turn 2000000\nINFO timeout_match 100000000\nBOARD\n7,7,2\nDONE\n";

/// The lines of the brain's output. A busy machine is no matter of these tests.
pub(crate) fn lines(input: &str) -> Vec<String> {
    let mut output = Vec::new();
    let input = Cursor::new(input.to_owned());
    session::run(input, &mut output, &mut Gomocup::new(), 1).expect("the session has its threads");
    let text = String::from_utf8(output).expect("the output is text");
    text.lines().filter(|line| !line.starts_with("DEBUG late: ")).map(str::to_owned).collect()
}

/// The same without the progress of searches, and with `move` for each move.
pub(crate) fn replies(input: &str) -> Vec<String> {
    let is_move = |line: &str| line.starts_with(|c: char| c.is_ascii_digit()) && !line.contains(' ');
    let lines = lines(input).into_iter().filter(|line| !line.starts_with("MESSAGE depth "));
    lines.map(|line| if is_move(&line) { "move".to_owned() } else { line }).collect()
}

fn after_endless(rest: &str) -> Vec<String> {
    replies(&format!("{ENDLESS}{rest}"))
}

#[test]
fn a_stop_gives_the_move_before_what_follows_is_done() {
    let setup = "YXSTOP\nSTART 15\nYXBOARD\n7,7,2\nDONE\nYXSHOWFORBID\n";
    assert_eq!(after_endless(setup), ["OK", "move", "OK", "FORBID ."]);
    assert_eq!(after_endless("STOP\nRESTART\n"), ["OK", "move", "OK"]);
}

#[test]
fn the_end_of_the_session_gives_no_move_for_a_step_of_swap2() {
    let board = "INFO timeout_turn 1000000\nYXBOARD 7,7,1 8,8,2 7,8,1 DONE\n";
    let told = replies(&format!("YXSHOWINFO\nSTART 15\n{board}YXSWAP2STEP2\nEND\n"));
    assert_eq!(told.last().map(String::as_str), Some("OK"));
}

#[test]
fn a_stop_that_follows_a_waiting_search_stops_that_one() {
    assert_eq!(after_endless("STOP\nRESTART\nBEGIN\nSTOP\n"), ["OK", "move", "OK", "move"]);
    assert_eq!(after_endless("TURN 0,0\nSTOP\nSTOP\n"), ["OK", "move", "move"]);
}

#[test]
fn a_new_game_drops_the_search_without_an_answer() {
    assert_eq!(after_endless("START 20\n"), ["OK", "OK"]);
    assert_eq!(after_endless("TURN 0,0\nRESTART\n"), ["OK", "OK"]);
    assert_eq!(after_endless("TAKEBACK 0,0\n"), ["OK", "ERROR expected a square with a stone"]);
}

#[test]
fn a_new_game_that_cannot_be_started_drops_nothing() {
    let replies = after_endless("START 99\nINFO timeout_turn 0\n");
    assert_eq!(replies[..2], ["OK", "move"]);
    assert!(replies[2].starts_with("ERROR "));
}

#[test]
fn yixin_board_gets_one_move_for_each_search_it_interrupts() {
    let replies = after_endless("YXSHOWINFO\nSTART 15\nBEGIN\nYXBOARD\n7,7,2\nDONE\nABOUT\n");
    let heads: Vec<&str> = replies.iter().filter_map(|line| line.split(['=', ' ']).next()).collect();
    assert_eq!(heads, ["OK", "MESSAGE", "MESSAGE", "MESSAGE", "move", "OK", "move", "name"]);
}

#[test]
fn hash_files_are_written_and_read_beside_the_commands_and_finished_before_the_end() {
    let path = std::env::temp_dir().join(format!("rg-{}", std::process::id()));
    let name = path.to_str().expect("a path in ASCII");
    let told = |replies: &[String]| replies.iter().find(|line| line.contains("entries")).cloned();
    let search = "START 15\nINFO max_memory 1\nINFO max_node 300\nTURN 7,7\n";
    let written = replies(&format!("{search}YXHASHDUMP\n{name}\nABOUT\n"));
    assert!(written.iter().any(|line| line.starts_with("name=")), "{written:?}");
    let report = told(&written).unwrap_or_default();
    assert!(report.starts_with("MESSAGE ") && report.contains(" entries written to "), "{written:?}");
    // Without the stop the end would come before the search has found anything.
    let ended = replies(&format!("{search}STOP\nYXHASHDUMP\n{name}.end\nEND\n"));
    assert!(told(&ended).is_some_and(|line| line.contains(" entries written to ")), "{ended:?}");
    std::fs::remove_file(format!("{name}.end")).expect("the file was written");
    let ended = replies("START 15\nINFO usedatabase 1\nYXSETDATABASE\nEND\nABOUT\n");
    assert!(!ended.iter().any(|line| line.starts_with("name=")), "{ended:?}");
    let ended = replies(&format!("{search}STOP\nYXHASHDUMP\nEND\nABOUT\n"));
    assert!(told(&ended).is_none() && !ended.iter().any(|line| line.starts_with("name=")), "{ended:?}");
    let read = replies(&format!("START 15\nINFO max_memory 1\nYXHASHLOAD\n{name}\n"));
    assert_eq!(told(&read), Some(report.replace("written to", "read from")), "{read:?}");
    std::fs::remove_file(&path).expect("the file was written");
    let read = replies(&format!("YXHASHLOAD\n{name}\n"));
    assert!(read[0].starts_with("MESSAGE ") && read[0].contains(": cannot use the file: "), "{read:?}");
    let unwritten = replies(&format!("YXHASHDUMP\n{name}\n"));
    assert!(unwritten[0].ends_with(": expected a search before the table is kept"), "{unwritten:?}");
}

#[test]
fn work_with_files_keeps_its_order_and_is_finished_at_the_end_of_the_input() {
    let [store, text, tree] = ["db", "txt", "lib"].map(|ending| {
        let path = std::env::temp_dir().join(format!("rg-files-{}.{ending}", std::process::id()));
        drop(std::fs::remove_file(&path));
        path
    });
    let [store_name, text_name, tree_name] =
        [&store, &text, &tree].map(|path| path.to_str().expect("a path in ASCII").to_owned());
    let input = format!(
        "START 15\nINFO usedatabase 1\nYXSETDATABASE\n{store_name}\n\
         YXEDITTVDDATABASE 7 100 0 3 7,7 DONE\nYXDBTOTXT\n{text_name}\nYXDELETEDATABASEONE 7,7 DONE\n\
         YXTXTTODB\n{text_name}\nINFO rule 1\nYXQUERYDATABASEONE 7,7 DONE\nINFO rule 0\n\
         YXQUERYDATABASEONE 7,7 DONE\nYXDBTOLIB\n{tree_name}\nYXLIBTODB\n{tree_name}\nABOUT\n"
    );
    let mut replies = replies(&input);
    let about = replies.iter().position(|line| line.starts_with("name=")).expect("an answer");
    replies.remove(about);
    let drawn = "MESSAGE DATABASE ONE 100 0 3 3 d";
    assert_eq!(
        replies[1..],
        [
            format!("MESSAGE DATABASE LOAD START {store_name}"),
            "MESSAGE DATABASE LOAD DONE".to_owned(),
            drawn.to_owned(),
            format!("MESSAGE written 1 positions: {text_name}"),
            format!("MESSAGE read 1 positions: {text_name}"),
            "MESSAGE DATABASE ONE 0 0 0 0".to_owned(),
            drawn.to_owned(),
            format!("MESSAGE written 1 positions: {tree_name}"),
            format!("MESSAGE read 1 positions: {tree_name}"),
        ]
    );
    for path in [store, text, tree] {
        std::fs::remove_file(path).expect("the file was written");
    }
}

#[test]
fn comments_and_texts_that_cannot_be_read_are_refused_and_change_nothing() {
    let store = std::env::temp_dir().join(format!("rg-texts-{}.db", std::process::id()));
    drop(std::fs::remove_file(&store));
    let name = store.to_str().expect("a path in ASCII");
    let replies = replies(&format!(
        "START 15\nINFO usedatabase 1\nYXSETDATABASE\n{name}\nYXEDITTEXTDATABASE \"kept\" 7,7 DONE\n\
         YXEDITTEXTDATABASE\n7,7 DONE\nYXQUERYDATABASETEXT 7,7 DONE\n\
         YXEDITTEXTDATABASE\n\"new\" 7,7 DONE\nYXQUERYDATABASETEXT 7,7 DONE\n\
         YXEDITLABELDATABASE 7,7 x\n7,7 DONE\nYXEDITLABELDATABASE 99,7 x\n7,7 DONE\n\
         YXEDITTVDDATABASE 1 300 0 0 7,7 DONE\nYXEDITTVDDATABASE 2 0 -9223372036854775808 0 7,7 DONE\n\
         YXEDITTVDDATABASE 4 0 0 -1 7,7 DONE\nYXQUERYDATABASETEXT 7,7 99,99 DONE\nYXDBMERGE\n{name}\nABOUT\n"
    ));
    let told: Vec<&str> = replies.iter().filter_map(|line| line.strip_prefix("MESSAGE ")).skip(2).collect();
    assert_eq!(
        told,
        [
            "expected a comment in quotation marks, found none",
            "DATABASE TEXT \"kept\"",
            "DATABASE TEXT \"new\"",
            "expected a free square x,y, found \"7,7\"",
            "expected a free square x,y, found \"99,7\"",
            "expected a tag that is a visible character, or -1 for none, found 300",
            "expected a value from -30000 to 30000, found -9223372036854775808",
            "expected a depth from 0 to 8191, found -1",
            "DATABASE TEXT \"\"",
            &format!("{name}: cannot open or write {name}: this is the database itself"),
        ]
    );
    std::fs::remove_file(store).expect("the file was written");
}

/// White has an open three; black is asked which squares do not stop it, two excluded ones apart.
fn defence() -> String {
    let stones = "yxboard 0,0,1 7,7,2 0,14,1 8,7,2 14,0,1 9,7,2 done\n";
    let start = format!("yxshowinfo\nstart 15 15\nINFO max_memory 1\nINFO max_depth 2\n{stones}");
    replies(&format!("{start}yxblock\n10,7\n3,7\ndone\nyxsearchdefend\n")).join("\n")
}

#[test]
fn excluded_squares_are_not_told_to_lose() {
    let whole = defence();
    assert!(whole.contains("MESSAGE REALTIME LOST 7,9") && whole.ends_with("move"), "{whole}");
    for excluded in ["LOST 10,7", "LOST 3,7"] {
        assert!(!whole.contains(excluded), "{whole}");
    }
}

#[test]
fn a_finished_game_is_told_and_not_searched() {
    let white = "7,7,1 0,0,2 8,8,1 1,0,2 3,9,1 2,0,2 12,3,1 3,0,2 13,13,1 4,0,2";
    let told = "MESSAGE the game is over: white has 0,0 1,0 2,0 3,0 4,0";
    let setup = "START 15 15\nINFO max_memory 1\nINFO show_detail 3\nINFO max_depth 3\nYXBOARD\n";
    for question in ["BEGIN", "YXNBEST 3", "YXBALANCEONE 0", "YXSEARCHDEFEND", "TURN 14,14"] {
        let replies = replies(&format!("{setup}{white}\nDONE\n{question}\n"));
        assert_eq!(replies, ["OK", told, "move"], "{question}");
    }
    // Exactly five are needed: the same stones and one more are no row.
    let six = replies(&format!("{setup}{white} 14,7,1 5,0,2\nDONE\nINFO rule 1\nBEGIN\n"));
    assert!(!six.iter().any(|line| line.contains("the game is over")), "{six:?}");
}

#[test]
fn the_last_step_of_soosorv_is_answered_before_the_board_that_is_shown_behind_it() {
    let step = "yxsoosorvstep6 7,7 8,8 9,7 5,5 10,9 4,3 done\n";
    let board = "start 15 15\nyxboard 7,7,1 8,8,2 9,7,1 5,5,2 10,9,1 4,3,2 done\nyxshowforbid\n";
    let replies = replies(&format!("yxshowinfo\nSTART 15 15\nINFO max_node 400\nINFO rule 2\n{step}{board}"));
    let replies: Vec<&str> = replies.iter().map(String::as_str).filter(|line| !line.contains("0.")).collect();
    let behind: Vec<&str> = replies.iter().copied().skip_while(|line| *line != "OK").collect();
    assert!(behind[1].starts_with("MESSAGE SOOSORV MOVE5C "), "{behind:?}");
    assert_eq!(behind[2..], ["OK", "FORBID ."]);
}

#[test]
fn the_original_yixin_board_is_told_of_files_in_messages_that_it_knows() {
    let path = format!("{}/original-yixin-board.db", env!("CARGO_TARGET_TMPDIR"));
    let told = |start: &str| {
        let _ = std::fs::remove_file(&path);
        let begin = format!("INFO show_detail 1\nyxshowinfo\n{start}\nINFO usedatabase 1\n");
        replies(&format!("{begin}yxsetdatabase\n{path}\nyxsavedatabase\n"))
    };
    let original = told("START 15 15");
    assert_eq!(original[4..], [format!("MESSAGE opened: {path}"), format!("MESSAGE saved: {path}")]);
    let successor = told("START 15");
    assert!(successor.contains(&"MESSAGE DATABASE LOAD DONE".to_owned()), "{successor:?}");
}

#[test]
fn zero_time_ends_a_search_that_runs() {
    assert_eq!(after_endless("INFO timeout_turn 0\nTURN 0,0\n"), ["OK", "move", "move"]);
    assert_eq!(after_endless("INFO time_left 0\n"), ["OK", "move"]);
}

#[test]
fn questions_are_answered_beside_the_search() {
    let replies = after_endless("ABOUT\n");
    assert_eq!(replies.len(), 2, "an endless search is dropped at the end of the input: {replies:?}");
    assert!(replies[1].starts_with("name="));
}

#[test]
fn the_end_of_input_waits_for_searches_that_end() {
    assert_eq!(
        replies("START 15\nINFO timeout_turn 20\nBEGIN\nTURN 0,0\nTURN 1,0"),
        ["OK", "move", "move", "move"]
    );
    assert_eq!(after_endless(""), ["OK"]);
    assert_eq!(after_endless("END\nABOUT\n"), ["OK"]);
}

#[test]
fn two_engines_with_different_rules_and_sizes_do_not_meet() {
    let play = |side: i64, rule: Rule, seed: u64| {
        let (sender, events) = mpsc::channel::<Event>();
        let mut engine = Engine::new(seed, move |event| drop(sender.send(event))).expect("an engine starts");
        engine.change(Change::MaxMemory(1));
        engine.change(Change::TurnMs(10));
        engine.change(Change::Rule(rule));
        engine.start(BoardSize::new(side, side).expect("the size is supported"));
        (engine, events)
    };
    let mut engines = [play(15, Rule::Renju, 1), play(20, Rule::Freestyle, 2), play(5, Rule::Caro, 3)];
    for turn in 0..5 {
        for (engine, _) in &mut engines {
            engine.think(Instant::now()).expect("the board has room");
        }
        for (engine, events) in &mut engines {
            let moved =
                events.iter().filter_map(|event| engine.handle(event)).find_map(|event| match event {
                    EngineEvent::Answer(Answer::Move(square)) => Some(square),
                    _ => None,
                });
            let board = engine.session().game().expect("the game has begun").board();
            assert!(board.color_at(moved.expect("the engine moves")).is_some());
            assert_eq!(board.history().len(), turn + 1);
        }
    }
    let sides =
        engines.each_ref().map(|(engine, _)| engine.session().size().expect("the game has begun").width());
    assert_eq!(sides, [15, 20, 5]);
}

/// Nodes of a search of fixed depth behind these lines.
fn nodes_after(infos: &str) -> String {
    let setup = "START 15\nINFO max_memory 1\nINFO show_detail 1\nINFO max_depth 5\n";
    let lines = lines(&format!("{setup}{infos}BOARD\n7,7,2\n8,8,1\n6,8,2\nDONE\n"));
    let last =
        lines.iter().rfind(|line| line.starts_with("MESSAGE depth ")).expect("a message of the search");
    let nodes = last.split_whitespace().skip_while(|word| *word != "n").nth(1);
    nodes.expect("a number of nodes").to_owned()
}

#[test]
fn a_parameter_changes_the_search_and_its_default_restores_it() {
    let usual = nodes_after("");
    let default = Parameters::default().get("futility_margin").expect("a parameter");
    let restored = format!("INFO search.futility_margin 200\nINFO SEARCH.futility_margin {default}\n");
    assert_ne!(nodes_after("INFO search.futility_margin 200\n"), usual);
    assert_eq!(nodes_after(&restored), usual);
    assert_eq!(nodes_after("INFO search.futility_margin\nINFO search.nothing 1\n"), usual);
}

#[test]
fn lines_that_wait_are_bounded_and_the_move_comes() {
    let long = format!("{}\n", "x".repeat(1 << 20)).repeat(24);
    let replies = after_endless(&format!("{long}INFO timeout_turn 0\n"));
    let refused = replies.iter().filter(|line| line.contains("too much waits")).count();
    let done = replies.iter().filter(|line| line.starts_with("UNKNOWN")).count();
    assert!((6..12).contains(&refused) && refused + done == 24, "{refused} refused, {done} done");
    assert_eq!(replies.iter().filter(|line| *line == "move").count(), 1);
}

/// An input that tells when all of it was read, and does not end.
struct Flood {
    text: Cursor<String>,
    is_read: Arc<AtomicBool>,
    end: mpsc::Receiver<()>,
}

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(buffer)?;
        if count == 0 {
            self.is_read.store(true, Ordering::SeqCst);
            // Until the output has what it waits for.
            let _ = self.end.recv();
        }
        Ok(count)
    }
}

/// An output that takes nothing before the input was read, and then little.
struct Slow {
    is_read: Arc<AtomicBool>,
    end: Option<mpsc::Sender<()>>,
    before: usize,
}

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(b"readyok") && self.end.is_some() {
            while !self.is_read.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(1));
            self.before += 1;
        } else if bytes.starts_with(b"bestmove") {
            self.end = None;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stop_behind_a_flood_of_questions_is_obeyed_before_they_are_answered() {
    const QUESTIONS: usize = 20_000;
    let text = format!("ucci\ngo infinite\n{}stop\n", "isready\n".repeat(QUESTIONS));
    let is_read = Arc::new(AtomicBool::new(false));
    let (sender, end) = mpsc::channel();
    let input = Flood { text: Cursor::new(text), is_read: Arc::clone(&is_read), end };
    let mut output = Slow { is_read, end: Some(sender), before: 0 };
    session::run(input, &mut output, &mut Ucci::new(), 1).expect("the session has its threads");
    // A stop that waited for its turn would come behind all of them, twenty seconds later.
    assert!(output.end.is_none() && output.before < QUESTIONS / 2, "{} answers before", output.before);
}

#[test]
fn a_comment_without_an_end_loses_no_command() {
    let begun = "START 15\nINFO max_node 100\nYXEDITTEXTDATABASE \"begun\nStart with h8, end with i9\n";
    let told = |line| format!("MESSAGE expected a quotation mark at the end of the comment, found {line:?}");
    assert_eq!(replies(&format!("{begun}start 20\nTURN 19,19\n")), ["OK", &told("start 20"), "OK", "move"]);
    assert_eq!(replies(&format!("{begun}BOARD\n7,7,2\nDONE\n")), ["OK", &told("BOARD"), "move"]);
    assert_eq!(replies(&format!("{begun}end\"7,7 done\nABOUT\n")).len(), 2);
}
