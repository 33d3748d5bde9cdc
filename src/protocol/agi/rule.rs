//! Rules of the game and of its opening.

use super::token::Token;
use crate::rules::Rule;

/// When a player may swap colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ExchangeAfter {
    /// Never.
    #[default]
    Never,
    /// After the first stone.
    First,
    /// After the third.
    Third,
}

/// The rules of `SETRULE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// The rule of the game.
    pub(super) rule: Rule,
    /// When a player may swap colours.
    pub(super) exchange: ExchangeAfter,
    /// Whether black offers several fifth moves, of which white keeps one.
    pub(super) offers_fifth: bool,
}

impl Default for Rules {
    /// Renju, no swap, one fifth move.
    fn default() -> Self {
        Self { rule: Rule::Renju, exchange: ExchangeAfter::Never, offers_fifth: false }
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
                Token::Keyword("FIRSTCHANGE") => rules.exchange = ExchangeAfter::First,
                Token::Keyword("THIRDCHANGE") => rules.exchange = ExchangeAfter::Third,
                Token::Keyword(_) => rules.offers_fifth = true,
                Token::Point(_) | Token::Number(_) | Token::Other(_) => {}
            }
        }
        rules
    }

    /// Whether the side to move may swap colours after this many stones.
    pub(super) fn may_exchange(self, stones: usize) -> bool {
        match self.exchange {
            ExchangeAfter::Never => false,
            ExchangeAfter::First => stones == 1,
            ExchangeAfter::Third => stones == 3,
        }
    }
}
