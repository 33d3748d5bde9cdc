//! Proofs of the won and lost positions of a game.

use super::judge::Evaluation;
use crate::players::analyze::{ForcedWin, prove_last_move};
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::report::SearchedPosition;
use rustgomo::rules::{Rule, is_forbidden};
use rustgomo::threat::vct::Win;

/// A position of the game with its evaluation.
pub(super) struct Stage {
    pub(super) board: Board,
    pub(super) evaluation: Evaluation,
}

/// Proves the lost positions, each by the proof that the side before won with this move if there is one, and
/// the won ones by what was proved of the next position or, else, by a proof that begins with the preferred
/// move.
pub(super) fn prove_results(stages: &mut [Stage], rule: Rule, stop: &StopHandle) {
    // Reviewed in part, a game may begin with a lost position here.
    if let Some(Stage { board, evaluation }) = stages.first_mut().filter(|stage| stage.is_claimed_lost()) {
        evaluation.loss = prove_last_move(board, rule, None, stop);
    }
    keep_loss(stages, rule);
    for index in 1..stages.len() {
        let Some([before, after]) = stages.get_mut(index - 1..=index) else { return };
        if !after.is_claimed_lost() {
            continue;
        }
        let Stage { board, evaluation } = after;
        let known = before.evaluation.own_win().filter(|win| board.last_move() == Some(win.proof.attack()));
        let known = known.map(|win| win.proof.clone());
        evaluation.loss = known.or_else(|| prove_last_move(board, rule, None, stop));
        if let (Some(proof), None) = (&evaluation.loss, before.evaluation.own_win()) {
            before.adopt(proof.clone());
        }
        keep_loss(&mut stages[index..], rule);
    }
    for stage in stages {
        let Stage { board, evaluation } = stage;
        let is_claimed = evaluation.score.plies_to_win().is_some() && evaluation.own_win().is_none();
        let Some(best) = evaluation.best().filter(|_| is_claimed) else { continue };
        let mut next = board.clone();
        if next.play(best).is_ok()
            && let Some(proof) = prove_last_move(&next, rule, None, stop)
        {
            stage.adopt(proof);
        }
    }
}

/// A proved loss of the first position remains one after a legal move, even if the search of the next
/// position did not find it.
fn keep_loss(stages: &mut [Stage], rule: Rule) {
    let [lost, next, ..] = stages else { return };
    let is_legal = |square| !is_forbidden(&lost.board, rule, lost.board.side_to_move(), square);
    if lost.evaluation.loss.is_some()
        && !next.evaluation.score.is_decided()
        && next.board.last_move().is_some_and(is_legal)
    {
        next.evaluation.score = lost.evaluation.score.after_move();
    }
}

impl Stage {
    /// What the report of the game is made of.
    pub(super) fn searched(&self) -> SearchedPosition<'_> {
        let Self { board, evaluation: Evaluation { score, line, .. } } = self;
        SearchedPosition { board, score: *score, line }
    }

    fn is_claimed_lost(&self) -> bool {
        self.evaluation.score.plies_to_loss().is_some() && !self.evaluation.line.is_empty()
    }

    /// Takes over a proof that the side to move wins.
    fn adopt(&mut self, proof: Win) {
        let winner = self.board.side_to_move();
        self.evaluation.win = Some(ForcedWin { winner, is_threat: false, proof });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::analyze::Subject;
    use rustgomo::board::parse_square;
    use rustgomo::eval::Score;
    use rustgomo::geometry::BoardSize;

    #[test]
    fn what_is_proved_of_a_position_proves_the_one_before() {
        let size = BoardSize::default();
        let evaluation = |score: Score, line: &str| Evaluation {
            line: vec![parse_square(line, size).unwrap()],
            ..Evaluation::of_finished(score)
        };
        let moves = "h8 a1 i8 c1 h9 e1 i10 a3 h7";
        let mut board = Subject::from_moves(moves, size, Rule::Freestyle).unwrap().board;
        let after = Stage { board: board.clone(), evaluation: evaluation(Score::loss_in(6), "o15") };
        board.undo();
        let before = Stage { board, evaluation: evaluation(Score::win_in(7), "h7") };
        let mut stages = [before, after];
        prove_results(&mut stages, Rule::Freestyle, &StopHandle::new());
        let [before, after] =
            stages.map(|stage| (stage.evaluation.own_win().cloned(), stage.evaluation.loss));
        assert_eq!(before.0.map(|win| win.proof), after.1);
        assert!(after.1.is_some() && after.0.is_none());
    }

    #[test]
    fn a_proved_loss_stays_one_after_a_reply() {
        let size = BoardSize::default();
        let score_after = |reply: &str| {
            let mut board =
                Subject::from_moves("h8 a1 i8 c1 h9 e1 i10 a3 h7", size, Rule::Freestyle).unwrap().board;
            let line = vec![parse_square("o15", size).unwrap()];
            let lost = Evaluation { line, ..Evaluation::of_finished(Score::loss_in(6)) };
            let mut stages = vec![Stage { board: board.clone(), evaluation: lost }];
            board.play(parse_square(reply, size).unwrap()).unwrap();
            stages.push(Stage { board, evaluation: Evaluation::of_finished(Score::eval(-20)) });
            prove_results(&mut stages, Rule::Freestyle, &StopHandle::new());
            stages[1].evaluation.score
        };
        assert_eq!(score_after("a15"), Score::win_in(5));
    }
}
