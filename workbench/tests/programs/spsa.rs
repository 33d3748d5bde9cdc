//! Short tuning runs with real engines at few nodes.

use std::process::Output;

use rustgomo::search::PARAMETERS;

use crate::common::{file, fresh, rustgomo, text};

fn tune(arguments: &[&str]) -> Output {
    rustgomo(&[&["tune"], arguments].concat())
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
    assert_eq!(json["parameters"][0]["name"], PARAMETERS[0].name);
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
    let path = file("spsa-wrong.json", "hello");
    assert!(error(&["--save", &path, "--resume"]).contains("expected the state of a run"));
    assert!(error(&["--save", &path]).contains("exists: continue the run with --resume"));
    assert!(error(&["--save", "/no/such/folder/a.json"]).contains("cannot write /no/such/folder/a.json"));
}

#[test]
fn a_run_is_continued_with_its_engine_and_openings_alone() {
    let path = fresh("spsa-other.json");
    let words = "--parameters razor_margin --iterations 1 --pairs 1 --nodes 20 --resume --save";
    let words: Vec<&str> = words.split(' ').chain([path.as_str(), "--engine"]).collect();
    let run = |more: &[&str]| tune(&[&words[..], more].concat());
    assert!(run(&[crate::brain()]).status.success());
    let before = std::fs::read(&path).expect("the state");
    let classical = format!("\"{}\" --classical", crate::brain());
    for other in [&[classical.as_str()][..], &[crate::brain(), "--openings", "random"]] {
        let output = run(other);
        assert_eq!(output.status.code(), Some(2), "{other:?}: {}", text(&output.stderr));
        assert_eq!(std::fs::read(&path).expect("the state"), before);
    }
}

#[test]
fn engines_that_fail_end_the_run_without_a_step() {
    // The workbench without arguments ends with an error.
    let ending = format!("\"{}\"", env!("CARGO_BIN_EXE_rustgomo"));
    let path = fresh("spsa-failed.json");
    let output = tune(&["--engine", &ending, "--save", &path]);
    let error = text(&output.stderr);
    assert!(error.contains("iteration 1 was broken off: an engine failed: "), "{error}");
    assert!(!std::path::Path::new(&path).exists());
}
