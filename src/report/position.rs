//! Positions.

use serde::Serialize;

use super::{ThreatReport, threats};
use crate::board::{Board, square_name, square_names};
use crate::geometry::{Color, Square};
use crate::rules::{Foul, Rule, forbidden_squares, foul, foul_rows};

/// What is known of a position without a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PositionReport {
    /// The side to move.
    pub to_move: Color,
    /// Where black may not play, if the game goes on.
    pub forbidden: Vec<ForbiddenPoint>,
    /// Where either side makes a five, a four or an open three, if the game goes on.
    pub threats: Vec<ThreatReport>,
}

/// A square where black may not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ForbiddenPoint {
    /// The square.
    pub square: String,
    /// Why.
    pub foul: Foul,
    /// Black's stones in each of the threes, the fours or the overlines that make it so.
    pub rows: Vec<Vec<String>>,
}

impl PositionReport {
    /// The report of a position in which the game goes on, or `is_over`.
    pub fn new(board: &Board, rule: Rule, is_over: bool) -> Self {
        let size = board.size();
        let forbidden = if is_over { Vec::new() } else { forbidden_squares(board, rule) };
        let threats = if is_over { Vec::new() } else { threats(board, rule) };
        Self {
            to_move: board.side_to_move(),
            forbidden: forbidden
                .into_iter()
                .filter_map(|square| ForbiddenPoint::new(board, square))
                .collect(),
            threats: threats.into_iter().map(|threat| threat.report(size)).collect(),
        }
    }
}

impl ForbiddenPoint {
    fn new(board: &Board, square: Square) -> Option<Self> {
        let size = board.size();
        let rows = foul_rows(board, square).into_iter().map(|row| square_names(row, size)).collect();
        Some(Self { square: square_name(square, size), foul: foul(board, square)?, rows })
    }
}
