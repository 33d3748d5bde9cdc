//! RustGomo: a gomoku and renju engine.
//!
//! The library that the brain `pbrain-rustgomo` and the workbench `rustgomo` are made of. [`analyse`] judges
//! a position, an [`Engine`] is an opponent, and [`rules`] says what is allowed.
//!
//! `cli`, `decision`, `entries`, `files`, `protocol`, `eval::network` and other parts that are public but not
//! in this documentation belong to the tools of this project: they change without notice.
//!
//! A folder imports only from rows with a smaller number; `tests/architecture` enforces it.
//!
//! | Row | Folders | What they know |
//! |--:|---|---|
//! | 0 | [`clock`], `files`, [`geometry`] | the time; plain files, which are replaced in one step; squares, lines, directions, sets of squares, no stones |
//! | 1 | [`board`], `stop` | stones on squares, their hash, their text; no rules; [`StopHandle`] |
//! | 2 | [`rules`] | what wins and what black may not play |
//! | 3 | [`pattern`], [`record`], [`opening`] | what a move makes of a line, in tables made from the rules; games and openings as data |
//! | 4 | [`position`] | the game as the search sees it, kept in step by play and undo |
//! | 5 | [`threat`], [`eval`] | forced wins, proved; everything else, estimated |
//! | 6 | [`search`], `entries` | how deep, in what order, until when; what is known of a position, and its text |
//! | 7 | `decision`, [`database`] | what to answer in an opening; analysed positions in a file |
//! | 8 | [`analyst`], [`engine`] | one call for one question; the brain: requests in, events out, one stop flag for each job |
//! | 9 | `protocol`, `report` | managers and people; what is known, for readers of JSON (feature `serde`) |
//! | 10 | `cli` | arguments to calls |

#![cfg_attr(
    not(feature = "protocols"),
    allow(dead_code, unused_imports, reason = "what the protocols alone need")
)]

pub mod analyst;
pub mod board;
#[cfg(feature = "protocols")]
#[doc(hidden)]
pub mod cli;
pub mod clock;
#[cfg(feature = "database")]
pub mod database;
#[doc(hidden)]
pub mod decision;
#[cfg(feature = "protocols")]
pub mod engine;
#[doc(hidden)]
pub mod entries;
pub mod eval;
#[doc(hidden)]
pub mod files;
pub mod geometry;
pub mod opening;
pub mod pattern;
pub mod position;
#[cfg(feature = "protocols")]
#[doc(hidden)]
pub mod protocol;
pub mod record;
#[cfg(feature = "serde")]
pub mod report;
pub mod rules;
pub mod search;
mod stop;
pub mod threat;

pub use analyst::{Analysis, AnalysisLine, Analyst, analyse, best_move};
pub use board::Board;
#[cfg(feature = "protocols")]
pub use engine::Engine;
pub use geometry::{BoardSize, Color, Square};
pub use position::Position;
pub use rules::Rule;
pub use search::{Limits, NodeCounter};
pub use stop::StopHandle;

/// The examples of the README are compiled with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
