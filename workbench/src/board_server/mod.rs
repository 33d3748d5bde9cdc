//! Serves the board for browsers on the loopback address, and the native engine to it.

mod native;
mod server;
mod site;

pub use server::{BoardServer, BoardServerError};
pub use site::Site;
