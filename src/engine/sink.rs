//! Where the engine's threads leave their events.

use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

use super::Event;

/// The place for events, shared by the search thread and those that work on files.
#[derive(Clone)]
pub(super) struct Sink(Arc<Mutex<dyn FnMut(Event) + Send>>);

impl Sink {
    /// A place that hands every event to `take`.
    pub(super) fn new(take: impl FnMut(Event) + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(take)))
    }

    /// Leaves an event.
    pub(super) fn send(&self, event: Event) {
        (*self.0.lock())(event);
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sink")
    }
}
