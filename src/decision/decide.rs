//! Decisions of opening rules, and balanced moves.

use super::{Answer, Decision, DecisionContext, candidates, steps};
use crate::geometry::Square;
use crate::search::{Reporter, Searcher};

impl Decision {
    /// An answer without a search; `None` if no stone can be put down.
    pub(crate) fn without_search(self, context: DecisionContext) -> Option<Answer> {
        let first = |continuations: Vec<Vec<Square>>| continuations.into_iter().next();
        let stones = match self {
            Self::Swap2 { seed } if context.board.history().is_empty() => {
                first(candidates::triples(context, seed))
            }
            Self::RenjuOpening => first(candidates::renju_openings(context)),
            Self::BalanceTwo { .. } => first(candidates::pairs(context)),
            Self::OfferFifths { fifths } => {
                let squares = candidates::fifths(context, fifths).into_iter().flatten();
                return Some(Answer::Several(squares.take(fifths).collect()));
            }
            Self::Fourth => return context.fallback().map(|stone| Answer::Fourth { stone, fifths: 1 }),
            _ => return context.fallback().map(Answer::Move),
        };
        match *stones?.as_slice() {
            [a, b] => Some(Answer::Pair([a, b])),
            [a, b, c] => Some(Answer::Opening([a, b, c])),
            _ => None,
        }
    }

    /// Makes the decision. `None` if no stone can be put down.
    pub fn make(
        self,
        searcher: &mut Searcher,
        context: DecisionContext,
        reporter: &mut dyn Reporter,
    ) -> Option<Answer> {
        match self {
            Self::Swap2 { seed } => match context.board.history().len() {
                0 => steps::opening(searcher, context, candidates::triples(context, seed)),
                3 => steps::after_three(searcher, context, reporter),
                _ => steps::after_five(searcher, context, reporter),
            },
            Self::BalanceOne { bias } => steps::balanced_move(searcher, context, bias).map(Answer::Move),
            Self::BalanceTwo { bias } => {
                steps::balanced_pair(searcher, context, bias, 1).map(|(pair, _)| Answer::Pair(pair))
            }
            Self::RenjuOpening => steps::opening(searcher, context, candidates::renju_openings(context)),
            Self::Fourth => steps::fourth(searcher, context),
            Self::TakeFourth { fifths } => steps::take_fourth(searcher, context, fifths),
            Self::OfferFifths { fifths } => steps::offer(searcher, context, fifths),
            Self::KeepFifth => steps::keep(searcher, context),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::board::Board;
    use crate::clock::Instant;
    use crate::decision::MAX_FIFTHS;
    use crate::geometry::BoardSize;
    use crate::opening::Figure;
    use crate::rules::Rule;
    use crate::search::{Control, Limits, Silent, TimeBudget};

    /// The answer after these moves under renju with a few thousand nodes, if only some squares are
    /// candidates.
    fn decide(moves: &[(u8, u8)], decision: Decision, only: &[Square]) -> Answer {
        let moves = moves.iter().map(|&(x, y)| Square::at(x, y));
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        let is_left_out = |square: &Square| !only.is_empty() && !only.contains(square);
        let excluded = board.empty().iter().filter(is_left_out).collect();
        let limits = Limits { nodes: Some(6_000), excluded, ..Limits::default() };
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
        let context =
            DecisionContext { board: &board, rule: Rule::Renju, limits: &limits, control: &control };
        decision.make(&mut Searcher::new(1 << 20), context, &mut Silent).unwrap()
    }

    const OPENING: [(u8, u8); 3] = [(7, 7), (8, 6), (8, 8)];

    #[test]
    fn a_stop_before_the_first_search_still_gives_two_stones() {
        let mut board = Board::new(BoardSize::default());
        board.play(Square::at(7, 7)).unwrap();
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
        control.stop();
        let limits = Limits::default();
        let context =
            DecisionContext { board: &board, rule: Rule::Freestyle, limits: &limits, control: &control };
        let decision = Decision::BalanceTwo { bias: 0 };
        let answer = decision.make(&mut Searcher::new(1 << 20), context, &mut Silent);
        assert!(matches!(answer, Some(Answer::Pair(_))), "{answer:?}");
    }

    #[test]
    fn fifth_moves_offered_at_once_are_not_symmetric() {
        // Symmetric about a column that is not the middle of the board.
        let moves = [(5, 5), (5, 6), (7, 5), (7, 6)].map(|(x, y)| Square::at(x, y));
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::INSTANT));
        let limits = Limits::default();
        let context =
            DecisionContext { board: &board, rule: Rule::Renju, limits: &limits, control: &control };
        let offered = Decision::OfferFifths { fifths: MAX_FIFTHS }.without_search(context);
        let Some(Answer::Several(offers)) = offered else { panic!("{offered:?}") };
        let figures: BTreeSet<Figure> = offers.iter().map(|&square| Figure::after(&board, square)).collect();
        assert_eq!((offers.len(), figures.len()), (MAX_FIFTHS, MAX_FIFTHS));
    }

    #[test]
    fn a_balanced_first_move_is_not_the_middle() {
        let answer = decide(&[], Decision::BalanceOne { bias: 0 }, &[]);
        // The middle is better for black than an even move.
        assert!(matches!(answer, Answer::Move(square) if square != Square::at(7, 7)), "{answer:?}");
    }

    #[test]
    fn the_steps_of_soosorv_have_answers_of_their_kind() {
        let Answer::Opening([first, second, third]) = decide(&[], Decision::RenjuOpening, &[]) else {
            panic!()
        };
        assert_eq!(first, Square::at(7, 7));
        assert!(first.distance(second) == 1 && first.distance(third) <= 2);
        let Answer::Fourth { fifths, .. } = decide(&OPENING, Decision::Fourth, &[]) else { panic!() };
        assert!((1..=MAX_FIFTHS).contains(&fifths));
        let four = [OPENING[0], OPENING[1], OPENING[2], (6, 8)];
        let Answer::Several(offers) = decide(&four, Decision::OfferFifths { fifths: 3 }, &[]) else {
            panic!()
        };
        assert_eq!(offers.len(), 3);
        let fifths = 2;
        let taken = decide(&four, Decision::TakeFourth { fifths }, &[]);
        assert!(matches!(taken, Answer::Swap | Answer::Move(_)));
    }

    #[test]
    fn white_keeps_the_fifth_stone_that_is_worse_for_black() {
        // Black has three in a row: one offer makes an open four, the other is far away.
        let stones = [(7, 7), (0, 0), (8, 7), (0, 14), (9, 7), (14, 0)];
        let (four, corner) = (Square::at(10, 7), Square::at(14, 14));
        assert_eq!(decide(&stones, Decision::KeepFifth, &[four, corner]), Answer::Move(corner));
    }
}
