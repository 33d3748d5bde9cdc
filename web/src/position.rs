//! What a board shows of a position besides its stones: forbidden points, threats, the end of the game.

use rustgomo::board::square_names;
use rustgomo::opening::NamedOpening;
use rustgomo::report::{EndReport, PositionReport, Versioned};
use serde::Serialize;

use crate::Game;

/// A position for a page.
#[derive(Debug, Serialize)]
struct Description {
    #[serde(flatten)]
    position: PositionReport,
    /// How the game ended; nothing while it goes on.
    end: Option<EndReport>,
    /// Squares where the side to move may play.
    legal: Vec<String>,
    /// The opening: its number, its name and that in Japanese writing.
    opening: Option<String>,
}

/// What a page shows of a position, as JSON.
pub fn describe(game: &Game) -> String {
    let Game { rule, board, end } = game;
    let position = PositionReport::new(board, *rule, end.is_some());
    let mut legal = square_names(board.empty().iter().filter(|_| end.is_none()), board.size());
    if rule.is_restricted(board.side_to_move()) {
        legal.retain(|square| position.forbidden.iter().all(|point| point.square != *square));
    }
    let opening = NamedOpening::of_board(board, *rule);
    json(&Description {
        position,
        end: end.as_ref().map(|end| EndReport::new(end, board)),
        legal,
        opening: opening.map(|opening| format!("{opening} {}", opening.kanji)),
    })
}

/// Serialises an answer, which cannot fail: maps have only text keys.
pub(crate) fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(&Versioned::new(answer)).unwrap_or_default()
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
        assert_eq!((&view["to_move"], &view["end"]), (&"black".into(), &Value::Null));
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
        let end = &won["end"];
        assert_eq!((&end["winner"], end["rows"][0].as_array().unwrap().len()), (&"black".into(), 5));
        assert!(won["legal"].as_array().unwrap().is_empty());
        let foul = described("renju", "15", "h8a1h9a2i10a3j10a4h10");
        assert_eq!((&foul["end"]["winner"], &foul["end"]["foul"]), (&"white".into(), &"double three".into()));
    }
}
