//! RustGomo: a gomoku and renju engine.
