//! Forced wins with their proofs.

use std::time::Duration;

use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::geometry::{Color, Square};
use rustgomo::position::Position;
use rustgomo::report::{ProofReport, ProofStep, Turn};
use rustgomo::rules::Rule;
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits, Prover, ReplayLimits, verify};
use rustgomo::threat::vct::Win;
use rustgomo::threat::{VcfSolver, Verdict};

/// Maximum number of attacking moves of the VCF search, and size of its table as a power of two.
const BUDGET: u32 = 2_000_000;
const MEMORY_BITS: u32 = 18;
/// Attacking moves of the proof of a win that a search has found, some two seconds.
const CLAIMED_WORK: u32 = 2_000_000;

/// A proven win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Who wins.
    pub winner: Color,
    /// Whether the winner is not to move, so that the win is a threat.
    pub is_threat: bool,
    /// The proof.
    pub proof: Win,
}

/// Wins by threes and fours that are searched, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofSearch {
    /// None.
    None,
    /// The one of the side to move that a search has found, briefly; with the first move that it found, also
    /// one that begins with it.
    Claimed(Option<Square>),
    /// Those of either side, half of this time each, without the replay of what was found; the first move of
    /// one that a search has found.
    Time(Duration, Option<Square>),
}

/// What a search for a forced win has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundWin {
    /// The win.
    pub win: Option<ForcedWin>,
    /// Whether a limit ended the search before all threats were tried.
    pub was_cut_short: bool,
}

/// Searches a VCF of the side to move, then one that the opponent threatens; with a proof search also wins by
/// threes and fours. A win is replayed under the rules; one that is too large for this counts as not proved.
pub fn find_forced_win(board: &Board, rule: Rule, search: ProofSearch, stop: &StopHandle) -> FoundWin {
    let mut solver = VcfSolver::new(MEMORY_BITS);
    let mut was_cut_short = false;
    let mut find = |board: &Board, search| {
        let mut position = Position::new(board, rule);
        let win = match solver.solve(&mut position, BUDGET, stop) {
            Verdict::Win(proof) => Win::Fours(proof),
            verdict => {
                let (win, is_cut) = search_threats(board, rule, search, stop);
                was_cut_short |= is_cut || verdict == Verdict::Unknown;
                win?
            }
        };
        let is_verified = verify(board, rule, &win, &ReplayLimits::new(stop)).is_ok();
        was_cut_short |= !is_verified;
        is_verified.then_some(win)
    };
    let mover = board.side_to_move();
    let mut forced = find(board, search).map(|proof| ForcedWin { winner: mover, is_threat: false, proof });
    if forced.is_none() {
        let threats = match search {
            ProofSearch::Time(time, _) => ProofSearch::Time(time, None),
            ProofSearch::None | ProofSearch::Claimed(_) => ProofSearch::None,
        };
        let proof = find(&passed(board), threats);
        forced = proof.map(|proof| ForcedWin { winner: mover.opponent(), is_threat: true, proof });
    }
    FoundWin { win: forced, was_cut_short }
}

/// Searches a proof that the last move wins: a win of the position before it that begins with it. Takes some
/// two seconds or this time.
pub fn prove_last_move(board: &Board, rule: Rule, time: Option<Duration>, stop: &StopHandle) -> Option<Win> {
    let (work, time) = bounds(time);
    let limits = ProofLimits { work, nodes: MAX_POSITIONS, stop: &stop.within(time) };
    Prover::new().prove_last_move(board, rule, &limits)
}

/// Searches a win by threes and fours, which is not replayed yet, and says whether a limit ended the search.
fn search_threats(board: &Board, rule: Rule, search: ProofSearch, stop: &StopHandle) -> (Option<Win>, bool) {
    let (claimed, time) = match search {
        ProofSearch::None => return (None, false),
        ProofSearch::Claimed(first) => (first, None),
        ProofSearch::Time(time, first) => (first, Some(time)),
    };
    let (mut prover, mut after) = (Prover::new(), board.clone());
    let (work, time) = bounds(time);
    let limits = ProofLimits { work, nodes: MAX_POSITIONS, stop: &stop.within(time) };
    // A proof of the win that was found is worth more than one of another.
    if claimed.is_some_and(|first| after.play(first).is_ok()) {
        let brief = ProofLimits { work: work.min(CLAIMED_WORK), ..limits };
        let win = prover.prove_last_move(&after, rule, &brief);
        if win.is_some() {
            return (win, false);
        }
    }
    let win = prover.search(board, rule, &limits);
    (win, prover.was_cut_short())
}

/// Work and time of a proof search: half of the time that is given, else little work.
fn bounds(time: Option<Duration>) -> (u32, Duration) {
    time.map_or((CLAIMED_WORK, Duration::MAX), |time| (u32::MAX, time / 2))
}

fn passed(board: &Board) -> Board {
    let mut board = board.clone();
    board.pass();
    board
}

impl ForcedWin {
    /// The score for the winner to move.
    pub fn score(&self) -> Score {
        Score::win_in(self.proof.plies())
    }

    /// The longest line.
    pub fn line(&self) -> Vec<Square> {
        self.proof.line()
    }

    /// The proof; `board` is the position in which the win was found.
    pub fn report(&self, board: &Board, rule: Rule) -> ProofReport {
        let turn = if self.is_threat { Turn::Loser } else { Turn::Winner };
        ProofReport::new(&self.proof, board, rule, turn)
    }
}

/// A proof as indented lines.
pub(super) fn explained(first: &ProofStep) -> Vec<String> {
    let mut lines = Vec::new();
    explain_step(first, 1, 0, &mut lines);
    lines
}

fn explain_step(step: &ProofStep, number: usize, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let mut attack = format!("{indent}{number}. {} {}", step.attack, step.makes);
    if !step.threatens.is_empty() {
        attack = format!("{attack} of {}", step.threatens.join(" "));
    }
    if !step.wins.is_empty() {
        let makes = if step.makes.starts_with("threes") { "open four" } else { "five" };
        attack = format!("{attack}: {makes} at {}", step.wins.join(" "));
    }
    if !step.forbidden.is_empty() {
        attack = format!("{attack} ({} is forbidden)", step.forbidden.join(" "));
    }
    match &step.replies[..] {
        [] => lines.push(attack),
        [(reply, next)] => {
            lines.push(format!("{attack}, forced {reply}"));
            explain_step(next, number + 1, depth, lines);
        }
        several => {
            lines.push(format!("{attack}, {} replies:", several.len()));
            for (reply, next) in several {
                lines.push(format!("{indent}  {reply}:"));
                explain_step(next, number + 1, depth + 2, lines);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::analyze::Subject;
    use rustgomo::board::from_diagram;
    use rustgomo::geometry::BoardSize;

    const FOURS: &str = "O . . . . . . . O
                         . . . . . . . . .
                         . O X X X . . . .
                         . . . . . . X . .
                         . . . . . . X . .
                         . . . . . . X . .
                         . . . . . . O . .
                         . . . . . . . . .
                         O . . . . . . . O";

    #[test]
    fn a_won_position_is_explained_move_by_move() {
        let board = from_diagram(FOURS).unwrap();
        let none = StopHandle::new();
        let win = find_forced_win(&board, Rule::Freestyle, ProofSearch::None, &none).win.unwrap();
        assert_eq!((win.winner, win.is_threat), (Color::Black, false));
        let lines = explained(&win.report(&board, Rule::Freestyle).proof);
        assert_eq!(lines, ["1. g7 a four that cannot be stopped: five at g8 f7"]);
        assert!(verify(&board, Rule::Freestyle, &win.proof, &ReplayLimits::new(&StopHandle::new())).is_ok());
    }

    #[test]
    fn an_old_four_is_not_the_last_move_s() {
        let text = |moves: &str| {
            let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap();
            let win = prove_last_move(&subject.board, Rule::Freestyle, None, &StopHandle::new()).unwrap();
            explained(&ProofReport::new(&win, &subject.board, Rule::Freestyle, Turn::Played).proof)
        };
        let four = "h8 h1 i8 j1 j8 l1 k8";
        assert_eq!(text(four), ["1. k8 a four that cannot be stopped: five at g8 l8"]);
        let older = ["1. a1 beside an older four that cannot be stopped: five at g8 l8"];
        assert_eq!(text(&format!("{four} n1 a1")), older);
    }

    #[test]
    fn wins_by_threes_are_proved_on_request() {
        let board = from_diagram(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . X . . . .
             . . . . X . . . .
             . . X X . . . . .
             . . . . . O . . .
             . O . . . . . . .
             . . . . . . . O .
             . . . O . . . . .",
        )
        .unwrap();
        let none = StopHandle::new();
        assert_eq!(find_forced_win(&board, Rule::Freestyle, ProofSearch::None, &none).win, None);
        let claimed = ProofSearch::Claimed(None);
        let win = find_forced_win(&board, Rule::Freestyle, claimed, &none).win.unwrap();
        let report = win.report(&board, Rule::Freestyle);
        assert_eq!((win.winner, win.is_threat, report.means), (Color::Black, false, "threes and fours"));
        assert_eq!(
            explained(&report.proof),
            ["1. e5 threes that cannot be stopped: open four at e8 b5 f5 e4"]
        );
    }

    #[test]
    fn a_stop_that_is_forbidden_is_named() {
        let moves = "f8 d12 g8 e11 h6 f10 h7 o1 c13";
        let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Renju).unwrap();
        let none = StopHandle::new();
        let win = find_forced_win(&subject.board, Rule::Renju, ProofSearch::None, &none).win.unwrap();
        let told = "1. g9 a four that cannot be stopped: five at h8 (h8 is forbidden)";
        assert_eq!(explained(&win.report(&subject.board, Rule::Renju).proof), [told]);
    }

    #[test]
    fn the_first_move_that_a_search_has_found_leads_to_a_proof() {
        let moves = "k5 h6 l5 i7 g5 l6 k6 k4 j5 i5 i4 h3 k8 l7 j7 i8 h4 j4 g7 k9 i6 l10 j8 l9 l8 g4 j9 j6 m5 n5 f6 e7 k3 l4 m4 n3 m3 m6 g8 g9";
        let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Renju).unwrap();
        let none = StopHandle::new();
        let first = Square::at(7, 7);
        let found = find_forced_win(&subject.board, Rule::Renju, ProofSearch::Claimed(Some(first)), &none)
            .win
            .unwrap();
        assert_eq!((found.is_threat, found.proof.attack()), (false, first));
    }

    #[test]
    fn the_other_side_s_win_is_a_threat() {
        let mut board = from_diagram(FOURS).unwrap();
        board.pass();
        let win = find_forced_win(&board, Rule::Freestyle, ProofSearch::None, &StopHandle::new());
        let win = win.win.unwrap();
        assert_eq!((win.winner, win.is_threat), (Color::Black, true));
    }
}
