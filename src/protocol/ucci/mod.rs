//! UCCI 3.0, the Universal Chinese Chess Protocol, for gomoku and renju.
//!
//! The key idea: the interface owns the game. It sends a position before each search, the answer does not
//! change the board, and few commands apply while the engine thinks. Moves are named like `h8`, column
//! letters without a gap and rows from the bottom; a position is a FEN of `x`, `o`, `#` and run lengths. See
//! <http://www.xqbase.com/protocol/cchess_ucci.htm>. Imports: `engine` and below. Used by: `detect` and
//! `cli`.

mod command;
mod fen;
mod handler;
mod options;
mod reply;
mod search;

pub(super) use handler::ENTRY;
pub use handler::Ucci;
