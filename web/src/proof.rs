//! Proofs of forced wins.

use rustgomo::report::{ProofReport, ProofStep, Turn};
use rustgomo::rules::{Outcome, is_forbidden, move_wins};
use rustgomo::threat::Proof;
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits, Prover};
use rustgomo::threat::vct::Win;
use rustgomo::{Board, Rule, Square, StopHandle};
use serde::Serialize;

use crate::Game;
use crate::position::json;

/// Positions that a search may keep: a worker has less memory than a program.
const POSITIONS: usize = MAX_POSITIONS / 8;

/// A proved win.
#[derive(Debug, Serialize)]
struct ProvedWin {
    /// `black` or `white`.
    winner: &'static str,
    /// Upper bound of the plies to the five.
    plies: usize,
    step: ProofStep,
    /// Whether the first step is the last move, so that the side to move has lost.
    #[serde(rename = "isPlayed")]
    is_played: bool,
}

/// Searches a proof that the side to move wins by fours, or by threes and fours, and then one that the last move wins, each with at most
/// this number of attacking moves; a million takes some seconds; `stop` is looked at often. JSON: `winner`, `plies`, the first step and whether it is played
/// already, or `null` if none was found.
///
/// # Errors
/// A sentence if the game is over.
pub fn prove(game: &Game, work: u32, stop: &StopHandle) -> Result<String, String> {
    if game.outcome() != Outcome::Unfinished {
        return Err("the game is over".to_owned());
    }
    let Game { rule, board, .. } = game;
    let limits = ProofLimits { work, nodes: POSITIONS, stop };
    let mut prover = Prover::new();
    let told = |win: &Win, turn| {
        let ProofReport { winner, plies, is_played, proof, .. } = ProofReport::new(win, board, *rule, turn);
        ProvedWin { winner: winner.name(), plies, step: proof, is_played }
    };
    if let Some(attack) = winning_move(board, *rule) {
        return Ok(json(&told(&Win::Fours(Proof { attack, replies: Vec::new() }), Turn::Winner)));
    }
    if let Some(win) = prover.prove(board, *rule, &limits) {
        return Ok(json(&told(&win, Turn::Winner)));
    }
    let lost = prover.prove_last_move(board, *rule, &limits).map(|win| told(&win, Turn::Played));
    Ok(json(&lost))
}

/// A move that wins at once.
fn winning_move(board: &Board, rule: Rule) -> Option<Square> {
    let own = board.side_to_move();
    let wins =
        |square: &Square| move_wins(board, rule, own, *square) && !is_forbidden(board, rule, own, *square);
    board.empty().iter().find(wins)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn proved(rule: &str, moves: &str) -> Value {
        serde_json::from_str(
            &prove(&Game::new(rule, "15", moves).unwrap(), 100_000, &StopHandle::new()).unwrap(),
        )
        .unwrap()
    }

    /// Follows a proof along the first reply that is listed, or any other move, until the five.
    #[test]
    fn a_proof_leads_to_the_five() {
        let mut moves = "h8a1h9a15i7o1j7o15".to_owned();
        let first = proved("freestyle", &moves);
        assert_eq!(first["winner"], "black");
        let mut step = first["step"].clone();
        for _ in 0..40 {
            moves.push_str(step["attack"].as_str().unwrap());
            let game = Game::new("freestyle", "15", &moves).unwrap();
            if game.outcome() != Outcome::Unfinished {
                assert_eq!(game.winning_row().len(), 5);
                return;
            }
            let listed = step["replies"][0].clone();
            let other = game.board.empty().iter().next().unwrap();
            let reply = listed[0]
                .as_str()
                .map_or_else(|| rustgomo::board::square_name(other, game.board.size()), str::to_owned);
            moves.push_str(&reply);
            step = if listed.is_null() {
                proved("freestyle", &moves)["step"].clone()
            } else {
                listed[1].clone()
            };
            assert!(step["attack"].is_string(), "nothing follows {moves}");
        }
        panic!("no five: {moves}");
    }

    #[test]
    fn the_loser_sees_the_win_that_the_last_move_begins() {
        let lost = proved("freestyle", "h8a1i8c1h9e1i10a3h7");
        assert_eq!((&lost["winner"], &lost["isPlayed"]), (&"black".into(), &true.into()));
        assert_eq!(lost["step"]["attack"], "h7");
        assert_eq!(proved("freestyle", "h8a1i8c1h9e1i10a3")["isPlayed"], false);
    }

    #[test]
    fn nothing_is_claimed_where_nothing_is_won() {
        assert_eq!(proved("renju", "h8i9"), Value::Null);
        let over = Game::new("freestyle", "15", "h8a1i8a2j8a3k8a4l8").unwrap();
        assert_eq!(prove(&over, 100, &StopHandle::new()), Err("the game is over".to_owned()));
    }
}
