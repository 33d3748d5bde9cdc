//! Splitting the input into lines.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use crate::clock::Instant;
use crate::record::encoding::Decoder;

/// Maximum length of a line in bytes; the rest is dropped. GTP sends whole games on a line.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Memory of a line beside its text, in bytes.
const LINE_BYTES: usize = 64;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line and its time of arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text without line end; what is not UTF-8 is read in the code page that it suggests.
    pub text: String,
    /// When the line was complete; thinking time counts from here.
    pub received: Instant,
}

impl Line {
    /// Memory that it takes, in bytes.
    pub(super) const fn memory(&self) -> usize {
        self.text.capacity() + LINE_BYTES
    }
}

/// Splits bytes into lines that end with `\n`, `\r` or both.
///
/// A line is returned as soon as its first end byte is read: a lone `\r` does not wait for the next byte.
#[derive(Debug)]
pub struct LineReader<R> {
    input: BufReader<R>,
    after_return: bool,
    is_first: bool,
}

impl<R: Read> LineReader<R> {
    /// A reader of lines from `input`.
    pub fn new(input: R) -> Self {
        Self { input: BufReader::new(input), after_return: false, is_first: true }
    }

    /// The next line, or `None` at the end of the input. A last line without an end counts.
    ///
    /// # Errors
    /// Whatever the input reports, except for interruptions.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        loop {
            let unread = match self.input.fill_buf() {
                Ok(unread) => unread,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if unread.is_empty() {
                return Ok((!bytes.is_empty()).then(|| self.finish(&bytes)));
            }
            if std::mem::take(&mut self.after_return) && unread[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            let length = unread.iter().position(|&b| b == b'\n' || b == b'\r');
            let taken = length.unwrap_or(unread.len());
            let room = MAX_LINE_BYTES - bytes.len();
            bytes.extend_from_slice(&unread[..taken.min(room)]);
            if length.is_some() {
                self.after_return = unread[taken] == b'\r';
                self.input.consume(taken + 1);
                return Ok(Some(self.finish(&bytes)));
            }
            self.input.consume(taken);
        }
    }

    fn finish(&mut self, bytes: &[u8]) -> Line {
        let received = Instant::now();
        // Managers on Windows send comments in its code page.
        let mut text = Decoder::of(bytes, None).decode(bytes);
        if std::mem::take(&mut self.is_first) && text.starts_with(BYTE_ORDER_MARK) {
            text.remove(0);
        }
        Line { text, received }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(bytes);
        std::iter::from_fn(|| reader.next_line().unwrap()).map(|line| line.text).collect()
    }

    #[test]
    fn all_line_ends_count_once() {
        assert_eq!(lines(b"a\nb\r\nc\rd\r\r\ne"), ["a", "b", "c", "d", "", "e"]);
        assert_eq!(lines(b""), Vec::<String>::new());
        assert_eq!(lines(b"\n"), [""]);
    }

    #[test]
    fn a_lone_return_ends_the_line_before_the_next_byte_comes() {
        /// Gives one byte per read and fails after the last, as a test of reading too far.
        struct Exact(Vec<u8>);
        impl Read for Exact {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0.is_empty(), "read beyond the end of the line");
                buffer[0] = self.0.remove(0);
                Ok(1)
            }
        }
        let mut reader = LineReader::new(Exact(b"ABOUT\r".to_vec()));
        assert_eq!(reader.next_line().unwrap().unwrap().text, "ABOUT");
    }

    #[test]
    fn only_a_leading_byte_order_mark_is_dropped() {
        assert_eq!(lines(b"\xef\xbb\xbfSTART 15\n\xef\xbb\xbfx"), ["START 15", "\u{feff}x"]);
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut bytes = vec![b'A'; 2 << 20];
        bytes.extend_from_slice(b"\nEND\n");
        let lines = lines(&bytes);
        assert_eq!(lines[0].len(), MAX_LINE_BYTES);
        assert_eq!(lines[1..], ["END"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"a\xffb\0\n"), ["aÿb\0"]);
        assert_eq!(lines(b"YXEDITTVDEX \xba\xda\xb1\xd8\xca\xa4\n"), ["YXEDITTVDEX 黑必胜"]);
    }
}
