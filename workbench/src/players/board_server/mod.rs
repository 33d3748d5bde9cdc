//! Serves the board for browsers on the loopback address, and the native engine to it.

mod native;
mod server;
mod site;

pub use server::BoardServer;
pub use site::Site;
