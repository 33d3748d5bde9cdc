//! Several threads on one position (lazy SMP): all search the same tree and help each other through the shared table.

use std::sync::atomic::Ordering;

use super::Reporter;
use super::worker::{Shared, ThreadTables, Worker};
use crate::position::Position;

/// Stack of a helper: the search recurses once per ply, with the moves of each on the stack.
const STACK_BYTES: usize = 32 << 20;

/// Which iterations a thread leaves to others. Threads that were all at the same depth would do the same work; a helper
/// that leaves some out is ahead of the main thread and fills the table for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Schedule {
    /// So many iterations are left out, then as many are searched; 0 leaves out none.
    stride: u32,
    /// Where in this alternation the thread begins.
    phase: u32,
}

impl Schedule {
    /// The main thread searches every iteration.
    pub(super) const MAIN: Self = Self { stride: 0, phase: 0 };

    /// The schedule of a helper with this number, from 0: two with every stride's length, beginning opposite to each other.
    pub(super) const fn of_helper(number: usize) -> Self {
        let number = number as u32;
        let stride = 1 + number / 2 % 4;
        Self { stride, phase: number % 2 * stride }
    }

    /// Whether the thread leaves out an iteration; never the first, without which it would know nothing.
    pub(super) const fn skips(self, depth: u32) -> bool {
        depth > 1 && self.stride > 0 && (depth + self.phase) / self.stride % 2 == 1
    }
}

/// Runs the main search on this thread and one helper for each further set of tables. With one set
/// the search is deterministic.
///
/// `deepen` is the work of each thread. It is told its schedule and whom to report to: the main thread alone reports. Its
/// results come back, the main thread's first.
pub(super) fn search<R: Send>(
    main: &mut Worker<'_>,
    helpers: &mut [ThreadTables],
    reporter: &mut dyn Reporter,
    deepen: impl Fn(&mut Worker<'_>, Schedule, Option<&mut dyn Reporter>) -> R + Sync,
) -> Vec<R> {
    let shared: &Shared<'_> = main.shared;
    let position: Position = main.position.clone();
    std::thread::scope(|scope| {
        let mut running = Vec::new();
        for (number, tables) in helpers.iter_mut().enumerate() {
            let worker = Worker::new(position.clone(), main.evaluator.clone(), shared, tables);
            let deepen = &deepen;
            let builder = std::thread::Builder::new().name("helper".to_owned()).stack_size(STACK_BYTES);
            let spawned = builder.spawn_scoped(scope, move || {
                let mut worker = worker;
                deepen(&mut worker, Schedule::of_helper(number), None)
            });
            // Without one of its helpers the search is slower, and right all the same.
            running.extend(spawned);
        }
        let mut results = vec![deepen(main, Schedule::MAIN, Some(reporter))];
        shared.finished.store(true, Ordering::Relaxed);
        // The panic of a helper is the search's, as it is with one thread.
        results.extend(running.into_iter().map(|helper| match helper.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_share_out_the_iterations_and_the_main_thread_searches_all() {
        let depths = |schedule: Schedule| -> Vec<u32> { (1..=8).filter(|&d| !schedule.skips(d)).collect() };
        assert_eq!(depths(Schedule::MAIN), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(depths(Schedule::of_helper(0)), [1, 2, 4, 6, 8]);
        assert_eq!(depths(Schedule::of_helper(1)), [1, 3, 5, 7]);
        assert_eq!(depths(Schedule::of_helper(2)), [1, 4, 5, 8]);
        assert_eq!(depths(Schedule::of_helper(3)), [1, 2, 3, 6, 7]);
    }
}
