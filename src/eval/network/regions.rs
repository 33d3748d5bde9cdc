//! The nine regions of a board.

use crate::geometry::{BoardSize, SQUARE_SPAN};

/// Number of regions: three by three, row by row.
pub const REGIONS: usize = 9;
/// Number of regions, rounded up to replace bounds checks by a mask.
pub(super) const REGION_SPAN: usize = REGIONS.next_power_of_two();

/// Kind of a region: 0 corner, 1 edge, 2 centre.
pub const fn region_kind(region: usize) -> usize {
    match region {
        4 => 2,
        1 | 3 | 5 | 7 => 1,
        _ => 0,
    }
}

/// The region of a column and row. Outer regions are a third of the board wide, rounded, so that regions are
/// symmetric.
pub const fn region_of(x: u8, y: u8, size: BoardSize) -> usize {
    band(y, size.height()) * 3 + band(x, size.width())
}

const fn band(place: u8, length: u8) -> usize {
    let outer = (length + 1) / 3;
    if place < outer {
        0
    } else if place >= length - outer {
        2
    } else {
        1
    }
}

/// The region of every square, by its index; 0 beyond the board.
pub(super) fn region_table(size: BoardSize) -> Box<[u8; SQUARE_SPAN]> {
    let mut table = Box::new([0; SQUARE_SPAN]);
    for square in size.squares() {
        table[square.index()] = region_of(square.x(), square.y(), size) as u8;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Symmetry;

    #[test]
    fn mirror_images_lie_in_regions_of_the_same_kind() {
        for (width, height) in [(5, 5), (15, 15), (20, 20), (22, 22), (7, 16)] {
            let size = BoardSize::new(width, height).unwrap();
            let mut cells = [0; REGIONS];
            for square in size.squares() {
                let region = region_of(square.x(), square.y(), size);
                cells[region] += 1;
                for symmetry in Symmetry::all(size) {
                    let image = symmetry.apply(square, size);
                    let other = region_of(image.x(), image.y(), size);
                    assert_eq!(region_kind(other), region_kind(region));
                }
            }
            assert!(cells.iter().all(|&count| (1..=64).contains(&count)), "{cells:?}");
        }
    }
}
