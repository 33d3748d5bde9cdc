//! Only plain files are opened.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{file, fresh, report};

#[test]
fn named_pipes_are_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipes");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir(&folder).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    for arguments in [
        &["database", "stats", "pipe"][..],
        &["database", "import", "own.db", "pipe"],
        &["analyze", "--record", "pipe"],
        &["record", "check", "pipe"],
        &["review", "pipe"],
        &["network", "show", "pipe"],
        &["record", "convert", "pipe", "games.txt"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
        let output = command.args(arguments).current_dir(&folder).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && errors.contains("found a named pipe"), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_full_disk_takes_no_report_away() {
    let (database, game) = (fresh("full.db"), file("full.txt", "h8 i9\n"));
    report(&["database", "edit", &database, "h8", "--value", "3", "--create"]);
    let (svg, html) = (fresh("full.svg"), fresh("full.html"));
    for (words, shown, failed) in [
        (&["analyze", "h8", "--svg", &svg][..], "line 1", "full.svg"),
        (&["analyze", "h8", "--database", &database], "line 1", "full.db"),
        (&["review", &game, "--html", &html], "   2 O  i9", "full.html"),
        (&["review", &game, "--database", &database], "   2 O  i9", "full.db"),
    ] {
        // No file gets more than a kilobyte, as on a full disk.
        let limited = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_rustgomo")]).args(words);
        let output = command.args(["--nodes", "100"]).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
        assert!(errors.contains(failed), "{words:?}: {errors}");
        assert!(String::from_utf8(output.stdout).unwrap().contains(shown), "{words:?}: {errors}");
    }
}
