//! Yixin-Board's steps of opening rules.

use super::super::tokens::{integer, split_word};
use super::reply;
use crate::engine::{Answer, Decision, Game, MAX_FIFTHS, Purpose, Request};
use crate::geometry::{BoardSize, Square};

/// A step of an opening rule, which is answered by `MESSAGE` lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Swap2 after this many stones: 0, 3 or 5.
    Swap2(usize),
    /// Soosorv's rule, step 1 to 6.
    Soosorv {
        /// The step.
        step: u8,
        /// Number of fifth moves, in steps 4 and 5.
        fifths: usize,
    },
}

impl Step {
    /// Reads `YXSWAP2STEPn` or `YXSOOSORVSTEPn` in upper case and the rest of the line. Returns the step and
    /// the remaining text.
    pub(super) fn parse<'a>(word: &str, rest: &'a str) -> Option<(Self, &'a str)> {
        if let Some(step) = word.strip_prefix("YXSWAP2STEP") {
            let stones = ["1", "2", "3"].iter().position(|name| *name == step)?;
            return Some((Self::Swap2([0, 3, 5][stones]), rest));
        }
        let step = word.strip_prefix("YXSOOSORVSTEP")?.parse().ok().filter(|step| (1..=6).contains(step))?;
        let (first, after) = split_word(rest);
        let number = integer(first).ok().filter(|_| matches!(step, 4 | 5));
        let fifths = number.map_or(1, |n| n.clamp(1, MAX_FIFTHS as i64) as usize);
        Some((Self::Soosorv { step, fifths }, if number.is_some() { after } else { rest }))
    }

    /// Whether a block of moves follows.
    pub(super) const fn has_moves(self) -> bool {
        matches!(self, Self::Soosorv { step: 2..=6, .. })
    }

    /// Whether it is Soosorv's last step, whose stones Yixin-Board still shows as alternatives.
    pub(super) const fn is_last(self) -> bool {
        matches!(self, Self::Soosorv { step: 6, .. })
    }

    /// Whether Yixin-Board expects a move when it cancels the step.
    pub(super) const fn expects_move(self) -> bool {
        matches!(self, Self::Swap2(3 | 5))
    }

    /// The decision of a step of Soosorv; `None` for a best move with the choice to swap.
    pub(super) const fn decision(self) -> Option<Decision> {
        match self {
            Self::Swap2(_) | Self::Soosorv { step: 2, .. } => None,
            Self::Soosorv { step: 1, .. } => Some(Decision::RenjuOpening),
            Self::Soosorv { step: 3, .. } => Some(Decision::Fourth),
            Self::Soosorv { step: 4, fifths } => Some(Decision::TakeFourth { fifths }),
            Self::Soosorv { step: 5, fifths } => Some(Decision::OfferFifths { fifths }),
            Self::Soosorv { .. } => Some(Decision::KeepFifth),
        }
    }

    /// The position before the step, and the request. In step 6 the moves after the fourth are the ones to
    /// choose from. Illegal moves are skipped.
    pub(super) fn position(self, moves: &[Square], size: BoardSize) -> (Game, Request) {
        let is_last = self.is_last();
        let (played, offered) = moves.split_at(if is_last { moves.len().min(4) } else { moves.len() });
        let mut game = Game::new(size);
        for &square in played {
            // An illegal move leaves the game as it is.
            let _ = game.play(square);
        }
        let is_left_out = |square: &Square| is_last && !offered.contains(square);
        let excluded = game.board().empty().iter().filter(is_left_out).collect();
        let decision = self.decision();
        let purpose = if decision.is_none() { Purpose::Exchange } else { Purpose::Consider };
        (game, Request { decision, purpose, excluded, ..Request::default() })
    }

    /// The lines of the answer.
    pub(super) fn lines(self, answer: &Answer) -> Vec<String> {
        let yes = |is_swap| if is_swap { "YES" } else { "NO" };
        let is_swap = *answer == Answer::Swap;
        match (self, answer) {
            (_, Answer::Opening(stones)) => self.moves(1, stones),
            (Self::Swap2(3), Answer::Pair(stones)) => self.moves(4, stones),
            (Self::Swap2(3), _) => vec![format!("MESSAGE SWAP2 SWAP1 {}", yes(is_swap))],
            (Self::Swap2(_), _) => vec![format!("MESSAGE SWAP2 SWAP2 {}", yes(is_swap))],
            (Self::Soosorv { step: 2, .. }, _) => vec![format!("MESSAGE SOOSORV SWAP1 {}", yes(is_swap))],
            (Self::Soosorv { step: 4, .. }, _) => vec![format!("MESSAGE SOOSORV SWAP2 {}", yes(is_swap))],
            (_, Answer::Fourth { stone, fifths }) => {
                vec![format!("MESSAGE SOOSORV MOVE4 {} {fifths}", reply::blank(*stone))]
            }
            (_, Answer::Several(squares)) => {
                let stones = squares.iter().map(|&s| format!("MESSAGE SOOSORV MOVE5 {}", reply::blank(s)));
                let start = std::iter::once("MESSAGE SOOSORV MOVE5 REFRESH".to_owned());
                start.chain(stones).chain(["MESSAGE SOOSORV MOVE5 DONE".to_owned()]).collect()
            }
            (_, Answer::Move(square)) => vec![format!("MESSAGE SOOSORV MOVE5C {}", reply::blank(*square))],
            (_, Answer::Swap | Answer::Pair(_) | Answer::Choices(_)) => Vec::new(),
        }
    }

    fn moves(self, first: usize, stones: &[Square]) -> Vec<String> {
        let rule = if matches!(self, Self::Swap2(_)) { "SWAP2" } else { "SOOSORV" };
        let line = |(i, &stone)| format!("MESSAGE {rule} MOVE{} {}", first + i, reply::blank(stone));
        stones.iter().enumerate().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_with_their_number() {
        let four = Step::Soosorv { step: 4, fifths: 3 };
        assert_eq!(Step::parse("YXSOOSORVSTEP4", "3 7,7"), Some((four, "7,7")));
        assert_eq!(Step::parse("YXSOOSORVSTEP6", "7,7"), Some((Step::Soosorv { step: 6, fifths: 1 }, "7,7")));
        assert_eq!(Step::parse("YXSWAP2STEP3", ""), Some((Step::Swap2(5), "")));
        for word in ["YXSWAP2STEP4", "YXSWAP2STEP", "YXSOOSORVSTEP7", "YXSOOSORVSTEPx", "YXBOARD"] {
            assert_eq!(Step::parse(word, ""), None, "{word}");
        }
    }

    #[test]
    fn answers_have_the_form_that_yixin_board_reads() {
        let [a, b, c] = [Square::at(7, 8), Square::at(0, 14), Square::at(11, 3)];
        let opening = ["MESSAGE SWAP2 MOVE1 7 8", "MESSAGE SWAP2 MOVE2 0 14", "MESSAGE SWAP2 MOVE3 11 3"];
        assert_eq!(Step::Swap2(0).lines(&Answer::Opening([a, b, c])), opening);
        let pair = ["MESSAGE SWAP2 MOVE4 7 8", "MESSAGE SWAP2 MOVE5 0 14"];
        assert_eq!(Step::Swap2(3).lines(&Answer::Pair([a, b])), pair);
        assert_eq!(Step::Swap2(5).lines(&Answer::Swap), ["MESSAGE SWAP2 SWAP2 YES"]);
        let soosorv = |step| Step::Soosorv { step, fifths: 2 };
        assert_eq!(soosorv(2).lines(&Answer::Move(a)), ["MESSAGE SOOSORV SWAP1 NO"]);
        let fourth = Answer::Fourth { stone: a, fifths: 3 };
        assert_eq!(soosorv(3).lines(&fourth), ["MESSAGE SOOSORV MOVE4 7 8 3"]);
        assert_eq!(soosorv(5).lines(&Answer::Several(vec![a, b])).len(), 4);
        assert_eq!(soosorv(6).lines(&Answer::Move(c)), ["MESSAGE SOOSORV MOVE5C 11 3"]);
    }

    #[test]
    fn the_last_step_chooses_among_the_moves_behind_the_fourth() {
        let squares: Vec<Square> = (0..6).map(|x| Square::at(x, x)).collect();
        let (game, request) = Step::Soosorv { step: 6, fifths: 1 }.position(&squares, BoardSize::default());
        assert_eq!(game.plies().len(), 4);
        assert_eq!(request.excluded.len(), 225 - 6);
    }
}
