//! Learning from nothing, day and night: games of self-play, training, a judgement, a match, and again.
//!
//! [`learn`] puts the tools of this workbench in sequence. A [`Generation`] is one turn of the loop for one
//! rule; each of its steps can be killed at any moment, and the same call goes on behind the last step that
//! the [`State`] names: games, epochs and games of the match that were finished are kept by the tools
//! themselves.

mod folder;
mod options;
mod report;
mod run;
mod state;
mod steps;

pub use folder::Folder;
pub use options::LearnOptions;
pub use report::{page, rows};
pub use run::learn;
pub use state::{CLASSICAL, Generation, Learned, MatchResult, Outcome, State};
pub use steps::LearnJob;
