//! Threads that play or judge on their own: an argument that several tools share.

use clap::Args;

use super::values;

#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct ThreadArgs {
    /// Threads; 0 takes all cores.
    #[arg(long, default_value_t = 0, value_parser = values::threads)]
    threads: usize,
}

impl ThreadArgs {
    /// Number of threads, 0 for all cores.
    pub(in crate::cli) const fn count(self) -> usize {
        self.threads
    }
}
