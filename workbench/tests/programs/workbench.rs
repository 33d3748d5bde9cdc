//! The workbench `rustgomo`: reports, pictures, exit codes and errors.

use std::process::{Command, Stdio};

use crate::common::{error, fed, file, fresh, json, report, rustgomo, text};

#[test]
fn the_version_names_the_build() {
    assert_eq!(report(&["--version"]), format!("rustgomo {}\n", rustgomo::engine::VERSION));
}

#[test]
fn shipped_openings_hold_no_twins_and_no_forced_wins() {
    for set in ["freestyle20", "freestyle15", "standard15", "renju15", "caro15"] {
        let report = report(&["opening", "check", set, "--threads", "1"]);
        assert!(report.contains(", 0 with problems"), "{set}: {report}");
    }
}

#[test]
fn generated_openings_pass_the_check() {
    let file = fresh("generated.txt");
    report(&[
        "opening",
        "generate",
        "--rule",
        "renju",
        "-n",
        "3",
        "--nodes",
        "1000",
        "--threads",
        "1",
        "--overwrite",
        "-o",
        &file,
    ]);
    let report = report(&["opening", "check", &file, "--rule", "renju", "--nodes", "1000", "--threads", "1"]);
    assert!(report.starts_with("3 of 3 openings checked, 0 with problems"), "{report}");
}

/// The names under `Commands:` in a help text.
fn commands(arguments: &[&str]) -> Vec<String> {
    let help = report(&[arguments, &["--help"]].concat());
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let names = list.lines().map_while(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

#[test]
fn the_page_of_the_workbench_lists_every_tool() {
    let page = include_str!("../../../docs/user/workbench.md");
    let first_cells = |tool: &str| -> String {
        let rows = page.lines().filter(|line| line.starts_with(&format!("| `{tool}")));
        rows.filter_map(|row| row.split(" | ").next()).collect()
    };
    let tools = commands(&[]);
    assert!(tools.len() > 10, "{tools:?}");
    for tool in tools {
        let cells = first_cells(&tool);
        assert!(!cells.is_empty(), "the page does not list {tool}");
        for part in commands(&[&tool]) {
            assert!(cells.contains(&part), "the page does not list {tool} {part}: {cells}");
        }
    }
}

#[test]
fn a_check_keeps_the_openings_with_which_nothing_is_wrong() {
    let mixed = "0,0, 1,1\n0,0, 5,-6, 1,0, 5,-4, 2,0, 4,6, 3,0\n# a comment\nh\n0,0, -1,1\n0,0, 2,0, 1,1\n";
    let (source, sound) = (file("mixed.txt", mixed), fresh("sound.txt"));
    let check = ["opening", "check", &source, "--threads", "1", "--overwrite", "--out", &sound];
    let told = text(&rustgomo(&check).stdout);
    let problems: Vec<&str> = told.lines().collect();
    assert!(problems[0].starts_with("opening 2: a side wins by fours"), "{told}");
    assert!(problems[1].starts_with("opening 3: expected a square such as h8"), "{told}");
    assert_eq!(problems[2], "opening 4: the same as opening 1, perhaps mirrored or turned");
    assert_eq!(problems[3], "5 of 5 openings checked, 3 with problems");
    assert!(report(&["opening", "show", &source, "-n", "4"]).starts_with("freestyle opening 4: 0,0, -1,1"));
    assert!(
        error(&["opening", "show", &source, "-n", "3"])
            .contains("mixed.txt, line 4: expected a square such as h8")
    );
    assert_eq!(std::fs::read_to_string(&sound).expect("the file"), "0,0, 1,1\n0,0, 2,0, 1,1\n");
}

#[test]
fn a_won_position_is_shown_with_its_proof_and_its_pictures() {
    let (svg, png) = (fresh("won.svg"), fresh("won.png"));
    let position = ["analyze", "h8", "a1", "i8", "b3", "j8", "o1", "--nodes", "1000", "--heat-nodes", "50"];
    let with_pictures = [&position[..], &["--overwrite", "--svg", &svg, "--png", &png]].concat();
    let plain = report(&with_pictures);
    assert!(
        plain.contains("black wins by fours:\n  1. g8 a four that cannot be stopped: five at "),
        "{plain}"
    );
    assert!(!plain.contains('\x1b'), "no colours in a pipe");
    assert!(std::fs::read(svg).expect("the SVG").starts_with(b"<svg "));
    assert!(std::fs::read(png).expect("the PNG").starts_with(b"\x89PNG"));
    let json: serde_json::Value =
        serde_json::from_str(&report(&[&position[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(json["forced_win"]["proof"]["attack"], "g8");
    assert_eq!(json["lines"][0]["plies_to_win"], 3);
}

#[test]
fn forbidden_points_are_listed() {
    let moves = ["h9", "a1", "h10", "a3", "i8", "o1", "j8", "o15"];
    let report = report(&[&["analyze", "--rule", "renju", "--nodes", "500"][..], &moves].concat());
    assert!(report.contains("forbidden for black: h8"), "{report}");
}

/// White's reply is forced and loses.
const FORCED: &str = "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8 j9";

fn analysis(moves: &str, more: &[&str]) -> serde_json::Value {
    let arguments: Vec<&str> =
        ["analyze", "--json", "--heat-nodes", "0"].into_iter().chain(moves.split_whitespace()).collect();
    json(&[&arguments[..], more].concat())
}

#[test]
fn every_position_is_analysed_also_where_the_move_is_clear() {
    let forced = analysis(FORCED, &["--nodes", "20000"]);
    assert_eq!(forced["complete"], true);
    let best = &forced["lines"][0];
    assert!(best["plies_to_loss"].as_u64().is_some_and(|plies| plies >= 8), "{best}");
    assert_eq!(best["ends_with_five"], true);
    let empty = analysis("", &["--depth", "3", "--lines", "2"]);
    assert_eq!(empty["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!((&empty["lines"][0]["depth"], &empty["lines"][1]["depth"]), (&3.into(), &3.into()));
    let won = analysis(FORCED.rsplit_once(' ').expect("moves").0, &["--nodes", "5000", "--lines", "3"]);
    assert_eq!(won["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        (&won["lines"][0]["plies_to_win"], &won["lines"][0]["ends_with_five"]),
        (&11.into(), &true.into())
    );
}

#[test]
fn a_forbidden_move_of_the_past_is_reported_and_a_cut_line_is_marked() {
    let moves = "h9 a1 h10 a3 i8 o1 j8 o15 h8 a15";
    let found = analysis(moves, &["--rule", "renju", "--depth", "1"]);
    assert_eq!(found["forbidden_moves"][0], serde_json::json!({"number": 9, "square": "h8"}));
    let words: Vec<&str> =
        ["analyze", "--rule", "renju", "--depth", "1"].into_iter().chain(moves.split(' ')).collect();
    assert!(report(&words).contains("move 9, h8, was forbidden"));
    let deep = report(&["analyze", "h8i7j8i9i8k8", "--depth", "16", "--nodes", "120000"]);
    // Nine words precede the twelve moves.
    let long = deep.lines().filter(|line| line.starts_with("line ") && line.split_whitespace().count() > 21);
    assert!(long.clone().all(|line| line.ends_with(" ...")) && long.count() > 0, "{deep}");
}

#[test]
fn an_interactive_analysis_takes_one_position_after_the_other() {
    let arguments = ["analyze", "h8", "--interactive", "--json", "--depth", "2"];
    // Nothing is read behind quit.
    let output = fed(&arguments, b"wait\nplay i9\nwait\nlines 3\nwait\nundo\nwait\nquit\nwait\n");
    assert!(output.status.success());
    let results: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let lines: Vec<_> = results.iter().map(|result| result["lines"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(lines, [1, 1, 3, 3]);
    assert_eq!(results[0]["diagram"], results[3]["diagram"]);
    assert_ne!(results[0]["diagram"], results[1]["diagram"]);
}

#[test]
fn a_review_marks_the_blunder() {
    let game = "game 1 size=15x15 rule=freestyle moves=h8 i9 g8 h9 i8 a1 j8 o15 k8\n";
    let (path, page) = (file("game.txt", game), fresh("game.html"));
    let arguments = ["review", &path, "--nodes", "1000"];
    let report = report(&[&arguments[..], &["--html", &page]].concat());
    let page = std::fs::read_to_string(page).expect("the page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("\"played\":\"a1\""));
    let line = report.lines().find(|line| line.contains(" a1 ")).expect("white's third move");
    assert!(line.ends_with(['?', '!']), "{report}");
    assert!(report.contains("missed the defence"), "{report}");
    let hopeless = [&arguments[..], &["--html", "/no/such/folder/page.html"]].concat();
    assert!(error(&hopeless).contains("cannot write /no/such/folder/page.html"));
}

#[test]
fn wrong_input_is_answered_with_what_was_expected() {
    assert!(error(&["analyze", "h8", "z9"]).contains("move 2, z9: expected a square from a1 to o15"));
    assert!(error(&["analyze", "--record", "/no/such/file"]).contains("cannot read /no/such/file"));
    assert!(error(&["analyze", "--rule", "chess"]).contains("expected one of freestyle, standard"));
    assert!(error(&["opening", "show", "renju15", "-n", "0"]).contains("found 0"));
    assert!(error(&["opening", "check", "/no/such/file"]).contains("cannot read /no/such/file"));
    assert!(error(&["bench", "--threads", "0"]).contains("expected --threads of 1 or more"));
}

#[test]
fn games_are_converted_there_and_back_and_pass_the_check() {
    let won = "game 1 number=3 size=15x15 rule=renju black=\"A\" white=\"B\" opening=2 result=1-0 end=five \
               moves=a1 a2 b1:5:9 b2 c1 c2 d1 d2 e1";
    let open = "game 1 number=4 size=20x15 rule=caro black=\"\" white=\"\" opening=0 result=* end=unfinished \
                moves=h8";
    let text = file("games.txt", format!("{won}\n{open}\n"));
    let (sgf, back, one) = (fresh("games.sgf"), fresh("back.txt"), fresh("one.psq"));
    assert_eq!(report(&["record", "convert", &text, &sgf]), format!("2 games written to {sgf}\n"));
    report(&["record", "convert", &sgf, &back]);
    assert_eq!(std::fs::read_to_string(&back).expect("games"), format!("{won}\n{open}\n"));
    report(&["record", "convert", &sgf, &one, "--game", "1"]);
    assert!(std::fs::read_to_string(&one).expect("a game").starts_with("Piskvorky 15x15,"));
    let folder = fresh("several.psq");
    report(&["record", "convert", &back, &folder]);
    let second = format!("{folder}/000002.psq");
    let checked = json(&["record", "check", &text, &sgf, &one, &second, "--json"]);
    assert_eq!((&checked["games"], &checked["checked"]), (&6.into(), &6.into()));
    assert_eq!(checked["problems"].as_array().map(Vec::len), Some(0));
    let refused = error(&["record", "convert", &text, &back]);
    assert!(refused.contains("back.txt exists"), "{refused}");
    assert!(
        error(&["record", "convert", &text, &fresh("x.sgf"), "--game", "3"]).contains("from 1 to 2, found 3")
    );
}

#[test]
fn a_game_against_the_rules_is_named() {
    let fork = "size=15x15 rule=renju result=* end=unknown moves=c5 a1 d5 b3 e3 m1 e4 o7 e5";
    let fine = "size=15x15 rule=renju result=0-1 end=forbidden moves=c5 a1 d5 b3 e3 m1 e4 o7 e5";
    let path = file("wrong.txt", format!("game 1 {fine}\ngame 1 {fork}\n"));
    let output = rustgomo(&["record", "check", &path]);
    let found = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{found}");
    assert!(found.contains(", game 2: move 9, e5, is forbidden\n"), "{found}");
    assert!(found.ends_with("2 of 2 games checked, 18 moves, 1 with problems\n"), "{found}");
    assert!(error(&["record", "check", "/no/such/file"]).contains("cannot read /no/such/file"));
    let path = file("wrong.txt", "hello");
    assert!(error(&["record", "check", &path]).contains("or \"game 1 \", found \"hello\""));
}

#[test]
fn a_diagram_comes_from_standard_input_too() {
    let diagram = b". . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . .\n";
    let output = fed(&["analyze", "--diagram", "-", "--depth", "1", "--json"], diagram);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&found["size"], &found["to_move"]), (&"5x5".into(), &"black".into()));
}

#[test]
fn a_reader_that_has_read_enough_is_not_complained_to() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rustgomo"))
        .args(["tune", "--list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the workbench starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn an_engine_that_crashes_is_no_win() {
    let brain = crate::brain();
    // The workbench without arguments ends with an error.
    let crasher = env!("CARGO_BIN_EXE_rustgomo");
    let logs = fresh("crash-logs");
    let words = ["match", brain, crasher, "--nodes", "20", "--games", "4", "--log", &logs];
    let output = rustgomo(&words);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("0 games, ") && report.contains("stopped by a crash"), "{report}");
    let log = std::fs::read_to_string(format!("{logs}/rustgomo-2.log")).expect("the crasher's log");
    assert!(log.contains(" ! ") && log.contains("Usage"), "{log}");
    let recovered = rustgomo(&[&words[..], &["--recover"]].concat());
    assert_eq!(recovered.status.code(), Some(1));
    let (report, errors) = (text(&recovered.stdout), text(&recovered.stderr));
    assert!(report.contains("warning: rustgomo ended by itself in 4 games, which count as lost"), "{report}");
    assert!(errors.contains("rustgomo never made a legal move and lost 4 games"), "{errors}");
}

#[test]
fn a_match_tells_its_openings() {
    let brain = crate::brain();
    let played = |more: &[&str]| {
        let words = ["match", brain, brain, "--nodes", "20", "--games", "2", "--concurrency", "1", "--json"];
        json(&[&words[..], more].concat())
    };
    let shipped = played(&["--rule", "renju", "--seed", "4"]);
    assert_eq!(shipped["openings"], "shipped set renju15, shuffled by seed 4");
    assert_eq!((&shipped["complete"], &shipped["games"]), (&true.into(), &2.into()));
    assert_eq!(played(&["--openings", "random"])["openings"], "random, seed 1");
    assert_eq!(played(&["--size", "12"])["openings"], "random, seed 1");
    assert_eq!(
        played(&["--openings", "freestyle15", "--in-order"])["openings"],
        "shipped set freestyle15, in order"
    );
}
