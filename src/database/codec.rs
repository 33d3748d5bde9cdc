//! Binary encoding of entries.
//!
//! Label, value (2), depth and bound (2: the depth times 4 plus the bound), then, unless there are neither
//! texts nor a comment, the number of texts (2), for each its square (2) and its length (2) and its bytes,
//! and the comment. Numbers are little-endian.

use super::{Bound, Entry, Label};
use crate::eval::Score;
use crate::geometry::{SQUARE_SPAN, Square};

const DEPTH_SHIFT: u32 = 2;
/// Largest depth that a database holds, in plies: it shares two bytes with the bound. Larger ones are stored
/// as this.
pub const MAX_DEPTH: i16 = i16::MAX >> DEPTH_SHIFT;
const MIN_DEPTH: i16 = i16::MIN >> DEPTH_SHIFT;

/// Encodes the parts of an entry that are numbers.
pub(super) fn pack_numbers(entry: &Entry) -> [u8; 5] {
    let [v0, v1] = entry.value.centi().to_le_bytes();
    let depth = entry.depth.clamp(MIN_DEPTH, MAX_DEPTH);
    let [d0, d1] = (depth << DEPTH_SHIFT | entry.bound as i16).to_le_bytes();
    [entry.label.code() as u8, v0, v1, d0, d1]
}

/// Encodes an entry.
pub(super) fn pack(entry: &Entry) -> Vec<u8> {
    let mut bytes = pack_numbers(entry).to_vec();
    if entry.texts.is_empty() && entry.comment.is_empty() {
        return bytes;
    }
    bytes.extend((entry.texts.len() as u16).to_le_bytes());
    for (square, text) in &entry.texts {
        let text = fitting(text);
        bytes.extend((square.index() as u16).to_le_bytes());
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend(entry.comment.as_bytes());
    bytes
}

/// A text, truncated to a length of two bytes.
fn fitting(text: &str) -> &str {
    let mut end = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Decodes an entry; `None` for invalid bytes.
pub(super) fn unpack(bytes: &[u8]) -> Option<Entry> {
    let (&[label, v0, v1, d0, d1], rest) = bytes.split_first_chunk()?;
    let depth = i16::from_le_bytes([d0, d1]);
    let mut entry = Entry {
        label: Label::from_code(i64::from(label as i8)),
        value: Score::stored(i16::from_le_bytes([v0, v1]))?,
        depth: depth >> DEPTH_SHIFT,
        bound: *Bound::ALL.get((depth & 3) as usize)?,
        ..Entry::default()
    };
    if rest.is_empty() {
        return Some(entry);
    }
    let (count, mut rest) = number(rest)?;
    for _ in 0..count {
        let (square, after) = number(rest)?;
        let (length, after) = number(after)?;
        let (text, after) = after.split_at_checked(length)?;
        let square = Some(square).filter(|&square| square < SQUARE_SPAN)?;
        entry.texts.push((Square::from_index(square), String::from_utf8(text.to_vec()).ok()?));
        rest = after;
    }
    entry.comment = String::from_utf8(rest.to_vec()).ok()?;
    Some(entry)
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (&pair, rest) = bytes.split_first_chunk()?;
    Some((usize::from(u16::from_le_bytes(pair)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_and_cut_ones_are_refused() {
        let plain = Entry::searched(Score::loss_in(7), 33);
        let mut rich = Entry { comment: "ä\n\"b\"".to_owned(), bound: Bound::Upper, ..plain.clone() };
        rich.set_text(Square::at(14, 3), "ß1");
        rich.set_text(Square::at(0, 0), "A");
        for entry in [Entry::default(), plain.clone(), rich.clone()] {
            assert_eq!(unpack(&pack(&entry)), Some(entry));
        }
        assert_eq!(pack(&plain).len(), 5);
        let bytes = pack(&rich);
        for length in (0..5).chain(6..19) {
            assert_eq!(unpack(&bytes[..length]), None, "{length}");
        }
        for (value, is_one) in [(30_000_i16, true), (30_001, false), (i16::MIN, false)] {
            let [low, high] = value.to_le_bytes();
            assert_eq!(unpack(&[0, low, high, 0, 0]).is_some(), is_one, "{value}");
        }
    }
}
