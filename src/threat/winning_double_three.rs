//! Double threes that win without a search.

use super::dead_four::fours_to_come;
use crate::geometry::Square;
use crate::pattern::Attack;
use crate::position::Position;

/// A winning double three of the side to move: a move that makes two open threes while the opponent can make
/// neither a five nor a four. One reply can stop only one of the threes; the other becomes an open four and
/// then a five, four plies after the move. `None` if there is none, and always for black under renju, where
/// double threes are forbidden.
///
/// # Examples
/// ```
/// use rustgomo::board::from_diagram;
/// use rustgomo::threat::winning_double_three;
/// use rustgomo::{Position, Rule};
///
/// let board = from_diagram(
///     ". . . . . . O\n. . . X . . .\n. . . X . . .\n. X X . . . .\n. . . . . . .\n. . . . . . .\nO . O . . . O",
/// )?;
/// let position = Position::new(&board, Rule::Freestyle);
/// let square = winning_double_three(&position).ok_or("no double three")?;
/// assert_eq!((square.x(), square.y()), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn winning_double_three(position: &Position) -> Option<Square> {
    let own = position.side_to_move();
    let other = own.opponent();
    let is_possible = position.has_attack(own, Attack::OpenThree) && !position.rule().is_restricted(own);
    // Counts forbidden double fours of the opponent, too: the double three may stop one of the fours and make
    // the other legal.
    if !is_possible || position.has_attack(other, Attack::Five) || !fours_to_come(position, other).is_empty()
    {
        return None;
    }
    let shapes = position.table().pattern4s(own).shapes();
    let is_double = |square: &Square| {
        let shapes = shapes[usize::from(position.pattern4_index(*square, own))];
        shapes.iter().filter(|shape| shape.is_open_three()).count() >= 2
    };
    position.attacks(own, Attack::OpenThree).iter().find(is_double)
}
