//! RustGomo: a gomoku and renju engine.
//!
//! The library holds everything that the brain `pbrain-rustgomo` and the workbench `rustgomo` are made of. Whoever
//! wants to know about a position calls [`analyse`]; whoever wants a game partner makes an [`Engine`]; whoever wants
//! to know what is allowed asks the [`rules`] alone.
//!
//! A folder imports only from rows above its own; `tests/architecture` enforces it.
//!
//! | Row | Folders | What they know |
//! |--:|---|---|
//! | 0 | [`geometry`], [`files`] | squares, lines, directions, sets of squares, no stones; plain files, which are replaced in one step |
//! | 1 | [`board`] | stones on squares, their hash, their text; no rules |
//! | 2 | [`rules`] | what wins and what black may not play |
//! | 3 | [`pattern`], [`record`], [`opening`] | what a move makes of a line, in tables made from the rules; games and openings as data |
//! | 4 | [`position`] | the game as the search sees it, kept in step by play and undo |
//! | 5 | [`threat`], [`eval`] | forced wins, proved; everything else, estimated |
//! | 6 | [`search`], [`database`] | how deep, in what order, until when; analysed positions in a file |
//! | 7 | [`engine`] | the brain: requests in, events out, one stop flag for each job |
//! | 8 | [`protocol`], [`tools`] | managers and people; developers |
//! | 9 | [`cli`] | arguments to calls |

pub mod board;
pub mod cli;
pub mod database;
pub mod engine;
pub mod eval;
pub mod files;
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

pub use board::Board;
pub use engine::{Analysis, AnalysisLine, AnalysisOptions, Analyst, Engine, Limit, analyse, best_move};
pub use geometry::{BoardSize, Color, Square};
pub use position::Position;
pub use rules::Rule;
pub use search::StopHandle;

/// The examples of the README are compiled with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
