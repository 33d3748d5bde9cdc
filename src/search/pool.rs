//! Lazy SMP: all threads search the same root and share the transposition table.

use std::sync::atomic::Ordering;

use super::Reporter;
use super::worker::{Shared, ThreadTables, Worker};
use crate::position::Position;

/// Stack of a helper thread: the search recurses once per ply with the move list of each ply on the stack.
const STACK_BYTES: usize = 32 << 20;

/// Which iterations a thread skips, so that helpers are ahead of the main thread and fill the table for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Schedule {
    /// `stride` iterations are skipped, then as many are searched; 0 skips none.
    stride: u32,
    /// Offset in this alternation.
    phase: u32,
}

impl Schedule {
    /// The main thread searches every iteration.
    pub(super) const MAIN: Self = Self { stride: 0, phase: 0 };

    /// The schedule of the helper with this number, from 0: two of each stride, with opposite phases.
    pub(super) const fn of_helper(number: usize) -> Self {
        let number = number as u32;
        let stride = 1 + number / 2 % 4;
        Self { stride, phase: number % 2 * stride }
    }

    /// Whether the thread skips an iteration; never the first.
    pub(super) const fn skips(self, depth: u32) -> bool {
        depth > 1 && self.stride > 0 && (depth + self.phase) / self.stride % 2 == 1
    }
}

/// Runs `deepen` on this thread and on one helper thread for each of `helpers`, and returns all results, the
/// main thread's first. Only the main thread gets the reporter. Without helpers the search is deterministic.
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
            // A helper that cannot be started is left out.
            running.extend(spawned);
        }
        let mut results = vec![deepen(main, Schedule::MAIN, Some(reporter))];
        shared.finished.store(true, Ordering::Relaxed);
        // Propagate panics of helpers.
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
