//! Helpers shared by the test programs. `brain` runs the executable as a manager would and reads its answers with a limit on every wait;
//! `point` is a square as the protocols write it; `referee` says who has won; `transcript` runs the files of `tests/data/protocol`. Nothing here uses the library: the
//! tests judge the text that leaves the process. Used by: the process tests and the transcript tests.

#![expect(
    clippy::panic,
    reason = "a failed expectation ends the test, and these helpers are where it is noticed"
)]

pub(crate) mod brain;
pub(crate) mod point;
pub(crate) mod referee;
pub(crate) mod transcript;
