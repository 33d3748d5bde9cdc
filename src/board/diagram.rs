//! Text diagrams of boards.

use std::fmt::{self, Write};

use super::{Board, Cell, DiagramError};
use crate::geometry::{BoardSize, Color, shortened};

/// A parsed diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Stones and side to move.
    pub board: Board,
    /// Whether the text names the side to move; otherwise it is inferred from the numbers of stones.
    pub names_side_to_move: bool,
}

/// Parses a diagram like [`read_diagram`] and returns its board.
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
    Ok(read_diagram(text)?.board)
}

/// Parses a diagram with one line for each row: `X` black, `O` white, `#` blocked, `.` empty; blanks and
/// empty lines are skipped. A line such as `white to move` or `O to move` names the side to move; otherwise
/// it is black for equal numbers of stones, else the side with fewer stones.
///
/// # Errors
/// [`DiagramError`] for ragged rows, unknown characters, unsupported sizes and sides to move that are none.
pub fn read_diagram(text: &str) -> Result<Diagram, DiagramError> {
    let mut rows: Vec<Vec<char>> = Vec::new();
    let mut named = None;
    for line in text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty()) {
        match to_move(line)? {
            Some(color) => named = Some(color),
            None => rows.push(line.chars().filter(|c| !c.is_whitespace()).collect()),
        }
    }
    let mut board = board_of(&rows)?;
    let has_more_black = board.stones(Color::Black).len() > board.stones(Color::White).len();
    let guess = if has_more_black { Color::White } else { Color::Black };
    if named.unwrap_or(guess) == Color::White {
        board.pass();
    }
    Ok(Diagram { board, names_side_to_move: named.is_some() })
}

/// The side named by a line such as `white to move`; `None` for other lines.
fn to_move(line: &str) -> Result<Option<Color>, DiagramError> {
    let lower = line.to_ascii_lowercase();
    match lower.strip_suffix("to move").map(str::trim_end) {
        None => Ok(None),
        Some("black" | "x") => Ok(Some(Color::Black)),
        Some("white" | "o") => Ok(Some(Color::White)),
        Some(_) => Err(DiagramError::SideToMove { found: shortened(line) }),
    }
}

fn board_of(rows: &[Vec<char>]) -> Result<Board, DiagramError> {
    let width = rows.first().map_or(0, Vec::len);
    for (row, number) in rows.iter().zip(1..) {
        if let Some(&found) = row.iter().find(|c| Cell::of_symbol(**c).is_none()) {
            return Err(DiagramError::Symbol { row: number, found });
        }
        if row.len() != width {
            return Err(DiagramError::Ragged { row: number, expected: width, found: row.len() });
        }
    }
    let size = BoardSize::new(width as i64, rows.len() as i64)?;
    let mut board = Board::new(size);
    for (square, &symbol) in size.squares().zip(rows.iter().flatten()) {
        if let Some(cell) = Cell::of_symbol(symbol).filter(|&cell| cell != Cell::Empty) {
            board.put(square, cell);
        }
    }
    Ok(board)
}

impl Cell {
    /// The cell of a symbol of diagrams.
    pub const fn of_symbol(symbol: char) -> Option<Self> {
        match symbol {
            '.' => Some(Self::Empty),
            'X' | 'x' => Some(Self::Black),
            'O' | 'o' => Some(Self::White),
            '#' => Some(Self::Wall),
            _ => None,
        }
    }

    /// The symbol of diagrams.
    pub const fn symbol(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Black => 'X',
            Self::White => 'O',
            Self::Wall => '#',
        }
    }
}

/// A diagram as [`read_diagram`] reads it, one line for each row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        for square in size.squares() {
            f.write_char(self.cell(square).symbol())?;
            f.write_str(if square.x() + 1 == size.width() { "\n" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_reads_back() {
        let text = ". X O . .\n# . . . .\n. . X . .\n. . . . .\nO . . . X\n";
        let board = from_diagram(text).unwrap();
        assert_eq!(board.to_string(), text);
        assert_eq!(board.side_to_move(), Color::White);
    }

    #[test]
    fn broken_diagrams_are_refused() {
        assert!(matches!(from_diagram(""), Err(DiagramError::Size(_))));
        let ragged = ".....\n.....\n....\n.....\n.....";
        assert!(matches!(from_diagram(ragged), Err(DiagramError::Ragged { row: 3, .. })));
        let odd = ".....\n..?..\n.....\n.....\n.....";
        assert!(matches!(from_diagram(odd), Err(DiagramError::Symbol { row: 2, found: '?' })));
        assert!(matches!(from_diagram("h8 i9 j10"), Err(DiagramError::Symbol { row: 1, found: 'h' })));
    }

    #[test]
    fn a_diagram_can_say_who_is_to_move() {
        let text = ".....\n..X..\n.....\n..O..\n.....\n";
        for (line, expected) in [
            ("", (Color::Black, false)),
            ("black to move", (Color::Black, true)),
            ("White to move", (Color::White, true)),
            ("O to move", (Color::White, true)),
            ("x TO MOVE", (Color::Black, true)),
        ] {
            for text in [format!("{text}{line}"), format!("{line}\n{text}")] {
                let read = read_diagram(&text).unwrap();
                assert_eq!((read.board.side_to_move(), read.names_side_to_move), expected, "{text}");
            }
        }
        let nobody = read_diagram(&format!("{text}red to move")).unwrap_err().to_string();
        assert_eq!(nobody, "expected \"black to move\" or \"white to move\", found \"red to move\"");
    }
}
