//! Commands and options of protocols whose effect shows in answers alone.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::collections::BTreeSet;
use std::io::Cursor;

use regex::Regex;
use rustgomo::protocol::gtp::Gtp;
use rustgomo::protocol::ucci::Ucci;
use rustgomo::protocol::{Protocol, session};

use crate::session::{lines, replies};

#[test]
fn every_step_of_an_opening_rule_is_answered_with_its_messages() {
    // Black's stones stand together, white's far from them, or the other way round.
    let strong = "7,7,2 0,0,1 8,7,2";
    let square = r"\d+ \d+";
    let stone = |rule: &str, number: u8| format!("{rule} MOVE{number} {square}");
    let opening = |rule| [1, 2, 3].map(|number| stone(rule, number)).join("\n");
    let offer = format!("SOOSORV MOVE5 {square}\n").repeat(3);
    for (commands, expected) in [
        ("YXSWAP2STEP1".to_owned(), opening("SWAP2")),
        (format!("YXBOARD {strong} DONE\nYXSWAP2STEP2"), "SWAP2 SWAP1 YES".to_owned()),
        ("YXBOARD 0,0,2 7,7,1 14,14,2 DONE\nYXSWAP2STEP2".to_owned(), "SWAP2 SWAP1 NO".to_owned()),
        (format!("YXBOARD {strong} 14,14,1 9,8,2 DONE\nYXSWAP2STEP3"), "SWAP2 SWAP2 YES".to_owned()),
        (
            "YXBOARD 0,0,2 7,7,1 14,14,2 8,7,1 0,14,2 DONE\nYXSWAP2STEP3".to_owned(),
            "SWAP2 SWAP2 NO".to_owned(),
        ),
        ("YXSOOSORVSTEP1".to_owned(), opening("SOOSORV")),
        ("YXSOOSORVSTEP2 7,7 8,8 9,7 DONE".to_owned(), "SOOSORV SWAP1 YES".to_owned()),
        ("YXSOOSORVSTEP3 7,7 8,8 9,7 DONE".to_owned(), format!("{} [1-8]", stone("SOOSORV", 4))),
        ("YXSOOSORVSTEP4 2 7,7 0,0 8,7 14,14 DONE".to_owned(), "SOOSORV SWAP2 NO".to_owned()),
        ("YXSOOSORVSTEP4 2 7,7 8,8 0,0 9,8 DONE".to_owned(), "SOOSORV SWAP2 YES".to_owned()),
        (
            "YXSOOSORVSTEP5 3 7,7 8,8 9,7 5,5 DONE".to_owned(),
            format!("SOOSORV MOVE5 REFRESH\n{offer}SOOSORV MOVE5 DONE"),
        ),
        ("YXSOOSORVSTEP6 7,7 8,8 9,7 5,5 10,9 4,3 DONE".to_owned(), "SOOSORV MOVE5C (10 9|4 3)".to_owned()),
    ] {
        let rule = if expected.starts_with("SOOSORV") { 4 } else { 0 };
        let limits = "INFO max_memory 1\nINFO show_detail 0\nINFO max_node 400";
        let told = replies(&format!("START 15\n{limits}\nINFO rule {rule}\n{commands}\n"));
        let expected = Regex::new(&format!("^OK\nMESSAGE {}$", expected.replace('\n', "\nMESSAGE ")));
        assert!(expected.expect("an expression").is_match(&told.join("\n")), "{commands}: {told:?}");
    }
}

/// The numbers of nodes of the last iterations of all searches, of which each ends with a move.
fn nodes_of_searches(input: &str) -> Vec<String> {
    let lines = lines(&format!("START 15\nINFO max_memory 1\nINFO max_depth 5\n{input}"));
    let nodes = |pair: &[String]| {
        let is_last = pair[0].starts_with("MESSAGE depth ") && !pair[1].starts_with("MESSAGE ");
        let nodes = pair[0].split_whitespace().skip_while(|word| *word != "n").nth(1);
        nodes.filter(|_| is_last).map(str::to_owned)
    };
    lines.windows(2).filter_map(nodes).collect()
}

#[test]
fn a_table_that_is_cleared_leaves_a_search_as_it_is_in_a_new_brain() {
    let first = "TURN 7,7\n";
    let moves = lines(&format!("START 15\nINFO max_memory 1\nINFO max_depth 5\n{first}"));
    let reply = moves.last().expect("a move");
    let fresh = nodes_of_searches(&format!("BOARD\n7,7,2\n{reply},1\n14,14,2\nDONE\n"));
    // The clearing waits behind a command that waits for the move.
    let second = |between: &str| nodes_of_searches(&format!("{first}{between}TURN 14,14\n"));
    let (kept, cleared) = (second(""), second("YXBLOCKRESET\nYXHASHCLEAR\n"));
    assert_eq!((kept.len(), cleared.len()), (2, 2));
    assert_eq!(cleared.last(), fresh.last());
    assert_ne!(kept.last(), fresh.last());
}

#[test]
fn the_caution_factor_widens_what_is_searched_around_the_stones() {
    let searched = |factor: usize| {
        let limits = format!("INFO max_memory 1\nINFO max_depth 1\nINFO caution_factor {factor}\n");
        let told = lines(&format!("START 15\n{limits}YXBOARD 7,7,2 DONE\nYXNBEST 225\n"));
        told.iter().filter(|line| line.contains(" multipv ")).count()
    };
    // Two squares, or four along lines; three, where only the ends of the lines are farther; four, five, all.
    for (factor, expected) in [24 + 16, 24 + 16, 48 + 8, 80, 120, 224].into_iter().enumerate() {
        assert_eq!(searched(factor), expected, "{factor}");
    }
}

/// The answers of sessions with different seeds that begin with this word, without their expected replies.
fn answers(protocol: fn() -> Box<dyn Protocol>, input: &str, word: &str) -> BTreeSet<String> {
    let answer = |seed| {
        let mut output = Vec::new();
        let input = Cursor::new(input.to_owned());
        session::run(input, &mut output, &mut *protocol(), seed).expect("the session has its threads");
        let text = String::from_utf8(output).expect("the output is text");
        let mut moves = text.lines().filter_map(|line| line.strip_prefix(word)?.split(' ').next());
        moves.next_back().expect("an answer").to_owned()
    };
    (0..12).map(answer).collect()
}

#[test]
fn randomness_varies_the_moves_of_ucci_and_gtp_and_its_absence_does_not() {
    for (level, is_varied) in [("none", false), ("large", true)] {
        let option = format!("ucci\nsetoption hashsize 1\nsetoption randomness {level}\n");
        let input = format!("{option}position startpos moves h8\ngo nodes 1000\n");
        let moves = answers(|| Box::new(Ucci::new()), &input, "bestmove ");
        assert_eq!(moves.len() > 1, is_varied, "{level}: {moves:?}");
    }
    for (centi, is_varied) in [(0, false), (60, true)] {
        let parameters = format!(
            "rustgomo-param hash_mib 1\nrustgomo-param nodes 1000\nrustgomo-param randomness {centi}\n"
        );
        let input = format!("{parameters}play b H8\ngenmove w\n");
        let moves = answers(|| Box::new(Gtp::new()), &input, "= ");
        assert_eq!(moves.len() > 1, is_varied, "{centi}: {moves:?}");
    }
}
