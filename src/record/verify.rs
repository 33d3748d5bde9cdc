//! Verification of records by the plain rules.

use super::{GameRecord, GameResult, Termination, VerifyError};
use crate::board::{Board, square_name};
use crate::geometry::Color;
use crate::rules::{self, MoveEnd, Outcome, move_end};

impl GameRecord {
    /// Replays the game and checks that all moves are legal, that it ends when it must, and that result and
    /// termination agree with the board. Of a continuous game only the squares are checked.
    ///
    /// # Errors
    /// [`VerifyError`] for the first contradiction.
    pub fn verify(&self) -> Result<(), VerifyError> {
        if self.opening > self.moves.len() {
            return Err(VerifyError::Opening { opening: self.opening, moves: self.moves.len() });
        }
        let mut board = self.start().map_err(|_| VerifyError::Setup)?;
        let is_won_before = matches!(rules::outcome(&board, self.rule), Outcome::Win(_));
        if is_won_before && !self.moves.is_empty() && !self.continuous {
            return Err(VerifyError::WonBefore);
        }
        let mut is_won = false;
        for (i, square) in self.squares().enumerate() {
            let number = i + 1;
            let mover = board.side_to_move();
            if (is_won || board.empty_count() == 0) && !self.continuous {
                return Err(VerifyError::AfterEnd { number: i });
            }
            let name = square_name(square, self.size);
            let end = if board.is_empty(square) { move_end(&board, self.rule, mover, square) } else { None };
            if end.and_then(MoveEnd::foul).is_some() && !self.continuous {
                let is_last = number == self.moves.len();
                // Many formats have a result but no termination.
                let is_judged = matches!(self.termination, Termination::Forbidden | Termination::Unknown)
                    && self.result == GameResult::Win(Color::White);
                return if is_last && is_judged {
                    Ok(())
                } else {
                    Err(VerifyError::Forbidden { number, name })
                };
            }
            board.play(square).map_err(|_| VerifyError::Occupied { number, name })?;
            is_won = end == Some(MoveEnd::Row);
        }
        if self.continuous { Ok(()) } else { self.verify_end(&board) }
    }

    /// Sets the result from the board, for formats without one.
    #[must_use]
    pub fn with_result_of_board(mut self) -> Self {
        (self.result, self.termination) = self.end_of_board();
        self
    }

    /// Sets the result that a file tells, or that of the board if it tells none, and how the game ended if
    /// the board shows the same.
    pub(super) fn set_recorded_result(&mut self, recorded: GameResult) {
        (self.result, self.termination) = (recorded, Termination::Unknown);
        let of_board = self.end_of_board();
        if [GameResult::Unfinished, of_board.0].contains(&recorded) {
            (self.result, self.termination) = of_board;
        }
    }

    /// Result and termination by the board after the last move, which may be forbidden; the recorded ones if
    /// the game is not decided there.
    pub(super) fn end_of_board(&self) -> (GameResult, Termination) {
        let recorded = (self.result, self.termination);
        let Ok(mut board) = self.board() else { return recorded };
        let outcome = rules::outcome(&board, self.rule);
        let last = board.undo().flatten();
        // A move behind the five is none of the game.
        let is_open = rules::outcome(&board, self.rule) == Outcome::Unfinished;
        let is_foul = is_open
            && last.is_some_and(|last| rules::is_forbidden(&board, self.rule, board.side_to_move(), last));
        match outcome {
            _ if is_foul => (GameResult::Win(Color::White), Termination::Forbidden),
            Outcome::Win(winner) => (GameResult::Win(winner), Termination::Five),
            Outcome::Draw => (GameResult::Draw, Termination::FullBoard),
            Outcome::Unfinished => recorded,
        }
    }

    fn verify_end(&self, board: &Board) -> Result<(), VerifyError> {
        let is_draw = self.result == GameResult::Draw;
        let board = match (rules::outcome(board, self.rule), self.termination) {
            (Outcome::Win(winner), _) if self.result != GameResult::Win(winner) => {
                return Err(VerifyError::Result { winner });
            }
            (Outcome::Win(_), Termination::Five | Termination::Unknown) => return Ok(()),
            (Outcome::Win(_), _) => "there is a five on the board",
            (Outcome::Draw, Termination::FullBoard) if !is_draw => "the result is no draw",
            (Outcome::Unfinished, Termination::FullBoard) => "there are free squares on the board",
            (_, Termination::Five) => "there is no five on the board",
            (_, Termination::Forbidden) => "the last move is not forbidden",
            _ => return Ok(()),
        };
        Err(VerifyError::Termination { termination: self.termination.name(), board })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tree::GameTree;
    use crate::record::{psq, read_bytes, renlib, sgf, text};
    use crate::rules::Rule;

    fn verdict(rest: &str) -> Result<(), VerifyError> {
        text::read_line(&format!("game 1 size=15x15 rule={rest}"), 1).unwrap().verify()
    }

    #[test]
    fn results_must_agree_with_the_board() {
        let five = "moves=a1 a2 b1 b2 c1 c2 d1 d2 e1";
        assert_eq!(verdict(&format!("renju result=1-0 end=five {five}")), Ok(()));
        assert_eq!(
            verdict(&format!("renju result=0-1 end=five {five}")),
            Err(VerifyError::Result { winner: Color::Black })
        );
        assert_eq!(
            verdict(&format!("renju result=1-0 end=five {five} e2")),
            Err(VerifyError::AfterEnd { number: 9 })
        );
        for (end, board) in [
            ("1-0 end=five moves=a1 a2", "five, but there is no five on the board"),
            ("1/2-1/2 end=full-board moves=a1", "full-board, but there are free squares on the board"),
            ("0-1 end=forbidden moves=a1", "forbidden, but the last move is not forbidden"),
            (&format!("1-0 end=time {five}"), "time, but there is a five on the board"),
        ] {
            let error = verdict(&format!("renju result={end}")).unwrap_err().to_string();
            assert_eq!(error, format!("the record says that the game ended by {board}"));
        }
        assert_eq!(verdict("renju result=1-0 end=time moves=a1 a2"), Ok(()));
        let twice = Err(VerifyError::Occupied { number: 2, name: "a1".to_owned() });
        assert_eq!(verdict("renju moves=a1 a1"), twice);
        assert!(verdict("renju opening=3 moves=a1 a2").is_err());
    }

    #[test]
    fn a_five_that_is_lengthened_afterwards_stays_a_win() {
        let game = text::read_line("game 1 size=15x15 rule=renju moves=h8 a1 i8 c1 j8 e1 k8 g1 l8 a3 m8", 1);
        let game = game.unwrap().with_result_of_board();
        assert_eq!((game.result, game.termination), (GameResult::Win(Color::Black), Termination::Five));
    }

    #[test]
    fn a_forbidden_move_must_be_the_last_and_judged() {
        let fork = "moves=c5 a1 d5 b3 e3 m1 e4 o7 e5";
        assert_eq!(verdict(&format!("renju result=0-1 end=forbidden {fork}")), Ok(()));
        assert_eq!(
            verdict(&format!("renju {fork}")),
            Err(VerifyError::Forbidden { number: 9, name: "e5".to_owned() })
        );
        assert_eq!(verdict(&format!("standard {fork}")), Ok(()));
    }

    #[test]
    fn a_game_lost_by_a_foul_is_right_in_formats_that_cannot_say_why() {
        let fork = "c5 a1 d5 b3 e3 m1 e4 o7 e5";
        let game = text::read_line(
            &format!("game 1 size=15x15 rule=renju result=0-1 end=forbidden moves={fork}"),
            1,
        );
        let game = game.unwrap();
        let library = renlib::write_trees(&[GameTree::from(&game)]).unwrap();
        let psq = psq::write(&game).unwrap();
        let headless: String =
            psq.lines().filter(|line| !line.contains("renju")).flat_map(|line| [line, "\n"]).collect();
        for bytes in [
            psq.into_bytes(),
            headless.into_bytes(),
            library,
            fork.into(),
            b"(;GM[4]RU[renju];B[c5];W[a1];B[d5];W[b3];B[e3];W[m1];B[e4];W[o7];B[e5])".to_vec(),
            b"(;GM[4]RU[renju]RE[W+];B[c5];W[a1];B[d5];W[b3];B[e3];W[m1];B[e4];W[o7];B[e5])".to_vec(),
        ] {
            let read = read_bytes(&bytes, Rule::Renju).unwrap().remove(0);
            assert_eq!(read.result, GameResult::Win(Color::White), "{}", String::from_utf8_lossy(&bytes));
            assert_eq!(read.verify(), Ok(()), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn the_board_tells_a_result_that_the_file_does_not() {
        let five = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]";
        let end = |root: &str| {
            let game = &sgf::read(&format!("(;GM[4]{root}{five})")).unwrap()[0];
            (game.result, game.termination)
        };
        for root in ["", "RE[?]", "RE[]", "RE[Void]", "RE[1-0]", "RE[?]KE[unfinished]"] {
            assert_eq!(end(root), (GameResult::Win(Color::Black), Termination::Five), "{root}");
        }
        assert_eq!(end("RE[W+]").0, GameResult::Win(Color::White));
        assert_eq!(end("RE[?]CG[1]").0, GameResult::Unfinished, "it goes on");
    }

    #[test]
    fn a_game_goes_on_from_the_stones_that_are_set_up() {
        let setup = "standard setup-black=a1,b1,c1,d1 setup-white=a2,b2,c2 first=white";
        assert_eq!(verdict(&format!("{setup} result=1-0 end=five moves=h8 e1")), Ok(()));
        let twice = Err(VerifyError::Occupied { number: 1, name: "a1".to_owned() });
        assert_eq!(verdict(&format!("{setup} moves=a1")), twice);
        let won = "standard setup-black=a1,b1,c1,d1,e1";
        assert_eq!(verdict(&format!("{won} moves=h8")), Err(VerifyError::WonBefore));
        assert_eq!(verdict(&format!("{won} result=1-0 moves=")), Ok(()));
        assert_eq!(verdict(&format!("{won} moves=")), Err(VerifyError::Result { winner: Color::Black }));
    }
}
