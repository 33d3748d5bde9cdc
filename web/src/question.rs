//! The questions of a page that the engine answers, in a worker or behind a WebSocket.

use rustgomo::Rule;
use serde::Deserialize;

use crate::{Analyser, Effort, Game, Request, Running, read_opening};

/// A question as JSON: what is asked with its values, such as `{"prove": ["renju", "15", "h8i9", 1000]}`.
/// Positions are a rule, a board and moves.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// The best lines of a position: [`Analyser::analyse`].
    Analyse(String, String, String, Request),
    /// A proof of a forced win, with at most this number of attacking moves: [`Analyser::prove`].
    Prove(String, String, String, u32),
    /// The most even move, or two of them, by this number of nodes: [`Analyser::balance`].
    Balance(String, String, String, bool, u64),
    /// The next choices of an opening, by its rule, the opening rule, the board and the choices so far:
    /// [`Analyser::choose`].
    Choose(String, String, String, String, Effort),
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// A sentence if it is none.
    pub fn read(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| format!("question: {error}"))
    }
}

impl Analyser {
    /// The answer to a question, as JSON; `on_progress` gets the reports of an analysis.
    ///
    /// # Errors
    /// A sentence about what is wrong with the question.
    pub fn answer(
        &mut self,
        question: &Question,
        running: &Running,
        on_progress: impl FnMut(&str) + Send,
    ) -> Result<String, String> {
        match question {
            Question::Analyse(rule, size, moves, request) => {
                self.analyse(&Game::new(rule, size, moves)?, request, running, on_progress)
            }
            Question::Prove(rule, size, moves, work) => {
                self.prove(&Game::new(rule, size, moves)?, *work, &running.stop)
            }
            Question::Balance(rule, size, moves, is_pair, nodes) => {
                Ok(self.balance(&Game::new(rule, size, moves)?, *is_pair, *nodes, &running.stop))
            }
            Question::Choose(rule, opening, size, choices, effort) => {
                let rule: Rule = rule.parse().map_err(|error| format!("rule: {error}"))?;
                Ok(self.choose(&read_opening(opening, size, choices)?, rule, *effort, &running.stop))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_has_its_answer_and_nonsense_a_sentence() {
        let mut analyser = Analyser::new(1 << 20);
        let mut answer = |json: &str| analyser.answer(&Question::read(json)?, &Running::default(), |_| ());
        for (question, part) in [
            (r#"{"analyse": ["renju", "15", "h8", {"depth": 1}]}"#, "\"lines\""),
            (r#"{"prove": ["renju", "15", "h8", 100]}"#, "\"win\":null"),
            (r#"{"balance": ["renju", "15", "h8", false, 100]}"#, "\"moves\""),
            (r#"{"choose": ["renju", "swap", "15", "h8 i9 j10", {"nodes": 9, "seed": 1}]}"#, "\"choices\""),
        ] {
            assert!(answer(question).unwrap().contains(part), "{question}");
        }
        for (question, problem) in [
            ("", "question: "),
            (r#"{"sing": []}"#, "question: unknown variant `sing`"),
            (r#"{"prove": [1]}"#, "question: "),
            (r#"{"prove": ["go", "15", "", 1]}"#, "rule: "),
            (r#"{"choose": ["go", "swap", "15", "", {"nodes": 9, "seed": 1}]}"#, "rule: "),
        ] {
            assert!(answer(question).unwrap_err().starts_with(problem), "{question}");
        }
    }
}
