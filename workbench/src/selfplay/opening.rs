//! Random openings.
//!
//! Not those of `tools::opening`, which are few, kept for good and judged by two searches and a proof each: here a new one
//! is drawn for every game, so a look at the threats and one search like that of a move must do, and training wants wider
//! positions and less balanced ones.

use fastrand::Rng;

use rustgomo::board::Board;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::position::Position;
use rustgomo::rules::Rule;

/// Fewest and most stones of an opening.
const STONES: (usize, usize) = (3, 8);
/// Shortest and longest side of the square that the stones lie in.
const SPREAD: (i64, i64) = (5, 7);
/// How far the middle of that square lies from the board's, in both axes.
const SHIFT: i64 = 2;
/// One opening in so many lies anywhere on the board.
const ANYWHERE: u32 = 8;

/// Draws an opening without threats; `None` if the stones drawn make some.
pub(super) fn draw(random: &mut Rng, rule: Rule, size: BoardSize) -> Option<Board> {
    let spread = random.i64(SPREAD.0..=SPREAD.1);
    let anywhere = random.u32(..ANYWHERE) == 0;
    let center = size.center();
    let mut corner = |middle: u8, length: u8| {
        if anywhere {
            random.i64(0..=(i64::from(length) - spread).max(0))
        } else {
            i64::from(middle) - spread / 2 + random.i64(-SHIFT..=SHIFT)
        }
    };
    let (left, top) = (corner(center.x(), size.width()), corner(center.y(), size.height()));
    let count = random.usize(STONES.0..=STONES.1);
    let mut position = Position::new(&Board::new(size), rule);
    for _ in 0..count {
        let square = size.square(left + random.i64(0..spread), top + random.i64(0..spread))?;
        if !position.is_legal(square) {
            return None;
        }
        position.play(square);
    }
    position.is_quiet().then(|| position.board().clone())
}

/// Draws one of the moves that look best but need not be; `None` where a threat leaves no choice.
pub(super) fn random_move(random: &mut Rng, position: &Position) -> Option<Square> {
    const CHOICE: usize = 10;
    random.choice(best_looking(position, CHOICE)?)
}

/// The so many legal moves that make and take most, best first; `None` where a threat leaves no choice.
pub(super) fn best_looking(position: &Position, count: usize) -> Option<Vec<Square>> {
    if !position.is_quiet() {
        return None;
    }
    let own = position.side_to_move();
    let mut squares: Vec<Square> = position.candidates().iter().filter(|&s| position.is_legal(s)).collect();
    let order = |square: Square| {
        let attack = position.pattern4(square, own).order();
        attack + position.pattern4(square, own.opponent()).order() / 2
    };
    squares.sort_by_key(|&square| (-order(square), square));
    squares.truncate(count);
    Some(squares)
}
