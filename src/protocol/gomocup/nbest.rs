//! `YXNBEST`: a search of several lines.

use super::super::tokens::integer;
use crate::board::Board;
use crate::engine::Request;
use crate::geometry::{MAX_AREA, Square};

/// The request for this many lines; one if the number is invalid.
pub(super) fn request(count: &str, allowed: Request) -> Request {
    let count = integer(count).unwrap_or(1).clamp(1, MAX_AREA as i64);
    Request { lines: u32::try_from(count).unwrap_or(1), analysis: true, ..allowed }
}

/// Of symmetric moves that are not excluded all but the first in board order.
pub(super) fn symmetric_moves(board: &Board, excluded: &[Square]) -> Vec<Square> {
    let mut seen = Vec::new();
    let mut is_symmetric = |square: &Square| {
        let mut after = board.clone();
        if after.play(*square).is_err() {
            return false;
        }
        let hash = after.canonical_hash();
        let is_known = seen.contains(&hash);
        seen.push(hash);
        is_known
    };
    board.empty().iter().filter(|square| !excluded.contains(square) && is_symmetric(square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn one_of_each_kind_of_symmetric_moves_is_left() {
        let mut board = Board::new(BoardSize::new(5, 5).unwrap());
        assert_eq!(25 - symmetric_moves(&board, &[]).len(), 6);
        let corner = Square::at(0, 0);
        assert!(!symmetric_moves(&board, &[corner]).contains(&Square::at(4, 0)), "another corner is left");
        board.play(Square::at(1, 0)).unwrap();
        assert!(symmetric_moves(&board, &[]).is_empty());
    }

    #[test]
    fn a_number_out_of_range_is_the_nearest_and_none_is_one() {
        for (text, lines) in [("3", 3), ("0", 1), ("-7", 1), ("", 1), ("x", 1), ("99999", MAX_AREA as u32)] {
            assert_eq!(request(text, Request::default()).lines, lines, "{text}");
        }
    }
}
