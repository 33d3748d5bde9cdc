//! Commands that search for a move.

use super::super::Context;
use super::super::pending::PendingAnswer;
use super::Gtp;
use super::analysis::options;
use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::report::Style;
use super::state::{Pending, Wanted};
use super::vertex::{self, ply_name};
use crate::engine::{Answer, Change, Purpose, Request};
use crate::geometry::{Color, Square};
use crate::rules::Outcome;

pub(super) const COMMANDS: &[Row] = &[
    ("genmove", genmove),
    ("gg_genmove", genmove),
    ("genmove_black", |call| think(call, Color::Black, Purpose::Play, Vec::new())),
    ("genmove_white", |call| think(call, Color::White, Purpose::Play, Vec::new())),
    ("reg_genmove", |call| {
        let color = call.color(0)?;
        think(call, color, Purpose::Consider, Vec::new())
    }),
    ("restricted_genmove", restricted),
    ("lz-genmove_analyze", |call| watched(call, Style::Leela)),
    ("kata-genmove_analyze", |call| watched(call, Style::Kata)),
    ("level", level),
];

fn genmove(call: &mut Call) -> Result<Reply, Failure> {
    let color = call.color(0)?;
    think(call, color, Purpose::Play, Vec::new())
}

/// Searches the given squares only.
fn restricted(call: &mut Call) -> Result<Reply, Failure> {
    let color = call.color(0)?;
    let squares = call.squares(1)?;
    if squares.is_empty() {
        return Err(Failure::Syntax);
    }
    let excluded = call.size()?.squares().filter(|square| !squares.contains(square)).collect();
    think(call, color, Purpose::Play, excluded)
}

fn watched(call: &mut Call, style: Style) -> Result<Reply, Failure> {
    let options = options(call, style)?;
    let excluded = options.excluded.clone();
    if let Reply::Text(text) = think(call, options.color, Purpose::Play, excluded)? {
        return Ok(Reply::Text(format!("\nplay {text}")));
    }
    let begin = call.gtp.begin("");
    call.context.output.line(begin);
    if let Some(pending) = &mut call.gtp.pending {
        pending.report = Some(options);
    }
    Ok(Reply::Later)
}

/// Limits the depth of all searches; 0 for no limit.
fn level(call: &mut Call) -> Result<Reply, Failure> {
    let depth = call.number(0)?;
    call.context.engine.change(Change::Depth(Some(depth)));
    Ok(Reply::DONE)
}

fn think(call: &mut Call, color: Color, purpose: Purpose, excluded: Vec<Square>) -> Result<Reply, Failure> {
    let engine = &mut *call.context.engine;
    let over = match engine.session().outcome()? {
        Outcome::Unfinished => None,
        // GTP has no answer for a finished game: the loser resigns, the winner passes, and the controller
        // notices.
        Outcome::Win(winner) if winner != color => Some("resign"),
        Outcome::Win(_) | Outcome::Draw => Some("pass"),
    };
    if let Some(text) = over {
        if text == "pass" && purpose == Purpose::Play {
            engine.play_as(color, None)?;
        }
        return Ok(Reply::Text(text.to_owned()));
    }
    let request = Request { purpose, excluded, ..Request::default() };
    ask(call, color, &request, Wanted::Move)
}

/// Begins a search for a player, under that player's clock if the request is timed.
pub(super) fn ask(
    call: &mut Call,
    color: Color,
    request: &Request,
    wanted: Wanted,
) -> Result<Reply, Failure> {
    let turn = call.turn();
    set_clock(call, color);
    call.think(color, request)?;
    Ok(begin(call, color, turn, request.purpose, wanted))
}

/// Tells the engine this player's clock.
pub(super) fn set_clock(call: &mut Call, color: Color) {
    for change in call.gtp.times.changes(color) {
        call.context.engine.change(change);
    }
}

/// Waits for the answer of a search that has begun; `turn` was to move before.
pub(super) fn begin(call: &mut Call, color: Color, turn: Color, purpose: Purpose, wanted: Wanted) -> Reply {
    call.gtp.last_lines.clear();
    call.gtp.last_search = None;
    let (received, answer) = (call.received, PendingAnswer::new(true));
    call.gtp.pending = Some(Pending { wanted, color, purpose, received, turn, report: None, answer });
    Reply::Later
}

impl Gtp {
    /// Completes the response with the engine's answer. An analysis lasts until the next line.
    pub(super) fn answered(&mut self, answer: Option<&Answer>, context: &mut Context) {
        let Some(pending) = &mut self.pending else { return };
        if !pending.answer.set_answer(answer) {
            return pending.report.iter_mut().for_each(|report| report.flush(context));
        }
        let Some(pending) = self.pending.take() else { return };
        let used = pending.received.elapsed();
        self.thinking += used;
        let is_of_game =
            pending.purpose == Purpose::Play || matches!(pending.answer.answer(), Some(Answer::Choices(_)));
        if is_of_game {
            self.times.spend(pending.color, used);
        }
        if pending.purpose != Purpose::Play {
            // There is a game: it was searched.
            let _ = context.engine.give_turn(pending.turn);
        }
        let size = context.engine.session().size().unwrap_or_default();
        let text = match (pending.wanted, pending.answer.answer()) {
            (Wanted::TopMoves, _) => self.top_moves(size),
            (Wanted::Estimate, _) => self.estimate(),
            (_, Some(Answer::Choices(choices))) => vertex::choices(choices, size),
            (_, Some(Answer::Move(square))) => ply_name(Some(*square), size),
            _ => ply_name(None, size),
        };
        if pending.report.is_some() {
            context.output.line(format_args!("play {text}\n"));
        } else {
            self.succeed(&text, context);
        }
    }
}
