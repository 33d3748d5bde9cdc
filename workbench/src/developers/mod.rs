//! The tools of those who develop the engine. Imports: the library, the tools of players. Used by: `cli`.

pub(crate) mod bench;
pub(crate) mod fastchess;
pub(crate) mod golden_section;
pub(crate) mod gtp_regress;
pub(crate) mod learn;
pub mod matches;
pub(crate) mod network;
pub(crate) mod selfplay;
pub(crate) mod shard;
pub(crate) mod spsa;
pub(crate) mod train;
