//! Openings as dialogues between two players, such as Swap2.
//!
//! A dialogue is its opening rule, the size of the board, and the choices so far with blanks between them; a
//! choice is added to the text.

use rustgomo::board::square_names;
use rustgomo::opening::{Dialogue, OpeningRule, Question};
use rustgomo::{BoardSize, Color};
use serde::{Deserialize, Serialize};

use crate::position::json;

/// A dialogue for a page.
#[derive(Debug, Serialize)]
struct Description {
    /// `stone`, `swap`, `number`, `offer`, `keep`, or nothing once the opening is complete.
    question: Option<&'static str>,
    /// Who answers: `first` or `second`, the first being the one who puts the first stone.
    decider: &'static str,
    /// Who made each of the choices so far.
    deciders: Vec<&'static str>,
    /// Who has black.
    black: &'static str,
    /// Side of the squares in the middle where the stone must be; nothing for anywhere.
    side: Option<u8>,
    /// Whether the answer to `swap` may also be `more`.
    more: bool,
    /// The largest number to declare, or how many offers are missing.
    number: Option<usize>,
    /// The stones, black first.
    moves: Vec<String>,
    /// The fifth moves on offer.
    offers: Vec<String>,
    /// Squares that answer the question.
    squares: Vec<String>,
}

/// What a decision of the engine may cost.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// Nodes to search, about.
    pub nodes: u64,
    /// Draws openings.
    pub seed: u64,
}

/// Reads a dialogue: opening rule, size of the board, and choices such as `h8 stay h9 swap`.
///
/// # Errors
/// A sentence if the rule or the size is unknown or a choice cannot be made.
pub fn read_opening(rule: &str, size: &str, choices: &str) -> Result<Dialogue, String> {
    let rule: OpeningRule = rule.parse().map_err(|error| format!("opening: {error}"))?;
    let size: BoardSize = size.parse().map_err(|error| format!("board: {error}"))?;
    Dialogue::replay(rule, size, choices).map_err(|error| format!("opening: {error}"))
}

/// What a page shows of a dialogue, as JSON.
pub fn describe_opening(dialogue: &Dialogue) -> String {
    let size = dialogue.board().size();
    let question = dialogue.question();
    json(&Description {
        question: question.map(|question| match question {
            Question::Stone { .. } => "stone",
            Question::Swap { .. } => "swap",
            Question::Number { .. } => "number",
            Question::Offer { .. } => "offer",
            Question::Keep => "keep",
        }),
        decider: dialogue.decider().name(),
        deciders: deciders(dialogue),
        black: dialogue.player(Color::Black).name(),
        side: match question {
            Some(Question::Stone { reach }) => reach.map(|reach| 2 * reach + 1),
            _ => None,
        },
        more: question == Some(Question::Swap { or_more: true }),
        number: match question {
            Some(Question::Number { most: number } | Question::Offer { left: number }) => Some(number),
            _ => None,
        },
        moves: square_names(dialogue.board().history().iter().copied().flatten(), size),
        offers: square_names(dialogue.offers().iter().copied(), size),
        squares: square_names(dialogue.squares().iter(), size),
    })
}

/// Who made each of the choices.
fn deciders(dialogue: &Dialogue) -> Vec<&'static str> {
    let Ok(mut replayed) = Dialogue::new(dialogue.rule(), dialogue.board().size()) else { return Vec::new() };
    let decided = dialogue.choices().iter().map_while(|&choice| {
        let decider = replayed.decider().name();
        replayed.choose(choice).is_ok().then_some(decider)
    });
    decided.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Analyser;

    fn described(rule: &str, choices: &str) -> Value {
        let dialogue = read_opening(rule, "15x15", choices).unwrap();
        serde_json::from_str(&describe_opening(&dialogue)).unwrap()
    }

    #[test]
    fn a_question_comes_with_its_squares_and_players() {
        let second = described("taraguchi10", "h8 swap");
        assert_eq!((&second["question"], &second["side"]), (&json!("stone"), &json!(3)));
        assert_eq!((&second["decider"], &second["black"]), (&json!("first"), &json!("second")));
        assert_eq!(second["deciders"], json!(["first", "second"]));
        assert_eq!(second["squares"].as_array().unwrap().len(), 8);
        let three = described("swap2", "h8 i9 j10");
        assert_eq!((&three["question"], &three["more"]), (&json!("swap"), &json!(true)));
        assert_eq!(three["moves"], json!(["h8", "i9", "j10"]));
        let offers = described("soosorv8", "h8 h9 h7 stay h6 3 stay g9");
        assert_eq!((&offers["question"], &offers["number"]), (&json!("offer"), &json!(2)));
        assert_eq!(offers["offers"], json!(["g9"]));
        assert_eq!(described("swap", "h8 i9 j10 stay")["question"], Value::Null);
    }

    #[test]
    fn errors_name_the_choice() {
        let error = |rule: &str, choices: &str| read_opening(rule, "15", choices).unwrap_err();
        assert_eq!(error("swap2", "h8 h8"), "opening: choice 2: expected a free square, found h8");
        assert!(error("chess", "").starts_with("opening: expected swap, swap2, "));
    }

    #[test]
    fn the_engine_adds_choices_until_the_opening_is_complete() {
        let mut analyser = Analyser::new(1 << 20);
        let mut text = String::new();
        loop {
            let dialogue = read_opening("yamaguchi", "15", &text).unwrap();
            let effort = Effort { nodes: 500, seed: 7 };
            let choices =
                analyser.choose(&dialogue, rustgomo::Rule::Renju, effort, &rustgomo::StopHandle::new());
            let mut choices: Value = serde_json::from_str(&choices).unwrap();
            let choices: Vec<String> = serde_json::from_value(choices["choices"].take()).unwrap();
            if choices.is_empty() {
                break;
            }
            text = format!("{text} {}", choices.join(" "));
        }
        assert_eq!(described("yamaguchi", &text)["moves"].as_array().unwrap().len(), 5);
    }
}
