//! Helpers shared by the test programs. `brain` runs the executable as a manager would and reads its answers
//! with a limit on every wait; `point` is a square as the protocols write it; `referee` says who has won;
//! `transcript` runs the files of `tests/data/protocol`. Nothing here uses the library: the tests judge the
//! text that leaves the process. Used by: the process tests and the transcript tests.

#![expect(
    clippy::panic,
    reason = "a failed expectation ends the test, and these helpers are where it is noticed"
)]

pub(crate) mod brain;
pub(crate) mod point;
pub(crate) mod referee;
pub(crate) mod transcript;

use std::fs;
use std::path::Path;

/// Puts a program at another path, by a link where that can be: a copy cannot be started while a process that
/// another test has just forked still holds the file open for writing.
pub(crate) fn place_program(program: impl AsRef<Path>, path: &Path) {
    let linked = fs::hard_link(&program, path).or_else(|_| fs::copy(&program, path).map(drop));
    if let Err(error) = linked {
        panic!("{} as {}: {error}", program.as_ref().display(), path.display());
    }
}
