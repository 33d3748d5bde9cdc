//! The project's test set of forced wins.

use std::collections::BTreeSet;

use crate::meter::NoMeter;
use crate::players::tactics::{prove_set, read_tactics, solve};
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::{Limits, Searcher};

const SET: &str = include_str!("../../../tests/data/tactics.txt");
const COMPOSED: &str = include_str!("../../../tests/data/composed.txt");

#[test]
fn the_set_has_sixty_different_unfinished_positions_of_each_rule() {
    let set = read_tactics(SET).unwrap();
    for rule in Rule::ALL {
        let boards = set.iter().filter(|tactic| tactic.rule == rule).map(|tactic| &tactic.board);
        let boards: Vec<&Board> = boards.collect();
        assert!(boards.iter().all(|board| outcome(board, rule) == Outcome::Unfinished), "{rule}");
        let different: BTreeSet<u64> = boards.iter().copied().map(Board::canonical_hash).collect();
        assert_eq!((boards.len(), different.len()), (60, 60), "{rule}");
    }
}

#[test]
fn most_wins_are_found_in_a_short_search() {
    let set: Vec<_> = read_tactics(SET).unwrap().into_iter().step_by(15).collect();
    let limits = Limits::nodes(30_000);
    let mut searcher = Searcher::new(8 << 20);
    let reports = solve(&set, &mut searcher, &limits, &StopHandle::new(), &NoMeter);
    let solved: usize = reports.iter().map(|report| report.solved).sum();
    assert!(solved * 10 >= set.len() * 7, "{solved} of {}: {reports:?}", set.len());
}

#[test]
fn composed_problems_are_proved() {
    let set = read_tactics(COMPOSED).unwrap();
    let reports = prove_set(&set, 200_000, &StopHandle::new(), &NoMeter);
    let proved: usize = reports.iter().map(|report| report.solved).sum();
    let missed: Vec<usize> = reports.iter().flat_map(|report| report.missed.clone()).collect();
    // Numbers 3 and 17 need more work.
    assert_eq!((proved, set.len(), missed), (19, 21, vec![3, 17]));
}
