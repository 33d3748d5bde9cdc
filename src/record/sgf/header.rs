//! Properties of the first node of a game, except stones that are set up.

use std::fmt::Write;

use super::syntax::{Node, escaped};
use crate::geometry::{BoardSize, Color, shortened};
use crate::record::note::Notes;
use crate::record::{GameRecord, GameResult, Place, RecordError, Termination};
use crate::rules::Rule;

/// The numbers of games in `GM`.
const GOMOKU: &str = "4";
const GO: &str = "1";

/// What is written from a [`GameRecord`], and so not kept as a foreign property.
pub(super) const KEYS: [&str; 13] =
    ["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE", "OP", "KE", "CG", "GC"];

/// Writes the properties.
pub(super) fn write(game: &GameRecord) -> String {
    let mut text = format!("FF[4]GM[4]CA[UTF-8]AP[RustGomo]SZ[{}]", size_text(game.size));
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
    text
}

/// Reads the properties of a game without moves; games that name no known rule have the given one.
pub(super) fn read(root: &Node, without: Rule, notes: &mut Notes) -> Result<GameRecord, RecordError> {
    let error = |expected: &str, found: &str| RecordError::new(root.line, expected, found);
    let other = root.get("GM").map(str::trim).filter(|&kind| kind != GOMOKU);
    if let Some(kind) = other {
        // Boards of Go are played on, and their programs write this number.
        let text = format!("GM[{}] is another game, but is read as gomoku", shortened(kind).escape_debug());
        notes.tell(Place::Line(root.line), text);
    }
    let found = root.get("SZ").unwrap_or(if other == Some(GO) { "19" } else { "15" });
    let size = found.parse().map_err(|_| error("a size from 5 to 22 such as SZ[15]", found))?;
    let mut game = GameRecord::new(size, root.get("RU").and_then(rule).unwrap_or(without));
    if let Some(found) = root.get("RU").filter(|found| !is_read(root, "RU", found)) {
        let found = shortened(found);
        let found = found.escape_debug();
        let text = format!("RU[{found}] is no known rule; the game is read as {}", game.rule);
        notes.tell(Place::Line(root.line), text);
    }
    game.number = number(root).unwrap_or(0);
    for (color, key) in [(Color::Black, "PB"), (Color::White, "PW")] {
        root.get(key).unwrap_or("").clone_into(&mut game.names[color]);
    }
    root.get("GC").unwrap_or("").clone_into(&mut game.remark);
    game.opening = root.get("OP").and_then(|n| n.parse().ok()).unwrap_or(0);
    game.continuous = root.get("CG").is_some();
    let found = root.get("RE").unwrap_or("");
    game.result = result(found).unwrap_or(GameResult::Unfinished);
    if result(found).is_none() {
        let text = format!("RE[{}] is no known result and is not read", shortened(found).escape_debug());
        notes.tell(Place::Line(root.line), text);
    }
    let named = root.get("KE").and_then(Termination::from_name);
    game.termination = named.or_else(|| how(found)).unwrap_or(Termination::Unknown);
    Ok(game)
}

/// Whether a property of [`KEYS`] has a value that [`read`] understands as a whole.
pub(super) fn is_read(root: &Node, key: &str, value: &str) -> bool {
    match key {
        "RE" => {
            let is_failure =
                || root.get("KE").and_then(Termination::from_name).is_some_and(Termination::is_failure);
            match winner(value).as_ref().map(|(_, how)| how.as_str()) {
                Some("") => true,
                Some("f") => is_failure(),
                Some(_) => how(value).is_some(),
                None => result(value).is_some(),
            }
        }
        "KE" => Termination::from_name(value).is_some(),
        "OP" => value.parse::<usize>().is_ok(),
        "RU" => value.trim().is_empty() || rule(value).is_some(),
        _ => true,
    }
}

/// The number of the game in its match; many programs put a name there.
pub(super) fn number(root: &Node) -> Option<u64> {
    root.get("GN").and_then(|number| number.parse().ok())
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
    let name = text.trim();
    if ["RIF", "Renju RIF"].iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return Some(Rule::Renju);
    }
    name.parse().map_or_else(|_| name.parse().ok(), by_number)
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

/// The winner, and what stands behind the plus.
fn winner(result: &str) -> Option<(Color, String)> {
    let (winner, how) = result.split_once('+')?;
    let how = how.trim().to_ascii_lowercase();
    match winner.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Some((Color::Black, how)),
        "w" | "white" => Some((Color::White, how)),
        _ => None,
    }
}

/// How a game ended by the letters behind the winner; points and forfeits are no kind of end here.
fn how(result: &str) -> Option<Termination> {
    match winner(result)?.1.as_str() {
        "r" | "resign" => Some(Termination::Resignation),
        "t" | "time" => Some(Termination::Time),
        _ => None,
    }
}

/// The result that a value means; capitals and small letters are alike.
fn result(text: &str) -> Option<GameResult> {
    if let Some((winner, _)) = winner(text) {
        return Some(GameResult::Win(winner));
    }
    match text.trim().to_ascii_lowercase().as_str() {
        "0" | "draw" | "1/2" => Some(GameResult::Draw),
        "" | "?" | "void" | "*" => Some(GameResult::Unfinished),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordReader;

    #[test]
    fn results_are_read_or_told() {
        let (black, white) = (GameResult::Win(Color::Black), GameResult::Win(Color::White));
        for (value, result, how) in [
            ("B+R", black, Termination::Resignation),
            ("Black+Resign", black, Termination::Resignation),
            ("b+", black, Termination::Unknown),
            ("white+time", white, Termination::Time),
            ("W+1.5", white, Termination::Unknown),
            ("1/2", GameResult::Draw, Termination::Unknown),
            ("Void", GameResult::Unfinished, Termination::Unknown),
            ("?", GameResult::Unfinished, Termination::Unknown),
            ("", GameResult::Unfinished, Termination::Unknown),
        ] {
            let text = format!("(;GM[4]RE[{value}];B[hh])");
            let read = RecordReader::new(Rule::Renju).games("a.sgf".as_ref(), text.as_bytes()).unwrap();
            let game = &read.games[0];
            assert_eq!((game.result, game.termination, read.notes), (result, how, vec![]), "{value}");
        }
        let read = RecordReader::new(Rule::Renju).games("a.sgf".as_ref(), b"(;GM[4]RE[black won];B[hh])");
        let notes = read.unwrap().notes;
        assert_eq!(notes[0].to_string(), "line 1: RE[black won] is no known result and is not read");
    }
}
