//! Short tuning runs with real engines at few nodes.

#![expect(clippy::expect_used, reason = "helpers of tests")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rustgomo::StopHandle;
use rustgomo::rules::Rule;
use rustgomo::{BoardSize, search::PARAMETERS};
use rustgomo_workbench::matches::{Adjudication, Conditions, EngineLimits, MatchError, Openings};
use rustgomo_workbench::spsa::{Knob, SpsaError, SpsaOptions, SpsaPlan, State, begin, run};

/// Time for an answer, ample for a busy machine.
const PATIENCE_MS: u32 = 600_000;

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // A file of an earlier test run.
    let _ = std::fs::remove_file(&path);
    path
}

fn options(save: &Path) -> SpsaOptions {
    let knobs: Vec<Knob> =
        ["futility_margin", "order_defence"].map(|text| text.parse().expect("a parameter")).to_vec();
    let limits = EngineLimits {
        nodes: Some(60),
        patience_ms: PATIENCE_MS,
        start_ms: PATIENCE_MS,
        memory_bytes: 64 << 20,
        threads: 1,
        ..EngineLimits::default()
    };
    let size = BoardSize::new(9, 9).expect("a size");
    let adjudication = Adjudication { win: None, draw_after: Some(24) };
    SpsaOptions {
        plan: SpsaPlan { iterations: 3, pairs: 1, rate: 1.0, seed: 5, knobs },
        engine: format!("\"{}\"", crate::brain()),
        conditions: Conditions { rule: Rule::Freestyle, size, adjudication },
        limits,
        openings: Openings::Random { seed: 5 },
        concurrency: 1,
        save: Some(save.to_owned()),
        resume: true,
    }
}

/// Plays up to a number of iterations.
fn play(options: &SpsaOptions, iterations: u32) -> State {
    let stop = StopHandle::new();
    let mut state = begin(options).expect("a run that can begin");
    let outcome = run(options, &mut state, &stop, &mut |state, iteration| {
        assert_eq!(
            (state.iterations, iteration.wins + iteration.draws + iteration.losses),
            (iteration.number, 2)
        );
        if state.iterations >= iterations {
            stop.stop();
        }
        Ok(())
    });
    outcome.expect("engines that play");
    assert_eq!(state.iterations, iterations);
    state
}

#[test]
fn an_interrupted_run_goes_on_as_if_nothing_had_happened_whatever_the_concurrency() {
    let (whole, parts) = (scratch("spsa-whole.json"), scratch("spsa-parts.json"));
    let expected = play(&SpsaOptions { concurrency: 2, ..options(&whole) }, 3);
    assert_eq!(expected.games(), 6);
    play(&options(&parts), 1);
    assert_eq!(play(&options(&parts), 3), expected);
    assert_eq!(State::load(&parts).expect("the file"), expected);
    let again = SpsaOptions { resume: false, ..options(&parts) };
    assert!(matches!(begin(&again), Err(SpsaError::Exists { .. })));
}

#[test]
fn a_stop_before_the_first_game_leaves_everything_as_it_was() {
    let options = options(&scratch("spsa-stopped.json"));
    let mut state = begin(&options).expect("a run that can begin");
    let stop = StopHandle::new();
    stop.stop();
    run(&options, &mut state, &stop, &mut |_, _| Ok(())).expect("nothing to fail");
    assert_eq!(state, begin(&options).expect("no file"));
}

#[test]
fn engines_that_fail_end_the_run_without_a_step() {
    // The workbench without arguments ends with an error.
    let ending = format!("\"{}\"", env!("CARGO_BIN_EXE_rustgomo"));
    let options = SpsaOptions { engine: ending, ..options(&scratch("spsa-failed.json")) };
    let mut state = begin(&options).expect("a run that can begin");
    let error = run(&options, &mut state, &StopHandle::new(), &mut |_, _| Ok(())).expect_err("no game");
    assert!(
        error.to_string().starts_with("iteration 1 was broken off, because an engine failed: "),
        "{error}"
    );
    assert_eq!(state.iterations, 0);
    let options = SpsaOptions { engine: "no/such/engine".to_owned(), ..options };
    let error = run(&options, &mut state, &StopHandle::new(), &mut |_, _| Ok(())).expect_err("no engine");
    assert!(matches!(error, SpsaError::Match(MatchError::Start { .. })), "{error}");
}

fn tune(arguments: &[&str]) -> Output {
    let workbench = env!("CARGO_BIN_EXE_rustgomo");
    Command::new(workbench).args(["tune", "spsa"]).args(arguments).output().expect("the workbench starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_report_says_what_to_paste_where() {
    let run = ["--nodes", "40", "--iterations", "1", "--pairs", "1", "--size", "7"];
    let knobs = ["--parameters", "razor_margin=100:50:200:4,vcf_leaf"];
    let output = tune(&[&run[..], &knobs].concat());
    let report = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(report.starts_with("iteration 1 of 1: +"), "{report}");
    for line in ["razor_margin            100", "INFO search.vcf_leaf ", "    razor_margin = "] {
        assert!(report.contains(line), "{line}\n{report}");
    }
    let output = tune(&[&run[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(json["parameters"].as_array().map(Vec::len), Some(PARAMETERS.len()));
    assert_eq!(json["iterations"], 1);
}

#[test]
fn the_list_has_every_parameter() {
    let list = text(&tune(&["--list"]).stdout);
    assert!(PARAMETERS.iter().all(|parameter| list.contains(parameter.doc)), "{list}");
    let json: serde_json::Value =
        serde_json::from_slice(&tune(&["--list", "--json"]).stdout).expect("one JSON document");
    assert_eq!(json[0]["name"], PARAMETERS[0].name);
}

#[test]
fn wrong_arguments_are_answered_with_what_was_expected() {
    let error = |arguments: &[&str]| {
        let output = tune(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        text(&output.stderr)
    };
    assert!(error(&["--parameters", "speed"]).contains("expected one of aspiration, "));
    assert!(error(&["--parameters", "razor_margin=5"]).contains("expected 20 <= MIN <= START"));
    assert!(error(&["--parameters", "vcf_leaf,vcf_leaf"]).contains("found vcf_leaf twice"));
    assert!(error(&["--rate", "0"]).contains("expected a rate above 0"));
    assert!(error(&["--openings", "/no/such/file"]).contains("/no/such/file"));
    assert!(error(&["--engine", "no/such/engine"]).contains("\"no/such/engine\" cannot be started"));
    let file = scratch("spsa-wrong.json");
    std::fs::write(&file, "hello").expect("a file of the test");
    let path = file.to_str().expect("UTF-8");
    assert!(error(&["--save", path, "--resume"]).contains("expected the state of a run"));
}
