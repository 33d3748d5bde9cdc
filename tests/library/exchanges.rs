//! Files of other programs and of damaged disks: what a database keeps of them; and where forbidden moves
//! lead.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use rustgomo::StopHandle;
use rustgomo::database::{Entry, Key, Label, MAX_DEPTH, Place, children, library, parent_keys, rapfi, text};
use rustgomo::eval::Score;
use rustgomo::geometry::Square;
use rustgomo::record::renlib;
use rustgomo::record::tree::Step;
use rustgomo::rules::Rule;

use crate::database::{RULE, Store, board};

const HEADING: &str = "index,key,label,value,depth,bound,text\n";

fn exported(store: &Store) -> Vec<u8> {
    let mut written = Vec::new();
    text::export(store.get(), &mut written, None, &StopHandle::new()).unwrap();
    written
}

#[test]
fn what_stands_before_a_fault_is_kept_and_counted() {
    let store = Store::new("fault");
    let text = format!(
        "{HEADING}0,s-15-15-h8--w,w,-29985,31,exact,\"\"\n1,s-15-15-h8-h7-b,(none),5,3,exact,\"\"\nnonsense\n"
    );
    let told = store.import(text.as_bytes()).unwrap_err().to_string();
    assert!(told.starts_with("line 4: expected ") && told.ends_with("; 2 positions were imported"), "{told}");
    assert_eq!(store.find("h8").unwrap().depth, 31);
    let mut bytes = Vec::new();
    rapfi::export(store.get(), &mut bytes, &StopHandle::new()).unwrap();
    let other = Store::new("fault-rapfi");
    let told = other.import_rapfi(&bytes[..bytes.len() - 3]).unwrap_err().to_string();
    assert!(told.starts_with("byte ") && told.ends_with("; 1 positions were imported"), "{told}");
    assert_eq!(other.all(), store.all()[..1]);
}

#[test]
fn a_file_with_nothing_but_lines_of_another_kind_is_refused() {
    let store = Store::new("other-kind");
    assert_eq!(store.import(HEADING.as_bytes()).unwrap(), 0);
    let mac = HEADING.replace('\n', "\r") + "0,s-15-15-h8--w,w,-29985,31,exact,\"\"\r";
    for text in ["index,price\n", &mac, &format!("{mac}\n0,s-15-15-h8--w,w,0,3,exact,\"\"\n")] {
        let told = store.import(text.as_bytes()).unwrap_err().to_string();
        assert!(told.starts_with("line 1: expected a line of index,key"), "{told}");
    }
}

#[test]
fn lines_that_are_not_utf8_are_latin1() {
    let store = Store::new("latin1");
    let text = [HEADING.as_bytes(), b"0,s-15-15-h8--w,w,0,3,exact,\"\xfcber\"\n"].concat();
    store.import(&text).unwrap();
    assert_eq!(store.find("h8").unwrap().comment, "über");
}

#[test]
fn comments_in_any_letters_come_back() {
    for comment in ["דוד", "علي", "Rene\u{301}"] {
        let (store, other) = (Store::new("letters"), Store::new("letters-back"));
        store.put("h8", &Entry { comment: comment.to_owned(), ..Entry::default() });
        other.import(&exported(&store)).unwrap();
        assert_eq!(other.all(), store.all(), "{comment}");
    }
}

#[test]
fn texts_on_squares_that_a_symmetry_exchanges_are_joined() {
    let store = Store::new("joined");
    let line = "0,s-15-15-h8--w,(none),0,0,none,\"@BTXT@86A\\n68B\\n88A\"\n";
    store.import(line.as_bytes()).unwrap();
    let place = Place::of(&board("h8"), RULE);
    let entry = store.find("h8").unwrap();
    assert_eq!(entry.text(place.canonical(Square::at(8, 6))), Some("A/B"));
    let other = Store::new("joined-again");
    other.import(&exported(&store)).unwrap();
    assert_eq!(other.all(), store.all());
}

#[test]
fn texts_of_a_library_on_squares_that_a_symmetry_exchanges_are_joined() {
    let store = Store::new("joined-library");
    let mut tree = renlib::Library::default();
    let center = tree.add(None, Step::Move(Square::at(7, 7)));
    for (square, text) in [(Square::at(8, 6), "A"), (Square::at(6, 8), "B")] {
        let node = tree.add(Some(center), Step::Move(square));
        text.clone_into(&mut tree.nodes[node].text);
    }
    let place = Place::of(&board("h8"), RULE);
    for import in ["first", "second"] {
        store.import_library(&tree.to_bytes());
        let entry = store.find("h8").unwrap();
        assert_eq!(entry.text(place.canonical(Square::at(8, 6))), Some("A/B"), "{import}");
    }
}

#[test]
fn long_comments_and_such_that_look_like_texts_come_back() {
    let store = Store::new("long");
    store.put("h8", &Entry { comment: "@BTXT@78A".to_owned(), ..Entry::default() });
    let long = Entry { comment: "x".repeat(2 << 20), ..Entry::searched(Score::eval(7), 4) };
    let other = Store::new("long-rapfi");
    let mut bytes = Vec::new();
    rapfi::export(store.get(), &mut bytes, &StopHandle::new()).unwrap();
    other.import_rapfi(&bytes).unwrap();
    assert_eq!(other.all(), store.all());
    store.put("h8 h9", &long);
    let other = Store::new("long-text");
    assert_eq!(other.import(&exported(&store)).unwrap(), 2);
    assert_eq!(other.all(), store.all());
    let told = rapfi::export(store.get(), &mut Vec::new(), &StopHandle::new()).unwrap_err().to_string();
    assert!(
        told.starts_with("standard 15x15, black h8, white ") && told.contains("at most 65535 bytes"),
        "{told}"
    );
}

#[test]
fn larger_depths_become_the_largest_one() {
    let store = Store::new("depths");
    store.import(b"0,s-15-15-h8--w,(none),7,9000,exact,\"\"\n").unwrap();
    assert_eq!(store.find("h8").unwrap().depth, MAX_DEPTH);
}

#[test]
fn a_library_holds_a_result_and_a_text_on_one_square() {
    let store = Store::new("both");
    let (value, win) = (Entry::searched(Score::eval(-35), 0), Entry::searched(Score::loss_in(26), 0));
    let own = Entry { label: Label::from_code(65), ..Entry::default() };
    let own_win = Entry { label: Label::from_code(65), ..win.clone() };
    for (moves, entry) in [("h8", &value), ("h8 i9", &win), ("h8 h9", &own), ("h8 a1", &own_win)] {
        store.put(moves, entry);
    }
    store.put("", &Entry::default());
    for (moves, square) in [("", Square::at(7, 7)), ("h8", Square::at(8, 6))] {
        let place = Place::of(&board(moves), RULE);
        let edit = |entry: &mut Entry| entry.set_text(place.canonical(square), "Q");
        store.get().write(|batch| batch.edit(&place.key, edit)).unwrap();
    }
    let (tree, _) =
        library::export(&store.get().reader().unwrap(), &board(""), RULE, &StopHandle::new()).unwrap();
    let text_at =
        |square| tree.nodes.iter().find(|node| node.step == Step::Move(square)).unwrap().text.as_str();
    let texts = [Square::at(7, 7), Square::at(8, 6), Square::at(7, 6)].map(text_at);
    assert_eq!(texts, ["v35 Q", "W28 Q", "A"]);
    let other = Store::new("both-back");
    other.import_library(&tree.to_bytes());
    assert_eq!(other.find(""), store.find(""));
    assert_eq!(other.find("h8 i9"), store.find("h8 i9"));
    assert_eq!(other.find("h8 a1").unwrap().known_value(), own_win.known_value());
    let place = Place::of(&board("h8"), RULE);
    let (entry, expected) = (other.find("h8").unwrap(), store.find("h8").unwrap());
    assert_eq!((entry.value, entry.text(place.canonical(Square::at(8, 6)))), (expected.value, Some("Q")));
    assert_eq!(
        entry.text(place.canonical(Square::at(7, 6))),
        Some("A"),
        "a label of one's own becomes a text"
    );
    let (tree, _) =
        library::export(&store.get().reader().unwrap(), &board("h8 i9"), RULE, &StopHandle::new()).unwrap();
    assert_eq!(tree.nodes.last().unwrap().text, "W28", "that of the position itself");
}

#[test]
fn texts_like_results_stay_texts_in_a_library() {
    let (store, other) = (Store::new("like-results"), Store::new("like-results-back"));
    let place = Place::of(&board(""), RULE);
    let mut entry = Entry::default();
    for (x, text) in (6..).zip(["L", "x", "=", "v5", "W1", "\"A\"", "\"x\"", "\"=", "\""]) {
        entry.set_text(place.canonical(Square::at(x, 7)), text);
    }
    store.put("", &entry);
    store.put("h8", &Entry { comment: "centre".to_owned(), ..Entry::default() });
    let reader = store.get().reader().unwrap();
    let (tree, _) = library::export(&reader, &board(""), RULE, &StopHandle::new()).unwrap();
    other.import_library(&tree.to_bytes());
    assert_eq!((other.find(""), other.find("h8")), (Some(entry), store.find("h8")));
    assert_eq!(other.find("i8"), Some(Entry::default()));
}

#[test]
fn a_text_of_several_words_in_a_library_becomes_a_comment() {
    let store = Store::new("words");
    let mut tree = renlib::Library::default();
    for (x, text) in [(7, "Black wins 27"), (8, "W or not"), (9, "Q"), (10, "! Q")] {
        let node = tree.add(None, Step::Move(Square::at(x, 7)));
        (tree.nodes[node].text, tree.nodes[node].comment) = (text.to_owned(), "note".to_owned());
    }
    store.import_library(&tree.to_bytes());
    let found = |moves: &str| {
        let entry = store.find(moves).unwrap();
        (entry.comment, entry.label)
    };
    assert_eq!(found("h8"), ("Black wins 27\nnote".to_owned(), Label::NONE));
    assert_eq!(found("i8"), ("W or not\nnote".to_owned(), Label::NONE));
    assert_eq!(found("j8"), ("note".to_owned(), Label::NONE));
    assert_eq!(found("k8"), ("note".to_owned(), Label::FORCED));
    let mut texts: Vec<_> = store.find("").unwrap().texts.into_iter().map(|(_, text)| text).collect();
    texts.sort();
    assert_eq!(texts, ["Q", "Q"]);
}

#[test]
fn a_forbidden_move_leads_nowhere() {
    let store = Store::new("forbidden");
    // Black's h8 made no double three when it was played; as the last move it would.
    let (after, before) = (board("h9 a1 h10 c1 i8 a15 h8 c15 j8"), board("h9 a1 h10 c1 i8 a15 j8 c15"));
    for rule in [Rule::Renju, Rule::Freestyle] {
        let entry = Entry::searched(Score::loss_in(4), 9);
        store.get().write(|batch| batch.put(&Key::of(&after, rule), &entry)).unwrap();
        let found = children(&store.get().reader().unwrap(), &before, rule).unwrap();
        assert_eq!(found.len(), usize::from(rule == Rule::Freestyle), "{rule}");
        assert_eq!(parent_keys(&after, rule).len(), if rule == Rule::Freestyle { 5 } else { 4 }, "{rule}");
    }
}
