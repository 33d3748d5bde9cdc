//! The engine for a web worker: what a page needs to know about a position, its analysis, and game records.
//!
//! Results are JSON in the form of `rustgomo::report`; errors are one sentence for the user. A position is
//! given by its rule, its board and its moves, so a restarted worker needs no history. `bindings` exports all
//! of it to JavaScript.

mod analysis;
#[cfg(target_family = "wasm")]
pub mod bindings;
mod book;
mod file;
mod game;
mod opening;
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub mod pool;
mod position;
mod proof;
mod question;
mod records;
#[cfg(not(target_family = "wasm"))]
mod report_page;
mod review;
mod tree;

pub use analysis::{Analyser, Request, Running};
pub use book::Book;
pub use file::read_tree;
pub use game::Game;
pub use opening::{Effort, describe_opening, read_opening};
pub use position::describe;
pub use question::Question;
pub use records::{lost_from, write_tree};
#[cfg(not(target_family = "wasm"))]
pub use report_page::ReportPage;
pub use review::review;
