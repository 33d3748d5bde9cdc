//! Counts the forced wins that a search finds.

use std::io::{self, Write};

use serde::Serialize;

use super::Tactic;
use crate::meter::Meter;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::rules::Rule;
use rustgomo::search::{Limits, Searcher, Silent};
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits, Prover};

/// Results for one rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveReport {
    /// The rule.
    pub rule: String,
    /// Positions searched.
    pub tried: usize,
    /// Positions with a win found.
    pub solved: usize,
    /// Mean number of nodes of these.
    pub mean_nodes: u64,
    /// Numbers, from 1, of the positions without a win found.
    pub missed: Vec<usize>,
}

/// Searches each position; a win counts as found if the search proves it. The result is partial after an
/// interruption.
pub fn solve(
    tactics: &[Tactic],
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &StopHandle,
    meter: &dyn Meter,
) -> Vec<SolveReport> {
    count(tactics, stop, meter, |board, rule| {
        searcher.clear();
        let result = searcher.search(board, rule, limits, stop, &mut Silent).progress;
        result.score.plies_to_win().map(|_| result.nodes)
    })
}

/// Proves each position by threes and fours within this number of attacking moves; the nodes of the report
/// are attacking moves. The result is partial after an interruption.
pub fn prove_set(tactics: &[Tactic], work: u32, stop: &StopHandle, meter: &dyn Meter) -> Vec<SolveReport> {
    let limits = ProofLimits { work, nodes: MAX_POSITIONS, stop };
    count(tactics, stop, meter, |board, rule| {
        let mut prover = Prover::new();
        prover.prove(board, rule, &limits).map(|_| prover.work())
    })
}

/// Counts the positions that `solve` finds a win in, and the nodes that it returns.
fn count(
    tactics: &[Tactic],
    stop: &StopHandle,
    meter: &dyn Meter,
    mut solve: impl FnMut(&Board, Rule) -> Option<u64>,
) -> Vec<SolveReport> {
    let mut results: Vec<(Rule, usize, Option<u64>)> = Vec::new();
    for (i, tactic) in tactics.iter().enumerate() {
        let nodes = solve(&tactic.board, tactic.rule);
        if stop.is_stopped() {
            break;
        }
        results.push((tactic.rule, i + 1, nodes));
        meter.advance(i as u64 + 1, tactics.len() as u64, "");
    }
    let of = |rule: Rule| results.iter().filter(move |result| result.0 == rule);
    let rules = Rule::ALL.into_iter().filter(|&rule| of(rule).next().is_some());
    rules
        .map(|rule| {
            let nodes: Vec<u64> = of(rule).filter_map(|result| result.2).collect();
            SolveReport {
                rule: rule.to_string(),
                tried: of(rule).count(),
                solved: nodes.len(),
                mean_nodes: nodes.iter().sum::<u64>() / nodes.len().max(1) as u64,
                missed: of(rule).filter(|result| result.2.is_none()).map(|result| result.1).collect(),
            }
        })
        .collect()
}

/// Writes the reports as a table with a total.
pub fn write_table(out: &mut dyn Write, reports: &[SolveReport]) -> io::Result<()> {
    writeln!(out, "rule         solved     of  share  mean nodes  missed (place in the set)")?;
    for SolveReport { rule, tried, solved, mean_nodes, missed } in reports {
        let share = 100.0 * *solved as f64 / (*tried).max(1) as f64;
        let missed: Vec<String> = missed.iter().map(ToString::to_string).collect();
        let missed = missed.join(" ");
        writeln!(out, "{rule:<12} {solved:>6} {tried:>6} {share:>5.1}% {mean_nodes:>11}  {missed}")?;
    }
    let (solved, tried) =
        reports.iter().fold((0, 0), |sum, report| (sum.0 + report.solved, sum.1 + report.tried));
    let share = 100.0 * solved as f64 / tried.max(1) as f64;
    writeln!(out, "{:<12} {solved:>6} {tried:>6} {share:>5.1}%", "all")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::NoMeter;
    use crate::players::tactics::read_tactics;

    #[test]
    fn found_and_missed_wins_are_told_apart() {
        let set = "freestyle 15 3 h8 a1 h9 c15 h10 o1\nrenju 15 9 h8 i9\n";
        let tactics = read_tactics(set).unwrap();
        let limits = Limits::nodes(500);
        let mut searcher = Searcher::new(1 << 20);
        let reports = solve(&tactics, &mut searcher, &limits, &StopHandle::new(), &NoMeter);
        let told: Vec<_> = reports.iter().map(|r| (r.rule.as_str(), r.solved, r.missed.clone())).collect();
        assert_eq!(told, [("freestyle", 1, vec![]), ("renju", 0, vec![2])]);
        let proved = prove_set(&tactics, 1_000, &StopHandle::new(), &NoMeter);
        let proved: Vec<_> = proved.iter().map(|r| (r.solved, r.missed.clone())).collect();
        assert_eq!(proved, [(1, vec![]), (0, vec![2])]);
        let mut out = Vec::new();
        write_table(&mut out, &reports).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("all               1      2  50.0%"));
    }
}
