//! RustGomo: a gomoku and renju engine.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod pattern;
pub mod position;
pub mod protocol;
#[cfg(feature = "workbench")]
pub mod record;
pub mod rules;
pub mod search;
pub mod threat;
pub mod tools;
