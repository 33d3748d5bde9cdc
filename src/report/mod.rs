//! What is known of a position, a proof, an analysis, a game and its end, in the form of all answers in JSON.
//!
//! The key idea: a fact is found and named once, and text, pictures, pages and JSON take it from here.
//! Squares have names such as `h8`, times are seconds, and a [`Score`](crate::eval::Score) has its win rate
//! and its plies to the end. `docs/user/schema.json` describes the answers. Imports: `analyst` and below.
//! Used by: the workbench, the board in the browser, Python.

mod analysis;
mod end;
mod game;
mod mark;
mod position;
mod proof;
mod proof_step;
mod threat;
mod versioned;

pub use analysis::{AnalysisReport, LineReport};
pub use end::EndReport;
pub use game::{GamePosition, GameReport, MarkCounts, MoveReport, SearchedPosition};
pub use mark::MoveMark;
pub use position::{ForbiddenPoint, PositionReport};
pub use proof::{ProofReport, Turn};
pub use proof_step::ProofStep;
pub use threat::{Threat, ThreatReport, threats};
pub use versioned::Versioned;
