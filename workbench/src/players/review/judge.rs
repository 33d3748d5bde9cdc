//! Evaluation of positions.

use crate::players::analyze::{
    ForcedWin, ProofSearch, entry_after, find_forced_win, is_better, is_searched, known_line, limits_with,
    ranked_moves,
};
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::database::{Database, DatabaseError, Entry, Key, Lookup};
use rustgomo::eval::Score;
use rustgomo::geometry::Square;
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::{Limits, Searcher, Silent};
use rustgomo::threat::vct::Win;

/// Evaluation of a position for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    /// The score.
    pub(super) score: Score,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<Square>,
    /// Depth of the search, in plies.
    pub(super) depth: u32,
    /// A proved win of the side to move, or a VCF that the opponent threatens.
    pub(super) win: Option<ForcedWin>,
    /// The proof that the side to move loses: the win of the position before that begins with the last move.
    pub(super) loss: Option<Win>,
    /// Whether the score is from the database.
    pub(super) is_from_database: bool,
}

impl Evaluation {
    /// The evaluation of a finished game.
    pub(super) const fn of_finished(score: Score) -> Self {
        let (win, loss) = (None, None);
        Self { score, line: Vec::new(), depth: 0, win, loss, is_from_database: false }
    }

    /// The preferred move.
    pub(super) fn best(&self) -> Option<Square> {
        self.line.first().copied()
    }

    /// The proved win of the side to move.
    pub(super) fn own_win(&self) -> Option<&ForcedWin> {
        self.win.as_ref().filter(|win| !win.is_threat)
    }

    /// The preferred line if it begins with the move that is proved to win, else the line of the proof.
    pub(super) fn won_line(&self, win: &ForcedWin) -> Vec<Square> {
        if self.best() == Some(win.proof.attack()) { self.line.clone() } else { win.line() }
    }

    /// A move followed by a line.
    pub(super) fn line_after(&self, square: Square) -> Vec<Square> {
        std::iter::once(square).chain(self.line.iter().copied()).collect()
    }
}

/// Evaluates the positions of a game.
pub(super) struct Evaluator<'a> {
    pub(super) rule: Rule,
    /// Limits for each position.
    pub(super) limits: &'a Limits,
    pub(super) searcher: &'a mut Searcher,
    pub(super) stop: &'a StopHandle,
    /// Asked for every position, until it fails.
    pub(super) database: Option<&'a Database>,
    /// How it failed.
    pub(super) database_error: Option<DatabaseError>,
}

impl Evaluator<'_> {
    /// Searches a position up to the limit, also at forced moves, and consults the database.
    pub(super) fn judge(&mut self, board: &Board) -> Evaluation {
        match outcome(board, self.rule) {
            // The side that moved last has won.
            Outcome::Win(_) => return Evaluation::of_finished(Score::loss_in(0)),
            Outcome::Draw => return Evaluation::of_finished(Score::ZERO),
            Outcome::Unfinished => {}
        }
        let (rule, evaluation) = (self.rule, self.search(board, &[]));
        if self.stop.is_stopped() {
            return evaluation;
        }
        let consulted = self.ask(|database| consult(database, board, rule, evaluation.clone()));
        consulted.unwrap_or(evaluation)
    }

    /// An answer of the database, which is not asked again after an error.
    fn ask<T>(&mut self, question: impl FnOnce(&Database) -> Result<T, DatabaseError>) -> Option<T> {
        let answer = question(self.database?);
        if answer.is_err() {
            self.database = None;
        }
        answer.map_err(|error| self.database_error = Some(error)).ok()
    }

    /// Searches a position, without some of its moves if these are to be left out; then the line is empty if
    /// there is no other.
    pub(super) fn search(&mut self, board: &Board, left_out: &[Square]) -> Evaluation {
        let (rule, limits) = (self.rule, self.limits);
        let known = self.ask(|database| limits_with(&database.reader()?, limits, board, rule));
        let mut limits = known.unwrap_or_else(|| limits.clone());
        limits.excluded.extend(left_out);
        let mut win = find_forced_win(board, rule, ProofSearch::None, self.stop).win;
        let result = self.searcher.search(board, rule, &limits, self.stop, &mut Silent).progress;
        if result.score.plies_to_win().is_some() && win.as_ref().is_none_or(|win| win.is_threat) {
            let claimed = find_forced_win(board, rule, ProofSearch::Claimed(None), self.stop);
            win = claimed.win.filter(|win| !win.is_threat).or(win);
        }
        let evaluation = Evaluation {
            score: result.score,
            depth: result.complete_depth(),
            line: result.line,
            win,
            loss: None,
            is_from_database: false,
        };
        match evaluation.own_win().filter(|win| win.score() > evaluation.score) {
            Some(win) => Evaluation { score: win.score(), line: win.line(), ..evaluation },
            None => evaluation,
        }
    }
}

/// Merges an evaluation into a database, and replaces it by a better one that the database has.
fn consult(
    database: &Database,
    board: &Board,
    rule: Rule,
    mut evaluation: Evaluation,
) -> Result<Evaluation, DatabaseError> {
    let key = Key::of(board, rule);
    let reader = database.reader()?;
    let known = reader.find(&key)?;
    let (score, depth) = (evaluation.score, evaluation.depth);
    if is_searched(score, depth) {
        let mut entries = vec![(key, Entry::searched(score, depth))];
        let after = |best| entry_after(board, rule, best, (score, depth));
        entries.extend(evaluation.best().and_then(after));
        database.merge(&entries)?;
    }
    let better =
        known.as_ref().and_then(Entry::known_value).filter(|&known| is_better(known, (score, depth)));
    if let Some((known_score, known_depth)) = better {
        let result = |score: Score| (score.plies_to_win().is_some(), score.plies_to_loss().is_some());
        let best = ranked_moves(&reader, board, rule)?.into_iter().next();
        let best = best.filter(|(_, entry)| {
            entry.move_score().is_some_and(|(score, _)| result(score) == result(known_score))
        });
        match best {
            Some((best, _)) => evaluation.line = known_line(&reader, board, rule, best)?,
            // The value is not that of the line.
            None if result(score) != result(known_score) => evaluation.line = Vec::new(),
            None => {}
        }
        evaluation.score = known_score;
        evaluation.depth = if known_depth == u32::MAX { depth } else { known_depth };
        evaluation.is_from_database = true;
    }
    Ok(evaluation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::analyze::Subject;
    use rustgomo::geometry::BoardSize;

    #[test]
    fn a_line_from_the_database_has_the_result_of_its_value() {
        let path = std::env::temp_dir().join(format!("rustgomo-judge-{}.db", std::process::id()));
        let database = Database::open(&path).unwrap();
        let (rule, size) = (Rule::Freestyle, BoardSize::default());
        let board_of = |moves: &str| Subject::from_moves(moves, size, rule).unwrap().board;
        let board = board_of("h8 i9");
        let stored = [
            (Key::of(&board, rule), Entry::searched(Score::eval(180), 60)),
            (Key::of(&board_of("h8 i9 a1"), rule), Entry::searched(Score::win_in(5), 9)),
        ];
        database.merge(&stored).unwrap();
        let line = vec![Square::at(9, 5)];
        let searched = |score| Evaluation { line: line.clone(), depth: 3, ..Evaluation::of_finished(score) };
        let found = consult(&database, &board, rule, searched(Score::eval(20))).unwrap();
        assert_eq!((found.score, &found.line), (Score::eval(180), &line), "a1 loses");
        drop(database);
        std::fs::remove_file(path).unwrap();
    }
}
