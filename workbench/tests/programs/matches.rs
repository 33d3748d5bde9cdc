//! `rustgomo match`: names, concurrency, and results without significance.

use crate::brain;
use crate::common::{fresh, rustgomo, text};

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

#[test]
fn games_that_would_repeat_others_or_belong_to_another_match_are_refused() {
    let file = fresh("conditions.txt");
    let words =
        ["match", brain(), brain(), "--size", "9", "--out", &file, "--resume", "--openings", "random"];
    let run = |more: &[&str]| rustgomo(&[&words[..], more].concat());
    let first = run(&["--nodes", "20", "--games", "2"]);
    assert!(first.status.success(), "{}", text(&first.stderr));
    let before = std::fs::read(&file).expect("the games");
    for other in [&["--nodes", "30"][..], &["--nodes", "20", "--info", "2:thread_num=1"]] {
        let refused = run(&[other, &["--games", "4"]].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains("has games of another match"), "{}", text(&refused.stderr));
        assert_eq!(std::fs::read(&file).expect("the games"), before);
    }
    let openings = fresh("one-opening.txt");
    std::fs::write(&openings, "h8\n").expect("a file of the test");
    let twice = ["match", brain(), brain(), "--fresh", "--nodes", "20", "--openings", &openings];
    let refused = rustgomo(&[&twice[..], &["--games", "4"]].concat());
    assert!(text(&refused.stderr).contains("expected at most 2 games"), "{}", text(&refused.stderr));
}

/// Stopped by Ctrl-Z, a manager does not know when an answer came.
#[cfg(unix)]
#[test]
fn a_match_that_is_suspended_loses_no_game_by_time() {
    // On a busy machine a short tolerance may be too short for an engine.
    assert!([1, 4, 16].into_iter().any(|tolerance_s| !suspended_match(tolerance_s).contains(" end=time ")));
}

/// The games of a match that is suspended during a move for longer than the limit and this tolerance.
#[cfg(unix)]
fn suspended_match(tolerance_s: u64) -> String {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let (file, logs) = (fresh("suspended.txt"), fresh("suspended-logs"));
    let tolerance = (1000 * tolerance_s).to_string();
    let words = ["match", brain(), brain(), "--size", "9", "--games", "2", "--turn-ms", "300", "--json"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_rustgomo"));
    command.args(words).args(["--concurrency", "1", "--out", &file, "--log", &logs]);
    command.args(["--tolerance-ms", &tolerance]).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().expect("the workbench starts");
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
    };
    let has_turn = || {
        let logs = std::fs::read_dir(&logs).into_iter().flatten().flatten();
        logs.filter_map(|log| std::fs::read_to_string(log.path()).ok()).any(|log| log.contains("TURN "))
    };
    while !has_turn() {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal("-STOP");
    std::thread::sleep(Duration::from_millis(1500 + 1000 * tolerance_s));
    signal("-CONT");
    let output = child.wait_with_output().expect("an end");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((&report["complete"], &report["games"]), (&true.into(), &2.into()));
    std::fs::read_to_string(&file).expect("the games")
}
