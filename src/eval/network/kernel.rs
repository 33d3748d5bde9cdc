//! The inference kernels, written once and compiled for each instruction set.
//!
//! Integer arithmetic gives the same result on every instruction set. Only the layer products, which
//! compilers do not map to the multiply-add instructions, are specific to an instruction set
//! ([`Instructions`]); the scalar form is the reference.

use arrayvec::ArrayVec;

use super::features::PATTERN_SPAN;
use super::head::Head;
use super::layer::PairLayer;
use super::regions::{REGION_SPAN, REGIONS, region_kind};
use super::sums::{PatternChange, State};
use super::weights::{
    ACC_SCALE, HIDDEN, HIDDEN_SCALE, MAX_HIDDEN, MAX_REGION, MAX_TOTAL, PLACES, REGION_KINDS, ROW_SCALE,
    SUM_SCALE,
};
use crate::geometry::{MAX_AREA, SQUARE_SPAN, Square};

/// Shift from sums of cells to the input of the layers.
const SUM_SHIFT: u32 = (ROW_SCALE / SUM_SCALE).ilog2();
/// Shift from a layer's sum to its output.
const ACC_SHIFT: u32 = (ACC_SCALE / HIDDEN_SCALE).ilog2();
/// The regions beside the centre, corners first: each pair has the same layer.
const REGION_PAIRS: [[usize; 2]; 4] = [[0, 2], [6, 8], [1, 3], [5, 7]];
const CENTER_REGION: usize = 4;
/// Division by the number of corners, and of edges.
const FOUR_SHIFT: u32 = 2;

/// Operations specific to an instruction set.
pub(super) trait Instructions {
    /// Adds the products of inputs and weights to `acc`, two inputs at a time for the multiply-add
    /// instructions.
    fn accumulate<const N: usize>(
        acc: [i32; HIDDEN],
        pairs: &[[i16; 2 * HIDDEN]],
        input: &[i16; N],
    ) -> [i32; HIDDEN];

    /// [`accumulate`](Self::accumulate) for two inputs, which reads the weights once where there are
    /// registers enough.
    #[inline]
    fn accumulate_two<const N: usize>(
        acc: [i32; HIDDEN],
        pairs: &[[i16; 2 * HIDDEN]],
        inputs: &[[i16; N]; 2],
    ) -> [[i32; HIDDEN]; 2] {
        [Self::accumulate(acc, pairs, &inputs[0]), Self::accumulate(acc, pairs, &inputs[1])]
    }

    /// Appends for each square the products of its channels, which `cells` has for all squares, and the
    /// weights of each place, up to the capacity of `found`.
    fn project<const N: usize>(
        squares: &[Square],
        cells: &[[i16; N]; SQUARE_SPAN],
        places: &[[i16; N]; PLACES],
        found: &mut ArrayVec<LineContribution, MAX_AREA>,
    );
}

/// Contributions of a square to moves at places 1 to 4, then to the move on it, repeated to fill one vector.
pub(super) type LineContribution = [i32; 2 * (PLACES - 1)];

/// The scalar reference.
#[cfg(not(target_feature = "simd128"))]
pub(super) struct Scalar;

#[cfg(not(target_feature = "simd128"))]
impl Instructions for Scalar {
    fn accumulate<const N: usize>(
        mut acc: [i32; HIDDEN],
        pairs: &[[i16; 2 * HIDDEN]],
        input: &[i16; N],
    ) -> [i32; HIDDEN] {
        for (weights, x) in pairs.iter().zip(input.as_chunks::<2>().0) {
            let [first, second] = x.map(i32::from);
            for (sum, weight) in acc.iter_mut().zip(weights.as_chunks::<2>().0) {
                *sum += first * i32::from(weight[0]) + second * i32::from(weight[1]);
            }
        }
        acc
    }

    fn project<const N: usize>(
        squares: &[Square],
        cells: &[[i16; N]; SQUARE_SPAN],
        places: &[[i16; N]; PLACES],
        found: &mut ArrayVec<LineContribution, MAX_AREA>,
    ) {
        for square in squares.iter().take(found.remaining_capacity()) {
            let cell = &cells[square.index()];
            let mut contributions = [dot(cell, &places[0]); 2 * (PLACES - 1)];
            for place in 1..PLACES {
                contributions[place - 1] = dot(cell, &places[place]);
            }
            found.push(contributions);
        }
    }
}

/// Applies the log from index `first`: updates channels and region sums, and saves the old channels.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn apply<const C: usize>(table: &[i8], log: &[PatternChange], first: usize, state: &mut State) {
    // Arrays and masks instead of slices: bounds checks took almost a third of the time.
    let table: Option<&[[i8; C]; PATTERN_SPAN]> = table.as_chunks().0.first_chunk();
    let cells: Option<&mut [_; SQUARE_SPAN]> = state.cells.as_chunks_mut::<C>().0.first_chunk_mut();
    let sums: Option<&mut [_; REGION_SPAN]> = state.sums.as_chunks_mut::<C>().0.first_chunk_mut();
    let (Some(table), Some(cells), Some(sums)) = (table, cells, sums) else { return };
    let (old_cells, _) = state.old_cells.as_chunks_mut::<C>();
    for (change, old) in log[first..].iter().zip(&mut old_cells[first..]) {
        let new = channels(table, change.patterns);
        let region = state.regions[change.square.index()] as usize & (REGION_SPAN - 1);
        let before = cells[change.square.index()];
        let (mut cell, mut sum) = ([0; C], sums[region]);
        for i in 0..C {
            sum[i] += new[i] - i16::from(before[i]);
            cell[i] = new[i] as u8;
        }
        *old = before;
        cells[change.square.index()] = cell;
        sums[region] = sum;
    }
}

/// The clipped channels of a square: the sums of its patterns' rows.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn channels<const C: usize>(table: &[[i8; C]; PATTERN_SPAN], patterns: u64) -> [i16; C] {
    // Copies, since the compiler would check references for aliasing.
    let row = |direction: usize| table[(patterns >> (16 * direction)) as usize & (PATTERN_SPAN - 1)];
    let (a, b, c, d) = (row(0), row(1), row(2), row(3));
    let mut channels = [0; C];
    for i in 0..C {
        let total = i16::from(a[i]) + i16::from(b[i]) + i16::from(c[i]) + i16::from(d[i]);
        channels[i] = total.clamp(0, 255);
    }
    channels
}

/// Restores the channels saved from log index `first` on; no square may occur twice.
pub(super) fn restore<const C: usize>(log: &[PatternChange], first: usize, state: &mut State) {
    let (cells, _) = state.cells.as_chunks_mut::<C>();
    let (old_cells, _) = state.old_cells.as_chunks::<C>();
    for (change, old) in log[first..].iter().zip(&old_cells[first..]) {
        cells[change.square.index()] = *old;
    }
}

/// The logit of a win for the side of `head`, in units of `ACC_SCALE`.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn value<const C: usize, I: Instructions>(head: &Head, sums: &[i16], own_is_second: bool) -> i32 {
    let (sums, _) = sums.as_chunks::<C>();
    let Some(sums) = sums.first_chunk::<REGIONS>() else { return 0 };
    let mut total = [0i32; C];
    let mut input = |region: usize| {
        let sum = own_first(&sums[region], own_is_second);
        let mut input = [0i16; C];
        for i in 0..C {
            total[i] += i32::from(sum[i]);
            input[i] = (sum[i] >> SUM_SHIFT).min(MAX_REGION as i16);
        }
        input
    };
    let mut kinds = [[0i32; HIDDEN]; REGION_KINDS];
    for regions in REGION_PAIRS {
        let kind = region_kind(regions[0]);
        let inputs = [input(regions[0]), input(regions[1])];
        let layer = &head.regions[kind];
        let [first, second] = I::accumulate_two(layer.biases, &layer.pairs, &inputs);
        let (first, second) = (clipped(&first), clipped(&second));
        for i in 0..HIDDEN {
            kinds[kind][i] += i32::from(first[i]) + i32::from(second[i]);
        }
    }
    let center = hidden::<C, I>(&head.regions[2], &input(CENTER_REGION));
    kinds[2] = each(&center, i32::from);
    let total = each(&total, |sum| (sum >> SUM_SHIFT).min(MAX_TOTAL) as i16);
    let mut acc = I::accumulate(head.first.biases, &head.first.pairs, &total);
    for (kind, sums) in kinds.iter().enumerate() {
        let shift = if kind == 2 { 0 } else { FOUR_SHIFT };
        let mean = each(sums, |sum| (sum >> shift) as i16);
        acc = I::accumulate(acc, &head.first.pairs[C / 2 + kind * (HIDDEN / 2)..], &mean);
    }
    let second = hidden::<HIDDEN, I>(&head.second, &clipped(&acc));
    let products = second.iter().zip(&head.output).map(|(&x, &w)| i32::from(x) * i32::from(w));
    products.sum::<i32>() + head.output_bias
}

/// The dot product of a square's channels and weights.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
fn dot<const C: usize>(cell: &[i16; C], weights: &[i16; C]) -> i32 {
    let mut sum = 0;
    for i in 0..C {
        sum += i32::from(cell[i]) * i32::from(weights[i]);
    }
    sum
}

/// Swaps the halves if the side to move's is the second.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
fn own_first<const C: usize>(sum: &[i16; C], own_is_second: bool) -> [i16; C] {
    let offset = if own_is_second { C / 2 } else { 0 };
    let mut turned = [0; C];
    let (first, second) = turned.split_at_mut(C / 2);
    first.copy_from_slice(&sum[offset..offset + C / 2]);
    second.copy_from_slice(&sum[C / 2 - offset..C - offset]);
    turned
}

#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn hidden<const N: usize, I: Instructions>(layer: &PairLayer, input: &[i16; N]) -> [i16; HIDDEN] {
    clipped(&I::accumulate(layer.biases, &layer.pairs, input))
}

#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
fn clipped(acc: &[i32; HIDDEN]) -> [i16; HIDDEN] {
    each(acc, |sum| (sum >> ACC_SHIFT).clamp(0, MAX_HIDDEN) as i16)
}

/// Like the array's `map`, which is not always inlined and then not compiled for the instruction set.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn each<A: Copy, B: Copy + Default, const N: usize>(from: &[A; N], f: impl Fn(A) -> B) -> [B; N] {
    let mut to = [B::default(); N];
    for i in 0..N {
        to[i] = f(from[i]);
    }
    to
}
