//! The engine's regression tests.

use std::process::Command;

#[test]
fn the_tactics_that_come_with_the_engine_are_passed() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/regression/tactics.tst");
    let run = Command::new(env!("CARGO_BIN_EXE_rustgomo")).args(["gtp-regress", file, "--json"]).output();
    let run = run.expect("the workbench starts");
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert!(run.status.success() && report["passed"].as_u64() >= Some(25), "{report}");
}
