//! The tools of players and analysts. Imports: the library. Used by: `cli`, the tools of developers.

pub(crate) mod analyze;
pub(crate) mod board_server;
pub(crate) mod caption;
pub(crate) mod database;
pub(crate) mod drawing;
pub(crate) mod games;
pub(crate) mod opening;
pub(crate) mod opening_report;
pub(crate) mod review;
pub(crate) mod tactics;
