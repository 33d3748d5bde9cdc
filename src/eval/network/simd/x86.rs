//! The kernels for x86-64.
#![expect(unsafe_code, reason = "calls of functions for instructions that not every machine has")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_permute2x128_si256,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm512_add_epi32, _mm512_madd_epi16, _mm512_set1_epi32,
};

use arrayvec::ArrayVec;

use crate::eval::network::head::Head;
use crate::eval::network::kernel::{self, Instructions, LineContribution};
use crate::eval::network::policy::{Policy, PolicyInput};
use crate::eval::network::policy_kernel;
use crate::eval::network::sums::{PatternChange, State};
use crate::eval::network::weights::{HIDDEN, PLACES};
use crate::geometry::{MAX_AREA, SQUARE_SPAN, Square};

/// AVX2.
struct Avx2;

/// AVX-512.
struct Avx512;

/// Implements [`Instructions`] for an instruction set, given its vector type and intrinsics.
macro_rules! accumulate_with {
    ($features:literal, $set:ty, $inner:ident, $two:ident, $vector:ty, $splat:ident, $madd:ident, $add:ident) => {
        #[target_feature(enable = $features)]
        #[inline]
        fn $inner<const N: usize>(
            acc: [i32; HIDDEN],
            pairs: &[[i16; 2 * HIDDEN]],
            input: &[i16; N],
        ) -> [i32; HIDDEN] {
            const VECTORS: usize = size_of::<[i32; HIDDEN]>() / size_of::<$vector>();
            let mut sums: [$vector; VECTORS] = bytemuck::cast(acc);
            for (weights, &x) in pairs.iter().zip(input.as_chunks::<2>().0) {
                let weights: [$vector; VECTORS] = bytemuck::cast(*weights);
                let x = $splat(bytemuck::cast(x));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = $add(*sum, $madd(weights, x));
                }
            }
            bytemuck::cast(sums)
        }

        #[target_feature(enable = $features)]
        #[inline]
        fn $two<const N: usize>(
            acc: [i32; HIDDEN],
            pairs: &[[i16; 2 * HIDDEN]],
            inputs: &[[i16; N]; 2],
        ) -> [[i32; HIDDEN]; 2] {
            const VECTORS: usize = size_of::<[i32; HIDDEN]>() / size_of::<$vector>();
            let mut first: [$vector; VECTORS] = bytemuck::cast(acc);
            let mut second = first;
            let [one, other] = inputs.each_ref().map(|input| input.as_chunks::<2>().0);
            for ((weights, &x), &y) in pairs.iter().zip(one).zip(other) {
                let weights: [$vector; VECTORS] = bytemuck::cast(*weights);
                let (x, y) = ($splat(bytemuck::cast(x)), $splat(bytemuck::cast(y)));
                for i in 0..VECTORS {
                    first[i] = $add(first[i], $madd(weights[i], x));
                    second[i] = $add(second[i], $madd(weights[i], y));
                }
            }
            [bytemuck::cast(first), bytemuck::cast(second)]
        }

        impl Instructions for $set {
            #[inline]
            fn accumulate<const N: usize>(
                acc: [i32; HIDDEN],
                pairs: &[[i16; 2 * HIDDEN]],
                input: &[i16; N],
            ) -> [i32; HIDDEN] {
                // SAFETY: only the kernels below name this type, and they run on machines that have the
                // instructions.
                unsafe { $inner::<N>(acc, pairs, input) }
            }

            #[inline]
            fn accumulate_two<const N: usize>(
                acc: [i32; HIDDEN],
                pairs: &[[i16; 2 * HIDDEN]],
                inputs: &[[i16; N]; 2],
            ) -> [[i32; HIDDEN]; 2] {
                // SAFETY: as above.
                unsafe { $two::<N>(acc, pairs, inputs) }
            }

            #[inline]
            fn project<const N: usize>(
                squares: &[Square],
                cells: &[[i16; N]; SQUARE_SPAN],
                places: &[[i16; N]; PLACES],
                found: &mut ArrayVec<LineContribution, MAX_AREA>,
            ) {
                // SAFETY: as above; machines with 512 bits have 256 bits too.
                unsafe { project_avx2::<N>(squares, cells, places, found) }
            }
        }
    };
}

/// [`Instructions::project`] for both instruction sets.
#[target_feature(enable = "avx2")]
fn project_avx2<const N: usize>(
    squares: &[Square],
    cells: &[[i16; N]; SQUARE_SPAN],
    places: &[[i16; N]; PLACES],
    found: &mut ArrayVec<LineContribution, MAX_AREA>,
) {
    const WORDS: usize = size_of::<__m256i>() / size_of::<i16>();
    for square in squares.iter().take(found.remaining_capacity()) {
        let cell = &cells[square.index()];
        let mut sums = [_mm256_setzero_si256(); PLACES];
        for (part, &x) in cell.as_chunks::<WORDS>().0.iter().enumerate() {
            for (sum, weights) in sums.iter_mut().zip(places) {
                let weights = weights.as_chunks::<WORDS>().0[part];
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(bytemuck::cast(weights), bytemuck::cast(x)));
            }
        }
        let [own, one, two, three, four] = sums;
        // Horizontal sums: eight numbers become four, two and, by adding the halves, one.
        let lines = _mm256_hadd_epi32(_mm256_hadd_epi32(one, two), _mm256_hadd_epi32(three, four));
        let own = _mm256_hadd_epi32(own, own);
        let own = _mm256_hadd_epi32(own, own);
        let (low, high) =
            (_mm256_permute2x128_si256::<0x20>(lines, own), _mm256_permute2x128_si256::<0x31>(lines, own));
        found.push(bytemuck::cast(_mm256_add_epi32(low, high)));
    }
}

accumulate_with!(
    "avx2",
    Avx2,
    accumulate_avx2,
    accumulate_two_avx2,
    __m256i,
    _mm256_set1_epi32,
    _mm256_madd_epi16,
    _mm256_add_epi32
);
accumulate_with!(
    "avx512f,avx512bw",
    Avx512,
    accumulate_avx512,
    accumulate_two_avx512,
    __m512i,
    _mm512_set1_epi32,
    _mm512_madd_epi16,
    _mm512_add_epi32
);

/// Compiles a kernel for an instruction set and defines a safe function that calls it.
macro_rules! kernel_with {
    ($features:literal, $outer:ident, $inner:ident, $kernel:path, ($($name:ident: $type:ty),+) $(-> $result:ty)?) => {
        #[target_feature(enable = $features)]
        fn $inner<const C: usize>($($name: $type),+) $(-> $result)? {
            $kernel($($name),+)
        }

        #[inline]
        pub(in crate::eval::network) fn $outer<const C: usize>($($name: $type),+) $(-> $result)? {
            // SAFETY: only called for a `InstructionSet` that `InstructionSet::is_available` has found on
            // this machine (`Model::new` and `Model::for_instruction_set` make no others).
            unsafe { $inner::<C>($($name),+) }
        }
    };
}

kernel_with!("avx2,bmi2", apply_avx2, apply_with_avx2, kernel::apply::<C>,
    (table: &[i8], log: &[PatternChange], first: usize, state: &mut State));
kernel_with!("avx2,bmi2", value_avx2, value_with_avx2, kernel::value::<C, Avx2>,
    (head: &Head, sums: &[i16], own_is_second: bool) -> i32);
kernel_with!("avx2,bmi2,avx512f,avx512bw,avx512vl", apply_avx512, apply_with_avx512, kernel::apply::<C>,
    (table: &[i8], log: &[PatternChange], first: usize, state: &mut State));
kernel_with!("avx2,bmi2,avx512f,avx512bw,avx512vl", value_avx512, value_with_avx512, kernel::value::<C, Avx512>,
    (head: &Head, sums: &[i16], own_is_second: bool) -> i32);
kernel_with!("avx2,bmi2", policy_avx2, policy_with_avx2, policy_kernel::policy::<C, Avx2>,
    (policy: &Policy, input: &PolicyInput, known: &mut [i16], logits: &mut [i32]));
kernel_with!("avx2,bmi2,avx512f,avx512bw,avx512vl", policy_avx512, policy_with_avx512, policy_kernel::policy::<C, Avx512>,
    (policy: &Policy, input: &PolicyInput, known: &mut [i16], logits: &mut [i32]));
