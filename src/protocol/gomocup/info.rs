//! `INFO key value`.

use super::super::tokens::{integer, split_word};
use crate::engine::Change;
use crate::rules::Rule;
use crate::search::Parameter;

const BYTES_PER_KILOBYTE: u64 = 1024;
/// Prefix of the names of search parameters.
const SEARCH_PREFIX: &str = "search.";

/// Meaning of rule numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A bit mask.
    Gomocup,
    /// 2 is renju; 5 and 6 are freestyle with swap openings, which the manager conducts.
    Yixin,
}

/// A known key with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// A setting of the engine.
    Change(Change),
    /// The bits of details of a search; 0 for none.
    ShowDetail(i64),
    /// Whether the analysis database is used.
    UseDatabase(bool),
    /// Whether the analysis database stays as it is.
    DatabaseReadonly(bool),
    /// Whether `YXNBEST` searches only one of symmetric moves.
    NBestSymmetry(bool),
    /// Whether moves are suggested, so that the manager may play others.
    Suggest(bool),
}

impl Info {
    /// Reads the text after `INFO`; `None` for unknown keys and invalid values.
    pub fn parse(text: &str, dialect: Dialect) -> Option<Self> {
        let (key, rest) = split_word(text);
        let (value, _) = split_word(rest);
        let number = || integer(value).ok();
        let not_negative = || number().and_then(|n| u64::try_from(n).ok());
        let change = match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => Change::TurnMs(number()?),
            "timeout_match" => Change::MatchMs(number()?),
            "time_left" => Change::LeftMs(number()?),
            "caution_factor" => Change::CandidateRange(u8::try_from(number()?.clamp(0, 255)).unwrap_or(0)),
            "pondering" => Change::Pondering(number()? > 0),
            "time_increment" => Change::IncrementMs(number()?),
            "max_memory" => Change::MaxMemory(not_negative()?),
            "hash_size" => Change::HashBytes(not_negative()?.saturating_mul(BYTES_PER_KILOBYTE)),
            "thread_num" => Change::Threads(not_negative()?),
            "max_depth" => Change::Depth(bound(number()?).map(|n| u32::try_from(n).unwrap_or(u32::MAX))),
            "max_node" => Change::Nodes(bound(number()?)),
            "rule" => Change::Rule(rule(number()?, dialect)?),
            "show_detail" => return number().map(Self::ShowDetail),
            "usedatabase" => return number().map(|number| Self::UseDatabase(number > 0)),
            "database_readonly" => return number().map(|number| Self::DatabaseReadonly(number > 0)),
            "nbestsym" => return number().map(|n| Self::NBestSymmetry(n != 0)),
            "suggest" => return number().map(|n| Self::Suggest(n > 0)),
            key => Change::Search(Parameter::find(key.strip_prefix(SEARCH_PREFIX)?)?, number()?),
        };
        Some(Self::Change(change))
    }
}

/// A limit of a search; -1, 0 and the largest number mean none.
fn bound(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&n| n > 0 && number < i64::MAX)
}

/// The rule with this number; `None` if unknown bits are set.
fn rule(number: i64, dialect: Dialect) -> Option<Rule> {
    match (dialect, number) {
        (Dialect::Yixin, 2) => Some(Rule::Renju),
        (Dialect::Yixin, 5 | 6) => Some(Rule::Freestyle),
        // The bit of continuous games needs no action: the manager marks the stones of a five as blocked.
        _ => Rule::from_gomocup_number(number).map(|(rule, _)| rule),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Info> {
        Info::parse(text, Dialect::Gomocup)
    }

    #[test]
    fn two_is_renju_for_yixin_board() {
        assert_eq!(rule(2, Dialect::Yixin), Some(Rule::Renju));
        assert_eq!(rule(4, Dialect::Yixin), Some(Rule::Renju));
        assert_eq!(rule(1, Dialect::Yixin), Some(Rule::Standard));
        assert_eq!(rule(6, Dialect::Yixin), Some(Rule::Freestyle));
        assert_eq!(rule(2, Dialect::Gomocup), Some(Rule::Freestyle));
        assert_eq!(rule(9, Dialect::Gomocup), Some(Rule::ExactCaro));
        assert_eq!(rule(16, Dialect::Gomocup), None);
    }

    #[test]
    fn keys_are_known_in_any_case_and_values_saturate() {
        assert_eq!(read("TimeOut_Turn 500"), Some(Info::Change(Change::TurnMs(500))));
        assert_eq!(read("time_left -250"), Some(Info::Change(Change::LeftMs(-250))));
        let most = i64::MAX as u64;
        assert_eq!(read("max_memory 99999999999999999999"), Some(Info::Change(Change::MaxMemory(most))));
        assert_eq!(read("max_node 18446744073709551615"), Some(Info::Change(Change::Nodes(None))));
        assert_eq!(read("max_depth -1"), Some(Info::Change(Change::Depth(None))));
        assert_eq!(read("show_detail 3"), Some(Info::ShowDetail(3)));
    }

    #[test]
    fn parameters_of_the_search_have_their_prefix() {
        let margin = Parameter::find("futility_margin").unwrap();
        let change = |value| Some(Info::Change(Change::Search(margin, value)));
        assert_eq!(read("search.futility_margin 90"), change(90));
        assert_eq!(read("SEARCH.Futility_Margin -1"), change(-1));
        for text in ["futility_margin 90", "search. 90", "search.nothing 90", "search.futility_margin 9.5"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_nothing() {
        let texts = ["", "foo", "foo bar", "rule", "rule x", "timeout_turn 1e9", "evaluate 3,4"];
        for text in texts.into_iter().chain(["folder C:\\a b", "max_memory -1", "rule 99"]) {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
