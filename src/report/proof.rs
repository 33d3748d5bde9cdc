//! Forced wins.

use serde::Serialize;

use super::ProofStep;
use crate::board::{Board, square_names};
use crate::geometry::Color;
use crate::rules::{Rule, move_wins};
use crate::threat::vct::Win;

/// Whose turn it is where a win begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The winner is to move.
    Winner,
    /// The winner would win if the opponent passed.
    Loser,
    /// The win began with the last move on the board.
    Played,
}

/// A proved win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProofReport {
    /// Who wins.
    pub winner: Color,
    /// The threats that win: `fours`, or `threes and fours`.
    pub means: &'static str,
    /// Upper bound of the plies from the first move of the proof to the five.
    pub plies: usize,
    /// Whether the winner is not to move, so that the win is only threatened.
    pub is_threat: bool,
    /// Whether the first move is the last one on the board.
    pub is_played: bool,
    /// The longest line: attack, reply, attack, …
    pub line: Vec<String>,
    /// The first move, the replies that do not lose at once, and so on.
    pub proof: ProofStep,
}

impl ProofReport {
    /// The report of a win that was found on a board.
    pub fn new(win: &Win, board: &Board, rule: Rule, turn: Turn) -> Self {
        let mut before = board.clone();
        match turn {
            Turn::Winner => {}
            Turn::Loser => before.pass(),
            Turn::Played => {
                before.undo();
            }
        }
        let winner = before.side_to_move();
        let is_five = move_wins(&before, rule, winner, win.attack());
        Self {
            winner,
            means: match win {
                Win::Fours(_) => "fours",
                Win::Threat(_) => "threes and fours",
            },
            plies: if is_five { 1 } else { win.plies() },
            is_threat: turn == Turn::Loser,
            is_played: turn == Turn::Played,
            line: square_names(win.line(), board.size()),
            proof: ProofStep::new(win, &before, rule),
        }
    }
}
