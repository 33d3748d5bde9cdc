//! Games, move by move.

use serde::Serialize;

use super::MoveMark;
use crate::board::{Board, square_name, square_names};
use crate::eval::Score;
use crate::geometry::{Color, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::{Foul, Rule, foul};
use crate::threat::defence::replies_to_fives;

/// A position of a game with what a search found.
#[derive(Clone, Copy, Debug)]
pub struct SearchedPosition<'a> {
    /// The board after the moves so far.
    pub board: &'a Board,
    /// Score for the side to move.
    pub score: Score,
    /// The best line; empty if the game is over.
    pub line: &'a [Square],
}

/// A game whose positions were searched.
///
/// # Examples
/// ```
/// use rustgomo::eval::Score;
/// use rustgomo::report::{GameReport, MoveMark, SearchedPosition};
/// use rustgomo::{Board, BoardSize, Rule, Square};
///
/// let before = &Board::new(BoardSize::default());
/// let mut after = before.clone();
/// after.play(Square::at(0, 0))?;
/// let best = &[Square::at(7, 7)][..];
/// let searched = [
///     SearchedPosition { board: before, score: Score::eval(30), line: best },
///     SearchedPosition { board: &after, score: Score::eval(250), line: best },
/// ];
/// let report = GameReport::new(Rule::Freestyle, &searched);
/// assert_eq!((report.moves[0].best.as_str(), report.moves[0].mark), ("h8", MoveMark::Mistake));
/// assert_eq!(report.black_marks.mistakes, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GameReport {
    /// How many of black's moves have each mark.
    pub black_marks: MarkCounts,
    /// How many of white's moves have each mark.
    pub white_marks: MarkCounts,
    /// The moves between the positions, in order.
    pub moves: Vec<MoveReport>,
    /// The positions in order: one more than moves.
    pub positions: Vec<GamePosition>,
}

/// Bad moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MarkCounts {
    /// Moves with `??`.
    pub blunders: usize,
    /// Moves with `?`.
    pub mistakes: usize,
    /// Moves with `?!`.
    pub inaccuracies: usize,
}

/// A move with its evaluation. Scores are from the view of the side that moves; wins and losses count plies
/// from before the move, and a forbidden move loses in one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveReport {
    /// Number of the move, from 1.
    pub number: usize,
    /// Side.
    pub color: Color,
    /// The move.
    pub played: String,
    /// The engine's move.
    pub best: String,
    /// Score of the preferred move.
    pub before: Score,
    /// Score of the played move.
    pub after: Score,
    /// Win rate that the move lost, `0.0..=1.0`.
    pub loss: f64,
    /// The mark of the loss.
    pub mark: MoveMark,
    /// Whether the move was forced: every other move would have let the opponent make a five.
    pub is_forced: bool,
    /// Whether one of the scores is from a database.
    #[serde(rename = "from_database", skip_serializing_if = "std::ops::Not::not")]
    pub is_from_database: bool,
    /// Why the move was forbidden, if it was.
    pub foul: Option<Foul>,
    /// The engine's line.
    pub best_line: Vec<String>,
    /// Moves of a proved win that the move missed, for callers that prove wins to fill in.
    pub missed_win: Vec<String>,
    /// Moves of the opponent's proved win that the preferred move would have prevented, likewise.
    pub missed_defence: Vec<String>,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GamePosition {
    /// Number of moves played.
    pub number: usize,
    /// Score for the side to move.
    #[serde(flatten)]
    pub score: Score,
    /// Black's win rate, `0.0..=1.0`.
    pub black_win_rate: f64,
    /// The best line; empty if the game is over.
    pub best_line: Vec<String>,
    /// Whether the best move is forced: every other move lets the opponent make a five.
    pub is_forced: bool,
}

impl GameReport {
    /// The report of consecutive positions of a game.
    pub fn new(rule: Rule, searched: &[SearchedPosition<'_>]) -> Self {
        let positions: Vec<_> = searched.iter().map(|position| GamePosition::new(rule, position)).collect();
        let befores = searched.iter().zip(&positions);
        let moves = befores.zip(searched.iter().skip(1));
        let moves: Vec<_> =
            moves.filter_map(|(before, after)| MoveReport::new(rule, before, after)).collect();
        Self {
            black_marks: MarkCounts::of(&moves, Color::Black),
            white_marks: MarkCounts::of(&moves, Color::White),
            moves,
            positions,
        }
    }
}

impl MarkCounts {
    fn of(moves: &[MoveReport], color: Color) -> Self {
        let count = |mark| moves.iter().filter(|played| played.color == color && played.mark == mark).count();
        Self {
            blunders: count(MoveMark::Blunder),
            mistakes: count(MoveMark::Mistake),
            inaccuracies: count(MoveMark::Inaccuracy),
        }
    }
}

impl MoveReport {
    /// The report of the last move on the board of `after`; `None` if it was a pass.
    fn new(
        rule: Rule,
        (searched, before): (&SearchedPosition<'_>, &GamePosition),
        after: &SearchedPosition<'_>,
    ) -> Option<Self> {
        let SearchedPosition { board, line, .. } = searched;
        let (size, color, played) = (board.size(), board.side_to_move(), after.board.last_move()?);
        let foul = foul(board, played).filter(|_| rule.is_restricted(color));
        // A forbidden move loses at once.
        let score_after = if foul.is_some() { Score::loss_in(1) } else { after.score.before_move() };
        let score_before = before.score.max(score_after);
        let is_best = line.first() == Some(&played) && foul.is_none();
        let loss = if is_best { 0.0 } else { score_before.win_rate() - score_after.win_rate() };
        Some(Self {
            number: before.number + 1,
            color,
            played: square_name(played, size),
            best: before.best_line.first().cloned().unwrap_or_default(),
            before: score_before,
            after: score_after,
            loss,
            mark: MoveMark::of(loss),
            is_forced: before.is_forced,
            is_from_database: false,
            foul,
            best_line: before.best_line.clone(),
            missed_win: Vec::new(),
            missed_defence: Vec::new(),
        })
    }
}

impl GamePosition {
    fn new(rule: Rule, &SearchedPosition { board, score, line }: &SearchedPosition<'_>) -> Self {
        let rate = score.win_rate();
        Self {
            number: board.history().len(),
            score,
            black_win_rate: if board.side_to_move() == Color::Black { rate } else { 1.0 - rate },
            best_line: square_names(line.iter().copied(), board.size()),
            is_forced: !line.is_empty() && is_forced(board, rule),
        }
    }
}

/// Whether all moves but one let the opponent make a five.
fn is_forced(board: &Board, rule: Rule) -> bool {
    let position = Position::new(board, rule);
    let mover = board.side_to_move();
    let is_attacked = position.has_attack(mover.opponent(), Attack::Five);
    is_attacked && !position.has_attack(mover, Attack::Five) && replies_to_fives(&position).len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_squares;
    use crate::geometry::BoardSize;

    /// The report of a game whose positions have these scores and prefer this move.
    fn reported(rule: Rule, moves: &str, scores: &[i32], best: &str) -> GameReport {
        let mut board = Board::new(BoardSize::default());
        let squares = |names| parse_squares(names, BoardSize::default()).unwrap();
        let mut boards = vec![board.clone()];
        for square in squares(moves) {
            board.play(square).unwrap();
            boards.push(board.clone());
        }
        let line = &squares(best)[..];
        let searched = boards.iter().zip(scores);
        let searched =
            searched.map(|(board, &score)| SearchedPosition { board, score: Score::eval(score), line });
        GameReport::new(rule, &searched.collect::<Vec<_>>())
    }

    #[test]
    fn a_move_is_marked_by_the_win_rate_that_it_lost_unless_it_is_the_best_one() {
        let signs = |scores: &[i32]| -> Vec<&str> {
            reported(Rule::Freestyle, "h8 i9 j9", scores, "j9")
                .moves
                .iter()
                .map(|played| played.mark.sign())
                .collect()
        };
        assert_eq!(signs(&[0, 70, -70, -400]), ["", "", ""]);
        assert_eq!(signs(&[0, 90, 300, 500]), ["?!", "??", ""]);
        assert_eq!(signs(&[0, 200, -200]), ["?", ""]);
        let report = reported(Rule::Freestyle, "h8 i9 j9", &[0, 90, 300, 500], "j9");
        let counts =
            [report.black_marks, report.white_marks].map(|marks| [marks.blunders, marks.inaccuracies]);
        assert_eq!(counts, [[0, 1], [1, 0]]);
        let before = report.positions[0].score.win_rate();
        assert!((report.moves[0].loss - (before - report.positions[1].black_win_rate)).abs() < 1e-9);
    }

    #[test]
    fn a_forbidden_move_loses_at_once_whatever_the_search_said() {
        let report = reported(Rule::Renju, "h9 a1 h10 c1 i8 a15 j8 c15 h8", &[0; 10], "h8");
        let last = &report.moves[8];
        assert_eq!((last.foul, last.mark), (Some(Foul::DoubleThree), MoveMark::Blunder));
        assert_eq!(last.after, Score::loss_in(1));
    }

    #[test]
    fn a_move_is_forced_where_every_other_one_lets_the_opponent_make_a_five() {
        let report = reported(Rule::Freestyle, "h8 g8 i8 a1 j8 a3 k8 l8", &[0; 9], "l8");
        let forced: Vec<usize> = report.moves.iter().filter(|m| m.is_forced).map(|m| m.number).collect();
        assert_eq!(forced, [8]);
    }
}
