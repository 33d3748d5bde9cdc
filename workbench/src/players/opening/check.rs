//! Checks a set of openings.

use std::io::{self, Write};

use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::judge::{has_forced_win, judge};
use super::{Balance, JudgeOptions, Judgement, Source, write_balance};
use crate::meter::Meter;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::opening::{Insertion, Opening, OpeningError, OpeningSet};
use rustgomo::rules::{Outcome, is_forbidden, outcome};

/// Openings between two polls of the interruption.
const BATCH: usize = 64;

/// Options of the check for balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct CheckOptions {
    /// Nodes of each search for the balance; 0 skips it.
    #[arg(long, default_value_t = 0)]
    pub nodes: u64,
    /// Largest absolute score of a balanced opening, in centi-units.
    #[arg(long, default_value_t = 60, value_parser = values::within(0..=i16::MAX), requires = "nodes")]
    pub max_score: i16,
}

/// Result of a check.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// Openings in the set.
    pub openings: usize,
    /// Openings checked: fewer after an interruption.
    pub checked: usize,
    /// Problems with the number of the opening, from 1.
    pub problems: Vec<(usize, String)>,
    /// The balance, if requested.
    pub balance: Option<Balance>,
}

/// Checks every opening for legality and forced wins and, with a limit of nodes, for balance; and that it can be
/// read and is no other one mirrored or turned. Returns also those without problems.
pub fn check(
    source: &Source,
    options: &CheckOptions,
    stop: &StopHandle,
    meter: &dyn Meter,
) -> (Findings, OpeningSet) {
    let all = &source.openings;
    let mut findings = Findings { openings: all.len(), ..Findings::default() };
    let mut balance = Balance::default();
    let (mut sound, mut numbers) = (OpeningSet::new(source.size), Vec::new());
    for batch in all.chunks(BATCH) {
        if stop.is_stopped() {
            break;
        }
        // Interrupted checks are not reported.
        let one = |(_, opening): &(usize, Result<Opening, OpeningError>)| {
            let check = |opening: &Opening| {
                let result = check_one(opening, source, options, stop);
                result.map(|(board, judgement)| (opening.clone(), board, judgement))
            };
            let opening = opening.as_ref().map_err(ToString::to_string);
            let result = (!stop.is_stopped()).then(|| opening.and_then(check));
            result.filter(|_| !stop.is_stopped())
        };
        let results: Vec<_> = batch.par_iter().map(one).collect();
        for result in results.into_iter().map_while(|result| result) {
            findings.checked += 1;
            let added = result.and_then(|(opening, board, judgement)| {
                match sound.insert(opening).map_err(|error| error.to_string())? {
                    Insertion::Added => numbers.push(findings.checked),
                    Insertion::Twin(twin) => {
                        return Err(format!(
                            "the same as opening {}, perhaps mirrored or turned",
                            numbers[twin]
                        ));
                    }
                }
                if let Some(judgement) = judgement {
                    balance.add(&board, judgement);
                }
                Ok(())
            });
            findings.problems.extend(added.err().map(|problem| (findings.checked, problem)));
        }
        meter.advance(findings.checked as u64, all.len() as u64, "checked");
    }
    findings.balance = (options.nodes > 0).then_some(balance);
    (findings, sound)
}

fn check_one(
    opening: &Opening,
    source: &Source,
    options: &CheckOptions,
    stop: &StopHandle,
) -> Result<(Board, Option<Judgement>), String> {
    let rule = source.rule;
    let size = source.size;
    let mut board = Board::new(size);
    for square in opening.squares(size).map_err(|error| error.to_string())? {
        let name = rustgomo::board::square_name(square, size);
        if outcome(&board, rule) != Outcome::Unfinished {
            return Err(format!("the game is over before {name}"));
        }
        if is_forbidden(&board, rule, board.side_to_move(), square) {
            return Err(format!("black may not play {name}"));
        }
        board.play(square).map_err(|error| error.to_string())?;
    }
    if outcome(&board, rule) != Outcome::Unfinished {
        return Err("the game is over".to_owned());
    }
    if has_forced_win(&board, rule, stop) {
        return Err("a side wins by fours".to_owned());
    }
    if options.nodes == 0 {
        return Ok((board, None));
    }
    let options = JudgeOptions { nodes: options.nodes, max_score: options.max_score };
    let judgement = judge(&board, rule, &options, stop);
    match judgement {
        Judgement::Scored { mover, other } if !judgement.is_fair(options.max_score) => {
            Err(format!("a side is ahead: {mover} for the mover, {other} for the other side"))
        }
        _ => Ok((board, Some(judgement))),
    }
}

impl Findings {
    /// Whether all openings were checked and none has a problem.
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty() && self.checked == self.openings
    }

    /// Writes the findings as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, problem) in &self.problems {
            writeln!(out, "opening {number}: {problem}")?;
        }
        let (checked, problems) = (self.checked, self.problems.len());
        writeln!(out, "{checked} of {} openings checked, {problems} with problems", self.openings)?;
        self.balance.as_ref().map_or(Ok(()), |balance| write_balance(out, balance))
    }
}
