//! Options.

use super::super::tokens::{integer, split_word};
use crate::engine::{Change, Engine, MAX_THREADS};
use crate::geometry::{BoardSize, MAX_SIDE, MIN_SIDE};
use crate::rules::Rule;

/// Largest offered transposition table, in MiB.
const MAX_HASH_MIB: i64 = 32_768;

/// The names of the rules; `caro` is the exact one, as leagues play it.
const RULES: [(&str, Rule); 5] = [
    ("freestyle", Rule::Freestyle),
    ("standard", Rule::Standard),
    ("renju", Rule::Renju),
    ("caro", Rule::ExactCaro),
    ("caro6", Rule::Caro),
];

/// Levels of randomness: how much worse than the best a played move may be, in centi-units.
const RANDOMNESS: [(&str, u16); 4] = [("none", 0), ("small", 10), ("medium", 30), ("large", 60)];

/// Options that are no settings of the engine.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the protocol")]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    /// Size of `startpos`.
    pub(super) size: BoardSize,
    /// Whether times are in milliseconds instead of seconds.
    pub(super) is_milliseconds: bool,
    /// Whether commands wait while the engine thinks.
    pub(super) is_batch: bool,
    /// Whether details of the search are written.
    pub(super) is_debug: bool,
    /// Whether to resign a lost game.
    pub(super) may_resign: bool,
}

impl Options {
    /// The lines that declare the options.
    pub(super) fn lines(engine: &Engine) -> Vec<String> {
        let names = RULES.map(|(name, _)| format!("var {name}")).join(" ");
        let rule = RULES
            .iter()
            .find(|(_, rule)| *rule == engine.session().settings().rule)
            .map_or("", |(name, _)| name);
        vec![
            "option usemillisec type check default false".to_owned(),
            "option batch type check default false".to_owned(),
            "option debug type check default false".to_owned(),
            "option ponder type check default false".to_owned(),
            "option usebook type check default false".to_owned(),
            "option resign type check default false".to_owned(),
            format!("option boardsize type spin min {MIN_SIDE} max {MAX_SIDE} default 15"),
            format!("option rule type combo {names} default {rule}"),
            format!("option hashsize type spin min 0 max {MAX_HASH_MIB} default 0"),
            format!("option threads type spin min 0 max {MAX_THREADS} default 0"),
            format!(
                "option randomness type combo {} default none",
                RANDOMNESS.map(|(name, _)| format!("var {name}")).join(" ")
            ),
            "option newgame type button".to_owned(),
        ]
    }

    /// Sets an option by the text after `setoption`, and returns whether a new game begins. Unknown options
    /// and invalid values are skipped.
    pub(super) fn set(&mut self, text: &str, engine: &mut Engine) -> bool {
        let (name, value) = name_and_value(text);
        let (name, number) = (name.to_ascii_lowercase(), integer(value).ok());
        let change = match name.as_str() {
            "ponder" => check(value).map(Change::Pondering),
            "rule" => known(&RULES, value).map(Change::Rule),
            "randomness" => known(&RANDOMNESS, value).map(Change::Variety),
            "hashsize" => number.map(|mib| Change::HashBytes((mib.clamp(0, MAX_HASH_MIB) as u64) << 20)),
            "threads" => number.map(|count| Change::Threads(count.max(1) as u64)),
            _ => None,
        };
        if let Some(change) = change {
            engine.change(change);
        }
        match name.as_str() {
            "usemillisec" => self.is_milliseconds = check(value).unwrap_or(self.is_milliseconds),
            "batch" => self.is_batch = check(value).unwrap_or(self.is_batch),
            "debug" => self.is_debug = check(value).unwrap_or(self.is_debug),
            "resign" => self.may_resign = check(value).unwrap_or(self.may_resign),
            "boardsize" => {
                let size = number.and_then(|side| BoardSize::new(side, side).ok());
                self.size = size.unwrap_or(self.size);
                return size.is_some();
            }
            "rule" => return change.is_some(),
            "newgame" => {
                engine.search().clear();
                return true;
            }
            _ => {}
        }
        false
    }
}

/// The value of this name in a list.
fn known<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
    list.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, value)| value)
}

/// Name and value of an option: `name value`, or `name NAME value VALUE` as in UCI.
fn name_and_value(text: &str) -> (&str, &str) {
    let (name, value) = split_word(text);
    if !name.eq_ignore_ascii_case("name") {
        return (name, value);
    }
    let (name, rest) = split_word(value);
    let (word, value) = split_word(rest);
    (name, if word.eq_ignore_ascii_case("value") { value } else { rest })
}

/// A value of the type check.
fn check(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_named_in_the_form_of_the_document_and_in_that_of_uci() {
        for (text, expected) in [
            ("batch true", ("batch", "true")),
            ("name batch value true", ("batch", "true")),
            ("NAME batch  VALUE  true", ("batch", "true")),
            ("name batch true", ("batch", "true")),
            ("name newgame", ("newgame", "")),
            ("newgame", ("newgame", "")),
            ("batch", ("batch", "")),
            ("name", ("", "")),
        ] {
            assert_eq!(name_and_value(text), expected, "{text}");
        }
    }
}
