//! Classification of fours without playing them.

use crate::board::{Cell, RADIUS, Window};
use crate::geometry::{Bitboard, Color, DIRECTIONS, Direction, Square};
use crate::pattern::{Attack, Shape};
use crate::position::Position;

/// Cells between a stone and the end of a row of five through it.
const REACH: i32 = 4;

/// What a four leads to, judged from the board before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FourOutcome {
    /// After the reply on the square of the five its side has no further four: no VCF starts with it.
    Dead,
    /// This square, legal for the opponent, is the only reply.
    SingleReply(Square),
    /// Not decided here.
    Unclear,
}

/// Classifies the four that the side to move would make at `attack`, which is much cheaper than playing it
/// and the reply.
///
/// `Unclear` for moves that make several fours, for replies that may be forbidden, and for all fours that are
/// not dead under caro, where a five can have two squares. Expects that `attack` makes a four and that its
/// side has no five.
pub(super) fn four_outcome(position: &Position, attack: Square) -> FourOutcome {
    let color = position.side_to_move();
    let Some((line, reply)) = line_of_four(position, color, attack) else { return FourOutcome::Unclear };
    if may_be_forbidden(position, color.opponent(), reply) {
        FourOutcome::Unclear
    } else if is_dead(&line, attack, reply) {
        FourOutcome::Dead
    } else if position.rule().counts_closed_ends() {
        FourOutcome::Unclear
    } else {
        FourOutcome::SingleReply(reply)
    }
}

fn may_be_forbidden(position: &Position, color: Color, square: Square) -> bool {
    position.attacks(color, Attack::MaybeForbidden).contains(square)
}

/// Whether the four at `attack` is dead; it and the reply are already in `line`.
fn is_dead(line: &Line<'_>, attack: Square, reply: Square) -> bool {
    let makes_three = |other| shape(line.position, line.color, attack, other) >= Shape::Three;
    !DIRECTIONS.iter().any(|&other| other != line.direction && makes_three(other))
        && !line.has_four()
        && fours_elsewhere(line, attack, reply).is_empty()
}

/// Whether a move that makes a four builds something beside it: a second four, a three in another line, a two
/// there that another four could make a three, or a further four in the same line. True also if the reply may
/// be forbidden.
///
/// A VCF that contains a four which builds nothing mostly wins without it, or can play it later, when it
/// builds something. It is missed where the stone or the reply stops a counter to come, or three such fours
/// meet in one line.
pub(super) fn builds(position: &Position, color: Color, attack: Square) -> bool {
    let shapes = position.table().pattern4s(color).shapes();
    let [_, _, third, best] = shapes[usize::from(position.pattern4_index(attack, color))];
    let builds_two = |direction: &Direction| {
        let shape = shape(position, color, attack, *direction);
        (Shape::Two..Shape::Three).contains(&shape) && meets_four(position, color, attack, *direction)
    };
    best != Shape::Four
        || third >= Shape::Three
        || third >= Shape::Two && DIRECTIONS.iter().any(builds_two)
        || line_of_four(position, color, attack).is_none_or(|(line, reply)| {
            line.has_four() || may_be_forbidden(position, color.opponent(), reply)
        })
}

/// Whether another move that makes a four shares a row of five with the square.
fn meets_four(position: &Position, color: Color, square: Square, direction: Direction) -> bool {
    let fours = position.fours(color);
    let line = Line::of(position, color, square, direction);
    line.cells().any(|cell| cell != 0 && fours.contains(square.shifted(direction, cell)))
}

/// The squares where the attacker may have further fours after the four at `attack` and the reply, both
/// already in `line`, which has none itself. Expects that the attack makes no three in its other lines.
fn fours_elsewhere(line: &Line<'_>, attack: Square, reply: Square) -> Bitboard {
    let &Line { position, color, direction, .. } = line;
    let mut others = fours_to_come(position, color);
    others.remove(attack);
    others.remove(reply);
    for cell in line.cells() {
        let square = attack.shifted(direction, cell);
        if others.contains(square) && !has_four_in(position, color, square, |other| other != direction) {
            others.remove(square);
        }
    }
    others
}

/// The squares where a side makes a four, including those where black's double four is forbidden under renju
/// but a four would remain if one of the two were stopped.
pub(super) fn fours_to_come(position: &Position, color: Color) -> Bitboard {
    let fours = position.fours(color);
    if !position.has_attack(color, Attack::MaybeForbidden) {
        return fours;
    }
    let maybe_forbidden = position.attacks(color, Attack::MaybeForbidden).iter();
    fours
        | maybe_forbidden
            .filter(|&square| has_four_in(position, color, square, |_| true))
            .collect::<Bitboard>()
}

/// The only line in which the move makes a four, after the move and the reply, and the reply; `None` if the
/// move makes several fours.
fn line_of_four(position: &Position, color: Color, attack: Square) -> Option<(Line<'_>, Square)> {
    let mut found = None;
    for direction in DIRECTIONS {
        match shape(position, color, attack, direction) {
            Shape::Four if found.is_none() => found = Some(direction),
            shape if shape < Shape::Four => {}
            _ => return None,
        }
    }
    let direction = found?;
    let mut line = Line::of(position, color, attack, direction);
    line.put(0, Cell::stone(color));
    let reply = line.cells().find(|&cell| line.shape(cell) == Shape::Five)?;
    line.put(reply, Cell::stone(color.opponent()));
    Some((line, attack.shifted(direction, reply)))
}

/// Whether a move makes a four in one of the chosen lines.
fn has_four_in(
    position: &Position,
    color: Color,
    square: Square,
    is_chosen: impl Fn(Direction) -> bool,
) -> bool {
    DIRECTIONS.iter().any(|&line| is_chosen(line) && is_four_or_longer(shape(position, color, square, line)))
}

fn shape(position: &Position, color: Color, square: Square, direction: Direction) -> Shape {
    position.table().shapes(position.pattern(square, direction)).shape(color)
}

/// Whether a shape is a four or stronger.
const fn is_four_or_longer(shape: Shape) -> bool {
    shape as u8 >= Shape::Four as u8
}

/// A line around a square with hypothetical stones.
struct Line<'a> {
    position: &'a Position,
    color: Color,
    direction: Direction,
    cells: u64,
}

impl<'a> Line<'a> {
    /// The line through a square.
    fn of(position: &'a Position, color: Color, square: Square, direction: Direction) -> Self {
        Self { position, color, direction, cells: position.board().lines().around(square, direction) }
    }

    /// Whether a stone of `color` on one of its cells makes a four.
    fn has_four(&self) -> bool {
        self.cells().any(|cell| is_four_or_longer(self.shape(cell)))
    }

    /// Puts a stone on an empty cell, given by its distance from the centre.
    fn put(&mut self, cell: i32, stone: Cell) {
        self.cells |= (stone as u64) << Self::shift(cell);
    }

    /// The empty cells that can be in one row of five with the centre, as distances from it.
    fn cells(&self) -> impl Iterator<Item = i32> + use<> {
        let cells = self.cells;
        (-REACH..=REACH).filter(move |&cell| cells >> Self::shift(cell) & 3 == Cell::Empty as u64)
    }

    /// The shape that a stone of `color` on a cell makes of this line.
    fn shape(&self, cell: i32) -> Shape {
        let table = self.position.table();
        let window = Window::from_bits(self.cells >> (Self::shift(cell) - 2 * RADIUS as i32));
        table.shapes(table.pattern(window)).shape(self.color)
    }

    const fn shift(cell: i32) -> i32 {
        2 * (2 * RADIUS as i32 + cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::rules::Rule;
    use crate::threat::defence::replies_to_fives;

    /// Random stones close together, without a five to make.
    fn random_position(random: &mut fastrand::Rng, rule: Rule) -> Option<Position> {
        let size = BoardSize::new(13, 11).ok()?;
        let mut position = Position::new(&crate::board::Board::new(size), rule);
        let mut squares: Vec<Square> = size.squares().filter(|s| s.distance(size.center()) <= 4).collect();
        random.shuffle(&mut squares);
        squares.iter().take(random.usize(6..30)).for_each(|&square| position.play(square));
        let has_five = Color::BOTH.iter().any(|&color| position.has_attack(color, Attack::Five));
        (!has_five).then_some(position)
    }

    /// For each reply to a four, the squares of the attacker's further fours.
    fn fours_after(position: &mut Position, attack: Square) -> Vec<(Square, Bitboard)> {
        let color = position.side_to_move();
        position.play(attack);
        let replies = replies_to_fives(position);
        let left = replies.iter().map(|reply| {
            position.play(reply);
            let left = position.fours(color);
            position.undo();
            (reply, left)
        });
        let left = left.collect();
        position.undo();
        left
    }

    #[test]
    fn four_outcomes_agree_with_playing_the_four() {
        for rule in Rule::ALL {
            let (mut dead, mut missed, mut single) = (0, 0, 0);
            for seed in 0..4_000 {
                let Some(mut position) = random_position(&mut fastrand::Rng::with_seed(seed), rule) else {
                    continue;
                };
                for attack in &position.fours(position.side_to_move()) {
                    let left = fours_after(&mut position, attack);
                    let is_dead = left.iter().any(|(_, fours)| fours.is_empty());
                    let context = || format!("{rule:?} {attack:?}\n{}", position.board());
                    match four_outcome(&position, attack) {
                        FourOutcome::Dead => {
                            assert!(is_dead, "{}", context());
                            dead += 1;
                        }
                        FourOutcome::SingleReply(reply) => {
                            let replies: Vec<Square> = left.iter().map(|&(reply, _)| reply).collect();
                            assert_eq!(replies, [reply], "{}", context());
                            missed += u32::from(is_dead);
                            single += 1;
                        }
                        FourOutcome::Unclear => missed += u32::from(is_dead),
                    }
                }
            }
            assert!(dead > 100, "{rule:?}: only {dead} dead fours");
            assert_eq!(single > 100, !rule.counts_closed_ends(), "{rule:?}: {single}");
            assert!(missed < 2 * dead, "{rule:?}: {dead} found, {missed} missed");
        }
    }

    #[test]
    fn a_four_that_builds_nothing_makes_no_further_four_possible() {
        for rule in Rule::ALL {
            let (mut others, mut dead) = (0, 0);
            for seed in 0..4_000 {
                let Some(mut position) = random_position(&mut fastrand::Rng::with_seed(seed), rule) else {
                    continue;
                };
                let color = position.side_to_move();
                let before = fours_to_come(&position, color);
                for attack in &position.fours(color) {
                    dead += u32::from(four_outcome(&position, attack) == FourOutcome::Dead);
                    if builds(&position, color, attack) {
                        continue;
                    }
                    others += 1;
                    for (reply, fours) in fours_after(&mut position, attack) {
                        let new = fours & !before;
                        assert!(new.is_empty(), "{rule:?} {attack:?} {reply:?}\n{}", position.board());
                    }
                }
            }
            assert!(others > 2 * dead, "{rule:?}: {others} build nothing, {dead} dead");
        }
    }
}
