//! The tools of those who develop the engine. Imports: the library, the tools of players. Used by: `cli`.

pub mod bench;
pub mod fastchess;
pub mod golden_section;
pub mod gtp_regress;
pub mod learn;
pub mod matches;
pub mod network;
pub mod selfplay;
pub mod shard;
pub mod spsa;
pub mod train;
pub mod tune;
