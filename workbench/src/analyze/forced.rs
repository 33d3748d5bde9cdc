//! Forced wins with their proofs.

use serde::Serialize;

use crate::interrupt::Interrupt;
use rustgomo::board::{Board, square_name};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::pattern::Attack;
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::threat::{Proof, VcfSolver, Verdict};

/// Maximum number of attacking moves of the VCF search, and size of its table as a power of two.
const BUDGET: u32 = 2_000_000;
const MEMORY_BITS: u32 = 18;

/// A proven win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Who wins.
    pub winner: Color,
    /// Whether the winner is not to move, so that the win is a threat.
    pub is_threat: bool,
    /// The proof.
    pub proof: Proof,
}

/// A move of a proof and its replies, for JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForcedStep {
    /// The attacker's move.
    pub attack: String,
    /// The threat that it makes.
    pub makes: &'static str,
    /// The replies that do not lose at once, with the continuation of each.
    pub replies: Vec<(String, Self)>,
}

/// Searches a VCF of the side to move, then one that the opponent threatens.
pub fn find_forced_win(board: &Board, rule: Rule, interrupt: &Interrupt) -> Option<ForcedWin> {
    let mut solver = VcfSolver::new(MEMORY_BITS);
    let mut position = Position::new(board, rule);
    let mut solve = |position: &mut Position| match solver.solve(position, BUDGET, &|| interrupt.is_raised())
    {
        Verdict::Win(proof) => Some(proof),
        Verdict::None | Verdict::Unknown => None,
    };
    let mover = board.side_to_move();
    if let Some(proof) = solve(&mut position) {
        return Some(ForcedWin { winner: mover, is_threat: false, proof });
    }
    position.pass();
    let proof = solve(&mut position)?;
    Some(ForcedWin { winner: mover.opponent(), is_threat: true, proof })
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

    /// The proof for JSON. `board` is the position in which the win was found.
    pub fn steps(&self, board: &Board, rule: Rule) -> ForcedStep {
        let mut position = self.position(board, rule);
        step(&self.proof, &mut position, board.size())
    }

    /// The proof as indented lines.
    pub fn explain(&self, board: &Board, rule: Rule) -> Vec<String> {
        let mut lines = Vec::new();
        explain_step(&self.steps(board, rule), 1, 0, &mut lines);
        lines
    }

    fn position(&self, board: &Board, rule: Rule) -> Position {
        let mut position = Position::new(board, rule);
        if self.is_threat {
            position.pass();
        }
        position
    }
}

fn step(proof: &Proof, position: &mut Position, size: BoardSize) -> ForcedStep {
    let pattern4 = position.pattern4(proof.attack, position.side_to_move());
    let makes = if pattern4.has(Attack::Five) {
        "five"
    } else if proof.replies.is_empty() {
        "a four that cannot be stopped"
    } else {
        "four"
    };
    let mut named = ForcedStep { attack: square_name(proof.attack, size), makes, replies: Vec::new() };
    position.play(proof.attack);
    for (reply, next) in &proof.replies {
        position.play(*reply);
        named.replies.push((square_name(*reply, size), step(next, position, size)));
        position.undo();
    }
    position.undo();
    named
}

fn explain_step(step: &ForcedStep, number: usize, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let attack = format!("{indent}{number}. {} {}", step.attack, step.makes);
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
        let win = find_forced_win(&board, Rule::Freestyle, &none).unwrap();
        assert_eq!((win.winner, win.is_threat), (Color::Black, false));
        let lines = win.explain(&board, Rule::Freestyle);
        assert!(lines.last().unwrap().ends_with("a four that cannot be stopped"), "{lines:?}");
        let mut position = Position::new(&board, Rule::Freestyle);
        assert!(win.proof.holds(&mut position));
    }

    #[test]
    fn the_other_side_s_win_is_a_threat() {
        let mut board = from_diagram(FOURS).unwrap();
        board.pass();
        let win = find_forced_win(&board, Rule::Freestyle, &Interrupt::default()).unwrap();
        assert_eq!((win.winner, win.is_threat), (Color::Black, true));
    }
}
