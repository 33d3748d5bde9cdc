//! Folders of the file protocol with random files in them.

use std::fs;
use std::path::Path;
use std::time::Instant;

use proptest::prelude::*;
use rustgomo::protocol::file;

/// The files that a manager writes, by their texts.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    board: String,
    mover: String,
    timeouts: String,
    info: String,
}

/// Random files, with boards that can be read and others.
pub(crate) fn files() -> impl Strategy<Value = Files> {
    let board = prop_oneof![
        "([-xo#.\r]{5}\n){5}",
        "([-xo#]{7}\r\n){6}",
        "([-.]{6}[-xo]{3}[-.]{6}\n){15}",
        "[-xo#?\n]{0,60}",
    ];
    let info = prop_oneof![
        "([a-z_]{1,12} [0-9a-z -]{0,12}\n){0,40}",
        "((rule|max_memory|max_node|max_depth|thread_num|timeout_match|time_left|game_type|show_detail) [0-9-]{0,3}\n){0,40}",
    ];
    (board, "[xoXO]\r?\n|[ -~]{0,6}", "[0-9\n -]{0,20}", info)
        .prop_map(|(board, mover, timeouts, info)| Files { board, mover, timeouts, info })
}

/// Runs the brain once on these files in a folder of its own. Returns how many lines they had.
///
/// # Errors
/// Says what was wrong with its answer, or that the folder cannot be written.
pub(crate) fn check_files(folder: &Path, files: &Files) -> Result<usize, String> {
    // The exact limits are the last words.
    let info = format!("{}\nthread_num 1\nmax_memory 1\ntimeout_turn 0\n", files.info);
    let texts = [
        ("PLOCHA.DAT", &files.board),
        ("TAH.DAT", &files.mover),
        ("TIMEOUTS.DAT", &files.timeouts),
        ("INFO.DAT", &info),
    ];
    let access = |error: std::io::Error| error.to_string();
    for (name, text) in texts {
        fs::write(folder.join(name), text).map_err(access)?;
    }
    let result = file::run(folder, Instant::now(), 1, |_| {}, drop);
    let answer = fs::read_to_string(folder.join("TAH.DAT")).map_err(access)?;
    let is_right = match result {
        Ok(()) => is_free(&files.board, answer.trim_end()),
        Err(_) => answer == files.mover,
    };
    let lines = texts.map(|(_, text)| text.lines().count()).iter().sum();
    if is_right { Ok(lines) } else { Err(format!("{result:?} with {answer:?} for {files:?}")) }
}

/// Whether an answer names a free square of the board.
fn is_free(board: &str, answer: &str) -> bool {
    let rows: Vec<&str> = board.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let Some((x, y)) = answer.split_once(',') else { return false };
    let (Ok(x), Ok(y)) = (x.parse::<usize>(), y.parse::<usize>()) else { return false };
    rows.get(y).and_then(|row| row.as_bytes().get(x)).is_some_and(|cell| matches!(cell, b'-' | b'.'))
}
