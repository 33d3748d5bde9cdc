//! Game trees written and read back, and damaged files of them.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use proptest::prelude::*;
use rustgomo::geometry::{BoardSize, ByColor, Color, Square};
use rustgomo::record::tree::{GameTree, MAX_DEPTH, Mark, ROOT, Step};
use rustgomo::record::{CodePage, GameRecord, RecordFormat, RecordReader, read_trees, renlib, sgf};
use rustgomo::rules::Rule;

/// What a node gets: its parent and square by numbers, comment, label, mark.
type NodeSeed = (usize, usize, String, String, usize);

fn seeds() -> impl Strategy<Value = Vec<NodeSeed>> {
    let text =
        || prop_oneof![Just(String::new()), "[ -~]{0,12}", "\\PC{0,8}\n[a-z:\\]\\\\]{0,9}", any::<String>()];
    prop::collection::vec((any::<usize>(), any::<usize>(), text(), text(), 0usize..9), 0..40)
}

/// A tree of moves, passes and nodes without either; `note` writes on a node.
fn tree(about: GameRecord, seeds: &[NodeSeed], note: impl Fn(&mut GameTree, usize, &NodeSeed)) -> GameTree {
    let size = about.size;
    let mut tree = GameTree::new(about).expect("the set-up fits");
    for seed in seeds {
        let square = size.squares().nth(seed.1 % size.area()).expect("a square of the board");
        let step = match seed.1 % 13 {
            0 => Step::Pass,
            1 => Step::Nothing,
            _ => Step::Move(square),
        };
        if let Ok(node) = tree.add(seed.0 % tree.len(), step) {
            tree.node_mut(node).set_comment(&seed.2);
            note(&mut tree, node, seed);
        }
    }
    tree
}

/// Everything that SGF can hold.
fn sgf_tree(size: (i64, i64), names: &[String; 2], seeds: &[NodeSeed]) -> GameTree {
    let size = BoardSize::new(size.0, size.1).expect("a size within the limits");
    let mut about = GameRecord::new(size, Rule::Caro);
    about.names = ByColor(names.clone());
    if let [(choice, ..), ..] = seeds {
        about.setup.stones[Color::White].insert(Square::at((choice % 5) as u8, 2));
        about.setup.side_to_move = Color::BOTH[choice % 2];
    }
    tree(about, seeds, |tree, node, (choice, place, _, label, mark)| {
        let square = Square::at((choice % 5) as u8, (place % 5) as u8);
        let is_turn = tree.node(node).step() != Step::Nothing;
        tree.set_label(node, square, label);
        tree.set_mark(node, square, Mark::ALL.get(*mark).copied());
        let node = tree.node_mut(node);
        if is_turn {
            (node.score, node.time_ms) =
                ((*mark > 3).then_some(*mark as i16), (*mark > 4).then_some(*place as u32));
        }
        node.properties = vec![("HO".to_owned(), vec![label.clone(), "2".to_owned()])];
    })
}

/// Everything that RenLib can hold.
fn renlib_tree(seeds: &[NodeSeed]) -> GameTree {
    let about = GameRecord::new(BoardSize::default(), Rule::Renju);
    let mut tree = tree(about, seeds, |tree, node, (.., label, mark)| {
        let parent = tree.node(node).parent();
        if let Some(square) = tree.node(node).square() {
            tree.set_label(parent, square, label);
            tree.set_mark(node, square, (*mark == 0).then_some(Mark::Triangle));
        }
        let is_pass = tree.node(node).square().is_none();
        let key = (*mark == 1).then_some("START").or((*mark == 0 && is_pass).then_some("HO"));
        tree.node_mut(node).properties.extend(key.map(|key| (key.to_owned(), vec!["1".to_owned()])));
    });
    // A few letters alone do not tell UTF-8 from other code pages.
    tree.node_mut(ROOT).set_comment("五子棋");
    tree
}

fn read_one(bytes: &[u8], rule: Rule) -> GameTree {
    read_trees(bytes, rule).expect("our own file is read").remove(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn trees_in_sgf_read_back_exactly(
        width in 5i64..=22, height in 5i64..=22, names in [any::<String>(), "[ -~]{0,9}"], seeds in seeds(),
    ) {
        let written = sgf_tree((width, height), &names, &seeds);
        let text = format!("{0}\n{0}", sgf::write_tree(&written));
        let mut read = sgf::read_trees(&text, Rule::Freestyle).expect("our own file is read");
        for tree in &mut read {
            prop_assert_eq!(&*tree, &written, "{}", text);
        }
        prop_assert_eq!(read.len(), 2);
    }

    #[test]
    fn trees_in_renlib_read_back_exactly(seeds in seeds()) {
        let written = renlib_tree(&seeds);
        let bytes = renlib::write_trees(std::slice::from_ref(&written)).expect("a tree that RenLib can hold");
        let read = read_one(&bytes, Rule::Renju);
        prop_assert_eq!(renlib::write_trees(std::slice::from_ref(&read)), Ok(bytes));
        // The result is that of the board.
        let about = GameRecord { result: read.about().result, termination: read.about().termination, ..written.about().clone() };
        prop_assert_eq!(read.about(), &about);
        prop_assert_eq!(shown_nodes(&read), shown_nodes(&written));
    }

    #[test]
    fn damaged_files_are_trees_or_errors_with_a_place(
        seeds in seeds(), place in any::<prop::sample::Index>(), byte in any::<u8>(), is_cut in any::<bool>(),
    ) {
        let sgf = sgf::write_tree(&sgf_tree((9, 9), &Default::default(), &seeds));
        let library = renlib::write_trees(&[renlib_tree(&seeds)]).expect("a tree that RenLib can hold");
        for (mut bytes, start) in [(sgf.into_bytes(), "line "), (library, "byte ")] {
            let place = place.index(bytes.len() - 20) + 20;
            if is_cut {
                bytes.truncate(place);
            } else {
                bytes[place] = byte;
            }
            match read_trees(&bytes, Rule::Renju) {
                Ok(trees) => prop_assert!(!trees.is_empty()),
                Err(error) => prop_assert!(error.to_string().starts_with(start), "{error}"),
            }
        }
    }
}

/// The nodes as texts, without the properties of the game.
fn shown_nodes(tree: &GameTree) -> Vec<String> {
    let shown = |index| {
        let node = tree.node(index);
        let about = (node.depth(), node.step(), &node.properties);
        let signs = (node.labels().collect::<Vec<_>>(), node.marks().collect::<Vec<_>>());
        format!("{about:?} {} {signs:?}", node.comment())
    };
    tree.preorder().map(shown).collect()
}

#[test]
fn what_renlib_cannot_hold_is_an_error_or_becomes_a_move() {
    let tree = |text: &str| read_one(text.as_bytes(), Rule::Renju);
    let error = |text: &str| renlib::write_trees(&[tree(text)]).expect_err("cannot be held").to_string();
    assert!(error("(;GM[4]SZ[20])").ends_with("expected a game on 15x15 for a RenLib library, found 20x20"));
    assert!(error("(;GM[4]SZ[15]AB[aa])").ends_with("found 1 stone set up and white to move"));
    let labels = renlib::write_trees(&[tree("(;GM[4]SZ[15];B[hh]LB[hh:x][ii:A];W[aa])")]).expect("a tree");
    let read = read_one(&labels, Rule::Renju);
    let squares = |game: &GameRecord| game.squares().collect::<Vec<_>>();
    assert_eq!(squares(&read.main_line()), [Square::at(7, 7), Square::at(0, 0)]);
    assert_eq!(
        sgf::write_tree(&read).split_once("LB").expect("a label").1,
        "[hh:x]\n;B[hh]LB[ii:A]\n(;W[aa])\n(;W[ii]))\n",
        "the label on the stone just played is the text of its move"
    );
    assert_eq!(RecordFormat::Lib.lost(&[tree("(;GM[4]SZ[15];B[hh]LB[hh:x];W[aa])")]), [(1, "rule")]);
    let older = tree("(;GM[4]SZ[15];B[hh];W[aa]LB[hh:x])");
    assert_eq!(RecordFormat::Lib.lost(&[older]), [(1, "rule"), (1, "marks")]);
}

#[test]
fn texts_and_marks_of_a_library_stay_with_passes_and_repeated_moves() {
    let mut library = renlib::Library::default();
    let first = library.add(None, Step::Move(Square::at(7, 7)));
    let pass = library.add(Some(first), Step::Pass);
    let reply = library.add(Some(first), Step::Move(Square::at(0, 0)));
    library.add(Some(first), Step::Move(Square::at(0, 0)));
    library.nodes[pass].text = "A".to_owned();
    library.nodes[pass].comment = "note".to_owned();
    library.nodes[pass].is_marked = true;
    library.nodes[reply].text = "B".to_owned();
    let written = sgf::write_tree(&read_one(&library.to_bytes(), Rule::Renju));
    assert_eq!(
        written.split_once(";B").expect("a move").1,
        "[hh]LB[aa:B]\n(;W[]C[A\nnote]HO[1])\n(;W[aa])\n(;W[aa]))\n"
    );
}

#[test]
fn texts_of_a_library_without_a_square_of_their_own_go_into_comments() {
    // A text on the empty board, and two nodes of h8 with texts and a comment.
    let nodes = [0, 1, 0, 1, b'T', 0, 0x78, 0xc1, 0, 1, b'A', 0, 0x78, 0x49, 0, 1, b'c', 0, b'B', 0];
    let read = read_one(&library(&nodes), Rule::Renju);
    let written = sgf::write_tree(&read);
    assert!(written.ends_with("C[T]LB[hh:A]\n(;B[hh])\n(;B[hh]C[B\nc]))\n"), "{written}");
}

#[test]
fn errors_name_the_place_in_a_variation() {
    let error = |bytes: &[u8]| read_trees(bytes, Rule::Renju).expect_err("a damaged file").to_string();
    let occupied = "line 3, move 3, hh: the square is already occupied";
    assert_eq!(error(b"(;GM[4];B[hh]\n(;W[aa])\n(;W[bb];B[hh]))"), occupied);
    let mark = "line 1: expected a square of a board of 15x15 such as LB[hh:A], found \"zz:A\"";
    assert_eq!(error(b"(;GM[4];B[hh](;W[aa])(;W[bb]LB[zz:A]))"), mark);
    assert!(error(b"(;GM[4];B[hh](;W[aa])(;AB[bb]))").contains("before the first move only"));
}

/// A library of these nodes.
fn library(nodes: &[u8]) -> Vec<u8> {
    [b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", nodes].concat()
}

#[test]
fn a_damaged_library_gives_what_can_be_read_and_names_the_byte() {
    let read = |nodes: &[u8]| {
        let read =
            RecordReader::new(Rule::Renju).trees("a.lib".as_ref(), &library(nodes)).expect("a library");
        assert_eq!(
            RecordReader::new(Rule::Renju).games("a.lib".as_ref(), &library(nodes)).expect("one").notes,
            read.notes
        );
        let notes: Vec<_> = read.notes.iter().map(|note| format!("{note} {}", note.is_fault)).collect();
        (read.games[0].len() - 1, notes.join("; "))
    };
    let occupied = "byte 24: move 2, h8: the square is already occupied true".to_owned();
    assert_eq!(read(&[0, 0, 0x78, 0, 0x78, 0, 0x69, 0x40]), (1, occupied.clone()));
    assert_eq!(read(&[0, 0, 0x78, 0, 0x78, 0x80, 0x69, 0x40, 0x7a, 0x40]), (2, occupied), "siblings stay");
    let number = "byte 22: expected a square of a board of 15x15, found \"the number 0xf8\" true".to_owned();
    assert_eq!(read(&[0, 0, 0xf8, 0x40]), (0, number));
    let cut = "byte 27: expected another node, found \"the end of the file\" true".to_owned();
    assert_eq!(read(&[0, 0, 0x78, 0x08, b'a', b'b', b'c']), (1, cut), "with its comment");
    let more = "byte 24: expected the end of the file, found \"more bytes\" true".to_owned();
    assert_eq!(read(&[0, 0, 0x78, 0x40, 0x79, 0x40]), (1, more));
}

#[test]
fn libraries_that_renlib_writes_and_takes_are_whole() {
    let read = |nodes: &[u8]| {
        let read =
            RecordReader::new(Rule::Renju).games("a.lib".as_ref(), &library(nodes)).expect("a library");
        let squares: Vec<_> = read.games[0].squares().map(|square| (square.x(), square.y())).collect();
        (squares, read.is_whole(), read.notes.len())
    };
    // Without an end, without a root, with a sibling that does not come, and with an empty board that says
    // that nothing is below.
    assert_eq!(read(&[0x78, 0, 0x79, 0]), (vec![(7, 7), (8, 7)], true, 0));
    assert_eq!(read(&[0, 0, 0x78, 0x80, 0x79, 0x80]), (vec![(7, 7), (8, 7)], true, 1));
    assert_eq!(read(&[0, 0x40, 0x78, 0, 0x79, 0x40]), (vec![(7, 7), (8, 7)], true, 0));
    assert_eq!(read(&[0, 0, 0x78, 0x40, 0]), (vec![(7, 7)], true, 0));
    let headless = RecordReader::new(Rule::Renju).games("OLD.LIB".as_ref(), &[0x78, 0, 0x79, 0x40]);
    assert_eq!(headless.expect("a library without a header").games[0].moves.len(), 2);
    let old = [0, 0, 0x78, 0x60, b'f', b'|', b'r', b'e' | 0x80];
    let trees =
        RecordReader::new(Rule::Renju).trees("a.lib".as_ref(), &library(&old)).expect("a library").games;
    assert_eq!(trees[0].node(1).comment(), "före", "old comments have Swedish letters in place of brackets");
}

#[test]
fn a_library_keeps_its_code_page() {
    // The bytes of the comment are those of a library in Shift-JIS: 黒必勝.
    let comments =
        [0, 0, 0x78, 0, 0x79, 0xc8, 0x8d, 0x95, 0x95, 0x4b, 0x8f, 0x9f, 0, 0, 0x69, 0x48, 0x95, 0x89, 0, 0];
    let read =
        RecordReader::new(Rule::Renju).trees("a.lib".as_ref(), &library(&comments)).expect("a library");
    let texts: Vec<_> = read.games[0].nodes().map(rustgomo::record::tree::TreeNode::comment).collect();
    assert_eq!(texts, ["", "", "黒必勝", "負"]);
    assert_eq!((read.code_page.map(CodePage::name), read.notes.len()), (Some("Shift_JIS"), 0));
    let written = renlib::write_trees_in(&read.games, None, read.code_page).expect("a library");
    assert_eq!((&written.bytes[20..], written.page.map(CodePage::name)), (&comments[..], Some("Shift_JIS")));
    let gbk = "gbk".parse().ok();
    let written = renlib::write_trees_in(&read.games, gbk, read.code_page).expect("a library");
    assert!(written.bytes.windows(6).any(|bytes| bytes == *b"\xfc\x5c\xb1\xd8\x84\xd9"), "黒必勝 in GBK");
    let error =
        renlib::write_trees_in(&read.games, "windows-1252".parse().ok(), None).expect_err("no such letters");
    assert!(error.to_string().contains("\"黒必勝\", which windows-1252 cannot hold"), "{error}");
    for preferred in ["windows-1252", "utf-16"] {
        let written = renlib::write_trees_in(&read.games, None, preferred.parse().ok()).expect("a library");
        assert_eq!(read_one(&written.bytes, Rule::Renju).node(2).comment(), "黒必勝", "{preferred}");
    }
}

#[test]
fn files_without_end_are_neither_deep_nor_large_enough_for_a_panic() {
    let error = |text: &str| read_trees(text.as_bytes(), Rule::Renju).expect_err("too much").to_string();
    let nodes = |count: usize| format!("(;GM[4]{})", ";C[a]".repeat(count));
    assert!(error(&nodes(100_000)).ends_with("expected at most 1000 nodes in a row"));
    assert_eq!(read_one(nodes(MAX_DEPTH).as_bytes(), Rule::Renju).len(), MAX_DEPTH + 1);
    assert!(error(&"(".repeat(1_000_000)).starts_with("line 1: expected a node"));
    let deep = format!("(;GM[4]{};B[hh]{})", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(read_one(deep.as_bytes(), Rule::Renju).node(ROOT).children().count(), 1);
}
