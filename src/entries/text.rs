//! The text format of Rapfi, written by Yixin-Board's `dbtotxt`: comma-separated values with a heading.
//!
//! ```text
//! index,key,label,value,depth,bound,text
//! 0,r-15-15-h8i10-h7-w,w,-29985,31,exact,"a comment"
//! ```
//!
//! The key is the rule's letter (`f`, `s`, `r`; ours are `c` caro and `e` exact caro), width, height, black's
//! squares, white's, and whose turn it is; behind white's squares come blocked ones, if there are any. A
//! square is a letter for the column and the row from 1 at the top. The text is quoted, with `\"`, `\\`, `\n`
//! and, between its parts, `\b`: first `@BTXT@` with the texts on squares, each a line of two hexadecimal
//! digits (here base 32) and the text, then the comment.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read};

use super::key::{put, walls};
use super::{Bound, Entry, Key, Label, Place};
use crate::board::Board;
use crate::eval::Score;
use crate::files::FileKind;
use crate::geometry::{BoardSize, Color, Square};
use crate::record::encoding::Decoder;
use crate::record::{CodePage, RecordError};
use crate::rules::Rule;

/// The first line of a file.
pub const HEADING: &str = "index,key,label,value,depth,bound,text";
/// How a file begins.
pub const KIND: FileKind = FileKind { name: "a database as text", matches_header: begins_with_heading };
const TEXTS_MARK: &str = "@BTXT@";
const PART_END: char = '\u{8}';
/// Letters of the rules, in the order of [`Rule::ALL`].
const RULE_LETTERS: [char; 5] = ['f', 's', 'r', 'c', 'e'];
/// Base of a coordinate in the texts on squares: hexadecimal digits, continued for large boards.
const TEXT_BASE: u32 = 32;

/// Fields of a line; the last one may contain commas.
const FIELDS: usize = 7;
/// Largest distance of a value from zero: that of a game that is over.
pub(crate) const MAX_VALUE: u16 = 30_000;

/// Largest length of a line; a file with longer ones is in another format.
const MAX_LINE_BYTES: u64 = 16 << 20;
/// How much of a file is looked at for the code page of its texts.
pub(crate) const HEAD_BYTES: u64 = 16 << 20;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The texts of a file that is read.
#[derive(Clone, Debug, Default)]
pub struct ImportTexts {
    /// Their code page; found from the file if `None`.
    pub code_page: Option<CodePage>,
    /// After reading, what to say of bytes that have no meaning in it and stand as `<8d>` in the texts.
    pub complaint: Option<String>,
}

fn begins_with_heading(start: &[u8]) -> bool {
    start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start).starts_with(b"index,key,label")
}

/// The line of an entry, without its index and the comma behind it.
pub(crate) fn line(board: &Board, rule: Rule, entry: &Entry) -> String {
    let label = match (entry.label, entry.label.character()) {
        // It would end the field.
        (label, Some(',')) => format!("({})", label.code()),
        (_, Some(mark)) => mark.to_string(),
        (_, None) => "(none)".to_owned(),
    };
    let Entry { value, depth, bound, .. } = entry;
    let text = quoted(&joined(entry, |square| square));
    format!("{},{label},{},{depth},{},{text}", key_text(board, rule), value.centi(), bound.name())
}

fn key_text(board: &Board, rule: Rule) -> String {
    let size = board.size();
    let mut text = format!("{}-{}-{}", RULE_LETTERS[rule.index()], size.width(), size.height());
    let walls = walls(board);
    let lists = Color::BOTH.map(|color| *board.stones(color)).into_iter();
    for squares in lists.chain((!walls.is_empty()).then_some(walls)) {
        text.push('-');
        for square in &squares {
            // Writing to a string cannot fail, here and below.
            let _ = write!(text, "{}{}", char::from(b'a' + square.x()), square.y() + 1);
        }
    }
    text.push_str(if board.side_to_move() == Color::Black { "-b" } else { "-w" });
    text
}

/// The text of an entry, without quotes, with the texts on the images of their squares.
pub(crate) fn joined(entry: &Entry, image: impl Fn(Square) -> Square) -> String {
    let mut text = String::new();
    for (index, (square, label)) in entry.texts.iter().enumerate() {
        let square = image(*square);
        text.push_str(if index == 0 { TEXTS_MARK } else { "\n" });
        for part in [square.x(), square.y()] {
            let digit = char::from_digit(u32::from(part), TEXT_BASE).unwrap_or('0');
            text.push(digit.to_ascii_uppercase());
        }
        text.push_str(label);
    }
    if text.is_empty() && entry.comment.starts_with(TEXTS_MARK) {
        // An empty list of texts, so that the comment is not read as one.
        text.push_str(TEXTS_MARK);
    }
    if !text.is_empty() && !entry.comment.is_empty() {
        text.push(PART_END);
    }
    text + &entry.comment
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n").replace(PART_END, "\\b"))
}

/// Reads entries and gives each to `take`. A last line without an end is taken if its text is complete;
/// without it the file may have been cut. Texts are in the code page given, else in UTF-8 or the one that
/// fits the first 16 MiB.
///
/// # Errors
/// For a file without entries and our heading, for the first line that is no entry, if the input fails, and
/// whatever `take` fails with.
pub fn read<E: From<RecordError> + From<io::Error>>(
    input: &mut dyn BufRead,
    texts: &mut ImportTexts,
    take: impl FnMut(Key, Entry) -> Result<(), E>,
) -> Result<(), E> {
    let mut head = Vec::new();
    (&mut *input).take(HEAD_BYTES).read_to_end(&mut head)?;
    // Few short texts look like other code pages.
    let is_own = head.starts_with(HEADING.as_bytes()) && std::str::from_utf8(&head).is_ok();
    let mut decoder = Decoder::of(&head, texts.code_page.or(is_own.then_some(CodePage::UTF_8)));
    let read = read_lines(&mut head.as_slice().chain(input), &mut decoder, take);
    texts.complaint = decoder.complaint();
    read
}

fn read_lines<E: From<RecordError> + From<io::Error>>(
    input: &mut dyn BufRead,
    decoder: &mut Decoder,
    mut take: impl FnMut(Key, Entry) -> Result<(), E>,
) -> Result<(), E> {
    // What stands in a file that has nothing of ours.
    let mut other = Some("an empty file".to_owned());
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if (&mut *input).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        if bytes.len() as u64 == MAX_LINE_BYTES {
            let expected = format!("a line of less than {MAX_LINE_BYTES} bytes");
            return Err(RecordError::new(number, expected, "a longer one").into());
        }
        let text = decoder.decode(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes));
        let text = text.trim();
        if text.is_empty() || is_heading(text) {
            if text == HEADING {
                other = None;
            } else if !text.is_empty() && other.is_some() {
                other = Some(text.to_owned());
            }
            continue;
        }
        let is_whole = bytes.ends_with(b"\n") || is_complete(text);
        let (key, entry) =
            read_line(text).filter(|_| is_whole).ok_or_else(|| RecordError::new(number, expected(), text))?;
        take(key, entry)?;
        other = None;
    }
    other.map_or(Ok(()), |found| Err(RecordError::new(1, expected(), &found).into()))
}

/// Whether a line is the heading of some version of the format. Lines that end with a carriage return alone
/// are none of ours.
fn is_heading(line: &str) -> bool {
    line.starts_with("index,") && !line.contains('\r')
}

fn expected() -> String {
    format!("a line of {HEADING} with a value from -{MAX_VALUE} to {MAX_VALUE} and a text in quotes")
}

/// Whether the last field ends with the quote that closes it.
fn is_complete(line: &str) -> bool {
    let text = line.splitn(FIELDS, ',').last().unwrap_or("").trim();
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let is_escape = |inner: &str| (inner.len() - inner.trim_end_matches('\\').len()) % 2 == 1;
    inner.is_some_and(|inner| !is_escape(inner))
}

fn read_line(text: &str) -> Option<(Key, Entry)> {
    let mut fields = text.splitn(FIELDS, ',');
    let _index = fields.next()?;
    let (board, rule) = read_key(fields.next()?)?;
    let label = read_label(fields.next()?)?;
    let value = fields.next()?.trim().parse().ok().filter(|value: &i16| value.unsigned_abs() <= MAX_VALUE)?;
    let depth: i64 = fields.next()?.trim().parse().ok()?;
    let depth = depth.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let word = fields.next()?.trim();
    let bound = Bound::ALL.into_iter().find(|bound| bound.name() == word)?;
    let value = Score::from_centi(value);
    let mut entry = Entry { label, value, depth, bound, ..Entry::default() };
    let place = Place::of(&board, rule);
    read_text(&unquoted(fields.next().unwrap_or("")), &board, &place, &mut entry);
    Some((place.key, entry))
}

fn read_key(text: &str) -> Option<(Board, Rule)> {
    let parts: Vec<&str> = text.trim().split('-').collect();
    let [letter, width, height, black, white, ref walls @ .., mover] = parts[..] else { return None };
    let walls = match walls {
        [] => "",
        [walls] => walls,
        _ => return None,
    };
    let rule = RULE_LETTERS.iter().position(|c| letter.parse() == Ok(*c)).and_then(Rule::from_index)?;
    let size = BoardSize::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let mut board = Board::new(size);
    for (color, list) in [(None, walls), (Some(Color::Black), black), (Some(Color::White), white)] {
        for square in squares(list, size)? {
            put(&mut board, color, square)?;
        }
    }
    let mover = match mover {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    board.give_turn(mover);
    Some((board, rule))
}

/// Parses squares without separators.
fn squares(list: &str, size: BoardSize) -> Option<Vec<Square>> {
    let mut found = Vec::new();
    let mut rest = list;
    while let Some(column) = rest.chars().next() {
        let after = rest.get(column.len_utf8()..)?;
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (row, left) = after.split_at(end);
        let x = i64::from(u32::from(column)) - i64::from(u32::from('a'));
        found.push(size.square(x, row.parse::<i64>().ok()?.checked_sub(1)?)?);
        rest = left;
    }
    Some(found)
}

fn read_label(text: &str) -> Option<Label> {
    let text = text.trim();
    match text {
        "(null)" | "(none)" | "" => Some(Label::NONE),
        _ => match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            Some(code) => code.parse().ok().map(Label::from_code),
            None => text.parse::<char>().ok().map(|mark| Label::from_code(i64::from(u32::from(mark)))),
        },
    }
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('"').unwrap_or(text);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut plain = String::with_capacity(inner.len());
    let mut is_escaped = false;
    for c in inner.chars() {
        match (is_escaped, c) {
            (false, '\\') => {}
            (true, 'n') => plain.push('\n'),
            (true, 'b') => plain.push(PART_END),
            (_, c) => plain.push(c),
        }
        is_escaped = !is_escaped && c == '\\';
    }
    plain
}

/// The inverse of [`joined`], for texts in the orientation of `board`.
pub(crate) fn read_text(text: &str, board: &Board, place: &Place, entry: &mut Entry) {
    let Some(body) = text.strip_prefix(TEXTS_MARK) else {
        entry.comment = text.replace(PART_END, "\n");
        return;
    };
    let (labels, comment) = body.split_once(PART_END).unwrap_or((body, ""));
    entry.comment = comment.replace(PART_END, "\n");
    for label in labels.split('\n').filter(|label| !label.is_empty()) {
        let mut chars = label.chars();
        let mut digit = || chars.next().and_then(|c| c.to_digit(TEXT_BASE)).map(i64::from);
        let square = digit().zip(digit()).and_then(|(x, y)| board.size().square(x, y));
        if let Some(square) = square {
            entry.add_text(place.canonical(square), chars.as_str());
        } else {
            // It has no square of its own.
            let above = if entry.comment.is_empty() { "" } else { "\n" };
            entry.comment.push_str(above);
            entry.comment.push_str(label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        let moves = [(7, 7), (8, 6), (3, 9)].map(|(x, y)| Square::at(x, y));
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        let mut walled = board.clone();
        walled.block(Square::at(0, 0)).unwrap();
        let place = Place::of(&board, Rule::Renju);
        let mut rich = Entry { comment: "a, \"b\"\n\\n".to_owned(), ..Entry::searched(Score::win_in(8), 12) };
        rich.set_text(place.canonical(Square::at(14, 2)), "A\\");
        rich.set_text(place.canonical(Square::at(1, 2)), "b");
        for entry in [Entry::default(), rich, Entry { label: Label::from_code(44), ..Entry::default() }] {
            for (board, rule) in [(&board, Rule::Renju), (&walled, Rule::ExactCaro)] {
                let (image, rule) = Key::of(board, rule).position().unwrap();
                let text = format!("7,{}", line(&image, rule, &entry));
                let (key, read) = read_line(&text).unwrap();
                assert_eq!(key, Key::of(board, rule), "{text}");
                if entry.texts.is_empty() || *board != walled {
                    assert_eq!(read, entry, "{text}");
                }
            }
        }
    }

    #[test]
    fn a_line_is_complete_if_its_text_is_closed() {
        let line = |text: &str| format!("0,r-15-15---b,w,0,0,exact{text}");
        for (text, expected) in [
            (",\"\"", true),
            (",\"a, b\"", true),
            (",\"a \\\"b\\\"\"", true),
            (",\"a\\\\\"", true),
            (",\"a \\\"", false),
            (",\"a", false),
            (",\"", false),
            (",", false),
            ("", false),
        ] {
            assert_eq!(is_complete(&line(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_line_of_rapfi_is_read_and_nonsense_is_refused() {
        let (key, entry) =
            read_line("0,r-15-15-h8-h7-b,(none),-35,21,lower,\"@BTXT@79a\\n78b\\bhi\"").unwrap();
        assert_eq!((entry.value.centi(), entry.bound, entry.texts.len()), (-35, Bound::Lower, 2));
        assert_eq!((entry.comment.as_str(), key.position().unwrap().1), ("hi", Rule::Renju));
        let (_, entry) = read_line("0,r-15-15-h8-h7-b,w,0,0,none,\"@BTXT@ZZfoo\\n79a\\nVVb\\bhi\"").unwrap();
        assert_eq!((entry.comment.as_str(), entry.texts.len()), ("hi\nZZfoo\nVVb", 1));
        for text in [
            "",
            "0,r-15-15-h8-h7,w,0,0,exact,\"\"",
            "0,q-15-15-h8-h7-b,w,0,0,exact,\"\"",
            "0,r-15-15-h8-h8-b,w,0,0,exact,\"\"",
            "0,r-15-15-h99--b,w,0,0,exact,\"\"",
            "0,r-99-15---b,w,0,0,exact,\"\"",
            "0,r-15-15---b,w,0,0,maybe,\"\"",
            "0,r-15-15---b,w,x,0,exact,\"\"",
            "0,r-15-15---b,w,30001,0,exact,\"\"",
            "0,r-15-15---b,w,-32768,0,exact,\"\"",
        ] {
            assert!(read_line(text).is_none(), "{text}");
        }
    }
}
