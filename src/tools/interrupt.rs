//! Ctrl-C: the first one asks long work to end with what it has, the second one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that anyone may raise and nobody lowers.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A flag that Ctrl-C raises. If the handler cannot be installed, Ctrl-C ends the process as it always does.
    pub fn on_ctrl_c() -> Self {
        let interrupt = Self::default();
        let raised = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            if raised.is_raised() {
                // 128 + the number of SIGINT, what shells report for it.
                std::process::exit(130);
            }
            raised.raise();
        });
        interrupt
    }

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
