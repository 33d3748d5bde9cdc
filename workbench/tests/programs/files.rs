//! Only plain files are opened.

use std::fs;
use std::path::Path;
use std::process::Command;

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
