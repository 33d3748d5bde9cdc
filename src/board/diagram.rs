//! Boards as text.

use super::{Board, Cell, DiagramError};
use crate::geometry::{BoardSize, Color};

/// Reads a diagram: one line a row, `X` black, `O` white, `#` blocked, `.` empty; blanks are skipped, and so are
/// empty lines. Black is to move if the numbers of stones are equal, else the side with fewer stones.
///
/// # Examples
/// ```
/// use rustgomo::Color;
/// use rustgomo::board::from_diagram;
///
/// let board = from_diagram("
///     . . . . .
///     . X O . .
///     . . X . .
///     . . . # .
///     . . . . .")?;
/// assert_eq!(board.side_to_move(), Color::White);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`DiagramError`] for ragged rows, unknown characters and unsupported sizes.
pub fn from_diagram(text: &str) -> Result<Board, DiagramError> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    let size = BoardSize::new(width as i64, rows.len() as i64)?;
    if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != width) {
        return Err(DiagramError::Ragged { row: i + 1, expected: width, found: row.len() });
    }
    let mut board = Board::new(size);
    for (square, &symbol) in size.squares().zip(rows.iter().flatten()) {
        match symbol {
            '.' => {}
            'X' | 'x' => board.put(square, Cell::Black),
            'O' | 'o' => board.put(square, Cell::White),
            '#' => board.put(square, Cell::Wall),
            found => return Err(DiagramError::Symbol { found }),
        }
    }
    if board.stones(Color::Black).len() > board.stones(Color::White).len() {
        board.pass();
    }
    Ok(board)
}

/// Writes the diagram of a board, one row a line.
pub fn to_diagram(board: &Board) -> String {
    let size = board.size();
    let mut text = String::with_capacity(size.area() * 2);
    for square in size.squares() {
        text.push(match board.cell(square) {
            Cell::Empty => '.',
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Wall => '#',
        });
        text.push(if square.x() + 1 == size.width() { '\n' } else { ' ' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_reads_back() {
        let text = ". X O . .\n# . . . .\n. . X . .\n. . . . .\nO . . . X\n";
        let board = from_diagram(text).unwrap();
        assert_eq!(to_diagram(&board), text);
        assert_eq!(board.side_to_move(), Color::White);
    }

    #[test]
    fn broken_diagrams_are_refused() {
        assert!(matches!(from_diagram(""), Err(DiagramError::Size(_))));
        let ragged = ".....\n.....\n....\n.....\n.....";
        assert!(matches!(from_diagram(ragged), Err(DiagramError::Ragged { row: 3, .. })));
        let odd = ".....\n..?..\n.....\n.....\n.....";
        assert!(matches!(from_diagram(odd), Err(DiagramError::Symbol { found: '?' })));
    }
}
