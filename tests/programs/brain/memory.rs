//! The manager's memory limit, for the whole process. Read from `/proc`, so on Linux only.

use crate::common::brain::Brain;

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;
/// Nodes of a search, enough to touch all of a small transposition table.
const NODES: u32 = 40_000;

#[test]
fn a33_the_whole_process_stays_below_the_memory_limit() {
    // The brain sets 16 MiB aside for everything but the table; a smaller limit cannot be kept on every
    // machine.
    for limit in [16 * MIB, 20 * MIB] {
        let mut brain = Brain::started(20);
        brain.send_all(&[&format!("INFO max_memory {limit}"), &format!("INFO max_node {NODES}")]);
        for rule in [0, 4, 8] {
            brain.send_all(&[
                &format!("INFO rule {rule}"),
                "BOARD",
                "7,7,2",
                "8,8,1",
                "9,7,2",
                "10,9,1",
                "DONE",
            ]);
            brain.expect_move();
        }
        let peak = brain.peak_memory_kib().unwrap() * KIB;
        assert!(peak < limit, "{peak} bytes under a limit of {limit}");
    }
}

#[test]
fn several_lines_by_many_threads_stay_below_the_memory_limit() {
    let limit = 72 * MIB;
    let mut brain = Brain::started(15);
    brain.send_all(&[&format!("INFO max_memory {limit}"), "INFO thread_num 32", "INFO max_node 300000"]);
    brain.send_all(&["YXBOARD", "7,7,1", "8,8,2", "7,9,1", "8,6,2", "DONE", "YXNBEST 4"]);
    brain.expect_move();
    let peak = brain.peak_memory_kib().unwrap() * KIB;
    assert!(peak < limit, "{peak} bytes under a limit of {limit}");
}
