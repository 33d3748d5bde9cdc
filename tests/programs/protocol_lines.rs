//! GTP, UCCI and AGI as transcripts: every file of their folders in `tests/data/protocol` is played against
//! the brain, which chooses the protocol by the first line.

use crate::common::transcript::run::play_folder;

#[test]
fn gtp_is_answered_as_written() {
    play_folder("gtp");
}

#[test]
fn ucci_is_answered_as_written() {
    play_folder("ucci");
}

#[test]
fn agi_is_answered_as_written() {
    play_folder("agi");
}
