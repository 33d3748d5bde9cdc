//! RustGomo's own format, one line a game.
//!
//! A line starts with the word `game` and the version, has `key=value` fields in any order, and ends with the
//! moves:
//!
//! ```text
//! game 1 number=7 size=15x15 rule=renju black="A" white="B" opening=2 result=1-0 end=five moves=h8 i9 j8:35:120 i8::9
//! ```
//!
//! | Field | Meaning | If absent |
//! |---|---|---|
//! | `number` | number in the match, from 1 | 0 |
//! | `size` | width x height | required |
//! | `rule` | `freestyle`, `standard`, `renju`, `caro` or `exact-caro` | required |
//! | `continuous` | `yes` if the game went on after a win | `no` |
//! | `black`, `white` | the players, quoted | empty |
//! | `setup-black`, `setup-white` | set-up stones, `h8,i9` | none |
//! | `first` | who makes the first move, `black` or `white` | `black` |
//! | `opening` | how many moves were given | 0 |
//! | `result` | `1-0`, `0-1`, `1/2-1/2` or `*` | `*` |
//! | `end` | how the game ended: a word of [`Termination`] | `unknown` |
//! | `remark` | details, quoted | empty |
//! | `moves` | the rest of the line: squares, `a1` at the bottom left; behind each, if known, `:score` in centi-units from the mover's side and `:time` in milliseconds | required, last |
//!
//! Within quotation marks `\"` and `\\` stand for themselves and `\u{a}` for a control character. Empty lines
//! and lines that start with `#` are comments.

use std::fmt::Write;

use super::fields::{next_field, quoted};
use super::{GameRecord, GameResult, RecordError, RecordedMove, Termination};
use crate::board::{parse_square, parse_squares, square_name, square_range};
use crate::files::FileKind;
use crate::geometry::{BoardSize, ByColor, Color};
use crate::rules::Rule;

/// How a text of games begins.
pub const KIND: FileKind = FileKind { name: "games as text", matches_header: begins_with_a_game };

fn begins_with_a_game(start: &[u8]) -> bool {
    is_own(String::from_utf8_lossy(start).trim_start_matches('\u{feff}'))
}

/// Whether a text begins with a game, behind comments.
pub(super) fn is_own(text: &str) -> bool {
    first_line(text).is_some_and(|(_, line)| is_game(line))
}

/// The only supported version.
pub const VERSION: u32 = 1;

/// Writes a game as one line, without a line feed.
pub fn write(game: &GameRecord) -> String {
    let mut line = format!("game {VERSION}");
    // Writing to a string cannot fail, here and below.
    if game.number > 0 {
        let _ = write!(line, " number={}", game.number);
    }
    let _ = write!(line, " size={} rule={}", game.size, game.rule);
    if game.continuous {
        line.push_str(" continuous=yes");
    }
    let [black, white] = &game.names.0;
    let _ = write!(line, " black={} white={}{}", quoted(black), quoted(white), setup_fields(game));
    let _ = write!(line, " opening={}", game.opening);
    let _ = write!(line, " result={} end={}", game.result.name(), game.termination);
    if !game.remark.is_empty() {
        let _ = write!(line, " remark={}", quoted(&game.remark));
    }
    line.push_str(" moves=");
    for (i, played) in game.moves.iter().enumerate() {
        if i > 0 {
            line.push(' ');
        }
        line.push_str(&square_name(played.square, game.size));
        match (played.score, played.time_ms) {
            (Some(score), Some(ms)) => _ = write!(line, ":{score}:{ms}"),
            (Some(score), None) => _ = write!(line, ":{score}"),
            (None, Some(ms)) => _ = write!(line, "::{ms}"),
            (None, None) => {}
        }
    }
    line
}

/// The fields of the initial position, each with a blank before; empty for the empty board.
fn setup_fields(game: &GameRecord) -> String {
    let mut fields = String::new();
    for (color, key) in [(Color::Black, "setup-black"), (Color::White, "setup-white")] {
        let names: Vec<String> = game.setup.stones[color].iter().map(|s| square_name(s, game.size)).collect();
        if !names.is_empty() {
            let _ = write!(fields, " {key}={}", names.join(","));
        }
    }
    if game.setup.side_to_move == Color::White {
        fields.push_str(" first=white");
    }
    fields
}

/// The names of all terminations.
const ENDS: &str = "one of five, full-board, forbidden, illegal, time, crash, memory, protocol, resignation, \
                    adjudicated-win, adjudicated-draw, unfinished, unknown";

/// Reads the games of a file.
///
/// # Errors
/// [`RecordError`] for the first line that is no game, no comment and not empty.
pub fn read(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    lines(text).map(|(number, line)| read_line(line, number)).collect()
}

/// The first line that is neither empty nor a comment, and its number.
pub(super) fn first_line(text: &str) -> Option<(usize, &str)> {
    lines(text).next()
}

/// Whether a line begins like a game in any version.
pub(super) fn is_game(line: &str) -> bool {
    line.split_whitespace().next() == Some("game")
}

/// The lines that are neither empty nor comments, with their numbers.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim).enumerate();
    let games = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    games.map(|(index, line)| (index + 1, line))
}

/// Parses one line; `number` is its line number for errors.
///
/// # Errors
/// [`RecordError`] if the line is no game of this version.
pub fn read_line(line: &str, number: usize) -> Result<GameRecord, RecordError> {
    let error = |expected: &str, found: &str| RecordError::new(number, expected, found);
    let header = format!("game {VERSION} ");
    let line = line.trim();
    let mut rest = line.strip_prefix(&header).ok_or_else(|| error(&format!("\"{header}\""), line))?;
    let (mut draft, mut keys) = (Draft::default(), Vec::new());
    loop {
        rest = rest.trim_start();
        if let Some(moves) = rest.strip_prefix("moves=") {
            return draft.finish(moves, number);
        }
        let (key, value, after) = next_field(rest).ok_or_else(|| error("key=value and moves= last", rest))?;
        if keys.contains(&key) {
            return Err(error("each key once", key));
        }
        keys.push(key);
        draft.set(key, value).map_err(|(expected, found)| error(expected, &found))?;
        rest = after;
    }
}

/// The fields read so far.
struct Draft {
    game: GameRecord,
    size: Option<BoardSize>,
    rule: Option<Rule>,
    /// Unparsed squares: their meaning depends on the size, which may come later.
    stones: ByColor<String>,
}

impl Default for Draft {
    fn default() -> Self {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Freestyle);
        game.termination = Termination::Unknown;
        Self { game, size: None, rule: None, stones: ByColor::default() }
    }
}

impl Draft {
    /// Reads a field; the error is what was expected and what was found.
    fn set(&mut self, key: &str, value: String) -> Result<(), (&'static str, String)> {
        let game = &mut self.game;
        let text = match key {
            "black" => Some(&mut game.names[Color::Black]),
            "white" => Some(&mut game.names[Color::White]),
            "setup-black" => Some(&mut self.stones[Color::Black]),
            "setup-white" => Some(&mut self.stones[Color::White]),
            "remark" => Some(&mut game.remark),
            _ => None,
        };
        if let Some(text) = text {
            *text = value;
            return Ok(());
        }
        let expected = match key {
            "number" => keep(&mut game.number, value.parse().ok(), "a number of the game"),
            "size" => keep(&mut self.size, value.parse().ok().map(Some), "a size such as 15x15"),
            "rule" => keep(&mut self.rule, value.parse().ok().map(Some), "a rule such as renju"),
            "continuous" => {
                game.continuous = value == "yes";
                (!matches!(value.as_str(), "yes" | "no")).then_some("yes or no")
            }
            "first" => keep(&mut game.setup.side_to_move, Color::from_name(&value), "black or white"),
            "opening" => keep(&mut game.opening, value.parse().ok(), "a number of opening moves"),
            "result" => keep(&mut game.result, GameResult::from_name(&value), "1-0, 0-1, 1/2-1/2 or *"),
            "end" => keep(&mut game.termination, Termination::from_name(&value), ENDS),
            _ => return Err(("a known key", key.to_owned())),
        };
        expected.map_or(Ok(()), |expected| Err((expected, value)))
    }

    fn finish(self, moves: &str, line: usize) -> Result<GameRecord, RecordError> {
        let missing = |expected: &str| RecordError::new(line, expected, "moves=");
        let mut game = self.game;
        game.size = self.size.ok_or_else(|| missing("size= before the moves"))?;
        game.rule = self.rule.ok_or_else(|| missing("rule= before the moves"))?;
        for color in Color::BOTH {
            let names = self.stones[color].as_str();
            let error = || RecordError::new(line, "different squares such as setup-black=h8,i9", names);
            for square in parse_squares(names, game.size).map_err(|_| error())? {
                if game.setup.stones.0.iter().any(|stones| stones.contains(square)) {
                    return Err(error());
                }
                game.setup.stones[color].insert(square);
            }
        }
        for (word, number) in moves.split_whitespace().zip(1..) {
            let played = read_move(word, game.size).ok_or_else(|| {
                let expected = format!("{}, or a move such as h8:35:120", square_range(game.size));
                RecordError::of_move(line, number, word, expected)
            })?;
            game.moves.push(played);
        }
        Ok(game)
    }
}

/// Stores a parsed value; the error is what was expected.
fn keep<T>(slot: &mut T, value: Option<T>, expected: &'static str) -> Option<&'static str> {
    let Some(value) = value else { return Some(expected) };
    *slot = value;
    None
}

fn read_move(word: &str, size: BoardSize) -> Option<RecordedMove> {
    let mut parts = word.split(':');
    let square = parse_square(parts.next()?, size).ok()?;
    let score = parts.next().filter(|text| !text.is_empty()).map(str::parse).transpose().ok()?;
    let time_ms = parts.next().map(str::parse).transpose().ok()?;
    parts.next().is_none().then_some(RecordedMove { square, score, time_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_line_is_read_and_written_alike() {
        let line = "game 1 number=7 size=15x15 rule=renju black=\"A\" white=\"B\" opening=2 result=1-0 end=five \
                    moves=h8 i9 j8:35:120 i8::9 k8:-4";
        let game = read_line(line, 1).unwrap();
        assert_eq!(game.moves[2].score, Some(35));
        assert_eq!((game.moves[3].score, game.moves[3].time_ms), (None, Some(9)));
        assert_eq!(game.result, GameResult::Win(Color::Black));
        assert_eq!(write(&game), line);
    }

    #[test]
    fn errors_name_the_line_and_quote_it() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(message("# fine\n\nfoo"), "line 3: expected \"game 1 \", found \"foo\"");
        assert_eq!(
            message("game 1 size=15x15 rule=chess moves="),
            "line 1: expected a rule such as renju, found \"chess\""
        );
        assert_eq!(
            message("game 1 size=15x15 rule=renju moves=h8 z9"),
            "line 1, move 2, z9: expected a square from a1 to o15, or a move such as h8:35:120"
        );
        let ends = Termination::ALL.map(Termination::name).join(", ");
        assert_eq!(
            message("game 1 size=15x15 rule=renju end=resign moves="),
            format!("line 1: expected one of {ends}, found \"resign\"")
        );
        for line in [
            "game 2 size=15x15 rule=renju moves=",
            "game 1 size=15x15 moves=",
            "game 1 size=99x1 rule=renju moves=",
            "game 1 size=15x15 rule=renju",
            "game 1 black=\"open size=15x15 rule=renju moves=",
            "game 1 colour=red size=15x15 rule=renju moves=",
            "game 1 size=15x15 rule=renju moves=h8:99999",
            "game 1 size=15x15 rule=renju moves=h8:1:2:3",
            "game 1 size=15x15 rule=renju setup-black=h8,z9 moves=",
            "game 1 size=15x15 rule=renju setup-black=h8 setup-white=i9,h8 moves=",
            "game 1 size=15x15 rule=renju first=red moves=",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
