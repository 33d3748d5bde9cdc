//! Interruption of long-running work, as by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shared flag that is never lowered.
///
/// # Examples
/// ```
/// use rustgomo_workbench::interrupt::Interrupt;
///
/// let interrupt = Interrupt::default();
/// let elsewhere = interrupt.clone();
/// elsewhere.raise();
/// assert!(interrupt.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Raises the flag.
    pub fn raise(&self) {
        // Relaxed: no other data is published through the flag.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
