//! `analyze` and `review`: finished games, invalid moves, sides to move, networks.

use std::process::{Command, Stdio};

use crate::common::{error, fed, file, fresh, json, report, rustgomo, text};

const WON: &str = "h8 a1 i8 a2 j8 a3 k8 a4 l8 b1";

fn analyze<'a>(position: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    ["analyze"].into_iter().chain(position.split_whitespace()).chain(more.iter().copied()).collect()
}

#[test]
fn a_game_that_was_won_some_moves_ago_is_analysed_as_finished() {
    let told = report(&analyze(WON, &["--depth", "4"]));
    assert!(told.contains("the game is over: black has five, h8-l8, by move 9\n"), "{told}");
    assert!(!told.contains("+M") && !told.contains("line 1") && !told.contains("to move"), "{told}");
    let svg = fresh("over.svg");
    let found = json(&analyze(WON, &["--depth", "4", "--json", "--svg", &svg]));
    assert_eq!(found["lines"], serde_json::json!([]));
    let expected = serde_json::json!({
        "result": "1-0",
        "winner": "black",
        "foul": null,
        "rows": [["h8", "i8", "j8", "k8", "l8"]],
        "move_number": 9,
        "other_rows": [],
        "sentence": "black has five, h8-l8, by move 9",
    });
    assert_eq!(found["end"], expected);
    let picture = std::fs::read_to_string(svg).expect("the picture");
    assert_eq!(picture.matches("stroke=\"#d8321f\"").count(), 5, "a ring for each stone of the row");
    let record = file("over.txt", WON);
    let told = report(&["analyze", "--record", &record, "--at-move", "9", "--depth", "1"]);
    assert!(told.contains("black has five, h8-l8, by move 9"), "{told}");
    let before = json(&["analyze", "--record", &record, "--at-move", "8", "--depth", "1", "--json"]);
    assert_eq!((&before["end"], &before["lines"][0]["plies_to_win"]), (&().into(), &1.into()));
}

#[test]
fn a_row_in_a_diagram_wins_for_either_side_to_move() {
    let rows = ". . . . . .\nO O O O O .\n. X X X . .\n. X X . . .\n. . . . . .\n. . . . . .\n";
    let diagram = file("row.txt", rows);
    for more in [&[][..], &["--to-move", "white"], &["--to-move", "black"]] {
        let found = report(&[&["analyze", "--depth", "1", "--diagram", &diagram], more].concat());
        assert!(found.contains("the game is over: white has five, a5-e5\n"), "{found}");
    }
    let six = file("six.txt", rows.replace("O .\n. X", "O O\n. X"));
    for (rule, is_won) in [("freestyle", true), ("standard", false), ("renju", true), ("exact-caro", false)] {
        let found = json(&["analyze", "--depth", "1", "--json", "--diagram", &six, "--rule", rule]);
        assert_eq!(found["end"].is_object(), is_won, "{rule}: {found}");
    }
}

#[test]
fn the_side_to_move_of_a_diagram_is_said_or_called_a_guess() {
    let rows = ". . . . .\n. X . . .\n. . . O .\n. . . . .\n. . . . .\n";
    let plain = file("plain.txt", rows);
    let arguments = ["analyze", "--depth", "1", "--diagram", &plain];
    let guessed = report(&arguments);
    assert!(guessed.contains("black to move (a guess: state it by --to-move or a line"), "{guessed}");
    let said = report(&[&arguments[..], &["--to-move", "white"]].concat());
    assert!(said.contains("white to move\n") && !said.contains("guessed"), "{said}");
    let named = file("named.txt", format!("{rows}white to move\n"));
    let found = json(&["analyze", "--depth", "1", "--json", "--diagram", &named]);
    assert_eq!((&found["to_move"], &found["to_move_is_guessed"]), (&"white".into(), &false.into()));
    assert!(error(&[&arguments[..], &["--to-move", "red"]].concat()).contains("expected black or white"));
    assert!(error(&["analyze", "h8", "--to-move", "white"]).contains("--to-move"));
}

#[test]
fn errors_name_the_file_the_move_and_its_text() {
    let list = file("list.txt", "h8 i9 h8\n");
    let occupied = format!("{list}: line 1, move 3, h8: the square is already occupied");
    for tool in [&["review"][..], &["analyze", "--record"]] {
        let found = error(&[tool, &[&list]].concat());
        assert!(found.contains(&occupied), "{found}");
    }
    assert!(
        error(&["review", &file("typo.txt", "h8 hh8\n")])
            .contains("typo.txt: line 1, move 2, hh8: expected a square")
    );
    let ours = file("ours.txt", "# note\ngame 1 size=15x15 rule=renju moves=h8 i9 h8\n");
    let found = error(&["review", &ours]);
    assert!(found.contains("ours.txt, game 1, move 3, h8: the square is already occupied"), "{found}");
    let diagram = file("broken.txt", ". . . . .\n. X . .\n. . . . .\n. . . . .\n. . . . .\n");
    let found = error(&["analyze", "--diagram", &diagram]);
    assert!(found.contains("broken.txt: expected 5 squares in row 2, found 4"), "{found}");
    let found = error(&["review", &diagram]);
    assert!(found.contains("broken.txt: line 1: expected moves such as h8 i9, SGF, "), "{found}");
    assert!(error(&["analyze", "h8", "i9", "h8"]).contains("move 3, h8: the square is already occupied"));
}

#[test]
fn a_rule_that_contradicts_the_record_is_refused() {
    let record = file("renju.txt", "game 1 size=15x15 rule=renju moves=h8 i9\n");
    for tool in [&["review", "--depth", "1"][..], &["analyze", "--depth", "1", "--record"]] {
        let refused = error(&[tool, &[&record, "--rule", "standard"]].concat());
        assert!(refused.contains("renju.txt, renju, found standard: leave --rule out"), "{refused}");
        report(&[tool, &[&record, "--rule", "renju"]].concat());
    }
    let without = file("without.sgf", "(;GM[4]SZ[15];B[h8];W[i9])");
    assert_eq!(json(&["review", &without, "--depth", "1", "--rule", "caro", "--json"])["rule"], "caro");
}

#[test]
fn a_review_ends_with_the_five_and_with_a_forbidden_move() {
    let told = report(&["review", &file("five.txt", WON), "--nodes", "200"]);
    let five = told.lines().find(|line| line.trim_start().starts_with("9 X")).expect("the five");
    assert!(five.contains("+M1") && five.ends_with("100% 100%"), "{told}");
    assert!(told.contains("the game is over: black has five, h8-l8, by move 9\n"), "{told}");
    assert!(told.contains("not reviewed, because played after the end: b1\n"), "{told}");
    let fork = file("fork.txt", "h9 a1 h10 c1 i8 a15 j8 c15 h8 e1");
    let page = fresh("fork.html");
    let review = ["review", &fork, "--rule", "renju", "--nodes", "200", "--json", "--html", &page];
    let found = json(&review);
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(found["moves"][8]["after"]["plies_to_loss"], 1);
    assert!(found["positions"][9]["black_win_rate"].as_f64() < Some(0.001));
    assert!(found["positions"][9]["score"].is_i64() && found["moves"][0]["before"]["score"].is_i64());
    let page = std::fs::read_to_string(page).expect("the page");
    assert!(page.contains("white has won, because move 9, h8, was forbidden: double three"));
}

#[test]
fn analysts_choose_the_evaluation() {
    let record = file("two.txt", "h8 i9");
    for tool in [&["analyze", "--record"][..], &["review"]] {
        let nodes = |more: &[&str]| {
            let found = json(&[tool, &[&record, "--depth", "5", "--json"], more].concat());
            let of_analysis = found["lines"][0].clone();
            if of_analysis.is_null() { found["moves"].clone() } else { of_analysis["nodes"].clone() }
        };
        assert_ne!(nodes(&[]), nodes(&["--classical"]), "{tool:?}");
        let refused = error(&[tool, &[&record, "--network", "/no/such.rgn"]].concat());
        assert!(refused.contains("cannot read /no/such.rgn"), "{refused}");
    }
}

#[test]
fn an_interactive_analysis_changes_rule_and_size_and_saves() {
    let saved = fresh("saved.sgf");
    let words = ["analyze", "h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "--interactive", "--json"];
    let lines =
        format!("wait\nrule renju\nwait\nplay l8\nwait\nsave {saved}\nthreats\nsize 20\nwait\nquit\n");
    let output = fed(&[&words[..], &["--depth", "1"]].concat(), lines.as_bytes());
    let results: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told = format!("the game is in {saved}\nwhite makes a five: e1\n");
    assert_eq!(text(&output.stderr), told);
    let rules: Vec<_> = results.iter().map(|result| result["rule"].as_str().expect("a rule")).collect();
    assert_eq!(rules, ["freestyle", "renju", "renju", "renju"]);
    assert_eq!(results[2]["end"]["rows"][0][0], "h8");
    assert_eq!((&results[3]["size"], &results[3]["end"]), (&"20x20".into(), &().into()));
    let again = json(&["analyze", "--record", &saved, "--at-move", "9", "--json"]);
    assert_eq!((&again["rule"], &again["end"]["result"]), (&"renju".into(), &"1-0".into()));
    let piped = rustgomo(&["analyze", "h8", "--interactive", "--depth", "1"]);
    assert!(!text(&piped.stdout).contains("> "), "no prompt where nobody types");
}

#[test]
fn an_exported_library_counts_positions_and_not_moves_of_its_tree() {
    let (list, tree) = (file("orders.txt", "h8 i9 j10 k12\nj10 i9 h8 k12\n"), fresh("orders.lib"));
    report(&["record", "convert", &list, &tree]);
    let (database, back) = (fresh("orders.db"), fresh("back.lib"));
    let told = report(&["database", "import", &database, &tree]);
    assert_eq!(told, format!("8 renju nodes read from {tree}\n"));
    assert_eq!(json(&["database", "export", &database, &back, "--rule", "renju", "--json"])["exported"], 6);
}

#[test]
fn a_size_that_contradicts_the_file_is_refused() {
    let game = file("sized.sgf", "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])");
    let told = error(&["analyze", "--record", &game, "--size", "19", "--nodes", "100"]);
    assert!(told.contains("expected the size of the file, 15x15, found 19x19"), "{told}");
    assert_eq!(
        json(&["analyze", "--record", &game, "--size", "15", "--nodes", "100", "--json"])["size"],
        "15x15"
    );
}

#[test]
fn pictures_are_there_also_if_nobody_reads_the_report() {
    let svg = fresh("unread.svg");
    let mut child = Command::new(env!("CARGO_BIN_EXE_rustgomo"))
        .args(analyze("h8", &["--nodes", "100", "--svg", &svg]))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the workbench starts");
    drop(child.stdout.take());
    child.wait().expect("an end");
    assert!(std::fs::read_to_string(&svg).expect("the picture").starts_with("<svg"));
}

#[test]
fn missed_positions_have_their_places_in_the_whole_set() {
    let (won, quiet) = ("freestyle 15 7 h8 a1 h9 c15 i8 o1 j7 n14\n", "renju 15 9 h8 i9\n");
    let set = file("every.txt", [won, quiet, quiet, won, quiet].concat());
    let missed = |every: &str| {
        let words = ["tactics", "solve", &set, "--nodes", "3000", "--every", every, "--json"];
        let rules = json(&words)["rules"].as_array().expect("rules").clone();
        let missed = rules.iter().flat_map(|rule| rule["missed"].as_array().expect("a list").clone());
        missed.filter_map(|place| place.as_u64()).collect::<Vec<_>>()
    };
    assert_eq!([missed("1"), missed("2"), missed("4")], [vec![2, 3, 5], vec![3, 5], vec![5]]);
}
