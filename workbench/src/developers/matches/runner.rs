//! Plays the games of a match concurrently.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use anyhow::{Context, Result, anyhow, bail};
use parking_lot::Mutex;

use super::command_line::program_name;
use super::elo::Tally;
use super::game::{PlayedGame, PlayerSlot, play};
use super::log::Logs;
use super::names::distinct_names;
use super::options::{Conditions, MatchOptions};
use super::process::Process;
use super::schedule::{Schedule, ScheduledGame};
use super::sprt::{Sprt, SprtVerdict};
use super::standings::Standings;
use crate::threads::pool;
use crate::values::cores;
use rustgomo::StopHandle;
use rustgomo::geometry::ByColor;
use rustgomo::record::{GameRecord, Termination};

/// Maximum number of concurrent games per core. The engines of a game think in turns; more games only wait
/// for one another.
const GAMES_A_CORE: usize = 4;

/// A match that is ready to start.
#[derive(Debug)]
pub struct Match {
    options: MatchOptions,
    schedule: Schedule,
    names: Vec<String>,
    logs: Option<Logs>,
}

impl Match {
    /// Checks the options and starts every engine once to request its name.
    pub fn new(options: MatchOptions) -> Result<Self> {
        if options.engines.len() < 2 {
            bail!("expected two engines or more, found {}", options.engines.len());
        }
        options.expect_different_games()?;
        let folder = options.log.as_deref().unwrap_or(Path::new(""));
        let unusable = || format!("cannot use {}", folder.display());
        let logs = options.log.as_deref().map(Logs::new).transpose().with_context(unusable)?;
        let mut names: Vec<String> = Vec::new();
        for engine in &options.engines {
            let log = logs.as_ref().map(|logs| logs.open(engine)).transpose().with_context(unusable)?;
            let unable = || format!("the engine {:?} cannot be started", engine.command);
            let mut player = Process::start(&engine.command, log).with_context(unable)?;
            let name = engine.name.clone().or_else(|| player.name());
            names.push(name.unwrap_or_else(|| program_name(&engine.command)));
        }
        let names = distinct_names(&options.engines, &names);
        let schedule = Schedule::new(&options);
        Ok(Self { options, schedule, names, logs })
    }

    pub const fn options(&self) -> &MatchOptions {
        &self.options
    }

    /// The games.
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Number of concurrent games: that of the options, limited by the number of games and the cores of the
    /// machine.
    pub fn concurrency(&self) -> usize {
        let games = usize::try_from(self.schedule.count()).unwrap_or(usize::MAX);
        self.options.concurrency.min(games).min(cores(0).saturating_mul(GAMES_A_CORE)).max(1)
    }

    /// Why fewer games run concurrently than requested; `None` if none are missing.
    pub fn concurrency_note(&self) -> Option<String> {
        let (asked, found, games) = (self.options.concurrency, self.concurrency(), self.schedule.count());
        let reason = if found as u64 == games {
            "the match has no more games".to_owned()
        } else {
            format!("{GAMES_A_CORE} for each of the {} cores of this machine", cores(0))
        };
        (found < asked).then(|| format!("{found} games at the same time instead of {asked}: {reason}"))
    }

    /// Plays all games that are not in `earlier` and calls `observe` after each. Ends early when `stop`
    /// is stopped, the sequential test is decided, or an engine crashed without [`MatchOptions::recovers`].
    /// Games that are interrupted, end by such a crash or end behind the verdict are not counted.
    pub fn run(
        &self,
        earlier: &[GameRecord],
        stop: &StopHandle,
        observe: &mut dyn FnMut(&PlayedGame, &Standings) -> Result<()>,
    ) -> Result<Standings> {
        let mut standings = self.standings_of(earlier)?;
        let done: HashSet<u64> = earlier.iter().map(|record| record.number).collect();
        let missing = self.schedule.count().saturating_sub(done.len() as u64);
        let workers = self.concurrency().min(usize::try_from(missing).unwrap_or(usize::MAX)).max(1);
        let queue = Mutex::new(self.schedule.games().filter(|game| !done.contains(&game.number)));
        let enough = AtomicBool::new(self.has_verdict(&standings));
        let pool = pool(workers)?;
        let next = || {
            let is_over = stop.is_stopped() || enough.load(Ordering::Relaxed);
            if is_over { None } else { queue.lock().next() }
        };
        let mut outcome = Ok(());
        pool.in_place_scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..workers {
                let sender = sender.clone();
                let next = &next;
                scope.spawn(move |_| self.work(next, stop, &sender));
            }
            drop(sender);
            for (game, played) in finished {
                if outcome.is_ok() {
                    outcome = self.count(&mut standings, &game, played, observe);
                }
                if outcome.is_err() || standings.crash.is_some() || self.has_verdict(&standings) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        });
        outcome?;
        Ok(standings)
    }

    /// Counts a finished game, except one that was still running when the sequential test was decided: the
    /// first verdict is the one whose error rates are known.
    fn count(
        &self,
        standings: &mut Standings,
        game: &ScheduledGame,
        played: PlayedGame,
        observe: &mut dyn FnMut(&PlayedGame, &Standings) -> Result<()>,
    ) -> Result<()> {
        if self.has_verdict(standings) {
            return Ok(());
        }
        if played.record.termination == Termination::Crash && !self.options.recovers {
            standings.crash.get_or_insert(played.record);
            return Ok(());
        }
        standings.add(game, &played.record);
        standings.add_stats(game, &played.stats);
        observe(&played, standings)
    }

    /// Plays as [`run`](Self::run) does, but a failure of an engine is an error: it says nothing about the
    /// strength. A forbidden move is a normal loss.
    pub fn run_sound(
        &self,
        earlier: &[GameRecord],
        stop: &StopHandle,
        observe: &mut dyn FnMut(&PlayedGame, &Standings) -> Result<()>,
    ) -> Result<Standings> {
        let failed = |remark: &str| anyhow!("an engine failed: {remark}");
        let standings = self.run(earlier, stop, &mut |played, standings| {
            let GameRecord { termination, remark, .. } = &played.record;
            if termination.is_failure() && *termination != Termination::Forbidden {
                return Err(failed(remark));
            }
            observe(played, standings)
        })?;
        match &standings.crash {
            Some(game) => Err(failed(&game.remark)),
            None => Ok(standings),
        }
    }

    /// Whether the match is complete: all games of this part were played or the test is decided, and no crash
    /// ended it.
    pub fn is_complete(&self, standings: &Standings) -> bool {
        let is_over = u64::from(standings.games()) == self.schedule.count() || self.has_verdict(standings);
        is_over && standings.crash.is_none()
    }

    /// The standings after the games of a file.
    fn standings_of(&self, earlier: &[GameRecord]) -> Result<Standings> {
        let mut standings = Standings::new(&self.names, &self.schedule);
        let mut seen = HashSet::new();
        for record in earlier {
            let game = self.schedule.game(record.number).filter(|game| {
                let names = [game.black, game.white].map(|player| self.names[player].clone());
                let Conditions { rule, size, .. } = self.options.conditions;
                let opening = self.options.openings.get(game.opening, rule, size);
                let is_same_opening =
                    record.opening == opening.len() && record.squares().take(record.opening).eq(opening);
                record.names.0 == names && (record.rule, record.size) == (rule, size) && is_same_opening
            });
            if !seen.insert(record.number) {
                bail!("expected every game of the file to continue once, found game {} twice", record.number);
            }
            let Some(game) = game else {
                bail!(
                    "game {} of the file to continue does not belong to this match: players, rule, size, opening or number differ",
                    record.number
                );
            };
            standings.add(&game, record);
        }
        Ok(standings)
    }

    /// Whether the sequential test is decided.
    fn has_verdict(&self, standings: &Standings) -> bool {
        let is_over =
            |(sprt, tally): (Sprt, Tally)| sprt.verdict(sprt.llr(&tally.pairs)) != SprtVerdict::Continue;
        standings.tested(&self.options).is_some_and(is_over)
    }

    /// Plays games until there are no more.
    fn work(
        &self,
        next: &(dyn Fn() -> Option<ScheduledGame> + Sync),
        stop: &StopHandle,
        finished: &Sender<(ScheduledGame, PlayedGame)>,
    ) {
        let slot = |engine| PlayerSlot::new(engine, self.logs.as_ref());
        let mut slots: Vec<PlayerSlot<'_>> = self.options.engines.iter().map(slot).collect();
        while let Some(game) = next() {
            let Ok([black, white]) = slots.get_disjoint_mut([game.black, game.white]) else { return };
            let players = ByColor([&mut *black, &mut *white]);
            let Some(played) = play(&self.options.conditions, self.record(&game), players, stop) else {
                return;
            };
            if self.options.fresh {
                black.leave();
                white.leave();
            }
            if finished.send((game, played)).is_err() {
                return;
            }
        }
    }

    /// The record of a game after its opening.
    fn record(&self, game: &ScheduledGame) -> GameRecord {
        let conditions = &self.options.conditions;
        let mut record = GameRecord::new(conditions.size, conditions.rule);
        record.number = game.number;
        record.names = ByColor([game.black, game.white].map(|player| self.names[player].clone()));
        for square in self.options.openings.get(game.opening, conditions.rule, conditions.size) {
            record.push(square);
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::super::openings::Openings;
    use super::super::options::{Adjudication, EngineLimits, EngineOptions};
    use super::super::report::table;
    use super::super::sprt::EloModel;
    use super::*;
    use rustgomo::geometry::{BoardSize, Color};
    use rustgomo::record::GameResult;
    use rustgomo::rules::Rule;

    /// A test of A against B, without their processes.
    fn test_of_strength() -> Match {
        let engine = EngineOptions {
            command: String::new(),
            name: None,
            infos: Vec::new(),
            limits: EngineLimits::default(),
        };
        let size = BoardSize::new(15, 15).unwrap();
        let conditions = Conditions { rule: Rule::Freestyle, size, adjudication: Adjudication::default() };
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        let options = MatchOptions {
            games: 1000,
            recovers: false,
            sprt: Some(sprt),
            ..MatchOptions::duel([engine.clone(), engine], conditions, Openings::Random { seed: 1 })
        };
        let schedule = Schedule::new(&options);
        Match { options, schedule, names: ["A", "B"].map(str::to_owned).to_vec(), logs: None }
    }

    #[test]
    fn games_that_end_behind_the_verdict_change_nothing() {
        let contest = test_of_strength();
        let mut standings = contest.standings_of(&[]).unwrap();
        let mut written = 0;
        let mut play = |standings: &mut Standings, number, is_won: bool, termination| {
            let game = contest.schedule.game(number).unwrap();
            let mut record = contest.record(&game);
            let winner = if game.is_first_black() == is_won { Color::Black } else { Color::White };
            (record.result, record.termination) = (GameResult::Win(winner), termination);
            let played = PlayedGame { record, stats: ByColor::default() };
            let mut observe = |_: &PlayedGame, _: &Standings| {
                written += 1;
                Ok(())
            };
            contest.count(standings, &game, played, &mut observe).unwrap();
            written
        };
        // A pair of equals, so that the results vary.
        play(&mut standings, 1, true, Termination::Five);
        play(&mut standings, 2, false, Termination::Five);
        let mut number = 2;
        while !contest.has_verdict(&standings) {
            number += 1;
            play(&mut standings, number, true, Termination::Five);
        }
        assert!(contest.is_complete(&standings) && number > 4 && number < 900, "{number}");
        play(&mut standings, number + 1, false, Termination::Crash);
        for late in 2..50 {
            assert_eq!(play(&mut standings, number + late, false, Termination::Five), number);
        }
        assert!(contest.is_complete(&standings));
        let mut report = Vec::new();
        table(&mut report, &standings, &contest.options).unwrap();
        let report = String::from_utf8(report).unwrap();
        assert!(report.contains(": passed") && report.contains(&format!("\n{number} games, ")), "{report}");
    }
}
