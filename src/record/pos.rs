//! Renju players' old `.pos`: the number of moves, then a byte for each.
//!
//! A move is its row times 15 plus its column, counted from 0 at the top left of a board of 15x15. There is
//! no place for anything else. Yixin-Board reads these files with rows and columns exchanged. Source:
//! <https://quinstella.net/dev/pos_format/>.

use super::tree::TreeError;
use super::{GameRecord, Place, RecordError, WriteError};
use crate::board::square_name;
use crate::geometry::BoardSize;
use crate::rules::Rule;

/// Whether bytes are as many squares as the first one says. Short texts can be, too.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let area = BoardSize::default().area();
    let is_square = |&byte: &u8| usize::from(byte) < area;
    matches!(bytes, [count, moves @ ..] if moves.len() == usize::from(*count) && moves.iter().all(is_square))
}

/// Writes a game: its moves.
///
/// # Errors
/// [`WriteError`] for a game on another board than 15x15, that does not begin on the empty one with black, or
/// with more than 255 moves, which no legal game has.
pub fn write(game: &GameRecord) -> Result<Vec<u8>, WriteError> {
    let size = BoardSize::default();
    if game.size != size {
        let expected = "a game on 15x15 for a .pos file";
        return Err(WriteError { game: 1, expected, found: game.size.to_string() });
    }
    WriteError::expect_no_setup(1, &game.setup)?;
    let count = u8::try_from(game.moves.len()).map_err(|_| {
        let expected = "at most 255 moves for a .pos file";
        WriteError { game: 1, expected, found: game.moves.len().to_string() }
    })?;
    let moves = game.squares().map(|square| square.y() * size.width() + square.x());
    Ok(std::iter::once(count).chain(moves).collect())
}

/// Reads a game under `rule`, with the result that it has on the board.
///
/// # Errors
/// [`RecordError`] with the byte of a wrong number of moves, or of a move off the board or onto an occupied
/// square.
///
/// # Examples
/// ```
/// use rustgomo::record::pos;
/// use rustgomo::Rule;
///
/// let game = pos::read(&[2, 112, 98], Rule::Renju)?;
/// assert_eq!(game.squares().map(|square| (square.x(), square.y())).collect::<Vec<_>>(), [(7, 7), (8, 6)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8], rule: Rule) -> Result<GameRecord, RecordError> {
    let size = BoardSize::default();
    let (&count, moves) =
        bytes.split_first().ok_or_else(|| RecordError::at_byte(0, "the number of moves", "an empty file"))?;
    if moves.len() != usize::from(count) {
        let expected = format!("{count} moves of a byte each");
        return Err(RecordError::at_byte(0, expected, &format!("{} bytes", moves.len())));
    }
    let mut game = GameRecord::new(size, rule);
    for (&byte, number) in moves.iter().zip(1..) {
        let (column, row) = (byte % size.width(), byte / size.width());
        let square = size
            .square(column.into(), row.into())
            .ok_or_else(|| RecordError::at_byte(number, "a square below 225", &byte.to_string()))?;
        if game.has_move_on(square) {
            let name = square_name(square, size);
            return Err(RecordError::illegal(Place::Byte(number), number, &name, &TreeError::Occupied));
        }
        game.push(square);
    }
    Ok(game.with_result_of_board())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    #[test]
    fn games_are_read_and_written_alike() {
        for bytes in [&[0][..], &[3, 112, 14, 210]] {
            let game = read(bytes, Rule::Renju).unwrap();
            assert!(is_whole(bytes));
            assert_eq!(write(&game).unwrap(), bytes);
        }
        let game = read(&[3, 112, 14, 210], Rule::Renju).unwrap();
        let corners = [Square::at(7, 7), Square::at(14, 0), Square::at(0, 14)];
        assert_eq!((game.squares().collect::<Vec<_>>(), game.rule), (corners.to_vec(), Rule::Renju));
        let mut full = GameRecord::new(BoardSize::default(), Rule::Freestyle);
        BoardSize::default().squares().for_each(|square| full.push(square));
        let bytes = write(&full).unwrap();
        assert_eq!((bytes.len(), read(&bytes, Rule::Freestyle).unwrap().moves.len()), (226, 225));
    }

    #[test]
    fn what_the_format_cannot_hold_is_refused_and_so_are_damaged_files() {
        let large = GameRecord::new(BoardSize::new(20, 20).unwrap(), Rule::Renju);
        assert!(write(&large).unwrap_err().to_string().contains("15x15 for a .pos file, found 20x20"));
        let mut long = GameRecord::new(BoardSize::default(), Rule::Renju);
        (0..256).for_each(|_| long.push(Square::at(7, 7)));
        assert!(
            write(&long).unwrap_err().to_string().contains("at most 255 moves for a .pos file, found 256")
        );
        let error = |bytes: &[u8]| read(bytes, Rule::Renju).unwrap_err().to_string();
        assert_eq!(error(&[]), "byte 0: expected the number of moves, found \"an empty file\"");
        assert_eq!(error(&[3, 1, 2]), "byte 0: expected 3 moves of a byte each, found \"2 bytes\"");
        assert_eq!(error(&[2, 1, 225]), "byte 2: expected a square below 225, found \"225\"");
        assert_eq!(error(&[2, 112, 112]), "byte 2, move 2, h8: the square is already occupied");
        assert!(!is_whole(&[]) && !is_whole(&[3, 1, 2]) && !is_whole(&[1, 225]));
    }
}
