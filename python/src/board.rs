//! Boards with their rule.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use rustgomo::board::{from_diagram, parse_squares};
use rustgomo::geometry::{Bitboard, ByColor};
use rustgomo::report::threats;
use rustgomo::rules::{forbidden_squares, foul, foul_rows, legal_squares, move_end};
use rustgomo::{BoardSize, Color, Position, Rule, Square};

use crate::convert::{Move, board_size, square_index, to_color, to_rule, to_square};
use crate::end::{End, Foul, end};
use crate::errors::{error, illegal};
use crate::planes::{Plane, write_legal, write_planes};

/// A move of a game; `None` is a pass.
pub(crate) type Played = Option<Square>;

/// A board, the moves played on it, and its rule: `freestyle`, `standard`, `renju`, `caro` or `exact-caro`.
///
/// A square is given as a name such as `"h8"` (`a1` is at the bottom left), as column and row from the top
/// left such as `(7, 7)`, as a number row by row, or as a `Move`.
///
/// >>> board = Board(rule="renju", moves="h8 i9 h6")
/// >>> board.play("i7")
/// >>> board.side, len(board.moves), board.is_over
/// ('black', 4, False)
#[pyclass(module = "rustgomo")]
pub struct Board {
    inner: rustgomo::Board,
    rule: Rule,
    /// Number of moves and passes up to the end of the game, if it has ended: kept, so that no move replays
    /// the game.
    ended_at: Option<usize>,
}

impl Board {
    pub(crate) fn from_parts(board: rustgomo::Board, rule: Rule) -> Self {
        let ended_at = end(&board, rule).map(|end| end.ply);
        Self { inner: board, rule, ended_at }
    }

    /// Plays a move or a pass.
    fn step(&mut self, played: Played) -> PyResult<()> {
        let Some(square) = played else {
            self.inner.pass();
            return Ok(());
        };
        let side = self.inner.side_to_move();
        let is_free = self.inner.is_empty(square);
        let ends = is_free && move_end(&self.inner, self.rule, side, square).is_some();
        self.inner
            .play(square)
            .map_err(|error| illegal(&Move::new(square, self.inner.size()).name(), error))?;
        if self.ended_at.is_none() && ends {
            self.ended_at = Some(self.inner.history().len());
        }
        Ok(())
    }

    pub(crate) const fn board(&self) -> &rustgomo::Board {
        &self.inner
    }

    pub(crate) const fn rule(&self) -> Rule {
        self.rule
    }

    fn moves_of(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Move> {
        Move::all(squares, self.inner.size())
    }

    fn blocked(&self) -> Vec<Square> {
        let board = &self.inner;
        board.size().squares().filter(|&s| !board.is_empty(s) && board.color_at(s).is_none()).collect()
    }
}

/// A copy of the position, so that the board can be changed while work goes on.
pub(crate) fn position(board: &Bound<'_, Board>) -> PyResult<(rustgomo::Board, Rule)> {
    let board = board.try_borrow()?;
    Ok((board.inner.clone(), board.rule))
}

/// Squares given as one text such as `h8 i9` or as a sequence; `None` is a pass.
pub(crate) fn to_squares(moves: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Vec<Played>> {
    if let Ok(text) = moves.cast::<PyString>() {
        let squares = parse_squares(text.to_str()?, size).map_err(error)?;
        return Ok(squares.into_iter().map(Some).collect());
    }
    if moves.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("expected a text or a sequence of squares, found bytes"));
    }
    let read = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        if item.is_none() { Ok(None) } else { to_square(&item, size).map(Some) }
    };
    moves.try_iter()?.map(read).collect()
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (size = None, rule = "freestyle", moves = None))]
    fn new(size: Option<&Bound<'_, PyAny>>, rule: &str, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut board = Self::from_parts(rustgomo::Board::new(board_size(size)?), to_rule(rule)?);
        if let Some(moves) = moves {
            let moves = to_squares(moves, board.inner.size())?;
            moves.into_iter().try_for_each(|played| board.step(played))?;
        }
        Ok(board)
    }

    /// The board of a diagram: a line for each row, with `X` black, `O` white, `#` blocked and `.` empty, and
    /// a line such as `white to move` where the numbers of stones do not say it.
    #[staticmethod]
    #[pyo3(signature = (text, rule = "freestyle"))]
    fn from_diagram(text: &str, rule: &str) -> PyResult<Self> {
        Ok(Self::from_parts(from_diagram(text).map_err(error)?, to_rule(rule)?))
    }

    /// Columns and rows.
    #[getter]
    fn size(&self) -> (u8, u8) {
        (self.inner.size().width(), self.inner.size().height())
    }

    /// The name of the rule.
    #[getter(rule)]
    fn rule_name(&self) -> &'static str {
        self.rule.name()
    }

    /// The side to move, `black` or `white`.
    #[getter]
    fn side(&self) -> &'static str {
        self.inner.side_to_move().name()
    }

    /// The moves since the set-up; `None` is a pass.
    #[getter]
    fn moves(&self) -> Vec<Option<Move>> {
        let size = self.inner.size();
        self.inner.history().iter().map(|played| played.map(|square| Move::new(square, size))).collect()
    }

    /// The last move, unless it was a pass.
    #[getter]
    fn last_move(&self) -> Option<Move> {
        self.inner.last_move().map(|square| Move::new(square, self.inner.size()))
    }

    /// Plays a stone of the side to move. A forbidden move may be played; it loses.
    ///
    /// Raises `IllegalMove` if the square is off the board or not free.
    fn play(this: &Bound<'_, Self>, square: &Bound<'_, PyAny>) -> PyResult<()> {
        // A square is read by code of Python, which may look at the board.
        let size = this.try_borrow()?.inner.size();
        let square = to_square(square, size)?;
        this.try_borrow_mut()?.step(Some(square))
    }

    /// Passes the turn.
    fn pass_(&mut self) {
        self.inner.pass();
    }

    /// Takes the last move back and returns it; `None` for a pass, and if there is nothing to take back.
    fn undo(&mut self) -> Option<Move> {
        let size = self.inner.size();
        let undone = self.inner.undo().flatten();
        self.ended_at = self.ended_at.filter(|&ply| ply <= self.inner.history().len());
        undone.map(|square| Move::new(square, size))
    }

    /// Blocks a free square for both sides; the moves so far become a set-up.
    fn block(this: &Bound<'_, Self>, square: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = this.try_borrow()?.inner.size();
        let square = to_square(square, size)?;
        let board = &mut *this.try_borrow_mut()?;
        board.inner.block(square).map_err(|error| illegal(&Move::new(square, size).name(), error))?;
        board.ended_at = end(&board.inner, board.rule).map(|end| end.ply);
        Ok(())
    }

    /// A board of its own with the same moves.
    fn copy(&self) -> Self {
        Self { inner: self.inner.clone(), ..*self }
    }

    /// What is on a square: `black`, `white`, `blocked`, or `None`.
    fn at(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let square = to_square(square, self.inner.size())?;
        let is_blocked = !self.inner.is_empty(square);
        Ok(self.inner.color_at(square).map(Color::name).or_else(|| is_blocked.then_some("blocked")))
    }

    /// The stones of a colour, in the order of their squares.
    fn stones(&self, color: &str) -> PyResult<Vec<Move>> {
        Ok(self.moves_of(self.inner.stones(to_color(color)?).iter()))
    }

    /// The squares where the side to move may play.
    fn legal_moves(&self) -> Vec<Move> {
        self.moves_of(legal_squares(&self.inner, self.rule).iter())
    }

    /// Whether the side to move may play on a square.
    fn is_legal(&self, square: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.why_illegal(square)?.is_none())
    }

    /// Why the side to move may not play on a square of the board: `the square is not empty`, `double three`,
    /// `double four` or `overline`; `None` if it may.
    fn why_illegal(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let square = to_square(square, self.inner.size())?;
        if !self.inner.is_empty(square) {
            return Ok(Some("the square is not empty"));
        }
        let is_restricted = self.rule.is_restricted(self.inner.side_to_move());
        Ok(is_restricted.then(|| foul(&self.inner, square)).flatten().map(rustgomo::rules::Foul::name))
    }

    /// The squares that are forbidden to Black, each with its reason, regardless of the side to move.
    fn forbidden(&self) -> Vec<Foul> {
        let size = self.inner.size();
        let foul_of = |square| {
            let kind = foul(&self.inner, square)?.name();
            let rows = foul_rows(&self.inner, square);
            Some(Foul {
                square: Move::new(square, size),
                kind,
                rows: rows.into_iter().map(|row| Move::all(row, size)).collect(),
            })
        };
        forbidden_squares(&self.inner, self.rule).into_iter().filter_map(foul_of).collect()
    }

    /// The squares where each side makes a `five`, an `open four`, a `four` or an `open three`, without those
    /// forbidden to it.
    ///
    /// >>> Board(moves="h8 a1 i8 a2 j8 a3").threats()["black"]["open four"]
    /// [Move('g8'), Move('k8')]
    fn threats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = threats(&self.inner, self.rule);
        let sides = PyDict::new(py);
        for color in Color::BOTH {
            let side = PyDict::new(py);
            for kind in ["five", "open four", "four", "open three"] {
                let own = found.iter().filter(|threat| threat.color == color && threat.kind == kind);
                side.set_item(kind, self.moves_of(own.map(|threat| threat.square)))?;
            }
            sides.set_item(color.name(), side)?;
        }
        Ok(sides)
    }

    /// How the game ended, or `None` while it goes on.
    #[getter]
    fn end(&self) -> Option<End> {
        self.ended_at.and_then(|_| end(&self.inner, self.rule))
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.ended_at.is_some()
    }

    /// The winner, `black` or `white`; `None` for a draw and while the game goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.end().and_then(|end| end.winner)
    }

    /// Hash of the stones, blocked squares and the side to move; the same on every machine.
    #[getter]
    fn hash(&self) -> u64 {
        self.inner.hash()
    }

    /// A hash that rotated and mirrored boards share.
    #[getter]
    fn canonical_hash(&self) -> u64 {
        self.inner.canonical_hash()
    }

    /// Writes two planes, the stones of the side to move and those of the other, as 0 and 1 into an array of
    /// `uint8`, `bool` or `float32` with `2 * height * width` elements.
    fn write_planes(&self, mut out: Plane<'_>) -> PyResult<()> {
        write_planes(&mut out, self.inner.size(), &[&self.inner])
    }

    /// Writes 1 for each legal move of the side to move and 0 otherwise into an array of `uint8`, `bool` or
    /// `float32` with `height * width` elements.
    fn write_legal(&self, mut out: Plane<'_>) -> PyResult<()> {
        let position = self.rule.is_restricted(Color::Black).then(|| Position::new(&self.inner, self.rule));
        write_legal(&mut out, self.inner.size(), &[(&self.inner, position.as_ref())])
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let (other, own) = (other.try_borrow()?, &self.inner);
        let is_same = own.size() == other.inner.size() && own.empty() == other.inner.empty();
        let is_same = is_same && own.side_to_move() == other.inner.side_to_move();
        Ok(is_same
            && self.rule == other.rule
            && Color::BOTH.into_iter().all(|color| own.stones(color) == other.inner.stones(color)))
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// The diagram that `from_diagram` reads.
    fn __str__(&self) -> String {
        let diagram = self.inner.to_string();
        let side = self.inner.side_to_move();
        // After a pass the numbers of stones do not say who is to move.
        let is_said = from_diagram(&diagram).is_ok_and(|read| read.side_to_move() == side);
        if is_said { diagram.trim_end().to_owned() } else { format!("{diagram}{} to move", side.name()) }
    }

    fn __repr__(&self) -> String {
        let size = self.inner.size();
        let name = |played: &Played| played.map_or_else(|| "pass".to_owned(), |s| Move::new(s, size).name());
        let moves: Vec<String> = self.inner.history().iter().map(name).collect();
        format!("<Board {size} {} {}>", self.rule.name(), moves.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let size = self.inner.size();
        let mut start = self.inner.clone();
        while start.undo().is_some() {}
        let numbers = |squares: Vec<Square>| -> Vec<usize> {
            squares.into_iter().map(|square| square_index(square, size)).collect()
        };
        let [black, white] = Color::BOTH.map(|color| numbers(start.stones(color).iter().collect()));
        let moves = PyList::new(py, self.inner.history().iter().map(|m| m.map(|s| square_index(s, size))))?;
        let parts = (
            (size.width(), size.height()),
            self.rule.name(),
            black,
            white,
            numbers(self.blocked()),
            start.side_to_move().name(),
            moves,
        );
        Ok((py.get_type::<Self>().getattr("_restore")?, parts.into_pyobject(py)?.into_any()))
    }

    /// The board that `pickle` kept.
    #[staticmethod]
    fn _restore(
        size: &Bound<'_, PyAny>,
        rule: &str,
        black: &Bound<'_, PyAny>,
        white: &Bound<'_, PyAny>,
        blocked: &Bound<'_, PyAny>,
        side: &str,
        moves: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let size = board_size(Some(size))?;
        let set = |squares| -> PyResult<Bitboard> {
            Ok(to_squares(squares, size)?.into_iter().flatten().collect())
        };
        let stones = ByColor([set(black)?, set(white)?]);
        let mut board = rustgomo::Board::with_stones(size, &stones, to_color(side)?).map_err(error)?;
        for square in &set(blocked)? {
            board.block(square).map_err(error)?;
        }
        let mut board = Self::from_parts(board, to_rule(rule)?);
        to_squares(moves, size)?.into_iter().try_for_each(|played| board.step(played))?;
        Ok(board)
    }
}
