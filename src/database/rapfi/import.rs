//! Reading of the files.

use std::io::{ErrorKind, Read};

use super::format::{HEAD_BYTES, PASS, RULES, UTF8, VALUE_BYTES, size};
use crate::board::Board;
use crate::database::batch_importer::BatchImporter;
use crate::database::{Bound, Database, DatabaseError, Entry, ImportTexts, Label, Place};
use crate::entries::put;
use crate::entries::text::{HEAD_BYTES as LOOKED_AT, MAX_VALUE, read_text};
use crate::eval::Score;
use crate::geometry::Color;
use crate::record::encoding::{Decoder, Detector};
use crate::record::{CodePage, RecordError};
use crate::rules::Rule;
use crate::stop::StopHandle;

/// Reads the records of a decompressed file, merges them into the database and returns their number.
///
/// # Errors
/// [`DatabaseError`] with the byte of the decompressed file where it is damaged or cut; what stood before is
/// in the database then. Or if the store fails, or [`DatabaseError::Interrupted`].
pub fn import(
    database: &Database,
    input: &mut dyn Read,
    stop: &StopHandle,
    texts: &mut ImportTexts,
) -> Result<usize, DatabaseError> {
    let mut importer = BatchImporter::new(database, stop);
    let mut head = Vec::new();
    // What cannot be read here cannot be read below either.
    let _ = (&mut *input).take(LOOKED_AT).read_to_end(&mut head);
    let mut decoder = detector(&head).decoder(texts.code_page);
    let input = Input { input: &mut head.as_slice().chain(input), at: 0 };
    let read = read_records(&mut importer, input, &mut decoder, texts.code_page.is_some());
    texts.complaint = decoder.complaint();
    importer.end(read)
}

/// What is known of the texts at the beginning of a file.
fn detector(head: &[u8]) -> Detector {
    let mut detector = Detector::default();
    let mut bytes = head;
    let mut input = Input { input: &mut bytes, at: 0 };
    let mut is_key = true;
    // Keys and bodies take turns behind the number of records; an empty key has no body.
    let _: Result<[u8; 4], _> = input.take("the number of records");
    while let Ok(part) = input.part("a part of a record") {
        if !is_key {
            detector.feed(part.get(VALUE_BYTES..).unwrap_or_default());
        }
        is_key = !is_key || part.is_empty();
    }
    detector
}

fn read_records(
    importer: &mut BatchImporter<'_>,
    mut input: Input<'_>,
    decoder: &mut Decoder,
    is_page_given: bool,
) -> Result<(), DatabaseError> {
    let [a, b, c, d] = input.take("the number of records")?;
    for _ in 0..u32::from_le_bytes([a, b, c, d]) {
        importer.go_on()?;
        let at = input.at;
        let key = input.part("a key")?;
        if key.is_empty() {
            continue;
        }
        let body = input.part("the body of a record")?;
        if key.get(1..HEAD_BYTES) == Some(&[0, 0]) {
            if !is_page_given && body.get(VALUE_BYTES..).is_some_and(|text| text.starts_with(UTF8)) {
                *decoder = Detector::default().decoder(Some(CodePage::UTF_8));
            }
            continue;
        }
        let (board, rule) = read_key(&key).map_err(|(expected, found)| {
            // Behind the length.
            DatabaseError::from(RecordError::at_byte(at + 2, expected, &found))
        })?;
        let place = Place::of(&board, rule);
        let entry = read_body(&body, decoder, &board, &place);
        importer.put(place.key, entry)?;
    }
    Ok(input.expect_end()?)
}

/// The bytes of a file with the place of the next one.
struct Input<'a> {
    input: &'a mut dyn Read,
    at: usize,
}

impl Input<'_> {
    fn fill(&mut self, bytes: &mut [u8], expected: &str) -> Result<(), RecordError> {
        let read = self.input.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => RecordError::at_byte(self.at, expected, "the end of the file"),
            // Also what the decompression finds wrong.
            _ => RecordError::at_byte(self.at, expected, &error.to_string()),
        });
        self.at += bytes.len();
        read
    }

    fn take<const N: usize>(&mut self, expected: &str) -> Result<[u8; N], RecordError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes, expected)?;
        Ok(bytes)
    }

    /// The bytes behind their length.
    fn part(&mut self, expected: &str) -> Result<Vec<u8>, RecordError> {
        let length = u16::from_le_bytes(self.take(expected)?);
        let mut bytes = vec![0; usize::from(length)];
        self.fill(&mut bytes, expected)?;
        Ok(bytes)
    }

    fn expect_end(&mut self) -> Result<(), RecordError> {
        match self.input.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(RecordError::at_byte(self.at, "the end of the file", "more bytes")),
            Err(error) => Err(RecordError::at_byte(self.at, "the end of the file", &error.to_string())),
        }
    }
}

/// The position of a key; what was expected and what was found if it is none.
fn read_key(key: &[u8]) -> Result<(Board, Rule), (&'static str, String)> {
    let found = || key.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    let (&[rule, width, height], stones) =
        key.split_first_chunk().ok_or_else(|| ("a key of three bytes or more", found()))?;
    let rule = RULES.get(usize::from(rule)).ok_or_else(|| ("a rule from 0 to 2", rule.to_string()))?;
    let size =
        size(width, height).ok_or_else(|| ("a board from 5x5 to 22x22", format!("{width}x{height}")))?;
    let (stones, rest) = stones.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(("two bytes for each stone", found()));
    }
    let mut board = Board::new(size);
    let blacks = stones.len().div_ceil(2);
    for (index, &[x, y]) in stones.iter().enumerate().filter(|(_, stone)| **stone != PASS) {
        let color = if index < blacks { Color::Black } else { Color::White };
        let square = size.square(x.into(), y.into());
        square
            .and_then(|square| put(&mut board, Some(color), square))
            .ok_or_else(|| ("free squares of the board", format!("column {x}, row {y}")))?;
    }
    board.give_turn(if stones.len() % 2 == 0 { Color::Black } else { Color::White });
    Ok((board, *rule))
}

fn read_body(body: &[u8], decoder: &mut Decoder, board: &Board, place: &Place) -> Entry {
    let label = body.first().map_or(Label::NONE, |&label| Label::from_code(i64::from(label as i8)));
    let mut entry = Entry { label, ..Entry::default() };
    let Some((&[_, v0, v1, d0, d1], text)) = body.split_first_chunk::<VALUE_BYTES>() else { return entry };
    let (value, depth) = (i16::from_le_bytes([v0, v1]), i16::from_le_bytes([d0, d1]));
    entry.depth = depth >> 2;
    // Values beyond the largest one stand for none.
    if value.unsigned_abs() <= MAX_VALUE {
        entry.value = Score::from_centi(value);
        entry.bound = Bound::ALL[usize::from(d0 & 3)];
    }
    let text = decoder.decode(text);
    read_text(text.trim_end_matches('\0'), board, place, &mut entry);
    entry
}
