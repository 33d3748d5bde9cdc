//! Errors of the workbench: existing files and invalid arguments.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{error, file, fresh, json, report, rustgomo, text};

/// A network.
const RENJU: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/network/data/renju.rgn");

#[test]
fn files_are_not_replaced_unasked_and_tried_before_the_work() {
    let mine = file("kept.txt", "mine");
    let kept = |words: &[&str]| {
        let refused = error(words);
        assert!(refused.contains("kept.txt exists") && refused.contains("--overwrite"), "{refused}");
        assert_eq!(std::fs::read_to_string(&mine).expect("the file"), "mine", "{words:?}");
    };
    // Without the error these would search for hours.
    kept(&["opening", "generate", "-n", "1000000", "--out", &mine]);
    kept(&["opening", "show", "renju15", "--svg", &mine]);
    kept(&["train", "/no/such/file", "--out", &mine]);
    kept(&["record", "convert", "/no/such/file", &mine]);
    kept(&["database", "export", "/no/such/file", &mine]);
    let nowhere = error(&["opening", "generate", "-n", "1000000", "--out", "/no/such/folder/a.txt"]);
    assert!(nowhere.contains("cannot write /no/such/folder/a.txt"), "{nowhere}");
    report(&["opening", "show", "renju15", "--svg", &mine, "--overwrite"]);
    assert!(std::fs::read_to_string(&mine).expect("the file").starts_with("<svg"));
    let games = file("kept-games.txt", "h8 i9 j8\n");
    report(&["record", "convert", &games, &mine, "--overwrite"]);
    assert!(std::fs::read_to_string(&mine).expect("the file").starts_with("game 1 "));
    let entries = file("kept-entries.txt", "0,f-15-15-h8--w,d,0,0,exact,\"\"\n");
    let database = fresh("kept.db");
    report(&["database", "import", &database, &entries]);
    report(&["database", "export", &database, &mine, "--overwrite"]);
    assert!(std::fs::read_to_string(&mine).expect("the file").starts_with("index,key,"));
    let own = error(&["database", "export", &database, &database, "--overwrite"]);
    assert!(own.contains("this is the database itself"), "{own}");
    assert_eq!(json(&["database", "stats", &database, "--json"])["damaged"], 0);
    // A folder is never replaced.
    let games = file("kept-games.txt", "h8 i9 j8\nh8 i9\n");
    let folder = fresh("kept.psq");
    report(&["record", "convert", &games, &folder]);
    let refused = error(&["record", "convert", &games, &folder, "--overwrite"]);
    let expected = "kept.psq is a folder, which is not replaced: choose another name";
    assert!(refused.contains(expected), "{refused}");
}

#[test]
fn outputs_are_files_of_their_own_and_no_database_in_use() {
    let refused = |words: &[&str]| {
        let output = rustgomo(&[words, &["--overwrite"]].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        text(&output.stderr)
    };
    let game = file("own-game.txt", "h8 i9 j8\n");
    let (picture, database) = (fresh("own-picture"), fresh("own.db"));
    let detour = picture.replace("own-picture", "./own-picture");
    for words in [
        ["analyze", "h8", "--svg", &picture, "--png", &detour],
        ["review", &game, "--html", &picture, "--svg", &picture],
    ] {
        let told = refused(&[&words[..], &["--nodes", "50"]].concat());
        assert!(told.contains("own-picture twice"), "{told}");
    }
    report(&["database", "edit", &database, "h8", "--value", "3", "--create"]);
    for words in [["analyze", "h8", "--database", &database], ["review", &game, "--database", &database]] {
        let told = refused(&[&words[..], &["--nodes", "50", "--svg", &database]].concat());
        assert!(told.contains("own.db is in use"), "{told}");
    }
    assert_eq!(json(&["database", "show", &database, "h8", "--json"])["entry"]["score"], 3);
}

#[test]
fn a_training_keeps_its_records_and_has_a_file_for_each_output() {
    let [records, manifest] = ["kept.rg", "kept.rg.json"].map(|name| file(name, "mine"));
    let out = fresh("kept.rgn");
    let refused = |words: &[&str]| {
        let told = error(&[&["train", &records, "--overwrite"][..], words].concat());
        for file in [&records, &manifest] {
            assert_eq!(std::fs::read_to_string(file).expect("the file"), "mine", "{words:?}");
        }
        told
    };
    assert!(refused(&["--out", &out, "--log", &records]).contains("kept.rg is in use"));
    assert!(refused(&["--out", &out, "--log", &manifest]).contains("kept.rg.json is in use"));
    for output in ["--log", "--plot", "--save"] {
        assert!(refused(&["--out", &out, output, &out]).contains("kept.rgn twice"), "{output}");
    }
}

#[test]
fn games_of_another_run_are_not_continued() {
    let (file, manifest) = (fresh("run.rg"), fresh("run.rg.json"));
    let words = ["selfplay", &file, "--games", "4", "--nodes", "20", "--size", "9"];
    report(&words);
    let content = || [&file, &manifest].map(|name| std::fs::read(name).expect("a file of the run"));
    let before = content();
    for other in [&["--rule", "renju"][..], &["--size", "11"], &["--shard", "1/2"]] {
        let refused = error(&[&words[..if other[0] == "--size" { 6 } else { 8 }], other].concat());
        let expected = "of the file to continue does not belong to this run: rule, size or shard differ";
        assert!(refused.contains(expected) && refused.contains("run.rg"), "{other:?}: {refused}");
        assert!(content() == before, "{other:?}");
    }
    let shares = error(&[&words[..], &["--crowded", "50"]].concat());
    assert!(shares.contains("have other shares: Shares { crowded: 0, "), "{shares}");
    let caro = error(&["selfplay", &fresh("caro.rg"), "--rule", "caro", "--network", RENJU]);
    assert!(caro.contains("expected networks of --rule caro, found one of renju"), "{caro}");
    assert!(content() == before);
    assert!(report(&words).starts_with("4 of 4 games in the file"));
    let empty = ["8/9", "9/9"].map(|shard| {
        let file = fresh(&format!("empty{}.rg", &shard[..1]));
        report(&[&["selfplay", &file, "--shard", shard], &words[2..]].concat());
        file
    });
    let few = error(&["train", &file, &empty[0], &empty[1], "--out", &fresh("few.rgn")]);
    assert!(!few.contains("the same games"), "{few}");
    let twin = fresh("twin.rg");
    std::fs::copy(&file, &twin).expect("a copy");
    let twice = error(&["train", &file, &twin, "--out", &fresh("twin.rgn")]);
    assert!(twice.contains("twin.rg: expected every game once, found the same games in run.rg"), "{twice}");
    std::fs::write(&manifest, "mine").expect("a file of the test");
    let other = error(&[&words[..2], &["--games", "8"], &words[4..]].concat());
    assert!(other.contains("run.rg.json: expected the manifest of games"), "{other}");
    assert_eq!(std::fs::read_to_string(&manifest).expect("the file"), "mine");
    let killed = fresh("killed.rg");
    let words = ["selfplay", &killed, "--games", "100000", "--nodes", "20", "--size", "9"];
    let mut run = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
    let mut run = run.args(words).stderr(Stdio::null()).spawn().expect("a run");
    while std::fs::metadata(&killed).map_or(0, |file| file.len()) < 400 {
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().and_then(|()| run.wait()).expect("a killed run");
    let shares = error(&[&words[..], &["--crowded", "50"]].concat());
    assert!(shares.contains("have other shares: Shares { crowded: 0, "), "{shares}");
}

#[test]
fn nonsense_is_refused_with_exit_code_2() {
    let refused = |words: &[&str]| {
        let output = rustgomo(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        text(&output.stderr)
    };
    let stones = refused(&["opening", "generate", "--min-stones", "9", "--max-stones", "3"]);
    assert!(stones.contains("--min-stones of at most --max-stones, found 9 and 3"), "{stones}");
    for words in [&["--count", "0"], &["--nodes", "0"], &["--max-score", "-5"]] {
        refused(&[&["opening", "generate"][..], words].concat());
    }
    for words in [&["--lambda", "7"], &["--epochs", "0"], &["--rate", "0"], &["--pull", "nan"]] {
        let refused = refused(&[&["train", "a.rg", "--out", "b.rgn"][..], words].concat());
        assert!(refused.contains("expected a number"), "{refused}");
    }
    let listening = refused(&["board", "--listen", "0.0.0.0"]);
    assert!(listening.contains("without TLS"), "{listening}");
    assert!(refused(&["record", "check", "/no/such/file"]).contains("/no/such/file"));
    let at_zero: [&[&str]; 15] = [
        &["analyze", "h8", "--nodes", "0"],
        &["analyze", "h8", "--depth", "0"],
        &["bench", "0"],
        &["opening", "generate", "--count", "0"],
        &["opening", "generate", "--nodes", "0"],
        &["opening", "play", "--count", "0"],
        &["opening", "play", "--nodes", "0"],
        &["opening", "play", "--decision-nodes", "0"],
        &["selfplay", "a.rg", "--games", "0"],
        &["tactics", "mine", "a.rg", "--out", "b.txt", "--count", "0"],
        &["tactics", "mine", "a.rg", "--out", "b.txt", "--nodes", "0"],
        &["tactics", "replay", "a.txt", "--searches", "0"],
        &["tune", "--nodes", "0"],
        &["tune", "--depth", "0"],
        &["tune", "--concurrency", "0"],
    ];
    for words in at_zero {
        let refused = refused(words);
        assert!(refused.contains("expected a number of at least 1, found 0"), "{words:?}: {refused}");
    }
    assert!(refused(&["opening", "play", "--opening-rule", "pro"]).contains("tarannikov, found \"pro\""));
    let small = refused(&["opening", "play", "--opening-rule", "rif", "--size", "7"]);
    assert!(small.contains("expected a board of at least 9x9 for rif, found 7x7"), "{small}");
    assert!(refused(&["analyze", "h8", "--threads", "100000"]).contains("expected a number from 0 to 64"));
    assert!(refused(&["analyze", "h8", "--time", "-1"]).contains("expected seconds, 0 or more"));
    assert!(refused(&["bench", "--threads", "65"]).contains("expected a number from 0 to 64"));
    assert!(refused(&["opening", "check", "renju15", "--threads", "1000000"]).contains("from 0 to 1024"));
    let mine = ["tactics", "mine", "a.rg", "--out", "b.txt", "--nodes", "500", "--hard-nodes", "500"];
    assert!(refused(&mine).contains("expected --hard-nodes below --nodes, found 500 and 500"));
    let game = file("short.txt", "h8 i9 j8\n");
    let beyond = refused(&["analyze", "--record", &game, "--at-move", "4"]);
    assert!(beyond.contains("expected a number of moves from 0 to 3, found 4"), "{beyond}");
    for words in [["--set", "renju15"], ["--game", "2"], ["--at-move", "1"], ["--encoding", "big5"]] {
        assert!(refused(&[&["analyze", "h8"][..], &words].concat()).contains(words[0]));
    }
}

#[test]
fn options_without_a_meaning_are_refused() {
    assert!(error(&["analyze", "h8", "--numbers"]).contains("expected --svg, --png or --html"));
    assert!(error(&["analyze", "h8", "--network", RENJU]).contains("--rule freestyle, found one of renju"));
    let unset = error(&["analyze", "--opening", "3", "--size", "12"]);
    assert!(unset.contains("since none are shipped for freestyle on 12x12"), "{unset}");
    assert!(error(&["bench", "5", "--time", "3"]).contains("cannot be used with '--time"));
    assert!(error(&["opening", "check", "renju15", "--max-score", "5"]).contains("--nodes <NODES>"));
    assert!(error(&["opening", "show", "renju15", "-n", "2", "--seed", "3"]).contains("cannot be used with"));
    assert!(error(&["learn", "a", "--gate", "101"]).contains("expected a number from 0 to 100"));
    let encoded = ["record", "convert", "a.sgf", "b.sgf", "--encoding", "big5", "--from-encoding", "gbk"];
    assert!(error(&encoded).contains("found both: only RenLib has code pages"));
}

#[test]
fn folders_of_games_are_checked_and_empty_files_are_not_fine() {
    let empty = file("empty.txt", "");
    assert!(error(&["record", "check", &empty]).contains("expected at least one game in"));
    assert!(error(&["analyze", "--record", &empty]).contains("expected at least one game in"));
    assert!(error(&["gtp-regress", &empty]).contains("empty.txt: expected at least one test, found none"));
    for work in [&["stats", &empty][..], &["export", &empty, &fresh("of-empty.txt")], &["show", &empty]] {
        let refused = error(&[&["database"], work].concat());
        assert!(refused.contains("empty.txt, found an empty file"), "{refused}");
        assert_eq!(std::fs::metadata(&empty).expect("the file").len(), 0, "{work:?}");
    }
    let other = file("other-kind.txt", "a list of moves");
    let refused = error(&["database", "stats", &other]);
    assert!(
        refused.contains("expected a database in ") && refused.contains("other-kind.txt, found"),
        "{refused}"
    );
    let import = error(&["database", "import", &fresh("new.db"), "/no/such/file"]);
    assert!(import.contains("/no/such/file"), "{import}");
    let game = "size=15x15 rule=freestyle result=* end=unfinished moves=h8 i9";
    let text_file = file("two.txt", format!("game 1 {game}\ngame 1 {game}\n"));
    for name in ["two.psq", "two.sav", "two.pos"] {
        let folder = fresh(name);
        report(&["record", "convert", &text_file, &folder]);
        assert_eq!(json(&["record", "check", &folder, "--json"])["checked"], 2, "{name}");
    }
    let refused = error(&["record", "convert", &text_file, &fresh("two.pdf")]);
    assert!(refused.contains("ends with .txt or .sgf or .psq or .lib"), "{refused}");
}

#[test]
fn settings_of_engines_that_are_not_there_and_limits_of_nothing_are_refused() {
    let refused = |more: &[&str]| error(&[&["match", "/no/a", "/no/b"][..], more].concat());
    for option in ["games", "nodes", "depth", "match-ms", "patience-ms", "memory", "threads", "concurrency"] {
        let option = format!("--{option}");
        for (value, expected) in [
            ("0", "at least 1, found 0"),
            ("x", "at least 1, found \"x\""),
            ("99999999999999999999", "at most "),
        ] {
            let refused = refused(&[&option, value]);
            assert!(refused.contains(&format!("expected a number of {expected}")), "{option}: {refused}");
        }
    }
    assert!(refused(&["--draw-after", "0"]).contains("expected a number of at least 1, found 0"));
    assert!(refused(&["--info", "3:a=b"]).contains("from 1 to 2 in --info, found 3"));
    assert!(refused(&["--limit", "3:nodes=5"]).contains("from 1 to 2 in --limit, found 3"));
    assert!(refused(&["--limit", "1:speed=5"]).contains("one of turn-ms, match-ms"));
    assert!(refused(&["--limit", "1:nodes=0"]).contains("such as 2:nodes=4000"));
    assert!(refused(&["--names", "a"]).contains("expected a name for each of 2 engines, found 1"));
    assert!(refused(&["--increment", "5"]).contains("expected a time for the game"));
    assert!(refused(&["/no/c", "--sprt", "0,10"]).contains("expected two engines with --sprt, found 3"));
    for bounds in [&["--sprt", "0,1001"][..], &["--sprt=-201,0", "--normalized"]] {
        assert!(refused(bounds).contains("expected bounds of --sprt from -"), "{bounds:?}");
    }
    for rate in ["--alpha", "--beta"] {
        assert!(refused(&[rate, "0.1"]).contains("--sprt <ELO0,ELO1>"), "{rate}");
    }
}

#[test]
fn empty_sets_are_errors_that_name_their_file() {
    let empty = file("empty-set.txt", "# nothing\n");
    for words in
        [&["tactics", "solve", &empty][..], &["tactics", "replay", &empty], &["opening", "check", &empty]]
    {
        let refused = error(words);
        assert!(refused.contains("expected at least one ") && refused.contains("empty-set.txt"), "{refused}");
    }
}

#[test]
fn errors_of_files_name_them() {
    let strange = file("strange.bin", b"\x01\x02 strange \xff\n");
    for words in [
        &["selfplay", &strange, "--stats"][..],
        &["selfplay", &strange, "--check"],
        &["selfplay", &strange, "--dump"],
        &["selfplay", "/no/such/strange.bin", "--stats"],
        &["opening", "check", &strange],
        &["opening", "check", "/no/such/strange.bin"],
        &["tactics", "solve", &strange],
    ] {
        let refused = error(words);
        assert_eq!(refused.matches("strange.bin").count(), 1, "{words:?}: {refused}");
    }
}

#[test]
fn a_folder_is_no_file_to_write() {
    let folder = fresh("folder-to-write");
    std::fs::create_dir(&folder).expect("a folder of the test");
    let brain = crate::brain();
    for words in [
        &["opening", "generate", "-n", "1000000", "--out", &folder][..],
        &["analyze", "h8", "--svg", &folder],
        &["match", brain, brain, "--out", &folder],
    ] {
        let refused = error(words);
        assert!(refused.contains("a folder") && refused.contains("folder-to-write"), "{refused}");
        assert!(!refused.contains("--overwrite") && !refused.contains("--resume"), "{refused}");
    }
}
