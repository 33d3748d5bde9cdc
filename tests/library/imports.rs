//! Imports into the database: values that come twice, and files of Rapfi, both ways.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use proptest::prelude::*;
use rustgomo::StopHandle;
use rustgomo::board::parse_squares;
use rustgomo::database::{Bound, Entry, ImportTexts, Key, Label, Lookup, Place, rapfi, text};
use rustgomo::eval::Score;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

use crate::database::{Store, board};

#[test]
fn values_of_a_position_and_of_its_symmetric_twins_become_one_entry_with_the_better_one() {
    let store = Store::new("twice");
    let import = |lines: &str| store.import(lines.as_bytes()).unwrap();
    // The same position, mirrored, and turned by a quarter; the deeper search wins wherever it stands.
    let lines = "0,f-15-15-h8-i8-b,(none),10,8,exact,\"one\"\n\
                 1,f-15-15-h8-g8-b,(none),20,12,exact,\"two\"\n\
                 2,f-15-15-h8-h9-b,(none),30,9,exact,\"\"\n";
    assert_eq!(import(lines), 3);
    let kept = store.entry("h8 i8", Rule::Freestyle).unwrap();
    assert_eq!((kept.value.centi(), kept.depth, kept.comment.as_str()), (20, 12, "one\ntwo"));
    assert_eq!(store.get().len().unwrap(), 1);
    // A repeated import changes nothing; of equally deep values the first one stays, and a result beats every
    // value.
    import(lines);
    import("0,f-15-15-h8-i8-b,(none),40,12,exact,\"\"\n");
    assert_eq!(store.entry("h8 g8", Rule::Freestyle), Some(kept));
    import("0,f-15-15-h8-i8-b,w,-29990,1,exact,\"\"\n");
    assert_eq!(store.entry("h8 h7", Rule::Freestyle).unwrap().value, Score::loss_in(10));
    assert_eq!(store.get().len().unwrap(), 1);
}

/// A part of a record with its length in front.
fn part(bytes: &[u8]) -> Vec<u8> {
    [&u16::try_from(bytes.len()).unwrap().to_le_bytes(), bytes].concat()
}

/// A file of these records, each a key and a body.
fn file(records: &[(&[u8], &[u8])]) -> Vec<u8> {
    let count = u32::try_from(records.len()).unwrap().to_le_bytes();
    let records = records.iter().flat_map(|(key, body)| [part(key), part(body)].concat());
    count.into_iter().chain(records).collect()
}

/// Says that texts are in UTF-8.
const META: (&[u8], &[u8]) = (&[0, 0, 0], b"\0\0\0\0\0charset=\"UTF-8\"");
/// A value of -35 at depth 21, a lower bound, with two texts on squares and a comment.
const RICH: &[u8] = b"\xff\xdd\xff\x56\0@BTXT@79a\n78b\x08\xc3\xa4\n2";
/// Renju on 15x15: black h8 and white h9.
const TWO: &[u8] = &[2, 15, 15, 7, 7, 7, 6];

fn import(store: &Store, bytes: &[u8]) -> Result<usize, String> {
    store.import_rapfi(bytes).map_err(|error| error.to_string())
}

#[test]
fn a_database_of_rapfi_is_imported_with_all_that_it_says() {
    let store = Store::new("rapfi");
    let bytes = file(&[
        META,
        (TWO, RICH),
        // Standard, black i9 alone, a win without a distance.
        (&[1, 15, 15, 8, 6], b"w"),
        // Freestyle, one stone and black to move again: a pass of white.
        (&[0, 15, 15, 7, 7, 0xff, 0xff], b"\xff\x0a\0\x23\0"),
        // The empty board with nothing but its key, and a value that stands for none.
        (&[0, 15, 15], b""),
        (&[0, 15, 15, 0, 0], b"!\xce\x8a\x0f\0"),
    ]);
    assert!(rapfi::matches_header(&bytes) && !rapfi::matches_header(b"index,key,label,value"));
    assert_eq!(import(&store, &bytes), Ok(5));
    let rich = store.entry("h8 h9", Rule::Renju).unwrap();
    assert_eq!((rich.value.centi(), rich.depth, rich.bound), (-35, 21, Bound::Lower));
    assert_eq!((rich.label, rich.comment.as_str()), (Label::NONE, "ä\n2"));
    // Column and row from the top left, in hexadecimal digits.
    let place = Place::of(&board("h8 h9"), Rule::Renju);
    let texts = parse_squares("h6 h7", BoardSize::default()).unwrap();
    assert_eq!(texts.map_texts(&place, &rich), ["a", "b"]);
    let won = store.entry("i9", Rule::Standard).unwrap();
    assert_eq!((won.label, won.bound), (Label::WIN, Bound::None));
    let mut passed = board("h8");
    passed.pass();
    let reader = store.get().reader().unwrap();
    let entry = reader.find(&Key::of(&passed, Rule::Freestyle)).unwrap().unwrap();
    assert_eq!((entry.value.centi(), entry.depth, entry.bound), (10, 8, Bound::Exact));
    let forced = store.entry("a15", Rule::Freestyle).unwrap();
    assert_eq!((forced.label, forced.bound, forced.known_value()), (Label::FORCED, Bound::None, None));
    assert_eq!(store.entry("", Rule::Freestyle), Some(Entry::default()));
}

/// The texts of squares.
trait Texts {
    fn map_texts<'a>(&self, place: &Place, entry: &'a Entry) -> Vec<&'a str>;
}

impl Texts for Vec<rustgomo::Square> {
    fn map_texts<'a>(&self, place: &Place, entry: &'a Entry) -> Vec<&'a str> {
        self.iter().filter_map(|&square| entry.text(place.canonical(square))).collect()
    }
}

#[test]
fn texts_without_a_charset_are_read_as_they_can_be() {
    let store = Store::new("charset");
    import(&store, &file(&[(TWO, b"\xff\0\0\0\0caf\xe9")])).unwrap();
    assert_eq!(store.entry("h8 h9", Rule::Renju).unwrap().comment, "café");
}

#[test]
fn the_code_page_given_overrules_the_charset() {
    let (store, bytes) = (Store::new("charset-given"), file(&[META, (TWO, b"\xff\0\0\0\0\xc4\xe5\xe4")]));
    let mut texts = ImportTexts { code_page: "windows-1251".parse().ok(), complaint: None };
    rapfi::import(store.get(), &mut &bytes[..], &StopHandle::new(), &mut texts).unwrap();
    assert_eq!(store.entry("h8 h9", Rule::Renju).unwrap().comment, "Дед");
    assert_eq!(texts.complaint, None);
}

#[test]
fn a_damaged_database_of_rapfi_is_refused_with_the_byte() {
    let store = Store::new("damaged");
    let error = |bytes: &[u8]| import(&store, bytes).unwrap_err();
    let whole = file(&[META, (TWO, RICH)]);
    assert_eq!(error(b"ab"), "byte 0: expected the number of records, found \"the end of the file\"");
    assert!(
        error(&whole[..whole.len() - 1])
            .ends_with("expected the body of a record, found \"the end of the file\"")
    );
    assert!(
        error(&[&whole[..], b"x"].concat())
            .ends_with("expected the end of the file, found \"more bytes\"; 1 positions were imported")
    );
    let of_key = |key: &[u8]| error(&file(&[(key, b"")]));
    assert_eq!(of_key(&[7, 15, 15]), "byte 6: expected a rule from 0 to 2, found \"7\"");
    assert_eq!(of_key(&[0, 99, 15]), "byte 6: expected a board from 5x5 to 22x22, found \"99x15\"");
    assert_eq!(of_key(&[0, 15]), "byte 6: expected a key of three bytes or more, found \"00 0f\"");
    assert_eq!(of_key(&[0, 15, 15, 1]), "byte 6: expected two bytes for each stone, found \"00 0f 0f 01\"");
    let taken = "byte 6: expected free squares of the board, found \"column 7, row 7\"";
    assert_eq!(of_key(&[0, 15, 15, 7, 7, 7, 7]), taken);
    assert!(of_key(&[0, 15, 15, 15, 7]).contains("column 15, row 7"));
}

#[test]
fn an_exported_database_of_rapfi_brings_back_all_it_has_a_place_for() {
    let (store, other) = (Store::new("exported"), Store::new("brought-back"));
    // A mirrored position with texts, passes of both kinds, a rectangle, no value, and what Rapfi does not
    // know.
    let lines = "0,r-15-15-h8i9-h9-w,w,-29985,31,exact,\"@BTXT@79a\\n0Eb\\bhi \\\"ä\\\"\"\n\
                 1,f-15-15-h8i9-h9-b,(none),-12,7,lower,\"\"\n\
                 2,f-15-15-h8--b,(none),35,9,upper,\"\"\n\
                 3,s-20-15-a1--w,!,0,0,none,\"first\"\n\
                 4,s-22-22-v22-a1-b,d,0,5,exact,\"@BTXT@LAa\"\n\
                 5,c-15-15-h8-h9-b,(none),1,1,exact,\"\"\n\
                 6,f-15-15-h8-h9-a1-b,(none),1,1,exact,\"\"\n";
    assert_eq!(store.import(lines.as_bytes()).unwrap(), 7);
    let mut file = Vec::new();
    assert_eq!(rapfi::export(store.get(), &mut file, &StopHandle::new()).unwrap(), 5);
    assert!(rapfi::matches_header(&file));
    assert_eq!(import(&other, &file), Ok(5));
    let all = |store: &Store| {
        let mut all = Vec::new();
        text::export(store.get(), &mut all, None, &StopHandle::new()).unwrap();
        let all = String::from_utf8(all).unwrap();
        let keys: Vec<String> = all.lines().map(|line| line[line.find(',').unwrap()..].to_owned()).collect();
        keys
    };
    let (before, after) = (all(&store), all(&other));
    assert_eq!(after.len(), 1 + 5);
    assert!(after.iter().all(|line| before.contains(line)), "{after:?}");
}

#[test]
fn a_text_that_is_too_long_for_rapfi_is_an_error() {
    let store = Store::new("too-long");
    let line = format!("0,f-15-15-h8--w,(none),0,0,none,\"{}\"\n", "x".repeat(65_531));
    store.import(line.as_bytes()).unwrap();
    let error = rapfi::export(store.get(), &mut Vec::new(), &StopHandle::new()).unwrap_err().to_string();
    let place = "freestyle 15x15, black h8, white none";
    assert_eq!(error, format!("{place}: expected at most 65535 bytes for a position, found 65536"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_records_or_an_error_with_a_place(
        place in any::<prop::sample::Index>(), byte in any::<u8>(), rest in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let store = Store::new("fuzzed");
        let mut bytes = file(&[META, (TWO, RICH), (&[1, 15, 15, 8, 6], b"w")]);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        for bytes in [bytes, [&2_u32.to_le_bytes(), &rest[..]].concat()] {
            if let Err(error) = import(&store, &bytes) {
                prop_assert!(error.starts_with("byte "), "{error}");
            }
        }
    }
}
