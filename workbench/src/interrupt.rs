//! The wish that long work end with what it has, as Ctrl-C expresses it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that anyone may raise and nobody lowers.
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
        // Relaxed: the flag stands alone, no other data is published through it.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
