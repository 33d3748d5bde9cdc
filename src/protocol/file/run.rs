//! Making one move.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use super::super::gomocup::{Dialect, Info, finished_game};
use super::super::tokens::integer;
use super::folder::{BOARD, INFO, MESSAGE, MOVE, TIMEOUTS, find, read, replace};
use super::{FileError, position};
use crate::clock::Instant;
use crate::engine::{Answer, Change, Engine, EngineError, EngineEvent, Event, NO_LIMIT_MS};
use crate::geometry::Square;
use crate::search::Progress;

const MS_PER_SECOND: i64 = 1000;
/// Time in milliseconds for loading and ending the process, which the manager counts, too, without that for
/// the table.
const START_AND_END_MS: i64 = 20;
/// Bytes of the transposition table that the system unmaps in a millisecond at the end.
const CLEARED_BYTES_PER_MS: usize = 4 << 20;
/// Transposition table per second of thinking: what a fast processor fills in that time.
const TABLE_BYTES_PER_SECOND: u64 = 32 << 20;
/// Smallest requested table.
const MIN_TABLE_BYTES: u64 = 16 << 20;

/// Reads the files of a folder, thinks, and writes the move. `prepare` sets up the engine: networks, and
/// settings that apply unless the files change them. The clock started at `started`. `retire` takes the
/// engine afterwards: a process that ends need not wait for its threads.
///
/// # Errors
/// [`FileError`]; the text also goes to `MSG.DAT` if the manager made that file.
pub fn run(
    folder: &Path,
    started: Instant,
    seed: u64,
    prepare: impl FnOnce(&mut Engine),
    retire: impl FnOnce(Engine),
) -> Result<(), FileError> {
    let result = answer(folder, started, seed, prepare, retire);
    let message = match &result {
        Ok(message) => message.clone(),
        Err(error) => Some(error.to_string()),
    };
    if let Some(message) = message.filter(|_| find(folder, MESSAGE).is_some()) {
        // The move matters; a lost message does not.
        let _ = replace(folder, MESSAGE, &format!("{message}\n"));
    }
    result.map(drop)
}

/// Writes the move and returns the message about it.
fn answer(
    folder: &Path,
    started: Instant,
    seed: u64,
    prepare: impl FnOnce(&mut Engine),
    retire: impl FnOnce(Engine),
) -> Result<Option<String>, FileError> {
    let game = position::read(&read(folder, BOARD)?, &read(folder, MOVE)?)?;
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::new(seed, move |event| drop(sender.send(event)))?;
    prepare(&mut engine);
    let limit = set_up(&mut engine, &settings(folder));
    let finished = finished_game(game.board(), engine.session().settings().rule);
    engine.set_game(game);
    let outside = limit.map_or(Duration::ZERO, |limit| time_outside(limit, engine.search().table_bytes()));
    engine.think(started.checked_sub(outside).unwrap_or(started))?;
    let (square, message) = decide(&mut engine, &events);
    let square = square.ok_or(EngineError::BoardFull)?;
    let written = replace(folder, MOVE, &format!("{},{}\n", square.x(), square.y()));
    retire(engine);
    written.map(|()| finished.or(message))
}

/// Applies the changes, with a table that suits the time unless they set its size. Returns the time limit in
/// milliseconds, if there is one.
fn set_up(engine: &mut Engine, changes: &[Change]) -> Option<i64> {
    let limits = changes.iter().filter_map(|change| match change {
        Change::TurnMs(ms) => Some(*ms),
        Change::LeftMs(ms) => Some(*ms).filter(|&ms| ms < NO_LIMIT_MS),
        _ => None,
    });
    let limit = limits.min();
    if let Some(ms) = limit {
        let thinking_ms = u64::try_from(ms).unwrap_or(0);
        let wish = thinking_ms.saturating_mul(TABLE_BYTES_PER_SECOND) / MS_PER_SECOND as u64;
        if wish < engine.search().table_bytes() as u64 {
            engine.change(Change::HashBytes(wish.max(MIN_TABLE_BYTES)));
        }
    }
    for &change in changes {
        engine.change(change);
    }
    limit
}

/// The time for start and end of the process, which the manager counts: half of the limit at most.
fn time_outside(limit_ms: i64, table_bytes: usize) -> Duration {
    let clearing_ms = i64::try_from(table_bytes / CLEARED_BYTES_PER_MS).unwrap_or(i64::MAX);
    let ms = START_AND_END_MS.saturating_add(clearing_ms).min(limit_ms / 2);
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

/// Waits for the engine's move, and returns it with a message: a warning, or depth, score and nodes.
fn decide(engine: &mut Engine, events: &Receiver<Event>) -> (Option<Square>, Option<String>) {
    let mut last = None;
    let mut warning = engine.take_notices().into_iter().next();
    loop {
        let event = match engine.search().rescue_at() {
            Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())).ok(),
            None => events.recv().ok(),
        };
        let event = match event {
            Some(event) => engine.handle(event),
            None => engine.rescue(),
        };
        match event {
            Some(EngineEvent::Answer(Answer::Move(square))) => return (Some(square), warning.or(last)),
            Some(EngineEvent::Progress(Progress { depth, score, nodes, .. })) => {
                last = Some(format!("depth {depth} score {score} nodes {nodes}"));
            }
            Some(EngineEvent::Warning(text) | EngineEvent::Notice(text)) => warning = Some(text),
            Some(EngineEvent::Answer(_) | EngineEvent::NoMove) => return (None, warning),
            Some(
                EngineEvent::Lines { .. }
                | EngineEvent::Table(_)
                | EngineEvent::Database(_)
                | EngineEvent::Recorded,
            )
            | None => {}
        }
        if !engine.search().is_thinking() {
            return (None, warning);
        }
    }
}

/// The settings of both files. `INFO.DAT` is exact; `TIMEOUTS.DAT` has the limit of the move in seconds. A
/// manager that writes milliseconds there also writes `INFO.DAT`, whose limit then counts.
fn settings(folder: &Path) -> Vec<Change> {
    let info = read(folder, INFO).unwrap_or_default();
    let change = |line| match Info::parse(line, Dialect::Gomocup) {
        Some(Info::Change(change)) => Some(change),
        _ => None,
    };
    let mut changes: Vec<Change> = info.lines().filter_map(change).collect();
    let timeouts = read(folder, TIMEOUTS).unwrap_or_default();
    let mut numbers = timeouts.split_whitespace().map(|word| integer(word).ok());
    let (turn, left) = (numbers.next().flatten(), numbers.next().flatten());
    if !changes.iter().any(|change| matches!(change, Change::TurnMs(_))) {
        changes.extend(turn.map(|seconds| Change::TurnMs(seconds.saturating_mul(MS_PER_SECOND))));
    }
    changes.extend(left.map(Change::LeftMs));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(changes: &[Change]) -> (Engine, Option<i64>) {
        let mut engine = Engine::new(1, |_| {}).unwrap();
        let limit = set_up(&mut engine, changes);
        (engine, limit)
    }

    #[test]
    fn a_short_move_gets_a_table_that_is_soon_cleared_away() {
        let table = |changes: &[Change]| engine(changes).0.search().table_bytes() as u64;
        assert_eq!(table(&[Change::TurnMs(1000)]) >> 20, TABLE_BYTES_PER_SECOND >> 20);
        assert_eq!(table(&[Change::TurnMs(0)]), MIN_TABLE_BYTES);
        assert_eq!(table(&[Change::TurnMs(1000), Change::LeftMs(-5)]), MIN_TABLE_BYTES);
        let unlimited = table(&[]);
        assert_eq!(table(&[Change::TurnMs(60_000), Change::LeftMs(NO_LIMIT_MS)]), unlimited);
        let wish = [Change::HashBytes(8 << 20), Change::TurnMs(1000)];
        assert_eq!(table(&wish), 8 << 20, "the files' own size counts more");
        assert!(table(&[Change::TurnMs(10_000), Change::MaxMemory(64 << 20)]) < 64 << 20);
    }

    #[test]
    fn the_end_of_the_process_is_part_of_the_limit() {
        let outside = |ms| {
            let (engine, limit) = engine(&[Change::TurnMs(ms)]);
            time_outside(limit.unwrap(), engine.search().table_bytes()).as_millis()
        };
        assert_eq!(outside(1000), 28);
        assert_eq!(outside(2000), 36);
        assert_eq!(outside(30_000), 84);
        assert_eq!(outside(30), 15);
        assert_eq!((outside(0), outside(-20)), (0, 0));
    }
}
