//! What a database knows of a position under analysis.

use std::cmp::Reverse;
use std::fmt;

use serde::Serialize;

use super::{AnalyzeOptions, Listener, PositionAnalysis, Subject, analyze};
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::database::{Bound, Database, DatabaseError, Entry, Key, Lookup, Place, child_keys, children};
use rustgomo::eval::Score;
use rustgomo::geometry::Square;
use rustgomo::rules::Rule;
use rustgomo::search::{KnownMove, Limits, Progress, Searcher, Variation};

/// An entry. The score is that of the side to move in the position shown, also for the entry of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntryView {
    /// The score; `None` for an entry without a value.
    #[serde(flatten)]
    pub score: Option<Score>,
    /// How the score relates to the true one: `none`, `upper`, `lower` or `exact`.
    pub bound: &'static str,
    /// Depth of the search, in plies.
    pub depth: i16,
    /// The label, for the player who made the last move: `w` if this move wins.
    pub label: Option<char>,
    /// The comment.
    pub comment: String,
}

impl EntryView {
    /// The view of a position's own entry.
    pub fn of_position(entry: &Entry) -> Self {
        Self::new(entry, entry.known_value().map(|(value, _)| value), |score| score, false)
    }

    /// The view of the entry that a move leads to.
    pub fn of_move(entry: &Entry) -> Self {
        Self::new(entry, entry.move_score().map(|(score, _)| score), Score::before_move, true)
    }

    fn new(entry: &Entry, known: Option<Score>, seen: impl Fn(Score) -> Score, is_turned: bool) -> Self {
        let score = known.or_else(|| (entry.bound != Bound::None).then(|| seen(entry.value)));
        let bound = match (known, entry.bound, is_turned) {
            (Some(_), _, _) => Bound::Exact,
            (None, Bound::Upper, true) => Bound::Lower,
            (None, Bound::Lower, true) => Bound::Upper,
            (None, bound, _) => bound,
        };
        Self {
            score,
            bound: bound.name(),
            depth: entry.depth,
            label: entry.label.character(),
            comment: entry.comment.clone(),
        }
    }
}

impl EntryView {
    /// Score, win rate and depth: `    +M5 100.0%  depth 12`.
    pub fn value_text(&self) -> String {
        let score = self.score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        let rate =
            self.score.map_or_else(|| "-".to_owned(), |score| format!("{:.1}%", 100.0 * score.win_rate()));
        format!("{score:>6} {rate:>6}  depth {:<3}", self.depth)
    }
}

impl fmt::Display for EntryView {
    /// `+M5  100.0%  depth 12  label w  "a comment"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value_text())?;
        if self.bound == Bound::Upper.name() || self.bound == Bound::Lower.name() {
            write!(f, "  {} bound", self.bound)?;
        }
        if let Some(label) = self.label {
            write!(f, "  label {label}")?;
        }
        if self.comment.is_empty() { Ok(()) } else { write!(f, "  {:?}", self.comment) }
    }
}

/// The moves to entries, the best first, those without a value last.
pub fn ranked_moves(
    source: &impl Lookup,
    board: &Board,
    rule: Rule,
) -> Result<Vec<(Square, Entry)>, DatabaseError> {
    let mut found = children(source, board, rule)?;
    found.sort_by_key(|(_, entry)| Reverse(entry.move_score().map(|(score, _)| score)));
    Ok(found)
}

/// The best move of a known score.
pub fn best_move(source: &impl Lookup, board: &Board, rule: Rule) -> Result<Option<Square>, DatabaseError> {
    let found = ranked_moves(source, board, rule)?;
    Ok(found.first().filter(|(_, entry)| entry.move_score().is_some()).map(|(square, _)| *square))
}

/// A move and the best known ones after it.
pub fn known_line(
    source: &impl Lookup,
    board: &Board,
    rule: Rule,
    first: Square,
) -> Result<Vec<Square>, DatabaseError> {
    let (mut board, mut line, mut next) = (board.clone(), Vec::new(), Some(first));
    while let Some(square) = next.filter(|&square| board.play(square).is_ok()) {
        line.push(square);
        next = best_move(source, &board, rule)?;
    }
    Ok(line)
}

/// The entry of the position after a move to which a search gave this score and depth.
pub fn entry_after(
    board: &Board,
    rule: Rule,
    square: Square,
    (score, depth): (Score, u32),
) -> Option<(Key, Entry)> {
    let mut next = board.clone();
    next.play(square).ok()?;
    Some((Key::of(&next, rule), Entry::searched(score.after_move(), depth.saturating_sub(1))))
}

/// Whether a score is the result of a search: without an iteration only a decided one is.
pub fn is_searched(score: Score, depth: u32) -> bool {
    depth > 0 || score.is_decided()
}

/// Whether a known score is to replace a searched one: a result one that is none or longer, a value one of
/// less depth.
pub fn is_better(known: (Score, u32), searched: (Score, u32)) -> bool {
    match (known.0.is_decided(), searched.0.is_decided()) {
        (true, true) => known.0.centi().abs() > searched.0.centi().abs(),
        (false, true) => false,
        _ => known.1 > searched.1,
    }
}

/// Limits of a search that knows what a database knows of the moves: those that lose are left out unless all
/// do, since one of them says nothing of the position, and other values stand for a search as deep. A win
/// ends no analysis and is no limit.
pub fn limits_with(
    source: &impl Lookup,
    limits: &Limits,
    board: &Board,
    rule: Rule,
) -> Result<Limits, DatabaseError> {
    let mut limits = limits.clone();
    let (moves, mut lost) = (child_keys(board, rule), Vec::new());
    for (square, key) in &moves {
        let Some((score, depth)) = source.find(key)?.and_then(|entry| entry.move_score()) else { continue };
        if score.plies_to_loss().is_some() {
            lost.push(*square);
        } else if !score.is_decided() {
            limits.known.push(KnownMove { square: *square, score, depth });
        }
    }
    if lost.len() < moves.len() {
        limits.excluded.extend(lost);
    }
    Ok(limits)
}

/// [`analyze`] with a database, which gives scores that are better than searched ones and gets what was
/// found. If it fails in the end, the analysis comes with the error.
pub fn analyze_with(
    database: Option<&Database>,
    searcher: &mut Searcher,
    subject: &Subject,
    options: &AnalyzeOptions,
    stop: &StopHandle,
    listener: &mut Listener<'_>,
) -> Result<(PositionAnalysis, Result<(), DatabaseError>), DatabaseError> {
    let mut options = options.clone();
    if let Some(database) = database {
        options.limits = limits_with(&database.reader()?, &options.limits, &subject.board, subject.rule)?;
    }
    let mut analysis = analyze(searcher, subject, &options, stop, listener);
    let lines = options.limits.lines;
    let merged = database.map_or(Ok(()), |database| consult(database, subject, lines, &mut analysis));
    Ok((analysis, merged))
}

/// Replaces scores of an analysis by better ones of a database, adds moves that it knows as deep, keeps the
/// best `lines`, and merges what was found into the database.
fn consult(
    database: &Database,
    subject: &Subject,
    lines: u32,
    analysis: &mut PositionAnalysis,
) -> Result<(), DatabaseError> {
    if analysis.end.is_none() {
        let is_lost = |best: &Variation| best.progress.score.plies_to_loss().is_some();
        let is_lost = analysis.variations.first().is_some_and(is_lost);
        analysis.recall(&database.reader()?, subject, lines)?;
        database.merge(&analysis.entries(subject, is_lost))?;
    }
    Ok(())
}

impl PositionAnalysis {
    fn recall(
        &mut self,
        source: &impl Lookup,
        Subject { board, rule, .. }: &Subject,
        lines: u32,
    ) -> Result<(), DatabaseError> {
        self.entry = source.find(&Key::of(board, *rule))?;
        let place = Place::of(board, *rule);
        let least = self.variations.first().map_or(0, |best| best.progress.depth);
        for (square, entry) in children(source, board, *rule)? {
            let Some((score, depth)) = entry.move_score() else { continue };
            // A move that a symmetry exchanges with another one is the same.
            let twin = place.canonical(square);
            let old = self
                .variations
                .iter_mut()
                .find(|old| old.first().map(|own| place.canonical(own)) == Some(twin));
            let is_taken = match &old {
                Some(old) => is_better((score, depth), (old.progress.score, old.progress.depth)),
                None => depth >= least,
            };
            if !is_taken {
                continue;
            }
            let square = old.as_ref().and_then(|old| old.first()).unwrap_or(square);
            let line = known_line(source, board, *rule, square)?;
            let depth = u32::try_from(entry.depth).unwrap_or(0) + 1;
            self.from_database.push(square);
            match old {
                Some(old) => old.progress = Progress { score, depth, seldepth: depth, line, ..old.progress },
                None => self.variations.push(variation(score, depth, line)),
            }
        }
        self.variations.sort_by_key(|variation| Reverse(variation.progress.score));
        self.put_refuted_last();
        self.variations.truncate(lines as usize);
        Ok(())
    }

    /// The position and the first moves of the variations as entries. Only a search, which compares all moves,
    /// makes the position one that `is_lost`.
    fn entries(&self, Subject { board, rule, .. }: &Subject, is_lost: bool) -> Vec<(Key, Entry)> {
        let mut entries = Vec::new();
        for (rank, Variation { progress, .. }) in self.variations.iter().enumerate() {
            let Progress { score, line, .. } = progress;
            let depth = progress.complete_depth();
            let Some(&first) = line.first().filter(|_| is_searched(*score, depth)) else { continue };
            if rank == 0 && (is_lost || score.plies_to_loss().is_none()) {
                let proved = self.own_win().map(super::ForcedWin::score);
                let score = proved.map_or(*score, |proved| proved.max(*score));
                entries.push((Key::of(board, *rule), Entry::searched(score, depth)));
            }
            entries.extend(entry_after(board, *rule, first, (*score, depth)));
        }
        entries
    }
}

fn variation(score: Score, depth: u32, line: Vec<Square>) -> Variation {
    let elapsed = std::time::Duration::ZERO;
    let progress =
        Progress { depth, seldepth: depth, score, nodes: 0, vcf_moves: 0, elapsed, line, is_partial: false };
    Variation { progress, nodes: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::geometry::BoardSize;

    #[test]
    fn an_iteration_that_was_broken_off_does_not_count_as_depth() {
        let subject = Subject::from_moves("h8", BoardSize::default(), Rule::Freestyle).unwrap();
        let stored = |depth, is_partial| {
            let mut only = variation(Score::eval(30), depth, vec![Square::at(8, 8)]);
            only.progress.is_partial = is_partial;
            let analysis = PositionAnalysis { variations: vec![only], ..PositionAnalysis::default() };
            analysis.entries(&subject, false).into_iter().map(|(_, entry)| entry.depth).collect::<Vec<_>>()
        };
        assert_eq!(stored(7, false), [7, 6]);
        assert_eq!(stored(7, true), [6, 5]);
        assert!(stored(1, true).is_empty());
    }
}
