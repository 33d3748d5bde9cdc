//! Files of other programs and of damaged disks: what a database keeps of them.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use rustgomo::database::{DatabaseError, Entry, MAX_DEPTH, Place, rapfi, text};
use rustgomo::eval::Score;
use rustgomo::geometry::Square;

use crate::database::{RULE, Store, board};

const HEADING: &str = "index,key,label,value,depth,bound,text\n";

fn import(store: &Store, text: &[u8]) -> Result<usize, DatabaseError> {
    text::import(store.get(), &mut &*text, &|| false)
}

fn exported(store: &Store) -> Vec<u8> {
    let mut written = Vec::new();
    text::export(store.get(), &mut written, None, &|| false).unwrap();
    written
}

#[test]
fn what_stands_before_a_fault_is_kept_and_counted() {
    let store = Store::new("fault");
    let text = format!(
        "{HEADING}0,s-15-15-h8--w,w,-29985,31,exact,\"\"\n1,s-15-15-h8-h7-b,(none),5,3,exact,\"\"\nnonsense\n"
    );
    let told = import(&store, text.as_bytes()).unwrap_err().to_string();
    assert!(told.starts_with("line 4: expected ") && told.ends_with("; 2 positions were imported"), "{told}");
    assert_eq!(store.find("h8").unwrap().depth, 31);
    let mut bytes = Vec::new();
    rapfi::export(store.get(), &mut bytes, &|| false).unwrap();
    let other = Store::new("fault-rapfi");
    let cut = &bytes[..bytes.len() - 3];
    let told = rapfi::import(other.get(), &mut &*cut, &|| false).unwrap_err().to_string();
    assert!(told.starts_with("byte ") && told.ends_with("; 1 positions were imported"), "{told}");
    assert_eq!(other.all(), store.all()[..1]);
}

#[test]
fn a_file_with_nothing_but_lines_of_another_kind_is_refused() {
    let store = Store::new("other-kind");
    assert_eq!(import(&store, HEADING.as_bytes()).unwrap(), 0);
    let mac = HEADING.replace('\n', "\r") + "0,s-15-15-h8--w,w,-29985,31,exact,\"\"\r";
    for text in ["index,price\n", &mac, &format!("{mac}\n0,s-15-15-h8--w,w,0,3,exact,\"\"\n")] {
        let told = import(&store, text.as_bytes()).unwrap_err().to_string();
        assert!(told.starts_with("line 1: expected a line of index,key"), "{told}");
    }
}

#[test]
fn lines_that_are_not_utf8_are_latin1() {
    let store = Store::new("latin1");
    let text = [HEADING.as_bytes(), b"0,s-15-15-h8--w,w,0,3,exact,\"\xfcber\"\n"].concat();
    import(&store, &text).unwrap();
    assert_eq!(store.find("h8").unwrap().comment, "über");
}

#[test]
fn texts_on_squares_that_a_symmetry_exchanges_are_joined() {
    let store = Store::new("joined");
    let line = "0,s-15-15-h8--w,(none),0,0,none,\"@BTXT@86A\\n68B\\n88A\"\n";
    import(&store, line.as_bytes()).unwrap();
    let place = Place::of(&board("h8"), RULE);
    let entry = store.find("h8").unwrap();
    assert_eq!(entry.text(place.canonical(Square::at(8, 6))), Some("A/B"));
    let other = Store::new("joined-again");
    import(&other, &exported(&store)).unwrap();
    assert_eq!(other.all(), store.all());
}

#[test]
fn long_comments_and_such_that_look_like_texts_come_back() {
    let store = Store::new("long");
    store.put("h8", &Entry { comment: "@BTXT@78A".to_owned(), ..Entry::default() });
    let long = Entry { comment: "x".repeat(2 << 20), ..Entry::searched(Score::eval(7), 4) };
    let other = Store::new("long-rapfi");
    let mut bytes = Vec::new();
    rapfi::export(store.get(), &mut bytes, &|| false).unwrap();
    rapfi::import(other.get(), &mut bytes.as_slice(), &|| false).unwrap();
    assert_eq!(other.all(), store.all());
    store.put("h8 h9", &long);
    let other = Store::new("long-text");
    assert_eq!(import(&other, &exported(&store)).unwrap(), 2);
    assert_eq!(other.all(), store.all());
    let told = rapfi::export(store.get(), &mut Vec::new(), &|| false).unwrap_err().to_string();
    assert!(
        told.starts_with("standard 15x15, black h8, white ") && told.contains("at most 65535 bytes"),
        "{told}"
    );
}

#[test]
fn larger_depths_become_the_largest_one() {
    let store = Store::new("depths");
    import(&store, b"0,s-15-15-h8--w,(none),7,9000,exact,\"\"\n").unwrap();
    assert_eq!(store.find("h8").unwrap().depth, MAX_DEPTH);
}
