//! Adam (Kingma and Ba 2014) over one list of parameters in groups.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::layout::Group;

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
const EPSILON: f32 = 1e-9;
/// Parameters per task of a thread.
const CHUNK: usize = 4096;

/// Running means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Adam {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    /// Initial parameters.
    pub(super) origin: Vec<f32>,
    pub(crate) steps: i32,
}

impl Adam {
    pub(crate) fn new(len: usize) -> Self {
        let zeros = vec![0.0; len];
        Self { first: zeros.clone(), second: zeros.clone(), origin: zeros, steps: 0 }
    }

    /// Makes a step with a learning rate. A quadratic penalty of weight `pull` draws the own rows of windows
    /// towards their initial values. It is part of the gradient, unlike the weight decay of `AdamW`.
    pub(crate) fn step(
        &mut self,
        groups: &[Group],
        parts: &mut [f32],
        gradient: &[f32],
        (rate, pull): (f32, f32),
    ) {
        self.steps += 1;
        let unbias = |moment: f32| 1.0 - moment.powi(self.steps);
        let (rate, second_unbias) = (rate / unbias(FIRST_MOMENT), unbias(SECOND_MOMENT));
        for group in groups {
            let range = group.range.clone();
            let pull = if group.is_own { pull } else { 0.0 };
            let lists =
                parts[range.clone()].par_chunks_mut(CHUNK).zip(gradient[range.clone()].par_chunks(CHUNK));
            let first = self.first[range.clone()].par_chunks_mut(CHUNK);
            let second = self.second[range.clone()].par_chunks_mut(CHUNK);
            let moments = first.zip(second).zip(self.origin[range].par_chunks(CHUNK));
            lists.zip(moments).for_each(|((parts, gradient), ((first, second), origin))| {
                for i in 0..parts.len() {
                    let slope = gradient[i] + pull * (parts[i] - origin[i]);
                    first[i] = FIRST_MOMENT * first[i] + (1.0 - FIRST_MOMENT) * slope;
                    second[i] = SECOND_MOMENT * second[i] + (1.0 - SECOND_MOMENT) * slope * slope;
                    let change = rate * first[i] / ((second[i] / second_unbias).sqrt() + EPSILON);
                    parts[i] = (parts[i] - change).clamp(-group.limit, group.limit);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_rows_are_pulled_to_what_they_began_as() {
        let group = |range, is_own| Group { name: "", range, limit: 9.0, spread: 0.0, is_own };
        let mut adam = Adam::new(3);
        adam.origin = vec![2.0; 3];
        let mut parts = [2.0, 1.0, 1.0];
        adam.step(&[group(0..2, true), group(2..3, false)], &mut parts, &[0.0; 3], (0.01, 1e-3));
        assert!(
            parts[0].to_bits() == 2.0f32.to_bits() && parts[2].to_bits() == 1.0f32.to_bits(),
            "{parts:?}"
        );
        assert!(parts[1] > 1.0, "{parts:?}");
    }
}
