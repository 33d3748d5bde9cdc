//! Several threads on one position (lazy SMP): all search the same tree and help each other through the shared table.

use std::sync::atomic::Ordering;

use super::worker::{Knowledge, Shared, Worker};
use super::{Progress, Reporter};
use crate::geometry::Square;
use crate::position::Position;

/// Stack of a helper: the search recurses once per ply, with the moves of each on the stack.
const STACK_BYTES: usize = 32 << 20;

/// Runs the main search on this thread and one helper on each further piece of knowledge. With one piece
/// the search is deterministic.
pub(super) fn search(
    mut main: Worker<'_>,
    helpers: &mut [Knowledge],
    moves: &[Square],
    reporter: &mut dyn Reporter,
) -> Progress {
    let shared: &Shared<'_> = main.shared;
    let position: Position = main.position.clone();
    std::thread::scope(|scope| {
        for (i, knowledge) in helpers.iter_mut().enumerate() {
            let worker = Worker::new(position.clone(), main.evaluator.clone(), shared, knowledge);
            // Helpers that alternate between depths search ahead of the main thread instead of beside it.
            let skip = 1 + i as u32 % 3;
            let moves = moves.to_vec();
            let builder = std::thread::Builder::new().name("helper".to_owned()).stack_size(STACK_BYTES);
            // Without one of its helpers the search is slower, and right all the same.
            let _ = builder.spawn_scoped(scope, move || {
                let mut worker = worker;
                worker.deepen(moves, skip, None);
            });
        }
        let mut progress = main.deepen(moves.to_vec(), 0, Some(reporter));
        shared.finished.store(true, Ordering::Relaxed);
        progress.nodes = main.publish_nodes();
        progress.vcf_moves = shared.vcf_moves.load(Ordering::Relaxed);
        progress
    })
}
