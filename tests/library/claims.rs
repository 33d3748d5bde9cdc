//! Every win and every loss that a search reports is one: each claim is confirmed against all replies by
//! searches for threats, which know nothing of pruning, or move by move.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]
#![expect(clippy::print_stdout, reason = "the long run tells what it counted")]

use rustgomo::StopHandle;
use rustgomo::board::{Board, from_diagram, square_name};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::position::Position;
use rustgomo::rules::{Outcome, Rule, is_forbidden, move_wins, outcome};
use rustgomo::search::{Limits, Searcher, Silent};
use rustgomo::threat::prove::{ProofLimits, Prover};
use rustgomo::threat::{VcfSolver, Verdict};

/// Nodes of a search whose claim is checked.
const NODES: u64 = 400;
/// Nodes of a search that looks for the winner's next move, at first and if that was not enough.
const CHECKS: [u64; 2] = [4_000, 200_000];
/// Attacking moves of a search for fours that confirms a win.
const FOURS: u32 = 20_000;
/// Moves of the winner after which a claim counts as unconfirmed.
const MAX_MOVES: usize = 12;

struct Judge {
    fours: VcfSolver,
    prover: Prover,
    searcher: Searcher,
    stop: StopHandle,
    game: Option<(Rule, BoardSize)>,
}

impl Judge {
    fn new() -> Self {
        Self {
            fours: VcfSolver::new(14),
            prover: Prover::new(),
            searcher: Searcher::new(1 << 22),
            stop: StopHandle::new(),
            game: None,
        }
    }

    fn prepare(&mut self, board: &Board, rule: Rule) {
        if self.game.replace((rule, board.size())) != Some((rule, board.size())) {
            self.fours.clear();
        }
    }

    /// The line in which a win of the side to move is not confirmed; `None` if it is.
    fn refute_win(&mut self, board: &Board, rule: Rule, moves: usize) -> Option<Vec<Square>> {
        let own = board.side_to_move();
        let mut empty = board.empty().iter();
        if empty.any(|square| move_wins(board, rule, own, square) && !is_forbidden(board, rule, own, square))
        {
            return None;
        }
        self.prepare(board, rule);
        let verdict = self.fours.solve(&mut Position::new(board, rule), FOURS, &self.stop);
        if matches!(verdict, Verdict::Win(_)) {
            return None;
        }
        let limits = ProofLimits { work: 20_000, nodes: 20_000, stop: &self.stop };
        if self.prover.search(board, rule, &limits).is_some() {
            return None;
        }
        if moves == 0 {
            return Some(Vec::new());
        }
        let mut refutation = None;
        for nodes in CHECKS {
            let found = self.searcher.search(board, rule, &Limits::nodes(nodes), &self.stop, &mut Silent);
            let best = found.best.unwrap();
            let mut after = board.clone();
            after.play(best).unwrap();
            refutation = self.refute_loss(&after, rule, moves - 1).map(|line| [vec![best], line].concat());
            if refutation.is_none() {
                break;
            }
        }
        refutation
    }

    /// The line in which a loss of the side to move is not confirmed; `None` if it is.
    fn refute_loss(&mut self, board: &Board, rule: Rule, moves: usize) -> Option<Vec<Square>> {
        let own = board.side_to_move();
        board.empty().iter().filter(|&reply| !is_forbidden(board, rule, own, reply)).find_map(|reply| {
            let mut after = board.clone();
            after.play(reply).unwrap();
            let line = match outcome(&after, rule) {
                Outcome::Unfinished => self.refute_win(&after, rule, moves),
                _ => Some(Vec::new()),
            };
            line.map(|line| [vec![reply], line].concat())
        })
    }
}

/// Searches the positions of games with some random moves, with a table that is kept from move to move, and
/// confirms what is said to be decided. Returns the numbers of positions, wins and losses.
fn check_claims(seed: u64, positions: usize) -> [usize; 3] {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut judge, mut searcher) = (Judge::new(), Searcher::new(1 << 20));
    let mut counts = [0; 3];
    while counts[0] < positions {
        let rule = random.choice(Rule::ALL).unwrap();
        let side = random.choice([9, 11, 15, 15, 20]).unwrap();
        let mut board = Board::new(BoardSize::new(side, side).unwrap());
        board.play(board.size().center()).unwrap();
        while outcome(&board, rule) == Outcome::Unfinished && counts[0] < positions {
            let found = searcher.search(&board, rule, &Limits::nodes(NODES), &StopHandle::new(), &mut Silent);
            counts[0] += 1;
            let score = found.progress.score;
            let refutation = if score.plies_to_win().is_some() {
                counts[1] += 1;
                judge.refute_win(&board, rule, MAX_MOVES)
            } else if score.plies_to_loss().is_some() {
                counts[2] += 1;
                judge.refute_loss(&board, rule, MAX_MOVES)
            } else {
                None
            };
            if let Some(line) = refutation {
                let line: Vec<String> =
                    line.iter().map(|&square| square_name(square, board.size())).collect();
                let line = line.join(" ");
                assert!(line.is_empty(), "seed {seed}, {rule}, {score} is not confirmed: {line}\n{board}");
            }
            let near: Vec<Square> = Position::new(&board, rule).candidates().iter().collect();
            let is_random = random.u8(..3) == 0;
            let next = if is_random { random.choice(near) } else { found.best };
            let Some(next) = next.or(found.best) else { break };
            board.play(next).unwrap();
        }
    }
    counts
}

#[test]
fn wins_and_losses_that_a_search_reports_are_real() {
    let [_, wins, losses] = check_claims(1, 250);
    assert!(wins >= 20 && losses >= 5, "{wins} wins, {losses} losses");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test library -- --ignored --nocapture claims"]
fn wins_and_losses_in_a_hundred_thousand_positions_are_real() {
    let threads: Vec<_> =
        (0..10).map(|seed| std::thread::spawn(move || check_claims(100 + seed, 10_000))).collect();
    let counts = threads.into_iter().map(|thread| thread.join().unwrap());
    let total = counts.fold([0; 3], |sum, counts| [0, 1, 2].map(|i| sum[i] + counts[i]));
    println!("{} positions, {} wins and {} losses confirmed", total[0], total[1], total[2]);
    assert!(total[0] >= 100_000);
}

/// Every reply loses: those that refute the opponent's VCF, which alone are searched at first, sooner than
/// others.
#[test]
fn the_slowest_loss_is_played() {
    let standard = ". . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . O . O . X O . . . . .
                    . . . . . . X . . X . . . . .
                    . . . O . . O . X X O . . . .
                    . . . O . . X . . . . X . . .
                    . . . . X . . . . . . . . . .
                    . . . . . . O . . . . . . . .
                    . . . O X . . X . . O . . . .
                    . . . . O . . . X . O . . . .
                    . . . . . . . X . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    . . . . . . . . . . . . . . .
                    black to move";
    // A single move refutes the VCF.
    let renju = "O . O O X X O O
                 X X O O X O X O
                 X X O X X X O O
                 X X O O O X O O
                 O O X X O X X X
                 O X X X O O O O
                 O X O O . O X X
                 X X . X . X O O
                 X X X O X O X O
                 black to move";
    for (rule, diagram, plies) in [(Rule::Standard, standard, 8), (Rule::Renju, renju, 4)] {
        let board = from_diagram(diagram).unwrap();
        for (lines, threads) in [(0, 1), (0, 3), (1, 1), (3, 1)] {
            let mut searcher = Searcher::new(1 << 20);
            searcher.set_threads(threads);
            let limits = Limits { analysis: lines > 0, lines, ..Limits::nodes(20_000) };
            let result = searcher.search(&board, rule, &limits, &StopHandle::new(), &mut Silent);
            assert_eq!(result.progress.score, Score::loss_in(plies), "{rule:?} {lines} {threads} {result:?}");
        }
        // No reply lasts longer.
        for reply in board.empty().iter().filter(|&s| !is_forbidden(&board, rule, board.side_to_move(), s)) {
            let mut after = board.clone();
            after.play(reply).unwrap();
            let result = Searcher::new(1 << 20).search(
                &after,
                rule,
                &Limits::nodes(20_000),
                &StopHandle::new(),
                &mut Silent,
            );
            let win = result.progress.score.plies_to_win();
            assert!(win.is_some_and(|win| win < plies), "{rule:?} {reply:?} {result:?}");
        }
    }
}
