//! The manager's side of the Gomocup protocol, spoken with a player's process.

use std::time::{Duration, Instant};

use super::options::{Conditions, EngineOptions};
use super::process::{Process, Silence};
use rustgomo::StopHandle;
use rustgomo::record::Termination;

/// Time for the answer to `ABOUT`.
const ABOUT_LIMIT: Duration = Duration::from_secs(10);
/// Time for a process to end after it closed its pipes.
const LAST_MOMENT: Duration = Duration::from_secs(5);
/// Time for a stop to come behind the end of a process: Ctrl-C may end the engines first.
const INTERRUPTION: Duration = Duration::from_millis(200);
const INTERRUPTION_STEP: Duration = Duration::from_millis(10);
/// `time_left` without a limit.
const UNLIMITED_MS: i64 = i32::MAX as i64;
/// `timeout_turn` without a limit of time, so that no engine uses a default of its own.
const UNLIMITED_TURN_MS: u32 = 100_000_000;
/// `game_type`: the opponent is an engine.
const GAME_TYPE_BRAIN: u32 = 1;
/// Maximum number of characters of an answer that a remark quotes.
const QUOTED_CHARS: usize = 60;

/// Why a player lost by a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayerFailure {
    /// Termination for the record.
    pub(super) termination: Termination,
    /// Remark for the record.
    pub(super) remark: String,
}

/// Answer to a request for a move.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    /// The line.
    pub(super) text: String,
    /// Time from the request to the complete line.
    pub(super) elapsed: Duration,
    /// The engine's score for its move.
    pub(super) score: Option<i16>,
}

impl Process {
    /// Requests the engine's name (`ABOUT`); `None` without an answer.
    pub(super) fn name(&mut self) -> Option<String> {
        self.send("ABOUT\n");
        let about = self.wait(ABOUT_LIMIT, || true).ok()?.text;
        let (_, rest) = about.split_once("name=\"")?;
        let (name, _) = rest.split_once('"')?;
        (!name.trim().is_empty()).then(|| name.trim().to_owned())
    }

    /// Starts a game: `START`, then all `INFO` lines. `None` if the match is being stopped.
    pub(super) fn begin(
        &mut self,
        engine: &EngineOptions,
        conditions: &Conditions,
        stop: &StopHandle,
    ) -> Result<Option<()>, PlayerFailure> {
        self.check_unsolicited()?;
        let size = conditions.size;
        let start = if size.width() == size.height() {
            format!("START {}\n", size.width())
        } else {
            format!("RECTSTART {},{}\n", size.width(), size.height())
        };
        self.send(&start);
        let limit = Duration::from_millis(engine.limits.start_ms.into());
        match self.wait(limit, || !stop.is_stopped()) {
            Ok(answer) if answer.text == "OK" => {}
            Ok(answer) => {
                let remark = format!("answered {} to START instead of OK", quoted(&answer.text));
                return Err(PlayerFailure { termination: Termination::Protocol, remark });
            }
            Err(Silence::GivenUp) => return Ok(None),
            Err(Silence::Gone) if is_interrupted(stop) => return Ok(None),
            Err(silence) => return Err(self.failure(&silence, limit, "START")),
        }
        self.send(&infos(engine, conditions));
        Ok(Some(()))
    }

    /// Sends the lines of a request for a move and waits for the answer. `None` if the match is being
    /// stopped.
    pub(super) fn request_move(
        &mut self,
        request: &str,
        limit: Duration,
        memory: Option<u64>,
        stop: &StopHandle,
    ) -> Result<Option<Reply>, PlayerFailure> {
        self.check_unsolicited()?;
        let exceeds =
            |process: &Self| memory.is_some_and(|most| process.peak_memory().is_some_and(|used| used > most));
        let is_stopped = || stop.is_stopped();
        let sent = Instant::now();
        self.send(request);
        let waited = self.wait(limit, || !is_stopped() && !exceeds(self));
        match waited {
            // An answer that has already arrived is not interrupted.
            Err(Silence::GivenUp) if is_stopped() => Ok(None),
            Err(Silence::Gone) if is_interrupted(stop) => Ok(None),
            _ if exceeds(self) => Err(self.too_big(memory.unwrap_or(0))),
            Ok(answer) => Ok(Some(Reply {
                text: answer.text,
                elapsed: answer.at.saturating_duration_since(sent),
                score: answer.score,
            })),
            Err(silence) => Err(self.failure(&silence, limit, "the request for a move")),
        }
    }

    /// Checks that there is no unsolicited answer, which managers would take for the answer to the next
    /// request.
    fn check_unsolicited(&mut self) -> Result<(), PlayerFailure> {
        let Some(answer) = self.unsolicited().filter(|answer| answer.is_complete) else {
            return Ok(());
        };
        let remark = format!("said {} when no answer was due", quoted(&answer.text));
        Err(PlayerFailure { termination: Termination::Protocol, remark })
    }

    fn too_big(&mut self, most: u64) -> PlayerFailure {
        let used = self.peak_memory().unwrap_or(0);
        self.kill(Duration::ZERO);
        let remark = format!("used {} MB of memory, {} MB are allowed", used >> 20, most >> 20);
        PlayerFailure { termination: Termination::Memory, remark }
    }

    fn failure(&mut self, silence: &Silence, limit: Duration, request: &str) -> PlayerFailure {
        let patience = if *silence == Silence::Gone { LAST_MOMENT } else { Duration::ZERO };
        let (ended, rest) = self.kill(patience);
        let mut remark = match (silence, ended) {
            (Silence::Gone, Some(status)) => format!("ended with {status}"),
            (Silence::Gone, None) => "closed its output".to_owned(),
            _ => format!("no answer to {request} within {} ms", limit.as_millis()),
        };
        if let Some(rest) = rest {
            remark = format!("{remark}; a line without a line feed: {}", quoted(&rest));
        }
        let termination = if *silence == Silence::Gone { Termination::Crash } else { Termination::Time };
        PlayerFailure { termination, remark }
    }
}

/// Whether the match is being stopped, or is so in a moment.
fn is_interrupted(stop: &StopHandle) -> bool {
    let start = Instant::now();
    while !stop.is_stopped() && start.elapsed() < INTERRUPTION {
        std::thread::sleep(INTERRUPTION_STEP);
    }
    stop.is_stopped()
}

/// The lines before the first move, in the order of c-gomoku-cli.
fn infos(engine: &EngineOptions, conditions: &Conditions) -> String {
    let limits = &engine.limits;
    let mut lines =
        format!("INFO rule {}\nINFO game_type {GAME_TYPE_BRAIN}\n", conditions.rule.gomocup_number());
    let mut info = |key: &str, value: u64| {
        lines = format!("{lines}INFO {key} {value}\n");
    };
    info("timeout_turn", limits.turn_ms.or(limits.match_ms).unwrap_or(UNLIMITED_TURN_MS).into());
    info("timeout_match", limits.match_ms.unwrap_or(0).into());
    if limits.match_ms.is_some() && limits.increment_ms > 0 {
        info("time_increment", limits.increment_ms.into());
    }
    if let Some(depth) = limits.depth {
        info("max_depth", depth.into());
    }
    if let Some(nodes) = limits.nodes {
        info("max_node", nodes);
    }
    info("max_memory", limits.memory_bytes);
    if limits.threads > 1 {
        info("thread_num", limits.threads.into());
    }
    if limits.shows_scores {
        info("show_detail", 1);
    }
    for (key, value) in &engine.infos {
        lines = format!("{lines}INFO {key} {value}\n");
    }
    lines
}

/// The `INFO time_left` line.
pub(super) fn time_left(left_ms: Option<i64>) -> String {
    format!("INFO time_left {}\n", left_ms.unwrap_or(UNLIMITED_MS))
}

/// The beginning of a text in quotation marks.
pub(super) fn quoted(text: &str) -> String {
    let dots = if text.chars().count() > QUOTED_CHARS { ".." } else { "" };
    format!("{:?}{dots}", text.chars().take(QUOTED_CHARS).collect::<String>())
}
