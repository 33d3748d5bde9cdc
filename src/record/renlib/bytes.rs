//! The bytes of libraries.

/// Flag of a comment that ends with a zero.
pub(super) const COMMENT: u8 = 0x08;
const OLD_COMMENT: u8 = 0x20;
/// Flag of two more bytes, whose last one has further flags.
pub(super) const EXTENDED: u8 = 0x01;
/// In the last byte of an extension.
pub(super) const TEXT: u8 = 0x01;
/// Marks the last character of an old comment.
const LAST_CHARACTER: u8 = 0x80;
/// Separator between the heading of a comment and the rest.
const HEADING_END: char = '\u{8}';

/// A node as it stands in a file.
pub(super) struct RawNode<'a> {
    /// The byte of the square.
    pub(super) place: u8,
    pub(super) flags: u8,
    pub(super) comment: RawText<'a>,
    /// The text on the square.
    pub(super) text: &'a [u8],
}

/// The bytes of a comment.
pub(super) enum RawText<'a> {
    /// In the code page of the library.
    New(&'a [u8]),
    /// Seven bits a character; the last one has the eighth.
    Old(&'a [u8]),
}

impl RawText<'_> {
    /// The comment in lines, the bytes by `decode` if they are new.
    pub(super) fn read(&self, decode: impl FnOnce(&[u8]) -> String) -> String {
        let text = match self {
            Self::New([]) => return String::new(),
            Self::New(bytes) => decode(bytes),
            Self::Old(bytes) => bytes.iter().map(|&byte| swedish(byte & !LAST_CHARACTER)).collect(),
        };
        text.replacen(HEADING_END, "\n", 1).replace("\r\n", "\n").trim().to_owned()
    }
}

/// A character of an old comment: six brackets are the letters of RenLib's home.
fn swedish(byte: u8) -> char {
    match byte {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        _ => char::from(byte),
    }
}

/// The remaining bytes of a file.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    rest: &'a [u8],
    /// Length of the file.
    length: usize,
    /// Whether the file ends within a node.
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

    /// The next node, also one that the end of the file cuts; `None` at the end.
    pub(super) fn node(&mut self) -> Option<RawNode<'a>> {
        if self.is_cut || self.rest.is_empty() {
            return None;
        }
        let (place, flags) = self.pair()?;
        let extension = if flags & EXTENDED == 0 { 0 } else { self.pair().map_or(0, |(_, last)| last) };
        let comment = if flags & OLD_COMMENT != 0 {
            RawText::Old(self.until(|byte| byte & LAST_CHARACTER != 0, 1))
        } else if flags & COMMENT != 0 {
            RawText::New(self.until(|byte| byte == 0, 0))
        } else {
            RawText::New(&[])
        };
        let text = if extension & TEXT == 0 { &[][..] } else { self.until(|byte| byte == 0, 0) };
        Some(RawNode { place, flags, comment, text })
    }

    fn pair(&mut self) -> Option<(u8, u8)> {
        let Some((&[first, second], rest)) = self.rest.split_first_chunk() else {
            self.is_cut = self.has_more();
            self.rest = &[];
            return None;
        };
        self.rest = rest;
        Some((first, second))
    }

    /// The bytes before the first that ends them, and `kept` bytes from that one on; reading continues at the
    /// next pair.
    fn until(&mut self, is_last: impl Fn(u8) -> bool, kept: usize) -> &'a [u8] {
        let Some(last) = self.rest.iter().position(|&byte| is_last(byte)) else {
            self.is_cut = true;
            return std::mem::take(&mut self.rest);
        };
        let text = &self.rest[..last + kept];
        self.rest = self.rest.get((last / 2 + 1) * 2..).unwrap_or_default();
        text
    }
}

/// Appends a text, zero-terminated and padded to an even length.
pub(super) fn write_text(bytes: &mut Vec<u8>, text: &[u8]) {
    let before = bytes.len();
    bytes.extend(text.iter().filter(|&&byte| byte != 0));
    bytes.push(0);
    if !(bytes.len() - before).is_multiple_of(2) {
        bytes.push(0);
    }
}
