//! Serialisation of sizes: `"15x15"`.

use super::{BoardSize, SizeTextError};

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
