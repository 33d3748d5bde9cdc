//! What reading and writing have in common.

use crate::geometry::BoardSize;
use crate::rules::Rule;

/// Bytes of a key before the stones.
pub(super) const HEAD_BYTES: usize = 3;
/// Bytes of a body before the text.
pub(super) const VALUE_BYTES: usize = 5;
pub(super) const PASS: [u8; 2] = [0xff, 0xff];
/// The rules by their numbers.
pub(super) const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];
/// The text of the record that says how texts are encoded.
pub(super) const UTF8: &[u8] = b"charset=\"UTF-8\"";

/// Whether a file begins like one, once it is decompressed.
pub fn matches_header(start: &[u8]) -> bool {
    let Some((_, records)) = start.split_first_chunk::<4>() else { return false };
    match *records {
        [] => *start == [0; 4],
        [low, high, rule, width, height, ..] => {
            let length = usize::from(u16::from_le_bytes([low, high]));
            let is_key = length >= HEAD_BYTES && length % 2 == HEAD_BYTES % 2;
            let is_board = [width, height] == [0, 0] || size(width, height).is_some();
            is_key && usize::from(rule) < RULES.len() && is_board
        }
        _ => false,
    }
}

pub(super) fn size(width: u8, height: u8) -> Option<BoardSize> {
    BoardSize::new(width.into(), height.into()).ok()
}
