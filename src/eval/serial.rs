//! Serialisation of scores: `{"eval": 35}`, `{"win_in": 5}`, `{"loss_in": 4}`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::Score;

/// The serialised form.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ScoreForm {
    /// Centi-units.
    Eval(i16),
    /// Plies.
    WinIn(u16),
    /// Plies.
    LossIn(u16),
}

/// A number that is no score.
#[derive(Debug, Error)]
enum ScoreFormError {
    /// An evaluation out of range.
    #[error("expected an evaluation from -{limit} to {limit}, found {found}", limit = Score::MAX_EVAL)]
    Eval {
        /// The number.
        found: i16,
    },
    /// A distance out of range.
    #[error("expected at most {most} plies to the end of the game, found {found}")]
    Plies {
        /// Most plies that a score can hold.
        most: u16,
        /// The number.
        found: u16,
    },
}

/// Most plies that a score can hold.
const MOST_PLIES: u16 = (Score::win_in(0).centi() - Score::MAX_EVAL.centi() - 1) as u16;

// Implemented here to keep `score.rs` free of serde.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ScoreForm::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(ScoreForm::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl From<Score> for ScoreForm {
    fn from(score: Score) -> Self {
        match (score.plies_to_win(), score.plies_to_loss()) {
            (Some(plies), _) => Self::WinIn(plies as u16),
            (_, Some(plies)) => Self::LossIn(plies as u16),
            _ => Self::Eval(score.centi()),
        }
    }
}

impl TryFrom<ScoreForm> for Score {
    type Error = ScoreFormError;

    fn try_from(form: ScoreForm) -> Result<Self, ScoreFormError> {
        let checked = |plies: u16| {
            let error = ScoreFormError::Plies { most: MOST_PLIES, found: plies };
            if plies <= MOST_PLIES { Ok(usize::from(plies)) } else { Err(error) }
        };
        match form {
            ScoreForm::WinIn(plies) => checked(plies).map(Self::win_in),
            ScoreForm::LossIn(plies) => checked(plies).map(Self::loss_in),
            ScoreForm::Eval(found) => {
                let score = Self::eval(found.into());
                if score.centi() == found { Ok(score) } else { Err(ScoreFormError::Eval { found }) }
            }
        }
    }
}
