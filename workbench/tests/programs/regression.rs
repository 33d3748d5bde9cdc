//! The engine's regression tests.

#[test]
fn the_tactics_that_come_with_the_engine_are_passed() {
    let text = include_str!("../../../tests/data/regression/tactics.tst");
    let report = rustgomo_workbench::gtp_regress::run(text).unwrap();
    assert!(report.findings.is_empty() && report.passed >= 25, "{report:?}");
}
