//! Several threads on one position (lazy SMP): all search the same tree and help each other through the shared table.

use std::sync::atomic::Ordering;

use super::Reporter;
use super::worker::{Knowledge, Shared, Worker};
use crate::position::Position;

/// Stack of a helper: the search recurses once per ply, with the moves of each on the stack.
const STACK_BYTES: usize = 32 << 20;

/// Runs the main search on this thread and one helper on each further piece of knowledge. With one piece
/// the search is deterministic.
///
/// `deepen` is the work of each thread. It is told at which depth to begin, so that helpers start at another than the
/// main thread, and whom to report to: the main thread alone reports. Its result is what comes back.
pub(super) fn search<R>(
    main: &mut Worker<'_>,
    helpers: &mut [Knowledge],
    reporter: &mut dyn Reporter,
    deepen: impl Fn(&mut Worker<'_>, u32, Option<&mut dyn Reporter>) -> R + Sync,
) -> R {
    let shared: &Shared<'_> = main.shared;
    let position: Position = main.position.clone();
    std::thread::scope(|scope| {
        for (i, knowledge) in helpers.iter_mut().enumerate() {
            let worker = Worker::new(position.clone(), main.evaluator.clone(), shared, knowledge);
            // Helpers that alternate between depths search ahead of the main thread instead of beside it.
            let skip = 1 + i as u32 % 3;
            let deepen = &deepen;
            let builder = std::thread::Builder::new().name("helper".to_owned()).stack_size(STACK_BYTES);
            // Without one of its helpers the search is slower, and right all the same.
            let _ = builder.spawn_scoped(scope, move || {
                let mut worker = worker;
                deepen(&mut worker, skip, None);
            });
        }
        let result = deepen(main, 0, Some(reporter));
        shared.finished.store(true, Ordering::Relaxed);
        result
    })
}
