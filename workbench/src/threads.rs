//! Threads for work that is done in parallel.

use std::io;

use rayon::{ThreadPool, ThreadPoolBuilder};

use rustgomo::search::STACK_BYTES;

/// Threads that can search; 0 for all cores.
pub fn pool(threads: usize) -> io::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    pool.map_err(|error| io::Error::other(format!("cannot start the threads: {error}")))
}
