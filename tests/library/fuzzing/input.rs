//! Sessions of random lines.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::vocabulary::Vocabulary;

/// A line's bytes, without its end.
#[derive(Clone)]
pub(crate) struct Line(pub(crate) Vec<u8>);

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// Bytes that a change puts in. Digits are rare: they could make a board or a search large.
const BYTES: &[u8] = b" \t,/#-+.*=?!xobwABIZpass\0\x07\x7f\x80\xc3\xff09";

/// The lines of a session between prelude and farewell, at most `longest`.
pub(crate) fn session(vocabulary: &'static Vocabulary, longest: usize) -> impl Strategy<Value = Vec<Line>> {
    let fixed = select(vocabulary.fixed).prop_map(|line| line.as_bytes().to_vec());
    let line = prop_oneof![3 => changed(vocabulary.changing), 2 => fixed, 1 => noise()];
    vec(line.prop_map(Line), 0..longest)
}

/// A line with a change: nothing, a cut, a byte put in or replaced, a piece doubled.
fn changed(lines: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    (select(lines), 0..8u8, any::<Index>(), select(BYTES)).prop_map(|(line, kind, place, byte)| {
        let mut line = line.as_bytes().to_vec();
        if line.is_empty() {
            return line;
        }
        let at = place.index(line.len());
        match kind {
            0 => line.truncate(at),
            1 => line.insert(at, byte),
            2 => line[at] = byte,
            3 => line.extend_from_within(at..),
            _ => {}
        }
        line
    })
}

/// Bytes without any sense, on one line.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>().prop_filter("a line end", |byte| !matches!(byte, b'\n' | b'\r')), 0..30)
        .prop_map(|bytes| [b"\x01".to_vec(), bytes].concat())
}

/// All lines of a session, with prelude and farewell.
pub(crate) fn all_lines(vocabulary: &Vocabulary, lines: &[Line]) -> Vec<Vec<u8>> {
    let text = |lines: &[&'static str]| lines.iter().map(|line| line.as_bytes().to_vec()).collect::<Vec<_>>();
    let between = lines.iter().map(|line| line.0.clone()).collect();
    [text(vocabulary.prelude), between, text(vocabulary.farewell)].concat()
}

/// The bytes of these lines.
pub(crate) fn bytes(lines: &[Vec<u8>]) -> Vec<u8> {
    [lines.join(&b'\n'), vec![b'\n']].concat()
}
