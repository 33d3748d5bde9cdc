//! Wins by continuous threats are wins: every tree that is returned is played with every legal reply, on the
//! rules alone.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::io::Write;
use std::sync::LazyLock;
use std::time::Duration;

use rustgomo::StopHandle;
use rustgomo::board::{Board, from_diagram};
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::pattern::Attack;
use rustgomo::position::Position;
use rustgomo::rules::{Rule, is_forbidden, move_wins};
use rustgomo::threat::VcfSolver;
use rustgomo::threat::prove::{Prover, ReplayLimits, Unconfirmed, verify};
use rustgomo::threat::vct::{FollowUp, Replay, ThreatTree, VctLimits, VctSolver, Win};

use crate::database::board;
use crate::threats::{after, assert_proof_wins, legal_moves, random_board, winning_move};

static NEVER: LazyLock<StopHandle> = LazyLock::new(StopHandle::new);
static STOPPED: LazyLock<StopHandle> = LazyLock::new(|| NEVER.within(Duration::ZERO));

fn limits() -> VctLimits<'static> {
    VctLimits { work: 30_000, nodes: 20_000, stop: &NEVER }
}

fn solve(position: &mut Position, limits: &VctLimits) -> Option<Win> {
    VctSolver::new(&mut VcfSolver::new(12)).solve(position, limits)
}

/// Plays a win on the rules alone, with the attacker to move. Every reply is tried where one in `sample`
/// would be enough to find a gap that is no single square.
fn assert_wins(board: &Board, rule: Rule, win: &Win, sample: usize) {
    match win {
        Win::Fours(proof) => assert_proof_wins(board, rule, proof),
        Win::Threat(tree) => assert_threat_wins(board, rule, tree, sample),
    }
}

fn assert_threat_wins(board: &Board, rule: Rule, tree: &ThreatTree, sample: usize) {
    let context = || format!("{rule:?} {:?} to move\n{}{tree:?}", board.side_to_move(), board);
    assert!(!is_forbidden(board, rule, board.side_to_move(), tree.attack), "{}", context());
    let attacked = after(board, tree.attack);
    assert_eq!(winning_move(&attacked, rule), None, "the defender wins first: {}", context());
    for (number, reply) in legal_moves(&attacked, rule).into_iter().enumerate() {
        let answered = after(&attacked, reply);
        if let Some((_, next)) = tree.replies.iter().find(|(square, _)| *square == reply) {
            assert_wins(&answered, rule, next, sample);
        } else if number % sample == 0 {
            let wins = match &tree.follow_up {
                FollowUp::Five => winning_move(&answered, rule).is_some(),
                FollowUp::OpenFour => wins_by_open_four(&answered, rule),
                FollowUp::Fours(proof) => {
                    assert_proof_wins(&answered, rule, proof);
                    true
                }
            };
            assert!(wins, "{reply:?} escapes: {}", context());
        }
    }
}

/// Whether the side to move has a move that no reply keeps from a five. Where to look is asked of the engine;
/// what is found there is judged by the rules.
fn wins_by_open_four(board: &Board, rule: Rule) -> bool {
    let own = board.side_to_move();
    let position = Position::new(board, rule);
    let mut squares = position.attacks(own, Attack::OpenFour).iter();
    squares.any(|four| {
        if is_forbidden(board, rule, own, four) {
            return false;
        }
        let attacked = after(board, four);
        if winning_move(&attacked, rule).is_some() {
            return false;
        }
        let fives: Vec<Square> =
            attacked.empty().iter().filter(|&s| move_wins(&attacked, rule, own, s)).collect();
        legal_moves(&attacked, rule).into_iter().all(|reply| {
            let answered = after(&attacked, reply);
            fives.iter().any(|&five| five != reply && move_wins(&answered, rule, own, five))
        })
    })
}

/// Calls `check` with random positions in which nobody wins in one, stones close together.
fn for_positions(rounds: u64, mut check: impl FnMut(&mut Position, &Board, Rule)) {
    for rule in Rule::ALL {
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed ^ 0xface);
            let stones = random.usize(8..30);
            let board = random_board(&mut random, BoardSize::new(15, 15).unwrap(), stones, 4);
            if winning_move(&board, rule).is_none() {
                check(&mut Position::new(&board, rule), &board, rule);
            }
        }
    }
}

#[test]
fn every_win_by_threats_stands_up_to_every_reply() {
    let (rounds, sample) = if cfg!(debug_assertions) { (40, 5) } else { (600, 1) };
    let (mut wins, mut longest, mut replayed, mut too_large) = ([0; Rule::ALL.len()], 0, 0, 0);
    for_positions(rounds, |position, board, rule| {
        let Some(win @ Win::Threat(_)) = solve(position, &limits()) else { return };
        assert_wins(board, rule, &win, sample);
        if wins.iter().sum::<u64>() % sample as u64 == 0 {
            match verify(board, rule, &win, &ReplayLimits::new(&NEVER)) {
                Ok(()) => replayed += 1,
                Err(Unconfirmed::TooLarge) => too_large += 1,
                other => panic!("{other:?}: {rule:?}\n{board}"),
            }
        }
        assert_eq!(win.line().len(), win.length());
        assert!(win.length() < win.plies());
        wins[Rule::ALL.iter().position(|&r| r == rule).unwrap()] += 1;
        longest = longest.max(win.length());
    });
    let report =
        format!("{} wins played out, {replayed} of them replayed by verify\n", wins.iter().sum::<u64>());
    std::io::stdout().write_all(report.as_bytes()).unwrap();
    assert!(too_large * 100 <= replayed, "{too_large} are too large to replay");
    let least = rounds / 10;
    assert!(wins.iter().all(|&wins| wins >= least), "{wins:?} wins");
    assert!(longest >= 9, "the longest line has {longest} moves");
}

#[test]
fn a_move_after_which_the_win_holds_loses_to_it() {
    let rounds = if cfg!(debug_assertions) { 12 } else { 100 };
    let (mut kept, mut upset) = (0, 0);
    for_positions(rounds, |position, board, rule| {
        position.pass();
        let win = solve(position, &limits());
        position.undo();
        let Some(win @ Win::Threat(_)) = win else { return };
        for square in legal_moves(board, rule).into_iter().step_by(7) {
            position.play(square);
            let holds = win.holds(position, &mut Replay { work: 400_000, stop: &NEVER });
            position.undo();
            if holds == Some(true) {
                assert_wins(&after(board, square), rule, &win, 10);
                kept += 1;
            } else {
                upset += 1;
            }
        }
    });
    assert!(kept > 20 && upset > 20, "{kept} moves change nothing, {upset} upset the win");
}

/// A position with a win of several threats.
fn slow_win() -> (Position, Win) {
    let mut found = None;
    for_positions(200, |position, _, _| {
        if found.is_none() {
            let win =
                solve(position, &limits()).filter(|win| matches!(win, Win::Threat(_)) && win.length() >= 5);
            found = win.map(|win| (position.clone(), win));
        }
    });
    found.unwrap()
}

#[test]
fn a_search_ends_at_its_limits_and_when_it_is_told_to() {
    let (mut position, win) = slow_win();
    assert_eq!(solve(&mut position, &limits()), Some(win));
    assert_eq!(solve(&mut position, &VctLimits { work: 5, ..limits() }), None);
    assert_eq!(solve(&mut position, &VctLimits { nodes: 3, ..limits() }), None);
    assert_eq!(solve(&mut position, &VctLimits { stop: &STOPPED, ..limits() }), None);
}

#[test]
fn a_win_that_is_cut_short_is_no_win() {
    let (mut position, win) = slow_win();
    let replay = |work| Replay { work, stop: &NEVER };
    assert_eq!(win.holds(&mut position, &mut replay(100_000)), Some(true));
    assert_eq!(win.holds(&mut position, &mut replay(3)), None);
    let stopped = &mut Replay { stop: &STOPPED, ..replay(100_000) };
    assert_eq!(win.holds(&mut position, stopped), None);
    let whole = win.clone();
    let Win::Threat(mut tree) = win else { panic!("no win by threats") };
    let (missing, _) = tree.replies.pop().unwrap();
    let cut = Win::Threat(tree);
    assert_eq!(cut.holds(&mut position, &mut replay(100_000)), Some(false));
    let verify = |win: &Win, limits: &ReplayLimits| verify(position.board(), position.rule(), win, limits);
    let Err(Unconfirmed::Refuted(line)) = verify(&cut, &ReplayLimits::new(&NEVER)) else {
        panic!("a win that is cut short was confirmed");
    };
    assert_eq!(line[..2], [cut.attack(), missing]);
    assert_eq!(verify(&cut, &ReplayLimits::new(&STOPPED)), Err(Unconfirmed::Interrupted));
    let short = ReplayLimits { replies: 100, stop: &NEVER };
    assert_eq!(verify(&whole, &short), Err(Unconfirmed::TooLarge));
}

#[test]
fn a_win_that_is_found_is_replayed_beyond_the_end_of_the_search() {
    let (position, win) = slow_win();
    let (board, rule) = (position.board(), position.rule());
    // The search ends with the last work that finds the win.
    let search = |work| Prover::new().search(board, rule, &VctLimits { work, ..limits() });
    let enough =
        (1..limits().work).collect::<Vec<_>>().partition_point(|&work| search(work).is_none()) as u32;
    assert!(search(enough).is_none());
    let found = search(enough + 1).unwrap();
    assert_eq!(verify(board, rule, &found, &ReplayLimits::new(&NEVER)), Ok(()));
    assert_eq!(found.attack(), win.attack());
}

#[test]
fn a_prover_forgets_the_fours_of_another_rule() {
    let mut prover = Prover::new();
    let mut different = 0;
    for_positions(30, |_, board, rule| {
        if rule != Rule::Freestyle {
            return;
        }
        // Fours that make six win under one of the two only.
        let plies = [Rule::Standard, rule].map(|rule| {
            let fresh = Prover::new().search(board, rule, &limits()).map(|win| win.plies());
            assert_eq!(prover.search(board, rule, &limits()).map(|win| win.plies()), fresh, "{rule:?}");
            fresh
        });
        different += u32::from(plies[0] != plies[1]);
    });
    assert!(different > 0);
}

#[test]
fn the_last_move_is_proved_to_win_where_a_win_begins_with_it() {
    let mut prover = Prover::new();
    let mut count = 0;
    for_positions(60, |_, board, rule| {
        let Some(win) = prover.search(board, rule, &limits()) else { return };
        let lost = after(board, win.attack());
        if winning_move(board, rule).is_some() {
            return;
        }
        let Some(found) = prover.prove_last_move(&lost, rule, &limits()) else { return };
        assert_eq!(found.attack(), win.attack());
        assert_wins(board, rule, &found, 5);
        count += 1;
        // A pass is no move, and one that threatens nothing wins nothing.
        let mut passed = board.clone();
        passed.pass();
        assert_eq!(prover.prove_last_move(&passed, rule, &limits()), None);
    });
    assert!(count >= 10, "{count}");
}

/// With this many open threes of black a VCF search does not end within its limits.
#[test]
fn a_proof_of_the_last_move_keeps_to_its_limits() {
    let threes = "X X X . . # # # # # . . X X X\n";
    let rows = [threes, &"# ".repeat(15), "\n"].concat().repeat(7);
    let diagram = format!("{}{threes}black to move", rows.replacen('X', ".", 1));
    let mut board = from_diagram(&diagram).unwrap();
    board.play(Square::at(0, 0)).unwrap();
    for (work, stop) in [(30_000, &*STOPPED), (1_000, &*NEVER)] {
        let limits = VctLimits { work, nodes: 1_000, stop };
        assert_eq!(Prover::new().prove_last_move(&board, Rule::Freestyle, &limits), None);
    }
}

#[test]
fn a_forced_defence_may_begin_or_continue_a_win() {
    // Black has to stop a five, which makes neither a four nor an open three, and wins by it.
    let board = board("g9 l9 g5 k10 e7 l10 f6 d8 i3 j2 f8 h10 d6 c5 h6 j10 i10 m10");
    let limits = VctLimits { work: 200_000, nodes: 100_000, stop: &NEVER };
    let win = Prover::new().prove(&board, Rule::Caro, &limits).unwrap();
    assert_wins(&board, Rule::Caro, &win, 3);
}
