//! The value network on one position: squares to sums and back.

use super::dense::{clip, masked};
use super::features::CellRows;
use super::head::HeadState;
use super::layout::HeadLayout;
use rustgomo::eval::network::{REGIONS, ROW_SCALE};

/// Largest channel of a square.
pub(super) const CELL_LIMIT: f32 = 255.0 / ROW_SCALE as f32;

/// Merged tables and head as one side to move uses them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueView<'a> {
    /// Rows of the tables of the mover's and of the opponent's view.
    pub(super) tables: [&'a [f32]; 2],
    pub(super) head: &'a [f32],
    pub(super) layout: &'a HeadLayout,
    /// Whether sums are rounded as in the finished network.
    pub(super) is_rounded: bool,
}

/// Room for one position, for tables with rows of `N` numbers.
#[derive(Clone, Debug)]
pub(super) struct ValueState<const N: usize> {
    /// Clipped channels of each square, the own half first.
    cells: Vec<[[f32; N]; 2]>,
    head: HeadState,
}

impl<const N: usize> ValueState<N> {
    pub(super) fn new() -> Self {
        Self { cells: Vec::new(), head: HeadState::new(2 * N) }
    }

    /// The logit of a win for the side to move.
    pub(super) fn forward(&mut self, view: &ValueView<'_>, features: &[CellRows]) -> f32 {
        let [own, other] = view.tables.map(|table| table.as_chunks::<N>().0);
        let mut sums = [[[0.0; N]; 2]; REGIONS];
        self.cells.clear();
        for cell in features {
            let channels = [gather(own, cell.own), gather(other, cell.other)];
            let sums = &mut sums[usize::from(cell.region)];
            for half in 0..2 {
                for i in 0..N {
                    sums[half][i] += channels[half][i];
                }
            }
            self.cells.push(channels);
        }
        for (room, sums) in self.head.sums.iter_mut().zip(&sums) {
            room[..N].copy_from_slice(&sums[0]);
            room[N..2 * N].copy_from_slice(&sums[1]);
        }
        self.head.forward(view.head, view.layout, view.is_rounded)
    }

    /// Adds the gradient of the last [`forward`](Self::forward), times `slope`, to those of the tables (the mover's, then
    /// the opponent's: places in `tables` that may be the same) and of the head.
    pub(super) fn backward(
        &mut self,
        view: &ValueView<'_>,
        features: &[CellRows],
        slope: f32,
        (tables, starts): (&mut [f32], [usize; 2]),
        head: &mut [f32],
    ) {
        self.head.backward(view.head, view.layout, slope, head);
        let sums: [[[f32; N]; 2]; REGIONS] = std::array::from_fn(|region| {
            let sums = &self.head.sums[region];
            [std::array::from_fn(|i| sums[i]), std::array::from_fn(|i| sums[N + i])]
        });
        for half in 0..2 {
            let table = tables[starts[half]..].as_chunks_mut::<N>().0;
            for (cell, channels) in features.iter().zip(&self.cells) {
                let rows = if half == 0 { cell.own } else { cell.other };
                let slopes = masked(&sums[usize::from(cell.region)][half], &channels[half], CELL_LIMIT);
                scatter(table, rows, &slopes);
            }
        }
    }
}

/// The clipped sum of four rows.
#[inline]
pub(super) fn gather<const N: usize>(table: &[[f32; N]], rows: [u16; 4]) -> [f32; N] {
    let [a, b, c, d] = rows.map(|row| &table[usize::from(row)]);
    clip(&std::array::from_fn(|i| (a[i] + b[i]) + (c[i] + d[i])), CELL_LIMIT)
}

/// Adds the same to four rows.
#[inline]
pub(super) fn scatter<const N: usize>(table: &mut [[f32; N]], rows: [u16; 4], slopes: &[f32; N]) {
    for row in rows {
        for (sum, slope) in table[usize::from(row)].iter_mut().zip(slopes) {
            *sum += slope;
        }
    }
}
