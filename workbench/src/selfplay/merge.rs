//! Parts of a run, played anywhere, as one file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::manifest::{Manifest, ManifestError};
use crate::files::{beside, expect_writable};
use crate::training_games::{FileHeader, RecordReader, RecordWriter, TrainingError, TrainingGame, pack};

/// What the name of the file in the making ends with.
const UNFINISHED: &str = ".merging";

/// Parts that cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// Nothing to merge.
    #[error("expected at least one file to merge, found none")]
    NoParts,
    /// A file that cannot be read, or the merged one cannot be written.
    #[error("{}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        source: TrainingError,
    },
    /// A part of another run.
    #[error("{}: expected a part of the same run as the first file, found other {what}", file.display())]
    OtherRun {
        /// The file.
        file: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// Two parts tell different games by one number.
    #[error("{}: expected each game once, found another game {number}", file.display())]
    Twice {
        /// The file with the later one.
        file: PathBuf,
        /// Number of the game.
        number: u64,
    },
    /// The manifest cannot be written.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
}

/// What a merged file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Games.
    pub games: u64,
    /// Games of the run that no part holds; unknown without any manifest.
    pub missing: Option<u64>,
    /// Bytes.
    pub bytes: u64,
    /// Parts whose last game was cut off in the middle: their processes were killed and not started again.
    pub cut_short: Vec<PathBuf>,
}

/// Merges parts of a run into a new file and writes its manifest, if a part has one. The file is the one that a single
/// process would have written, and can be continued like it if games are missing. A game that several parts hold counts
/// once; a last game that was cut off is left out.
///
/// # Errors
/// [`MergeError`] if `out` exists, a part is damaged, or the parts are not of one run.
pub fn merge(parts: &[PathBuf], out: &Path) -> Result<Merged, MergeError> {
    let failed = |source| MergeError::File { file: out.to_owned(), source };
    expect_writable(out, false).map_err(|error| failed(error.into()))?;
    let mut games = BTreeMap::new();
    let mut header = None;
    let mut manifest: Option<Manifest> = None;
    let mut cut_short = Vec::new();
    for part in parts {
        if read_part(part, &mut header, &mut games)? {
            cut_short.push(part.clone());
        }
        match (&mut manifest, Manifest::of(part)) {
            (Some(all), Some(other)) => {
                all.join(other).map_err(|what| MergeError::OtherRun { file: part.clone(), what })?;
            }
            (all, other) => *all = all.take().or(other),
        }
    }
    let bytes = write(header.ok_or(MergeError::NoParts)?, &games, out).map_err(failed)?;
    let games = games.len() as u64;
    let missing = manifest.as_ref().map(|manifest| manifest.run_games.saturating_sub(games));
    manifest.map_or(Ok(()), |manifest| manifest.write_merged(out))?;
    Ok(Merged { games, missing, bytes, cut_short })
}

/// Adds the games of a part; answers whether its last one was cut off.
fn read_part(
    part: &Path,
    header: &mut Option<FileHeader>,
    games: &mut BTreeMap<u64, TrainingGame>,
) -> Result<bool, MergeError> {
    let file = || part.to_owned();
    let reader = RecordReader::open(part).map_err(|source| MergeError::File { file: file(), source })?;
    if *header.get_or_insert(reader.header()) != reader.header() {
        return Err(MergeError::OtherRun { file: file(), what: "seed or nodes" });
    }
    for game in reader.games() {
        let game = match game {
            Ok(game) => game,
            Err(TrainingError::Truncated { .. }) => return Ok(true),
            Err(source) => return Err(MergeError::File { file: file(), source }),
        };
        let number = game.number;
        if games.get(&number).is_some_and(|known| *known != game) {
            return Err(MergeError::Twice { file: file(), number });
        }
        games.insert(number, game);
    }
    Ok(false)
}

/// Writes the file beside its place and moves it there when it is whole.
fn write(header: FileHeader, games: &BTreeMap<u64, TrainingGame>, out: &Path) -> Result<u64, TrainingError> {
    let unfinished = beside(out, UNFINISHED);
    if unfinished.exists() {
        std::fs::remove_file(&unfinished)?;
    }
    let (mut writer, _) = RecordWriter::open(&unfinished, header)?;
    games.values().try_for_each(|game| writer.write(game))?;
    drop(writer);
    let bytes = pack(&unfinished)?;
    std::fs::rename(&unfinished, out)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::interrupt::Interrupt;
    use crate::selfplay::{Options, Shares, Variant, run, write_manifest};
    use crate::shard::Shard;
    use rustgomo::eval::Networks;
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;

    const GAMES: u64 = 6;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rustgomo-merge-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Plays a part of a run into a file of the folder.
    fn played(folder: &Path, seed: u64, shard: Shard) -> PathBuf {
        let out = folder.join(format!("{}of{}-{seed}.rg", shard.index + 1, shard.count));
        let size = BoardSize::new(9, 9).unwrap();
        let options = Options {
            out: out.clone(),
            games: GAMES,
            nodes: 20,
            variants: vec![Variant { rule: Rule::Freestyle, size }],
            seed,
            shard,
            threads: 1,
            networks: Networks::embedded(),
            shares: Shares::default(),
        };
        let summary = run(&options, &Interrupt::default(), &|_| {}).unwrap();
        write_manifest(&options, &summary).unwrap();
        out
    }

    fn parts(folder: &Path, seed: u64) -> Vec<PathBuf> {
        (0..3).map(|index| played(folder, seed, Shard { index, count: 3 })).collect()
    }

    #[test]
    fn the_parts_together_are_the_file_of_one_process_with_its_manifest() {
        let folder = folder("whole");
        let whole = played(&folder, 5, Shard::WHOLE);
        let mut parts = parts(&folder, 5);
        parts.reverse();
        let out = folder.join("all.rg");
        let merged = merge(&parts, &out).unwrap();
        assert_eq!((merged.games, merged.missing, merged.cut_short.len()), (GAMES, Some(0), 0));
        let bytes = |path: &Path| std::fs::read(path).unwrap();
        assert_eq!(bytes(&out), bytes(&whole));
        assert_eq!(bytes(&beside(&out, ".json")), bytes(&beside(&whole, ".json")));
        assert!(matches!(merge(&parts, &out), Err(MergeError::File { .. })), "nothing is overwritten");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_killed_process_left_is_taken_up_to_its_last_whole_game() {
        let folder = folder("killed");
        let parts = parts(&folder, 5);
        // A file in the making: its games stand in blocks of their own, the last of which is cut off here.
        let unfinished = folder.join("unfinished.rg");
        let reader = RecordReader::open(&parts[1]).unwrap();
        let (mut writer, _) = RecordWriter::open(&unfinished, reader.header()).unwrap();
        reader.games().for_each(|game| writer.write(&game.unwrap()).unwrap());
        drop(writer);
        let bytes = std::fs::read(&unfinished).unwrap();
        std::fs::write(&unfinished, &bytes[..bytes.len() - 1]).unwrap();
        let files = [parts[0].clone(), unfinished.clone(), parts[2].clone()];
        let merged = merge(&files, &folder.join("all.rg")).unwrap();
        assert_eq!((merged.games, merged.missing), (GAMES - 1, Some(1)));
        assert_eq!(merged.cut_short, [unfinished]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn parts_of_different_runs_are_refused_and_the_same_part_counts_once() {
        let folder = folder("foreign");
        let (ours, theirs) = (parts(&folder, 5), played(&folder, 6, Shard::WHOLE));
        let out = folder.join("all.rg");
        let error = merge(&[ours[0].clone(), theirs], &out).unwrap_err();
        assert!(
            error.to_string().ends_with("the same run as the first file, found other seed or nodes"),
            "{error}"
        );
        assert!(matches!(merge(&[], &out), Err(MergeError::NoParts)));
        assert_eq!(merge(&[ours[0].clone(), ours[0].clone()], &out).unwrap().games, GAMES / 3);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
