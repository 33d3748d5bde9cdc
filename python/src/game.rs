//! Game records.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rustgomo::Color;
use rustgomo::record::tree::GameTree;
use rustgomo::record::{
    CodePage, GameRecord, GameResult, RecordFormat, RecordReader, RecordedMove, Termination,
};

use crate::board::{Board, Played, to_squares};
use crate::convert::{Move, board_size, to_rule};
use crate::errors::{error, record};
use crate::format::{format_of_name, warn_of_lost, write_bytes};
use crate::score::checked_score;

/// What `pickle` keeps of a game: its text, and the details that the text has not.
type Kept<'py> = (Bound<'py, PyBytes>, Vec<(String, String)>);

/// A game record: players, moves, result.
///
/// >>> game = Game(rule="renju", moves="h8 i9 h10", black="A", white="B")
/// >>> game.board().side
/// 'white'
/// >>> loads(game.dumps("sgf"))[0].moves == game.moves
/// True
#[pyclass(module = "rustgomo")]
pub struct Game(pub(crate) GameRecord);

/// Whether the board shows that a game ended like this, or that it did not end.
const fn is_of_board(termination: Termination) -> bool {
    use Termination::{Five, Forbidden, FullBoard, Unfinished};
    matches!(termination, Five | Forbidden | FullBoard | Unfinished)
}

impl Game {
    /// Sets the result, or that of the board for an unfinished game, and how the game ended if the board shows
    /// the same. Otherwise what was said of the end stays.
    fn set_end(&mut self, result: GameResult) {
        let said = Some(self.0.termination).filter(|&said| !is_of_board(said));
        let of_board = GameRecord {
            result: GameResult::Unfinished,
            termination: Termination::Unfinished,
            ..self.0.clone()
        }
        .with_result_of_board();
        let unsaid = match result {
            GameResult::Unfinished => Termination::Unfinished,
            _ => Termination::Unknown,
        };
        if !self.0.continuous && [GameResult::Unfinished, of_board.result].contains(&result) {
            self.0 = of_board;
        } else {
            (self.0.result, self.0.termination) = (result, said.unwrap_or(unsaid));
        }
    }

    /// Gives each move a value.
    fn set_each<T>(&mut self, values: Vec<T>, set: impl Fn(&mut RecordedMove, T)) -> PyResult<()> {
        let (expected, found) = (self.0.moves.len(), values.len());
        if found != expected {
            return Err(error(format_args!("expected {expected} values, one for each move, found {found}")));
        }
        self.0.moves.iter_mut().zip(values).for_each(|(played, value)| set(played, value));
        Ok(())
    }

    /// Sets the moves.
    fn replay(&mut self, moves: Vec<Played>) -> PyResult<()> {
        let mut game = GameRecord { moves: Vec::new(), ..self.0.clone() };
        let mut board = game.start().map_err(record)?;
        for (square, number) in moves.into_iter().zip(1..) {
            let square = square
                .ok_or_else(|| record(format_args!("move {number}: expected a square, found a pass")))?;
            let name = Move::new(square, self.0.size).name();
            board.play(square).map_err(|error| record(format_args!("move {number}, {name}: {error}")))?;
            game.push(square);
        }
        self.0 = game;
        self.renew_end();
        Ok(())
    }

    /// Sets the end anew after moves or rule have changed.
    fn renew_end(&mut self) {
        self.set_end(if is_of_board(self.0.termination) { GameResult::Unfinished } else { self.0.result });
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (size = None, rule = "freestyle", moves = None, *, black = "", white = "", result = None))]
    fn new(
        size: Option<&Bound<'_, PyAny>>,
        rule: &str,
        moves: Option<&Bound<'_, PyAny>>,
        black: &str,
        white: &str,
        result: Option<&str>,
    ) -> PyResult<Self> {
        let mut game = Self(GameRecord::new(board_size(size)?, to_rule(rule)?));
        game.set_black(black);
        game.set_white(white);
        if let Some(moves) = moves {
            let squares = to_squares(moves, game.0.size)?;
            game.replay(squares)?;
        }
        if let Some(result) = result {
            game.set_result(result)?;
        }
        Ok(game)
    }

    /// The game that was played on a board from its first move on.
    #[staticmethod]
    fn from_board(board: &Board) -> PyResult<Self> {
        let mut start = board.board().clone();
        while start.undo().is_some() {}
        let size = start.size();
        let mut game = GameRecord::new(size, board.rule());
        if start.empty_count() != size.area() || start.side_to_move() == Color::White {
            let is_blocked = size.squares().any(|s| !start.is_empty(s) && start.color_at(s).is_none());
            if is_blocked {
                return Err(record("expected a board without blocked squares, which no record can hold"));
            }
            for color in Color::BOTH {
                game.setup.stones[color] = *start.stones(color);
            }
            game.setup.side_to_move = start.side_to_move();
        }
        // A diagram with white to move begins with a pass.
        let is_turned = start.stones(Color::Black).len() + start.stones(Color::White).len() > 0
            && board.board().history().first() == Some(&None);
        if is_turned {
            game.setup.side_to_move = start.side_to_move().opponent();
        }
        for (played, number) in board.board().history().iter().zip(1..).skip(usize::from(is_turned)) {
            let square = played
                .ok_or_else(|| record(format_args!("move {number}: expected a square, found a pass")))?;
            game.push(square);
        }
        Ok(Self(game.with_result_of_board()))
    }

    /// Columns and rows.
    #[getter]
    fn size(&self) -> (u8, u8) {
        (self.0.size.width(), self.0.size.height())
    }

    /// The name of the rule.
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule.name()
    }

    #[setter]
    fn set_rule(&mut self, rule: &str) -> PyResult<()> {
        self.0.rule = to_rule(rule)?;
        self.renew_end();
        Ok(())
    }

    /// The player of the black stones.
    #[getter]
    fn black(&self) -> &str {
        &self.0.names[Color::Black]
    }

    #[setter]
    fn set_black(&mut self, name: &str) {
        name.clone_into(&mut self.0.names[Color::Black]);
    }

    /// The player of the white stones.
    #[getter]
    fn white(&self) -> &str {
        &self.0.names[Color::White]
    }

    #[setter]
    fn set_white(&mut self, name: &str) {
        name.clone_into(&mut self.0.names[Color::White]);
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        Move::all(self.0.squares(), self.0.size)
    }

    #[setter]
    fn set_moves(this: &Bound<'_, Self>, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        // The moves are read by code of Python, which may look at the game.
        let size = this.try_borrow()?.0.size;
        let squares = to_squares(moves, size)?;
        this.try_borrow_mut()?.replay(squares)
    }

    /// The score of each move in centi-units for its player, where it is known.
    #[getter]
    fn scores(&self) -> Vec<Option<i16>> {
        self.0.moves.iter().map(|played| played.score).collect()
    }

    #[setter]
    fn set_scores(&mut self, scores: Vec<Option<i16>>) -> PyResult<()> {
        let checked: PyResult<Vec<_>> = scores.into_iter().map(checked_score).collect();
        self.set_each(checked?, |played, score| played.score = score)
    }

    /// The time of each move in milliseconds, where it is known.
    #[getter]
    fn times_ms(&self) -> Vec<Option<u32>> {
        self.0.moves.iter().map(|played| played.time_ms).collect()
    }

    #[setter]
    fn set_times_ms(&mut self, times: Vec<Option<u32>>) -> PyResult<()> {
        self.set_each(times, |played, time| played.time_ms = time)
    }

    /// `1-0` if black has won, `0-1`, `1/2-1/2`, or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result.name()
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        let result = GameResult::from_name(result).ok_or_else(|| {
            error(format_args!("expected one of 1-0, 0-1, 1/2-1/2 and *, found {result:?}"))
        })?;
        self.set_end(result);
        Ok(())
    }

    /// `black`, `white`, or `None`.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        if let GameResult::Win(color) = self.0.result { Some(color.name()) } else { None }
    }

    /// How the game ended, such as `five`, `resignation` or `unknown`.
    #[getter]
    fn termination(&self) -> &'static str {
        self.0.termination.name()
    }

    #[setter]
    fn set_termination(&mut self, name: &str) -> PyResult<()> {
        self.0.termination = Termination::from_name(name).ok_or_else(|| {
            let names: Vec<_> = Termination::ALL.iter().map(|termination| termination.name()).collect();
            error(format_args!("expected one of {}, found {name:?}", names.join(", ")))
        })?;
        Ok(())
    }

    /// Details of the end, or empty.
    #[getter]
    fn remark(&self) -> &str {
        &self.0.remark
    }

    #[setter]
    fn set_remark(&mut self, remark: &str) {
        remark.clone_into(&mut self.0.remark);
    }

    /// What else is known of the game, pairs of a name and a text. The names are those of SGF: `EV` the
    /// tournament, `RO` the round, `DT` the date, `PC` the place, `ON` the opening.
    #[getter]
    fn details(&self) -> Vec<(String, String)> {
        self.0.details.clone()
    }

    /// Number of opening moves, which the players did not choose.
    #[getter]
    fn opening(&self) -> usize {
        self.0.opening
    }

    #[setter]
    fn set_opening(&mut self, count: usize) {
        self.0.opening = count;
    }

    /// Number of the game in its match, from 1; 0 for none.
    #[getter]
    fn number(&self) -> u64 {
        self.0.number
    }

    #[setter]
    fn set_number(&mut self, number: u64) {
        self.0.number = number;
    }

    /// The board after a number of moves; after all without one.
    #[pyo3(signature = (ply = None))]
    fn board(&self, ply: Option<usize>) -> PyResult<Board> {
        let mut board = self.0.start().map_err(record)?;
        for (square, number) in self.0.squares().zip(1..).take(ply.unwrap_or(usize::MAX)) {
            let name = Move::new(square, self.0.size).name();
            board.play(square).map_err(|error| record(format_args!("move {number}, {name}: {error}")))?;
        }
        Ok(Board::from_parts(board, self.0.rule))
    }

    /// Compares the record with the rules. Raises `RecordError` for the first contradiction.
    fn verify(&self) -> PyResult<()> {
        self.0.verify().map_err(record)
    }

    /// The game as a file of a format: `txt`, `sgf`, `psq`, `lib`, `sav` or `pos`.
    /// Warns of what it cannot hold.
    #[pyo3(signature = (format = "txt"))]
    fn dumps<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (name, format) = (format, format_of_name(format)?);
        let bytes = format.write(&self.0).map_err(record)?;
        warn_of_lost(py, name, format, &[GameTree::from(&self.0)])?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the game into a file, in the format of its ending, and warns of what it cannot hold; an old
    /// file is replaced in one step.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let format = RecordFormat::of_name(&path);
        let bytes = format.write(&self.0).map_err(record)?;
        write_bytes(&path, &bytes)?;
        warn_of_lost(py, &path.display().to_string(), format, &[GameTree::from(&self.0)])
    }

    fn __len__(&self) -> usize {
        self.0.moves.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        other.cast::<Self>().map_or(Ok(false), |other| Ok(other.try_borrow()?.0 == self.0))
    }

    fn __repr__(&self) -> String {
        let GameRecord { size, rule, moves, result, .. } = &self.0;
        format!("<Game {size} {} {} moves {}>", rule.name(), moves.len(), result.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept<'py>)> {
        let text = RecordFormat::Text.write(&self.0).map_err(record)?;
        let kept = (PyBytes::new(py, &text), self.0.details.clone());
        Ok((py.get_type::<Self>().getattr("_restore")?, kept))
    }

    /// The game that `pickle` kept.
    #[staticmethod]
    fn _restore(text: &[u8], details: Vec<(String, String)>) -> PyResult<Self> {
        let reader = RecordReader { code_page: Some(CodePage::UTF_8), ..RecordReader::default() };
        let read = reader.games(Path::new(""), text).map_err(record)?;
        let game = read.games.into_iter().next().ok_or_else(|| record("expected a game, found none"))?;
        Ok(Self(GameRecord { details, ..game }))
    }
}
