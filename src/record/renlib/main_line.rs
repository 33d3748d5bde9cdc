//! Libraries as plain games.

use super::library::{nodes, side};
use crate::board::square_name;
use crate::record::tree::{Step, TreeError};
use crate::record::{GameRecord, Place, RecordError};
use crate::rules::Rule;

/// Reads the main line of a library without damage: the first branch of each node.
///
/// # Errors
/// [`RecordError`] with the first place that is damaged or, in the main line, passes or takes a square twice.
pub(in crate::record) fn read_main_line(bytes: &[u8], rule: Rule) -> Result<GameRecord, RecordError> {
    let mut walk = nodes(bytes)?;
    let mut game = GameRecord::new(side(), rule);
    let (mut last, mut count, mut is_over) = (None, 0, false);
    while let Some(node) = walk.next() {
        if !is_over && node.parent == last {
            last = Some(count);
            let (place, number) = (Place::Byte(walk.place), game.moves.len() + 1);
            match node.step {
                Step::Move(square) if game.squares().any(|earlier| earlier == square) => {
                    let name = square_name(square, side());
                    return Err(RecordError::illegal(place, number, &name, TreeError::Occupied));
                }
                Step::Move(square) => game.push(square),
                Step::Pass => return Err(RecordError::pass(place, number)),
                Step::Nothing => {}
            }
        } else {
            // The main line comes first in the file.
            is_over = true;
        }
        count += 1;
    }
    game.remark = walk.comment;
    walk.fault.map_or(Ok(game), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;
    use crate::record::renlib::Library;

    #[test]
    fn a_main_line_is_a_game_with_the_first_comment_as_its_remark() {
        let mut library = Library { comment: "one\ntwo".to_owned(), ..Library::default() };
        let first = library.add(None, Step::Move(Square::at(7, 7)));
        let second = library.add(Some(first), Step::Move(Square::at(7, 6)));
        library.add(Some(first), Step::Move(Square::at(8, 6)));
        library.add(Some(second), Step::Move(Square::at(0, 14)));
        let line = read_main_line(&library.to_bytes(), Rule::Renju).unwrap();
        let squares: Vec<_> = line.squares().collect();
        assert_eq!(squares, [Square::at(7, 7), Square::at(7, 6), Square::at(0, 14)]);
        assert_eq!(line.remark, "one\ntwo");
    }

    #[test]
    fn a_pass_in_the_main_line_is_an_error_with_its_move_and_nothing_before_it_is_none() {
        let mut library = Library::default();
        let nothing = library.add(None, Step::Nothing);
        let first = library.add(Some(nothing), Step::Move(Square::at(7, 7)));
        assert_eq!(read_main_line(&library.to_bytes(), Rule::Renju).unwrap().moves.len(), 1);
        library.add(Some(first), Step::Pass);
        let error = read_main_line(&library.to_bytes(), Rule::Renju).unwrap_err().to_string();
        assert_eq!(error, "byte 26, move 2, pass: expected a move with a square, since games have no passes");
    }

    #[test]
    fn a_square_taken_twice_in_the_main_line_is_an_error_with_its_move() {
        let mut library = Library::default();
        let first = library.add(None, Step::Move(Square::at(7, 7)));
        let second = library.add(Some(first), Step::Move(Square::at(7, 6)));
        let other = library.add(Some(first), Step::Pass);
        library.add(Some(other), Step::Move(Square::at(7, 7)));
        assert!(read_main_line(&library.to_bytes(), Rule::Renju).is_ok(), "in a variation");
        library.add(Some(second), Step::Move(Square::at(7, 7)));
        let error = read_main_line(&library.to_bytes(), Rule::Renju).unwrap_err().to_string();
        assert!(error.ends_with(", move 3, h8: the square is already occupied"), "{error}");
    }
}
