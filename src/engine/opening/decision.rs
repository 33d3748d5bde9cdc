//! Decisions of opening rules, and balanced moves.

use std::sync::Arc;

use super::super::{Answer, Decision, Job, JobId, Task};
use super::{candidates, steps};
use crate::board::Board;
use crate::clock::Instant;
use crate::geometry::Square;
use crate::rules::Rule;
use crate::search::{Control, Limits, Reporter, Searcher, Silent, TimeBudget};

impl Decision {
    /// An answer without a search; `None` if no stone can be put down.
    pub(in crate::engine) fn without_search(self, job: &Job) -> Option<Answer> {
        let first = |continuations: Vec<Vec<Square>>| continuations.into_iter().next();
        let stones = match self {
            Self::Swap2 { seed } if job.board.history().is_empty() => first(candidates::triples(job, seed)),
            Self::RenjuOpening => first(candidates::renju_openings(job)),
            Self::BalanceTwo { .. } => first(candidates::pairs(job)),
            Self::OfferFifths { fifths } => {
                let squares = candidates::single_near(job).into_iter().flatten();
                return Some(Answer::Several(squares.take(fifths).collect()));
            }
            Self::Fourth => return job.fallback().map(|stone| Answer::Fourth { stone, fifths: 1 }),
            _ => return job.fallback().map(Answer::Move),
        };
        match *stones?.as_slice() {
            [a, b] => Some(Answer::Pair([a, b])),
            [a, b, c] => Some(Answer::Opening([a, b, c])),
            _ => None,
        }
    }

    /// Makes the decision. `None` if no stone can be put down.
    pub(in crate::engine) fn make(
        self,
        searcher: &mut Searcher,
        job: &Job,
        reporter: &mut dyn Reporter,
    ) -> Option<Answer> {
        match self {
            Self::Swap2 { seed } => steps::swap2(searcher, job, seed, reporter),
            Self::BalanceOne { bias } => steps::balanced_move(searcher, job, bias).map(Answer::Move),
            Self::BalanceTwo { bias } => {
                steps::balanced_pair(searcher, job, bias, 1).map(|(pair, _)| Answer::Pair(pair))
            }
            Self::RenjuOpening => steps::opening(searcher, job, candidates::renju_openings(job)),
            Self::Fourth => steps::fourth(searcher, job),
            Self::TakeFourth { fifths } => steps::take_fourth(searcher, job, fifths),
            Self::OfferFifths { fifths } => steps::offer(searcher, job, fifths),
            Self::KeepFifth => steps::keep(searcher, job),
        }
    }
}

/// The Swap2 decision after the stones on a board, with about `nodes` nodes. `None` unless there are 0, 3 or 5 stones, or
/// if no stone can be put down.
pub fn swap2_answer(
    searcher: &mut Searcher,
    board: &Board,
    rule: Rule,
    nodes: u64,
    seed: u64,
) -> Option<Answer> {
    let decision = Decision::Swap2 { seed };
    let job = Job {
        id: JobId(0),
        task: Task::Opening(decision),
        board: board.clone(),
        rule,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        control: Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED)),
    };
    let is_asked = [0, 3, 5].contains(&board.history().len());
    is_asked.then(|| decision.make(searcher, &job, &mut Silent))?
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::engine::{Change, Engine, EngineEvent, MAX_FIFTHS, Purpose, Request};
    use crate::geometry::BoardSize;

    /// An engine after these moves under renju, and its answer with a few thousand nodes.
    fn decide(moves: &[(u8, u8)], decision: Decision, request: &Request) -> (Engine, Answer) {
        let (sender, events) = mpsc::channel();
        let mut engine = Engine::new(1, move |event| drop(sender.send(event))).unwrap();
        engine.change(Change::HashBytes(1 << 20));
        engine.change(Change::Nodes(Some(6_000)));
        engine.change(Change::Rule(Rule::Renju));
        engine.start(BoardSize::default());
        for &(x, y) in moves {
            engine.play(Square::at(x, y)).unwrap();
        }
        engine.decide(decision, request, Instant::now()).unwrap();
        let mut event = events.iter().filter_map(|event| engine.handle(event));
        let answer = event.find_map(|event| match event {
            EngineEvent::Answer(answer) => Some(answer),
            _ => None,
        });
        drop(event);
        (engine, answer.unwrap())
    }

    const OPENING: [(u8, u8); 3] = [(7, 7), (8, 6), (8, 8)];

    #[test]
    fn balanced_moves_are_on_the_board_afterwards() {
        let plain = Request::default();
        let (engine, answer) = decide(&OPENING, Decision::BalanceTwo { bias: 0 }, &plain);
        assert!(matches!(answer, Answer::Pair(_)));
        assert_eq!(engine.game().unwrap().plies().len(), 5);
        let (engine, answer) = decide(&[], Decision::BalanceOne { bias: 0 }, &plain);
        // The middle is better for black than an even move.
        assert!(matches!(answer, Answer::Move(square) if square != Square::at(7, 7)), "{answer:?}");
        assert_eq!(engine.game().unwrap().plies().len(), 1);
    }

    #[test]
    fn the_steps_of_soosorv_have_answers_of_their_kind() {
        let consider = Request { purpose: Purpose::Consider, ..Request::default() };
        let ask = |moves: &[(u8, u8)], decision| decide(moves, decision, &consider).1;
        let Answer::Opening([first, second, third]) = ask(&[], Decision::RenjuOpening) else { panic!() };
        assert_eq!(first, Square::at(7, 7));
        assert!(first.distance(second) == 1 && first.distance(third) <= 2);
        let Answer::Fourth { fifths, .. } = ask(&OPENING, Decision::Fourth) else { panic!() };
        assert!((1..=MAX_FIFTHS).contains(&fifths));
        let four = [OPENING[0], OPENING[1], OPENING[2], (6, 8)];
        let Answer::Several(offers) = ask(&four, Decision::OfferFifths { fifths: 3 }) else { panic!() };
        assert_eq!(offers.len(), 3);
        let fifths = 2;
        let taken = ask(&four, Decision::TakeFourth { fifths });
        assert!(matches!(taken, Answer::Swap | Answer::Move(_)));
    }

    #[test]
    fn white_keeps_the_fifth_stone_that_is_worse_for_black() {
        // Black has three in a row: one offer makes an open four, the other is far away.
        let stones = [(7, 7), (0, 0), (8, 7), (0, 14), (9, 7), (14, 0)];
        let (four, corner) = (Square::at(10, 7), Square::at(14, 14));
        let is_left_out = |square: &Square| *square != four && *square != corner;
        let excluded = BoardSize::default().squares().filter(is_left_out).collect();
        let request = Request { purpose: Purpose::Consider, excluded, ..Request::default() };
        assert_eq!(decide(&stones, Decision::KeepFifth, &request).1, Answer::Move(corner));
    }
}
