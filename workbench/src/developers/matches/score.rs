//! Scores in the messages of engines.

use rustgomo::eval::Score;

/// Words before a score in messages of RustGomo, Rapfi and others.
const KEYS: [&str; 4] = ["score", "eval", "ev", "value"];

/// The score in a message, in centi-units from the engine's view: a number, or the plies to a win or loss
/// (`+M5`, `-M4`), after a word such as `score`.
pub(super) fn score_in_message(text: &str) -> Option<i16> {
    let mut words = text.split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '|' | ','));
    while let Some(word) = words.next() {
        if KEYS.iter().any(|key| word.eq_ignore_ascii_case(key)) {
            let value = words.find(|word| !word.is_empty())?;
            if let Some(score) = read(value) {
                return Some(score);
            }
        }
    }
    None
}

fn read(value: &str) -> Option<i16> {
    let unsigned = value.trim_start_matches(['+', '-']);
    if let Some(plies) = unsigned.strip_prefix('M') {
        let plies = plies.parse::<u8>().ok()?;
        let score =
            if value.starts_with('-') { Score::loss_in(plies.into()) } else { Score::win_in(plies.into()) };
        return Some(score.centi());
    }
    let number: f64 = value.parse().ok()?;
    Some(Score::eval(number as i32).centi())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_several_engines_are_read() {
        assert_eq!(score_in_message("MESSAGE depth 9-14 ev -35 n 7 n/ms 1"), Some(-35));
        assert_eq!(score_in_message("MESSAGE depth 9-14 multipv 1 ev +M5 n 7"), Some(29_995));
        assert_eq!(score_in_message("MESSAGE Depth 12-20 | Eval -M4 | Time 100ms"), Some(-29_996));
        assert_eq!(score_in_message("MESSAGE Speed 1M | Eval 123"), Some(123));
        for text in ["MESSAGE hello", "MESSAGE score", "MESSAGE score high", "MESSAGE score +M999"] {
            assert_eq!(score_in_message(text), None, "{text}");
        }
        assert!(score_in_message("MESSAGE score 999999999").is_some());
    }
}
