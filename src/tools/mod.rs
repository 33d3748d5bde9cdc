//! What developers and analysts run: functions from options to a report on a given writer.
//!
//! Only `bench` is part of the brain too; the rest comes with the workbench. Tools that take long tell how far they are
//! ([`meter`]) and end with what they have when asked to ([`interrupt`]). Imports: `engine` and below. Used by:
//! `cli`.

#[cfg(feature = "workbench")]
pub mod analyze;
pub mod bench;
#[cfg(feature = "workbench")]
pub mod caption;
#[cfg(feature = "workbench")]
pub mod database;
#[cfg(feature = "workbench")]
pub mod drawing;
#[cfg(feature = "workbench")]
pub mod effort;
#[cfg(feature = "workbench")]
pub mod fastchess;
#[cfg(feature = "workbench")]
pub mod files;
#[cfg(feature = "workbench")]
pub mod games;
#[cfg(feature = "workbench")]
mod golden_section;
#[cfg(feature = "workbench")]
pub mod interrupt;
#[cfg(feature = "workbench")]
pub mod matches;
#[cfg(feature = "workbench")]
pub mod meter;
#[cfg(feature = "workbench")]
pub mod network;
#[cfg(feature = "workbench")]
pub mod opening;
#[cfg(feature = "workbench")]
pub mod review;
#[cfg(feature = "workbench")]
pub mod selfplay;
#[cfg(feature = "workbench")]
pub mod shard;
#[cfg(feature = "workbench")]
pub mod speedtest;
#[cfg(feature = "workbench")]
pub mod spsa;
#[cfg(feature = "workbench")]
pub mod tactics;
#[cfg(feature = "workbench")]
pub mod threats;
#[cfg(feature = "workbench")]
pub mod train;
#[cfg(feature = "workbench")]
pub mod tune;
