//! Replays the wins that an analysis reports against every reply.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use super::Tactic;
use super::prove::Prover;
use crate::meter::Meter;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::square_names;
use rustgomo::search::{Limits, Searcher, Silent, Variation};

/// How far wins are replayed.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReplayOptions {
    /// Number of variations of each analysis.
    #[arg(long, default_value_t = 3, value_parser = values::within(1..=u32::MAX))]
    pub lines: u32,
    /// Maximum number of searches to replay one win.
    #[arg(long, default_value_t = 2_000, value_parser = values::within(1..=u32::MAX))]
    pub searches: u32,
}

/// Results for one rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReplayReport {
    /// The rule.
    pub rule: String,
    /// Positions analysed.
    pub positions: usize,
    /// Moves that were reported to win.
    pub shown: usize,
    /// Wins that were confirmed against every reply.
    pub held: usize,
    /// Wins that were not confirmed.
    pub open: Vec<OpenWin>,
}

/// A win that was not found again after some reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenWin {
    /// Number of the position in the set, from 1.
    pub place: usize,
    /// The moves from the position to the one where no win was found.
    pub moves: Vec<String>,
    /// Whether the number of searches was exhausted.
    pub is_spent: bool,
}

/// Analyses each position and plays out every move that is reported to win: after each legal reply the engine
/// must report a win again, up to a five or a proven VCF. `[analyst, player]` search the positions and the
/// replies. The result is partial after an interruption.
pub fn replay(
    tactics: &[Tactic],
    [mut analyst, player]: [Searcher; 2],
    limits: &Limits,
    options: ReplayOptions,
    stop: &StopHandle,
    meter: &dyn Meter,
) -> Vec<ReplayReport> {
    let mut prover = Prover::new(player, limits, stop);
    let mut reports: Vec<ReplayReport> = Vec::new();
    for (i, tactic) in tactics.iter().enumerate() {
        analyst.clear();
        let limits = Limits { lines: options.lines, analysis: true, ..limits.clone() };
        let shown = analyst.search(&tactic.board, tactic.rule, &limits, stop, &mut Silent).lines;
        let wins = shown.iter().filter(|line| line.progress.score.plies_to_win().is_some());
        let moves: Vec<_> = wins.filter_map(Variation::first).collect();
        let mut open = Vec::new();
        for &square in &moves {
            if !prover.prove_move(&tactic.board, tactic.rule, square, options.searches) {
                let moves = square_names(prover.gap().iter().copied(), tactic.board.size());
                open.push(OpenWin { place: i + 1, moves, is_spent: prover.is_spent() });
            }
        }
        if stop.is_stopped() {
            break;
        }
        if reports.last().is_none_or(|report| report.rule != tactic.rule.name()) {
            reports.push(ReplayReport { rule: tactic.rule.to_string(), ..ReplayReport::default() });
        }
        if let Some(report) = reports.last_mut() {
            report.positions += 1;
            report.shown += moves.len();
            report.held += moves.len() - open.len();
            report.open.extend(open);
        }
        meter.advance(i as u64 + 1, tactics.len() as u64, "");
    }
    reports
}

/// Writes the reports as a table with a total.
pub fn write_replay(out: &mut dyn Write, reports: &[ReplayReport]) -> io::Result<()> {
    writeln!(out, "rule         positions  wins shown  held  share")?;
    let mut sum = ReplayReport { rule: "all".to_owned(), ..ReplayReport::default() };
    for report in reports {
        write_row(out, report)?;
        sum.positions += report.positions;
        sum.shown += report.shown;
        sum.held += report.held;
    }
    write_row(out, &sum)?;
    reports.iter().flat_map(|report| &report.open).try_for_each(|OpenWin { place, moves, is_spent }| {
        let what = if *is_spent { "the searches were used up" } else { "no win was found again" };
        writeln!(out, "position {place}: {what} after {}", moves.join(" "))
    })
}

fn write_row(out: &mut dyn Write, report: &ReplayReport) -> io::Result<()> {
    let ReplayReport { rule, positions, shown, held, .. } = report;
    let share = 100.0 * *held as f64 / (*shown).max(1) as f64;
    writeln!(out, "{rule:<12} {positions:>9} {shown:>11} {held:>5} {share:>5.1}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::NoMeter;
    use crate::players::tactics::read_tactics;

    #[test]
    fn wins_that_are_shown_are_played_out_against_every_reply() {
        let set = "freestyle 15 7 h8 a1 h9 c15 i8 o1 j7 n14\nrenju 15 9 h8 i9\n";
        let tactics = read_tactics(set).unwrap();
        let limits = Limits::nodes(20_000);
        let options = ReplayOptions { lines: 2, searches: 50 };
        let searchers = [Searcher::new(1 << 20), Searcher::new(1 << 20)];
        let reports = replay(&tactics, searchers, &limits, options, &StopHandle::new(), &NoMeter);
        let [freestyle, renju] = &reports[..] else { unreachable!("two rules, two reports") };
        assert!(freestyle.shown >= 1, "{freestyle:?}");
        assert_eq!((freestyle.held, freestyle.open.len()), (freestyle.shown, 0));
        assert_eq!((renju.positions, renju.shown), (1, 0));
        let mut out = Vec::new();
        write_replay(&mut out, &reports).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("100.0%\n"));
    }
}
