//! What the search must always find, and how it must behave.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustgomo::StopHandle;
use rustgomo::board::{Board, from_diagram, parse_square, square_name};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::{Rule, is_forbidden, move_wins};
use rustgomo::search::{
    BlockedMove, Control, Limits, PARAMETERS, Parameter, Parameters, Progress, Reporter, SearchResult,
    Searcher, Silent, TimeBudget,
};

use crate::database::board;

fn search(searcher: &mut Searcher, board: &Board, rule: Rule, limits: &Limits) -> SearchResult {
    searcher.search(board, rule, limits, &StopHandle::new(), &mut Silent)
}

fn nodes(nodes: u64) -> Limits {
    Limits::nodes(nodes)
}

fn best_move(diagram: &str, rule: Rule) -> (String, SearchResult) {
    let board = from_diagram(diagram).unwrap();
    let result = search(&mut Searcher::new(1 << 20), &board, rule, &nodes(20_000));
    (square_name(result.best.unwrap(), board.size()), result)
}

fn random_board(seed: u64) -> Board {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = BoardSize::new(random.i64(5..=22), random.i64(5..=22)).unwrap();
    let mut board = Board::new(size);
    for _ in 0..random.usize(0..size.area().min(60)) {
        let free: Vec<Square> = board.empty().iter().collect();
        board.play(free[random.usize(..free.len())]).unwrap();
    }
    board
}

#[test]
fn a_win_in_one_is_played() {
    let mut cases = 0;
    for seed in 0..300 {
        let board = random_board(seed);
        for rule in Rule::ALL {
            let wins = |s: &Square| move_wins(&board, rule, board.side_to_move(), *s);
            if board.empty().iter().any(|s| wins(&s)) {
                let result = search(&mut Searcher::new(0), &board, rule, &nodes(100));
                assert!(wins(&result.best.unwrap()), "seed {seed} {rule:?}\n{board}");
                assert_eq!(result.progress.score, Score::win_in(1));
                cases += 1;
            }
        }
    }
    assert!(cases >= 50, "only {cases} positions have a win in one");
}

#[test]
fn a_four_is_blocked() {
    let diagram = ". . . . . . . . .
                   . . . . . . . . .
                   . O X X X X . . .
                   . . . O . . . . .
                   . . . . O . . . .
                   . . . . . . . . .
                   . . . . O . . . .
                   . . . . . . . . .
                   . . . . . . . . .";
    let mut board = from_diagram(diagram).unwrap();
    assert_eq!(board.side_to_move(), rustgomo::geometry::Color::Black);
    board.pass();
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::ExactCaro] {
        let result = search(&mut Searcher::new(1 << 20), &board, rule, &nodes(2_000));
        let name = square_name(result.best.unwrap(), board.size());
        let closes = rule.counts_closed_ends() && name == "h7";
        assert!(name == "g7" || closes, "{rule:?} played {name}");
    }
}

#[test]
fn a_win_by_fours_is_found_at_once() {
    let mut cases = 0;
    for seed in 0..400 {
        let board = random_board(seed);
        let mut position = rustgomo::position::Position::new(&board, Rule::Freestyle);
        let mut solver = rustgomo::threat::VcfSolver::new(12);
        let verdict = solver.solve(&mut position, 50_000, &StopHandle::new());
        if let rustgomo::threat::Verdict::Win(proof) = verdict {
            let result = search(&mut Searcher::new(1 << 16), &board, Rule::Freestyle, &nodes(1_000));
            assert!(result.progress.score.plies_to_win().is_some(), "seed {seed}\n{board}");
            assert!(result.progress.line.len() <= proof.length(), "seed {seed}");
            cases += 1;
        }
    }
    assert!(cases >= 50, "only {cases} positions have a win by fours");
}

#[test]
fn every_answer_is_legal_and_no_board_is_too_odd() {
    for seed in 0..150 {
        let board = random_board(seed);
        for rule in Rule::ALL {
            let result = search(&mut Searcher::new(1 << 12), &board, rule, &nodes(300));
            let color = board.side_to_move();
            let legal = |s: Square| board.is_empty(s) && !is_forbidden(&board, rule, color, s);
            match result.best {
                Some(best) => assert!(legal(best), "seed {seed} {rule:?}\n{board}"),
                None => assert!(!board.empty().iter().any(legal), "seed {seed} {rule:?}"),
            }
        }
    }
}

#[test]
fn whole_games_hold_no_illegal_move() {
    for rule in Rule::ALL {
        let size = BoardSize::new(9, 10).unwrap();
        let mut board = Board::new(size);
        let mut searcher = Searcher::new(1 << 18);
        while rustgomo::rules::outcome(&board, rule) == rustgomo::rules::Outcome::Unfinished {
            let Some(best) = search(&mut searcher, &board, rule, &nodes(500)).best else { break };
            assert!(!is_forbidden(&board, rule, board.side_to_move(), best));
            board.play(best).unwrap();
        }
        assert!(board.history().len() > 8);
    }
}

#[test]
fn the_same_search_gives_the_same_tree() {
    for seed in 0..10 {
        let board = random_board(seed);
        let run = || search(&mut Searcher::new(1 << 20), &board, Rule::Renju, &nodes(5_000));
        let (one, two) = (run(), run());
        assert_eq!((one.best, one.progress.nodes), (two.best, two.progress.nodes), "seed {seed}");
    }
}

#[test]
fn a_stop_that_comes_before_the_search_is_obeyed() {
    let board = Board::new(BoardSize::new(15, 15).unwrap());
    let mut board = board;
    board.play(board.size().center()).unwrap();
    let stop = StopHandle::new();
    stop.stop();
    let result = Searcher::new(0).search(&board, Rule::Freestyle, &Limits::default(), &stop, &mut Silent);
    assert!(result.best.is_some());
    assert!(result.progress.depth <= 1);
}

#[test]
fn a_search_that_nobody_wants_ends_before_its_first_iteration() {
    let board = random_board(1);
    for limits in [Limits::default(), Limits { lines: 3, analysis: true, ..Limits::default() }] {
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
        control.abandon();
        let result = Searcher::new(0).search_under(&board, Rule::Renju, &limits, &control, &mut Silent);
        assert_eq!((result.best, result.progress.depth), (control.suggestion(), 0));
        assert!(result.best.is_some() && result.progress.nodes < 5, "{result:?}");
    }
}

#[test]
fn a_budget_that_shrinks_while_thinking_ends_the_search() {
    struct Shrink(Arc<Control>);
    impl Reporter for Shrink {
        fn iteration(&mut self, _: &Progress) {
            self.0.set_budget(TimeBudget::INSTANT);
        }
    }
    let mut board = Board::new(BoardSize::new(15, 15).unwrap());
    board.play(board.size().center()).unwrap();
    let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
    let (limits, mut reporter) = (Limits::default(), Shrink(Arc::clone(&control)));
    let result = Searcher::new(0).search_under(&board, Rule::Freestyle, &limits, &control, &mut reporter);
    assert_eq!(result.progress.depth, 1);
}

#[test]
fn what_a_search_took_before_its_clock_started_does_not_count() {
    struct Hit(Arc<Control>);
    impl Reporter for Hit {
        fn iteration(&mut self, progress: &Progress) {
            if progress.depth == 5 {
                self.0.start_clock();
                let (optimum, maximum) = (Duration::from_millis(1), Duration::from_secs(1_000));
                self.0.set_budget(TimeBudget { optimum, maximum });
                assert!(self.0.used() < self.0.elapsed());
                // Twice the optimum, the most that the search takes of it, passes.
                std::thread::sleep(2 * optimum);
            }
        }
    }
    let mut board = Board::new(BoardSize::default());
    board.play(board.size().center()).unwrap();
    let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
    let (limits, mut reporter) = (Limits::default(), Hit(Arc::clone(&control)));
    let result = Searcher::new(0).search_under(&board, Rule::Freestyle, &limits, &control, &mut reporter);
    assert_eq!(result.progress.depth, 5);
}

#[test]
fn excluded_moves_are_not_played() {
    let diagram = ". . . . . . .\n. X X X X . .\n. O O . O . .\n. . . . . . .\n. . . . . . .\n. . O . . . .";
    let board = from_diagram(diagram).unwrap();
    let excluded = ["a5", "f5"].map(|name| parse_square(name, board.size()).unwrap());
    let limits = Limits { excluded: excluded.to_vec(), ..nodes(2_000) };
    let best = search(&mut Searcher::new(0), &board, Rule::Freestyle, &limits).best.unwrap();
    assert!(!excluded.contains(&best));
}

#[test]
fn the_only_move_allowed_has_its_own_score_and_not_that_of_an_excluded_win() {
    let board = board("h8 a1 j8 a15 k8 o1");
    let corner = Square::at(14, 0);
    let excluded = board.empty().iter().filter(|&square| square != corner).collect();
    let result = search(&mut Searcher::new(0), &board, Rule::Freestyle, &Limits { excluded, ..nodes(2_000) });
    assert_eq!(result.best, Some(corner));
    assert!(!result.progress.score.is_decided(), "{:?}", result.progress.score);
}

#[test]
fn several_threads_find_a_legal_move_too() {
    let mut searcher = Searcher::new(1 << 20);
    searcher.set_threads(3);
    for seed in 0..10 {
        let board = random_board(seed);
        let best = search(&mut searcher, &board, Rule::Standard, &nodes(20_000)).best;
        assert!(best.is_some_and(|best| board.is_empty(best)), "seed {seed}: {best:?}");
    }
}

/// Keeps the last report.
#[derive(Debug, Default)]
struct LastReport(Progress);

impl Reporter for LastReport {
    fn iteration(&mut self, progress: &Progress) {
        self.0 = progress.clone();
    }
}

#[test]
fn a_search_that_is_broken_off_has_told_the_move_that_it_plays() {
    let mut changes = 0;
    for seed in 0..6 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut board = Board::new(BoardSize::default());
        for _ in 0..8 {
            let square = Square::at(random.u8(5..10), random.u8(5..10));
            _ = board.play(square);
        }
        for limit in (200..4_000).step_by(190) {
            let mut searcher = Searcher::new(1 << 20);
            let mut last = LastReport::default();
            let limits = nodes(limit);
            let result = searcher.search(&board, Rule::Freestyle, &limits, &StopHandle::new(), &mut last);
            assert_eq!(last.0.line.first().copied(), result.best, "seed {seed}, {limit} nodes: {last:?}");
            changes += usize::from(last.0.is_partial);
        }
    }
    assert!(changes > 0, "no search has changed its mind at its end");
}

#[test]
fn several_threads_answer_with_the_line_that_was_told_last_and_no_less_deep() {
    for seed in 0..6 {
        let board = random_board(seed);
        let mut searcher = Searcher::new(1 << 22);
        searcher.set_threads(3);
        let mut last = LastReport::default();
        let result = searcher.search(&board, Rule::Freestyle, &nodes(20_000), &StopHandle::new(), &mut last);
        let is_win = result.progress.score.plies_to_win().is_some();
        assert!(is_win || result.progress.depth >= last.0.depth, "seed {seed}: {result:?}");
        assert_eq!(result.best, result.progress.line.first().copied());
    }
}

#[test]
fn an_open_three_is_answered() {
    let diagram = ". . . . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .
                   . . . X . . . . .
                   . . . . X O . . .
                   . . . . . X . . .
                   . . . . . O . . .
                   . . . . . . . . .
                   . . . . . . . . .";
    let (name, result) = best_move(diagram, Rule::Freestyle);
    assert!(["b8", "c7", "g3", "h2"].contains(&name.as_str()), "played {name}");
    assert!(!result.progress.score.is_decided() || result.progress.score.plies_to_loss().is_some());
}

#[test]
fn a_search_depends_on_the_present_parameters_alone() {
    let board = from_diagram(
        ". . . . . . .\n. . X . . . .\n. . . O X . .\n. . O . . . .\n. . . X . . .\n. . . . O . .\n. . . . . . .",
    );
    let board = board.unwrap();
    let mut searcher = Searcher::new(1 << 20);
    let depth = Limits::depth(9);
    let mut nodes = |parameters: Parameters| {
        searcher.set_parameters(parameters);
        search(&mut searcher, &board, Rule::Freestyle, &depth).progress.nodes
    };
    let usual = nodes(Parameters::default());
    for parameter in PARAMETERS {
        let mut parameters = Parameters::default();
        parameters.set(parameter, parameter.min.into());
        nodes(parameters);
        parameters.set(parameter, parameter.max.into());
        nodes(parameters);
        assert_eq!(nodes(Parameters::default()), usual, "{}", parameter.name);
    }
    for (name, value) in
        [("futility_margin", 10), ("transposition_depth", 1), ("reduction_eval", 0), ("order_near_own", 0)]
    {
        let mut parameters = Parameters::default();
        parameters.set(Parameter::find(name).unwrap(), value);
        assert_ne!(nodes(parameters), usual, "{name}");
    }
}

#[test]
fn a_blocked_reply_is_not_played_below_the_root_either() {
    // Black makes a four, white stops it at the one square that is left.
    let size = BoardSize::default();
    let moves = ["d8", "c8", "e8", "e7", "f8", "f9"].map(|name| parse_square(name, size).unwrap());
    let board = Board::with_moves(size, moves).unwrap();
    let path = ["g8", "h8"].map(|name| parse_square(name, size).unwrap());
    let free = search(&mut Searcher::new(1 << 20), &board, Rule::Freestyle, &nodes(5_000));
    assert!(free.progress.score.plies_to_win().is_none());
    let blocked = vec![BlockedMove::at_end_of(&path, &board).unwrap()];
    for lines in [1, 3] {
        let limits = Limits { blocked: blocked.clone(), lines, ..nodes(50_000) };
        let mut searcher = Searcher::new(1 << 20);
        let result = search(&mut searcher, &board, Rule::Freestyle, &limits);
        assert_eq!((result.best, result.progress.score), (Some(path[0]), Score::win_in(3)), "{lines} lines");
        // What was found there says nothing about the position without it.
        let again = search(&mut searcher, &board, Rule::Freestyle, &nodes(5_000));
        assert!(again.progress.score.plies_to_win().is_none());
    }
}

#[test]
fn no_line_goes_on_with_a_blocked_move_that_an_earlier_search_has_found() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut cases = 0;
    for number in 0..60 {
        let mut board = Board::new(BoardSize::default());
        for _ in 0..8 {
            let near = [(); 2].map(|()| random.u8(4..=10));
            drop(board.play(Square::at(near[0], near[1])));
        }
        let mut searcher = Searcher::new(1 << 20);
        let limits = Limits { analysis: true, ..nodes(1_000) };
        let found = search(&mut searcher, &board, Rule::Freestyle, &limits).progress.line;
        for length in 2..found.len().min(6) {
            let path = &found[..length];
            let blocked = BlockedMove::at_end_of(path, &board).into_iter().collect();
            let limits = Limits { blocked, ..limits.clone() };
            let line = search(&mut searcher, &board, Rule::Freestyle, &limits).progress.line;
            assert!(!line.starts_with(path), "position {number}: {path:?}");
            cases += 1;
        }
    }
    assert!(cases > 100, "{cases}");
}
