//! Training records: round trips, detection of damage and illegal games; the fit of weights.

use std::path::{Path, PathBuf};

use crate::developers::selfplay::report::check;
use crate::developers::selfplay::{SelfPlayer, Shares, TestSetOptions, make_test_set, stats};
use crate::developers::train::Records;
use crate::developers::tune::{FitDataset, FitOptions, FitSample, Model, fit};
use crate::options::{NetworkOptions, VariantOptions};
use crate::training_games::{
    FileHeader, OtherLines, PlyKind, PlyRecord, RecordReader, RecordWriter, TrainingGame, pack,
};
use proptest::prelude::*;
use rustgomo::StopHandle;
use rustgomo::eval::Networks;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::pattern::{PatternTable, SHAPE_COUNT, ShapeQuad};
use rustgomo::rules::Rule;

/// Number of weights of a role.
const GROUP: usize = 2048;
const HEADER: FileHeader = FileHeader { seed: 7, nodes: 100 };

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("rustgomo-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn read(path: &Path) -> anyhow::Result<Vec<TrainingGame>> {
    RecordReader::open(path)?.games().collect()
}

fn played(rule: Rule, number: u64, nodes: u32) -> TrainingGame {
    let variant = VariantOptions { rule, size: BoardSize::new(15, 15).unwrap() };
    let shares = Shares { lines: 40, ..Shares::default() };
    SelfPlayer::new(nodes, Networks::embedded(), shares)
        .play(variant, number, number, &StopHandle::new())
        .unwrap()
}

fn any_score() -> impl Strategy<Value = i16> {
    -32_000i16..=32_000
}

fn any_game() -> impl Strategy<Value = TrainingGame> {
    let ply = |width: u8, height: u8| {
        let kind = prop_oneof![Just(PlyKind::Random), any_score().prop_map(PlyKind::Searched)];
        // Lines for every third move; those of moves that were not searched are removed below.
        let line = (0..width, 0..height, any_score()).prop_map(|(x, y, score)| (Square::at(x, y), score));
        let lines = prop_oneof![2 => Just(Vec::new()), 1 => proptest::collection::vec(line, 1..5)];
        (0..width, 0..height, kind, lines)
            .prop_map(|(x, y, kind, lines)| (PlyRecord { square: Square::at(x, y), kind }, lines))
    };
    let winner = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
    (any::<u64>(), 0..5usize, 5u8..=22, 5u8..=22, 0..9usize, winner).prop_flat_map(
        move |(number, rule, width, height, opening, winner)| {
            proptest::collection::vec(ply(width, height), 0..25).prop_map(move |plies| {
                let (mut plies, lines): (Vec<PlyRecord>, Vec<_>) = plies.into_iter().unzip();
                plies.iter_mut().take(opening).for_each(|ply| ply.kind = PlyKind::Opening);
                let size = BoardSize::new(width.into(), height.into()).unwrap();
                let lines = lines.into_iter().enumerate().map(|(ply, moves)| OtherLines { ply, moves });
                let others = lines.filter(|lines| {
                    !lines.moves.is_empty() && matches!(plies[lines.ply].kind, PlyKind::Searched(_))
                });
                let others = others.collect();
                TrainingGame { number, rule: Rule::ALL[rule], size, plies, others, winner }
            })
        },
    )
}

/// The header of a file: name, version, seed and nodes.
fn header() -> Vec<u8> {
    [b"RGSP\x02".as_slice(), &[0; 12]].concat()
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
        let (mut writer, _) = RecordWriter::open(&path, HEADER).unwrap();
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
        let games = RecordReader::new(file.as_slice()).unwrap().games().collect::<Result<Vec<_>, _>>();
        // Only an empty file is valid: a random checksum matches once in 2^32.
        prop_assert_eq!(games.is_ok(), file.len() == header().len());
    }

    #[test]
    fn arbitrary_contents_of_an_intact_block_are_games_or_refused(bytes in noise()) {
        let file = [header(), block(&bytes)].concat();
        match RecordReader::new(file.as_slice()).unwrap().games().collect::<Result<Vec<_>, _>>() {
            Ok(games) => prop_assert!(games.is_empty() == bytes.is_empty()),
            Err(error) => prop_assert!(error.to_string().ends_with(" in a game record"), "{error}"),
        }
    }
}

#[test]
fn a_changed_byte_is_found_wherever_it_is() {
    let path = temporary("damage");
    let (mut writer, _) = RecordWriter::open(&path, HEADER).unwrap();
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
    let (mut writer, _) = RecordWriter::open(&path, HEADER).unwrap();
    for game in &games {
        writer.write(game).unwrap();
    }
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    let (mut writer, numbers) = RecordWriter::open(&path, HEADER).unwrap();
    assert_eq!(numbers, [4]);
    writer.write(&games[1]).unwrap();
    assert_eq!(read(&path).unwrap(), games);
    assert!(RecordWriter::open(&path, FileHeader { seed: 8, nodes: 100 }).is_err());
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

/// Other lines of searched moves are legal, distinct and not better than the move.
#[test]
fn searches_for_several_lines_leave_them_in_the_record() {
    let mut game = played(Rule::Renju, 3, 50);
    assert!(game.others.len() > 1, "{:?}", game.others);
    for OtherLines { ply, moves } in &game.others {
        let PlyKind::Searched(best) = game.plies[*ply].kind else { panic!("move {ply} was not searched") };
        assert!((1..5).contains(&moves.len()) && moves.iter().all(|&(_, score)| score <= best), "{moves:?}");
    }
    check(&game).unwrap();
    let twice = game.plies[game.others[0].ply].square;
    game.others[0].moves[0].0 = twice;
    assert!(check(&game).unwrap_err().to_string().starts_with("game 3, move "));
}

/// Files of version 1 are read and continued, but cannot contain lines.
#[test]
fn a_file_without_lines_is_continued_without() {
    let path = temporary("old");
    let mut old = header();
    old[4] = 1;
    std::fs::write(&path, &old).unwrap();
    let (mut writer, _) = RecordWriter::open(&path, FileHeader { seed: 0, nodes: 0 }).unwrap();
    let with_lines = played(Rule::Freestyle, 1, 50);
    assert!(writer.write(&with_lines).unwrap_err().to_string().contains("file version 2, found 1"));
    let without = TrainingGame { others: Vec::new(), ..with_lines };
    writer.write(&without).unwrap();
    pack(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap()[4], 1);
    assert_eq!(read(&path).unwrap(), [without]);
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
    assert!(stats.iter().all(|stats| (stats.games, stats.by_rule[Rule::Standard.index()]) == (2, 2)));
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

/// True values of the positions of the next test: a number for every shape, unlike the embedded weights, and
/// a smaller one for the opponent of the side to move.
fn true_value(sample: &FitSample) -> f32 {
    const WORTH: [f32; SHAPE_COUNT] = [0.0, 0.0, 7.0, -3.0, 4.0, 12.0, -6.0, 9.0, 2.0, 15.0, -8.0, 5.0, 0.0];
    by_shapes(sample, |shapes, role| {
        let worth: f32 = shapes.iter().map(|&shape| WORTH[shape as usize]).sum();
        if role == 0 { worth } else { 0.6 * worth }
    })
}

/// The sum over the Pattern4s of a position; role 0 is the side to move.
fn by_shapes(sample: &FitSample, value: impl Fn(ShapeQuad, usize) -> f32) -> f32 {
    let shapes = PatternTable::of(Rule::Freestyle).pattern4s(Color::Black).shapes();
    let one = |&(slot, count): &(u16, i16)| {
        let (role, number) = (usize::from(slot) / GROUP, usize::from(slot) % GROUP);
        value(shapes[number], role) * f32::from(count)
    };
    sample.counts.iter().map(one).sum()
}

fn correlation(pairs: &[(f32, f32)]) -> f32 {
    let count = pairs.len() as f32;
    let mean = |f: &dyn Fn(&(f32, f32)) -> f32| pairs.iter().map(f).sum::<f32>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let covariance = mean(&|p| (p.0 - x) * (p.1 - y));
    covariance / (mean(&|p| (p.0 - x).powi(2)) * mean(&|p| (p.1 - y).powi(2))).sqrt()
}

/// Results are random with probabilities from known weights. On held-out games the loss of the fit must be
/// close to that of the true weights, and its values must correlate with the true ones.
#[test]
fn the_fit_recovers_known_weights() {
    let games: Vec<TrainingGame> = (0..160).map(|number| played(Rule::Freestyle, number, 10)).collect();
    let mut data = FitDataset::new(Rule::Freestyle, &games);
    let mut random = fastrand::Rng::with_seed(1);
    let values: Vec<f32> = data.training.iter().map(true_value).collect();
    let spread = (values.iter().map(|value| value.powi(2)).sum::<f32>() / values.len() as f32).sqrt();
    // So that most results are clear and none is certain.
    let chance = |sample: &FitSample| 1.0 / (1.0 + (-2.0 * true_value(sample) / spread).exp());
    for sample in data.training.iter_mut().chain(&mut data.held_out) {
        sample.result = f32::from(u8::from(random.f32() < chance(sample)));
    }
    let mut model = Model::new(Rule::Freestyle);
    let options = FitOptions { epochs: 200, result_share: 1.0, ..FitOptions::default() };
    let report = fit(&data, &mut model, &options, &StopHandle::new(), &|_| {});
    let losses = data.held_out.iter().map(|s| -f64::from((1.0 - s.result - chance(s)).abs().ln()));
    let truth = losses.sum::<f64>() / data.held_out.len() as f64;
    let (before, after) = (report.before.1, report.after.1);
    assert!(after - truth < 0.5 * (before - truth), "truth {truth}, {report:?}");
    let weights = model.to_weights();
    let fitted = |sample: &FitSample| {
        by_shapes(sample, |shapes, role| f32::from(weights.get(Color::Black, shapes)[role]))
    };
    let pairs: Vec<(f32, f32)> = data.held_out.iter().map(|s| (true_value(s), fitted(s))).collect();
    assert!(correlation(&pairs) > 0.7, "{}", correlation(&pairs));
}

#[test]
fn an_interrupted_fit_keeps_the_epochs_that_it_has_made() {
    let games: Vec<TrainingGame> = (0..20).map(|number| played(Rule::Freestyle, number, 30)).collect();
    let data = FitDataset::new(Rule::Freestyle, &games);
    let mut model = Model::new(Rule::Freestyle);
    let before = model.to_weights().to_text();
    let stop = StopHandle::new();
    let report = fit(&data, &mut model, &FitOptions::default(), &stop, &|epoch| {
        if epoch == 2 {
            stop.stop();
        }
    });
    assert_eq!(report.epochs, 2);
    assert_ne!(model.to_weights().to_text(), before);
}
