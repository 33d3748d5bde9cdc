//! Search threads in a browser: workers of the page that share the engine's memory.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};

use rayon_core::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::prelude::*;

/// Threads of the pool that wait for a worker to become them.
static WAITING: Mutex<VecDeque<ThreadBuilder>> = Mutex::new(VecDeque::new());
static ADDED: Condvar = Condvar::new();

/// Makes the pool, which the workers join with [`join_pool`]. A page makes one.
///
/// # Errors
/// A sentence if there is one already.
#[wasm_bindgen(js_name = makePool)]
pub fn make_pool(workers: usize) -> Result<(), String> {
    let queue = |thread| {
        WAITING.lock().unwrap_or_else(PoisonError::into_inner).push_back(thread);
        ADDED.notify_one();
        Ok(())
    };
    ThreadPoolBuilder::new()
        .num_threads(workers)
        .spawn_handler(queue)
        .build_global()
        .map_err(|error| error.to_string())
}

/// Makes this worker a thread of the pool; does not return.
#[wasm_bindgen(js_name = joinPool)]
pub fn join_pool() {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = loop {
        match waiting.pop_front() {
            Some(thread) => break thread,
            None => waiting = ADDED.wait(waiting).unwrap_or_else(PoisonError::into_inner),
        }
    };
    drop(waiting);
    thread.run();
}
