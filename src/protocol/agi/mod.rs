//! AGI, the Amoyman Gobang Interface, as drafted in 2016.
//!
//! The key idea: modelled on UCI, so the interface owns the game and the answer changes nothing. A point is a hexadecimal
//! row `0` to `E` from the top and a column `1` to `F`; points and keywords may stand without blanks between them, so a
//! line is read as tokens. `docs/user/protocols.md` says how the draft's gaps are read. Imports: `engine` and below.
//! Used by: `choice` and `cli`.

mod command;
mod handler;
mod losses;
mod reply;
mod rule;
mod token;

pub use command::recognises;
pub use handler::Agi;
