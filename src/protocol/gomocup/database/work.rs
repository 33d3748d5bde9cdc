//! Requests about the position after some moves.

use super::super::super::Context;
use super::super::super::tokens::{split_word, square};
use super::MoveRequest;
use super::files::{self, NO_BOARD, READ_ONLY, Usage};
use super::reply;
use super::snapshot::Snapshot;
use crate::board::Board;
use crate::database::{
    Bound, Database, DatabaseError, Deletion, Entry, Key, Label, Lookup, MAX_DEPTH, Place, children, texts,
};
use crate::eval::Score;
use crate::geometry::{BoardSize, shortened};
use crate::rules::Rule;

/// Bits of the mask of `YXEDITTVDDATABASE`.
const MASK_LABEL: i64 = 1;
const MASK_VALUE: i64 = 2;
const MASK_DEPTH: i64 = 4;

/// Carries out a request. Does nothing without a database.
pub(super) fn carry_out(
    request: &MoveRequest,
    words: &[String],
    snapshot: &Snapshot,
    usage: &Usage,
    context: &mut Context,
) {
    if !usage.is_on {
        return;
    }
    let Some(now) = &snapshot.board else {
        let unknown =
            if request.changes() { vec![NO_BOARD.to_owned()] } else { without_entry(request, usage) };
        return context.output.lines(unknown);
    };
    let rule = snapshot.rule;
    let (board, skipped) = position(words, now.size());
    if context.engine.database().get().is_none() {
        return context.output.lines(without_entry(request, usage));
    }
    if request.changes() && usage.is_readonly == Some(true) {
        return context.output.line(READ_ONLY);
    }
    if let Some(word) = skipped {
        // Without that move it would be another position.
        if !request.changes() {
            return context.output.lines(without_entry(request, usage));
        }
        let found = shortened(word);
        return context.output.line(format_args!("MESSAGE expected free squares x,y, found {found:?}"));
    }
    if let MoveRequest::DeleteAll { choice, is_recursive } = *request {
        if let Err(error) = context.engine.delete(Deletion { board, rule, choice, is_recursive }) {
            context.output.line(files::failure(&error.to_string()));
        }
    } else if let Some(database) = context.engine.database().get() {
        context.output.lines(lines(request, database, &board, rule).unwrap_or_else(|error| failed(&error)));
    }
}

/// All moves with an entry after a deletion, and all texts on squares.
pub(super) fn what_is_left(deletion: &Deletion, database: &Database) -> Vec<String> {
    overview(database, &deletion.board, deletion.rule).unwrap_or_else(|error| failed(&error))
}

fn failed(error: &DatabaseError) -> Vec<String> {
    vec![files::failure(&error.to_string())]
}

/// The reply without a position or a file: nothing is known, and nothing can be stored.
fn without_entry(request: &MoveRequest, usage: &Usage) -> Vec<String> {
    let comment = reply::comment(None);
    let all = ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"].map(str::to_owned);
    match request {
        MoveRequest::QueryAll { with_comment: true } => all.into_iter().chain([comment]).collect(),
        MoveRequest::QueryAll { with_comment: false } => all.into(),
        MoveRequest::QueryOne => vec![reply::one(None)],
        MoveRequest::QueryText => vec![comment],
        _ if usage.path.is_some() => {
            vec!["MESSAGE the database could not be opened: name another file with YXSETDATABASE".to_owned()]
        }
        _ => vec!["MESSAGE the database has no file yet: name one with YXSETDATABASE".to_owned()],
    }
}

impl MoveRequest {
    const fn changes(&self) -> bool {
        !matches!(self, Self::QueryAll { .. } | Self::QueryOne | Self::QueryText)
    }

    /// Whether it deletes positions.
    pub(super) const fn deletes(&self) -> bool {
        matches!(self, Self::DeleteOne | Self::DeleteAll { .. })
    }
}

/// The position after moves from the empty board, and the first word that is none: those are skipped.
fn position(words: &[String], size: BoardSize) -> (Board, Option<&str>) {
    let mut board = Board::new(size);
    let mut is_skipped =
        |word: &&String| square(word, size).map_or(true, |square| board.play(square).is_err());
    let skipped: Vec<_> = words.iter().filter(|word| is_skipped(word)).collect();
    (board, skipped.first().map(|word| word.as_str()))
}

/// Carries out a request and returns the reply.
fn lines(
    request: &MoveRequest,
    database: &Database,
    board: &Board,
    rule: Rule,
) -> Result<Vec<String>, DatabaseError> {
    let key = Key::of(board, rule);
    match request {
        MoveRequest::QueryAll { with_comment } => {
            let mut lines = overview(database, board, rule)?;
            if *with_comment {
                lines.push(reply::comment(database.reader()?.find(&key)?.as_ref()));
            }
            return Ok(lines);
        }
        MoveRequest::QueryOne => return Ok(vec![reply::one(database.reader()?.find(&key)?.as_ref())]),
        MoveRequest::QueryText => return Ok(vec![reply::comment(database.reader()?.find(&key)?.as_ref())]),
        MoveRequest::Invalid(reason) => return Ok(vec![format!("MESSAGE {reason}")]),
        MoveRequest::EditValues(numbers) => {
            if let Some(problem) = problem_of(*numbers) {
                return Ok(vec![format!("MESSAGE {problem}")]);
            }
            database.write(|batch| batch.edit(&key, |entry| edit_values(*numbers, entry)))?;
            return Ok(vec![reply::one(database.reader()?.find(&key)?.as_ref())]);
        }
        MoveRequest::EditComment(text) => {
            database.write(|batch| batch.edit(&key, |entry| text.trim().clone_into(&mut entry.comment)))?;
        }
        MoveRequest::EditLabel(rest) => {
            let (word, text) = split_word(rest);
            let Some(square) = square(word, board.size()).ok().filter(|&square| board.is_empty(square))
            else {
                return Ok(vec![format!("MESSAGE expected a free square x,y, found {:?}", shortened(word))]);
            };
            let place = Place::of(board, rule);
            database.write(|batch| {
                batch.edit(&place.key, |entry| entry.set_text(place.canonical(square), text))
            })?;
        }
        MoveRequest::SetBest | MoveRequest::ClearBest if board.history().is_empty() => {
            return Ok(vec!["MESSAGE expected a move to mark, found the empty board".to_owned()]);
        }
        // The database thread does it.
        MoveRequest::DeleteAll { .. } => {}
        MoveRequest::DeleteOne => _ = database.write(|batch| batch.remove(&key))?,
        MoveRequest::SetBest => set_best(true, database, board, rule)?,
        MoveRequest::ClearBest => set_best(false, database, board, rule)?,
    }
    Ok(Vec::new())
}

/// All moves with an entry, and all texts on squares.
fn overview(database: &Database, board: &Board, rule: Rule) -> Result<Vec<String>, DatabaseError> {
    let reader = database.reader()?;
    let (entries, labels) = (children(&reader, board, rule)?, texts(&reader, board, rule)?);
    let mut lines = vec!["MESSAGE DATABASE REFRESH".to_owned()];
    for square in board.empty() {
        let entry = entries.iter().find(|(s, _)| *s == square).map(|(_, entry)| entry);
        let text = labels.iter().find(|(s, _)| *s == square).map(|(_, text)| text.as_str());
        if entry.is_some() || text.is_some() {
            lines.push(reply::cell(square, entry, text.unwrap_or("")));
        }
    }
    lines.push("MESSAGE DATABASE DONE".to_owned());
    Ok(lines)
}

/// What is wrong with `mask tag value depth`, of which only the parts of the mask count.
fn problem_of([mask, label, value, depth]: [i64; 4]) -> Option<String> {
    let limit = i64::from(Score::win_in(0).centi());
    if mask & MASK_LABEL != 0 && !(-1..=0).contains(&label) && Label::from_code(label) == Label::NONE {
        Some(format!("expected a tag that is a visible character, or -1 for none, found {label}"))
    } else if mask & MASK_VALUE != 0 && !(-limit..=limit).contains(&value) {
        Some(format!("expected a value from -{limit} to {limit}, found {value}"))
    } else if mask & MASK_DEPTH != 0 && !(0..=i64::from(MAX_DEPTH)).contains(&depth) {
        Some(format!("expected a depth from 0 to {MAX_DEPTH}, found {depth}"))
    } else {
        None
    }
}

/// Changes an entry by `mask tag value depth` that [`problem_of`] has found right.
fn edit_values([mask, label, value, depth]: [i64; 4], entry: &mut Entry) {
    if mask & MASK_LABEL != 0 {
        entry.label = Label::from_code(label);
    }
    if mask & MASK_VALUE != 0 {
        entry.value = Score::from_centi(value as i16);
        entry.bound = Bound::Exact;
    }
    if mask & MASK_DEPTH != 0 {
        entry.depth = depth as i16;
        entry.bound = Bound::Exact;
    }
}

/// Labels the last move as forced, and no other move of the position before; or removes such labels.
fn set_best(is_best: bool, database: &Database, board: &Board, rule: Rule) -> Result<(), DatabaseError> {
    let mut before = board.clone();
    before.undo();
    database.write(|batch| {
        for (square, entry) in children(batch, &before, rule)? {
            if entry.label == Label::FORCED && before.play(square).is_ok() {
                batch.put(&Key::of(&before, rule), &Entry { label: Label::NONE, ..entry })?;
                before.undo();
            }
        }
        if is_best {
            batch.edit(&Key::of(board, rule), |entry| entry.label = Label::FORCED)?;
        }
        Ok(())
    })
}
