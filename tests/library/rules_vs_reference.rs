//! The rules against the reference, on random positions of many sizes and kinds.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::collections::BTreeSet;
use std::thread;

use crate::compare::{Tally, compare, compare_board, compare_outcome};
use fastrand::Rng;
use rustgomo::board::{Board, Cell, from_diagram};
use rustgomo::geometry::{BoardSize, Color, DIRECTIONS, Square, Symmetry};
use rustgomo::rules::{Foul, Rule, foul, move_wins};

/// Positions per run: thorough in a release build, quick otherwise.
const POSITIONS: u64 = if cfg!(debug_assertions) { 1_000 } else { 100_000 };
const THREADS: u64 = 2;

const SIZES: [(i64, i64); 10] =
    [(5, 5), (6, 8), (9, 9), (12, 5), (15, 15), (15, 15), (20, 20), (22, 22), (20, 15), (7, 22)];

/// A random position that depends on the seed only.
fn random_position(seed: u64) -> Board {
    let mut random = Rng::with_seed(seed);
    let (width, height) = SIZES[(seed % SIZES.len() as u64) as usize];
    let mut board = Board::new(BoardSize::new(width, height).unwrap());
    if random.u8(..3) == 0 {
        for _ in 0..random.usize(1..board.size().area() / 8) {
            let _ = board.block(random_square(&mut random, board.size()));
        }
    }
    match random.u8(..4) {
        0 => scatter(&mut board, &mut random),
        1 => cluster(&mut board, &mut random),
        _ => rows(&mut board, &mut random),
    }
    board
}

fn random_square(random: &mut Rng, size: BoardSize) -> Square {
    Square::at(random.u8(..size.width()), random.u8(..size.height()))
}

/// Puts a stone of either colour on a free square, regardless of the side to move.
fn put(board: &mut Board, color: Color, square: Square) {
    if board.is_empty(square) {
        if board.side_to_move() != color {
            board.pass();
        }
        board.play(square).unwrap();
    }
}

/// Stones of both colours all over the board, from nearly empty to one square less than full.
fn scatter(board: &mut Board, random: &mut Rng) {
    let density = random.f64() * 1.2;
    let spare = random_square(random, board.size());
    let black = 0.3 + 0.6 * random.f64();
    for square in board.size().squares() {
        if square != spare && random.f64() < density {
            let color = if random.f64() < black { Color::Black } else { Color::White };
            put(board, color, square);
        }
    }
}

/// Black stones in a small area with few white ones between: threes and fours cross everywhere.
fn cluster(board: &mut Board, random: &mut Rng) {
    let center = random_square(random, board.size());
    let radius = random.u8(3..8);
    let (black, white) = (0.1 + 0.3 * random.f64(), 0.12 * random.f64());
    for square in board.size().squares().filter(|&s| s.distance(center) <= radius) {
        let chance = random.f64();
        if chance < black {
            put(board, Color::Black, square);
        } else if chance < black + white {
            put(board, Color::White, square);
        }
    }
}

/// Rows of up to nine squares in which one colour holds most, with ends of every kind, some through a common
/// square.
fn rows(board: &mut Board, random: &mut Rng) {
    let size = board.size();
    let crossing = random_square(random, size);
    for _ in 0..random.usize(1..=2 + size.area() / 30) {
        let color = if random.u8(..4) == 0 { Color::White } else { Color::Black };
        let start = if random.bool() { crossing } else { random_square(random, size) };
        let direction = DIRECTIONS[random.usize(..4)];
        let from = -random.i8(0..6);
        let (length, holes) = (random.i8(5..=9), random.u8(10..60));
        for i in 0..length {
            let Some(square) = start.step(direction, from + i, size) else { continue };
            let is_end = i == 0 || i == length - 1;
            if is_end && random.bool() {
                put(board, color.opponent(), square);
            } else if random.u8(..100) >= holes && square != crossing {
                put(board, color, square);
            }
        }
    }
}

/// Compares a position, the same one set up without an order of its stones, and the outcome of some moves in
/// it: all winning ones, and a random one.
fn check(seed: u64) -> Tally {
    let label = format!("seed {seed}");
    let mut board = random_position(seed);
    let mut tally = compare(&board, &label);
    tally += &compare_board(&board, &label);
    tally += &compare_board(&from_diagram(&board.to_string()).unwrap(), &format!("{label}, set up"));
    let empty: Vec<Square> = board.empty().iter().collect();
    let mut random = Rng::with_seed(seed);
    for color in Color::BOTH {
        let wins = |&s: &Square| Rule::ALL.iter().any(|&rule| move_wins(&board, rule, color, s));
        let mut moves: Vec<Square> = empty.iter().copied().filter(wins).collect();
        moves.extend(random.choice(&empty));
        for square in moves {
            tally += &compare_outcome(&mut board, color, square, &label);
        }
    }
    tally
}

#[test]
fn the_rules_agree_with_the_reference() {
    let run = |first: u64| {
        let mut tally = Tally::default();
        for seed in (first..POSITIONS).step_by(THREADS as usize) {
            tally += &check(seed);
        }
        tally
    };
    let tally = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || run(first))).collect();
        threads.into_iter().fold(Tally::default(), |mut sum, thread| {
            sum += &thread.join().unwrap();
            sum
        })
    });
    assert_eq!(tally.positions as u64, POSITIONS);
    let per_thousand = |count: usize| count as u64 * 1000 / POSITIONS;
    assert!(tally.wins.iter().all(|&count| per_thousand(count) > 500), "{tally:?}");
    assert!(tally.fouls.iter().all(|&count| per_thousand(count) > 300), "{tally:?}");
    assert!(tally.outcomes.iter().all(|&count| per_thousand(count) > 10), "{tally:?}");
    assert!(per_thousand(tally.deep[0]) > 100, "{tally:?}");
    assert!(tally.deep[1] > 5 && tally.deep[2] > 0, "{tally:?}");
    assert!(per_thousand(tally.squares) > 100_000, "{tally:?}");
}

/// The board under a symmetry.
fn image(board: &Board, symmetry: Symmetry) -> Board {
    let size = board.size();
    let mut image = Board::new(size);
    for square in size.squares().filter(|&s| board.cell(s) == Cell::Wall) {
        image.block(symmetry.apply(square, size)).unwrap();
    }
    for color in Color::BOTH {
        for square in board.stones(color) {
            put(&mut image, color, symmetry.apply(square, size));
        }
    }
    image
}

#[test]
fn fouls_turn_with_the_board() {
    let fouls = |board: &Board| -> BTreeSet<(Square, u8)> {
        let found = |s: Square| foul(board, s).map(|kind: Foul| (s, kind as u8));
        board.empty().iter().filter_map(found).collect()
    };
    let mut seen = 0;
    for seed in 1_000_000..1_000_000 + POSITIONS / 3 {
        let board = random_position(seed);
        let here = fouls(&board);
        seen += here.len();
        for symmetry in Symmetry::all(board.size()) {
            let expected: BTreeSet<_> =
                here.iter().map(|&(s, kind)| (symmetry.apply(s, board.size()), kind)).collect();
            let found = fouls(&image(&board, symmetry));
            assert_eq!(found, expected, "seed {seed}, {symmetry:?}\n{board}");
        }
    }
    assert!(seen as u64 > POSITIONS / 3, "only {seen} fouls");
}

#[test]
fn fouls_survive_playing_and_taking_back() {
    for seed in 2_000_000..2_000_000 + POSITIONS / 10 {
        let mut board = random_position(seed);
        let before: Vec<_> = board.empty().iter().map(|s| foul(&board, s)).collect();
        let mut random = Rng::with_seed(seed);
        let Some(square) = random.choice(board.empty().iter().collect::<Vec<_>>()) else { continue };
        board.play(square).unwrap();
        board.undo();
        let after: Vec<_> = board.empty().iter().map(|s| foul(&board, s)).collect();
        assert_eq!(after, before, "seed {seed}\n{board}");
    }
}
