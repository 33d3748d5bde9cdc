//! Rules of the game and of its opening.

use super::token::Token;
use crate::rules::Rule;

/// When the colours may be exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Exchange {
    /// Never.
    #[default]
    Never,
    /// After the first stone.
    First,
    /// After the third.
    Third,
}

/// What `SETRULE` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// What wins, and what black may not play.
    pub(super) rule: Rule,
    /// When the colours may be exchanged.
    pub(super) exchange: Exchange,
    /// Whether black offers several fifth stones, of which white keeps one.
    pub(super) offers_fifth: bool,
}

impl Default for Rules {
    /// Forbidden moves, no exchange, one fifth stone.
    fn default() -> Self {
        Self { rule: Rule::Renju, exchange: Exchange::Never, offers_fifth: false }
    }
}

impl Rules {
    /// Takes the words of `SETRULE`. What is not mentioned stays; no word at all restores the defaults.
    pub(super) fn set(&mut self, words: &[Token]) {
        if words.is_empty() {
            *self = Self::default();
        }
        for word in words {
            match word {
                Token::Keyword("FORBIDDEN") => self.rule = Rule::Renju,
                Token::Keyword("UNFORBIDDEN") => self.rule = Rule::Freestyle,
                Token::Keyword("EXACTFIVE") => self.rule = Rule::Standard,
                Token::Keyword("CARO") => self.rule = Rule::ExactCaro,
                Token::Keyword("FIRSTCHANGE") => self.exchange = Exchange::First,
                Token::Keyword("THIRDCHANGE") => self.exchange = Exchange::Third,
                Token::Keyword(_) => self.offers_fifth = true,
                Token::Point(_) | Token::Number(_) | Token::Other(_) => {}
            }
        }
    }

    /// Whether the side to move may take the other colour after so many stones.
    pub(super) fn may_exchange(self, stones: usize) -> bool {
        match self.exchange {
            Exchange::Never => false,
            Exchange::First => stones == 1,
            Exchange::Third => stones == 3,
        }
    }
}
