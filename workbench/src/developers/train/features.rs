//! Features of positions as rows of the network's tables, rebuilt from the moves of a game.

use super::targets::mover;
use rustgomo::board::{Cell, LineKeys};
use rustgomo::eval::network::{FeatureMap, PATTERN_SPAN, region_of, row_count};
use rustgomo::geometry::{Bitboard, BoardSize, Color, DIRECTIONS, Square};
use rustgomo::pattern::PatternTable;
use rustgomo::position::near_stones;
use rustgomo::rules::Rule;

/// Features of an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRows {
    /// Rows of the four lines in the view of the side to move. A window without stones has the row after the
    /// last one, which is always zero.
    pub(super) own: [u16; 4],
    /// Rows in the view of the opponent.
    pub(super) other: [u16; 4],
    /// Region, `0..9`, row by row.
    pub(super) region: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CandidateMove {
    pub(super) square: Square,
    /// Rows of the four lines in the view of the side to move.
    pub(super) rows: [u16; 4],
}

/// The rows of a rule's windows.
#[derive(Debug)]
pub(super) struct Extractor {
    table: &'static PatternTable,
    /// Row in black's view and, sixteen bits higher, in white's, by pattern.
    numbers: Box<[u32; PATTERN_SPAN]>,
    idle: u32,
}

impl Extractor {
    pub(super) fn new(rule: Rule) -> Self {
        let map = FeatureMap::of(rule);
        let zero_row = row_count(rule) as u32;
        let idle = zero_row | zero_row << 16;
        let mut numbers = Box::new([idle; PATTERN_SPAN]);
        for (pattern, packed) in numbers.iter_mut().enumerate() {
            let [black, white] = Color::BOTH.map(|view| map.number(view, pattern as u16));
            if !map.is_idle(black.into()) {
                *packed = u32::from(black) | u32::from(white) << 16;
            }
        }
        Self { table: PatternTable::of(rule), numbers, idle }
    }

    /// The squares with a stone in one of their windows.
    pub(super) fn extract(
        &self,
        size: BoardSize,
        moves: &[Square],
        boards: &mut Boards,
        out: &mut Vec<CellRows>,
    ) {
        out.clear();
        let (lines, empty) = boards.set_up(size, moves);
        let swap = swap(moves);
        for square in &empty {
            let packed = self.packed(&lines, square);
            if packed == [self.idle; 4] {
                continue;
            }
            let own = packed.map(|pair| (pair.rotate_right(swap) & 0xffff) as u16);
            let other = packed.map(|pair| (pair.rotate_right(swap) >> 16) as u16);
            let region = region_of(square.x(), square.y(), size) as u8;
            out.push(CellRows { own, other, region });
        }
    }

    /// The empty squares near stones.
    pub(super) fn candidates(
        &self,
        size: BoardSize,
        moves: &[Square],
        boards: &mut Boards,
        out: &mut Vec<CandidateMove>,
    ) {
        out.clear();
        let (lines, empty) = boards.set_up(size, moves);
        let swap = swap(moves);
        for square in &near_stones(moves.iter().copied(), &empty) {
            let rows = self.packed(&lines, square).map(|pair| (pair.rotate_right(swap) & 0xffff) as u16);
            out.push(CandidateMove { square, rows });
        }
    }

    #[inline]
    fn packed(&self, lines: &LineKeys, square: Square) -> [u32; 4] {
        DIRECTIONS.map(|direction| {
            let pattern = self.table.pattern(lines.window(square, direction));
            self.numbers[pattern as usize & (PATTERN_SPAN - 1)]
        })
    }
}

/// Rotation of packed rows that puts those of the side to move lowest.
fn swap(moves: &[Square]) -> u32 {
    match mover(moves.len()) {
        Color::Black => 0,
        Color::White => 16,
    }
}

/// Cached empty boards, since copying is faster than construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards(Vec<(BoardSize, LineKeys)>);

impl Boards {
    fn lines(&mut self, size: BoardSize) -> &LineKeys {
        let place = self.0.iter().position(|&(known, _)| known == size).unwrap_or_else(|| {
            self.0.push((size, LineKeys::new(size)));
            self.0.len() - 1
        });
        &self.0[place].1
    }

    /// The lines and the empty squares after the moves.
    fn set_up(&mut self, size: BoardSize, moves: &[Square]) -> (LineKeys, Bitboard) {
        let mut lines = *self.lines(size);
        let mut empty = size.all();
        for (ply, &square) in moves.iter().enumerate() {
            lines.toggle(square, Cell::stone(mover(ply)));
            empty.remove(square);
        }
        (lines, empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::position::Position;

    #[test]
    fn rows_are_those_of_the_position_in_both_views() {
        for rule in [Rule::Freestyle, Rule::Renju, Rule::Caro] {
            let map = FeatureMap::of(rule);
            let extractor = Extractor::new(rule);
            let size = BoardSize::new(15, 12).unwrap();
            let mut random = fastrand::Rng::with_seed(3);
            let mut position = Position::new(&Board::new(size), rule);
            let mut moves = Vec::new();
            let mut boards = Boards::default();
            for _ in 0..31 {
                let free: Vec<Square> = position.board().empty().iter().collect();
                let square = free[random.usize(..free.len())];
                position.play(square);
                moves.push(square);
                let mut cells = Vec::new();
                extractor.extract(size, &moves, &mut boards, &mut cells);
                let mut found = cells.iter();
                for square in position.board().empty() {
                    let patterns = DIRECTIONS.map(|direction| position.pattern(square, direction));
                    if patterns.iter().all(|&pattern| map.is_idle(map.number(Color::Black, pattern).into())) {
                        continue;
                    }
                    let view = |color: Color| {
                        patterns
                            .map(|pattern| map.number(color, pattern))
                            .map(|n| if map.is_idle(n.into()) { map.count() as u16 } else { n })
                    };
                    let own = position.side_to_move();
                    let cell = found.next().unwrap();
                    assert_eq!((cell.own, cell.other), (view(own), view(own.opponent())));
                }
                assert_eq!(found.next(), None);
            }
        }
    }
}
