//! RustGomo: a gomoku and renju engine.

pub mod board;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod rules;
pub mod search;
