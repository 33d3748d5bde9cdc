//! RustGomo: a gomoku and renju engine.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod protocol;
pub mod rules;
pub mod search;
#[cfg(feature = "workbench")]
pub mod tools;
