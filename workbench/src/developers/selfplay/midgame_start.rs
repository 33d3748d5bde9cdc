//! Balanced midgame positions from which some games start.
//!
//! Self-play games are short, since an advantage soon wins, but every third game of matches is long, and a
//! network without training on crowded boards misjudges them. So some games start from a position with many
//! stones: both sides first play moves that keep the static evaluation near zero. A search confirms every few
//! of them; a search of each would cost several times as much as all games do.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::opening::best_looking;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::eval::Evaluator;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::pattern::Attack;
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::{Limits, Searcher, Silent};
use rustgomo::threat::defence::{replies_to_fives, replies_to_open_fours};
use rustgomo::threat::{VcfSolver, Verdict};

/// Minimum and maximum number of stones.
const STONES: (usize, usize) = (24, 80);
/// Maximum share of the board that they cover: two fifths.
const PART: (usize, usize) = (2, 5);
/// Number of moves that are tried, the first by move ordering. With fewer, which attack, few positions stay
/// balanced.
const CHOICE: usize = 20;
/// Moves with an absolute static evaluation up to this, in centi-units, are equally good.
const EVEN: i32 = 40;
/// Maximum absolute static evaluation after a move, in centi-units.
const MOST: i32 = 300;
/// Moves of a search for the opponent's win by fours after a move, and the size of its table.
const VCF_BUDGET: u32 = 50;
const VCF_TABLE_BITS: u32 = 10;
/// Number of moves after which a search must find the next position without threats balanced.
const CONFIRM: usize = 8;
/// Nodes of this search.
const NODES: u32 = 100;
/// How often moves are taken back to the last confirmed position.
const RETRIES: usize = 8;

/// The possible numbers of stones; `None` if the board is too small.
pub(super) fn stones(size: BoardSize) -> Option<RangeInclusive<usize>> {
    let most = STONES.1.min(size.area() * PART.0 / PART.1);
    (most >= STONES.0).then_some(STONES.0..=most)
}

/// Plays from a balanced board until there are about `stones` stones, with other moves where the score is
/// beyond `balance`, and returns the last position without threats that a search confirmed; `None` if it has
/// too few stones.
pub(super) fn fill(
    searcher: &mut Searcher,
    random: &mut Rng,
    (board, rule): (&Board, Rule),
    (stones, balance): (usize, i16),
    stop: &StopHandle,
) -> Option<Board> {
    let mut position = Position::new(board, rule);
    let mut judge =
        Judge { evaluator: searcher.evaluator(&position), solver: VcfSolver::new(VCF_TABLE_BITS) };
    let mut confirmed = board.history().len();
    let mut retries = RETRIES;
    while confirmed < stones && !stop.is_stopped() {
        let played = position.board().history().len();
        let quiet = best_looking(&position, CHOICE);
        let next = if quiet.is_some() && played >= stones.min(confirmed + CONFIRM) {
            let limits = Limits::nodes(NODES.into());
            let result = searcher.search(position.board(), rule, &limits, &StopHandle::new(), &mut Silent);
            if result.progress.score.centi().abs() <= balance {
                confirmed = played;
                continue;
            }
            None
        } else if played >= stones {
            None
        } else {
            let squares = quiet.unwrap_or_else(|| replies(&position));
            judge.most_even(random, &mut position, squares)
        };
        match next {
            Some(square) => position.play(square),
            None if retries > 0 => {
                retries -= 1;
                take_back(&mut position, confirmed);
            }
            None => break,
        }
    }
    take_back(&mut position, confirmed);
    (confirmed >= STONES.0).then(|| position.board().clone())
}

fn take_back(position: &mut Position, stones: usize) {
    while position.board().history().len() > stones {
        position.undo();
    }
}

/// The moves against the opponent's threats; none if the side to move wins at once.
fn replies(position: &Position) -> Vec<Square> {
    let own = position.side_to_move();
    let replies = if position.has_attack(own, Attack::Five) {
        None
    } else if position.has_attack(own.opponent(), Attack::Five) {
        Some(replies_to_fives(position))
    } else if position.has_attack(own, Attack::OpenFour) {
        None
    } else {
        replies_to_open_fours(position)
    };
    replies.unwrap_or_default().iter().collect()
}

/// Judges moves at first sight.
struct Judge {
    evaluator: Evaluator,
    solver: VcfSolver,
}

impl Judge {
    /// The move with the smallest absolute static evaluation, or any up to [`EVEN`], that leaves the opponent
    /// no win by fours.
    fn most_even(
        &mut self,
        random: &mut Rng,
        position: &mut Position,
        mut squares: Vec<Square>,
    ) -> Option<Square> {
        random.shuffle(&mut squares);
        let mut best = None;
        for square in squares {
            position.play(square);
            let score = i32::from(self.evaluator.evaluate(position).centi()).abs();
            let is_better = score <= MOST && best.is_none_or(|(least, _)| score < least);
            let is_sound = is_better
                && !matches!(self.solver.solve(position, VCF_BUDGET, &StopHandle::new()), Verdict::Win(_));
            position.undo();
            if is_sound {
                best = Some((score, square));
                if score <= EVEN {
                    break;
                }
            }
        }
        best.map(|(_, square)| square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::developers::selfplay::opening::draw;
    use rustgomo::eval::Networks;
    use rustgomo::geometry::Color;
    use rustgomo::rules::{Outcome, outcome};

    #[test]
    fn a_crowded_board_has_enough_stones_and_no_threats() {
        let mut searcher = Searcher::new(1 << 20);
        searcher.set_networks(Networks::embedded());
        let size = BoardSize::new(15, 15).unwrap();
        let mut random = Rng::with_seed(4);
        let stop = StopHandle::new();
        let found = std::iter::repeat_with(|| {
            let board = draw(&mut random, Rule::Renju, size)?;
            fill(&mut searcher, &mut random, (&board, Rule::Renju), (30, 150), &stop)
        });
        let board = found.take(200).flatten().next().unwrap();
        let stones = |color| board.stones(color).len();
        assert!((24..=30).contains(&(stones(Color::Black) + stones(Color::White))));
        assert_eq!(outcome(&board, Rule::Renju), Outcome::Unfinished);
        assert!(Position::new(&board, Rule::Renju).is_quiet());
    }

    #[test]
    fn a_small_board_is_never_crowded() {
        assert_eq!(stones(BoardSize::new(7, 8).unwrap()), None);
        assert_eq!(stones(BoardSize::new(20, 20).unwrap()), Some(24..=80));
        assert_eq!(stones(BoardSize::new(10, 10).unwrap()), Some(24..=40));
    }
}
