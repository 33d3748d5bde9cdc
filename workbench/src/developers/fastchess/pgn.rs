//! Games in Portable Game Notation (PGN) as `OpenBench` reads it: tags and moves with comments.
//!
//! The first player, black in gomoku, is White in PGN, so `1-0` is that player's win.

use std::fmt::Write;

use super::lines::reason;
use rustgomo::board::square_name;
use rustgomo::eval::Score;
use rustgomo::geometry::ByColor;
use rustgomo::record::{GameRecord, RecordedMove, Termination};

/// Maximum length of a line of moves; comments are not split.
const LINE: usize = 80;

/// A game with an empty line after its tags and after its moves, and no other: the worker takes an empty line
/// for the end of the game.
pub(super) fn write(game: &GameRecord, control: &str) -> String {
    let ByColor([black, white]) = &game.names;
    let round = game.number.div_ceil(2);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace(['"', '\\', '\n'], "'"));
    };
    tag("Event", "RustGomo match");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", &round.to_string());
    tag("White", black);
    tag("Black", white);
    tag("Result", game.result.name());
    tag("Variant", &format!("{} {}", game.rule, game.size));
    tag("PlyCount", &game.moves.len().to_string());
    tag("Termination", termination(game.termination));
    tag("TimeControl", control);
    text.push('\n');
    text.push_str(&moves(game));
    text.push('\n');
    text
}

/// Value of the `Termination` tag. The worker reports games with `abandoned`, `stalled` or `illegal` in it.
const fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Five | Termination::FullBoard | Termination::Forbidden | Termination::Resignation => {
            "normal"
        }
        Termination::Illegal | Termination::Protocol => "illegal move",
        Termination::Time => "time forfeit",
        Termination::Crash | Termination::Memory => "abandoned",
        Termination::AdjudicatedWin | Termination::AdjudicatedDraw => "adjudication",
        Termination::Unfinished | Termination::Unknown => "unterminated",
    }
}

/// All moves, the last one with the reason for the end, and the result; each line ends with a line feed.
fn moves(game: &GameRecord) -> String {
    let mut text = String::new();
    let mut width = 0;
    let mut push = |word: &str| {
        let separator = match width {
            0 => "",
            _ if width + 1 + word.len() > LINE => "\n",
            _ => " ",
        };
        width = if separator == "\n" { word.len() } else { width + separator.len() + word.len() };
        text.push_str(separator);
        text.push_str(word);
    };
    for (i, played) in game.moves.iter().enumerate() {
        if i % 2 == 0 {
            push(&format!("{}.", i / 2 + 1));
        }
        push(&square_name(played.square, game.size));
        let end = if i + 1 == game.moves.len() { reason(game) } else { String::new() };
        push(&comment(played, i < game.opening, &end));
    }
    push(game.result.name());
    text.push('\n');
    text
}

/// Score and time of a move in fastchess's notation. The depth is 0, since the Gomocup protocol does not
/// report it.
fn comment(played: &RecordedMove, is_book: bool, end: &str) -> String {
    let score = played.score.map(|score| format!("{}/0", score_text(score)));
    let time = played.time_ms.map(|ms| format!("{:.3}s", f64::from(ms) / 1000.0));
    let parts: Vec<String> = score.into_iter().chain(time).collect();
    let played = if is_book { "book".to_owned() } else { parts.join(" ") };
    let parts: Vec<&str> = [played.as_str(), end].into_iter().filter(|part| !part.is_empty()).collect();
    format!("{{{}}}", parts.join(", "))
}

/// `+0.35`, or `+M5` for a win in five plies.
fn score_text(centi: i16) -> String {
    let score = Score::from_centi(centi);
    if score.is_decided() { score.to_string() } else { format!("{:+.2}", f64::from(centi) / 100.0) }
}
