//! Rules of the game and of its opening.

use super::token::Token;
use crate::rules::Rule;

/// The rules of `SETRULE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// The rule of the game.
    pub(super) rule: Rule,
    /// The number of stones after which a player may swap colours; `None` for no swap.
    exchange_after: Option<usize>,
    /// Whether black offers several fifth moves, of which white keeps one.
    pub(super) offers_fifth: bool,
}

impl Default for Rules {
    /// Renju, no swap, one fifth move.
    fn default() -> Self {
        Self { rule: Rule::Renju, exchange_after: None, offers_fifth: false }
    }
}

impl Rules {
    /// The rules by the words of `SETRULE`; the defaults for what they do not mention.
    pub(super) fn from_words(words: &[Token]) -> Self {
        let mut rules = Self::default();
        for word in words {
            match word {
                Token::Keyword("FORBIDDEN") => rules.rule = Rule::Renju,
                Token::Keyword("UNFORBIDDEN") => rules.rule = Rule::Freestyle,
                Token::Keyword("EXACTFIVE") => rules.rule = Rule::Standard,
                Token::Keyword("CARO") => rules.rule = Rule::ExactCaro,
                Token::Keyword("FIRSTCHANGE") => rules.exchange_after = Some(1),
                Token::Keyword("THIRDCHANGE") => rules.exchange_after = Some(3),
                Token::Keyword(_) => rules.offers_fifth = true,
                Token::Point(_) | Token::Number(_) | Token::Other => {}
            }
        }
        rules
    }

    /// Whether the side to move may swap colours after this many stones.
    pub(super) fn may_exchange(self, stones: usize) -> bool {
        self.exchange_after == Some(stones)
    }
}
