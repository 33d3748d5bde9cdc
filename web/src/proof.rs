//! Proofs of forced wins.

use rustgomo::report::{ProofReport, Turn};
use rustgomo::rules::{is_forbidden, move_wins};
use rustgomo::threat::Proof;
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits, Prover};
use rustgomo::threat::vct::Win;
use rustgomo::{Board, Rule, Square, StopHandle};
use serde::Serialize;

use crate::Game;
use crate::position::json;

/// Positions that a search may keep: a worker has less memory than a program.
const POSITIONS: usize = MAX_POSITIONS / 8;

/// What was proved.
#[derive(Debug, Serialize)]
struct Proved {
    /// Nothing if no win was found.
    win: Option<ProofReport>,
}

/// Searches a proof that the side to move wins by fours, or by threes and fours, and then one that the last move wins, each with at most
/// this number of attacking moves; a million takes some seconds; `stop` is looked at often. JSON: the `win`, or null if
/// none was found.
///
/// # Errors
/// A sentence if the game is over.
pub fn prove(game: &Game, work: u32, stop: &StopHandle) -> Result<String, String> {
    if game.end.is_some() {
        return Err("the game is over".to_owned());
    }
    let Game { rule, board, .. } = game;
    let limits = ProofLimits { work, nodes: POSITIONS, stop };
    let mut prover = Prover::new();
    let win = if let Some(attack) = winning_move(board, *rule) {
        Some((Win::Fours(Proof { attack, replies: Vec::new() }), Turn::Winner))
    } else if let Some(win) = prover.prove(board, *rule, &limits) {
        Some((win, Turn::Winner))
    } else {
        prover.prove_last_move(board, *rule, &limits).map(|win| (win, Turn::Played))
    };
    Ok(json(&Proved { win: win.map(|(win, turn)| ProofReport::new(&win, board, *rule, turn)) }))
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
        let game = Game::new(rule, "15", moves).unwrap();
        let answer = prove(&game, 100_000, &StopHandle::new()).unwrap();
        serde_json::from_str::<Value>(&answer).unwrap()["win"].take()
    }

    /// Follows a proof along the first reply that is listed, or any other move, until the five.
    #[test]
    fn a_proof_leads_to_the_five() {
        let mut moves = "h8a1h9a15i7o1j7o15".to_owned();
        let first = proved("freestyle", &moves);
        assert_eq!(first["winner"], "black");
        let mut step = first["proof"].clone();
        for _ in 0..40 {
            moves.push_str(step["attack"].as_str().unwrap());
            let game = Game::new("freestyle", "15", &moves).unwrap();
            if let Some(end) = game.end {
                assert_eq!(end.rows[0].len(), 5);
                return;
            }
            let listed = step["replies"][0].clone();
            let other = game.board.empty().iter().next().unwrap();
            let reply = listed[0]
                .as_str()
                .map_or_else(|| rustgomo::board::square_name(other, game.board.size()), str::to_owned);
            moves.push_str(&reply);
            step = if listed.is_null() {
                proved("freestyle", &moves)["proof"].clone()
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
        assert_eq!((&lost["winner"], &lost["is_played"]), (&"black".into(), &true.into()));
        assert_eq!(lost["proof"]["attack"], "h7");
        assert_eq!(proved("freestyle", "h8a1i8c1h9e1i10a3")["is_played"], false);
    }

    #[test]
    fn nothing_is_claimed_where_nothing_is_won() {
        assert_eq!(proved("renju", "h8i9"), Value::Null);
        let over = Game::new("freestyle", "15", "h8a1i8a2j8a3k8a4l8").unwrap();
        assert_eq!(prove(&over, 100, &StopHandle::new()), Err("the game is over".to_owned()));
    }
}
