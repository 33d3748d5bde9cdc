//! The engine for a web worker: what a page needs to know about a position, its analysis, and game records.
//!
//! Everything is answered as JSON, squares by their names (`h8`). An error is one sentence. A position is given by its rule, its board and
//! its moves, so a worker that was ended and started again needs no history. `bindings` hands all of it to JavaScript.

mod analysis;
#[cfg(target_family = "wasm")]
pub mod bindings;
mod game;
mod position;
mod records;

pub use analysis::{Request, Thinker};
pub use game::Game;
pub use position::describe;
pub use records::{read, write};
