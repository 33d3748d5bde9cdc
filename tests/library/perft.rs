//! Perft: numbers of legal move sequences, counted by the incremental [`Position`] and by the plain rules,
//! against recorded numbers.

#![expect(clippy::unwrap_used, reason = "the data file is part of the tests")]

use rustgomo::board::{Board, parse_squares};
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::pattern::Attack;
use rustgomo::position::Position;
use rustgomo::rules::{Outcome, Rule, is_forbidden, move_wins, outcome};

const FILE: &str = include_str!("../data/perft.txt");
/// Largest count that the plain rules have to confirm.
const MAX_PLAIN_COUNT: u64 = if cfg!(debug_assertions) { 100_000 } else { 12_000_000 };

struct Case {
    line: &'static str,
    rule: Rule,
    size: BoardSize,
    moves: Vec<Square>,
    /// For each depth from 1 the number of sequences.
    counts: Vec<u64>,
}

fn cases() -> Vec<Case> {
    FILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(parse).collect()
}

fn parse(line: &'static str) -> Case {
    let [head, moves, counts] = line.split('|').collect::<Vec<_>>().try_into().unwrap();
    let (rule, width) = head.trim().rsplit_once(' ').unwrap();
    let width = width.parse().unwrap();
    let size = BoardSize::new(width, width).unwrap();
    let moves = if moves.trim() == "-" { Vec::new() } else { parse_squares(moves.trim(), size).unwrap() };
    let counts = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
    Case { line, rule: rule.trim().parse().unwrap(), size, moves, counts }
}

/// Sequences of `depth` legal moves from an unfinished position. A move that ends the game ends its sequence.
fn fast_count(position: &mut Position, depth: usize) -> u64 {
    let own = position.side_to_move();
    let legal = position.board().empty().iter().filter(|&square| !position.is_forbidden(square, own));
    if depth == 1 {
        return legal.count() as u64;
    }
    let mut count = 0;
    for square in legal.collect::<Vec<_>>() {
        if !position.pattern4(square, own).has(Attack::Five) {
            position.play(square);
            count += fast_count(position, depth - 1);
            position.undo();
        }
    }
    count
}

/// The same by the plain rules.
fn plain_count(board: &mut Board, rule: Rule, depth: usize) -> u64 {
    let own = board.side_to_move();
    let legal = board.empty().iter().filter(|&square| !is_forbidden(board, rule, own, square));
    if depth == 1 {
        return legal.count() as u64;
    }
    let mut count = 0;
    for square in legal.collect::<Vec<_>>() {
        if !move_wins(board, rule, own, square) {
            board.play(square).unwrap();
            count += plain_count(board, rule, depth - 1);
            board.undo();
        }
    }
    count
}

#[test]
fn positions_count_the_recorded_sequences() {
    for Case { line, rule, size, moves, counts } in cases() {
        let mut position = Position::new(&Board::new(size), rule);
        let mut is_over = false;
        for square in moves {
            assert!(!is_over && position.is_legal(square), "{line}");
            is_over = position.pattern4(square, position.side_to_move()).has(Attack::Five);
            position.play(square);
        }
        let found: Vec<u64> = (1..=counts.len())
            .map(|depth| if is_over { 0 } else { fast_count(&mut position, depth) })
            .collect();
        assert_eq!(found, counts, "{line}");
    }
}

#[test]
fn the_plain_rules_count_the_recorded_sequences() {
    for Case { line, rule, size, moves, counts } in cases() {
        let mut board = Board::with_moves(size, moves).unwrap();
        let is_over = outcome(&board, rule) != Outcome::Unfinished;
        for (depth, count) in (1..).zip(counts).filter(|&(_, count)| count <= MAX_PLAIN_COUNT) {
            let found = if is_over { 0 } else { plain_count(&mut board, rule, depth) };
            assert_eq!(found, count, "depth {depth} of {line}");
        }
    }
}

#[test]
fn the_cases_have_every_rule_forbidden_moves_and_finished_games() {
    let cases = cases();
    for rule in Rule::ALL {
        let of_rule = || cases.iter().filter(|case| case.rule == rule);
        assert!(of_rule().count() >= 5, "{rule}");
        assert!(of_rule().any(|case| case.counts[0] == 0), "{rule}: no finished game");
    }
    let forbidden = cases.iter().filter(|case| {
        let to_move = if case.moves.len().is_multiple_of(2) { Color::Black } else { Color::White };
        let is_short = (case.counts[0] as usize) < case.size.area() - case.moves.len();
        case.rule == Rule::Renju && to_move == Color::Black && case.counts[0] > 0 && is_short
    });
    assert!(forbidden.count() >= 4);
}
