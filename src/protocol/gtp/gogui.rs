//! GoGui's extensions: analysis commands with graphics, set-up, sequences, and the rules of a game.

use super::board::{game, legal};
use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::rule::set_rule;
use super::vertex::{color, name, names, square, vertex};
use crate::engine::{Change, Game};
use crate::geometry::{Bitboard, BoardSize, Color, Square};
use crate::rules::{Outcome, Rule, winning_rows};

pub(super) const COMMANDS: &[Row] = &[
    ("gogui-analyze_commands", |_| Ok(Reply::Text(ANALYZE_COMMANDS.join("\n")))),
    ("gogui-play_sequence", play_sequence),
    ("gogui-setup", set_up),
    ("gogui-setup_player", |call| {
        let color = call.color(0)?;
        call.context.engine.give_turn(color)?;
        Ok(Reply::DONE)
    }),
    ("gogui-title", |call| Ok(Reply::Text(format!("RustGomo, {}", call.rule())))),
    ("rustgomo-forbid", |call| Ok(Reply::Text(names(call.session().forbidden()?, call.size()?)))),
    ("rustgomo-five", five),
    ("rustgomo-gfx", graphics),
    ("rustgomo-pv", |call| {
        let game = game(call)?;
        let (line, _) = call.gtp.line_ahead(game);
        Ok(Reply::Text(names(line.iter().copied(), game.board().size())))
    }),
    ("rustgomo-param", parameters),
    // GoGui's queries of the rules of a game that is not Go.
    ("gogui-rules_game_id", |call| {
        let is_renju = call.rule() == Rule::Renju;
        Ok(Reply::Text(if is_renju { "Renju" } else { "Gomoku" }.to_owned()))
    }),
    ("gogui-rules_board", rows),
    ("gogui-rules_board_size", |call| Ok(Reply::Text(call.size()?.width().to_string()))),
    ("gogui-rules_legal_moves", |call| {
        let board = game(call)?.board();
        Ok(Reply::Text(names(legal(call, board.side_to_move())?, board.size())))
    }),
    ("gogui-rules_side_to_move", |call| {
        Ok(Reply::Text(game(call)?.board().side_to_move().name().to_owned()))
    }),
    ("gogui-rules_final_result", final_result),
];

/// Type, label and command of the entries of GoGui's analysis window.
const ANALYZE_COMMANDS: [&str; 6] = [
    "gfx/Last search/rustgomo-gfx",
    "var/Line of play/rustgomo-pv",
    "plist/Forbidden squares/rustgomo-forbid",
    "plist/Winning row/rustgomo-five",
    "param/Settings/rustgomo-param",
    "hstring/Move history/move_history",
];

/// Plays all moves or none.
fn play_sequence(call: &mut Call) -> Result<Reply, Failure> {
    let size = call.size()?;
    let mut trial = game(call)?.clone();
    for (player, square) in pairs(call.arguments)? {
        trial.play_as(color(player)?, vertex(square, size)?).map_err(|_| Failure::Illegal)?;
    }
    call.context.engine.set_game(trial);
    Ok(Reply::DONE)
}

/// The arguments in pairs.
fn pairs(arguments: &[String]) -> Result<impl Iterator<Item = (&str, &str)>, Failure> {
    let (pairs, rest) = arguments.as_chunks::<2>();
    if rest.is_empty() {
        Ok(pairs.iter().map(|[a, b]| (a.as_str(), b.as_str())))
    } else {
        Err(Failure::Syntax)
    }
}

/// Replaces the position, with black to move until `gogui-setup_player`.
fn set_up(call: &mut Call) -> Result<Reply, Failure> {
    let size = call.size()?;
    let stone = |(player, vertex)| Ok((square(vertex, size)?, Some(color(player)?)));
    let stones: Vec<_> = pairs(call.arguments)?.map(stone).collect::<Result<_, Failure>>()?;
    call.gtp.trials.clear();
    call.context.engine.set_game(Game::from_stones(size, stones, Color::Black));
    Ok(Reply::DONE)
}

/// The stones of the row that won.
fn five(call: &mut Call) -> Result<Reply, Failure> {
    let (board, rule) = (game(call)?.board(), call.rule());
    let stones: Bitboard = winning_rows(board, rule).into_iter().flat_map(|row| row.squares).collect();
    Ok(Reply::Text(names(stones.iter(), board.size())))
}

/// The last search: the rest of its PV as a numbered variation, with depth, score and nodes below.
fn graphics(call: &mut Call) -> Result<Reply, Failure> {
    let size = call.size()?;
    let (line, first) = call.gtp.line_ahead(game(call)?);
    let Some((progress, ..)) = call.gtp.last_search.as_ref().filter(|(_, searched, _)| *searched == size)
    else {
        return Ok(Reply::DONE);
    };
    Ok(Reply::Text(format!(
        "{}\nTEXT depth {} score {} win rate {:.1} % nodes {}",
        variation(line, first, size),
        progress.depth,
        progress.score,
        progress.score.win_rate() * 100.0,
        progress.nodes
    )))
}

fn variation(line: &[Square], first: Color, size: BoardSize) -> String {
    let players = [first, first.opponent()].into_iter().cycle();
    let moves = line.iter().zip(players).map(|(&square, player)| {
        let letter = if player == Color::Black { 'b' } else { 'w' };
        format!("{letter} {}", name(square, size))
    });
    format!("VAR {}", moves.collect::<Vec<_>>().join(" "))
}

/// Shows the settings, or changes one.
fn parameters(call: &mut Call) -> Result<Reply, Failure> {
    if call.arguments.is_empty() {
        let settings = call.session().settings();
        let rules = Rule::ALL.map(Rule::name).join("/");
        return Ok(Reply::Text(format!(
            "[list/{rules}] rule {}\n[string] threads {}\n[string] hash_mib {}\n[string] depth {}\n[string] nodes {}\n[string] randomness {}",
            settings.rule,
            settings.threads,
            settings.hash_bytes.unwrap_or(0) >> 20,
            settings.depth.unwrap_or(0),
            settings.nodes.unwrap_or(0),
            settings.variety
        )));
    }
    let value = call.argument(1)?.to_owned();
    let change = match call.argument(0)? {
        "rule" => return set_rule(call, &value),
        "threads" => Change::Threads(call.number(1)?),
        "hash_mib" => Change::HashBytes(u64::from(call.number::<u16>(1)?) << 20),
        "depth" => Change::Depth(Some(call.number(1)?)),
        "nodes" => Change::Nodes(Some(call.number(1)?)),
        "randomness" => Change::Variety(call.number(1)?),
        _ => return Err(Failure::Syntax),
    };
    call.context.engine.change(change);
    Ok(Reply::DONE)
}

/// The board from the top, one row a line.
fn rows(call: &mut Call) -> Result<Reply, Failure> {
    let board = game(call)?.board();
    let size = board.size();
    let row = |y| {
        let cells = (0..size.width()).map(|x| board.cell(Square::at(x, y)).symbol().to_string());
        cells.collect::<Vec<_>>().join(" ")
    };
    Ok(Reply::Text((0..size.height()).map(row).collect::<Vec<_>>().join("\n")))
}

fn final_result(call: &mut Call) -> Result<Reply, Failure> {
    let text = match call.session().outcome()? {
        Outcome::Win(Color::Black) => "Black wins",
        Outcome::Win(Color::White) => "White wins",
        Outcome::Draw => "Draw",
        Outcome::Unfinished => "The game goes on",
    };
    Ok(Reply::Text(text.to_owned()))
}
