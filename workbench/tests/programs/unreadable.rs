//! Games that cannot be read or are not there, and files that have to stay as they are.

use crate::common::{error, file, fresh, json, report, rustgomo};
use crate::records::SGF;

/// Three games, one of them damaged.
const MIDDLE_IS_DAMAGED: &str = "h8 i9\nh8 h8\nh8 j10\n";

#[test]
fn a_game_that_cannot_be_read_leaves_the_others_and_their_numbers() {
    let moves = file("damaged-middle.txt", MIDDLE_IS_DAMAGED);
    for (tool, shown) in
        [(&["review"][..], "\"j10\""), (&["analyze", "--record"], "\\n. . . . . . . . . O . . . . .\\n")]
    {
        let of = |game: &'static str| [tool, &[&*moves, "--nodes", "10", "--json", "--game", game]].concat();
        assert!(report(&of("3")).contains(shown), "{tool:?}");
        let refused = error(&of("2"));
        assert!(refused.contains("can be read: game 2, line 2, move 2, h8: "), "{refused}");
        assert!(error(&of("4")).contains("from 1 to 3, found 4"), "{tool:?}");
    }
    let out = fresh("damaged-middle.sgf");
    rustgomo(&["record", "convert", &moves, &out, "--game", "3"]);
    assert!(std::fs::read_to_string(&out).expect("the file").contains("W[jf]"));
}

#[test]
fn a_file_without_a_readable_game_leaves_the_others() {
    let (good, bad) = (file("readable.txt", "h8 h9 i9\n"), file("unreadable.txt", "hello"));
    let (empty, missing) = (file("gameless.txt", ""), fresh("missing.txt"));
    let checked = rustgomo(&["record", "check", &bad, &missing, &empty, &good]);
    let told = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert_eq!(checked.status.code(), Some(1), "{told}");
    for part in [
        "unreadable.txt: line 1",
        "missing.txt: cannot be read: ",
        "gameless.txt: expected at least one game, found none",
        "1 of 2 games checked, 3 moves, 0 with problems",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let opening = rustgomo(&["opening", "report", &bad, &good, "--rule", "renju"]);
    assert_eq!(opening.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&opening.stdout).contains("D4 Kagetsu"));
    assert!(String::from_utf8_lossy(&opening.stderr).contains("unreadable.txt: line 1"));
}

#[test]
fn games_of_a_folder_are_numbered_over_its_files_and_named_by_them() {
    let folder = fresh("numbered");
    std::fs::create_dir(&folder).expect("a folder of the test");
    for (name, moves) in [("a.psq", "h8 i9"), ("b.psq", "h8 h9 a1"), ("c.psq", "h8 h9 a2 a3")] {
        let text = file("numbered.txt", format!("{moves}\n"));
        report(&["record", "convert", &text, &format!("{folder}/{name}")]);
    }
    let game = |words: &[&str]| {
        let review = json(&[&["review", &folder, "--nodes", "10", "--json"], words].concat());
        review["game"].as_array().expect("moves").len()
    };
    assert_eq!([game(&[]), game(&["--game", "2"]), game(&["--game", "3"])], [2, 3, 4]);
    assert!(error(&["review", &folder, "--game", "4"]).contains("from 1 to 3, found 4"));
    let faulty = ["zz", "yy"].map(|square| {
        file(&format!("numbered/{square}.sgf"), format!("(;GM[4];B[hh])\n(;GM[4];B[{square}])"))
    });
    // The files are read by name.
    let refused = error(&["review", &folder, "--game", "7"]);
    assert!(refused.contains("zz.sgf: game 2, line 2, move 1, zz: "), "{refused}");
    for path in faulty {
        std::fs::remove_file(path).expect("a file of the test");
    }
    let won = "(;GM[4]SZ[15]RE[W+];B[aa];W[hg];B[ba];W[hh];B[ca];W[hi];B[da];W[ha];B[ea])";
    let own = file("numbered/d.sgf", won);
    let told = rustgomo(&["record", "check", &folder]).stdout;
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(told.contains("d.sgf, game 1: "), "{told}");
    let refused = error(&["record", "convert", &folder, &own, "--overwrite"]);
    assert!(refused.contains("d.sgf is a file of ") && refused.contains("another name"), "{refused}");
    assert_eq!(std::fs::read_to_string(own).expect("the file"), won);
    // So is a text, which may hold games.
    let text = file("numbered/all.txt", "h8 i9\n");
    let refused = error(&["record", "convert", &folder, &text, "--overwrite"]);
    assert!(refused.contains("all.txt is a file of ") && refused.contains("another name"), "{refused}");
}

#[test]
fn what_is_asked_for_and_not_there_leaves_the_target_as_it_is() {
    let moves = file("asked.txt", MIDDLE_IS_DAMAGED);
    for ending in ["sgf", "txt", "lib", "psq"] {
        let kept = file(&format!("kept.{ending}"), "kept");
        let refused = error(&["record", "convert", &moves, &kept, "--player", "Nobody", "--overwrite"]);
        assert!(refused.contains("expected a game with what is asked for, found none"), "{refused}");
        assert_eq!(std::fs::read_to_string(&kept).expect("the file"), "kept");
    }
}

#[test]
fn a_file_that_is_read_is_not_overwritten() {
    let sgf = file("read.sgf", SGF);
    for words in [
        &["record", "convert", &sgf, &sgf][..],
        &["record", "merge", &sgf, &sgf, &sgf],
        &["analyze", "--nodes", "10", "--record", &sgf, "--svg", &sgf],
        &["analyze", "--nodes", "10", "--opening", "1", "--set", &sgf, "--html", &sgf],
        &["analyze", "--nodes", "10", "--network", &sgf, "--png", &sgf],
        &["review", &sgf, "--nodes", "10", "--html", &sgf],
        &["opening", "check", &sgf, "--out", &sgf],
        &["opening", "show", &sgf, "--svg", &sgf],
        &["train", &sgf, "--out", &sgf],
        &["train", "games.rg", "--init", &sgf, "--out", "network.rgn", "--plot", &sgf],
    ] {
        let refused = error(&[words, &["--overwrite"]].concat());
        assert!(refused.contains("is in use: choose another name for the output"), "{words:?}: {refused}");
    }
    assert_eq!(std::fs::read_to_string(&sgf).expect("the file"), SGF);
}

#[test]
fn an_unknown_rule_of_sgf_is_told_and_that_of_renju_known() {
    let check = |rule: &str| {
        let sgf = file("ruled.sgf", format!("(;GM[4]SZ[15]RU[{rule}];B[hh])"));
        json(&["record", "check", &sgf, "--json"])["notes"].to_string()
    };
    let told = check("Free renju");
    assert!(
        told.contains("line 1: RU[Free renju] is no known rule; the game is read as freestyle"),
        "{told}"
    );
    for known in ["Renju RIF", "rif", " renju "] {
        assert_eq!(check(known), "[]", "{known}");
    }
}

#[test]
fn what_an_import_leaves_out_of_a_tree_is_told() {
    let sgf = file("left-out.sgf", "(;GM[4]SZ[15];B[hh]C[one](;W[ii])(;W[hi];B[aa]))");
    let output = rustgomo(&["database", "import", &fresh("left-out.db"), &sgf]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("variations (1) are left out: convert the file to a RenLib library"), "{told}");
    assert!(told.contains("comments (1) are left out"), "{told}");
}

#[test]
fn wins_are_mined_up_to_a_block_that_is_still_being_written() {
    let (games, out) = (fresh("mined.rg"), fresh("mined.txt"));
    report(&["selfplay", &games, "--games", "4", "--nodes", "20"]);
    let mut bytes = std::fs::read(&games).expect("games");
    bytes.extend([0; 5]);
    std::fs::write(&games, bytes).expect("a file of the test");
    let cut = rustgomo(&["tactics", "mine", &games, "--nodes", "2", "--hard-nodes", "1", "--out", &out]);
    assert!(String::from_utf8_lossy(&cut.stdout).contains(" forced wins found"), "{cut:?}");
    assert_ne!(cut.status.code(), Some(2), "{cut:?}");
}
