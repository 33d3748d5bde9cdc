//! The arithmetic of the network, written once and compiled for each instruction set.
//!
//! All of it is integers without rounding that could differ, so every instruction set gives the same result. Only the
//! product of a layer's weights with its inputs, where compilers miss the one instruction that does it, is a function
//! of the instruction set ([`Instructions`]); its scalar form is the reference.

use super::accumulator::{Change, State};
use super::model::{Head, Model, PairLayer};
use super::policy::Policy;
use super::regions::{REGIONS, region_kind};
use super::weights::{
    ACC_SCALE, HIDDEN, HIDDEN_SCALE, MAX_HIDDEN, MAX_REGION, MAX_TOTAL, REGION_KINDS, ROW_SCALE, SUM_SCALE,
};

/// Bits by which a sum of cells is shifted before the layers read it.
const SUM_SHIFT: u32 = (ROW_SCALE / SUM_SCALE).ilog2();
/// Bits between a layer's sum and its output.
const ACC_SHIFT: u32 = (ACC_SCALE / HIDDEN_SCALE).ilog2();
/// Bits that divide by the number of corners, and of edges.
const FOUR_SHIFT: u32 = 2;

/// What an instruction set does in its own way.
pub(super) trait Instructions {
    /// Adds inputs times weights to the sums; two inputs at a time, which is what one instruction multiplies and adds.
    fn accumulate<const N: usize>(
        acc: [i32; HIDDEN],
        pairs: &[[i16; 2 * HIDDEN]],
        input: &[i16; N],
    ) -> [i32; HIDDEN];
}

/// Plain Rust.
pub(super) struct Scalar;

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
}

/// Brings the channels of the squares that were logged from a place on, and the sums over their regions, up to date, and
/// keeps the channels as they were.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn apply<const C: usize>(model: &Model, log: &[Change], first: usize, state: &mut State) {
    let (table, _) = model.table.as_chunks::<C>();
    let (cells, _) = state.cells.as_chunks_mut::<C>();
    let (sums, _) = state.sums.as_chunks_mut::<C>();
    let (old_cells, _) = state.old_cells.as_chunks_mut::<C>();
    for (change, old) in log.iter().zip(old_cells).skip(first) {
        let rows = change.numbers.map(|number| &table[number as usize]);
        let cell = &mut cells[change.square.index()];
        let sum = &mut sums[state.regions[change.square.index()] as usize];
        *old = *cell;
        for i in 0..C {
            let total: i16 = rows.iter().map(|row| i16::from(row[i])).sum();
            let new = total.clamp(0, 255) as u8;
            sum[i] += i16::from(new) - i16::from(cell[i]);
            cell[i] = new;
        }
    }
}

/// The logit of a win for the side that `head` belongs to, in units of `ACC_SCALE`.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn value<const C: usize, I: Instructions>(head: &Head, sums: &[i16], own_is_second: bool) -> i32 {
    let (sums, _) = sums.as_chunks::<C>();
    let mut total = [0i32; C];
    let mut kinds = [[0i32; HIDDEN]; REGION_KINDS];
    for (region, sum) in sums.iter().enumerate().take(REGIONS) {
        let sum = own_first(sum, own_is_second);
        let mut input = [0i16; C];
        for i in 0..C {
            total[i] += i32::from(sum[i]);
            input[i] = (sum[i] >> SUM_SHIFT).min(MAX_REGION as i16);
        }
        let kind = region_kind(region);
        let output = hidden::<C, I>(&head.regions[kind], &input);
        for i in 0..HIDDEN {
            kinds[kind][i] += i32::from(output[i]);
        }
    }
    let total = total.map(|sum| (sum >> SUM_SHIFT).min(MAX_TOTAL) as i16);
    let mut acc = I::accumulate(head.first.biases, &head.first.pairs, &total);
    for (kind, sums) in kinds.iter().enumerate() {
        let shift = if kind == 2 { 0 } else { FOUR_SHIFT };
        let mean = sums.map(|sum| (sum >> shift) as i16);
        acc = I::accumulate(acc, &head.first.pairs[C / 2 + kind * (HIDDEN / 2)..], &mean);
    }
    let second = hidden::<HIDDEN, I>(&head.second, &clipped(&acc));
    let products = second.iter().zip(&head.output).map(|(&x, &w)| i32::from(x) * i32::from(w));
    products.sum::<i32>() + head.output_bias
}

/// What a policy says of moves, from the rows of their windows: logits without what distances add.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn policy<const C: usize>(policy: &Policy, moves: &[[u16; 4]], logits: &mut [i32]) {
    let (table, _) = policy.table.as_chunks::<C>();
    let (output, _) = policy.output.as_chunks::<C>();
    for (numbers, logit) in moves.iter().zip(logits) {
        let rows = numbers.map(|number| &table[number as usize]);
        let mut sum = 0;
        for i in 0..C {
            let total: i16 = rows.iter().map(|row| i16::from(row[i])).sum();
            sum += i32::from(total.clamp(0, 255)) * i32::from(output[0][i]);
        }
        *logit = sum;
    }
}

/// The half of the side to move in front.
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
fn hidden<const N: usize, I: Instructions>(layer: &PairLayer, input: &[i16; N]) -> [i16; HIDDEN] {
    clipped(&I::accumulate(layer.biases, &layer.pairs, input))
}

#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
fn clipped(acc: &[i32; HIDDEN]) -> [i16; HIDDEN] {
    acc.map(|sum| (sum >> ACC_SHIFT).clamp(0, MAX_HIDDEN) as i16)
}
