//! Forced wins are wins: proofs replay, small boards agree with exhaustive search, and no defence is overlooked.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::geometry::{Bitboard, BoardSize, Color, Square};
use rustgomo::pattern::Attack;
use rustgomo::position::Position;
use rustgomo::rules::{Rule, is_forbidden, move_wins};
use rustgomo::threat::defence::{replies_to_fives, replies_to_open_fours};
use rustgomo::threat::{Proof, VcfSolver, Verdict, replies_to_proof, winning_double_three};

const BUDGET: u32 = 20_000;

pub(crate) fn legal_moves(board: &Board, rule: Rule) -> Vec<Square> {
    board.empty().iter().filter(|&s| !is_forbidden(board, rule, board.side_to_move(), s)).collect()
}

pub(crate) fn winning_move(board: &Board, rule: Rule) -> Option<Square> {
    board.empty().iter().find(|&s| move_wins(board, rule, board.side_to_move(), s))
}

pub(crate) fn after(board: &Board, square: Square) -> Board {
    let mut next = board.clone();
    next.play(square).unwrap();
    next
}

/// A random position without a win in one, stones close together.
pub(crate) fn random_board(random: &mut fastrand::Rng, size: BoardSize, stones: usize, spread: u8) -> Board {
    let mut board = Board::new(size);
    while board.history().len() < stones {
        let free: Vec<Square> =
            board.empty().iter().filter(|s| s.distance(size.center()) <= spread).collect();
        let Some(&square) = random.choice(&free) else { break };
        board.play(square).unwrap();
        let full =
            Rule::ALL.into_iter().any(|r| move_wins(&board, r, board.side_to_move().opponent(), square));
        if full {
            board.undo();
            board.block(square).unwrap();
            return random_board(random, size, stones, spread);
        }
    }
    board
}

/// Replays a proof against every legal reply, with nothing but the rules.
pub(crate) fn assert_proof_wins(board: &Board, rule: Rule, proof: &Proof) {
    let context = || format!("{rule:?} {:?} to move\n{}{proof:?}", board.side_to_move(), board);
    let attacker = board.side_to_move();
    assert!(!is_forbidden(board, rule, attacker, proof.attack), "{}", context());
    let after_attack = after(board, proof.attack);
    if move_wins(board, rule, attacker, proof.attack) {
        return;
    }
    assert_eq!(winning_move(&after_attack, rule), None, "the defender wins first: {}", context());
    for reply in legal_moves(&after_attack, rule) {
        let answered = after(&after_attack, reply);
        match proof.replies.iter().find(|(square, _)| *square == reply) {
            Some((_, next)) => assert_proof_wins(&answered, rule, next),
            None => assert!(winning_move(&answered, rule).is_some(), "{reply:?} escapes: {}", context()),
        }
    }
}

/// Whether fours alone win, found by trying every move and asking the rules only.
fn slow_vcf(board: &Board, rule: Rule, depth: usize) -> bool {
    if winning_move(board, rule).is_some() {
        return true;
    }
    depth > 0
        && legal_moves(board, rule).into_iter().any(|attack| {
            let after_attack = after(board, attack);
            let mut probe = after_attack.clone();
            probe.pass();
            winning_move(&probe, rule).is_some()
                && winning_move(&after_attack, rule).is_none()
                && legal_moves(&after_attack, rule).into_iter().all(|reply| {
                    let answered = after(&after_attack, reply);
                    slow_vcf(&answered, rule, depth - 1)
                })
        })
}

/// Whether the side to move wins against every defence, by full search.
fn wins_by_force(board: &Board, rule: Rule, plies: usize) -> bool {
    if winning_move(board, rule).is_some() {
        return true;
    }
    plies >= 2
        && legal_moves(board, rule).into_iter().any(|square| {
            let next = after(board, square);
            let replies = legal_moves(&next, rule);
            winning_move(&next, rule).is_none()
                && !replies.is_empty()
                && replies.into_iter().all(|reply| wins_by_force(&after(&next, reply), rule, plies - 2))
        })
}

/// Whether the side to move wins with a four that no reply stops, found by trying every move and asking the rules only.
fn has_unstoppable_four(board: &Board, rule: Rule) -> bool {
    legal_moves(board, rule).into_iter().any(|square| {
        let next = after(board, square);
        let mut passed = next.clone();
        passed.pass();
        winning_move(&passed, rule).is_some()
            && winning_move(&next, rule).is_none()
            && legal_moves(&next, rule)
                .into_iter()
                .all(|reply| winning_move(&after(&next, reply), rule).is_some())
    })
}

#[test]
fn a_double_three_that_is_said_to_win_wins_against_every_reply() {
    let rounds = if cfg!(debug_assertions) { 2_000 } else { 40_000 };
    for rule in Rule::ALL {
        let mut claims = 0;
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed);
            let stones = random.usize(8..26);
            let board = random_board(&mut random, BoardSize::new(9, 9).unwrap(), stones, 4);
            let position = Position::new(&board, rule);
            let Some(square) = winning_double_three(&position) else { continue };
            claims += 1;
            assert!(!is_forbidden(&board, rule, board.side_to_move(), square));
            let next = after(&board, square);
            assert_eq!(winning_move(&next, rule), None, "{rule:?}\n{board}");
            for reply in legal_moves(&next, rule) {
                let answered = after(&next, reply);
                let wins = winning_move(&answered, rule).is_some() || has_unstoppable_four(&answered, rule);
                assert!(wins, "{rule:?}: {reply:?} stops {square:?}\n{board}");
            }
        }
        assert!(claims >= 5, "{claims} under {rule:?} say little");
    }
}

#[test]
fn a_double_three_wins_only_if_the_opponent_has_no_four_and_it_is_allowed() {
    let claimed = |diagram: &str, rule| {
        let board = rustgomo::board::from_diagram(diagram).unwrap();
        winning_double_three(&Position::new(&board, rule)).is_some()
    };
    let quiet = ". . . . . . O\n. . . X . . .\n. . . X . . .\n. X X . . . .\n. . . . . . .\n. . . . . . .\nO . O . . . O";
    let four = ". . . . . . O\n. . . X . . .\n. . . X . . .\n. X X . . . .\n. . . . . . .\n. . . . . . .\nO O O . . . .";
    for rule in Rule::ALL {
        assert_eq!(claimed(quiet, rule), rule != Rule::Renju, "{rule:?}");
        assert!(!claimed(four, rule), "{rule:?}");
    }
}

/// White's one double three, in the middle, stops one of the two fours that forbid a square to black, who then makes the other,
/// and with it stops a three.
#[test]
fn a_double_three_that_makes_a_forbidden_four_legal_does_not_win() {
    let board = rustgomo::board::from_diagram(
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . O . . . . . . .
         . . . . . . . X . . . . . . .
         . . . . . . X X . . . . . . .
         . . . . O O . X X . . . . . .
         . . O X X X . . O O . . . . .
         . . . . . . X X O . . . . . .
         . . . . . O X X . O . . . . .
         . . . . . O X O O . . . . . .
         . . . O X X . X X X O . . . .
         . . . . O . O . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . O",
    )
    .unwrap();
    assert_eq!(board.side_to_move(), Color::White);
    let square = |x, y| board.size().square(x, y).unwrap();
    assert!(is_forbidden(&board, Rule::Renju, Color::Black, square(6, 7)), "two fours at once");
    let mut next = after(&board, square(7, 7));
    assert!(!is_forbidden(&next, Rule::Renju, Color::Black, square(6, 7)), "one of them is stopped");
    next = after(&next, square(6, 7));
    assert!(winning_move(&next, Rule::Renju).is_none() && !has_unstoppable_four(&next, Rule::Renju));
    assert_eq!(winning_double_three(&Position::new(&board, Rule::Renju)), None);
    assert!(
        winning_double_three(&Position::new(&board, Rule::Standard)).is_none(),
        "black may make two fours"
    );
}

#[test]
fn every_proof_replays_to_a_win() {
    let rounds = if cfg!(debug_assertions) { 600 } else { 10_000 };
    let mut longest = 0;
    for rule in Rule::ALL {
        let mut wins = 0;
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed);
            let size = BoardSize::new(15, 15).unwrap();
            let stones = random.usize(14..60);
            let board = random_board(&mut random, size, stones, 4);
            let mut position = Position::new(&board, rule);
            let verdict = VcfSolver::new(12).solve(&mut position, BUDGET, &StopHandle::new());
            if let Verdict::Win(proof) = verdict {
                assert_proof_wins(&board, rule, &proof);
                assert!(proof.holds(&mut position));
                longest = longest.max(proof.length());
                wins += 1;
            }
        }
        assert!(wins > rounds / 20, "only {wins} wins under {rule:?}");
    }
    assert!(longest >= 9, "longest proof has {longest} moves");
}

#[test]
fn a_selective_search_finds_nearly_all_wins_with_fewer_moves() {
    let rounds = if cfg!(debug_assertions) { 600 } else { 5_000 };
    for rule in Rule::ALL {
        let (mut complete, mut selective) = (VcfSolver::new(12), VcfSolver::new(12));
        let (mut wins, mut found) = (0, 0);
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed);
            let stones = random.usize(14..60);
            let board = random_board(&mut random, BoardSize::new(15, 15).unwrap(), stones, 4);
            let mut position = Position::new(&board, rule);
            let is_won = matches!(complete.solve(&mut position, BUDGET, &StopHandle::new()), Verdict::Win(_));
            wins += u32::from(is_won);
            if let Some(proof) = selective.solve_selectively(&mut position, BUDGET, &StopHandle::new()) {
                assert!(is_won, "{rule:?} seed {seed}\n{board}");
                assert_proof_wins(&board, rule, &proof);
                found += 1;
            }
        }
        assert!(found * 20 >= wins * 19, "{rule:?}: {found} of {wins} wins");
        let moves = [&selective, &complete].map(VcfSolver::nodes);
        assert!(moves[0] * 10 < moves[1] * 9, "{rule:?}: {moves:?} moves");
    }
}

#[test]
fn small_boards_agree_with_trying_all_fours() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 2_000 };
    for rule in Rule::ALL {
        let (mut wins, mut losses) = (0, 0);
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed);
            let size = BoardSize::new(7, 6).unwrap();
            let stones = random.usize(8..26);
            let board = random_board(&mut random, size, stones, 4);
            let mut position = Position::new(&board, rule);
            let fast = VcfSolver::new(12).solve(&mut position, BUDGET, &StopHandle::new());
            let slow = slow_vcf(&board, rule, 8);
            assert_eq!(matches!(fast, Verdict::Win(_)), slow, "{rule:?} seed {seed}\n{board}");
            assert_ne!(fast, Verdict::Unknown);
            if slow { wins += 1 } else { losses += 1 }
        }
        assert!(wins > 5 && losses > 5, "{rule:?}: {wins} wins, {losses} without");
    }
}

#[test]
fn claimed_wins_are_wins_against_every_defence() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 1_500 };
    for rule in Rule::ALL {
        let mut checked = 0;
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed ^ 0x5eed);
            let size = BoardSize::new(6, 6).unwrap();
            let stones = random.usize(10..26);
            let board = random_board(&mut random, size, stones, 4);
            let mut position = Position::new(&board, rule);
            if let Verdict::Win(proof) = VcfSolver::new(12).solve(&mut position, BUDGET, &StopHandle::new())
                && proof.length() <= 3
            {
                assert!(wins_by_force(&board, rule, proof.plies()), "{rule:?}\n{board}");
                checked += 1;
            }
        }
        assert!(checked > 3, "only {checked} claims under {rule:?}");
    }
}

/// Calls `check` with random positions in which nobody wins in one.
fn for_quiet_positions(rounds: u64, mut check: impl FnMut(&mut Position, &Board, Rule)) {
    for rule in Rule::ALL {
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed);
            let stones = random.usize(10..50);
            let board = random_board(&mut random, BoardSize::new(15, 15).unwrap(), stones, 4);
            if winning_move(&board, rule).is_none() {
                check(&mut Position::new(&board, rule), &board, rule);
            }
        }
    }
}

#[test]
fn replies_to_fives_are_all_moves_that_stop_them() {
    let mut cases = 0;
    for_quiet_positions(if cfg!(debug_assertions) { 150 } else { 2_000 }, |position, board, rule| {
        if position.attacks(position.side_to_move().opponent(), Attack::Five).is_empty() {
            return;
        }
        let expected: Bitboard = legal_moves(board, rule)
            .into_iter()
            .filter(|&square| winning_move(&after(board, square), rule).is_none())
            .collect();
        assert_eq!(replies_to_fives(position), expected, "{rule:?}\n{board}");
        cases += 1;
    });
    assert!(cases > 100, "only {cases} cases");
}

/// Whether the side to move has a move after which no reply stops its five.
fn can_make_open_four(board: &Board, rule: Rule) -> bool {
    legal_moves(board, rule).into_iter().any(|four| {
        let after_attack = after(board, four);
        let mut threat = after_attack.clone();
        threat.pass();
        let replies = legal_moves(&after_attack, rule);
        winning_move(&threat, rule).is_some()
            && winning_move(&after_attack, rule).is_none()
            && replies.into_iter().all(|reply| winning_move(&after(&after_attack, reply), rule).is_some())
    })
}

#[test]
fn every_move_outside_the_replies_loses_to_an_open_four() {
    let (mut cases, mut lost) = (0, 0);
    for_quiet_positions(if cfg!(debug_assertions) { 40 } else { 200 }, |position, board, rule| {
        let opponent = position.side_to_move().opponent();
        if !position.attacks(opponent, Attack::Five).is_empty() {
            return;
        }
        let Some(replies) = replies_to_open_fours(position) else { return };
        let others = legal_moves(board, rule).into_iter().filter(|&s| !replies.contains(s));
        // A few from all over the board: each costs a search by brute force.
        for square in others.skip(cases % 20).step_by(25) {
            assert!(can_make_open_four(&after(board, square), rule), "{rule:?} {square:?}\n{board}");
            lost += 1;
        }
        cases += 1;
    });
    assert!(cases > 30 && lost > 150, "only {cases} cases with {lost} losing moves");
}

#[test]
fn moves_that_do_not_upset_a_proof_lose_to_it() {
    let mut cases = 0;
    for_quiet_positions(if cfg!(debug_assertions) { 60 } else { 600 }, |position, board, rule| {
        let own = position.side_to_move();
        if !position.attacks(own.opponent(), Attack::Five).is_empty() {
            return;
        }
        position.pass();
        let threat = VcfSolver::new(12).solve(position, BUDGET, &StopHandle::new());
        position.undo();
        let Verdict::Win(proof) = threat else { return };
        let stop = StopHandle::new();
        let replies = replies_to_proof(position, &proof, &stop).unwrap() | position.fours(own);
        stop.stop();
        assert_eq!(replies_to_proof(position, &proof, &stop), None);
        for square in legal_moves(board, rule) {
            position.play(square);
            assert!(replies.contains(square) || proof.holds(position), "{square:?}\n{board}");
            position.undo();
        }
        let others = legal_moves(board, rule).into_iter().filter(|&s| !replies.contains(s));
        for square in others.skip(cases % 20).step_by(40) {
            assert_proof_wins(&after(board, square), rule, &proof);
        }
        cases += 1;
    });
    assert!(cases > 20, "only {cases} cases");
}

#[test]
fn a_four_whose_only_block_is_forbidden_wins_for_white() {
    // Black cannot take e1: with e2 and e3 it would make a double three.
    let text = ". . . . . . . . .
                . . . . . . . . .
                . . . . X . . . .
                . . . . X . . . .
                . . X X . . . . .
                . . . O . . . . .
                . . O . . . . . .
                . O . . . . . . .
                X . . . . . . . .";
    let mut board = rustgomo::board::from_diagram(text).unwrap();
    while board.side_to_move() != Color::White {
        board.pass();
    }
    let four = Square::at(5, 3);
    let mut position = Position::new(&board, Rule::Renju);
    let verdict = VcfSolver::new(8).solve(&mut position, BUDGET, &StopHandle::new());
    let Verdict::Win(proof) = verdict else { panic!("no win found") };
    assert_eq!((proof.attack, proof.replies.len()), (four, 0));
    assert_proof_wins(&board, Rule::Renju, &proof);
}
