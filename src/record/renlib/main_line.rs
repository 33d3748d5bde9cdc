//! Libraries as plain games.

use super::library::side;
use super::nodes::nodes;
use crate::record::encoding::{CodePage, Decoder};
use crate::record::note::Notes;
use crate::record::tree::Step;
use crate::record::{GameRecord, Place, RecordError};
use crate::rules::Rule;

/// The main line of a library, the first branch of each node, and what decoded its texts.
///
/// # Errors
/// [`RecordError`] if the bytes do not begin like a library, or if the main line has a pass.
pub(in crate::record) fn read_main_line(
    bytes: &[u8],
    (rule, page): (Rule, Option<CodePage>),
    notes: &mut Notes,
    tell: &mut dyn FnMut(usize),
) -> Result<(GameRecord, Decoder), RecordError> {
    let mut walk = nodes(bytes, page)?;
    walk.on_progress(tell);
    let mut game = GameRecord::new(side(), rule);
    let (mut last, mut count, mut is_over) = (None, 0, false);
    while let Some(node) = walk.next() {
        if !is_over && node.parent == last {
            last = Some(count);
            match node.step {
                Step::Move(square) => game.push(square),
                Step::Pass => return Err(RecordError::pass(Place::Byte(walk.place()), game.moves.len() + 1)),
                Step::Nothing => {}
            }
        } else {
            // The main line comes first in the file.
            is_over = true;
        }
        count += 1;
    }
    walk.tell(notes);
    game.remark.clone_from(&walk.comment);
    Ok((game, *walk.decoder()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;
    use crate::record::renlib::Library;

    fn main_line(library: &Library) -> Result<(GameRecord, Notes), RecordError> {
        let mut notes = Notes::default();
        let (game, _) = read_main_line(&library.to_bytes(), (Rule::Renju, None), &mut notes, &mut |_| {})?;
        Ok((game, notes))
    }

    #[test]
    fn a_main_line_is_a_game_with_the_first_comment_as_its_remark() {
        let mut library = Library { comment: "one\ntwo".to_owned(), ..Library::default() };
        let first = library.add(None, Step::Move(Square::at(7, 7)));
        let second = library.add(Some(first), Step::Move(Square::at(7, 6)));
        library.add(Some(first), Step::Move(Square::at(8, 6)));
        library.add(Some(second), Step::Move(Square::at(0, 14)));
        let (line, _) = main_line(&library).unwrap();
        let squares: Vec<_> = line.squares().collect();
        assert_eq!(squares, [Square::at(7, 7), Square::at(7, 6), Square::at(0, 14)]);
        assert_eq!(line.remark, "one\ntwo");
    }

    #[test]
    fn a_pass_in_the_main_line_is_an_error_with_its_move_and_nothing_before_it_is_none() {
        let mut library = Library::default();
        let nothing = library.add(None, Step::Nothing);
        let first = library.add(Some(nothing), Step::Move(Square::at(7, 7)));
        assert_eq!(main_line(&library).unwrap().0.moves.len(), 1);
        library.add(Some(first), Step::Pass);
        let error = main_line(&library).unwrap_err().to_string();
        assert_eq!(error, "byte 26, move 2, pass: expected a move with a square, since games have no passes");
    }

    #[test]
    fn the_main_line_ends_before_a_square_that_is_taken_twice() {
        let mut library = Library::default();
        let first = library.add(None, Step::Move(Square::at(7, 7)));
        let second = library.add(Some(first), Step::Move(Square::at(7, 6)));
        library.add(Some(second), Step::Move(Square::at(7, 7)));
        let (game, notes) = main_line(&library).unwrap();
        assert_eq!(game.moves.len(), 2);
        assert_eq!(notes.texts(), ["byte 26: move 3, h8: the square is already occupied"]);
    }
}
