//! Serialisation of scores, with what readers would compute from them.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Score;

impl Serialize for Score {
    /// Centi-units as `score`, `win_rate`, and `plies_to_win` and `plies_to_loss`, which are null for other
    /// scores.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_struct("Score", 4)?;
        form.serialize_field("score", &self.centi())?;
        form.serialize_field("win_rate", &self.win_rate())?;
        form.serialize_field("plies_to_win", &self.plies_to_win())?;
        form.serialize_field("plies_to_loss", &self.plies_to_loss())?;
        form.end()
    }
}
