//! Checkpoints of a run.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::core::Parameters;
use super::schedule::Tally;
use super::{EpochReport, TrainOptions};
use crate::files::{read, replace};

/// First bytes of a file; the last one is the version.
const MAGIC: &[u8; 5] = b"RGTS\x02";
/// Bytes of the checksum that follows.
const SUM_LEN: usize = 4;

/// What must be equal to continue a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RunConditions {
    pub(super) rule: String,
    pub(super) options: TrainOptions,
    /// SHA-256 of each file of records.
    pub(super) records: Vec<String>,
    /// SHA-256 of the initial network.
    pub(super) init: Option<String>,
}

/// What was learned in an unfinished epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    pub(super) windows: usize,
    pub(super) value: Tally,
    pub(super) policy: Tally,
    /// Seconds since the start of the run.
    pub(super) seconds: f64,
}

/// Checkpoint of a run. The order of positions follows from the seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub(super) conditions: RunConditions,
    pub(super) epochs: Vec<EpochReport>,
    pub(super) progress: Progress,
    pub(super) value: Parameters,
    pub(super) policy: Option<Parameters>,
}

impl Checkpoint {
    /// Loads a state with equal conditions.
    pub(super) fn load(path: &Path, conditions: &RunConditions) -> Result<Self> {
        let damaged = || damaged(path);
        let bytes = read(path)?;
        let rest = bytes.strip_prefix(MAGIC).with_context(damaged)?;
        let (sum, payload) = rest.split_first_chunk::<SUM_LEN>().with_context(damaged)?;
        if *sum != crc32fast::hash(payload).to_le_bytes() {
            bail!(damaged());
        }
        let Ok(state) = postcard::from_bytes::<Self>(payload) else { bail!(damaged()) };
        let foreign = |what| bail!("{} is the state of another run: the {what} differ", path.display());
        match &state.conditions {
            found if found.rule != conditions.rule || found.options != conditions.options => {
                foreign("rule or the options")
            }
            found if found.records != conditions.records => foreign("records"),
            found if found.init != conditions.init => foreign("networks to begin with"),
            _ => Ok(state),
        }
    }

    /// Saves the state, replacing the file atomically.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        let payload = postcard::to_allocvec(self)?;
        let sum = crc32fast::hash(&payload).to_le_bytes();
        replace(path, &[&MAGIC[..], &sum, &payload].concat())
    }
}

/// What is said of a file that cannot be continued.
pub(super) fn damaged(path: &Path) -> String {
    format!("{}: expected the intact state of a training run of this version", path.display())
}

#[cfg(test)]
mod tests {
    use super::super::adam::Adam;
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written_and_no_other() {
        let path = std::env::temp_dir().join(format!("rustgomo-train-{}", std::process::id()));
        let list = |x: f32| vec![x, 0.1, f32::MIN_POSITIVE];
        let value = Parameters {
            parts: list(0.3),
            average: list(-1.5),
            adam: Adam { first: list(1e-30), second: list(0.0), origin: list(2.0), steps: 7 },
        };
        let options = TrainOptions::default();
        let conditions =
            RunConditions { rule: "renju".into(), options, records: vec!["aa".into()], init: None };
        let state =
            Checkpoint { conditions, epochs: Vec::new(), progress: Progress::default(), value, policy: None };
        state.save(&path).unwrap();
        assert_eq!(Checkpoint::load(&path, &state.conditions).unwrap(), state);
        let other = RunConditions { records: Vec::new(), ..state.conditions.clone() };
        let error = Checkpoint::load(&path, &other).unwrap_err().to_string();
        assert!(error.ends_with("the records differ"), "{error}");
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let error = Checkpoint::load(&path, &state.conditions).unwrap_err().to_string();
        assert!(error.contains("expected the intact state"), "{error}");
        std::fs::remove_file(&path).unwrap();
    }
}
