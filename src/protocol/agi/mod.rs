//! AGI, the Amoyman Gobang Interface, as drafted in 2016.
//!
//! The key idea: modelled on UCI, so the interface owns the game and an answer does not change the board. A
//! point is a hexadecimal row `0` to `E` from the top and a column `1` to `F`; blanks between points and
//! keywords are optional, so a line is read as tokens. `docs/user/protocols.md` says how gaps of the draft
//! are filled. Imports: `engine` and below. Used by: `detect` and `cli`.

mod command;
mod handler;
mod losses;
mod reply;
mod rule;
mod token;

pub use handler::Agi;
pub(super) use handler::ENTRY;
