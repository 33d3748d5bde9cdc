//! Several lines of play from one search, and positions that are analysed although the move is clear.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::collections::BTreeSet;

use rustgomo::StopHandle;
use rustgomo::board::{Board, parse_squares, square_name};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::{Rule, is_forbidden, move_wins};
use rustgomo::search::{KnownMove, Limits, Progress, Reporter, SearchResult, Searcher, Silent, Variation};

use crate::database::board;

/// A white stone more than it seems: black has lost, but white's answer is forced.
const FORCED: &str = "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8 j9";

/// Quiet positions and wild ones, with the number of moves that do not lose at once if that is small.
const GAMES: [(Rule, &str, usize); 8] = [
    (Rule::Freestyle, "h8 i9 j8 h10 i7 g9 k7", 9),
    (Rule::Freestyle, "g9 j9 e5 h8 e7 e6 g8 i6 d6 f8 g5 f6 f4", 4),
    (Rule::Standard, "k5 j10 i5 i7", 9),
    (Rule::Standard, "h8 i9 g7", 9),
    (Rule::Renju, "g11 g8 i5 e11 e10 i6", 9),
    (Rule::Renju, "h8 h9 i10 j9 j8 i8 g8 i9", 2),
    (Rule::Caro, "k6 j10 i5 k11 i9 j12 j6 l10", 4),
    (Rule::ExactCaro, "j5 g7 e5 k5 i7 j8 g6 i8 k8", 9),
];

fn search(board: &Board, rule: Rule, limits: &Limits, reporter: &mut dyn Reporter) -> SearchResult {
    Searcher::new(4 << 20).search(board, rule, limits, &StopHandle::new(), reporter)
}

fn lines(lines: u32, depth: Option<u32>, nodes: Option<u64>) -> Limits {
    Limits { depth, nodes, lines, analysis: true, ..Limits::default() }
}

fn analyze(moves: &str, rule: Rule, limits: &Limits) -> Vec<Variation> {
    search(&board(moves), rule, limits, &mut Silent).lines
}

/// The board after a line, every move of which must be legal.
fn after(board: &Board, rule: Rule, line: &[Square]) -> Board {
    let mut board = board.clone();
    for &square in line {
        let mover = board.side_to_move();
        assert!(board.is_empty(square) && !is_forbidden(&board, rule, mover, square), "{}", board);
        board.play(square).unwrap();
    }
    board
}

/// Whether the last move of a line makes a five.
fn ends_with_five(board: &Board, rule: Rule, line: &[Square]) -> bool {
    let (&last, before) = line.split_last().unwrap();
    let board = after(board, rule, before);
    move_wins(&board, rule, board.side_to_move(), last)
}

#[test]
fn the_first_line_is_that_of_a_search_of_one_line() {
    // Another move may come out better where it is searched with a window of its own, which is rare.
    let mut others = 0;
    for (rule, moves, _) in GAMES {
        let one = Limits::depth(6);
        let one = search(&board(moves), rule, &one, &mut Silent);
        let alone = analyze(moves, rule, &lines(1, Some(6), None));
        assert_eq!(alone.len(), 1);
        assert_eq!((alone[0].first(), alone[0].progress.score), (one.best, one.progress.score), "{moves}");
        let several = analyze(moves, rule, &lines(4, Some(6), None));
        let main = several.iter().find(|line| line.first() == one.best);
        assert_eq!(main.map(|line| line.progress.score), Some(one.progress.score), "{moves}");
        let first = &several[0];
        let is_better = first.progress.score > one.progress.score;
        assert!(first.first() == one.best || is_better, "{moves} {first:?}");
        others += usize::from(first.first() != one.best && !first.progress.score.is_decided());
    }
    assert!(others <= 1, "{others} of {} positions", GAMES.len());
}

#[test]
fn lines_are_level_by_depth_in_order_of_score_and_begin_with_different_moves() {
    for (rule, moves, count) in GAMES {
        let count = count.min(5);
        let found = analyze(moves, rule, &lines(5, Some(5), None));
        assert_eq!(found.len(), count, "{moves}");
        assert!(found.iter().all(|line| line.progress.depth == 5 || line.progress.score.is_decided()));
        assert!(found.is_sorted_by_key(|line| -line.progress.score), "{moves}");
        let first: BTreeSet<_> = found.iter().map(Variation::first).collect();
        assert_eq!(first.len(), count, "{moves}");
        for line in &found {
            after(&board(moves), rule, &line.progress.line);
            assert!(line.progress.score.is_decided() || line.progress.line.len() >= 5, "{moves} {line:?}");
        }
    }
}

/// Remembers the lines that were told last.
#[derive(Default)]
struct Memory(Vec<Variation>);

impl Reporter for Memory {
    fn iteration(&mut self, _: &Progress) {}

    fn lines(&mut self, changed: usize, lines: &[Variation]) {
        assert!(changed < lines.len());
        if self.0.len() > 1 {
            assert!(lines.len() >= self.0.len(), "a line vanished");
        }
        for old in &self.0 {
            let same = lines.iter().find(|line| line.first() == old.first());
            let is_kept = same.is_none_or(|new| {
                new.progress.score.is_decided() || new.progress.line.len() >= old.progress.line.len()
            });
            assert!(is_kept, "shortened: {old:?}\n{same:?}");
        }
        self.0 = lines.to_vec();
    }
}

#[test]
fn whenever_a_search_is_stopped_it_keeps_all_lines_at_full_length() {
    for (rule, moves, count) in GAMES {
        for nodes in [1, 500, 2_000, 5_000, 7_000, 11_000] {
            let mut memory = Memory::default();
            let result = search(&board(moves), rule, &lines(3, None, Some(nodes)), &mut memory);
            assert_eq!(result.lines.len(), count.min(3), "{moves} {nodes}");
            assert_eq!(result.best, result.lines[0].first());
            assert_eq!(result.lines, memory.0, "{moves} {nodes}");
        }
    }
}

#[test]
fn a_forced_reply_is_analysed() {
    let found = analyze(FORCED, Rule::Freestyle, &lines(1, None, Some(30_000)));
    let best = &found[0].progress;
    assert!(best.score.plies_to_loss().is_some(), "{best:?}");
    assert!(best.line.len() >= 8, "{best:?}");
    assert!(ends_with_five(&board(FORCED), Rule::Freestyle, &best.line), "{best:?}");
}

#[test]
fn a_forced_reply_tells_at_once_where_it_leads() {
    let board = board(FORCED);
    let told = search(&board, Rule::Freestyle, &Limits::default(), &mut Silent).progress;
    let analysed = &analyze(FORCED, Rule::Freestyle, &lines(1, None, Some(30_000)))[0].progress;
    assert_eq!((told.score, told.line[0]), (analysed.score, analysed.line[0]));
    let little = Limits { depth: Some(2), nodes: Some(10), ..Limits::default() };
    let told = search(&board, Rule::Freestyle, &little, &mut Silent).progress;
    assert!(told.nodes <= 10 && told.depth <= 2 && !told.line.is_empty(), "{told:?}");
}

#[test]
fn the_empty_board_is_analysed() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let found = analyze("", rule, &lines(3, Some(4), None));
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|line| line.progress.depth == 4 && line.progress.line.len() >= 4));
        assert!(found[0].nodes > 100);
    }
}

#[test]
fn the_only_free_square_is_analysed() {
    let mut board = Board::new(BoardSize::new(5, 5).unwrap());
    for square in board.size().squares().skip(1) {
        board.block(square).unwrap();
    }
    let found = search(&board, Rule::Freestyle, &lines(3, Some(4), None), &mut Silent).lines;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].progress.line, [Square::at(0, 0)]);
}

#[test]
fn proven_wins_are_shown_to_the_five_with_alternatives_beside_them() {
    // A win in one, by an open four, by fours.
    let fours = FORCED.rsplit_once(' ').unwrap().0;
    for (moves, plies) in [("h8 a1 i8 b3 j8 o1 k8 l8", 1), ("h8 a1 i8 b3 j8 o1", 3), (fours, 11)] {
        for rule in [Rule::Freestyle, Rule::Standard] {
            let found = analyze(moves, rule, &lines(3, None, Some(5_000)));
            assert_eq!(found.len(), 3, "{moves}");
            let best = &found[0].progress;
            assert!(best.score.plies_to_win().is_some_and(|n| n <= plies && n % 2 == 1), "{moves} {best:?}");
            for line in found.iter().map(|line| &line.progress).filter(|line| line.score.is_decided()) {
                assert!(ends_with_five(&board(moves), rule, &line.line), "{moves} {line:?}");
                let plies = line.score.plies_to_win().or(line.score.plies_to_loss());
                assert_eq!(plies.unwrap() % 2, line.line.len() % 2, "{moves} {line:?}");
            }
            assert!(found[2].nodes > 0);
        }
    }
}

#[test]
fn every_line_is_legal_on_any_board_under_any_rule() {
    for seed in 0..60 {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::new(random.i64(5..=20), random.i64(5..=20)).unwrap();
        let mut board = Board::new(size);
        for _ in 0..random.usize(0..size.area().min(50)) {
            let free: Vec<Square> = board.empty().iter().collect();
            board.play(free[random.usize(..free.len())]).unwrap();
        }
        for rule in Rule::ALL {
            let result = search(&board, rule, &lines(4, None, Some(600)), &mut Silent);
            for line in &result.lines {
                let legal = after(&board, rule, &line.progress.line);
                assert!(legal.history().len() > board.history().len(), "seed {seed} {rule:?}");
            }
            let names: BTreeSet<_> =
                result.lines.iter().filter_map(Variation::first).map(|s| square_name(s, size)).collect();
            assert_eq!(names.len(), result.lines.len(), "seed {seed} {rule:?}");
        }
    }
}

#[test]
fn a_known_score_stands_in_the_first_iteration_too() {
    let board = board("h8 i9");
    let lines_of = |known| {
        let limits = Limits { known, ..lines(3, Some(1), None) };
        search(&board, Rule::Freestyle, &limits, &mut Silent).lines
    };
    let square = lines_of(Vec::new())[1].first().unwrap();
    let score = Score::eval(-7_000);
    let found = lines_of(vec![KnownMove { square, score, depth: 5 }]);
    assert_ne!(found[1].first(), Some(square));
    let all = |line: &Variation| line.first() != Some(square) || line.progress.score == score;
    assert!(found.iter().all(all));
}

#[test]
fn excluded_moves_begin_no_line() {
    let board = board("h8 a1 i8 b3 j8 o1");
    let excluded = parse_squares("g8 k8", board.size()).unwrap();
    let limits = Limits { excluded: excluded.clone(), ..lines(4, None, Some(3_000)) };
    let found = search(&board, Rule::Freestyle, &limits, &mut Silent).lines;
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|line| !excluded.contains(&line.first().unwrap())));
}
