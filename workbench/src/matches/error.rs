//! Errors of matches.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use rustgomo::opening::OpeningFileError;
use rustgomo::record::RecordError;

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Fewer than two engines.
    #[error("expected two engines or more, found {found}")]
    TooFewEngines {
        /// Number of engines.
        found: usize,
    },
    /// Number of names that differs from the number of engines.
    #[error("expected a name for each of {engines} engines, found {found}")]
    Names {
        /// Number of names.
        found: usize,
        /// Number of engines.
        engines: usize,
    },
    /// Option for an engine number that does not exist.
    #[error("expected the number of an engine from 1 to {engines} in {option}, found {number}")]
    NoSuchEngine {
        /// The option.
        option: &'static str,
        /// The number.
        number: usize,
        /// Number of engines.
        engines: usize,
    },
    /// Increment without a time for the game.
    #[error("expected a time for the game with an increment: without one there is nothing to add it to")]
    LoneIncrement,
    /// An engine that does not start.
    #[error("the engine {command:?} cannot be started")]
    Start {
        /// Its command line.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// A player that failed without a single legal move.
    #[error(
        "{name} never made a legal move and lost {games} games so: they measure nothing; the last one: {remark}"
    )]
    NeverMoved {
        /// Its name.
        name: String,
        /// Games that it lost.
        games: u32,
        /// Remark of the last game.
        remark: String,
    },
    /// A game in the file to continue that is not part of this match.
    #[error(
        "game {number} of the file to continue does not belong to this match: players, rule, size, opening or number differ"
    )]
    Foreign {
        /// Number of the game.
        number: u64,
    },
    /// A file that cannot be read or written.
    #[error("cannot use the file {}", path.display())]
    File {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that holds something else.
    #[error("{}: {source}", path.display())]
    Record {
        /// Its name.
        path: PathBuf,
        /// Where and why.
        source: RecordError,
    },
    /// Openings that cannot be read.
    #[error("cannot use the openings {name}")]
    Openings {
        /// Name of the file or of the shipped set.
        name: String,
        /// Why.
        source: OpeningFileError,
    },
    /// An opening that cannot be played: off the board, forbidden, or won already.
    #[error(
        "{name}, line {line}: expected an opening that can be played under {rule} on this board, found {found}"
    )]
    Unplayable {
        /// Name of the file or of the shipped set.
        name: String,
        /// Number of the line, from 1.
        line: usize,
        /// Name of the rule.
        rule: &'static str,
        /// The opening.
        found: String,
    },
    /// A file without openings.
    #[error("expected at least one opening in {name}, found none")]
    NoOpenings {
        /// Name of the file.
        name: String,
    },
    /// Random openings in the order of their file.
    #[error("expected a file or a shipped set of openings with --in-order: random ones have no order")]
    NoOrder,
    /// A file that exists already.
    #[error("{} exists: continue the match with --resume, or choose another name", path.display())]
    Exists {
        /// Its name.
        path: PathBuf,
    },
    /// Writing a game failed.
    #[error("cannot write a result")]
    Write(#[from] io::Error),
    /// Threads cannot be started.
    #[error("cannot start the threads of the match")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
