//! The benchmark's node count is the search's signature: one thread, a fixed depth and the same tree everywhere.

#![expect(clippy::expect_used, reason = "the file of the expected count belongs to the project")]

use rustgomo::tools::bench::measure;

const FILE: &str = include_str!("data/bench.txt");

#[test]
fn the_node_count_is_the_recorded_one_twice_in_a_row() {
    let line = FILE.lines().find(|line| !line.starts_with('#')).expect("a line with depth and nodes");
    let numbers: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let &[depth, nodes] = numbers.as_slice() else { panic!("expected depth and nodes, found {line:?}") };
    let depth = u32::try_from(depth).expect("a depth");
    let found = measure(depth, |_, _, _| {}).nodes;
    assert_eq!(found, measure(depth, |_, _, _| {}).nodes, "two runs differ");
    assert_eq!(
        found, nodes,
        "the search visits another tree; if that is meant, put the line \"{depth} {found}\" into tests/data/bench.txt"
    );
}
