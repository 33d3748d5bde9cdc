//! What a network was made of.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::files::{hex, sha256};
use rustgomo::eval::network::NetworkWeights;

use super::sources::name_of;
use super::{Classical, EpochReport, RecordFile, TrainOptions};

/// The origin of a network, as JSON beside its file; the network's header has its hash.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrainManifest<'a> {
    /// Version, commit and instruction set.
    pub engine: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// How it was trained.
    pub options: TrainOptions,
    /// The network that it began with.
    pub init: Option<Init>,
    /// The games.
    pub records: &'a [RecordFile],
    /// Positions that it learned from in every epoch.
    pub training: usize,
    /// Positions that it was judged by.
    pub held_out: usize,
    /// How well the classical evaluation does on these.
    pub classical: &'a Classical,
    /// The last epoch, whose number is smaller than that in the options if the run was interrupted.
    pub last: Option<&'a EpochReport>,
}

/// A network to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Init {
    /// The name of its file, without the folders of the machine.
    pub file: PathBuf,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl Init {
    /// What a manifest says of a network.
    pub fn new(file: &Path, network: &NetworkWeights) -> Self {
        Self { file: name_of(file), sha256: hex(&sha256(&network.to_bytes())) }
    }
}
