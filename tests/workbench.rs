//! What users of the workbench `rustgomo` notice: reports, pictures, exit codes and errors.

#![cfg(feature = "workbench")]
#![expect(clippy::expect_used, reason = "helpers of tests")]

use std::path::PathBuf;
use std::process::{Command, Output};

fn rustgomo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rustgomo")).args(arguments).output().expect("the workbench starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The standard output of a call that goes well.
fn report(arguments: &[&str]) -> String {
    let output = rustgomo(arguments);
    assert!(output.status.success(), "{arguments:?}\n{}", text(&output.stderr));
    text(&output.stdout)
}

/// The error of a call that goes wrong.
fn error(arguments: &[&str]) -> String {
    let output = rustgomo(arguments);
    assert!(!output.status.success(), "{arguments:?}\n{}", text(&output.stdout));
    text(&output.stderr)
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

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
    let path = scratch("generated.txt");
    let file = path.to_str().expect("a path in UTF-8");
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
        "-o",
        file,
    ]);
    let report = report(&["opening", "check", file, "--rule", "renju", "--nodes", "1000", "--threads", "1"]);
    assert!(report.starts_with("3 of 3 openings checked, 0 with problems"), "{report}");
}

#[test]
fn a_won_position_is_shown_with_its_proof_and_its_pictures() {
    let (svg, png) = (scratch("won.svg"), scratch("won.png"));
    let (svg_name, png_name) = (svg.to_str().expect("UTF-8"), png.to_str().expect("UTF-8"));
    let position = ["analyze", "h8", "a1", "i8", "b3", "j8", "o1", "--nodes", "1000", "--heat-nodes", "50"];
    let with_pictures = [&position[..], &["--svg", svg_name, "--png", png_name]].concat();
    let plain = report(&with_pictures);
    assert!(plain.contains("black wins by fours:\n  1. g8 a four that cannot be stopped\n"), "{plain}");
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

#[test]
fn a_review_marks_the_blunder() {
    let path = scratch("game.txt");
    let game = "game 1 size=15x15 rule=freestyle moves=h8 i9 g8 h9 i8 a1 j8 o15 k8\n";
    std::fs::write(&path, game).expect("a file of the test");
    let report = report(&["review", path.to_str().expect("UTF-8"), "--nodes", "1000"]);
    let line = report.lines().find(|line| line.contains(" a1 ")).expect("white's third move");
    assert!(line.ends_with('?'), "{report}");
    assert!(report.contains("missed the defence"), "{report}");
}

#[test]
fn wrong_input_is_answered_with_what_was_expected() {
    assert!(error(&["analyze", "h8", "z9"]).contains("expected a square such as h8, found \"z9\""));
    assert!(error(&["analyze", "--record", "/no/such/file"]).contains("cannot read /no/such/file"));
    assert!(error(&["analyze", "--rule", "chess"]).contains("expected one of freestyle, standard"));
    assert!(error(&["opening", "show", "renju15", "-n", "0"]).contains("found 0"));
    assert!(error(&["opening", "check", "/no/such/file"]).contains("cannot read /no/such/file"));
    assert!(error(&["speedtest", "--threads", "0"]).contains("expected --threads of 1 or more"));
}
