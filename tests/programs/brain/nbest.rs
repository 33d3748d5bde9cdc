//! Several lines of play, as Yixin-Board reads them.

use std::collections::BTreeMap;

use regex::Regex;

use crate::brain::positions::{assert_idle, assert_legal_in_quiet, send_quiet};
use crate::common::brain::{Brain, ENDLESS_MS, LIVENESS, Received};
use crate::common::point::Point;

/// One group of `INFO` lines.
type Group = BTreeMap<String, String>;

/// The next line, messages included. On a busy machine a move can be late, which a line tells.
fn next(brain: &mut Brain) -> String {
    loop {
        match brain.receive(LIVENESS) {
            Received::Line(line) if line.starts_with("DEBUG late: ") => {}
            Received::Line(line) => return line,
            other => brain.fail("a line", &other),
        }
    }
}

#[test]
fn b1_the_limits_are_told_before_the_game_starts() {
    let mut brain = Brain::spawn();
    brain.send_all(&["info show_detail 3", "yxshowinfo", "start 15"]);
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "OK") {
        lines.push(next(&mut brain));
    }
    let is_told = |name: &str| {
        let values = lines.iter().filter_map(|line| line.strip_prefix(name)?.parse::<u32>().ok());
        values.collect::<Vec<_>>().len() == 1
    };
    assert!(is_told("MESSAGE INFO MAX_THREAD_NUM ") && is_told("MESSAGE INFO MAX_HASH_SIZE "), "{lines:?}");
    assert!(lines.iter().filter(|line| *line != "OK").all(|line| line.starts_with("MESSAGE ")), "{lines:?}");
}

/// Reads up to the move; gives the groups, the messages about the running search, and the move's line.
fn read(brain: &mut Brain) -> (Vec<Group>, Vec<String>, String) {
    let (mut groups, mut marks, mut group) = (Vec::new(), Vec::new(), Group::new());
    loop {
        let line = next(brain);
        if line == "INFO PV DONE" {
            groups.push(std::mem::take(&mut group));
        } else if let Some(text) = line.strip_prefix("INFO ") {
            let Some((key, value)) = text.split_once(' ') else {
                brain.fail("a key and a value", &Received::Line(line))
            };
            assert!(group.insert(key.to_owned(), value.to_owned()).is_none(), "{key} comes twice in a group");
        } else if let Some(text) = line.strip_prefix("MESSAGE REALTIME ") {
            marks.push(text.to_owned());
        } else if !line.starts_with("MESSAGE ") {
            assert!(group.is_empty(), "the last group has no end");
            return (groups, marks, line);
        }
    }
}

fn first_points(groups: &[Group]) -> Vec<&str> {
    groups.iter().map(|group| group["BESTLINE"].split(' ').next().unwrap_or("")).collect()
}

#[test]
fn b7_lines_come_in_groups_and_then_the_best_move() {
    let mut brain = Brain::started(15);
    brain.send_all(&["yxshowinfo", "info show_detail 3", "info rule 1", "info max_depth 4"]);
    send_quiet(&mut brain, "yxboard", &["yxnbest 3"]);
    let (groups, marks, answer) = read(&mut brain);
    let last = &groups[groups.len() - 3..];
    for (rank, group) in last.iter().enumerate() {
        assert_eq!((group["PV"].as_str(), group["NUMPV"].as_str()), (rank.to_string().as_str(), "3"));
        assert_eq!(group["DEPTH"], "4");
        assert!(group["EVAL"].starts_with("+M") || group["EVAL"].parse::<i32>().is_ok());
        assert!(group["WINRATE"].parse::<f64>().is_ok_and(|rate| (0.0..=1.0).contains(&rate)));
        for key in ["SELDEPTH", "NODES", "TOTALNODES", "TOTALTIME", "SPEED"] {
            assert!(group[key].parse::<u64>().is_ok(), "{key} {}", group[key]);
        }
        assert!(group["BESTLINE"].split(' ').count() >= 4, "{group:?}");
    }
    let points = first_points(last);
    assert!(points[0] != points[1] && points[1] != points[2] && points[0] != points[2]);
    assert_eq!(points[0], answer);
    assert!(marks.iter().any(|mark| mark == "REFRESH"));
    assert!(marks.contains(&format!("BEST {answer}")) && marks.contains(&format!("DONE {answer}")));
    assert_idle(&mut brain);
}

#[test]
fn b7_a_stop_gives_the_move_of_the_first_line() {
    let mut brain = Brain::started(15);
    let endless = format!("info timeout_turn {ENDLESS_MS}");
    brain.send_all(&["yxshowinfo", "info show_detail 3", "info rule 1", &endless]);
    send_quiet(&mut brain, "yxboard", &["yxnbest 5"]);
    while next(&mut brain) != "INFO PV 4" {}
    while next(&mut brain) != "INFO PV DONE" {}
    brain.send("yxstop");
    let (_, _, answer) = read(&mut brain);
    let point: Point = answer.parse().expect("a move");
    assert_legal_in_quiet(point);
    assert_idle(&mut brain);
}

#[test]
fn b7_of_symmetric_moves_one_is_told_if_that_is_asked_for() {
    let lines = |symmetry: &str| {
        let mut brain = Brain::started(15);
        brain.send_all(&["yxshowinfo", "info show_detail 2", symmetry, "info max_depth 1"]);
        brain.send_all(&["yxboard 7,7,1 done", "yxnbest 100"]);
        let (groups, _, _) = read(&mut brain);
        groups.last().expect("a group")["NUMPV"].parse::<usize>().expect("a number")
    };
    let (all, kinds) = (lines("info nbestsym 0"), lines("info nbestsym 1"));
    assert!(kinds * 4 <= all && all <= kinds * 8, "{kinds} kinds of {all} moves");
}

#[test]
fn a_move_alone_is_a_group_of_one_line() {
    let mut brain = Brain::started(15);
    brain.send_all(&["info show_detail 2", "info rule 1", "info max_depth 3"]);
    send_quiet(&mut brain, "BOARD", &[]);
    let (groups, marks, answer) = read(&mut brain);
    assert_eq!(groups.iter().map(|group| group["DEPTH"].as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
    assert!(groups.iter().all(|group| group["NUMPV"] == "1" && group["PV"] == "0"));
    assert_eq!(first_points(&groups[2..]), [answer]);
    assert!(marks.is_empty());
    assert_idle(&mut brain);
}

/// The `MESSAGE` lines of a search up to the move, and the move.
fn messages(setup: &[&str], request: &str) -> (Vec<String>, String) {
    let mut brain = Brain::started(15);
    brain.send_all(setup);
    brain.send_all(&["YXBOARD 7,7,1 8,8,2 7,9,1 DONE", request]);
    let mut lines = Vec::new();
    loop {
        let line = next(&mut brain);
        if !line.starts_with("MESSAGE ") {
            return (lines, line);
        }
        lines.push(line);
    }
}

#[test]
fn b26_every_manager_gets_the_progress_in_the_words_of_rapfi_unless_it_asks_for_silence() {
    let form =
        Regex::new(r"^MESSAGE depth (\d+)-\d+ ev [+-]?M?\d+ n \d+ n/ms \d+ tm \d+ pv [A-O]\d+( [A-O]\d+)*$")
            .unwrap();
    for game_type in ["INFO game_type 0", "INFO game_type 2", "INFO max_depth 3"] {
        let (lines, answer) = messages(&[game_type, "INFO max_depth 3"], "BEGIN");
        let depths: Vec<String> =
            lines.iter().map(|line| form.captures(line).expect(line)[1].to_owned()).collect();
        assert_eq!(depths, ["1", "2", "3"]);
        let first = lines[2].split_once(" pv ").expect("a line").1.split(' ').next().expect("a move");
        let (column, row) = (first.as_bytes()[0] - b'A', first[1..].parse::<u8>().expect("a row") - 1);
        assert_eq!(format!("{column},{row}"), answer);
    }
    assert!(messages(&["INFO show_detail 0", "INFO max_depth 3"], "BEGIN").0.is_empty());
}

#[test]
fn b26_each_of_several_lines_has_its_message() {
    let (lines, _) = messages(&["INFO max_depth 3"], "YXNBEST 3");
    let ranks: Vec<&str> = lines
        .iter()
        .map(|line| line.split_once(" multipv ").expect(line).1.split(' ').next().unwrap())
        .collect();
    assert_eq!(ranks, ["1", "2", "3"].repeat(3));
}
