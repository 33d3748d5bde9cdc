//! Play and undo, window lookup, and the check for forbidden moves.

#![expect(clippy::expect_used, reason = "the positions are constants")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rustgomo::board::{Board, from_diagram, parse_square};
use rustgomo::geometry::{Color, DIRECTIONS, Square};
use rustgomo::pattern::PatternTable;
use rustgomo::position::Position;
use rustgomo::rules::{Rule, foul};
use rustgomo::search::bench::boards;

/// A case in which the legality of h8 depends on a chain of other forbidden squares.
const NESTED: &str = include_str!("../tests/data/renju/nested_3.txt");
/// Two open threes that cross on h8.
const FLAT: &str = include_str!("../tests/data/renju/double_three.txt");

/// A middle game on 15 by 15.
fn game() -> Board {
    boards().nth(8).expect("nine positions").1
}

/// The diagram of a file of renju cases, and the square of its first expectation.
fn case(text: &str) -> (Board, Square) {
    let is_row = |line: &&str| line.starts_with(['.', 'X', 'O']);
    let diagram: Vec<&str> = text.lines().filter(is_row).collect();
    let board = from_diagram(&diagram.join("\n")).expect("a diagram");
    let verdict = text.lines().find(|line| !is_row(line) && !line.starts_with('#')).expect("a verdict");
    let name = verdict.split(' ').next().expect("a square");
    (board.clone(), parse_square(name, board.size()).expect("a name"))
}

fn play_and_undo(c: &mut Criterion) {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut position = Position::new(&game(), rule);
        let squares: Vec<Square> = position.candidates().iter().collect();
        let mut next = squares.iter().cycle();
        c.bench_function(&format!("play and undo, {}", rule.name()), |b| {
            b.iter(|| {
                position.play(black_box(*next.next().expect("a cycle")));
                position.undo();
            });
        });
    }
}

fn patterns(c: &mut Criterion) {
    let board = game();
    let table = PatternTable::of(Rule::Renju);
    let squares: Vec<Square> = board.empty().iter().collect();
    let mut next = squares.iter().cycle();
    c.bench_function("shapes of a square in four directions", |b| {
        b.iter(|| {
            let square = black_box(*next.next().expect("a cycle"));
            DIRECTIONS.map(|direction| table.shapes(table.pattern(board.window(square, direction))))
        });
    });
    c.bench_function("position rebuilt from a board", |b| {
        b.iter(|| Position::new(black_box(&board), Rule::Renju));
    });
}

fn forbidden(c: &mut Criterion) {
    for (name, text) in [("flat", FLAT), ("nested", NESTED)] {
        let (board, square) = case(text);
        c.bench_function(&format!("forbidden move judged, {name}"), |b| {
            b.iter(|| foul(black_box(&board), black_box(square)));
        });
        let position = Position::new(&board, Rule::Renju);
        c.bench_function(&format!("forbidden moves of a whole position, {name}"), |b| {
            let squares: Vec<Square> = board.empty().iter().collect();
            b.iter(|| squares.iter().filter(|&&s| position.is_forbidden(black_box(s), Color::Black)).count());
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = play_and_undo, patterns, forbidden
}
criterion_main!(benches);
