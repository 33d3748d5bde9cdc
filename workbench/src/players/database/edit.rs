//! Changes of single positions.

use clap::Args;

use crate::players::analyze::Subject;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::database::{Choice, Database, DatabaseError, Deletion, Entry, Key, Label, MAX_DEPTH};
use rustgomo::eval::Score;

/// What to change.
#[derive(Clone, Debug, Args)]
#[group(required = true, multiple = true)]
pub struct EditOptions {
    /// The score for the side to move, such as 35, +M5 or -M4. A win or a loss sets the label, too.
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true, value_parser = values::score)]
    pub value: Option<Score>,
    /// The depth of the score, in plies.
    #[arg(long, value_parser = values::within(0..=MAX_DEPTH))]
    pub depth: Option<i16>,
    /// The label: one character, or none. w says that the last move wins, l that it loses, d a draw, ! that
    /// it must be played, x that it is not to be considered.
    #[arg(long, value_parser = values::label)]
    pub label: Option<Label>,
    /// The comment; an empty one removes it.
    #[arg(long, value_name = "TEXT")]
    pub comment: Option<String>,
    /// Delete the position.
    #[arg(long, conflicts_with_all = ["value", "depth", "label", "comment", "delete_branch"])]
    pub delete: bool,
    /// Delete the position and all below it, except positions that other moves lead to.
    #[arg(long, conflicts_with_all = ["value", "depth", "label", "comment"])]
    pub delete_branch: bool,
}

impl EditOptions {
    fn apply(&self, entry: &mut Entry) {
        if let Some(value) = self.value {
            let Entry { label, bound, value, .. } = Entry::searched(value, 0);
            entry.value = value;
            entry.bound = bound;
            if label != Label::NONE || entry.label.is_result() {
                entry.label = label;
            }
        }
        entry.depth = self.depth.unwrap_or(entry.depth);
        entry.label = self.label.unwrap_or(entry.label);
        if let Some(comment) = &self.comment {
            entry.comment.clone_from(comment);
        }
    }
}

/// Changes the entry of a position in one durable transaction. Returns the number of deleted positions.
pub fn edit(database: &Database, subject: &Subject, options: &EditOptions) -> Result<usize, DatabaseError> {
    let Subject { board, rule, .. } = subject;
    let key = Key::of(board, *rule);
    database.write(|batch| {
        if !options.delete && !options.delete_branch {
            return batch.edit(&key, |entry| options.apply(entry)).map(|()| 0);
        }
        let own = usize::from(batch.remove(&key)?);
        if !options.delete_branch {
            return Ok(own);
        }
        let (choice, is_recursive) = (Choice::All, false);
        let below = Deletion { board: board.clone(), rule: *rule, choice, is_recursive };
        Ok(own + below.carry_out(batch, &StopHandle::new())?)
    })
}
