//! What developers and analysts run: functions from options to a report on a given writer.
//!
//! Only `bench` is part of the brain too. Imports: `engine` and below. Used by: `cli`.

pub mod bench;
#[cfg(feature = "workbench")]
pub mod matches;
pub mod selfplay;
#[cfg(feature = "workbench")]
pub mod tune;
