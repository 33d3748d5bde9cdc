//! One request to think.

use std::sync::Arc;

use super::{Answer, Decision, fallback_move};
use crate::board::Board;
use crate::geometry::Square;
use crate::rules::{Rule, is_forbidden};
use crate::search::{Control, Limits};

/// Number of a job, unique within an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub(super) u64);

impl JobId {
    /// What happens outside all jobs.
    pub(super) const NONE: Self = Self(0);
}

/// What kind of decision is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A move for the side to move.
    Move,
    /// A decision of an opening.
    Opening(Decision),
}

/// Everything the search thread needs for one decision.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What to decide.
    pub task: Task,
    /// The position.
    pub board: Board,
    /// The rule of the game.
    pub rule: Rule,
    /// Bounds other than time.
    pub limits: Limits,
    /// Stop flag and clock of this job alone; its clock started when the request arrived.
    pub control: Arc<Control>,
}

impl Job {
    /// An answer of the kind that is asked for, without a search; `None` if there is none.
    pub(super) fn without_search(&self) -> Option<Answer> {
        match self.task {
            Task::Move => self.fallback().map(Answer::Move),
            Task::Opening(decision) => decision.without_search(self),
        }
    }

    /// A plain move that is not excluded, see [`fallback_move`]; `None` if no such square is free.
    pub fn fallback(&self) -> Option<Square> {
        let is_allowed = |square: &Square| !self.limits.excluded.contains(square);
        let color = self.board.side_to_move();
        let is_legal = |square: &Square| !is_forbidden(&self.board, self.rule, color, *square);
        let allowed = || self.board.empty().iter().filter(is_allowed);
        let plain = fallback_move(&self.board, self.rule).filter(is_allowed);
        plain.or_else(|| allowed().find(is_legal)).or_else(|| allowed().next())
    }
}
