//! Forced wins with their proofs.

use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;
use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::geometry::{Color, Square};
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits, ProofStep, Prover, ReplayLimits, verify};
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
    /// Those of the side to move, briefly, since a search has found a win.
    Claimed,
    /// Those of either side, half of this time each, without the replay of what was found.
    Time(Duration),
}

/// Searches a VCF of the side to move, then one that the opponent threatens; with a proof search also wins by threes and fours. A win is
/// replayed under the rules; one that is too large for this counts as not proved.
pub fn find_forced_win(
    board: &Board,
    rule: Rule,
    search: ProofSearch,
    interrupt: &Interrupt,
) -> Option<ForcedWin> {
    let mut solver = VcfSolver::new(MEMORY_BITS);
    let mut find = |board: &Board, search| {
        let mut position = Position::new(board, rule);
        let win = match solver.solve(&mut position, BUDGET, &|| interrupt.is_raised()) {
            Verdict::Win(proof) => Win::Fours(proof),
            Verdict::None | Verdict::Unknown => search_threats(board, rule, search, interrupt)?,
        };
        let interrupted = || interrupt.is_raised();
        verify(board, rule, &win, &ReplayLimits::new(&interrupted)).is_ok().then_some(win)
    };
    let mover = board.side_to_move();
    if let Some(proof) = find(board, search) {
        return Some(ForcedWin { winner: mover, is_threat: false, proof });
    }
    let threats = if search == ProofSearch::Claimed { ProofSearch::None } else { search };
    let proof = find(&passed(board), threats)?;
    Some(ForcedWin { winner: mover.opponent(), is_threat: true, proof })
}

/// Searches a proof that the last move wins: a win of the position before it that begins with it.
pub fn prove_last_move(board: &Board, rule: Rule, interrupt: &Interrupt) -> Option<Win> {
    let interrupted = || interrupt.is_raised();
    let limits = ProofLimits { work: CLAIMED_WORK, nodes: MAX_POSITIONS, interrupted: &interrupted };
    Prover::new().prove_last_move(board, rule, &limits)
}

/// Searches a win by threes and fours, which is not replayed yet.
fn search_threats(board: &Board, rule: Rule, search: ProofSearch, interrupt: &Interrupt) -> Option<Win> {
    let start = Instant::now();
    let (work, time) = match search {
        ProofSearch::None => return None,
        ProofSearch::Claimed => (CLAIMED_WORK, Duration::MAX),
        ProofSearch::Time(time) => (u32::MAX, time / 2),
    };
    let interrupted = || interrupt.is_raised() || start.elapsed() >= time;
    Prover::new().search(board, rule, &ProofLimits { work, nodes: MAX_POSITIONS, interrupted: &interrupted })
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

    /// The threats that win: `fours`, or `threes and fours`.
    pub const fn means(&self) -> &'static str {
        match self.proof {
            Win::Fours(_) => "fours",
            Win::Threat(_) => "threes and fours",
        }
    }

    /// The proof in words. `board` is the position in which the win was found.
    pub fn steps(&self, board: &Board, rule: Rule) -> ProofStep {
        if self.is_threat {
            ProofStep::new(&self.proof, &passed(board), rule)
        } else {
            ProofStep::new(&self.proof, board, rule)
        }
    }

    /// The proof as indented lines.
    pub fn explain(&self, board: &Board, rule: Rule) -> Vec<String> {
        let mut lines = Vec::new();
        explain_step(&self.steps(board, rule), 1, 0, &mut lines);
        lines
    }
}

fn explain_step(step: &ProofStep, number: usize, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let mut attack = format!("{indent}{number}. {} {}", step.attack, step.makes);
    if !step.threatens.is_empty() {
        attack = format!("{attack} of {}", step.threatens.join(" "));
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
    use rustgomo::board::from_diagram;

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
        let none = Interrupt::default();
        let win = find_forced_win(&board, Rule::Freestyle, ProofSearch::None, &none).unwrap();
        assert_eq!((win.winner, win.is_threat), (Color::Black, false));
        let lines = win.explain(&board, Rule::Freestyle);
        assert!(lines.last().unwrap().ends_with("a four that cannot be stopped"), "{lines:?}");
        assert!(verify(&board, Rule::Freestyle, &win.proof, &ReplayLimits::new(&|| false)).is_ok());
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
        let none = Interrupt::default();
        assert_eq!(find_forced_win(&board, Rule::Freestyle, ProofSearch::None, &none), None);
        let win = find_forced_win(&board, Rule::Freestyle, ProofSearch::Claimed, &none).unwrap();
        assert_eq!((win.winner, win.is_threat, win.means()), (Color::Black, false, "threes and fours"));
        assert_eq!(win.explain(&board, Rule::Freestyle), ["1. e5 threes that cannot be stopped"]);
    }

    #[test]
    fn the_other_side_s_win_is_a_threat() {
        let mut board = from_diagram(FOURS).unwrap();
        board.pass();
        let win = find_forced_win(&board, Rule::Freestyle, ProofSearch::None, &Interrupt::default()).unwrap();
        assert_eq!((win.winner, win.is_threat), (Color::Black, true));
    }
}
