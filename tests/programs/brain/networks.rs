//! Network files beside the program.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustgomo::eval::Networks;
use rustgomo::rules::Rule;

use crate::common::place_program;

/// A folder with a program in it, and beside it a stray file, a damaged network and a file with two that can
/// be used.
fn folder(name: &str, program: &str) -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("networks-{name}"));
    drop(fs::remove_dir_all(&folder));
    fs::create_dir(&folder).unwrap();
    let networks = Networks::embedded();
    let [network, other] = [Rule::Freestyle, Rule::Renju].map(|rule| networks.file(rule).unwrap());
    fs::write(folder.join("cut.rgn"), &network[..network.len() / 2]).unwrap();
    fs::write(folder.join("letter.rgn"), "Dear Rafael").unwrap();
    fs::write(folder.join("sound.rgn"), [network, other].concat()).unwrap();
    let copy = folder.join(Path::new(program).file_name().unwrap());
    place_program(program, &copy);
    (folder, copy)
}

/// What the brain says to these lines.
fn said(brain: &Path, folder: &Path, words: &[&str], input: &str) -> Vec<String> {
    let mut child = Command::new(brain)
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn files_that_are_no_networks_are_told_once_and_the_brain_plays() {
    let (folder, brain) = folder("brain", env!("CARGO_BIN_EXE_pbrain-rustgomo"));
    let lines = said(&brain, &folder, &[], "START 15\nINFO max_node 50\nBOARD\n7,7,2\nDONE\nTURN 0,0\n");
    let told: Vec<&String> = lines.iter().filter(|line| line.contains(".rgn")).collect();
    assert_eq!(told.len(), 2, "{lines:?}");
    for (line, name) in told.iter().zip(["cut.rgn", "letter.rgn"]) {
        assert!(line.starts_with("MESSAGE cannot use ") && line.contains(name), "{line}");
    }
    assert_eq!(lines.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(), 2);
    let lines = said(&brain, &folder, &[], "ucci\ngo depth 1\n");
    let is_told = |line: &&String| line.starts_with("info message cannot use ");
    assert_eq!(lines.iter().filter(is_told).count(), 2, "{lines:?}");
    let board = format!("{}\n", "-".repeat(15)).repeat(15);
    for (name, text) in [("PLOCHA.DAT", board.as_str()), ("TAH.DAT", "x\n"), ("MSG.DAT", "")] {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.join("TIMEOUTS.DAT"), "1\n60\n").unwrap();
    assert_eq!(said(&brain, &folder, &["file"], ""), Vec::<String>::new());
    let message = fs::read_to_string(folder.join("MSG.DAT")).unwrap();
    assert!(message.starts_with("cannot use ") && message.contains("cut.rgn"), "{message}");
    let lines = said(&brain, &folder, &["--classical"], "START 15\nINFO max_node 50\nBEGIN\n");
    assert!(!lines.iter().any(|line| line.contains(".rgn")), "{lines:?}");
    fs::remove_dir_all(folder).unwrap();
}
