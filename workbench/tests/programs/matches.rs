//! `rustgomo match`: names, concurrency, and results without significance.

use crate::brain;
use crate::common::{rustgomo, text};

const QUICK: [&str; 7] = ["--size", "9", "--nodes", "20", "--games", "2", "--concurrency"];

#[test]
fn engines_of_one_name_are_named_by_what_differs_and_games_in_excess_are_told() {
    let classical = format!("\"{}\" --classical", brain());
    let words = [&["match", brain(), &classical, "--json"][..], &QUICK, &["100000"]].concat();
    let output = rustgomo(&words);
    let (errors, report) = (text(&output.stderr), text(&output.stdout));
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("2 games at the same time instead of 100000: the match has no more"), "{errors}");
    let report: serde_json::Value = serde_json::from_str(&report).expect("a report");
    assert_eq!((&report["concurrency"], &report["games"]), (&2.into(), &2.into()));
    let names = [&report["players"][0]["name"], &report["players"][1]["name"]];
    assert_eq!(names, ["RustGomo", "RustGomo --classical"]);
    // A single pair of games is not significant.
    let pairing = &report["pairings"][0];
    assert_eq!(
        (&pairing["superior"], &pairing["superiority"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
}

#[cfg(unix)]
#[test]
fn an_opponent_that_never_moves_is_an_error_and_no_victory() {
    let output = rustgomo(&[&["match", brain(), "/bin/cat"][..], &QUICK, &["1"]].concat());
    let (errors, report) = (text(&output.stderr), text(&output.stdout));
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("error: cat never made a legal move and lost 2 games"), "{errors}");
    assert!(errors.contains("instead of OK"), "{errors}");
    assert!(report.contains("no measure of strength: cat never made a legal move"), "{report}");
    assert!(!report.contains("superior"), "{report}");
}
