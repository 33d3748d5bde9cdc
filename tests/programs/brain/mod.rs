//! The real executable: what a transcript cannot say. Raw bytes, limits on time, commands in the middle of a
//! search, closed pipes, stopped processes. A name begins with the row of the table in
//! `tests/data/protocol/gomocup` that it covers. Limits are ten times the protocol's where a machine under
//! test load could miss them; what a test protects is that the brain reacts at all rather than thinking on.

mod clock;
mod input;
mod interrupt;
mod lifecycle;
#[cfg(target_os = "linux")]
mod memory;
mod nbest;
mod networks;
mod pondering;
mod positions;
mod yixin;
