//! The search of every position of a game, and what it says about the moves.

use super::judge::{Judge, Known, ReviewOptions};
use super::plies::{backed_up, handed_down};
use super::{Mark, Review, ReviewedMove, ReviewedPosition};
use crate::board::{Board, square_name};
use crate::eval::Score;
use crate::geometry::Square;
use crate::record::GameRecord;
use crate::rules::{Foul, Rule, foul};
use crate::search::Searcher;
use crate::tools::analyze::SubjectError;
use crate::tools::interrupt::Interrupt;
use crate::tools::meter::Meter;

/// A position of the game and what is known of it.
struct Stage {
    board: Board,
    known: Known,
}

/// Reviews a game from its last move to its first, until `interrupt` is raised.
///
/// # Errors
/// [`SubjectError::Move`] for moves on occupied squares.
pub fn review(
    game: &GameRecord,
    options: &ReviewOptions,
    interrupt: &Interrupt,
    meter: &dyn Meter,
) -> Result<Review, SubjectError> {
    let mut board = game.start().map_err(SubjectError::Setup)?;
    for (index, square) in game.squares().enumerate() {
        board.play(square).map_err(|source| SubjectError::Move { number: index + 1, source })?;
    }
    let mut stages = judge_backwards(board, game, (options, interrupt), meter);
    let length = game.moves.len();
    let first = length + 1 - stages.len().min(length + 1);
    let played: Vec<Square> = game.squares().skip(first).collect();
    keep_proofs(&mut stages, &played);
    let moves: Vec<ReviewedMove> = stages
        .windows(2)
        .zip(&played)
        .zip(first + 1..)
        .filter_map(|((pair, &square), number)| match pair {
            [before, after] => Some(compare(game.rule, (number, square), before, &after.known)),
            _ => None,
        })
        .collect();
    let positions = stages.iter().zip(first..).map(|(stage, number)| {
        let last = moves.iter().find(|reviewed| reviewed.number == number);
        ReviewedPosition::new(number, &stage.board, game.rule, &stage.known, last)
    });
    let positions = positions.collect();
    Ok(Review::new(game, &options.effort, moves, positions))
}

/// What is known of the positions of a game, in their order: of the last ones only, after an interruption.
fn judge_backwards(
    mut board: Board,
    game: &GameRecord,
    (options, interrupt): (&ReviewOptions, &Interrupt),
    meter: &dyn Meter,
) -> Vec<Stage> {
    let mut searcher = Searcher::new(options.table_bytes);
    searcher.set_threads(options.threads);
    let mut judge = Judge { rule: game.rule, options, searcher, interrupt };
    let length = game.moves.len();
    let known = judge.judge(&board);
    if interrupt.is_raised() {
        return Vec::new();
    }
    let mut stages = vec![Stage { board: board.clone(), known }];
    for number in (1..=length).rev() {
        let (Some(Some(played)), Some(after)) = (board.undo(), stages.last()) else { break };
        let known = judge.judge(&board);
        let known = judge.with_the_move_played(&board, known, played, &after.known);
        if interrupt.is_raised() {
            break;
        }
        stages.push(Stage { board: board.clone(), known });
        meter.advance((length - number + 1) as u64, length as u64, "moves");
    }
    stages.reverse();
    stages
}

impl Judge<'_> {
    /// What is known of a position once the move that was played in it has been judged too. A played move that turns
    /// out to be better than the preferred one takes its place; before a move is marked, the preferred one is searched
    /// as deeply as it was.
    fn with_the_move_played(&mut self, board: &Board, known: Known, played: Square, after: &Known) -> Known {
        if self.is_foul(board, played) {
            return known;
        }
        let value = backed_up(after.score);
        let is_best = known.best() == Some(played);
        if is_best && known.score.is_decided() && !value.is_decided() {
            return known;
        }
        if is_best || value > known.score {
            return Known { score: value, line: after.line_after(played), ..known };
        }
        let is_marked = Mark::of(known.score.win_rate() - value.win_rate()) > Mark::None;
        let Some(best) = known.best().filter(|_| is_marked && !known.score.is_decided()) else {
            return known;
        };
        let mut preferred = board.clone();
        if preferred.play(best).is_err() {
            return known;
        }
        let rival = self.judge(&preferred);
        let rival_value = backed_up(rival.score);
        if rival_value > value {
            Known { score: rival_value, line: rival.line_after(best), ..known }
        } else {
            Known { score: value, line: after.line_after(played), ..known }
        }
    }

    fn is_foul(&self, board: &Board, square: Square) -> bool {
        self.rule.is_restricted(board.side_to_move()) && foul(board, square).is_some()
    }
}

/// A proven win stays one after the move that keeps it, also where the search of the position after it has not seen
/// so far.
fn keep_proofs(stages: &mut [Stage], played: &[Square]) {
    for (index, &square) in played.iter().enumerate() {
        let Some([before, after]) = stages.get_mut(index..index + 2) else { return };
        let is_kept = before.known.score.plies_to_win().is_some() && before.known.best() == Some(square);
        if is_kept && !after.known.score.is_decided() {
            after.known.score = handed_down(before.known.score);
        }
    }
}

/// Judges a move, given what is known before and after it.
fn compare(rule: Rule, (number, played): (usize, Square), stage: &Stage, after: &Known) -> ReviewedMove {
    let Stage { board, known: before } = stage;
    let size = board.size();
    let foul = foul(board, played).filter(|_| rule.is_restricted(board.side_to_move()));
    let score_after = if foul.is_some() { Score::loss_in(0) } else { backed_up(after.score) };
    let score_before = before.score.max(score_after);
    let (rate_before, rate_after) = (score_before.win_rate(), score_after.win_rate());
    let is_best = before.best() == Some(played) && foul.is_none();
    let mark = if is_best { Mark::None } else { Mark::of(rate_before - rate_after) };
    let names = |line: &[Square]| line.iter().map(|&square| square_name(square, size)).collect();
    let kept = score_after.plies_to_win().is_some();
    let missed_win = before.own_win().filter(|_| !is_best && !kept);
    let was_lost = score_before.plies_to_loss().is_some();
    let missed_defence = after.own_win().filter(|_| mark > Mark::None && !was_lost && foul.is_none());
    ReviewedMove {
        number,
        color: board.side_to_move().name(),
        played: square_name(played, size),
        best: before.best().map(|square| square_name(square, size)).unwrap_or_default(),
        before: score_before.to_string(),
        after: score_after.to_string(),
        win_rate_before: rate_before,
        win_rate_after: rate_after,
        mark,
        is_forced: before.is_forced,
        foul: foul.map(Foul::name),
        best_line: names(&before.line),
        missed_win: missed_win.map(|win| names(&win.line())).unwrap_or_default(),
        missed_defence: missed_defence.map(|win| names(&win.line())).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_square;
    use crate::geometry::BoardSize;
    use crate::tools::effort::Effort;
    use crate::tools::meter::NoMeter;

    fn game(rule: Rule, moves: &str) -> GameRecord {
        let mut game = GameRecord::new(BoardSize::default(), rule);
        for name in moves.split(' ') {
            game.push(parse_square(name, game.size).unwrap());
        }
        game
    }

    fn reviewed(rule: Rule, moves: &str) -> Review {
        let effort = Effort { nodes: Some(3_000), ..Effort::default() };
        let options = ReviewOptions { effort, threads: 1, table_bytes: 1 << 20 };
        review(&game(rule, moves), &options, &Interrupt::default(), &NoMeter).unwrap()
    }

    #[test]
    fn an_open_three_left_alone_is_a_blunder_with_the_opponent_s_win_shown() {
        let review = reviewed(Rule::Freestyle, "h8 i9 g8 h9 i8 a1 j8 o15 k8");
        assert!(review.is_complete());
        let white = &review.moves[5];
        assert_eq!(white.played, "a1");
        assert!(white.mark > Mark::None, "{white:?}");
        assert!(!white.missed_defence.is_empty());
        // Black's answers keep the win.
        assert!([6, 8].iter().all(|&index| review.moves[index].mark == Mark::None));
        assert_eq!(review.moves[8].after, "+M1");
    }

    #[test]
    fn a_win_that_is_not_played_is_shown() {
        let review = reviewed(Rule::Freestyle, "h8 a1 i8 b3 j8 o1 a15 i9");
        let black = &review.moves[6];
        assert_eq!(black.missed_win.len(), 1, "{black:?}");
        assert!(black.win_rate_before > black.win_rate_after);
    }

    /// The end of a game that is won by fours, each of which leaves one reply.
    const WON_BY_FOURS: &str =
        "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8 j9 j7 g9 h9 g10 g8 g12 g13 h11 f13 k8";

    #[test]
    fn the_winner_s_moves_read_as_won_from_beginning_to_end() {
        let review = reviewed(Rule::Freestyle, WON_BY_FOURS);
        for played in &review.moves[18..] {
            let expected = if played.number % 2 == 1 { 1.0 } else { 0.0 };
            assert!((played.win_rate_after - expected).abs() < 1e-9, "{played:?}");
            assert_eq!(played.mark, Mark::None, "{played:?}");
            let (sign, plies) = played.after.split_at(2);
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
        // The line of the win goes on to the five.
        assert_eq!(review.positions[18].best_line.len(), 11, "{:?}", review.positions[18]);
    }

    #[test]
    fn a_forbidden_move_is_reported_and_loses() {
        // A double three of black on h8.
        let review = reviewed(Rule::Renju, "h9 a1 h10 c1 i8 a15 j8 c15 h8 e1");
        let black = &review.moves[8];
        assert_eq!((black.foul, black.mark), (Some("double three"), Mark::Blunder), "{black:?}");
        assert!(review.positions[9].black_win_rate < 0.01);
        assert!(review.positions[8].forbidden.contains(&"h8".to_owned()));
        assert!(review.moves[7].foul.is_none());
    }

    #[test]
    fn an_interrupted_review_has_no_moves_and_says_so() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let options = ReviewOptions { effort: Effort::default(), threads: 1, table_bytes: 1 << 20 };
        let game = game(Rule::Freestyle, "h8 i9");
        let review = review(&game, &options, &interrupt, &NoMeter).unwrap();
        assert!(review.moves.is_empty() && review.positions.is_empty() && !review.is_complete());
    }
}
