//! Proofs of forced wins.

use rustgomo::StopHandle;
use rustgomo::report::{ProofReport, Turn};
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits};
use serde::Serialize;

use crate::position::json;
use crate::{Analyser, Game};

/// Positions that a search may keep: a worker has less memory than a program.
const POSITIONS: usize = MAX_POSITIONS / 8;

/// What was proved.
#[derive(Debug, Serialize)]
struct Proved {
    /// Nothing if no win was found.
    win: Option<ProofReport>,
}

impl Analyser {
    /// Searches a proof that the side to move wins by fours, or by threes and fours, and then one that the
    /// last move wins, each with at most this number of attacking moves; a million takes some seconds; `stop`
    /// is looked at often. JSON: the `win`, or null if none was found.
    ///
    /// # Errors
    /// A sentence if the game is over.
    pub fn prove(&mut self, game: &Game, work: u32, stop: &StopHandle) -> Result<String, String> {
        if game.end.is_some() {
            return Err("the game is over".to_owned());
        }
        let (Game { rule, board, .. }, analyst) = (game, self.analyst());
        let limits = ProofLimits { work, nodes: POSITIONS, stop };
        let own = analyst.prove(board, *rule, &limits).map(|win| (win, Turn::Winner));
        let win = own.or_else(|| Some((analyst.prove_last_move(board, *rule, &limits)?, Turn::Played)));
        Ok(json(&Proved { win: win.map(|(win, turn)| ProofReport::new(&win, board, *rule, turn)) }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn proved(rule: &str, moves: &str) -> Value {
        let game = Game::new(rule, "15", moves).unwrap();
        let answer = Analyser::new(0).prove(&game, 100_000, &StopHandle::new()).unwrap();
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
        let refused = Analyser::new(0).prove(&over, 100, &StopHandle::new());
        assert_eq!(refused, Err("the game is over".to_owned()));
    }
}
