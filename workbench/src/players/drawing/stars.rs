//! Star points of boards.

use rustgomo::geometry::{BoardSize, Square};

/// Sides from this length have star points on the fourth line, as on a 13x13 board; shorter ones on the
/// third.
const FOURTH_LINE_SIDE: u8 = 13;
/// Shorter sides have only a star point in the middle.
const LEAST_SIDE: u8 = 8;
/// Sides from this length have additional points between the outer ones.
const LONG_SIDE: u8 = 17;

/// The lines of one side that have star points.
struct Lines {
    outer: Vec<u8>,
    inner: Vec<u8>,
}

/// As on Go boards: the outer lines, and the middle line if there is one. A long side without a middle line
/// has two lines at nearly equal distances instead: 4, 8, 13 and 17 of 20.
fn lines(side: u8) -> Lines {
    let first = match side {
        FOURTH_LINE_SIDE.. => Some(3),
        LEAST_SIDE.. => Some(2),
        _ => None,
    };
    let outer = first.map_or_else(Vec::new, |first| vec![first, side - 1 - first]);
    let inner = if side % 2 == 1 {
        vec![side / 2]
    } else if side >= LONG_SIDE {
        let third = (side - 7) / 3;
        vec![3 + third, side - 4 - third]
    } else {
        Vec::new()
    };
    Lines { outer, inner }
}

/// The star points of a board of any size.
pub(super) fn star_points(size: BoardSize) -> Vec<Square> {
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    let is_long = size.width().min(size.height()) >= LONG_SIDE;
    let cross = |columns: &[u8], rows: &[u8]| -> Vec<Square> {
        rows.iter().flat_map(|&y| columns.iter().map(move |&x| Square::at(x, y))).collect()
    };
    let mut points = [cross(&columns.outer, &rows.outer), cross(&columns.inner, &rows.inner)].concat();
    if is_long {
        points.extend(cross(&columns.outer, &rows.inner));
        points.extend(cross(&columns.inner, &rows.outer));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::square_name;

    fn names(width: i64, height: i64) -> Vec<String> {
        let size = BoardSize::new(width, height).unwrap();
        let mut names: Vec<String> = star_points(size).iter().map(|&s| square_name(s, size)).collect();
        names.sort();
        names
    }

    #[test]
    fn known_boards_have_their_traditional_points() {
        assert_eq!(names(15, 15), ["d12", "d4", "h8", "l12", "l4"]);
        assert_eq!(names(9, 9), ["c3", "c7", "e5", "g3", "g7"]);
        assert_eq!(names(19, 19), ["d10", "d16", "d4", "j10", "j16", "j4", "p10", "p16", "p4"]);
        assert_eq!(names(5, 5), ["c3"]);
        assert!(names(6, 6).is_empty());
    }

    #[test]
    fn every_board_has_the_star_points_of_the_list_and_so_of_the_page() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/stars.txt");
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let sizes = (5..=22).flat_map(|width| (5..=22).map(move |height| (width, height)));
        let found = sizes.map(|(width, height)| {
            [vec![format!("{width}x{height}")], names(width, height)].concat().join(" ")
        });
        assert_eq!(found.collect::<Vec<_>>(), lines);
    }
}
