//! RustGomo: a gomoku and renju engine.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod opening;
pub mod pattern;
pub mod position;
pub mod protocol;
pub mod record;
pub mod rules;
pub mod search;
pub mod threat;
pub mod tools;
