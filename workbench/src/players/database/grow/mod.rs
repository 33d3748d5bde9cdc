//! Growth of a database by many searches, best first.
//!
//! The position whose search promises most is found by drop-out expansion (T. R. Lincke, Strategies for the
//! Automatic Construction of Opening Books, 2001): a move costs one ply and its distance to the best move,
//! and the position with the cheapest way from the root is searched next. A search adds the best moves of a
//! position, or, for another ply, the next best ones. Values are backed up as minimax, and everything that a
//! search changes is one durable transaction.

mod node;
mod report;
mod tree;
mod workers;

pub use workers::{GrowOptions, SearchedPosition, grow};
