//! Network files: those named by options, and those beside the program. A file holds one network or several,
//! one behind the other.

use std::path::{Path, PathBuf};

use crate::eval::Networks;
use crate::eval::network::{NetworkError, NetworkWeights, PackedNetwork};
use crate::files;
use crate::rules::Rule;

/// Files with this extension beside the program take the place of the embedded networks.
const EXTENSION: &str = "rgn";

/// Maximum size of a file; all embedded networks together have three megabytes.
const MAX_NETWORK_BYTES: u64 = 64 << 20;

/// A network file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// It holds no network.
    #[error("cannot use {path}: {source}")]
    Content {
        /// The file.
        path: PathBuf,
        /// The format error.
        source: NetworkError,
    },
}

/// The networks to play with, and the files that were skipped.
#[derive(Debug)]
pub struct Chosen {
    /// The networks.
    pub networks: Networks,
    /// Files beside the program whose networks replace others, with their rules.
    pub replacing: Vec<(PathBuf, Rule)>,
    /// Files beside the program that cannot be used.
    pub skipped: Vec<NetworkFileError>,
}

impl Chosen {
    /// A sentence for each skipped file and each network that replaces another one, and one if rules have no
    /// network, as in a program without embedded networks whose file is missing.
    pub fn notices(&self) -> impl Iterator<Item = String> {
        let missing: Vec<&str> = self.networks.missing().map(Rule::name).collect();
        let missing = (!missing.is_empty()).then(|| {
            format!(
                "no network for {}: put the file *.{EXTENSION} of the release beside the program; the classical evaluation plays",
                missing.join(", ")
            )
        });
        let skipped = self.skipped.iter().map(|error| format!("{error}; the file is passed over"));
        let replacing = self.replacing.iter().map(|(file, rule)| {
            let file = file.display();
            format!("{file} beside the program replaces the network of {}", rule.name())
        });
        skipped.chain(replacing).chain(missing)
    }
}

/// The networks to play with: none if `classical`; else the embedded ones, replaced by intact files beside
/// the program, then by `files`.
///
/// # Errors
/// If one of `files` cannot be read or holds no network.
pub fn networks(files: &[PathBuf], classical: bool) -> Result<Chosen, NetworkFileError> {
    let mut chosen = Chosen { networks: Networks::embedded(), replacing: Vec::new(), skipped: Vec::new() };
    if classical {
        chosen.networks = Networks::classical();
        return Ok(chosen);
    }
    for file in files_beside_program() {
        // Not unpacked before their rules are played: most games take one of five.
        match parse(&file, PackedNetwork::list) {
            Ok(list) => {
                let replaced = list.into_iter().filter_map(|network| chosen.networks.insert(network));
                chosen.replacing.extend(replaced.map(|rule| (file.clone(), rule)));
            }
            // A damaged file must not keep the program from playing.
            Err(error) => chosen.skipped.push(error),
        }
    }
    for file in files {
        for network in parse(file, PackedNetwork::list)? {
            let unpacked = network.unpack();
            unpacked.map_err(|source| NetworkFileError::Content { path: file.clone(), source })?;
            chosen.networks.insert(network);
        }
    }
    Ok(chosen)
}

/// Reads a file with one network.
///
/// # Errors
/// If it cannot be read or does not hold exactly one network.
pub fn load(path: &Path) -> Result<NetworkWeights, NetworkFileError> {
    parse(path, NetworkWeights::from_bytes)
}

/// Reads a file with one network or several.
///
/// # Errors
/// If it cannot be read or holds no network.
pub fn load_all(path: &Path) -> Result<Vec<NetworkWeights>, NetworkFileError> {
    parse(path, |bytes| PackedNetwork::list(bytes)?.iter().map(PackedNetwork::unpack).collect())
}

fn parse<T>(
    path: &Path,
    from_bytes: impl Fn(&[u8]) -> Result<T, NetworkError>,
) -> Result<T, NetworkFileError> {
    let bytes = files::read(path, MAX_NETWORK_BYTES)
        .map_err(|source| NetworkFileError::Read { path: path.to_owned(), source })?;
    from_bytes(&bytes).map_err(|source| NetworkFileError::Content { path: path.to_owned(), source })
}

fn files_beside_program() -> Vec<PathBuf> {
    let folder = std::env::current_exe().ok().and_then(|program| program.parent().map(Path::to_owned));
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION)).collect();
    files.sort();
    files
}
