//! RustGomo: a gomoku and renju engine.

pub mod board;
pub mod eval;
pub mod geometry;
pub mod pattern;
pub mod position;
pub mod rules;
pub mod search;
pub mod threat;
pub mod tools;
