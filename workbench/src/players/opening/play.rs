//! Balance of the openings that the engine makes under an opening rule.
//!
//! Two players of equal strength play games. All decisions are those of the engine, so the score of the
//! player who begins measures the balance.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::generate::seed_of;
use crate::meter::Meter;
use crate::players::caption::{counted, openings_caption};
use crate::statistics::{MIN_GAMES, half_width};
use crate::values;
use rustgomo::StopHandle;
use rustgomo::decision::choose;
use rustgomo::geometry::{BoardSize, Color};
use rustgomo::opening::{Choice, Dialogue, NamedOpening, OpeningRule, Player};
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::{Limits, Searcher, Silent};

/// Transposition table of a player.
const TABLE_BYTES: usize = 16 << 20;
/// Games between two progress reports. Does not affect results.
const BATCH: usize = 8;

/// Which games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct PlayOptions {
    /// Opening rule: swap, swap2, rif, yamaguchi, soosorv8, taraguchi10, supertaraguchi10 or tarannikov.
    #[arg(long, default_value = "swap2")]
    pub opening_rule: OpeningRule,
    /// Rule: freestyle, standard, renju, caro or exact-caro [default: renju for an opening rule of renju,
    /// else standard].
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15.
    #[arg(long, default_value = "15")]
    pub size: BoardSize,
    /// Number of games.
    #[arg(long, short = 'n', default_value_t = 200, value_parser = values::within(1..=usize::MAX))]
    pub count: usize,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes for each decision of the opening.
    #[arg(long, default_value_t = 500_000, value_parser = values::within(1..=u64::MAX))]
    pub decision_nodes: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 20_000, value_parser = values::within(1..=u64::MAX))]
    pub nodes: u64,
}

impl PlayOptions {
    /// The rule of the games.
    pub fn rule(&self) -> Rule {
        let usual = if self.opening_rule.is_of_renju() { Rule::Renju } else { Rule::Standard };
        self.rule.unwrap_or(usual)
    }
}

/// Results of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

/// Result of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayReport {
    pub opening_rule: &'static str,
    pub rule: &'static str,
    /// Results of the player who put the first stone.
    pub first: Tally,
    /// Results of black.
    pub black: Tally,
    /// How often a player swapped colours.
    pub swapped: usize,
    /// How often a player could have swapped and stayed.
    pub stayed: usize,
    /// How often a player added two stones (Swap2) or offered ten fifth moves (Taraguchi-10) instead.
    pub more: usize,
    /// Games with each of the 26 named openings, by number and name.
    pub openings: BTreeMap<String, usize>,
    /// Games with each number of fifth moves on offer.
    pub fifth_moves: BTreeMap<usize, usize>,
    /// Total number of stones at the end of the games.
    pub stones: usize,
}

/// A finished game.
struct Played {
    choices: Vec<Choice>,
    opening: Option<NamedOpening>,
    /// Number of fifth moves on offer.
    fifths: Option<usize>,
    /// The first player's colour.
    first: Color,
    winner: Option<Color>,
    stones: usize,
}

/// Plays the games on all threads of the current rayon pool. The result is partial after an interruption.
pub fn play_openings(options: &PlayOptions, stop: &StopHandle, meter: &dyn Meter) -> PlayReport {
    let (opening_rule, rule) = (options.opening_rule.name(), options.rule().name());
    let mut report = PlayReport { opening_rule, rule, ..PlayReport::default() };
    let count = options.count as u64;
    for first in (0..count).step_by(BATCH) {
        if stop.is_stopped() {
            break;
        }
        let batch = first..count.min(first.saturating_add(BATCH as u64));
        let played: Vec<_> = batch.into_par_iter().filter_map(|number| play(options, number, stop)).collect();
        for game in &played {
            report.add(game);
        }
        let note = format!("first player {:.1} %", 100.0 * report.first.score());
        meter.advance(report.first.games() as u64, count, &note);
    }
    report
}

impl Tally {
    pub const fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Points per game, `0.0..=1.0`; one half without games.
    pub fn score(&self) -> f64 {
        let games = self.games();
        if games == 0 { 0.5 } else { (self.won as f64 + self.drawn as f64 / 2.0) / games as f64 }
    }

    fn add(&mut self, winner: Option<Color>, color: Color) {
        match winner {
            Some(winner) if winner == color => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    fn write(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        let (won, drawn, lost) = (self.won, self.drawn, self.lost);
        write!(out, "{name}: {won} won, {drawn} drawn, {lost} lost")?;
        if self.games() == 0 {
            return writeln!(out);
        }
        let error =
            self.error().map_or_else(|| "unknown".to_owned(), |error| format!("{:.1}", 100.0 * error));
        writeln!(out, ": {:.1} % (± {error})", 100.0 * self.score())
    }

    /// Half width of the 95 % interval of the score; `None` for too few games or if all results are equal.
    pub fn error(&self) -> Option<f64> {
        let (games, score) = (self.games() as f64, self.score());
        let squares = [(self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0)]
            .map(|(count, points): (usize, f64)| count as f64 * (points - score).powi(2));
        let variance = squares.iter().sum::<f64>() / games;
        (self.games() >= MIN_GAMES as usize && variance > 0.0).then(|| half_width(variance, games))
    }
}

impl PlayReport {
    fn add(&mut self, game: &Played) {
        self.first.add(game.winner, game.first);
        self.black.add(game.winner, Color::Black);
        let count = |choice| game.choices.iter().filter(|&&made| made == choice).count();
        self.swapped += count(Choice::Swap);
        self.stayed += count(Choice::Stay);
        self.more += count(Choice::More);
        self.stones += game.stones;
        if let Some(opening) = game.opening {
            *self.openings.entry(opening.to_string()).or_default() += 1;
        }
        if let Some(number) = game.fifths {
            *self.fifth_moves.entry(number).or_default() += 1;
        }
    }

    /// Writes the figures as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} under {} rules", self.opening_rule, self.rule)?;
        self.first.write(out, "first player")?;
        self.black.write(out, "black")?;
        let Self { swapped, stayed, more, .. } = self;
        write!(out, "choices: swap {swapped}, stay {stayed}")?;
        let instead = [
            (OpeningRule::Swap2, "more stones"),
            (OpeningRule::Taraguchi10, "ten fifth moves"),
            (OpeningRule::SuperTaraguchi10, "ten fifth moves"),
        ];
        match instead.iter().find(|(rule, _)| rule.name() == self.opening_rule) {
            Some((_, name)) => writeln!(out, ", {name} {more}")?,
            None => writeln!(out)?,
        }
        if let Some(openings) = openings_caption(&self.openings) {
            writeln!(out, "{openings}")?;
        }
        let number = |(number, &games): (&usize, _)| format!("{number} in {}", counted(games, "game"));
        let numbers: Vec<String> = self.fifth_moves.iter().map(number).collect();
        if !numbers.is_empty() {
            writeln!(out, "fifth moves on offer: {}", numbers.join(", "))?;
        }
        let mean = self.stones as f64 / self.first.games().max(1) as f64;
        writeln!(out, "mean length {mean:.1} moves")
    }
}

/// Plays a game; `None` if it was interrupted.
fn play(options: &PlayOptions, number: u64, stop: &StopHandle) -> Option<Played> {
    let seed = seed_of(options.seed, number);
    let mut players = [Searcher::new(TABLE_BYTES), Searcher::new(TABLE_BYTES)];
    let mut opening = Dialogue::new(options.opening_rule, options.size).ok()?;
    while opening.question().is_some() {
        if stop.is_stopped() {
            return None;
        }
        let player = &mut players[usize::from(opening.decider() == Player::Second)];
        for choice in choose(player, &opening, options.rule(), options.decision_nodes, seed, stop) {
            opening.choose(choice).ok()?;
        }
    }
    let fifths = Some(opening.offers().len()).filter(|&count| count > 0);
    let first = if opening.player(Color::Black) == Player::First { Color::Black } else { Color::White };
    let mut board = opening.board().clone();
    let named = NamedOpening::of_board(&board, options.rule());
    let limits = Limits::nodes(options.nodes);
    let winner = loop {
        match outcome(&board, options.rule()) {
            Outcome::Win(color) => break Some(color),
            Outcome::Draw => break None,
            Outcome::Unfinished => {}
        }
        let player = &mut players[usize::from(board.side_to_move() != first)];
        let best = player.search(&board, options.rule(), &limits, stop, &mut Silent).best?;
        if stop.is_stopped() {
            return None;
        }
        board.play(best).ok()?;
    };
    let (choices, stones) = (opening.choices().to_vec(), board.history().len());
    Some(Played { choices, opening: named, fifths, first, winner, stones })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::NoMeter;

    #[test]
    fn an_error_is_told_only_where_the_results_show_one() {
        let text = |won, drawn, lost| {
            let mut out = Vec::new();
            Tally { won, drawn, lost }.write(&mut out, "black").unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(text(0, 0, 0), "black: 0 won, 0 drawn, 0 lost\n");
        assert_eq!(text(0, 0, 3), "black: 0 won, 0 drawn, 3 lost: 0.0 % (± unknown)\n");
        assert_eq!(text(0, 0, 40), "black: 0 won, 0 drawn, 40 lost: 0.0 % (± unknown)\n");
        assert_eq!(text(50, 0, 50), "black: 50 won, 0 drawn, 50 lost: 50.0 % (± 9.8)\n");
        // Draws vary less than wins and losses.
        assert_eq!(text(0, 50, 50), "black: 0 won, 50 drawn, 50 lost: 25.0 % (± 4.9)\n");
    }

    #[test]
    fn openings_and_fifth_moves_are_counted() {
        let report = |opening_rule| {
            let options = PlayOptions {
                opening_rule,
                rule: None,
                size: BoardSize::default(),
                count: 2,
                seed: 1,
                decision_nodes: 100,
                nodes: 20,
            };
            let report = play_openings(&options, &StopHandle::new(), &NoMeter);
            let mut out = Vec::new();
            report.write(&mut out).unwrap();
            (report, String::from_utf8(out).unwrap())
        };
        let (rif, text) = report(OpeningRule::Rif);
        assert_eq!((rif.opening_rule, rif.rule), ("rif", "renju"));
        assert_eq!((rif.openings.values().sum::<usize>(), rif.fifth_moves), (2, BTreeMap::from([(2, 2)])));
        assert!(text.starts_with("rif under renju rules\n") && !text.contains("stones"), "{text}");
        assert!(text.contains("\nopenings: ") && text.contains("\nfifth moves on offer: 2 in 2 games\n"));
        let (swap2, text) = report(OpeningRule::Swap2);
        assert!(swap2.fifth_moves.is_empty() && text.contains(", more stones "), "{text}");
        let (ten, text) = report(OpeningRule::Taraguchi10);
        assert!(text.contains(&format!(", ten fifth moves {}\n", ten.more)), "{text}");
        let (declared, _) = report(OpeningRule::Yamaguchi);
        assert_eq!(declared.fifth_moves, BTreeMap::from([(1, 2)]));
        assert_eq!(ten.fifth_moves.get(&10).copied().unwrap_or_default(), ten.more);
    }

    #[test]
    fn the_seed_decides_the_games_and_every_game_has_a_result() {
        let options = PlayOptions {
            opening_rule: OpeningRule::Swap2,
            rule: None,
            size: BoardSize::default(),
            count: 3,
            seed: 7,
            decision_nodes: 400,
            nodes: 60,
        };
        let run = || play_openings(&options, &StopHandle::new(), &NoMeter);
        let report = run();
        assert_eq!(report.first.games(), 3);
        // With two more stones the first player chooses, too.
        assert_eq!(report.swapped + report.stayed, 3);
        assert_eq!(report, run());
        let stop = StopHandle::new();
        stop.stop();
        let endless = PlayOptions { count: usize::MAX, ..options };
        assert_eq!(play_openings(&endless, &stop, &NoMeter).first.games(), 0);
        assert!((Tally { won: 1, drawn: 2, lost: 1 }.score() - 0.5).abs() < 1e-9);
    }
}
