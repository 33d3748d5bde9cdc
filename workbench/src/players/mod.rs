//! The tools of players and analysts. Imports: the library. Used by: `cli`, the tools of developers.

pub mod analyze;
pub mod board_server;
pub mod caption;
pub mod database;
pub mod drawing;
pub mod games;
pub mod opening;
pub mod opening_report;
pub mod review;
pub mod tactics;
