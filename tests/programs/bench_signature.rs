//! The benchmark's node count is the search's signature: one thread, a fixed depth and the same tree
//! everywhere.

#![expect(clippy::expect_used, clippy::panic, reason = "the data file is part of the tests")]

use std::process::Command;

use rustgomo::eval::Networks;
use rustgomo::eval::network::InstructionSet;
use rustgomo::search::bench::node_count;

const FILE: &str = include_str!("../data/bench.txt");

/// Depth and nodes of the recorded benchmark.
fn recorded() -> (u32, u64) {
    let line = FILE.lines().find(|line| !line.starts_with('#')).expect("a line with depth and nodes");
    let numbers: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let &[depth, nodes] = numbers.as_slice() else { panic!("expected depth and nodes, found {line:?}") };
    (u32::try_from(depth).expect("a depth"), nodes)
}

#[test]
fn the_node_count_is_the_same_on_every_instruction_set() {
    let (depth, nodes) = recorded();
    for set in InstructionSet::ALL {
        let Some(networks) = Networks::embedded_for(set) else { continue };
        assert_eq!(node_count(&networks, depth), nodes, "{}", set.name());
    }
}

#[test]
fn the_node_count_is_the_recorded_one_twice_in_a_row() {
    let (depth, nodes) = recorded();
    let found = node_count(&Networks::embedded(), depth);
    assert_eq!(found, node_count(&Networks::embedded(), depth), "two runs differ");
    assert_eq!(
        found, nodes,
        "the search visits another tree; if that is meant, put the line \"{depth} {found}\" into tests/data/bench.txt"
    );
}

/// What OpenBench's worker takes for a quantity: it reads the lines from the last to the first, takes
/// everything but letters, digits and blanks for blanks, and the first number that stands right before or
/// behind the word, in any case.
fn openbench_reads(output: &str, word: &str) -> Option<u64> {
    let clean = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
    output.trim().lines().rev().find_map(|line| {
        let line: String = line.chars().map(clean).collect();
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        words.windows(2).find_map(|pair| match *pair {
            [number, name] if name.starts_with(word) => number.parse().ok(),
            [name, number] if name.ends_with(word) => number.parse().ok(),
            _ => None,
        })
    })
}

#[test]
fn openbench_finds_nodes_and_speed_in_the_output() {
    let run = Command::new(env!("CARGO_BIN_EXE_pbrain-rustgomo")).args(["bench", "3"]).output();
    let run = run.expect("the brain starts");
    assert!(run.status.success() && run.stderr.is_empty());
    let output = String::from_utf8(run.stdout).expect("ASCII");
    assert_eq!(openbench_reads(&output, "nodes"), Some(node_count(&Networks::embedded(), 3)), "{output}");
    let last = output.lines().last().and_then(|line| line.strip_suffix(" nps")).and_then(|n| n.parse().ok());
    assert!(last > Some(0), "{output}");
    assert_eq!(openbench_reads(&output, "nps"), last, "{output}");
}
