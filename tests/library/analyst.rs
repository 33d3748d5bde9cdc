//! The library's calls for a position: every limit has an answer, a stop comes through, progress is told,
//! results are data.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::time::Duration;

use rustgomo::board::{Board, parse_squares};
use rustgomo::threat::prove::ProofLimits;
use rustgomo::{Analysis, Analyst, BoardSize, Limits, Rule, StopHandle, analyse};

use crate::database::board;

/// Nothing is forced.
const QUIET: &str = "h8 i9 j8 h10 i7 g9 k7";
/// One reply stops a five.
const ONE_REPLY: &str = "h8 h9 i8 i9 j8 j9 k8";
/// Three replies stop an open four.
const THREE_REPLIES: &str = "h8 g11 i8 k11 j8";
/// Black wins by fours.
const WON: &str = "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8";

fn analyst() -> Analyst {
    Analyst::new(1 << 20)
}

fn stopped() -> StopHandle {
    let stop = StopHandle::new();
    stop.stop();
    stop
}

/// Everything that leaves a search no room.
fn tightest() -> Vec<(Limits, StopHandle)> {
    let times = [Duration::ZERO, Duration::from_nanos(1)].map(Limits::time);
    let others = [Limits::nodes(0), Limits::nodes(1), Limits::depth(0)];
    let limits = times.into_iter().chain(others).map(|limits| (limits, StopHandle::new()));
    limits.chain([(Limits::default(), stopped())]).collect()
}

#[test]
fn depth_1_is_completed_whatever_the_limit() {
    for moves in ["", QUIET, ONE_REPLY, THREE_REPLIES, WON] {
        let board = board(moves);
        for (tight, stop) in tightest() {
            for (lines, analysis) in [(1, false), (1, true), (3, false)] {
                let limits = Limits { lines, analysis, ..tight.clone() };
                let found = analyst().analyse_with(&board, Rule::Freestyle, &limits, &stop, |_| ());
                let about = format!("{moves:?} {limits:?}: {found:?}");
                assert!(found.depth >= 1 && found.best.is_some(), "{about}");
                assert_eq!(found.best, found.line.first().copied(), "{about}");
                assert!(found.lines.iter().all(|line| line.depth >= 1), "{about}");
            }
        }
    }
}

#[test]
fn without_room_the_score_and_all_lines_are_those_of_depth_1() {
    for rule in Rule::ALL {
        let board = board(QUIET);
        for lines in [1, 3] {
            let ask = |limits: &Limits, stop: &StopHandle| {
                let limits = Limits { lines, ..limits.clone() };
                let found = analyst().analyse_with(&board, rule, &limits, stop, |_| ());
                (found.depth, found.score, found.lines.len())
            };
            let expected = ask(&Limits::depth(1), &StopHandle::new());
            assert_eq!((expected.0, expected.2), (1, lines as usize));
            for (tight, stop) in tightest() {
                assert_eq!(ask(&tight, &stop), expected, "{rule} {tight:?}");
            }
        }
    }
}

#[test]
fn black_with_forbidden_moves_alone_has_lost() {
    let moves = "d4 f7 c7 e5 e4 b2 c1 d1 f4 e7 b1 g3 b3 b6 g2 d3 b7 g1 d6 c3 d7 a5 f2 g6 c6 f1 c4 a2 f3 a1 a3 b5 a7 d2 a4 e1 g7 g5 f5 g4 a6 c2 e3 e6 c5 d5 e2 f6";
    let size = BoardSize::new(7, 7).unwrap();
    let board = Board::with_moves(size, parse_squares(moves, size).unwrap()).unwrap();
    let analysis = analyst().analyse(&board, Rule::Renju, &Limits::nodes(100));
    assert!(analysis.best.is_none() && analysis.score.plies_to_loss().is_some(), "{analysis:?}");
}

#[test]
fn the_last_move_of_a_game_that_was_over_before_proves_nothing() {
    // White has won by the overline f8.
    let moves = "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9 f8 c1 c12 e1 d12 g1 e12 i1 f12";
    let stop = StopHandle::new();
    let limits = ProofLimits { work: 100_000, nodes: 100_000, stop: &stop };
    assert_eq!(analyst().prove_last_move(&board(moves), Rule::Renju, &limits), None);
}

#[test]
fn another_thread_ends_a_search_without_limit() {
    let limits = Limits { analysis: true, ..Limits::default() };
    let button = StopHandle::new();
    let (depths, told) = mpsc::channel();
    let stop = button.clone();
    let presser = std::thread::spawn(move || {
        while told.recv().unwrap() < 3 {}
        stop.stop();
    });
    let found = analyst().analyse_with(&board(QUIET), Rule::Standard, &limits, &button, |progress| {
        // Nobody listens any more after the stop.
        let _ = depths.send(progress.depth);
    });
    presser.join().unwrap();
    assert!(found.depth >= 3 && button.is_stopped());
}

#[test]
fn the_depth_is_that_of_the_last_whole_iteration() {
    let board = board(QUIET);
    let found = |limits: &Limits| analyst().analyse(&board, Rule::Renju, limits);
    let nodes = |depth| found(&Limits::depth(depth)).nodes;
    for depth in 4..8 {
        let (whole, next) = (nodes(depth), nodes(depth + 1));
        for share in 1..8 {
            let limits = Limits::nodes(whole + (next - whole) * share / 8);
            let found = found(&limits);
            assert_eq!((found.depth, found.lines[0].depth), (depth, depth), "{limits:?}");
        }
    }
}

#[test]
fn a_stop_ends_every_search_that_has_the_handle_and_no_other() {
    let stop = stopped();
    let ask = |stop: &StopHandle| {
        analyst().analyse_with(&board(QUIET), Rule::Freestyle, &Limits::depth(4), stop, |_| ()).depth
    };
    assert_eq!([ask(&stop), ask(&stop), ask(&StopHandle::new())], [1, 1, 4]);
}

#[test]
fn progress_is_told_after_each_iteration_and_ends_with_the_result() {
    for lines in [1, 3] {
        let (limits, stop) = (Limits { lines, ..Limits::depth(5) }, StopHandle::new());
        let mut told: Vec<Analysis> = Vec::new();
        let found = analyst()
            .analyse_with(&board(QUIET), Rule::Renju, &limits, &stop, |progress| told.push(progress.clone()));
        let depths: Vec<u32> = told.iter().map(|progress| progress.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5]);
        assert!(told.is_sorted_by(|a, b| a.nodes < b.nodes && a.elapsed <= b.elapsed));
        for progress in &told {
            assert_eq!(progress.best, progress.line.first().copied());
            assert_eq!(progress.lines.len(), lines as usize);
            assert_eq!((&progress.lines[0].moves, progress.lines[0].score), (&progress.line, progress.score));
            assert!(progress.seldepth >= progress.depth && progress.nodes_per_second() > 0);
        }
        let last = told.last().unwrap();
        assert_eq!((&last.line, last.score, &last.lines), (&found.line, found.score, &found.lines));
    }
}

#[test]
fn a_callback_that_panics_ends_the_call_and_not_the_analyst() {
    let mut analyst = analyst();
    let (limits, stop) = (Limits::default(), StopHandle::new());
    // Quietly: other tests of this program count panics.
    let fail = |_: &Analysis| resume_unwind(Box::new("the window is gone"));
    let call = AssertUnwindSafe(|| analyst.analyse_with(&board(QUIET), Rule::Caro, &limits, &stop, fail));
    assert!(catch_unwind(call).is_err());
    assert_eq!(analyst.analyse(&board(QUIET), Rule::Caro, &Limits::depth(2)).depth, 2);
}

#[test]
fn a_caller_needs_no_large_stack() {
    let body = || analyse(&board(QUIET), Rule::Renju, &Limits::depth(6)).depth;
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(body).unwrap();
    assert_eq!(thread.join().unwrap(), 6);
}

#[cfg(feature = "serde")]
mod data {
    use rustgomo::eval::Score;
    use rustgomo::report::{AnalysisReport, Versioned};
    use rustgomo::rules::{Foul, Outcome};
    use rustgomo::{AnalysisLine, BoardSize, Color, Square};
    use serde_json::{Value, from_value, json, to_value};

    use super::*;

    fn example() -> Analysis {
        let moves = vec![Square::at(8, 6), Square::at(9, 5)];
        let score = Score::eval(0);
        Analysis {
            outcome: Outcome::Unfinished,
            best: Some(moves[0]),
            score,
            line: moves.clone(),
            depth: 9,
            seldepth: 14,
            nodes: 20_000,
            elapsed: Duration::from_millis(250),
            lines: vec![AnalysisLine { moves, score, depth: 9, seldepth: 14, nodes: 20_000 }],
        }
    }

    /// The block in the documentation of `AnalysisReport`.
    fn documented() -> Value {
        let source = include_str!("../../src/report/analysis.rs");
        let block = source.split("/// ```json\n").nth(1).unwrap().split("/// ```").next().unwrap();
        let text: Vec<&str> = block.lines().map(|line| line.trim_start_matches("///")).collect();
        serde_json::from_str(&text.join("\n")).unwrap()
    }

    #[test]
    fn an_analysis_looks_as_its_documentation_says() {
        let report = AnalysisReport::new(&example(), BoardSize::default());
        assert_eq!(to_value(Versioned::new(report)).unwrap(), documented());
    }

    #[test]
    fn small_things_have_forms_that_people_can_read() {
        assert_eq!(to_value(Rule::ALL).unwrap(), json!(Rule::ALL.map(Rule::name)));
        assert_eq!(to_value(Color::White).unwrap(), json!("white"));
        assert_eq!(to_value(Foul::DoubleThree).unwrap(), json!("double three"));
        assert_eq!(to_value(BoardSize::new(20, 15).unwrap()).unwrap(), json!("20x15"));
        for (score, form) in [
            (Score::MAX_EVAL, json!([28_976, null, null])),
            (Score::win_in(5), json!([29_995, 5, null])),
            (Score::loss_in(0), json!([-30_000, null, 0])),
        ] {
            let value = to_value(score).unwrap();
            assert_eq!(json!([value["score"], value["plies_to_win"], value["plies_to_loss"]]), form);
        }
        for rule in Rule::ALL {
            assert_eq!(from_value::<Rule>(json!(rule.name())).unwrap(), rule);
        }
        assert_eq!(from_value::<BoardSize>(json!("15")).unwrap(), BoardSize::default());
        let refusal = from_value::<BoardSize>(json!("4x15")).unwrap_err().to_string();
        assert_eq!(refusal, "expected a width and height from 5 to 22, found 4x15");
    }
}
