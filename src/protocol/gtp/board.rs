//! Commands about the board and the moves on it.

use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::vertex::{color, column, names, ply_name, square, vertex};
use crate::board::Board;
use crate::engine::{Game, Ply};
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::{Outcome, is_forbidden};

pub(super) const COMMANDS: &[Row] = &[
    ("boardsize", boardsize),
    ("query_boardsize", |call| Ok(Reply::Text(call.size()?.width().to_string()))),
    ("clear_board", |call| {
        call.gtp.times.restart();
        call.gtp.trials.clear();
        call.context.engine.restart()?;
        Ok(Reply::DONE)
    }),
    ("komi", |call| {
        let komi: f64 = call.number(0)?;
        call.gtp.komi = if komi.is_finite() { komi } else { return Err(Failure::Syntax) };
        Ok(Reply::DONE)
    }),
    ("get_komi", |call| Ok(Reply::Text(call.gtp.komi.to_string()))),
    ("play", |call| {
        let color = call.color(0)?;
        play(call, color, 1)
    }),
    ("black", |call| play(call, Color::Black, 0)),
    ("playblack", |call| play(call, Color::Black, 0)),
    ("white", |call| play(call, Color::White, 0)),
    ("playwhite", |call| play(call, Color::White, 0)),
    ("undo", |call| undo(call, 1)),
    ("gg-undo", |call| {
        let count = if call.arguments.is_empty() { 1 } else { call.number(0)? };
        undo(call, count)
    }),
    ("trymove", try_move),
    ("popgo", take_trial_back),
    ("captures", |call| color(call.argument(0)?).map(|_| Reply::Text("0".to_owned()))),
    ("showboard", |call| Ok(Reply::Text(diagram(game(call)?.board())))),
    ("list_stones", list_stones),
    ("color", color_at),
    ("is_legal", is_legal),
    ("all_legal", all_legal),
    ("move_history", |call| Ok(Reply::Text(history(game(call)?)))),
    ("last_move", |call| {
        let game = game(call)?;
        let last = game.played().last().ok_or(Failure::NoMove)?;
        Ok(Reply::Text(ply_text(*last, game.board().size())))
    }),
];

/// The game. The session has started one.
pub(super) fn game<'a>(call: &'a Call) -> Result<&'a Game, Failure> {
    call.session().game().ok_or(Failure::NoMove)
}

fn boardsize(call: &mut Call) -> Result<Reply, Failure> {
    let length: i64 = call.number(0)?;
    let size = BoardSize::new(length, length).map_err(|_| Failure::Size)?;
    call.gtp.trials.clear();
    call.context.engine.start(size);
    Ok(Reply::DONE)
}

fn play(call: &mut Call, color: Color, index: usize) -> Result<Reply, Failure> {
    let square = vertex(call.argument(index)?, call.size()?)?;
    call.context.engine.play_as(color, square)?;
    Ok(Reply::DONE)
}

/// Takes moves back, but neither set-up stones nor trial moves, which `popgo` takes back.
fn undo(call: &mut Call, count: usize) -> Result<Reply, Failure> {
    let game = game(call)?;
    let least = call.gtp.trials.last().map_or(game.given().len(), |&(before, _)| before + 1);
    if count == 0 || game.plies().len() < least.saturating_add(count) {
        return Err(Failure::Undo);
    }
    for _ in 0..count {
        call.context.engine.undo()?;
    }
    Ok(Reply::DONE)
}

fn try_move(call: &mut Call) -> Result<Reply, Failure> {
    let game = game(call)?;
    let before = (game.plies().len(), game.board().side_to_move());
    let color = call.color(0)?;
    let reply = play(call, color, 1)?;
    call.gtp.trials.push(before);
    Ok(reply)
}

/// Takes back the last trial move and all later ones.
fn take_trial_back(call: &mut Call) -> Result<Reply, Failure> {
    let (plies, turn) = call.gtp.trials.pop().ok_or(Failure::NoTrial)?;
    while game(call)?.plies().len() > plies {
        call.context.engine.undo()?;
    }
    call.context.engine.give_turn(turn)?;
    Ok(Reply::DONE)
}

/// A ply in GNU Go's form: `black H8`.
fn ply_text(ply: Ply, size: BoardSize) -> String {
    format!("{} {}", ply.color.name(), ply_name(ply.square, size))
}

/// All moves and passes, last first.
fn history(game: &Game) -> String {
    let size = game.board().size();
    game.played().iter().rev().map(|&ply| ply_text(ply, size)).collect::<Vec<_>>().join("\n")
}

fn list_stones(call: &mut Call) -> Result<Reply, Failure> {
    let color = call.color(0)?;
    let board = game(call)?.board();
    Ok(Reply::Text(names(board.stones(color).iter(), board.size())))
}

fn color_at(call: &mut Call) -> Result<Reply, Failure> {
    let board = game(call)?.board();
    let color = board.color_at(square(call.argument(0)?, board.size())?);
    Ok(Reply::Text(color.map_or("empty", Color::name).to_owned()))
}

/// The legal squares of a player; none once the game is over.
pub(super) fn legal(call: &Call, color: Color) -> Result<Vec<Square>, Failure> {
    let (board, rule) = (game(call)?.board(), call.rule());
    if call.session().outcome()? != Outcome::Unfinished {
        return Ok(Vec::new());
    }
    Ok(board.empty().iter().filter(|&square| !is_forbidden(board, rule, color, square)).collect())
}

fn is_legal(call: &mut Call) -> Result<Reply, Failure> {
    let color = call.color(0)?;
    let square = vertex(call.argument(1)?, call.size()?)?;
    let is_legal = square.is_none_or(|square| legal(call, color).is_ok_and(|legal| legal.contains(&square)));
    Ok(Reply::Text(u8::from(is_legal).to_string()))
}

fn all_legal(call: &mut Call) -> Result<Reply, Failure> {
    let color = call.color(0)?;
    Ok(Reply::Text(names(legal(call, color)?, call.size()?)))
}

/// The board with its coordinates, after a line feed.
fn diagram(board: &Board) -> String {
    let size = board.size();
    let letters: String = (0..size.width()).flat_map(|x| [' ', column(x)]).collect();
    let mut text = format!("\n  {letters}");
    for y in 0..size.height() {
        let row = size.height() - y;
        let cells: String =
            (0..size.width()).flat_map(|x| [' ', board.cell(Square::at(x, y)).symbol()]).collect();
        text = format!("{text}\n{row:2}{cells} {row}");
    }
    format!("{text}\n  {letters}")
}
