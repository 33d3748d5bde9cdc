//! Files of games, and what of them is used.

use std::path::{Path, PathBuf};

use super::TrainError;
use super::dataset::{Dataset, RecordFile};
use super::scales::Scales;
use crate::files::{beside, hex, sha256};
use crate::training_games::{RecordReader, TrainingError};
use rustgomo::files;
use rustgomo::rules::Rule;

/// Games that are taken apart together.
const BLOCK: usize = 4096;

impl Dataset {
    /// Reads the games of a rule. The run that writes a file may still be going on: a cut end is no error.
    ///
    /// # Errors
    /// If a file cannot be read, or holds too little or too much.
    pub fn read(files: &[PathBuf], rule: Rule, lambda: f32) -> Result<Self, TrainError> {
        let mut data = Self::default();
        for file in files {
            let found = data.read_file(file, rule, lambda)?;
            data.files.push(found);
        }
        data.seen.clear();
        data.seen.shrink_to_fit();
        let (training, held_out) = (data.training.len(), data.held_out.len());
        if training == 0 || held_out == 0 {
            return Err(TrainError::TooFew { rule: rule.name(), training, held_out });
        }
        Ok(data)
    }

    fn positions(&self) -> u64 {
        (self.training.len() + self.held_out.len()) as u64
    }

    fn read_file(&mut self, file: &Path, rule: Rule, lambda: f32) -> Result<RecordFile, TrainError> {
        let failed = |source| TrainError::Games { file: file.to_owned(), source };
        // All at once: what is hashed must be what is learned, though the file may grow.
        let bytes = files::read(file, files::MAX_BYTES).map_err(|source| failed(source.into()))?;
        let mut reader = RecordReader::new(bytes.as_slice()).map_err(failed)?;
        let seed = reader.header().seed;
        let (mut games, before) = (Vec::new(), self.positions());
        loop {
            match reader.next_block() {
                Ok(Some(found)) => games.extend(found.into_iter().filter(|game| game.rule == rule)),
                Ok(None) | Err(TrainingError::Truncated { .. }) => break,
                Err(error) => return Err(failed(error)),
            }
        }
        let scales = Scales::of(&games);
        for block in games.chunks(BLOCK) {
            self.add(seed, block, &scales, lambda)?;
        }
        let used = reader.offset();
        let manifest = files::read(&beside(file, ".json"), files::MAX_BYTES).ok();
        Ok(RecordFile {
            file: name_of(file),
            bytes: used,
            sha256: hex(&sha256(&bytes[..used as usize])),
            games: games.len() as u64,
            scales: scales.numbers().to_vec(),
            positions: self.positions() - before,
            manifest: manifest.and_then(|text| serde_json::from_slice(&text).ok()),
        })
    }
}

/// A file's name without its folders.
pub(super) fn name_of(file: &Path) -> PathBuf {
    file.file_name().map_or_else(|| file.to_owned(), PathBuf::from)
}
