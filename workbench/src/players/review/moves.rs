//! Searches every position of a game and evaluates the moves.

use anyhow::Result;

use super::Review;
use super::judge::{Evaluation, Evaluator};
use super::proofs::{Stage, prove_results};
use crate::meter::Meter;
use crate::players::analyze::Subject;
use rustgomo::StopHandle;
use rustgomo::board::{Board, square_names};
use rustgomo::database::Database;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::record::GameRecord;
use rustgomo::report::{EndReport, GameReport, MoveMark, MoveReport};
use rustgomo::rules::{GameEnd, is_forbidden};
use rustgomo::search::{Limits, Searcher};

/// Reviews a game from the move that ended it back to the first, until `stop` is stopped. `limits` apply
/// to each position; `database` is consulted for all until it fails.
pub fn review(
    game: &GameRecord,
    limits: &Limits,
    searcher: &mut Searcher,
    database: Option<&Database>,
    stop: &StopHandle,
    meter: &dyn Meter,
) -> Result<Review> {
    let (board, end) = find_end(game)?;
    let mut judge = Evaluator { rule: game.rule, limits, searcher, stop, database, database_error: None };
    let mut stages = judge.judge_backwards(board, end.as_ref(), meter);
    let database_error = judge.database_error.map(|error| error.to_string());
    keep_proofs(&mut stages);
    prove_results(&mut stages, game.rule, stop);
    let positions: Vec<_> = stages.iter().map(Stage::searched).collect();
    let mut report = GameReport::new(game.rule, &positions);
    for (played, pair) in report.moves.iter_mut().zip(stages.windows(2)) {
        let [before, after] = pair else { continue };
        add_proofs(played, &before.evaluation, &after.evaluation, game.size);
    }
    Ok(Review { database_error, ..Review::new(game, limits, end, report, &stages) })
}

/// The board after the move that ended a game, with the end; else the board after all moves. Moves after the
/// end are ignored.
fn find_end(game: &GameRecord) -> Result<(Board, Option<EndReport>)> {
    let mut board = Subject::from_game(game, Some(game.moves.len()))?.board;
    let Some(end) = GameEnd::of(&board, game.rule) else { return Ok((board, None)) };
    let report = EndReport::new(&end, &board);
    while board.history().len() > end.plies.unwrap_or(0) {
        board.undo();
    }
    Ok((board, Some(report)))
}

/// Largest number of a position's moves that are judged by the positions behind them.
const MOST_JUDGED: usize = 5;

impl Evaluator<'_> {
    /// The evaluations of the positions of a game in order: of the last ones only after an interruption.
    fn judge_backwards(
        &mut self,
        mut board: Board,
        end: Option<&EndReport>,
        meter: &dyn Meter,
    ) -> Vec<Stage> {
        let length = board.history().len();
        let evaluation = match end {
            Some(end) => Evaluation::of_finished(end.score(board.side_to_move())),
            None => self.judge(&board),
        };
        if self.stop.is_stopped() {
            return Vec::new();
        }
        let mut stages = vec![Stage { board: board.clone(), evaluation }];
        for number in (1..=length).rev() {
            let (Some(Some(played)), Some(after)) = (board.undo(), stages.last()) else { break };
            let evaluation = self.judge(&board);
            let evaluation = self.with_the_move_played(&board, evaluation, played, &after.evaluation);
            if self.stop.is_stopped() {
                break;
            }
            stages.push(Stage { board: board.clone(), evaluation });
            meter.advance((length - number + 1) as u64, length as u64, "moves");
        }
        stages.reverse();
        stages
    }

    /// The evaluation of a position in view of the move played. A played move that is better than the
    /// preferred one replaces it. Before a move is marked, the preferred move is searched to the same depth;
    /// before these two make the position lost, so are other moves.
    fn with_the_move_played(
        &mut self,
        board: &Board,
        mut evaluation: Evaluation,
        played: Square,
        after: &Evaluation,
    ) -> Evaluation {
        if is_forbidden(board, self.rule, board.side_to_move(), played) {
            return evaluation;
        }
        let value = after.score.before_move();
        let is_best = evaluation.best() == Some(played);
        // A proof of the best move, or what the database knows, is worth more than the next search.
        let is_proved = is_best && evaluation.score.is_decided();
        let is_known = evaluation.is_from_database && !after.is_from_database;
        if (is_proved || is_known) && !value.is_decided() {
            return evaluation;
        }
        let is_marked = MoveMark::of(evaluation.score.win_rate() - value.win_rate()) > MoveMark::None;
        if !is_best && value <= evaluation.score && (evaluation.score.is_decided() || !is_marked) {
            return evaluation;
        }
        let with_line = |evaluation: &Evaluation, first, after: &Evaluation| Evaluation {
            score: after.score.before_move(),
            line: after.line_after(first),
            is_from_database: after.is_from_database,
            ..evaluation.clone()
        };
        let mut found = with_line(&evaluation, played, after);
        let mut judged = vec![played];
        loop {
            if let Some(best) = evaluation.best().filter(|best| !judged.contains(best))
                && evaluation.score > found.score
            {
                let mut preferred = board.clone();
                if preferred.play(best).is_err() {
                    return evaluation;
                }
                let rival = self.judge(&preferred);
                judged.push(best);
                if rival.score.before_move() > found.score {
                    found = with_line(&evaluation, best, &rival);
                }
            }
            if found.score.plies_to_loss().is_none() || evaluation.score.is_decided() {
                return found;
            }
            evaluation = self.search(board, &judged);
            if evaluation.best().is_none() || evaluation.score <= found.score {
                return found;
            }
            if evaluation.score.is_decided() || judged.len() >= MOST_JUDGED {
                return evaluation;
            }
        }
    }
}

/// A proven win remains one after the winning move, even if the search of the next position did not find it.
fn keep_proofs(stages: &mut [Stage]) {
    for index in 1..stages.len() {
        let Some([before, after]) = stages.get_mut(index - 1..=index) else { return };
        let is_kept = before.evaluation.score.plies_to_win().is_some()
            && before.evaluation.best() == after.board.last_move();
        if is_kept && !after.evaluation.score.is_decided() {
            after.evaluation.score = before.evaluation.score.after_move();
        }
    }
}

/// Adds to the report of a move what is proved of the positions before and after it, and whether the database
/// was asked.
fn add_proofs(played: &mut MoveReport, before: &Evaluation, after: &Evaluation, size: BoardSize) {
    let is_legal = played.foul.is_none();
    let is_best = played.played == played.best && is_legal;
    let is_kept = played.after.plies_to_win().is_some();
    let missed_win = before.own_win().filter(|_| !is_best && !is_kept);
    let was_lost = played.before.plies_to_loss().is_some();
    let is_marked = played.mark > MoveMark::None;
    let missed_defence = after.own_win().filter(|_| is_marked && !was_lost && is_legal);
    let names = |line: Vec<Square>| square_names(line, size);
    played.missed_win = missed_win.map(|win| names(before.won_line(win))).unwrap_or_default();
    played.missed_defence = missed_defence.map(|win| names(after.won_line(win))).unwrap_or_default();
    played.is_from_database = before.is_from_database || after.is_from_database;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::NoMeter;
    use rustgomo::board::parse_square;
    use rustgomo::eval::Score;
    use rustgomo::geometry::Color;
    use rustgomo::rules::{Foul, Rule};

    fn game(rule: Rule, moves: &str) -> GameRecord {
        let mut game = GameRecord::new(BoardSize::default(), rule);
        for name in moves.split(' ') {
            game.push(parse_square(name, game.size).unwrap());
        }
        game
    }

    fn reviewed(rule: Rule, moves: &str) -> Review {
        let limits = Limits { analysis: true, ..Limits::nodes(3_000) };
        let mut searcher = Searcher::new(1 << 20);
        review(&game(rule, moves), &limits, &mut searcher, None, &StopHandle::new(), &NoMeter).unwrap()
    }

    #[test]
    fn an_open_three_left_alone_is_a_blunder_with_the_opponent_s_win_shown() {
        let review = reviewed(Rule::Freestyle, "h8 i9 g8 h9 i8 a1 j8 o15 k8");
        assert!(review.is_complete());
        let white = &review.moves[5];
        assert_eq!(white.played, "a1");
        assert!(white.mark > MoveMark::None, "{white:?}");
        assert!(!white.missed_defence.is_empty());
        // Black's answers keep the win.
        assert!([6, 8].iter().all(|&index| review.moves[index].mark == MoveMark::None));
        assert_eq!(review.moves[8].after.to_string(), "+M1");
    }

    #[test]
    fn a_lost_position_has_the_answer_to_every_defence() {
        // The last move makes two open threes.
        let review = reviewed(Rule::Freestyle, "h8 a1 i8 c1 h9 e1 i10 a3 h7");
        let proofs = &review.positions[9].proofs;
        let loss = proofs.proof_of_loss.as_ref().unwrap();
        let found = (loss.winner, loss.proof.attack.as_str(), proofs.unproved_loss);
        assert_eq!(found, (Color::Black, "h7", None));
        assert!(review.positions[..8].iter().all(|position| position.proofs.proof_of_loss.is_none()));
    }

    #[test]
    fn a_win_that_is_not_played_is_shown() {
        let review = reviewed(Rule::Freestyle, "h8 a1 i8 b3 j8 o1 a15 i9");
        let black = &review.moves[6];
        assert_eq!((&black.missed_win, &black.missed_win[0]), (&black.best_line, &black.best), "{black:?}");
        assert!(black.before > black.after);
    }

    /// The end of a game with a VCF.
    const WON_BY_FOURS: &str =
        "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8 j9 j7 g9 h9 g10 g8 g12 g13 h11 f13 k8";

    #[test]
    fn the_winner_s_moves_read_as_won_from_beginning_to_end() {
        let review = reviewed(Rule::Freestyle, WON_BY_FOURS);
        for played in &review.moves[18..] {
            let expected = if played.number % 2 == 1 { 1.0 } else { 0.0 };
            assert!((played.after.win_rate() - expected).abs() < 1e-9, "{played:?}");
            assert_eq!(played.mark, MoveMark::None, "{played:?}");
            let after = played.after.to_string();
            let (sign, plies) = after.split_at(2);
            let plies: usize = plies.parse().unwrap();
            assert_eq!(
                (sign, plies % 2),
                if played.number % 2 == 1 { ("+M", 1) } else { ("-M", 0) },
                "{played:?}"
            );
        }
        for index in [19, 21, 23, 25] {
            assert!(review.moves[index].is_forced, "{:?}", review.moves[index]);
        }
        assert!(!review.moves[20].is_forced);
        // Every position of the loser has the proof that the last move wins.
        for position in review.positions.iter().skip(19).step_by(2).take(5) {
            let loss = position.proofs.proof_of_loss.as_ref().unwrap_or_else(|| panic!("{position:?}"));
            assert_eq!(loss.proof.attack, review.game[position.searched.number - 1]);
            let proofs = &position.proofs;
            let is_won = proofs.forced_win.as_ref().is_some_and(|win| !win.is_threat);
            assert!(proofs.unproved_loss.is_none() && !is_won, "{position:?}");
        }
        // The winning line continues to the five.
        assert_eq!(review.positions[18].searched.best_line.len(), 11, "{:?}", review.positions[18]);
    }

    #[test]
    fn a_review_ends_with_the_five_which_has_the_full_score() {
        for more in ["", " b1", " b1 b2 b3"] {
            let review = reviewed(Rule::Freestyle, &format!("h8 a1 i8 a2 j8 a3 k8 a4 l8{more}"));
            assert_eq!((review.moves.len(), review.game.len(), review.length), (9, 9, 9), "{more}");
            let five = &review.moves[8];
            assert_eq!((five.after.to_string().as_str(), five.mark), ("+M1", MoveMark::None), "{five:?}");
            assert!(five.after.win_rate() > 0.999 && review.positions[9].searched.black_win_rate > 0.999);
            assert_eq!(review.after_end.len(), more.split_whitespace().count());
            let end = review.end.as_ref().unwrap();
            assert_eq!((end.sentence.as_str(), end.result), ("black has five, h8-l8, by move 9", "1-0"));
            assert_eq!(review.result, "1-0");
            let mut text = Vec::new();
            review.write(&mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(text.contains("the game is over: black has five, h8-l8"), "{text}");
            assert_eq!(text.contains("not reviewed"), !more.is_empty(), "{text}");
        }
    }

    #[test]
    fn rows_that_do_not_win_do_not_end_a_review() {
        let six = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8 b14";
        assert_eq!(reviewed(Rule::Standard, six).moves.len(), 12);
        assert_eq!(reviewed(Rule::Freestyle, six).moves.len(), 11);
        let closed = "h8 g8 i8 m8 j8 a3 k8 a5 l8 b14";
        assert_eq!(reviewed(Rule::ExactCaro, closed).moves.len(), 10);
        assert_eq!(reviewed(Rule::Freestyle, closed).moves.len(), 9);
    }

    #[test]
    fn a_forbidden_move_is_reported_and_ends_the_game() {
        // Black makes a double three on h8.
        let review = reviewed(Rule::Renju, "h9 a1 h10 c1 i8 a15 j8 c15 h8 e1");
        let black = &review.moves[8];
        assert_eq!((black.foul, black.mark), (Some(Foul::DoubleThree), MoveMark::Blunder), "{black:?}");
        assert_eq!((review.moves.len(), review.positions.len(), review.graph().len()), (9, 10, 9));
        assert_eq!((black.after.to_string().as_str(), black.after.win_rate() < 1e-3), ("-M1", true));
        let last = &review.positions[9];
        assert!(last.searched.black_win_rate < 1e-3 && last.searched.best_line.is_empty(), "{last:?}");
        assert_eq!(last.searched.score.plies_to_win(), Some(0));
        assert!(review.positions[8].position.forbidden.iter().any(|point| point.square == "h8"));
        assert!(review.moves[7].foul.is_none());
        assert_eq!((review.result, review.after_end.as_slice()), ("0-1", &["e1".to_owned()][..]));
        let sentence = "white has won, because move 9, h8, was forbidden: double three";
        assert_eq!(review.end.as_ref().unwrap().sentence, sentence);
        let mut text = Vec::new();
        review.write(&mut text).unwrap();
        assert!(!String::from_utf8(text).unwrap().contains("M0"));
    }

    #[test]
    fn scores_are_numbers_for_machines() {
        let json = serde_json::to_value(reviewed(Rule::Freestyle, "h8 a1 i8 a2 j8 a3 k8 a4 l8")).unwrap();
        let five = &json["moves"][8]["after"];
        assert_eq!((&five["score"], &five["plies_to_win"]), (&29_999.into(), &1.into()));
        assert_eq!(json["positions"][9]["plies_to_loss"], 0);
        assert!(json["positions"][0]["score"].is_i64());
    }

    #[test]
    fn a_preferred_move_that_loses_leaves_the_position_to_the_other_moves() {
        let limits = Limits { analysis: true, ..Limits::nodes(2_000) };
        let (mut searcher, stop) = (Searcher::new(1 << 20), StopHandle::new());
        let (rule, searcher, stop) = (Rule::Freestyle, &mut searcher, &stop);
        let (database, database_error) = (None, None);
        let mut judge = Evaluator { rule, limits: &limits, searcher, stop, database, database_error };
        let board = game(rule, "h8 i9").board().unwrap();
        let before = judge.judge(&board);
        let played = before.best().unwrap();
        // What a deeper search of the next position finds.
        let after = Evaluation { score: Score::win_in(8), line: vec![], ..before.clone() };
        let found = judge.with_the_move_played(&board, before, played, &after);
        assert!(found.best().is_some_and(|best| best != played), "{found:?}");
        assert!(!found.score.is_decided(), "{found:?}");
    }

    #[test]
    fn no_position_is_lost_because_the_first_moves_looked_at_lose() {
        // Black threatens behind move 67; h4 and k11 lose, f9 holds.
        let moves = "j9 f8 j5 k10 f10 j11 g9 i12 l9 i10 h8 i7 h9 i9 i11 h10 j10 h13 g14 h12 g12 j13 h11 \
            g11 j8 k12 k13 j12 l12 j14 j15 j7 l11 l8 k7 f5 i6 l13 m14 h7 f7 g5 g6 e6 e8 d9 d7 h6 h5 i4 f13 \
            f12 e13 e12 d13 c13 d12 e11 c11 f14 c7 e7 d10 i13 k15 f4 e3 h4 f9";
        let limits = Limits { analysis: true, ..Limits::nodes(150) };
        let (mut searcher, stop) = (Searcher::new(1 << 20), StopHandle::new());
        let review =
            review(&game(Rule::Freestyle, moves), &limits, &mut searcher, None, &stop, &NoMeter).unwrap();
        assert!(!review.moves[67].before.is_decided(), "{:?}", review.moves[67]);
    }

    #[test]
    fn an_interrupted_review_has_no_moves_and_says_so() {
        let stop = StopHandle::new();
        stop.stop();
        let game = game(Rule::Freestyle, "h8 i9");
        let mut searcher = Searcher::new(1 << 20);
        let review = review(&game, &Limits::default(), &mut searcher, None, &stop, &NoMeter).unwrap();
        assert!(review.moves.is_empty() && review.positions.is_empty() && !review.is_complete());
        let mut text = Vec::new();
        review.write(&mut text).unwrap();
        assert!(String::from_utf8(text).unwrap().contains("interrupted: 0 of 2 moves were reviewed\n"));
    }
}
