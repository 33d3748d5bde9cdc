//! The Smart Game Format, FF\[4\] GM\[4\] (<https://www.red-bean.com/sgf/>).
//!
//! A move is two letters, column and row from the top left, as in Go; `h8` is read too. `RU` holds the rule's
//! name or its Gomocup number. `V` holds a move's score in centi-units from black's side. Four properties are
//! ours: `OP` in the root is the number of opening moves, `KE` how the game ended, `CG` marks a continuous
//! game, `MS` in a node the milliseconds. Stones that are set up before the first move (`AB`, `AW`, `AE`,
//! with `PL` for the side to move) are kept; later ones are refused. Variations are skipped: the first branch
//! is the game.

use std::fmt::Write;

use super::sgf_point::{point, square};
use super::sgf_setup;
use super::sgf_tree::{Node, Tree, games};
use super::{GameRecord, GameResult, RecordError, RecordedMove, Termination};
use crate::files::FileKind;
use crate::geometry::{BoardSize, Color};
use crate::rules::Rule;

/// How a collection begins.
pub const KIND: FileKind = FileKind { name: "a game in SGF", is_begun_by: begins_a_game };

/// Moves on one line of the file.
const MOVES_PER_LINE: usize = 10;

/// Writes a game as one tree, with a line feed at the end.
pub fn write(game: &GameRecord) -> String {
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[RustGomo]SZ[{}]", size_text(game.size));
    // Writing to a string cannot fail, here and below.
    let _ = write!(text, "RU[{}]", game.rule.name());
    if game.number > 0 {
        let _ = write!(text, "GN[{}]", game.number);
    }
    let [black, white] = &game.names.0;
    let _ = write!(text, "PB[{}]PW[{}]RE[{}]", escaped(black), escaped(white), result_text(game));
    let _ = write!(text, "OP[{}]KE[{}]", game.opening, game.termination);
    if game.continuous {
        text.push_str("CG[1]");
    }
    if !game.remark.is_empty() {
        let _ = write!(text, "GC[{}]", escaped(&game.remark));
    }
    text.push_str(&sgf_setup::write(&game.setup));
    for (i, played) in game.moves.iter().enumerate() {
        if i % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        let (color, sign) = if game.mover(i) == Color::Black { ("B", 1) } else { ("W", -1) };
        let _ = write!(text, ";{color}[{}]", point(played.square));
        if let Some(score) = played.score {
            let _ = write!(text, "V[{}]", sign * i32::from(score));
        }
        if let Some(ms) = played.time_ms {
            let _ = write!(text, "MS[{ms}]");
        }
    }
    text.push_str(")\n");
    text
}

fn begins_a_game(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    let inside = start.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace()).strip_prefix('(');
    inside.is_some_and(|inside| inside.trim_start().starts_with(';'))
}

/// Reads all games of a collection; games without a rule are freestyle.
///
/// # Examples
/// ```
/// use rustgomo::Rule;
/// use rustgomo::record::sgf;
///
/// let games = sgf::read("(;FF[4]GM[4]SZ[15]RU[renju];B[h8];W[i9])")?;
/// assert_eq!((games[0].rule, games[0].moves.len()), (Rule::Renju, 2));
/// assert_eq!(sgf::read(&sgf::write(&games[0]))?, games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RecordError`] for broken trees, unknown rules and sizes, and moves that are not on free squares or out
/// of turn.
pub fn read(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    read_under(text, Rule::Freestyle)
}

/// [`read`] with another default rule.
///
/// # Errors
/// As [`read`].
pub fn read_under(text: &str, rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    games(text)?.iter().map(|tree| read_game(tree, rule)).collect()
}

fn read_game(tree: &Tree, without: Rule) -> Result<GameRecord, RecordError> {
    let Some((root, _)) = tree.nodes.split_first() else {
        return Err(RecordError::new(tree.line, "a node with ;", ")"));
    };
    let error = |expected: &str, found: &str| RecordError::new(root.line, expected, found);
    if let Some(kind) = root.get("GM").filter(|&kind| kind.trim() != "4") {
        return Err(error("GM[4], which is gomoku and renju", kind));
    }
    let found = root.get("SZ").unwrap_or("15");
    let size = found.parse().map_err(|_| error("a size such as SZ[15]", found))?;
    let named =
        root.get("RU").map(|found| rule(found).ok_or_else(|| error("a rule such as RU[renju]", found)));
    let rule = named.transpose()?.unwrap_or(without);
    let mut game = GameRecord::new(size, rule);
    game.number = root.get("GN").and_then(|number| number.parse().ok()).unwrap_or(0);
    for (color, key) in [(Color::Black, "PB"), (Color::White, "PW")] {
        root.get(key).unwrap_or("").clone_into(&mut game.names[color]);
    }
    root.get("GC").unwrap_or("").clone_into(&mut game.remark);
    game.opening = root.get("OP").and_then(|n| n.parse().ok()).unwrap_or(0);
    game.continuous = root.get("CG").is_some();
    game.result = root.get("RE").map_or(GameResult::Unfinished, result);
    game.termination = root.get("KE").and_then(Termination::from_name).unwrap_or(Termination::Unknown);
    game.setup = sgf_setup::read(&tree.nodes, size)?;
    // No square has two stones, and none lies outside.
    let mut board = game.start().map_err(|_| error("a set-up on the board", found))?;
    for node in &tree.nodes {
        if let Some(played) = read_move(node, &board)? {
            // The square has been checked.
            let _ = board.play(played.square);
            game.moves.push(played);
        }
    }
    let tells_its_end = ["RE", "KE"].into_iter().any(|key| root.get(key).is_some());
    Ok(if tells_its_end { game } else { game.with_result_of_board() })
}

fn read_move(node: &Node, board: &crate::board::Board) -> Result<Option<RecordedMove>, RecordError> {
    let (key, other, sign) = match board.side_to_move() {
        Color::Black => ("B", "W", 1),
        Color::White => ("W", "B", -1),
    };
    if let Some(found) = node.get(other) {
        return Err(RecordError::new(node.line, format!("a move {key}[..], since colours alternate"), found));
    }
    let Some(found) = node.get(key) else { return Ok(None) };
    let number = board.history().len() + 1;
    let expected = || format!("a square such as hh or h8 on a board of {}", board.size());
    let square = square(found.trim(), board.size())
        .ok_or_else(|| RecordError::of_move(node.line, number, found, expected()))?;
    if !board.is_empty(square) {
        return Err(RecordError::occupied(node.line, number, found));
    }
    let value = node.get("V").and_then(|text| text.trim().parse::<f64>().ok());
    Ok(Some(RecordedMove {
        square,
        score: value.map(|value| (value * f64::from(sign)).round() as i16),
        time_ms: node.get("MS").and_then(|text| text.trim().parse().ok()),
    }))
}

fn size_text(size: BoardSize) -> String {
    if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}

/// The rule of a name, or of a Gomocup number as written by c-gomoku-cli.
fn rule(text: &str) -> Option<Rule> {
    let by_number = |number| Rule::from_gomocup_number(number).map(|(rule, _)| rule);
    text.trim().parse().map_or_else(|_| text.parse().ok(), by_number)
}

fn result_text(game: &GameRecord) -> String {
    let winner = match game.result {
        GameResult::Draw => return "0".to_owned(),
        GameResult::Unfinished => return "?".to_owned(),
        GameResult::Win(Color::Black) => "B+",
        GameResult::Win(Color::White) => "W+",
    };
    let how = match game.termination {
        Termination::Time => "T",
        Termination::Resignation => "R",
        termination if termination.is_failure() => "F",
        _ => "",
    };
    format!("{winner}{how}")
}

fn result(text: &str) -> GameResult {
    match text.trim() {
        "0" | "Draw" => GameResult::Draw,
        text if text.starts_with("B+") => GameResult::Win(Color::Black),
        text if text.starts_with("W+") => GameResult::Win(Color::White),
        _ => GameResult::Unfinished,
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    #[test]
    fn a_file_of_another_program_is_read() {
        let text = "(;FF[4]GM[4]GN[1]EV[a x b]RO[1.1]RU[4]SZ[15]PB[a\\]]PW[b]RE[W+1]TE[Black loses]\n\
                    ;B[jj]C[opening move];W[hj]C[1246ms](;B[hk])(;B[aa]))\n\n(;GM[4]SZ[20:15];B[h8])";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].rule, games[0].result), (Rule::Renju, GameResult::Win(Color::White)));
        assert_eq!(games[0].names[Color::Black], "a]");
        let squares: Vec<_> = games[0].squares().collect();
        assert_eq!(squares, [Square::at(9, 9), Square::at(7, 9), Square::at(7, 10)]);
        assert_eq!(games[1].squares().next(), Some(Square::at(7, 7)));
    }

    #[test]
    fn broken_files_are_refused_with_the_line() {
        let line = |text: &str| read(text).unwrap_err().line;
        assert_eq!(line("(;GM[1])"), 1);
        assert_eq!(line("(;GM[4]\n;B[hh]\n;W[hh])"), 3);
        assert_eq!(line("(;GM[4]\n;W[hh])"), 2);
        assert_eq!(line("(;GM[4]SZ[99])"), 1);
        assert_eq!(line("(;GM[4]RU[chess])"), 1);
        assert_eq!(line("(;GM[4]\nPB[open"), 2);
        assert_eq!(line("hello"), 1);
        assert_eq!(line("(;GM[4]"), 1);
    }
}
