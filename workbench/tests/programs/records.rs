//! Records with set-up stones and with variations: conversion, merging and analysis.

use crate::common::{error, file, fresh, json, report, rustgomo};

/// Black threatens a five at l8 and g8; white moves first.
pub(crate) const SGF: &str = "(;GM[4]SZ[15]RU[renju]AB[hh][ih][jh]AW[hg][ig]PL[W];W[aa];B[kh])";

#[test]
fn stones_that_were_set_up_are_kept_or_refused_but_never_dropped() {
    let (sgf, text, again) = (file("set-up.sgf", SGF), fresh("set-up.txt"), fresh("set-up-again.sgf"));
    assert_eq!(json(&["record", "check", &sgf, "--json"])["problems"], serde_json::json!([]));
    report(&["record", "convert", &sgf, &text]);
    let line = std::fs::read_to_string(&text).expect("the file");
    assert!(line.contains(" setup-black=h8,i8,j8 setup-white=h9,i9 first=white "), "{line}");
    report(&["record", "convert", &text, &again]);
    let written = std::fs::read_to_string(&again).expect("the file");
    assert!(written.contains("AB[hh][ih][jh]AW[hg][ig]PL[W]\n;W[aa];B[kh])"), "{written}");
    for ending in ["psq", "lib", "sav", "pos"] {
        let out = fresh(&format!("set-up.{ending}"));
        let refused = error(&["record", "convert", &sgf, &out]);
        assert!(refused.contains("game 1: expected a game that begins on the empty board"), "{refused}");
        assert!(refused.contains("found 5 stones set up and white to move"), "{refused}");
        assert!(std::fs::metadata(&out).is_err(), "{out}");
    }
    // Games are numbered as they are read, those that are left out among them.
    let mixed = file("set-up-mixed.txt", "a1 a1\nh8 i9\na1 t20\n");
    let refused = error(&["record", "convert", &mixed, &fresh("set-up-mixed.pos")]);
    assert!(refused.contains("game 3: expected a game on 15x15"), "{refused}");
}

#[test]
fn stones_that_were_set_up_are_analysed_and_reviewed() {
    let sgf = file("set-up-analysed.sgf", SGF);
    // White cannot stop the open four.
    let analysis = json(&["analyze", "--record", &sgf, "--nodes", "1000", "--json"]);
    assert_eq!((&analysis["to_move"], &analysis["lines"][0]["plies_to_loss"]), (&"white".into(), &2.into()));
    assert_eq!(analysis["forced_win"]["winner"], "black");
    let review = json(&["review", &sgf, "--nodes", "1000", "--json"]);
    assert_eq!(review["setup_black"], serde_json::json!(["h8", "i8", "j8"]));
    assert_eq!(
        (&review["moves"][0]["color"], &review["moves"][1]["color"]),
        (&"white".into(), &"black".into())
    );
    assert_eq!(review["positions"][2]["to_move"], "white");
}

#[test]
fn variations_and_comments_go_from_sgf_to_renlib_and_back() {
    let sgf = file(
        "tree.sgf",
        "(;GM[4]SZ[15]RU[renju]PB[a]C[start];B[hh]C[one\ntwo](;W[hg]TR[hg])(;W[ig]C[c];B[aa]))",
    );
    let (library, again) = (fresh("tree.lib"), fresh("tree-again.sgf"));
    let told = report(&["record", "convert", &sgf, &library]);
    assert_eq!(told, format!("1 game written to {library}\nnot in this format: rule (1), names (1)\n"));
    assert_eq!(report(&["record", "convert", &library, &again]).lines().count(), 1);
    let written = std::fs::read_to_string(&again).expect("the file");
    assert!(written.contains("RU[renju]"), "RenLib knows renju alone: {written}");
    let tree = "C[start]\n;B[hh]C[one\ntwo]\n(;W[hg]TR[hg])\n(;W[ig]C[c];B[aa]))\n";
    assert!(written.ends_with(tree), "{written}");
    let lost = &json(&["record", "convert", &sgf, &fresh("tree.txt"), "--json"])["lost"];
    assert_eq!(*lost, serde_json::json!({"comments": 3, "marks": 1, "variations": 1}));
}

#[test]
fn a_damaged_library_is_named_with_the_byte_and_what_is_whole_is_imported() {
    let sgf = file("whole.sgf", "(;GM[4]SZ[15];B[hh](;W[hg];B[aa])(;W[ig]C[a long comment];B[oo]))");
    let library = fresh("whole.lib");
    report(&["record", "convert", &sgf, &library]);
    let mut bytes = std::fs::read(&library).expect("the file");
    bytes.truncate(bytes.len() - 8);
    let cut = file("cut.lib", &bytes);
    let expected =
        format!("cut.lib: byte {}: expected another node, found \"the end of the file\"", bytes.len());
    let (database, out) = (fresh("damaged.db"), fresh("cut.sgf"));
    for words in [&["record", "convert", &cut, &out][..], &["database", "import", &database, &cut]] {
        let told = error(words);
        assert!(told.contains(&expected), "{words:?}: {told}");
    }
    let checked = rustgomo(&["record", "check", &cut]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&checked.stdout).contains(&expected));
    let analyzed = rustgomo(&["analyze", "--record", &cut, "--nodes", "10"]);
    assert!(analyzed.status.success() && String::from_utf8_lossy(&analyzed.stderr).contains(&expected));
    let written = std::fs::read_to_string(&out).expect("what is whole");
    assert!(written.contains("(;W[hg];B[aa])") && written.contains("(;W[ig]"), "{written}");
    let shown = json(&["database", "show", &database, "h8", "--rule", "renju", "--json"]);
    assert_eq!(shown["children"].as_array().map(Vec::len), Some(8), "both moves, from every side: {shown}");
}

#[test]
fn a_lost_sibling_and_a_pass_are_not_passed_over() {
    let sgf = file("passed.sgf", "(;GM[4]SZ[15]RU[renju];B[hh](;W[];B[aa])(;W[ig]))");
    let (library, again) = (fresh("passed.lib"), fresh("passed-again.sgf"));
    report(&["record", "convert", &sgf, &library]);
    report(&["record", "convert", &library, &again]);
    assert!(std::fs::read_to_string(&again).expect("the file").contains("(;W[];B[aa])"));
    for (path, place) in [(&sgf, "line 1"), (&library, "byte 24")] {
        for words in [&["record", "check", path][..], &["analyze", "--record", path, "--nodes", "10"]] {
            let told = error(words);
            assert!(
                told.contains(&format!("{place}, move 2, pass: expected a move with a square")),
                "{told}"
            );
        }
    }
    // A variation with a stone on another.
    let varied = file("varied.sgf", "(;GM[4]SZ[15];B[hh];W[ii](;B[jj])(;B[hh]))");
    let told = error(&["record", "check", &varied]);
    assert!(told.contains("line 1, move 3, hh: the square is already occupied"), "{told}");
    let mut bytes = std::fs::read(&library).expect("the file");
    // The flag of the sibling of the pass.
    bytes[25] = 0;
    let (damaged, database) = (file("lost.lib", bytes), fresh("lost.db"));
    for words in [
        &["record", "convert", &damaged, &fresh("lost.sgf")][..],
        &["database", "import", &database, &damaged],
    ] {
        let told = error(words);
        let expected = "byte 28: expected the end of the file, found \"more bytes\"";
        assert!(told.contains(expected), "{told}");
    }
    assert!(json(&["database", "show", &database, "h8", "--rule", "renju", "--json"])["entry"].is_object());
}

#[test]
fn a_resignation_and_an_overstepped_time_stay_in_sgf() {
    let (open, five) = (";B[hh];W[hg]", ";B[aa];W[hg];B[ba];W[hh];B[ca];W[hi];B[da];W[ha];B[ea]");
    for (result, moves, written) in [
        ("B+R", open, "B+R"),
        ("W+Resign", open, "W+R"),
        ("W+T", open, "W+T"),
        ("B+", open, "B+"),
        ("B+R", five, "B+"),
    ] {
        let sgf = file("ended.sgf", format!("(;GM[4]SZ[15]RE[{result}]{moves})"));
        let again = fresh("ended-again.sgf");
        report(&["record", "convert", &sgf, &again]);
        let text = std::fs::read_to_string(&again).expect("the file");
        assert!(text.contains(&format!("RE[{written}]")), "{result}: {text}");
        assert_eq!(json(&["record", "check", &again, "--json"])["problems"], serde_json::json!([]));
    }
}

#[test]
fn files_are_merged_into_one_tree() {
    let one = file("one.sgf", "(;GM[4]SZ[15]RU[renju];B[hh];W[hg]C[x])(;GM[4]SZ[15]RU[renju];B[hh];W[ig])");
    let (two, out) = (file("two.txt", "h8 h9 a1\n"), fresh("merged.sgf"));
    report(&["record", "merge", &one, &two, "--rule", "renju", &out]);
    let written = std::fs::read_to_string(&out).expect("the file");
    assert!(written.ends_with("\n;B[hh]\n(;W[hg]C[x];B[ao])\n(;W[ig]))\n"), "{written}");
    let [triangle, cross] = [("TR", "B+"), ("MA", "W+")].map(|(mark, result)| {
        let game = format!("(;GM[4]SZ[15]RU[renju]PB[P]RE[{result}];B[hh]{mark}[hh])");
        file(&format!("{mark}.sgf"), game)
    });
    let marked = fresh("marked.sgf");
    let told = report(&["record", "merge", &triangle, &cross, &marked]);
    let left_out = "left out where the games differ: marks (1), result (1)";
    assert_eq!(told, format!("1 game written to {marked}\n{left_out}\n"));
    assert!(std::fs::read_to_string(&marked).expect("the file").contains("PB[P]PW[]RE[?]"));
    let told = json(&["record", "merge", &triangle, &cross, &marked, "--json", "--overwrite"]);
    assert_eq!(told["left_out"], serde_json::json!({"marks": 1, "result": 1}));
    for (number, games) in [
        "(;GM[4];B[hh]LB[aa:A];W[ab])\n(;GM[4];B[hh]LB[aa:B];W[aa])",
        // The text of a move may stand beside it and before it.
        "(;GM[4]SZ[15]LB[hh:A];B[hh])\n(;GM[4]SZ[15];B[hh]LB[hh:B])",
    ]
    .into_iter()
    .enumerate()
    {
        let labelled = file(&format!("labelled-{number}.sgf"), games);
        let told = report(&["record", "convert", &labelled, &fresh(&format!("labelled-{number}.lib"))]);
        assert!(told.contains("\nleft out where the games differ: labels (1)\n"), "{told}");
    }
    let refused = error(&["record", "merge", &one, &two, &fresh("refused.sgf")]);
    let expected = "two.txt, game 1: expected games of one rule from one position, found renju on 15x15";
    assert!(refused.contains(expected), "{refused}");
    let damaged = file("merged-damaged.sgf", "(;GM[4];B[hh];W[hh])\n(;GM[4]SZ[19];B[hh])");
    let refused = error(&["record", "merge", &one, &damaged, &fresh("refused.sgf")]);
    assert!(refused.contains("merged-damaged.sgf, game 2: expected games of one rule"), "{refused}");
    let alone = error(&["record", "merge", &one]);
    assert!(alone.contains("expected game files and an output file"), "{alone}");
    assert!(error(&["record", "merge", &one, &fresh("merged.txt")]).contains("ends with .sgf or .lib"));
}

#[test]
fn openings_are_reported_by_name_from_every_side() {
    let game = |result: &str, moves: &str| {
        format!("game 1 size=15x15 rule=renju result={result} end=unknown moves={moves}\n")
    };
    // Kagetsu with the same reply on two sides and with another one, and a game without a name.
    let lines = [("1-0", "h8 h9 i9 g9"), ("0-1", "h8 g8 g7 g9"), ("1-0", "h8 h9 i9 i10"), ("*", "a1 h8 i9")];
    let text: String = lines.iter().map(|(result, moves)| game(result, moves)).collect();
    let games = file("openings.txt", &text);
    let found = json(&["opening", "report", &games, "--json"]);
    let first = &found["openings"][0];
    assert_eq!(
        (&first["opening"], &first["games"], &first["black_wins"]),
        (&"D4 Kagetsu".into(), &3.into(), &2.into())
    );
    assert_eq!(
        (&first["replies"][0]["games"], &first["replies"][0]["black_share"]),
        (&2.into(), &0.5.into())
    );
    assert_eq!((&found["openings"][1]["opening"], &found["openings"][1]["games"]), (&().into(), &1.into()));
    let told = report(&["opening", "report", &games]);
    assert!(told.contains("3 games +2 =0 -1, black 66.7%") && told.contains(" 1 game +0"), "{told}");
    assert!(told.ends_with("\n1 opening\n"), "the game without a name is none: {told}");
    // Other boards and rules are counted apart, and so are openings away from the middle.
    let others = "game 1 size=20x20 rule=freestyle result=0-1 end=unknown moves=k11 k12 l12\n\
                  game 1 size=20x20 rule=freestyle result=0-1 end=unknown moves=d4 d5 e5\n\
                  game 1 size=15x15 rule=freestyle result=0-1 end=unknown moves=h8 h9 i9\n";
    let mixed = file("openings-mixed.txt", text + others);
    let told = report(&["opening", "report", &mixed]);
    let rows: Vec<_> = told.lines().filter(|line| line.starts_with("D4") || line.contains(" on ")).collect();
    let heads: Vec<_> = rows.iter().map(|row| row.split("  ").next().unwrap_or_default().trim()).collect();
    assert_eq!(
        heads,
        [
            "renju on 15x15",
            "D4 Kagetsu",
            "freestyle on 20x20",
            "D4 Kagetsu",
            "D4 Kagetsu, off centre",
            "freestyle on 15x15",
            "D4 Kagetsu"
        ],
        "{told}"
    );
    assert_eq!(json(&["record", "check", &games, "--json"])["openings"]["D4 Kagetsu"], 3);
}

#[test]
fn openings_of_a_check_are_listed_by_number() {
    let three = file("openings-three.txt", "h8 h9 f8\nh8 i9 j8\nh8 h9 h10\nh8 h9 h6\n");
    let told = report(&["record", "check", &three, "--rule", "renju"]);
    let numbers: Vec<_> = told.split([' ', '\n']).filter(|word| word.starts_with(['D', 'I'])).collect();
    assert!(numbers.is_sorted_by_key(|code| (&code[..1], code[1..].parse::<u8>().ok())), "{told}");
    assert!(numbers.contains(&"D1") && numbers.contains(&"I3") && numbers.len() == 4, "{told}");
    let one = file("openings-one.txt", "h8\n");
    assert_eq!(report(&["record", "check", &one]), "1 of 1 game checked, 1 move, 0 with problems\n");
}

#[test]
fn openings_of_a_database_are_listed_also_where_only_replies_are_stored() {
    let database = fresh("openings.db");
    for (moves, value) in [
        ("h8 h9 i9", "-60"),
        ("h8 h9 i9 g9", "90"),
        ("h8 i9 i7", "5"),
        ("h8 i9 j8 j7", "7"),
        ("h8 j7 j8", "1"),
    ] {
        report(&["database", "edit", &database, moves, "--rule", "renju", "--value", value, "--create"]);
    }
    let found = json(&["opening", "report", "--database", &database, "--rule", "renju", "--json"]);
    let names: Vec<_> =
        found["openings"].as_array().expect("a list").iter().map(|row| &row["opening"]).collect();
    assert_eq!(names, ["D4 Kagetsu", "I3 Kosei", "I7 Hogetsu"]);
    let (first, second) = (&found["openings"][0], &found["openings"][1]);
    assert_eq!(
        (&first["entry"]["score"], &first["replies"][0]["entry"]["score"]),
        (&(-60).into(), &(-90).into())
    );
    assert_eq!((&second["entry"], &second["replies"][0]["entry"]["score"]), (&().into(), &(-7).into()));
    let told = report(&["opening", "report", "--database", &database, "--rule", "renju"]);
    let row = told.lines().find(|line| line.starts_with("I3 Kosei")).expect("the opening");
    assert!(row.ends_with(" only replies") && told.ends_with("\n3 openings\n"), "{told}");
}

/// A library of these nodes.
fn library_file(name: &str, nodes: &[u8]) -> String {
    file(name, [b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", nodes].concat())
}

#[test]
fn libraries_of_renlib_itself_are_read_with_their_code_page() {
    // Without an end; the comment of h8 is that of a library in Shift-JIS, 黒必勝, and there is a second one.
    let position = library_file("position.lib", &[0x78, 0, 0x79, 0]);
    let (text, sgf, again) = (fresh("position.txt"), fresh("commented.sgf"), fresh("commented-again.lib"));
    report(&["record", "convert", &position, &text]);
    assert!(std::fs::read_to_string(&text).expect("a game").ends_with("moves=h8 i8\n"));
    let nodes = b"\0\0\x78\x08\x8d\x95\x95\x4b\x8f\x9f\0\0\x79\x48\x95\x89\0\0";
    let commented = library_file("commented.lib", nodes);
    report(&["record", "convert", &commented, &sgf]);
    let written = std::fs::read_to_string(&sgf).expect("a game");
    assert!(written.contains(";B[hh]C[黒必勝];W[ih]C[負]"), "{written}");
    let told = report(&["record", "convert", &commented, &again]);
    assert!(told.contains("\ntexts in Shift_JIS\n"), "{told}");
    let bytes = std::fs::read(&again).expect("a library");
    assert!(bytes.ends_with(&nodes[2..]), "{bytes:x?}");
    report(&["record", "convert", &sgf, &again, "--encoding", "gbk", "--overwrite"]);
    assert!(
        std::fs::read(&again).expect("a library").windows(6).any(|part| part == b"\xfc\x5c\xb1\xd8\x84\xd9")
    );
    let refused = error(&["record", "convert", &sgf, &again, "--encoding", "windows-1251", "--overwrite"]);
    assert!(refused.contains("which windows-1251 cannot hold"), "{refused}");
    let utf_16: Vec<u8> =
        "\u{feff}(;GM[4];B[hh]C[黒の勝ち])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (sgf, library) = (file("utf-16.sgf", utf_16), fresh("utf-16.lib"));
    assert!(report(&["record", "convert", &sgf, &library]).contains("\ntexts in Shift_JIS\n"));
    report(&["record", "convert", &library, &sgf, "--overwrite"]);
    assert!(std::fs::read_to_string(&sgf).expect("a game").contains("C[黒の勝ち]"));
    assert!(error(&["record", "check", &sgf, "--encoding", "x"]).contains("expected a code page such as"));
}

#[test]
fn files_of_other_programs_are_read_and_told() {
    let go = file("go.sgf", "mail:\n---\n(;GM[1]SZ[15];B[hh]W[ig]B[ih])\n---\n\u{1a}");
    let told = rustgomo(&["review", &go, "--nodes", "10"]);
    let told = (told.status.success(), String::from_utf8_lossy(&told.stderr).into_owned());
    assert!(told.0, "{}", told.1);
    for part in [
        "line 1: text before the game is left out",
        "line 3: GM[1] is another game, but is read as gomoku",
        "line 3: several moves in one node are read in their order",
        "line 4: text behind the game is left out",
    ] {
        assert!(told.1.contains(part), "{}", told.1);
    }
    report(&["analyze", "--record", &go, "--nodes", "10"]);
    let named = file("named.sgf", b"(;GM[4]CA[GB2312]PB[\xd5\xc5\xc8\xfd]PW[\xc0\xee];B[hh])");
    let text = fresh("named.txt");
    report(&["record", "convert", &named, &text]);
    assert!(std::fs::read_to_string(&text).expect("a game").contains("black=\"张三\" white=\"李\""));
    let quest = file("quest.sgf", "(;GM[4]SZ[15]RU[renju];QPR[hh,hg,jf];QSLW[ig];B[gg])");
    report(&["record", "convert", &quest, &text, "--overwrite"]);
    assert!(
        std::fs::read_to_string(&text)
            .expect("a game")
            .ends_with("opening=3 result=* end=unknown moves=h8 h9 j10 i9 g9\n")
    );
}

#[test]
fn a_folder_of_a_tournament_is_read_with_its_divisions() {
    let folder = fresh("tournament");
    let game = |moves: &str, last: &str| {
        format!("Piskvorky 15x15, 11:11, 0\r\n{moves}A.zip\r\nB.zip\r\n-1\r\n{last}\r\n")
    };
    // Black's six in a standard game does not end it.
    let six = "1,1\r\n1,9\r\n2,1\r\n2,9\r\n3,1\r\n9,9\r\n5,1\r\n8,9\r\n6,1\r\n5,9\r\n4,1\r\n9,3\r\n";
    for (name, content) in [
        ("Standard1/0_1_0_1.psq", game(six, "0,Standard1")),
        ("Freestyle15_1/0_1_0_1.psq", game("8,8,0\r\n9,9,12\r\n", "1,Freestyle15_1")),
        ("Freestyle15_1/broken.psq", "Piskvorky 15x15, 11:11, 0\r\n8,8\r\n8,8\r\n".to_owned()),
        ("result.txt", "a table".to_owned()),
        ("games", "game 1 size=15x15 rule=renju moves=h8\n".repeat(2)),
        // A killed process was writing it.
        ("games.0123456789abcdef.new", "game 1 size=15x15 rule=renju moves=h8\n".to_owned()),
        // As behind the conditions of a match between many engines.
        ("match.txt", format!("# {}\ngame 1 size=15x15 rule=renju moves=h8 i9\n", "x".repeat(9_000))),
    ] {
        let path = std::path::Path::new(&folder).join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of the test");
        std::fs::write(&path, content).expect("a file of the test");
    }
    let checked = rustgomo(&["record", "check", &folder]);
    let told = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert_eq!(checked.status.code(), Some(1), "{told}");
    assert!(told.contains("5 of 6 games checked, 18 moves, 0 with problems"), "{told}");
    assert!(told.contains("broken.psq: line 3, move 2, 8,8: the square is already occupied"), "{told}");
}

#[test]
fn what_a_check_refuses_is_not_written_and_named_with_its_move() {
    let game = |moves: &str| format!("game 1 size=15x15 rule=freestyle moves={moves}\n");
    let path = file("twice.txt", format!("{}{}", game("h8 i9 h8 j9"), game("h8 i9")));
    let out = fresh("twice.sgf");
    let told = rustgomo(&["record", "convert", &path, &out]);
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(
        told.contains("twice.txt: game 1, move 3, h8: the square is already occupied; the game is left out"),
        "{told}"
    );
    report(&["record", "check", &out]);
    // The other game is not asked for.
    report(&["record", "convert", &path, &out, "--game", "2", "--overwrite"]);
    let told = error(&["record", "convert", &path, &fresh("twice-not.sgf"), "--game", "1"]);
    assert!(told.contains("game 1, move 3, h8: the square is already occupied"), "{told}");
    let path = file("twice-two.sgf", "(;GM[4];B[hh];W[hh])\n(;GM[4];B[hh];W[ii])");
    for words in [&["record", "convert", &path, &out, "--overwrite"][..], &["record", "check", &path]] {
        let told = rustgomo(words);
        let said = String::from_utf8_lossy(&[told.stdout, told.stderr].concat()).into_owned();
        assert!(said.contains("twice-two.sgf: game 1, line 1, move 2, hh: the square is"), "{said}");
        assert_eq!(told.status.code(), Some(1), "{said}");
    }
    assert!(std::fs::read_to_string(&out).expect("a game").ends_with(";B[hh];W[ii])\n"));
    let told = error(&["record", "convert", "no-such-file.txt", &fresh("none.sgf")]);
    assert!(told.contains("cannot read no-such-file.txt"), "{told}");
    let one = file("twice-one.txt", game("h8 i9 h8 j9"));
    let out = fresh("twice-one.sgf");
    let told = rustgomo(&["record", "convert", &one, &out]);
    assert_eq!(told.status.code(), Some(2), "nothing is left to be written");
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.contains("twice-one.txt: move 3, h8: the square is already occupied"), "{told}");
    assert!(!std::path::Path::new(&out).exists());
}
