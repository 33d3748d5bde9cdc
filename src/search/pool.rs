//! Lazy SMP: all threads search the same root and share the transposition table.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Reporter;
use super::worker::{ThreadTables, Worker};

/// Stack that a thread needs for a search, which recurses once per ply with the move list of each ply on the
/// stack. Its frames are large in unoptimised builds; pages are committed when touched.
pub const STACK_BYTES: usize = 32 << 20;

/// Most search threads.
pub const MAX_THREADS: usize = 64;

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
    let (shared, lost_moves) = (main.shared, main.lost_moves);
    // A copy takes as long as several nodes.
    let workspace = (!helpers.is_empty()).then(|| main.workspace());
    let workers = helpers.iter_mut().enumerate().filter_map(|(number, tables)| {
        let mut worker = Worker::new(workspace.clone()?, shared, tables);
        worker.lost_moves = lost_moves;
        Some((Schedule::of_helper(number), worker))
    });
    let helpers = workers.map(|(schedule, mut worker)| {
        let deepen = &deepen;
        move || deepen(&mut worker, schedule, None)
    });
    run_beside(helpers, || {
        let _end = End(&shared.finished);
        deepen(main, Schedule::MAIN, Some(reporter))
    })
}

/// Ends the helpers with the main thread, also if that panics.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `main` on this thread and each of the others on one of its own, and returns all results, that of
/// `main` first. What cannot be started is left out. Panics are passed on.
#[cfg(not(all(target_family = "wasm", target_feature = "atomics")))]
fn run_beside<R: Send>(
    others: impl Iterator<Item = impl FnOnce() -> R + Send>,
    main: impl FnOnce() -> R,
) -> Vec<R> {
    std::thread::scope(|scope| {
        let mut running = Vec::new();
        for other in others {
            let builder = std::thread::Builder::new().name("helper".to_owned()).stack_size(STACK_BYTES);
            running.extend(builder.spawn_scoped(scope, other));
        }
        let mut results = vec![main()];
        results.extend(running.into_iter().map(|helper| match helper.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results
    })
}

/// The same in a browser: on the workers of a pool that the page has started.
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
fn run_beside<R: Send>(
    others: impl Iterator<Item = impl FnOnce() -> R + Send>,
    main: impl FnOnce() -> R,
) -> Vec<R> {
    let others: Vec<_> = others.collect();
    let mut results: Vec<Option<R>> = others.iter().map(|_| None).collect();
    let first = rayon_core::in_place_scope(|scope| {
        for (other, result) in others.into_iter().zip(&mut results) {
            scope.spawn(move |_| *result = Some(other()));
        }
        main()
    });
    std::iter::once(first).chain(results.into_iter().flatten()).collect()
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::board::Board;
    use crate::geometry::BoardSize;
    use crate::rules::Rule;
    use crate::search::{Limits, Progress, Searcher};
    use crate::stop::StopHandle;

    #[test]
    fn helpers_end_with_a_main_thread_that_panics() {
        struct Panics;
        impl Reporter for Panics {
            fn iteration(&mut self, progress: &Progress) {
                assert!(progress.depth < 3, "enough");
            }
        }
        let mut searcher = Searcher::new(1 << 20);
        searcher.set_threads(2);
        let mut search = || {
            let board = Board::new(BoardSize::default());
            searcher.search(&board, Rule::Freestyle, &Limits::default(), &StopHandle::new(), &mut Panics)
        };
        assert!(catch_unwind(AssertUnwindSafe(&mut search)).is_err());
    }

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
