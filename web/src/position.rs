//! What a board shows of a position besides its stones: forbidden points, threats, the winning row.

use rustgomo::Square;
use rustgomo::board::square_name;
use rustgomo::opening::NamedOpening;
use rustgomo::rules::{Outcome, forbidden_squares, foul_rows};
use serde::Serialize;

use crate::Game;
use crate::threats::{Threat, threats};

/// A position for a page.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Description {
    /// `black` or `white`.
    to_move: &'static str,
    /// `black`, `white`, `draw`, or nothing while the game goes on.
    winner: Option<&'static str>,
    /// Why black's last move was forbidden, if it was.
    foul: Option<&'static str>,
    winning_row: Vec<String>,
    /// Squares where the side to move may play.
    legal: Vec<String>,
    /// Squares where black may not play.
    forbidden: Vec<Forbidden>,
    /// Squares where a move would make a five, a four or an open three.
    threats: Vec<Threat>,
    /// The opening: its number, its name and that in Japanese writing.
    opening: Option<String>,
}

/// A square where black may not play.
#[derive(Debug, Serialize)]
struct Forbidden {
    square: String,
    foul: &'static str,
    /// Black's stones in each of the threes, the fours or the overlines that make it so.
    rows: Vec<Vec<String>>,
}

/// What a page shows of a position, as JSON.
pub fn describe(game: &Game) -> String {
    let Game { rule, board, foul, .. } = game;
    let name = |square: Square| square_name(square, board.size());
    let names = |squares: Vec<Square>| squares.into_iter().map(name).collect();
    let outcome = game.outcome();
    let is_over = outcome != Outcome::Unfinished;
    let forbidden = if is_over { Vec::new() } else { forbidden_squares(board, *rule) };
    let to_move = board.side_to_move();
    let is_legal = |square: &Square| !rule.is_restricted(to_move) || !forbidden.contains(square);
    let legal = if is_over { Vec::new() } else { board.empty().iter().filter(is_legal).collect() };
    let opening = NamedOpening::of_board(board, *rule);
    let judge = |&square: &Square| {
        let foul = rustgomo::rules::foul(board, square)?;
        let rows = foul_rows(board, square).into_iter().map(names).collect();
        Some(Forbidden { square: name(square), foul: foul.name(), rows })
    };
    json(&Description {
        to_move: to_move.name(),
        winner: match outcome {
            Outcome::Win(color) => Some(color.name()),
            Outcome::Draw => Some("draw"),
            Outcome::Unfinished => None,
        },
        foul: foul.map(rustgomo::rules::Foul::name),
        winning_row: names(game.winning_row()),
        legal: names(legal),
        forbidden: forbidden.iter().filter_map(judge).collect(),
        threats: if is_over { Vec::new() } else { threats(game) },
        opening: opening.map(|opening| format!("{opening} {}", opening.kanji)),
    })
}

/// Serialises one of our values, which cannot fail: maps have only text keys.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn described(rule: &str, size: &str, moves: &str) -> Value {
        serde_json::from_str(&describe(&Game::new(rule, size, moves).unwrap())).unwrap()
    }

    #[test]
    fn a_forbidden_point_has_its_kind_and_its_stones() {
        let view = described("renju", "15", "h8a1h9a2i10a3j10a5");
        assert_eq!((&view["toMove"], &view["winner"]), (&"black".into(), &Value::Null));
        let forbidden = view["forbidden"].as_array().unwrap();
        assert_eq!(forbidden.len(), 1, "{forbidden:?}");
        assert_eq!((&forbidden[0]["square"], &forbidden[0]["foul"]), (&"h10".into(), &"double three".into()));
        assert_eq!(forbidden[0]["rows"], serde_json::json!([["i10", "j10"], ["h9", "h8"]]));
        assert_eq!(view["legal"].as_array().unwrap().len(), 225 - 8 - 1);
        let set_up = described("renju", "15", "h8h9i10j10/a1a2a3a5/black/");
        assert_eq!(set_up["forbidden"][0]["square"], "h10");
        let white = described("renju", "15", "h8a1h9a2i10a3j10");
        assert_eq!(white["legal"].as_array().unwrap().len(), 225 - 7, "white may play there");
    }

    #[test]
    fn an_opening_has_its_name_outside_renju_also_off_the_centre() {
        assert_eq!(described("renju", "15", "h8h9i9a1")["opening"], "D4 Kagetsu 花月");
        assert_eq!(described("freestyle", "15", "d4d5e5")["opening"], "D4 Kagetsu 花月");
        assert_eq!(described("renju", "15", "d4d5e5")["opening"], Value::Null);
    }

    #[test]
    fn threats_and_the_winning_row_are_named() {
        let view = described("freestyle", "15", "h8a1i8a2j8a3k8");
        let fives: Vec<&Value> =
            view["threats"].as_array().unwrap().iter().filter(|t| t["kind"] == "five").collect();
        assert_eq!(fives.len(), 2);
        assert!(fives.iter().all(|threat| threat["color"] == "black"));
        let won = described("freestyle", "15", "h8a1i8a2j8a3k8a4l8");
        assert_eq!((&won["winner"], won["winningRow"].as_array().unwrap().len()), (&"black".into(), 5));
        assert!(won["legal"].as_array().unwrap().is_empty());
        let foul = described("renju", "15", "h8a1h9a2i10a3j10a4h10");
        assert_eq!((&foul["winner"], &foul["foul"]), (&"white".into(), &"double three".into()));
    }
}
