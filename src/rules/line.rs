//! The definition of a winning row.

use super::Rule;
use crate::board::{CENTER, Cell, RADIUS, Window};
use crate::geometry::Color;

/// The result of the row through the centre of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineResult {
    /// Neither a win nor a foul.
    Nothing,
    /// A winning row.
    Win,
    /// Black's row of six or more under renju: a foul unless another row wins.
    Overline,
}

/// The result of the row through the centre of a window if a stone of `color` were there.
///
/// This is the only definition of a winning row.
pub fn line_result(rule: Rule, color: Color, window: Window) -> LineResult {
    const FIVE: usize = 5;
    let own = Cell::stone(color);
    let before = (1..=RADIUS).take_while(|i| window.cell(CENTER - i) == own).count();
    let behind = (1..=RADIUS).take_while(|i| window.cell(CENTER + i) == own).count();
    let row = before + 1 + behind;
    let win = match (rule, color) {
        (Rule::Freestyle, _) | (Rule::Renju, Color::White) => row >= FIVE,
        (Rule::Standard, _) | (Rule::Renju, Color::Black) => row == FIVE,
        (Rule::Caro, _) => row > FIVE || row == FIVE && !is_closed(color, window, before, behind),
        (Rule::ExactCaro, _) => row == FIVE && !is_closed(color, window, before, behind),
    };
    if win {
        LineResult::Win
    } else if rule == Rule::Renju && color == Color::Black && row > FIVE {
        LineResult::Overline
    } else {
        LineResult::Nothing
    }
}

/// Whether opposing stones are at both ends of a row that extends this many cells before and after the centre
/// (less than [`RADIUS`] each). Edges and blocked squares do not close a row.
fn is_closed(color: Color, window: Window, before: usize, behind: usize) -> bool {
    let opposing = Cell::stone(color.opponent());
    window.cell(CENTER - before - 1) == opposing && window.cell(CENTER + behind + 1) == opposing
}
