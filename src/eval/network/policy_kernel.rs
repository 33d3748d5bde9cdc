//! The kernel of the policy.

use arrayvec::ArrayVec;

use super::features::PATTERN_SPAN;
use super::kernel::{Instructions, channels, each, hidden};
use super::layer::PairLayer;
use super::policy::{CONTEXT_SHIFT, NEAR_SHIFT, Policy, PolicyInput, distance_classes};
use super::weights::{
    CONTEXT_SCALE, HIDDEN, LINE_SCALE, MAX_ADDED, MAX_CONTEXT, MAX_LINE, PLACES, POLICY_BITS, ROW_SCALE,
};
use crate::geometry::{DIRECTIONS, MAX_AREA, SQUARE_SPAN, Square};

/// Shift from sums of squares to the input of a policy's context.
const CONTEXT_SUM_SHIFT: u32 = (32 * ROW_SCALE / CONTEXT_SCALE).ilog2();
/// Squares whose channels can be added in 16 bits.
const CHUNK: usize = u16::MAX as usize / u8::MAX as usize;
/// Index differences of neighbours along the four lines.
const STRIDES: [usize; DIRECTIONS.len()] = {
    let mut strides = [0; DIRECTIONS.len()];
    let mut i = 0;
    while i < strides.len() {
        strides[i] = DIRECTIONS[i].offset().unsigned_abs() as usize;
        i += 1;
    }
    strides
};
/// Largest index difference of a move's square and one on its lines.
const MARGIN: usize = {
    let mut most = 0;
    let mut i = 0;
    while i < STRIDES.len() {
        most = if STRIDES[i] > most { STRIDES[i] } else { most };
        i += 1;
    }
    (PLACES - 1) * most
};
/// Adjacent squares summed together: a row of boards of up to sixteen columns.
const BLOCK: usize = 16;
/// Shift from a square's contribution to a move on its lines, in the units of logits, to [`LINE_SCALE`].
const LINE_SHIFT: u32 = POLICY_BITS - LINE_SCALE.ilog2();
/// Index difference of neighbours in a column.
const ROW: usize = Square::at(0, 1).index();
/// Length of the contributions of all squares, with a margin on both sides.
const CONTRIBUTION_SPAN: usize = (SQUARE_SPAN + 2 * MARGIN).next_multiple_of(ROW);
/// The same for boards of up to sixteen rows: fewer numbers to clear.
const SMALL_SPAN: usize = (SQUARE_SPAN / 2 + 2 * MARGIN).next_multiple_of(ROW);

/// Computes the policy's logits. `known` are the channels of all squares; those of the input's changed
/// squares are updated.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
pub(super) fn policy<const C: usize, I: Instructions>(
    policy: &Policy,
    input: &PolicyInput,
    known: &mut [i16],
    logits: &mut [i32],
) {
    let table: Option<&[[i8; C]; PATTERN_SPAN]> = policy.table.as_chunks().0.first_chunk();
    let known: Option<&mut [_; SQUARE_SPAN]> = known.as_chunks_mut::<C>().0.first_chunk_mut();
    let (Some(table), Some(known)) = (table, known) else { return };
    for change in &input.changed {
        known[change.square.index()] = channels(table, change.patterns);
    }
    let numbers = PositionPolicy::<C>::new::<I>(policy, &input.squares, known);
    if input.squares.iter().all(|square| square.index() < SQUARE_SPAN / 2) {
        numbers.compute_logits::<I, SMALL_SPAN>(&input.squares, known, logits);
    } else {
        numbers.compute_logits::<I, CONTRIBUTION_SPAN>(&input.squares, known, logits);
    }
    let classes = input.earlier.map(distance_classes);
    for (square, logit) in input.squares.iter().zip(logits) {
        for (near, classes) in numbers.near.iter().zip(classes) {
            *logit += near[classes[square.index()] as usize % HIDDEN];
        }
    }
}

/// The policy's weights in one position.
struct PositionPolicy<const C: usize> {
    /// The channel weights of each place.
    places: [[i16; C]; PLACES],
    /// Contributions of distances.
    near: [[i32; HIDDEN]; 2],
}

impl<const C: usize> PositionPolicy<C> {
    /// The weights for squares with these channels.
    #[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
    #[inline(always)]
    fn new<I: Instructions>(policy: &Policy, squares: &[Square], cells: &[[i16; C]; SQUARE_SPAN]) -> Self {
        let mut sums = [0i32; C];
        for squares in squares.chunks(CHUNK) {
            let mut part = [0u16; C];
            for square in squares {
                let cell = &cells[square.index()];
                for i in 0..C {
                    part[i] += cell[i] as u16;
                }
            }
            for i in 0..C {
                sums[i] += i32::from(part[i]);
            }
        }
        let input = each(&sums, |sum| (sum >> CONTEXT_SUM_SHIFT).min(MAX_CONTEXT) as i16);
        let hidden = hidden::<C, I>(&policy.context, &input);
        let mut places = [[0; C]; PLACES];
        let blocks = places.as_flattened_mut().chunks_mut(HIDDEN);
        for (weights, layer) in blocks.zip(&policy.output) {
            let acc = I::accumulate(layer.biases, &layer.pairs, &hidden);
            for (weight, sum) in weights.iter_mut().zip(acc) {
                *weight = (sum >> CONTEXT_SHIFT).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        }
        let near = |layer: &PairLayer| {
            each(&I::accumulate(layer.biases, &layer.pairs, &hidden), |sum| sum >> NEAR_SHIFT)
        };
        Self { places, near: [near(&policy.near[0]), near(&policy.near[1])] }
    }

    /// Computes the logits of the first squares from their own channels and those of the squares on their
    /// lines.
    #[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
    #[inline(always)]
    fn compute_logits<I: Instructions, const SPAN: usize>(
        &self,
        squares: &[Square],
        cells: &[[i16; C]; SQUARE_SPAN],
        logits: &mut [i32],
    ) {
        // Contributions of each square to the moves at places 1 to 4, with a margin for lines that leave the
        // board.
        let mut contributions = Contributions([[0; SPAN]; PLACES - 1]);
        let mut numbers = ArrayVec::new();
        I::project(squares, cells, &self.places, &mut numbers);
        // Rounded in a loop of its own, of which the compiler makes vectors.
        let mut rounded = [[0i16; PLACES - 1]; MAX_AREA];
        for (rounded, numbers) in rounded.iter_mut().zip(&numbers) {
            for i in 0..PLACES - 1 {
                let number = (numbers[i] + (1 << (LINE_SHIFT - 1))) >> LINE_SHIFT;
                rounded[i] = number.clamp(-MAX_LINE, MAX_LINE) as i16;
            }
        }
        for (square, rounded) in squares.iter().zip(&rounded) {
            for (contributions, number) in contributions.0.iter_mut().zip(rounded) {
                contributions[(square.index() + MARGIN).min(SPAN - 1)] = *number;
            }
        }
        let mut blocks = 0u64;
        for square in squares.iter().take(logits.len()) {
            blocks |= 1 << (square.index() / BLOCK);
        }
        let mut sums = [[0; BLOCK]; SQUARE_SPAN / BLOCK];
        while blocks != 0 {
            let block = blocks.trailing_zeros() as usize;
            blocks &= blocks - 1;
            sums[block] = around(&contributions, block * BLOCK);
        }
        for ((square, numbers), logit) in squares.iter().zip(&numbers).zip(logits) {
            let sum = sums[square.index() / BLOCK][square.index() % BLOCK];
            *logit = numbers[PLACES - 1].clamp(-MAX_ADDED, MAX_ADDED) + (i32::from(sum) << LINE_SHIFT);
        }
    }
}

/// For each place beside the move's the contributions of all squares. A row of the board fills a cache line,
/// so that few vectors lie across two.
#[repr(align(64))]
struct Contributions<const SPAN: usize>([[i16; SPAN]; PLACES - 1]);

/// For a block of squares: the summed contributions of the squares on their lines.
#[expect(clippy::inline_always, reason = "compiled into a caller for each instruction set")]
#[inline(always)]
fn around<const SPAN: usize>(contributions: &Contributions<SPAN>, first: usize) -> [i16; BLOCK] {
    let mut sums = [0; BLOCK];
    for (contributions, steps) in contributions.0.iter().zip(1..) {
        let part = |start: usize| contributions[start..].first_chunk::<BLOCK>().unwrap_or(&[0; BLOCK]);
        let center = first + MARGIN;
        // Without a loop, which the compiler would turn into gathers over the lines.
        let [a, b, c, d] =
            STRIDES.map(|stride| (part(center - stride * steps), part(center + stride * steps)));
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum += (a.0[i] + a.1[i]) + (b.0[i] + b.1[i]) + (c.0[i] + c.1[i]) + (d.0[i] + d.1[i]);
        }
    }
    sums
}
