//! `rustgomo database`: what it shows, finds and changes.

use std::io::Write;

use serde_json::Value;

use crate::common::{error, fed, file, fresh, json, report, rustgomo, text};

/// A database of four positions: the empty board, h8 and its two replies, one of which loses.
fn small(name: &str) -> String {
    let lines = "index,key,label,value,depth,bound,text\n\
        0,f-15-15---b,(none),20,15,exact,\"\"\n\
        1,f-15-15-h8--w,(none),-20,14,exact,\"the centre\"\n\
        2,f-15-15-h8-h9-b,(none),35,13,exact,\"\"\n\
        3,f-15-15-h8-a1-b,l,29995,9,exact,\"too far\"\n";
    let (database, entries) = (fresh(&format!("{name}.db")), file(&format!("{name}.txt"), lines));
    report(&["database", "import", &database, &entries]);
    database
}

/// Lets `walk` read commands from a pipe.
fn walked(database: &str, commands: &[u8]) -> String {
    text(&fed(&["database", "walk", database], commands).stdout)
}

#[test]
fn a_position_is_shown_with_its_moves_from_every_side() {
    let database = small("shown");
    let shown = report(&["database", "show", &database, "h8"]);
    assert!(shown.starts_with("freestyle 15x15: h8, white to move\n        -20  47.5%  depth 14"), "{shown}");
    // White's moves with white's scores, the best first, on all four sides of the stone.
    let moves: Vec<&str> = shown.lines().skip(2).map(|line| &line[..4]).collect();
    assert_eq!(moves, ["h9  ", "g8  ", "i8  ", "h7  ", "a15 ", "o15 ", "a1  ", "o1  "], "{shown}");
    assert!(shown.contains("a1      -M6   0.0%  depth 9    label l  \"too far\""), "{shown}");
    let found = json(&["database", "show", &database, "h8", "--json"]);
    assert_eq!((&found["entry"]["score"], &found["entry"]["comment"]), (&(-20).into(), &"the centre".into()));
    assert_eq!(
        (&found["children"][0]["move"], &found["children"][0]["score"]),
        (&"h9".into(), &(-35).into())
    );
    assert_eq!(found["children"][4]["plies_to_loss"], 6);
    let renju = json(&["database", "show", &database, "h8", "--rule", "renju", "--json"]);
    assert_eq!((&renju["entry"], &renju["children"]), (&Value::Null, &Value::Array(Vec::new())));
    assert!(error(&["database", "show", &database, "h8", "h8"]).contains("move 2, h8: the square is"));
}

#[test]
fn positions_are_found_by_score_depth_label_and_comment() {
    let database = small("found");
    let moves = |words: &[&str]| {
        let found = json(&[&["database", "query", &database, "--json"], words].concat());
        let positions = found["positions"].as_array().expect("a list").clone();
        let names: Vec<String> = positions.iter().map(|found| found["moves"].to_string()).collect();
        (found["total"].as_u64().expect("a number"), names.join(" "))
    };
    assert_eq!(moves(&[]).0, 4);
    assert_eq!(moves(&["--min-score", "-50", "--max-score", "0"]), (1, "[\"h8\"]".to_owned()));
    assert_eq!(moves(&["--min-score", "+M9"]), (1, "[\"h8\",\"a15\"]".to_owned()));
    assert_eq!(moves(&["--label", "l", "--max-depth", "9"]), (1, "[\"h8\",\"a15\"]".to_owned()));
    assert_eq!(moves(&["--comment", "centre", "--min-depth", "14"]).0, 1);
    assert_eq!(moves(&["--rule", "renju"]).0, 0);
    assert_eq!((moves(&["--count", "1"]), moves(&["--size", "20"]).0), ((4, "[]".to_owned()), 0));
    assert!(error(&["database", "query", &database, "--label", "win"]).contains("one visible character"));
    assert!(error(&["database", "query", &database, "--min-score", "+Mx"]).contains("such as 35, +M5"));
}

#[test]
fn a_walk_goes_forward_and_back_by_commands() {
    let database = small("walked");
    let seen = walked(&database, b"best\nplay h9\nback 2\nback\nz99\n\xff8\nlist\nquit\nh8\n");
    let heads: Vec<&str> =
        seen.lines().filter(|line| line.contains("to move") || line.contains("error")).collect();
    let expected = [
        "freestyle 15x15: the empty board, black to move",
        "freestyle 15x15: h8, white to move",
        "freestyle 15x15: h8 h9, black to move",
        "freestyle 15x15: the empty board, black to move",
        "error: expected at most 0 moves to take back",
        "error: move 1, z99: expected a square from a1 to o15",
        "error: move 1, \u{fffd}8: expected a square from a1 to o15",
        "freestyle 15x15: the empty board, black to move",
    ];
    assert_eq!(heads, expected, "{seen}");
}

#[test]
fn positions_are_edited_and_branches_deleted() {
    let database = small("edited");
    let words = ["database", "edit", &database, "h8", "i9", "--value", "-M4", "--depth", "12", "--json"];
    let changed = json(&[&words[..], &["--comment", "loses"]].concat());
    assert_eq!((&changed["entry"]["plies_to_loss"], &changed["entry"]["label"]), (&4.into(), &"w".into()));
    // The mirrored move is the same position; what is not mentioned stays.
    let changed = json(&["database", "edit", &database, "h8", "g9", "--label", "!", "--json"]);
    assert_eq!((&changed["entry"]["label"], &changed["entry"]["comment"]), (&"!".into(), &"loses".into()));
    let gone = json(&["database", "edit", &database, "h8", "h7", "--delete", "--json"]);
    assert_eq!(gone["deleted"], 1);
    let again = rustgomo(&["database", "edit", &database, "h8", "h7", "--delete"]);
    assert_eq!(again.status.code(), Some(1), "there is nothing to delete");
    assert_eq!(json(&["database", "edit", &database, "h8", "--delete-branch", "--json"])["deleted"], 3);
    assert_eq!(json(&["database", "stats", &database, "--json"])["groups"][0]["positions"], 1);
    assert!(error(&["database", "edit", &database, "h8"]).contains("--value"));
    let missing = fresh("missing.db");
    let told = error(&["database", "edit", &missing, "h8", "--value", "3"]);
    assert!(told.contains(&missing) && !std::path::Path::new(&missing).exists(), "{told}");
    report(&["database", "edit", &missing, "h8", "--value", "3", "--create"]);
    assert!(error(&["database", "edit", &database, "--delete", "--value", "3"]).contains("cannot be used"));
    let told = error(&["database", "edit", &database, "h8", "--value", "30001"]);
    assert!(told.contains("a score from -28976 to 28976, found 30001"), "{told}");
    let told = error(&["database", "edit", &database, "h8", "--value", "3", "--depth", "9000"]);
    assert!(told.contains("at most 8191, found 9000"), "{told}");
    let words = ["database", "edit", &database, "h8", "--value", "-28976", "--depth", "8191", "--json"];
    let kept = &json(&words)["entry"];
    assert_eq!((&kept["score"], &kept["depth"]), (&(-28976).into(), &8191.into()));
}

#[test]
fn an_analysis_shows_what_the_database_knows_and_adds_what_it_finds() {
    let database = small("consulted");
    report(&["database", "edit", &database, "h8", "i9", "j10", "--value", "-M8"]);
    let words = ["analyze", "h8", "i9", "--nodes", "2000", "--heat-nodes", "0", "--database", &database];
    let found = json(&[&words[..], &["--json"]].concat());
    let line = &found["lines"][0];
    assert_eq!((&line["moves"][0], &line["plies_to_win"]), (&"j10".into(), &9.into()), "{line}");
    assert_eq!((&line["from_database"], &found["database"]), (&true.into(), &Value::Null));
    assert_eq!((&found["unproved_win"], &found["forced_win"]), (&"database".into(), &Value::Null));
    // The result is now that of the position, which the next analysis shows.
    let told = report(&words);
    assert!(told.contains("in the database: +M9") && told.contains("j10  (database)"), "{told}");
    assert!(told.contains("wins within 9 plies: the result is from the database"), "{told}");
    // A searched move is there, too, and a deeper value stays.
    let words =
        ["analyze", "h8", "i9", "h9", "--nodes", "2000", "--heat-nodes", "0", "--database", &database];
    let searched = json(&[&words[..], &["--json"]].concat());
    let kept = json(&["database", "show", &database, "h8", "i9", "h9", "--json"]);
    assert_eq!(kept["entry"]["score"], searched["lines"][0]["score"]);
    assert_eq!(kept["children"][0]["move"], searched["lines"][0]["moves"][0]);
    report(&["database", "edit", &database, "h8", "i9", "h9", "--value", "77", "--depth", "99"]);
    report(&words);
    assert_eq!(
        json(&["database", "show", &database, "h8", "i9", "h9", "--json"])["entry"]["score"],
        77,
        "{}",
        report(&words)
    );
}

#[test]
fn a_move_that_loses_loses_neither_the_position_nor_the_game_before_it() {
    let database = fresh("one-loses.db");
    let words = ["analyze", "h8", "i9", "--nodes", "2000", "--heat-nodes", "0", "--json"];
    let best = json(&words)["lines"][0]["moves"][0].as_str().expect("a move").to_owned();
    report(&["database", "edit", &database, "h8", "i9", &best, "--value", "+M8", "--create"]);
    let found = json(&[&words[..], &["--database", &database]].concat());
    assert_ne!(found["lines"][0]["moves"][0], best.as_str(), "{found}");
    let entry = &json(&["database", "show", &database, "h8", "i9", "--json"])["entry"];
    assert!(entry["score"].is_i64() && entry["plies_to_loss"].is_null(), "{entry}");
    let game = file("one-loses.txt", format!("h8 i9 {best} a1\n"));
    let review = json(&["review", &game, "--nodes", "2000", "--database", &database, "--json"]);
    assert!(review["positions"][0]["plies_to_loss"].is_null(), "{review}");
    assert_eq!(
        (&review["moves"][2]["mark"], &review["moves"][2]["from_database"]),
        (&"??".into(), &true.into())
    );
}

#[test]
fn games_of_files_and_folders_are_imported_without_those_that_a_check_refuses() {
    let games = file("first-faulty.sgf", "(;GM[4]SZ[15];B[zz])\n(;GM[4]SZ[15];B[h8];W[i9])");
    let database = fresh("first-faulty.db");
    let imported = rustgomo(&["database", "import", &database, &games]);
    let told = text(&imported.stderr);
    assert!(text(&imported.stdout).starts_with("3 positions"), "{told}");
    assert!(told.contains("first-faulty.sgf: game 1, line 1, move 1, zz"), "{told}");
    assert_eq!(imported.status.code(), Some(1), "a game is missing");
    let folder = fresh("imported-folder");
    std::fs::create_dir(&folder).expect("a folder of the test");
    let game = |rest: &str| format!("game 1 size=15x15 rule=freestyle {rest}\n");
    let (twice, wrong) = (game("moves=a1 b2 a1"), game("result=0-1 end=five moves=h8 i9"));
    for (name, text) in [("a.txt", game("result=1-0 moves=h8 i9 j8")), ("b.txt", twice + &wrong)] {
        std::fs::write(format!("{folder}/{name}"), text).expect("a file of the test");
    }
    let database = fresh("imported-folder.db");
    for words in [&["database", "import", &database, &folder][..], &["opening", "report", &folder]] {
        let told = rustgomo(words);
        assert_eq!(told.status.code(), Some(1), "{words:?}");
        let told = text(&told.stderr);
        assert!(told.contains("b.txt: game 1, move 3, a1: the square is already occupied"), "{told}");
        assert!(told.contains("b.txt: game 2, the record says that the game ended by five"), "{told}");
    }
    let comment = json(&["database", "show", &database, "--json"])["entry"]["comment"].clone();
    assert_eq!(comment, "1 game +1 =0 -0, black 100.0%");
}

#[test]
fn what_an_import_cannot_take_is_told() {
    let (database, small) = (fresh("told.db"), small("told-from"));
    let games = file("told.sgf", "(;GM[4]SZ[15];B[h8];W[];B[i9])");
    let imported = rustgomo(&["database", "import", &database, &games]);
    let told = text(&imported.stderr);
    assert!(told.contains("passes and the moves after them (2) are left out"), "{told}");
    let games = file("told.sgf", "(;GM[4]SZ[15];B[h8];W[h8])");
    let faulty = error(&["database", "import", &database, &games]);
    assert!(faulty.contains("told.sgf: line 1, move 2, h8: "), "{faulty}");
    for option in [["--player", "x"], ["--plies", "3"]] {
        let refused = error(&[&["database", "import", &database, &small][..], &option].concat());
        assert!(refused.contains("told-from.db: expected a file of games for --player,"), "{refused}");
    }
    for (option, expected) in [
        (["--rule", "renju"], "expected games or a RenLib library for --rule"),
        (["--encoding", "big5"], "expected another file than a database for --encoding"),
    ] {
        let refused = error(&[&["database", "import", &database, &small][..], &option].concat());
        assert!(refused.contains(expected) && refused.contains("told-from.db"), "{refused}");
    }
    let report = error(&["opening", "report", "--database", &small, "--player", "x"]);
    assert!(report.contains("cannot be used with '--player"), "{report}");
}

#[test]
fn a_compressed_database_of_rapfi_is_imported_and_a_cut_one_is_named() {
    // One record: freestyle, h8, a value of 35 at depth 9; see `rustgomo::database::rapfi`.
    let plain = [1, 0, 0, 0, 5, 0, 0, 15, 15, 7, 7, 5, 0, 0xff, 35, 0, 9 << 2 | 3, 0];
    let mut frame = lz4_flex::frame::FrameEncoder::new(Vec::new());
    frame.write_all(&plain).expect("memory");
    let frame = frame.finish().expect("memory");
    for (name, bytes) in [("rapfi-plain", &plain[..]), ("rapfi-lz4", &frame)] {
        let (database, from) = (fresh(&format!("{name}-new.db")), file(&format!("{name}.db"), bytes));
        assert_eq!(json(&["database", "import", &database, &from, "--json"])["imported"], 1);
        assert_eq!(json(&["database", "show", &database, "h8", "--json"])["entry"]["score"], 35);
        let from = file(&format!("{name}.db"), &bytes[..bytes.len() - 8]);
        let told = error(&["database", "import", &database, &from]);
        assert!(told.contains(&from) && told.contains("byte ") && told.contains("expected"), "{told}");
    }
}

#[test]
fn a_database_is_exported_for_rapfi_and_comes_back() {
    let (database, back) = (small("for-rapfi"), fresh("from-rapfi.db"));
    let to = fresh("exported-for-rapfi.db");
    report(&["database", "edit", &database, "h8", "--rule", "caro", "--value", "5"]);
    let told = report(&["database", "export", &database, &to]);
    assert!(
        told.starts_with("1 position left out: ") && told.contains(&format!("4 positions written to {to}")),
        "{told}"
    );
    assert!(error(&["database", "export", &database, &to]).contains("exists"));
    let told = report(&["database", "export", &database, &fresh("of-caro.lib"), "--rule", "caro"]);
    assert!(told.starts_with("4 positions left out: ") && told.contains("1 position written"), "{told}");
    let words = ["database", "export", &database, &to, "--overwrite", "--json"];
    assert_eq!((&json(&words)["exported"], &json(&words)["left_out"]), (&4.into(), &1.into()));
    assert_eq!(json(&["database", "import", &back, &to, "--json"])["imported"], 4);
    for words in [&["h8"][..], &["h8", "i9"], &["h8", "h7"]] {
        let entry =
            |database| json(&[&["database", "show", database, "--json"], words].concat())["entry"].clone();
        assert_eq!(entry(&back), entry(&database), "{words:?}");
    }
}

#[test]
fn a_database_of_rapfi_that_begins_like_a_library_without_a_header_is_none() {
    let (database, back) = (fresh("begins-like.db"), fresh("begins-like-back.db"));
    let rapfi = fresh("begins-like-rapfi.db");
    let line = |number: u8| {
        let square = format!("{}{}", char::from(b'c' + number % 12), 1 + number / 12);
        format!("{number},f-15-15-a1b3-{square}-w,(none),{number},9,exact,\"\"\n")
    };
    let entries = file("begins-like.txt", (0..119).map(line).collect::<String>());
    report(&["database", "import", &database, &entries]);
    report(&["database", "export", &database, &rapfi]);
    assert!(std::fs::read(&rapfi).expect("the file").starts_with(&[0x78, 0, 0, 0]));
    report(&["database", "import", &back, &rapfi]);
    let [before, after] = [&database, &back].map(|database| {
        report(&["database", "export", database, &entries, "--overwrite"]);
        std::fs::read_to_string(&entries).expect("the file")
    });
    assert_eq!((after.lines().count(), after), (1 + 119, before));
}

#[test]
fn a_review_takes_proved_results_from_the_database() {
    let (database, game) = (fresh("reviewed.db"), file("reviewed.txt", "h8 i9 h9\n"));
    report(&["database", "edit", &database, "h8", "i9", "--value", "-M12", "--create"]);
    let words = ["review", &game, "--nodes", "500", "--database", &database];
    let found = json(&[&words[..], &["--json"]].concat());
    assert_eq!(
        (&found["moves"][1]["after"]["plies_to_win"], &found["moves"][1]["from_database"]),
        (&13.into(), &true.into())
    );
    assert!(report(&words).contains("(database)"));
    let stats = json(&["database", "stats", &database, "--json"]);
    assert!(stats["groups"][0]["positions"].as_u64() >= Some(4), "{stats}");
}

#[test]
fn a_review_without_time_adds_nothing() {
    let (database, game) = (fresh("hurried-review.db"), file("hurried-review.txt", "h8 i9 h9\n"));
    report(&["review", &game, "--time", "0.000001", "--database", &database]);
    assert_eq!(json(&["database", "query", &database, "--json"])["total"], 0);
}

#[test]
fn a_text_that_was_cut_is_refused_by_file_and_line() {
    let database = small("cut");
    let whole = "index,key,label,value,depth,bound,text\n0,f-15-15-h8--w,(none),-20,14,exact,\"a \\\"b\\\"\"";
    let import = |text: &str| rustgomo(&["database", "import", &database, &file("cut-entries.txt", text)]);
    assert!(import(whole).status.success(), "only the end of the last line is missing");
    let number = |value: &str| whole.replace("-20", value) + "\n";
    for (damaged, line) in [
        (&whole[..whole.len() - 1], 2),
        (&whole[..whole.len() - 3], 2),
        (&whole[..whole.find(",\"").expect("a text")], 2),
        (&number("31000"), 2),
        (&number("-32768"), 2),
        ("", 1),
    ] {
        let refused = import(damaged);
        let told = text(&refused.stderr);
        assert!(!refused.status.success(), "{damaged}");
        assert!(told.contains(&format!("cut-entries.txt: line {line}: expected a line of index,")), "{told}");
    }
}

#[test]
fn a_database_is_merged_into_another_and_a_failed_import_leaves_none() {
    let (from, database) = (small("merged-from"), fresh("merged.db"));
    report(&["database", "edit", &database, "h8", "--value", "3", "--depth", "99", "--create"]);
    assert_eq!(json(&["database", "import", &database, &from, "--json"])["imported"], 4);
    assert_eq!(json(&["database", "stats", &database, "--json"])["groups"][0]["positions"], 4);
    assert_eq!(json(&["database", "show", &database, "h8", "--json"])["entry"]["score"], 3);
    assert!(error(&["database", "import", &database, &database]).contains("this is the database itself"));
    let new = fresh("merged-new.db");
    let is_there = || std::path::Path::new(&new).exists();
    assert!(error(&["database", "import", &new, "/no/such/file"]).contains("/no/such/file") && !is_there());
    let text = file("merged-faulty.txt", "nonsense\n");
    assert!(error(&["database", "import", &new, &text]).contains("line 1: expected") && !is_there());
    let text = file("merged-faulty.txt", "0,f-15-15-h8--w,d,0,0,exact,\"\"\nnonsense\n");
    let told = error(&["database", "import", &new, &text]);
    assert!(
        told.contains("merged-faulty.txt: line 2: ") && told.contains("; 1 positions were imported"),
        "{told}"
    );
    assert_eq!(json(&["database", "show", &new, "h8", "--json"])["entry"]["label"], "d");
}

#[test]
fn an_export_obeys_rule_and_size_or_refuses_them() {
    let database = small("chosen");
    report(&["database", "edit", &database, "h8", "--rule", "renju", "--size", "20", "--value", "5"]);
    let written = |name: &str, words: &[&str]| {
        let to = fresh(name);
        let export = ["database", "export", &database, &to, "--json"];
        json(&[&export[..], words].concat())["exported"].clone()
    };
    assert_eq!(written("chosen-all.txt", &[]), 5);
    assert_eq!(written("chosen-renju.txt", &["--rule", "renju", "--size", "20"]), 1);
    assert_eq!(written("chosen-15.txt", &["--size", "15"]), 4);
    let refused = |name: &str| error(&["database", "export", &database, &fresh(name), "--size", "20"]);
    assert!(refused("chosen.lib").contains("error: expected --size 15 for a RenLib library, found 20x20"));
    assert!(refused("chosen-rapfi.db").contains("error: expected neither --rule nor --size"));
}
