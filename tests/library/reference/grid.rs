//! Cells in rows and columns, and rows of stones found by walking.

use rustgomo::board::{Board, Cell};
use rustgomo::geometry::BoardSize;

/// Column and row from the top left corner, from 0; may lie off the board.
pub(crate) type Point = (i32, i32);

/// Column and row change along the four lines.
pub(crate) const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The point some steps along a line.
pub(crate) const fn along(point: Point, line: (i32, i32), steps: i32) -> Point {
    (point.0 + line.0 * steps, point.1 + line.1 * steps)
}

/// What stands on every square.
pub(crate) struct Grid {
    rows: Vec<Vec<Cell>>,
}

impl Grid {
    /// Copies a board, cell by cell.
    pub(crate) fn from_board(board: &Board) -> Self {
        let size: BoardSize = board.size();
        let square = |x, y| size.square(i64::from(x), i64::from(y));
        let cell = |x, y| square(x, y).map_or(Cell::Wall, |square| board.cell(square));
        let row = |y| (0..size.width()).map(|x| cell(x, y)).collect();
        Self { rows: (0..size.height()).map(row).collect() }
    }

    /// What stands on a point; nothing can be played on a wall, be it blocked or off the board.
    pub(crate) fn at(&self, (x, y): Point) -> Cell {
        let column = |row: &Vec<Cell>| usize::try_from(x).ok().and_then(|x| row.get(x).copied());
        usize::try_from(y).ok().and_then(|y| self.rows.get(y)).and_then(column).unwrap_or(Cell::Wall)
    }

    /// All points of the board, row by row.
    pub(crate) fn points(&self) -> Vec<Point> {
        let row = |(y, row): (usize, &Vec<Cell>)| (0..row.len()).map(move |x| (x as i32, y as i32)).collect();
        self.rows.iter().enumerate().flat_map(|entry| -> Vec<Point> { row(entry) }).collect()
    }

    /// Puts a stone on an empty point, asks the question and takes the stone away again.
    pub(crate) fn with_stone<T>(
        &mut self,
        point: Point,
        stone: Cell,
        question: impl FnOnce(&mut Self) -> T,
    ) -> T {
        assert_eq!(self.at(point), Cell::Empty, "{point:?}");
        self.rows[point.1 as usize][point.0 as usize] = stone;
        let answer = question(self);
        self.rows[point.1 as usize][point.0 as usize] = Cell::Empty;
        answer
    }

    /// Puts a stone on an empty point for good.
    pub(crate) fn put(&mut self, point: Point, stone: Cell) {
        assert_eq!(self.at(point), Cell::Empty, "{point:?}");
        self.rows[point.1 as usize][point.0 as usize] = stone;
    }

    /// The unbroken row of like stones through the stone on a point, from one end to the other.
    pub(crate) fn row(&self, point: Point, line: (i32, i32)) -> Vec<Point> {
        let stone = self.at(point);
        assert!(matches!(stone, Cell::Black | Cell::White), "{point:?}");
        let mut first = point;
        while self.at(along(first, line, -1)) == stone {
            first = along(first, line, -1);
        }
        let mut row = vec![];
        while self.at(first) == stone {
            row.push(first);
            first = along(first, line, 1);
        }
        row
    }

    /// The two points just beyond the ends of a row.
    pub(crate) fn ends(row: &[Point], line: (i32, i32)) -> [Point; 2] {
        [along(row[0], line, -1), along(row[row.len() - 1], line, 1)]
    }
}
