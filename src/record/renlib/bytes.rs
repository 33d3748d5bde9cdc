//! Byte-level reading and writing of libraries.

use crate::record::encoding::decoded;

/// Flag of a comment that ends with a zero.
pub(super) const COMMENT: u8 = 0x08;
const OLD_COMMENT: u8 = 0x20;
/// Marks the last character of an old comment.
const LAST_CHARACTER: u8 = 0x80;
/// Separator between the heading of a comment and the rest.
const HEADING_END: u8 = 8;

/// The remaining bytes of a file.
pub(super) struct Bytes<'a> {
    rest: &'a [u8],
    /// Length of the file.
    length: usize,
    /// Whether something was asked for behind the end.
    pub(super) is_cut: bool,
}

impl<'a> Bytes<'a> {
    /// A file without its first bytes, `None` if it is shorter.
    pub(super) fn after(bytes: &'a [u8], start: usize) -> Option<Self> {
        Some(Self { rest: bytes.get(start..)?, length: bytes.len(), is_cut: false })
    }

    /// The place in the file.
    pub(super) const fn place(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Whether anything but zeros is left.
    pub(super) fn has_more(&self) -> bool {
        self.rest.iter().any(|&byte| byte != 0)
    }

    /// The next two bytes.
    pub(super) fn pair(&mut self) -> Option<(u8, u8)> {
        let Some((&[first, second], rest)) = self.rest.split_first_chunk() else {
            self.is_cut = true;
            return None;
        };
        self.rest = rest;
        Some((first, second))
    }

    /// The comment, if the flags announce one.
    pub(super) fn comment(&mut self, flags: u8) -> String {
        let bytes = if flags & OLD_COMMENT != 0 {
            self.old_comment()
        } else if flags & COMMENT != 0 {
            self.zero_ended()
        } else {
            return String::new();
        };
        let heading = bytes.iter().position(|&byte| byte == HEADING_END);
        let text = decoded(&bytes);
        let text = if heading.is_some() { text.replacen('\u{8}', "\n", 1) } else { text };
        text.replace("\r\n", "\n").trim().to_owned()
    }

    /// A text on a square.
    pub(super) fn text(&mut self) -> String {
        let bytes = self.zero_ended();
        decoded(&bytes).trim().to_owned()
    }

    fn zero_ended(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some((first, second)) = self.pair() {
            text.extend([first, second].into_iter().take_while(|&byte| byte != 0));
            if first == 0 || second == 0 {
                break;
            }
        }
        text
    }

    fn old_comment(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some((first, second)) = self.pair() {
            text.push(first & !LAST_CHARACTER);
            if first & LAST_CHARACTER != 0 {
                break;
            }
            text.push(second & !LAST_CHARACTER);
            if second & LAST_CHARACTER != 0 {
                break;
            }
        }
        text
    }
}

/// Appends a text, zero-terminated and padded to an even length.
pub(super) fn write_text(bytes: &mut Vec<u8>, text: &str) {
    let before = bytes.len();
    bytes.extend(text.bytes().filter(|&byte| byte != 0));
    bytes.push(0);
    if !(bytes.len() - before).is_multiple_of(2) {
        bytes.push(0);
    }
}
