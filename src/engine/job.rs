//! A search or decision for the search thread.

use std::sync::Arc;

use crate::board::Board;
use crate::decision::{Answer, Decision, DecisionContext, plain_choice};
use crate::opening::Dialogue;
use crate::rules::Rule;
use crate::search::{Control, Limits};

/// A depth limit above this does not count as a bound of the search: deeper iterations may take for ever.
const MAX_BOUNDING_DEPTH: u32 = 40;

/// Number of a job, unique within an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub(super) u64);

impl JobId {
    /// For events that belong to no job.
    pub(crate) const NONE: Self = Self(0);
}

/// What kind of decision a job makes.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// A move for the side to move.
    Move,
    /// A decision of an opening.
    Opening(Decision),
    /// The next choices in a dialogue about an opening, which is drawn with the seed.
    Dialogue(Box<Dialogue>, u64),
}

/// Everything the search thread needs for one decision.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) id: JobId,
    pub(super) task: Task,
    pub(super) board: Board,
    pub(super) rule: Rule,
    /// Limits other than time.
    pub(super) limits: Limits,
    /// Stop flag and clock of this job alone; its clock started when the request arrived.
    pub(super) control: Arc<Control>,
}

impl Job {
    /// An answer of the right kind without a search; `None` if there is none.
    pub(super) fn without_search(&self) -> Option<Answer> {
        match &self.task {
            Task::Move => self.context().fallback().map(Answer::Move),
            Task::Opening(decision) => decision.without_search(self.context()),
            Task::Dialogue(dialogue, _) => plain_choice(dialogue).map(|choice| Answer::Choices(vec![choice])),
        }
    }

    /// The position and the limits.
    pub(super) const fn context(&self) -> DecisionContext<'_> {
        DecisionContext { board: &self.board, rule: self.rule, limits: &self.limits, control: &self.control }
    }
}

/// Whether depth or nodes end a search.
pub(super) fn is_bounded(limits: &Limits) -> bool {
    limits.depth.is_some_and(|depth| depth <= MAX_BOUNDING_DEPTH) || limits.nodes.is_some()
}
