//! One game under a strict referee.
//!
//! The referee uses the reference functions of `rules` rather than the pattern tables of the engine.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use super::log::Logs;
use super::options::{Conditions, EngineLimits, EngineOptions};
use super::player::{PlayerFailure, Reply, quoted, time_left};
use super::process::Process;
use rustgomo::StopHandle;
use rustgomo::board::{Board, square_name};
use rustgomo::geometry::{ByColor, Color};
use rustgomo::record::{GameRecord, GameResult, RecordedMove, Termination};
use rustgomo::rules::{self, Foul, MoveEnd};

/// An engine and its process, which is started when needed.
pub(super) struct PlayerSlot<'a> {
    engine: &'a EngineOptions,
    logs: Option<&'a Logs>,
    player: Option<Process>,
}

/// Statistics of a player in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerStats {
    /// Moves that exceeded the limit within the tolerance.
    pub late_moves: u32,
    /// Longest time over the limit, including games lost on time.
    pub worst_lateness: Duration,
    /// Largest memory of the process, in bytes; 0 if unknown.
    pub peak_memory: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    pub record: GameRecord,
    pub stats: ByColor<PlayerStats>,
}

impl<'a> PlayerSlot<'a> {
    /// A slot without a process. Each process gets its own log if `logs` is given.
    pub(super) const fn new(engine: &'a EngineOptions, logs: Option<&'a Logs>) -> Self {
        Self { engine, logs, player: None }
    }

    /// Ends the process; the next game starts a new one.
    pub(super) fn leave(&mut self) {
        self.player = None;
    }

    /// Starts a game, and the process if needed; `None` if the match is being stopped.
    fn begin(
        &mut self,
        conditions: &Conditions,
        title: &str,
        stop: &StopHandle,
    ) -> Result<Option<()>, PlayerFailure> {
        let player = match self.player.take() {
            Some(player) => player,
            None => self.start().map_err(|error| PlayerFailure {
                termination: Termination::Crash,
                remark: format!("cannot be started: {error}"),
            })?,
        };
        let player = self.player.insert(player);
        player.note(title);
        player.begin(self.engine, conditions, stop)
    }

    fn start(&self) -> io::Result<Process> {
        let log = self.logs.map(|logs| logs.open(self.engine)).transpose()?;
        Process::start(&self.engine.command, log)
    }
}

/// Plays a game from an opening. `None` if the match is being stopped.
pub(super) fn play(
    conditions: &Conditions,
    mut record: GameRecord,
    slots: ByColor<&mut PlayerSlot<'_>>,
    stop: &StopHandle,
) -> Option<PlayedGame> {
    let board = record.board().ok()?;
    record.opening = record.moves.len();
    let clocks = ByColor(Color::BOTH.map(|color| slots[color].engine.limits.match_ms.map(i64::from)));
    let agreement = ByColor::default();
    let stats = ByColor::default();
    let mut game = GameInPlay {
        conditions,
        board,
        record,
        slots,
        clocks,
        agreement,
        stats,
        has_moved: ByColor([false; 2]),
    };
    let is_finished = game.play_to_the_end(stop);
    for color in Color::BOTH {
        let peak = game.slots[color].player.as_ref().and_then(Process::peak_memory);
        game.stats[color].peak_memory = peak.unwrap_or(0);
        let has_failed = game.record.termination.is_failure()
            && game.record.termination != Termination::Forbidden
            && game.record.result == GameResult::Win(color.opponent());
        if has_failed || !is_finished {
            game.slots[color].leave();
        }
    }
    is_finished.then_some(PlayedGame { record: game.record, stats: game.stats })
}

/// A game in progress.
struct GameInPlay<'a, 'b> {
    conditions: &'a Conditions,
    board: Board,
    record: GameRecord,
    slots: ByColor<&'a mut PlayerSlot<'b>>,
    /// Milliseconds left for the game; below zero within the tolerance.
    clocks: ByColor<Option<i64>>,
    agreement: ByColor<Streaks>,
    stats: ByColor<PlayerStats>,
    has_moved: ByColor<bool>,
}

/// Consecutive moves with a score beyond that of the adjudication.
#[derive(Clone, Copy, Default)]
struct Streaks {
    winning: u32,
    losing: u32,
}

impl GameInPlay<'_, '_> {
    /// Plays until the record has a result; false if the match is being stopped.
    fn play_to_the_end(&mut self, stop: &StopHandle) -> bool {
        for color in Color::BOTH {
            let title = format!("game {} as {}", self.record.number, color.name());
            match self.slots[color].begin(self.conditions, &title, stop) {
                Ok(Some(())) => {}
                Ok(None) => return false,
                Err(failure) => {
                    self.lose(color, failure.termination, &failure.remark);
                    return true;
                }
            }
        }
        while self.record.result == GameResult::Unfinished {
            let color = self.board.side_to_move();
            let tolerance = self.tolerance();
            match self.request_move(color, stop) {
                Ok(None) => return false,
                Err(failure) => {
                    if failure.termination == Termination::Time {
                        let worst = &mut self.stats[color].worst_lateness;
                        *worst = (*worst).max(tolerance);
                    }
                    self.lose(color, failure.termination, &failure.remark);
                }
                Ok(Some(reply)) => self.take_reply(color, &reply),
            }
        }
        true
    }

    fn request_move(&mut self, color: Color, stop: &StopHandle) -> Result<Option<Reply>, PlayerFailure> {
        let request = self.request(color);
        let limits = *self.limits(color);
        let patience = Duration::from_millis(limits.patience_ms.into());
        let limit = self.limit(color).map_or(patience, |limit| limit + self.tolerance());
        let memory = limits.enforces_memory.then_some(limits.memory_bytes);
        self.has_moved[color] = true;
        match self.slots[color].player.as_mut() {
            Some(player) => player.request_move(&request, limit, memory, stop),
            None => Ok(None),
        }
    }

    fn limits(&self, color: Color) -> &EngineLimits {
        &self.slots[color].engine.limits
    }

    /// Time for the next move without the tolerance; `None` without a limit.
    fn limit(&self, color: Color) -> Option<Duration> {
        let left_ms = self.clocks[color].map(|ms| u64::try_from(ms).unwrap_or(0));
        let turn_ms = self.limits(color).turn_ms.map(u64::from);
        left_ms.into_iter().chain(turn_ms).min().map(Duration::from_millis)
    }

    /// Remaining tolerance: the game's clock may exceed its time by the tolerance once, not in every move.
    fn tolerance(&self) -> Duration {
        let color = self.board.side_to_move();
        let over_ms = self.clocks[color].map_or(0, |ms| u64::try_from(-ms.min(0)).unwrap_or(0));
        Duration::from_millis(u64::from(self.limits(color).tolerance_ms).saturating_sub(over_ms))
    }

    /// The lines that request a move: `BEGIN` on an empty board, `BOARD` after an opening, else `TURN`.
    fn request(&self, color: Color) -> String {
        let mut lines = time_left(self.clocks[color]);
        // Writing to a string cannot fail, here and below.
        match self.record.moves.last() {
            None => lines.push_str("BEGIN\n"),
            Some(last) if self.has_moved[color] => {
                let _ = writeln!(lines, "TURN {},{}", last.square.x(), last.square.y());
            }
            Some(_) => {
                lines.push_str("BOARD\n");
                for (i, square) in self.record.squares().enumerate() {
                    let field = if i % 2 == color.index() { 1 } else { 2 };
                    let _ = writeln!(lines, "{},{},{field}", square.x(), square.y());
                }
                lines.push_str("DONE\n");
            }
        }
        lines
    }

    fn take_reply(&mut self, color: Color, reply: &Reply) {
        let ms = u32::try_from(reply.elapsed.as_millis()).unwrap_or(u32::MAX);
        let limit = self.limit(color);
        let tolerance = self.tolerance();
        self.record_time(color, reply.elapsed, limit);
        if let Some(clock) = &mut self.clocks[color] {
            *clock -= i64::from(ms);
        }
        if limit.is_some_and(|limit| reply.elapsed > limit + tolerance) {
            let limit_ms = limit.unwrap_or_default().as_millis();
            return self.lose(color, Termination::Time, &format!("took {ms} ms, {limit_ms} ms were left"));
        }
        let increment_ms = self.limits(color).increment_ms;
        if let Some(clock) = &mut self.clocks[color] {
            *clock = clock.saturating_add(increment_ms.into());
        }
        let Some((x, y)) = coordinates(&reply.text) else {
            let remark = format!("answered {} instead of a move", quoted(&reply.text));
            return self.lose(color, Termination::Protocol, &remark);
        };
        let square = self.board.size().square(x, y).filter(|&square| self.board.is_empty(square));
        let Some(square) = square else {
            let remark = format!("played {x},{y}, which is not a free square");
            return self.lose(color, Termination::Illegal, &remark);
        };
        self.play_move(color, RecordedMove { square, score: reply.score, time_ms: Some(ms) });
    }

    fn record_time(&mut self, color: Color, elapsed: Duration, limit: Option<Duration>) {
        let stats = &mut self.stats[color];
        if let Some(late) = limit.and_then(|limit| elapsed.checked_sub(limit)).filter(|late| !late.is_zero())
        {
            stats.late_moves += 1;
            stats.worst_lateness = stats.worst_lateness.max(late);
        }
    }

    /// Plays a move on a free square and checks for the end of the game.
    fn play_move(&mut self, color: Color, played: RecordedMove) {
        let rule = self.conditions.rule;
        self.record.moves.push(played);
        let end = rules::move_end(&self.board, rule, color, played.square);
        if let Some(MoveEnd::Foul(foul)) = end {
            let remark = format!("{} {}", square_name(played.square, self.board.size()), foul_text(foul));
            return self.lose(color, Termination::Forbidden, &remark);
        }
        // The square is free.
        let _ = self.board.play(played.square);
        match end {
            Some(MoveEnd::FullBoard) => self.end(GameResult::Draw, Termination::FullBoard),
            Some(_) => self.end(GameResult::Win(color), Termination::Five),
            None => self.adjudicate(color, played.score),
        }
    }

    fn adjudicate(&mut self, mover: Color, score: Option<i16>) {
        let adjudication = self.conditions.adjudication;
        if let Some(agreed) = adjudication.win {
            let streaks = &mut self.agreement[mover];
            let next = |is_so: bool, length: u32| if is_so { length + 1 } else { 0 };
            streaks.winning = next(score.is_some_and(|score| score >= agreed.score), streaks.winning);
            streaks.losing = next(score.is_some_and(|score| score <= -agreed.score), streaks.losing);
            for color in Color::BOTH {
                let own = self.agreement[color].winning >= agreed.moves;
                if own && self.agreement[color.opponent()].losing >= agreed.moves {
                    return self.end(GameResult::Win(color), Termination::AdjudicatedWin);
                }
            }
        }
        if adjudication.draw_after.is_some_and(|moves| self.record.moves.len() >= moves) {
            self.end(GameResult::Draw, Termination::AdjudicatedDraw);
        }
    }

    fn end(&mut self, result: GameResult, termination: Termination) {
        self.record.result = result;
        self.record.termination = termination;
    }

    fn lose(&mut self, color: Color, termination: Termination, remark: &str) {
        self.end(GameResult::Win(color.opponent()), termination);
        self.record.remark = format!("{}: {remark}", self.record.names[color]);
    }
}

const fn foul_text(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "is an overline",
        Foul::DoubleFour => "is a double four",
        Foul::DoubleThree => "is a double three",
    }
}

/// Two numbers separated by a comma and nothing else, as in the strictest manager.
fn coordinates(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    let number = |part: &str| part.trim().parse::<i64>().ok();
    Some((number(x)?, number(y)?))
}
