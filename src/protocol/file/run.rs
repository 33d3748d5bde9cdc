//! One move.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use super::super::gomocup::{Dialect, Info};
use super::super::tokens::integer;
use super::folder::{BOARD, INFO, MESSAGE, MOVE, TIMEOUTS, find, read, replace};
use super::{FileError, position};
use crate::engine::{Answer, Change, Engine, Event, News};
use crate::geometry::Square;
use crate::search::Progress;

const MS_PER_SECOND: i64 = 1000;

/// Reads the files of a folder, thinks with an engine that `prepare` has given other networks, or settings that hold unless
/// the files change them, and writes the move. The clock started at `started`.
///
/// # Errors
/// [`FileError`]; the text also goes to `MSG.DAT` if the manager made that file.
pub fn run(
    folder: &Path,
    started: Instant,
    seed: u64,
    prepare: impl FnOnce(&mut Engine),
) -> Result<(), FileError> {
    let result = answer(folder, started, seed, prepare);
    let message = match &result {
        Ok(message) => message.clone(),
        Err(error) => Some(error.to_string()),
    };
    if let Some(message) = message.filter(|_| find(folder, MESSAGE).is_some()) {
        // The move counts; a message that cannot be left is no loss.
        let _ = replace(folder, MESSAGE, &format!("{message}\n"));
    }
    result.map(drop)
}

/// Makes the move and returns what there is to tell about it.
fn answer(
    folder: &Path,
    started: Instant,
    seed: u64,
    prepare: impl FnOnce(&mut Engine),
) -> Result<Option<String>, FileError> {
    let game = position::read(&read(folder, BOARD)?, &read(folder, MOVE)?)?;
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::new(seed, move |event| drop(sender.send(event)))?;
    prepare(&mut engine);
    for change in settings(folder) {
        engine.change(change);
    }
    engine.set_game(game);
    engine.think(started)?;
    let (square, told) = decide(&mut engine, &events);
    let square = square.ok_or(crate::engine::EngineError::BoardFull)?;
    replace(folder, MOVE, &format!("{},{}\n", square.x(), square.y()))?;
    Ok(told)
}

/// Waits for the engine's move, and returns it with what there is to tell: what went wrong, or how deep the search was.
fn decide(engine: &mut Engine, events: &Receiver<Event>) -> (Option<Square>, Option<String>) {
    let mut last = None;
    let mut trouble = engine.take_warnings().into_iter().next();
    loop {
        let event = match engine.rescue_at() {
            Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())).ok(),
            None => events.recv().ok(),
        };
        let news = match event {
            Some(event) => engine.handle(event),
            None => engine.rescue(),
        };
        match news {
            Some(News::Answer(Answer::Move(square))) => return (Some(square), trouble.or(last)),
            Some(News::Progress(Progress { depth, score, nodes, .. })) => {
                last = Some(format!("depth {depth} score {score} nodes {nodes}"));
            }
            Some(News::Trouble(text)) => trouble = Some(text),
            Some(News::Answer(_) | News::NoMove) => return (None, trouble),
            Some(News::Lines { .. } | News::Table(_) | News::Database(_)) | None => {}
        }
        if !engine.is_thinking() {
            return (None, trouble);
        }
    }
}

/// The settings of both files. `INFO.DAT` is exact; `TIMEOUTS.DAT` has whole seconds, and milliseconds where the
/// manager that writes it also writes `INFO.DAT`.
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
