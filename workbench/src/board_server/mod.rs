//! Serves the board for browsers, a folder of files, on the loopback address, and the native engine to it.

mod native;
mod server;

pub use server::{BoardServer, BoardServerError, find_site};
