//! Decisions in openings, and balanced moves for analysts.
//!
//! The key idea: nothing is looked up in a book. `candidates` lists continuations, `successive_halving`
//! compares them by searches, and `steps` answers with the one nearest to an even game, or the best for a
//! side. A [`Decision`] is about a position, as protocols ask; [`choose`] answers the questions of a
//! [`Dialogue`](crate::opening::Dialogue) by the same steps. Imports: `search` and below. Used by: `analyst`,
//! `engine`, the workbench and the board in the browser.

mod answer;
mod candidates;
mod context;
mod decide;
mod dialogue;
mod steps;
mod successive_halving;

pub(crate) use answer::MAX_FIFTHS;
pub use answer::{Answer, Decision};
pub use context::DecisionContext;
pub use dialogue::{answer_question, choose, plain_choice};
