//! The analysis database behind the engine: what it says of the moves at hand, and what a search adds to it.

use std::sync::Arc;

use crate::board::Board;
use crate::database::{Bound, Database, DatabaseError, Entry, Key, Label, Lookup, children, merged};
use crate::eval::{MAX_PLY, Score};
use crate::geometry::Square;
use crate::rules::{Rule, is_forbidden};
use crate::search::{KnownMove, Limits, Progress};

/// A database, and the latest finding, which may go into it.
#[derive(Debug, Default)]
pub(super) struct DatabaseProbe {
    pub(super) database: Option<Arc<Database>>,
    /// Whether finished searches are written into it.
    pub(super) is_recording: bool,
    latest: Option<(Board, Rule, Progress)>,
}

impl DatabaseProbe {
    /// Adds to the limits of a search what the database says. A database that fails is as good as an empty one.
    pub(super) fn prepare(&self, board: &Board, rule: Rule, limits: &mut Limits) {
        let Some(database) = &self.database else { return };
        let Ok(found) = database.reader().and_then(|reader| children(&reader, board, rule)) else { return };
        let excluded = excluded(board, &found);
        let is_left = |square| !limits.excluded.contains(&square) && !excluded.contains(&square);
        let is_legal = |square| !is_forbidden(board, rule, board.side_to_move(), square);
        if board.empty().iter().any(|square| is_left(square) && is_legal(square)) {
            limits.excluded.extend(excluded);
        }
        limits.known = found.iter().filter_map(|(square, entry)| known(*square, entry)).collect();
    }

    /// Keeps the latest state of a search of all moves.
    pub(super) fn note(&mut self, board: &Board, rule: Rule, limits: &Limits, progress: &Progress) {
        if self.is_recording
            && self.database.is_some()
            && limits.excluded.is_empty()
            && limits.blocked.is_empty()
        {
            self.latest = Some((board.clone(), rule, progress.clone()));
        }
    }

    /// The latest state, whose search is over, for the database.
    pub(super) fn take_findings(&mut self) -> Option<Findings> {
        let (board, rule, progress) = self.latest.take()?;
        let database = Arc::clone(self.database.as_ref()?);
        let mut entries = vec![(Key::of(&board, rule), Entry::searched(progress.score, progress.depth))];
        let mut next = board;
        if let Some(&best) = progress.line.first()
            && next.play(best).is_ok()
        {
            let entry = Entry::searched(after_move(progress.score), progress.depth.saturating_sub(1));
            entries.push((Key::of(&next, rule), entry));
        }
        Some(Findings { database, entries })
    }

    /// Forgets the latest state: its search was broken off.
    pub(super) fn forget(&mut self) {
        self.latest = None;
    }
}

/// What a search found out, and where it is to be kept.
#[derive(Debug)]
pub(super) struct Findings {
    database: Arc<Database>,
    entries: Vec<(Key, Entry)>,
}

impl Findings {
    /// Merges them into the database and lets go of it.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub(super) fn write(self) -> Result<(), DatabaseError> {
        self.database.write(|batch| {
            for (key, entry) in &self.entries {
                let old = batch.find(key)?;
                batch.put(key, &old.map_or_else(|| entry.clone(), |old| merged(&old, entry)))?;
            }
            Ok(())
        })
    }
}

/// The score of the best move for the opponent, who is to move then.
fn after_move(score: Score) -> Score {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => Score::loss_in(plies.saturating_sub(1)),
        (_, Some(plies)) => Score::win_in(plies.saturating_sub(1)),
        _ => -score,
    }
}

/// The squares that marks forbid: those marked so, and all others if one is marked as the move to play.
fn excluded(board: &Board, found: &[(Square, Entry)]) -> Vec<Square> {
    let marked =
        |label| move |&(square, ref entry): &(Square, Entry)| (entry.label == label).then_some(square);
    let forced: Vec<Square> = found.iter().filter_map(marked(Label::FORCED)).collect();
    if forced.is_empty() {
        return found.iter().filter_map(marked(Label::BLOCKED)).collect();
    }
    board.empty().iter().filter(|square| !forced.contains(square)).collect()
}

/// What an entry says of the move that leads to it. Its value is the opponent's; a result holds at every depth.
fn known(square: Square, entry: &Entry) -> Option<KnownMove> {
    let exact = (entry.bound == Bound::Exact).then_some(entry.value);
    let plies = |plies: Option<usize>| plies.map_or(MAX_PLY, |plies| plies + 1);
    let score = match (entry.label, exact) {
        (Label::WIN, value) => Score::win_in(plies(value.and_then(Score::plies_to_loss))),
        (Label::LOSS, value) => Score::loss_in(plies(value.and_then(Score::plies_to_win))),
        (Label::DRAW, _) => Score::ZERO,
        (_, Some(value)) => match (value.plies_to_loss(), value.plies_to_win()) {
            (Some(n), _) => Score::win_in(n + 1),
            (_, Some(n)) => Score::loss_in(n + 1),
            _ => -value,
        },
        (_, None) => return None,
    };
    let is_result = entry.label.is_result() || score.is_decided();
    let depth = if is_result { u32::MAX } else { u32::try_from(entry.depth).ok()? + 1 };
    Some(KnownMove { square, score, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_turned_into_scores_of_who_moves_there() {
        let score = |entry: Entry| known(Square::at(7, 7), &entry).map(|known| (known.score, known.depth));
        assert_eq!(score(Entry::default()), None);
        assert_eq!(score(Entry::searched(Score::loss_in(4), 9)), Some((Score::win_in(5), u32::MAX)));
        assert_eq!(score(Entry::searched(Score::win_in(4), 9)), Some((Score::loss_in(5), u32::MAX)));
        assert_eq!(score(Entry::searched(Score::eval(30), 9)), Some((Score::eval(-30), 10)));
        let win = Entry { label: Label::WIN, ..Entry::default() };
        assert_eq!(score(win), Some((Score::win_in(MAX_PLY), u32::MAX)));
        let bound = Entry { bound: Bound::Lower, ..Entry::searched(Score::eval(30), 9) };
        assert_eq!(score(bound), None);
        assert_eq!(after_move(Score::win_in(5)), Score::loss_in(4));
        assert_eq!(after_move(Score::eval(5)), Score::eval(-5));
    }
}
