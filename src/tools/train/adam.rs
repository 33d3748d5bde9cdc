//! `AdamW` (Kingma and Ba 2014; Loshchilov and Hutter 2017) over one list of parameters in groups.

use rayon::prelude::*;

use super::layout::Group;

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
const EPSILON: f32 = 1e-9;
/// Parameters that one thread takes at a time.
const CHUNK: usize = 4096;

/// Running means of the gradient and of its square, and the smoothed parameters.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) steps: i32,
}

impl Adam {
    pub(super) fn new(len: usize) -> Self {
        Self { first: vec![0.0; len], second: vec![0.0; len], steps: 0 }
    }

    /// Moves the parameters downhill by `rate`. The own rows of windows are pulled towards what they began as.
    pub(super) fn step(
        &mut self,
        groups: &[Group],
        parts: &mut [f32],
        gradient: &[f32],
        (rate, pull): (f32, f32),
    ) {
        self.steps += 1;
        let unbias = |moment: f32| 1.0 - moment.powi(self.steps);
        let (first_unbias, second_unbias) = (unbias(FIRST_MOMENT), unbias(SECOND_MOMENT));
        for group in groups {
            let range = group.range.clone();
            let pull = if group.is_own { pull } else { 0.0 };
            let rate = rate * group.rate / first_unbias;
            let lists =
                parts[range.clone()].par_chunks_mut(CHUNK).zip(gradient[range.clone()].par_chunks(CHUNK));
            let first = self.first[range.clone()].par_chunks_mut(CHUNK);
            let second = self.second[range].par_chunks_mut(CHUNK);
            lists.zip(first.zip(second)).for_each(|((parts, gradient), (first, second))| {
                for i in 0..parts.len() {
                    let slope = gradient[i] + pull * parts[i];
                    first[i] = FIRST_MOMENT * first[i] + (1.0 - FIRST_MOMENT) * slope;
                    second[i] = SECOND_MOMENT * second[i] + (1.0 - SECOND_MOMENT) * slope * slope;
                    let change = rate * first[i] / ((second[i] / second_unbias).sqrt() + EPSILON);
                    parts[i] = (parts[i] - change).clamp(-group.limit, group.limit);
                }
            });
        }
    }
}
