//! Balance of the openings that the engine makes under an opening rule.
//!
//! Two players of equal strength play games. All decisions are those of the engine, so the score of the player who begins measures the
//! balance.

use std::io::{self, Write};

use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use crate::interrupt::Interrupt;
use crate::meter::Meter;
use crate::search_limit::SearchLimit;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::GOLDEN;
use rustgomo::decision::choose;
use rustgomo::geometry::{BoardSize, Color};
use rustgomo::opening::{Choice, Dialogue, OpeningRule, Player};
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::{Searcher, Silent};

/// Transposition table of a player.
const TABLE_BYTES: usize = 16 << 20;
/// Games between two progress reports. Does not affect results.
const BATCH: usize = 8;

/// Minimum number of games for an error bar, since the normal approximation fails for fewer.
const MIN_GAMES: usize = 20;
/// Standard deviations of a 95 % interval.
const INTERVAL_95: f64 = 1.96;

/// Which games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct PlayOptions {
    /// Opening rule: swap, swap2, rif, yamaguchi, soosorv8 or taraguchi10.
    #[arg(long, default_value = "swap2")]
    pub opening_rule: OpeningRule,
    /// Rule: freestyle, standard, renju, caro or exact-caro [default: renju for an opening rule of renju, else standard].
    #[arg(long, value_parser = values::rule)]
    pub rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15.
    #[arg(long, default_value = "15", value_parser = values::size)]
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
    /// Drawn.
    pub drawn: usize,
    /// Lost.
    pub lost: usize,
}

/// Result of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayReport {
    /// Results of the player who put the first stone.
    pub first: Tally,
    /// Results of black.
    pub black: Tally,
    /// How often a player swapped colours.
    pub swapped: usize,
    /// How often a player could have swapped and stayed.
    pub stayed: usize,
    /// How often a player added two stones or offered ten fifth moves instead.
    pub more: usize,
    /// Total number of stones at the end of the games.
    pub stones: usize,
}

/// A finished game.
struct Played {
    choices: Vec<Choice>,
    /// The first player's colour.
    first: Color,
    winner: Option<Color>,
    stones: usize,
}

/// Plays the games on all threads of the current rayon pool. The result is partial after an interruption.
pub fn play_openings(options: &PlayOptions, interrupt: &Interrupt, meter: &dyn Meter) -> PlayReport {
    let mut report = PlayReport::default();
    let numbers: Vec<u64> = (0..options.count as u64).collect();
    for batch in numbers.chunks(BATCH) {
        let played: Vec<_> =
            batch.par_iter().filter_map(|&number| play(options, number, interrupt)).collect();
        for game in &played {
            report.add(game);
        }
        let note = format!("first player {:.1} %", 100.0 * report.first.score());
        meter.advance(report.first.games() as u64, options.count as u64, &note);
    }
    report
}

impl Tally {
    /// All games.
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
        let error =
            self.error().map_or_else(|| "unknown".to_owned(), |error| format!("{:.1}", 100.0 * error));
        let (won, drawn, lost) = (self.won, self.drawn, self.lost);
        writeln!(
            out,
            "{name}: {won} won, {drawn} drawn, {lost} lost: {:.1} % (± {error})",
            100.0 * self.score()
        )
    }

    /// Half width of the 95 % interval of the score; `None` for too few games or if all results are equal.
    pub fn error(&self) -> Option<f64> {
        let (games, score) = (self.games() as f64, self.score());
        let squares = [(self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0)]
            .map(|(count, points): (usize, f64)| count as f64 * (points - score).powi(2));
        let variance = squares.iter().sum::<f64>() / games;
        (self.games() >= MIN_GAMES && variance > 0.0).then(|| INTERVAL_95 * (variance / games).sqrt())
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
    }

    /// Writes the figures as text.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.first.write(out, "first player")?;
        self.black.write(out, "black")?;
        let Self { swapped, stayed, more, .. } = self;
        writeln!(out, "choices: swap {swapped}, stay {stayed}, more stones {more}")?;
        let mean = self.stones as f64 / self.first.games().max(1) as f64;
        writeln!(out, "mean length {mean:.1} moves")
    }
}

/// Plays a game; `None` if it was interrupted.
fn play(options: &PlayOptions, number: u64, interrupt: &Interrupt) -> Option<Played> {
    // Decorrelates neighbouring numbers and seeds.
    let seed = options.seed.wrapping_mul(GOLDEN).rotate_left(32) ^ number.wrapping_mul(GOLDEN);
    let mut players = [Searcher::new(TABLE_BYTES), Searcher::new(TABLE_BYTES)];
    let mut opening = Dialogue::new(options.opening_rule, options.size).ok()?;
    while opening.question().is_some() {
        if interrupt.is_raised() {
            return None;
        }
        let player = &mut players[usize::from(opening.decider() == Player::Second)];
        for choice in
            choose(player, &opening, options.rule(), options.decision_nodes, seed, &StopHandle::new())
        {
            opening.choose(choice).ok()?;
        }
    }
    let first = if opening.player(Color::Black) == Player::First { Color::Black } else { Color::White };
    let mut board = opening.board().clone();
    let limit = SearchLimit { nodes: Some(options.nodes), ..SearchLimit::default() };
    let winner = loop {
        match outcome(&board, options.rule()) {
            Outcome::Win(color) => break Some(color),
            Outcome::Draw => break None,
            Outcome::Unfinished => {}
        }
        let player = &mut players[usize::from(board.side_to_move() != first)];
        let best = limit.search(player, (&board, options.rule()), &[], interrupt, &mut Silent).best?;
        if interrupt.is_raised() {
            return None;
        }
        board.play(best).ok()?;
    };
    Some(Played { choices: opening.choices().to_vec(), first, winner, stones: board.history().len() })
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
        assert_eq!(text(0, 0, 3), "black: 0 won, 0 drawn, 3 lost: 0.0 % (± unknown)\n");
        assert_eq!(text(0, 0, 40), "black: 0 won, 0 drawn, 40 lost: 0.0 % (± unknown)\n");
        assert_eq!(text(50, 0, 50), "black: 50 won, 0 drawn, 50 lost: 50.0 % (± 9.8)\n");
        // Draws vary less than wins and losses.
        assert_eq!(text(0, 50, 50), "black: 0 won, 50 drawn, 50 lost: 25.0 % (± 4.9)\n");
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
        let run = || play_openings(&options, &Interrupt::default(), &NoMeter);
        let report = run();
        assert_eq!(report.first.games(), 3);
        // With two more stones the first player chooses, too.
        assert_eq!(report.swapped + report.stayed, 3);
        assert_eq!(report, run());
        assert!((Tally { won: 1, drawn: 2, lost: 1 }.score() - 0.5).abs() < 1e-9);
    }
}
