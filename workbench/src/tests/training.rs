//! Training records: round trips, detection of damage and illegal games.

use std::path::{Path, PathBuf};

use crate::developers::selfplay::report::check;
use crate::developers::selfplay::{SelfPlayer, Shares, TestSetOptions, make_test_set, stats};
use crate::developers::train::Records;
use crate::options::{NetworkOptions, VariantOptions};
use crate::training_games::{
    FileHeader, PlyKind, PlyRecord, TrainingGame, TrainingReader, TrainingWriter, pack,
};
use proptest::prelude::*;
use rustgomo::StopHandle;
use rustgomo::eval::Networks;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::rules::Rule;

const HEADER: FileHeader = FileHeader { seed: 7, nodes: 100 };

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("rustgomo-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn read(path: &Path) -> anyhow::Result<Vec<TrainingGame>> {
    TrainingReader::open(path)?.games().collect()
}

fn played(rule: Rule, number: u64, nodes: u32) -> TrainingGame {
    let variant = VariantOptions { rule, size: BoardSize::new(15, 15).unwrap() };
    SelfPlayer::new(nodes, Networks::embedded(), Shares::default())
        .play(variant, number, number, &StopHandle::new())
        .unwrap()
}

fn any_score() -> impl Strategy<Value = i16> {
    -32_000i16..=32_000
}

fn any_game() -> impl Strategy<Value = TrainingGame> {
    let ply = |width: u8, height: u8| {
        let kind = prop_oneof![Just(PlyKind::Random), any_score().prop_map(PlyKind::Searched)];
        (0..width, 0..height, kind).prop_map(|(x, y, kind)| PlyRecord { square: Square::at(x, y), kind })
    };
    let winner = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
    (any::<u64>(), 0..5usize, 5u8..=22, 5u8..=22, 0..9usize, winner).prop_flat_map(
        move |(number, rule, width, height, opening, winner)| {
            proptest::collection::vec(ply(width, height), 0..25).prop_map(move |mut plies| {
                plies.iter_mut().take(opening).for_each(|ply| ply.kind = PlyKind::Opening);
                let size = BoardSize::new(width.into(), height.into()).unwrap();
                TrainingGame { number, rule: Rule::ALL[rule], size, plies, winner }
            })
        },
    )
}

/// The header of a file: name, version, seed and nodes.
fn header() -> Vec<u8> {
    [b"RGSP\x01".as_slice(), &[0; 12]].concat()
}

/// An uncompressed block with a valid checksum (FNV-1a), so that the reader decodes the contents.
fn block(contents: &[u8]) -> Vec<u8> {
    let len = (contents.len() as u32).to_le_bytes();
    let head = [&[0], len.as_slice(), &len].concat();
    let sum = head
        .iter()
        .chain(contents)
        .fold(0x811c_9dc5_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    [head, sum.to_le_bytes().to_vec(), contents.to_vec()].concat()
}

/// Bytes that are often valid codes: most are small.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(prop_oneof![4 => 0..16_u8, 1 => any::<u8>()], 0..200)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn games_survive_writing_packing_and_reading(mut games in proptest::collection::vec(any_game(), 0..6)) {
        let path = temporary("round-trip");
        let (mut writer, _) = TrainingWriter::open(&path, HEADER).unwrap();
        for game in &games {
            writer.write(game).unwrap();
        }
        prop_assert_eq!(&read(&path).unwrap(), &games);
        pack(&path).unwrap();
        games.sort_by_key(|game| game.number);
        prop_assert_eq!(&read(&path).unwrap(), &games);
    }

    #[test]
    fn arbitrary_bytes_behind_a_header_are_refused_without_a_panic(bytes in noise()) {
        let file = [header(), bytes].concat();
        let games = TrainingReader::new(file.as_slice()).unwrap().games().collect::<Result<Vec<_>, _>>();
        // Only an empty file is valid: a random checksum matches once in 2^32.
        prop_assert_eq!(games.is_ok(), file.len() == header().len());
    }

    #[test]
    fn arbitrary_contents_of_an_intact_block_are_games_or_refused(bytes in noise()) {
        let file = [header(), block(&bytes)].concat();
        match TrainingReader::new(file.as_slice()).unwrap().games().collect::<Result<Vec<_>, _>>() {
            Ok(games) => prop_assert!(games.is_empty() == bytes.is_empty()),
            Err(error) => prop_assert!(error.to_string().ends_with(" in a game record"), "{error}"),
        }
    }
}

#[test]
fn a_changed_byte_is_found_wherever_it_is() {
    let path = temporary("damage");
    let (mut writer, _) = TrainingWriter::open(&path, HEADER).unwrap();
    writer.write(&played(Rule::Freestyle, 1, 50)).unwrap();
    let intact = std::fs::read(&path).unwrap();
    let check_file = || stats(std::slice::from_ref(&path), true);
    assert!(check_file().is_ok());
    // Any seed and nodes in the header are valid.
    for place in (0..5).chain(17..intact.len()) {
        let mut damaged = intact.clone();
        damaged[place] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert!(check_file().is_err(), "byte {place}");
    }
}

#[test]
fn a_torn_file_is_continued_behind_its_last_whole_game() {
    let path = temporary("torn");
    let games = [played(Rule::Caro, 4, 50), played(Rule::Renju, 9, 50)];
    let (mut writer, _) = TrainingWriter::open(&path, HEADER).unwrap();
    writer.write(&games[0]).unwrap();
    let first = std::fs::read(&path).unwrap().len();
    writer.write(&games[1]).unwrap();
    drop(writer);
    let whole = std::fs::read(&path).unwrap();
    // What a kill leaves, and what a power cut does: behind a game, in its contents, in its head.
    let zeros = [0; 5000];
    let torn = [
        whole[..whole.len() - 3].to_vec(),
        [&whole[..first], &zeros].concat(),
        [&whole[..whole.len() - 3], &zeros].concat(),
        [&whole[..first + 4], &zeros].concat(),
    ];
    for left in torn {
        std::fs::write(&path, left).unwrap();
        let (mut writer, recorded) = TrainingWriter::open(&path, HEADER).unwrap();
        assert_eq!(recorded, [(4, games[0].rule, games[0].size)]);
        writer.write(&games[1]).unwrap();
        drop(writer);
        assert_eq!(read(&path).unwrap(), games);
    }
    for header in [whole[..9].to_vec(), [&whole[..9], &zeros[..100]].concat(), zeros[..17].to_vec()] {
        std::fs::write(&path, header).unwrap();
        let (mut writer, recorded) = TrainingWriter::open(&path, HEADER).unwrap();
        assert_eq!(recorded, []);
        writer.write(&games[0]).unwrap();
        drop(writer);
        assert_eq!(read(&path).unwrap(), games[..1]);
    }
    std::fs::write(&path, "other").unwrap();
    assert!(TrainingWriter::open(&path, HEADER).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"other");
    std::fs::write(&path, &whole).unwrap();
    let foreign = TrainingWriter::open(&path, FileHeader { seed: 8, nodes: 100 }).unwrap_err().to_string();
    assert!(foreign.contains("found other settings"), "{foreign}");
}

/// Only what an interrupted write leaves behind is cut off.
#[test]
fn a_file_damaged_in_the_middle_is_not_cut_off_there() {
    let path = temporary("damaged-middle");
    let (mut writer, _) = TrainingWriter::open(&path, HEADER).unwrap();
    for number in 0..3 {
        writer.write(&played(Rule::Freestyle, number, 50)).unwrap();
    }
    drop(writer);
    let whole = std::fs::read(&path).unwrap();
    let packed = {
        pack(&path).unwrap();
        std::fs::read(&path).unwrap()
    };
    // Behind the header, the third byte of the length of the first block.
    for intact in [whole, packed] {
        let mut damaged = intact.clone();
        damaged[20] = 0x10;
        std::fs::write(&path, &damaged).unwrap();
        let refused = TrainingWriter::open(&path, HEADER).unwrap_err().to_string();
        assert!(refused.contains("expected an intact block at byte 17"), "{refused}");
        assert!(std::fs::read(&path).unwrap() == damaged);
    }
}

#[cfg(unix)]
#[test]
fn a_file_has_one_writer_at_a_time() {
    let path = temporary("locked");
    let writer = TrainingWriter::open(&path, HEADER).unwrap();
    let refused = TrainingWriter::open(&path, HEADER).unwrap_err().to_string();
    assert_eq!(refused, "expected a file of its own for each run, found it in use");
    drop(writer);
    assert!(TrainingWriter::open(&path, HEADER).is_ok());
}

#[test]
fn games_of_every_rule_pass_the_check_and_a_wrong_winner_does_not() {
    for rule in Rule::ALL {
        let mut game = played(rule, 3, 50);
        check(&game).unwrap_or_else(|error| panic!("{rule:?}: {error}"));
        game.winner = match game.winner {
            Some(color) => Some(color.opponent()),
            None => Some(Color::Black),
        };
        assert!(check(&game).is_err(), "{rule:?}");
    }
}

/// Files of version 2 are read and continued; behind each game they count searches with several lines, which
/// are refused.
#[test]
fn a_file_that_counts_lines_is_continued_without_any() {
    let path = temporary("lines");
    let mut old = header();
    old[4] = 2;
    std::fs::write(&path, &old).unwrap();
    let (mut writer, _) = TrainingWriter::open(&path, FileHeader { seed: 0, nodes: 0 }).unwrap();
    let game = played(Rule::Freestyle, 1, 50);
    writer.write(&game).unwrap();
    pack(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap()[4], 2);
    assert_eq!(read(&path).unwrap(), [game]);
    // Number, rule, size, winner, opening and moves of an empty game, and a search with several lines.
    let contents = [0, 0, 15, 15, 0, 0, 0, 1];
    let file = [old, block(&contents)].concat();
    let games = TrainingReader::new(file.as_slice()).unwrap().games().collect::<anyhow::Result<Vec<_>>>();
    assert!(games.unwrap_err().to_string().contains("expected searches with one line only"));
}

/// A test set is made by one call; all its positions are for judging, and none is learned from.
#[test]
fn a_test_set_has_games_of_every_kind_and_nothing_to_learn_from() {
    let folder = temporary("test-set");
    let options = TestSetOptions {
        rule: Rule::Standard,
        size: vec![BoardSize::new(11, 11).unwrap()],
        games: 14,
        seed: 5,
        networks: NetworkOptions::default(),
        threads: 2,
    };
    let make =
        || make_test_set(&folder, &options, &Networks::embedded(), &StopHandle::new(), &|_, _| {}).unwrap();
    assert!(make());
    let files: Vec<PathBuf> = options.parts(&folder).into_iter().map(|(file, _)| file).collect();
    let stats: Vec<_> = files.iter().map(|file| stats(std::slice::from_ref(file), true).unwrap()).collect();
    assert!(stats.iter().all(|stats| (stats.games, stats.by_rule[Rule::Standard.name()]) == (2, 2)));
    let stones = |name: &str| -> usize {
        let games = read(&folder.join(format!("standard-{name}.rg"))).unwrap();
        let openings = games.iter().flat_map(|game| &game.plies).filter(|ply| ply.kind == PlyKind::Opening);
        openings.count()
    };
    assert!(stones("500") <= 16 && stones("crowded") >= 48, "{} and {}", stones("500"), stones("crowded"));
    let held_out = Records::read_held_out(&files, Rule::Standard, 0.7).unwrap().samples.len() as u64;
    let positions: u64 = stats.iter().map(|stats| stats.positions).sum();
    assert!(held_out > positions / 2 && held_out <= positions, "{held_out} of {positions}");
    let refused = Records::read(&files, Rule::Standard, 0.7);
    assert!(refused.unwrap_err().to_string().contains("some to hold out, found 0 and "));
    let before: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    assert!(make(), "nothing is left to play");
    assert!(before == files.iter().map(|file| std::fs::read(file).unwrap()).collect::<Vec<_>>());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_follows_from_its_seed() {
    assert_eq!(played(Rule::Standard, 5, 80), played(Rule::Standard, 5, 80));
}
