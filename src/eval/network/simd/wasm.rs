//! The kernels' vector operations for WebAssembly, whose 128-bit instructions are chosen when it is compiled.

use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_shuffle, i32x4_splat, v128};

use arrayvec::ArrayVec;

use crate::eval::network::kernel::{Instructions, LineContribution};
use crate::eval::network::weights::{HIDDEN, PLACES};
use crate::geometry::{MAX_AREA, SQUARE_SPAN, Square};

/// 128-bit vectors.
pub(super) struct Simd128;

impl Instructions for Simd128 {
    #[inline]
    fn accumulate<const N: usize>(
        acc: [i32; HIDDEN],
        pairs: &[[i16; 2 * HIDDEN]],
        input: &[i16; N],
    ) -> [i32; HIDDEN] {
        const VECTORS: usize = size_of::<[i32; HIDDEN]>() / size_of::<v128>();
        let mut sums: [v128; VECTORS] = bytemuck::cast(acc);
        for (weights, &x) in pairs.iter().zip(input.as_chunks::<2>().0) {
            let weights: [v128; VECTORS] = bytemuck::cast(*weights);
            let x = i32x4_splat(bytemuck::cast(x));
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(weights, x));
            }
        }
        bytemuck::cast(sums)
    }

    #[inline]
    fn project<const N: usize>(
        squares: &[Square],
        cells: &[[i16; N]; SQUARE_SPAN],
        places: &[[i16; N]; PLACES],
        found: &mut ArrayVec<LineContribution, MAX_AREA>,
    ) {
        const WORDS: usize = size_of::<v128>() / size_of::<i16>();
        for square in squares.iter().take(found.remaining_capacity()) {
            let cell = &cells[square.index()];
            let mut sums = [i32x4_splat(0); PLACES];
            for (part, &x) in cell.as_chunks::<WORDS>().0.iter().enumerate() {
                for (sum, weights) in sums.iter_mut().zip(places) {
                    let weights = weights.as_chunks::<WORDS>().0[part];
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(bytemuck::cast(weights), bytemuck::cast(x)));
                }
            }
            let [own, one, two, three, four] = sums;
            // Horizontal sums: pairs of vectors become one with the sums of halves, twice.
            let lines = add_pairs(add_pairs(one, two), add_pairs(three, four));
            let own = add_pairs(own, own);
            found.push(bytemuck::cast([lines, add_pairs(own, own)]));
        }
    }
}

/// The sums of neighbours: two of `a`, then two of `b`.
#[inline]
fn add_pairs(a: v128, b: v128) -> v128 {
    i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(a, b), i32x4_shuffle::<1, 3, 5, 7>(a, b))
}
