//! Serialisation of squares and sizes: `{"x": 7, "y": 7}` and `"15x15"`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::{BoardSize, MAX_SIDE, SizeTextError, Square};

/// Column and row from the top left, from 0.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SquareForm {
    x: u8,
    y: u8,
}

/// A square off every board.
#[derive(Debug, Error)]
#[error("expected a column x and a row y below {MAX_SIDE}, found {x} and {y}")]
struct SquareFormError {
    x: u8,
    y: u8,
}

// Implemented here to keep the types free of serde.
impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SquareForm::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(SquareForm::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl From<Square> for SquareForm {
    fn from(square: Square) -> Self {
        Self { x: square.x(), y: square.y() }
    }
}

impl TryFrom<SquareForm> for Square {
    type Error = SquareFormError;

    fn try_from(SquareForm { x, y }: SquareForm) -> Result<Self, SquareFormError> {
        if x < MAX_SIDE && y < MAX_SIDE { Ok(Self::at(x, y)) } else { Err(SquareFormError { x, y }) }
    }
}

impl From<BoardSize> for String {
    fn from(size: BoardSize) -> Self {
        size.to_string()
    }
}

impl TryFrom<String> for BoardSize {
    type Error = SizeTextError;

    fn try_from(text: String) -> Result<Self, SizeTextError> {
        text.parse()
    }
}
