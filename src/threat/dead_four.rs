//! Fours that lead nowhere.

use super::defence::fours;
use crate::board::{Cell, RADIUS, Window};
use crate::geometry::{Bitboard, Color, DIRECTIONS, Direction, Square};
use crate::pattern::{Attack, Shape};
use crate::position::Position;

/// Cells between a stone and the end of a row of five through it.
const REACH: i32 = 4;

/// What comes of a four, as far as the board tells before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FourOutcome {
    /// Once it is answered on the square of the five, its side has nothing left to make a four of: fours that begin with this one
    /// do not win.
    Dead,
    /// It can be answered on this square alone, where the opponent may play; what follows, the board does not tell.
    SingleReply(Square),
    /// More would have to be looked at.
    Unclear,
}

/// What comes of a four at `attack`, without playing it and its answer, which would cost far more.
///
/// Unclear are moves that make several fours, replies that may be forbidden, and under caro, where a five can have two squares,
/// all that are not spent. Expects a move that makes a four, and a side without a five.
pub(super) fn four_outcome(position: &Position, attack: Square) -> FourOutcome {
    let color = position.side_to_move();
    let Some((direction, is_alone)) = line_of_four(position, color, attack) else {
        return FourOutcome::Unclear;
    };
    let mut line = Line::around(position, color, attack, direction);
    let Some(cell) = line.cells().find(|&cell| line.shape(cell) == Shape::Five) else {
        return FourOutcome::Unclear;
    };
    let parry = attack.shifted(direction, cell);
    if position.attacks(color.opponent(), Attack::MaybeForbidden).contains(parry) {
        return FourOutcome::Unclear;
    }
    line.put(cell, Cell::stone(color.opponent()));
    if is_alone && !leaves_fours(&line, attack, direction, parry) {
        FourOutcome::Dead
    } else if position.rule().counts_closed_ends() {
        FourOutcome::Unclear
    } else {
        FourOutcome::SingleReply(parry)
    }
}

/// Whether a side can make fours after one in this line, which has the answer on it, too, and whose other lines give nothing to make a
/// four of. Says so, too, where more would have to be looked at.
fn leaves_fours(line: &Line<'_>, attack: Square, direction: Direction, parry: Square) -> bool {
    let (position, color) = (line.position, line.color);
    let mut others = fours_to_come(position, color);
    others.remove(attack);
    others.remove(parry);
    for cell in line.cells() {
        if is_four(line.shape(cell)) {
            return true;
        }
        let square = attack.shifted(direction, cell);
        if others.contains(square) && !makes_four(position, color, square, |other| other != direction) {
            others.remove(square);
        }
    }
    !others.is_empty()
}

/// The squares where a side makes a four, and those where it would if one of several fours there were stopped: two of them are
/// forbidden to black under renju.
pub(super) fn fours_to_come(position: &Position, color: Color) -> Bitboard {
    let fours = fours(position, color);
    if !position.has_attack(color, Attack::MaybeForbidden) {
        return fours;
    }
    let maybe_forbidden = position.attacks(color, Attack::MaybeForbidden).iter();
    fours
        | maybe_forbidden
            .filter(|&square| makes_four(position, color, square, |_| true))
            .collect::<Bitboard>()
}

/// The one line in which the move makes a four with one square for the five, and whether its other lines give nothing to make a
/// four of.
fn line_of_four(position: &Position, color: Color, attack: Square) -> Option<(Direction, bool)> {
    let mut found = None;
    let mut is_alone = true;
    for direction in DIRECTIONS {
        match shape(position, color, attack, direction) {
            Shape::Four if found.is_none() => found = Some(direction),
            shape if shape < Shape::Three => {}
            shape if shape < Shape::Four => is_alone = false,
            _ => return None,
        }
    }
    found.map(|direction| (direction, is_alone))
}

/// Whether a stone makes a four in one of the chosen lines.
fn makes_four(
    position: &Position,
    color: Color,
    square: Square,
    is_chosen: impl Fn(Direction) -> bool,
) -> bool {
    DIRECTIONS.iter().any(|&line| is_chosen(line) && is_four(shape(position, color, square, line)))
}

fn shape(position: &Position, color: Color, square: Square, direction: Direction) -> Shape {
    position.table().shapes(position.pattern(square, direction)).shape(color)
}

/// Whether a shape is a four or may hide one.
const fn is_four(shape: Shape) -> bool {
    shape as u8 >= Shape::Four as u8
}

/// A line around a stone, with stones that are not on the board.
struct Line<'a> {
    position: &'a Position,
    color: Color,
    cells: u64,
}

impl<'a> Line<'a> {
    /// The line through a square on which a stone of the colour now stands.
    fn around(position: &'a Position, color: Color, stone: Square, direction: Direction) -> Self {
        let mut line = Self { position, color, cells: position.board().lines().around(stone, direction) };
        line.put(0, Cell::stone(color));
        line
    }

    /// Puts a stone on a free cell, counted from the one in the middle.
    fn put(&mut self, cell: i32, stone: Cell) {
        self.cells |= (stone as u64) << Self::shift(cell);
    }

    /// The free cells that can be in one row of five with the one in the middle, counted from it.
    fn cells(&self) -> impl Iterator<Item = i32> + use<> {
        let cells = self.cells;
        (-REACH..=REACH).filter(move |&cell| cells >> Self::shift(cell) & 3 == Cell::Empty as u64)
    }

    /// What the colour makes of this line on a free cell.
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
    use crate::board::to_diagram;
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

    /// The squares of fours after the move and each reply to it, by reply.
    fn fours_behind(position: &mut Position, attack: Square) -> Vec<(Square, Bitboard)> {
        let color = position.side_to_move();
        position.play(attack);
        let replies = replies_to_fives(position);
        let left = replies.iter().map(|reply| {
            position.play(reply);
            let left = fours(position, color);
            position.undo();
            (reply, left)
        });
        let left = left.collect();
        position.undo();
        left
    }

    #[test]
    fn what_is_told_of_a_four_is_what_comes_of_it() {
        for rule in Rule::ALL {
            let (mut spent, mut overlooked, mut parried) = (0, 0, 0);
            for seed in 0..4_000 {
                let Some(mut position) = random_position(&mut fastrand::Rng::with_seed(seed), rule) else {
                    continue;
                };
                for attack in &fours(&position, position.side_to_move()) {
                    let left = fours_behind(&mut position, attack);
                    let is_over = left.iter().any(|(_, fours)| fours.is_empty());
                    let context = || format!("{rule:?} {attack:?}\n{}", to_diagram(position.board()));
                    match four_outcome(&position, attack) {
                        FourOutcome::Dead => {
                            assert!(is_over, "{}", context());
                            spent += 1;
                        }
                        FourOutcome::SingleReply(parry) => {
                            let replies: Vec<Square> = left.iter().map(|&(reply, _)| reply).collect();
                            assert_eq!(replies, [parry], "{}", context());
                            overlooked += u32::from(is_over);
                            parried += 1;
                        }
                        FourOutcome::Unclear => overlooked += u32::from(is_over),
                    }
                }
            }
            assert!(spent > 100, "{rule:?}: {spent} say little");
            assert_eq!(parried > 100, !rule.counts_closed_ends(), "{rule:?}: {parried}");
            assert!(overlooked < 2 * spent, "{rule:?}: {spent} found, {overlooked} overlooked");
        }
    }
}
