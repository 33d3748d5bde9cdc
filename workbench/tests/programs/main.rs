//! Tests of the workbench as a process: reports, files and exit codes. They are one executable, since linking
//! several takes longer than running them; `cargo test -p rustgomo-workbench --test programs refusals` runs
//! one file.

#![expect(clippy::expect_used, reason = "helpers of tests")]

mod analysis;
mod answers;
mod common;
mod database;
mod fastchess;
#[cfg(unix)]
mod files;
mod growth;
#[cfg(unix)]
mod interrupts;
mod large_database;
mod learn;
mod matches;
mod networks;
mod records;
mod refusals;
mod regression;
mod renjunet;
mod spsa;
mod unreadable;
mod workbench;

use std::path::Path;
use std::sync::LazyLock;

/// An engine for matches: the workbench under the engine's name.
static BRAIN: LazyLock<String> = LazyLock::new(|| {
    let name = format!("pbrain-rustgomo{}", std::env::consts::EXE_SUFFIX);
    // In a folder of its own, since an engine plays with the networks beside it, which other tests write.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("brain");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    // From an earlier run, perhaps of an older program.
    drop(std::fs::remove_file(&path));
    let program = env!("CARGO_BIN_EXE_rustgomo");
    let linked = std::fs::hard_link(program, &path).or_else(|_| std::fs::copy(program, &path).map(drop));
    linked.expect("a copy of the program");
    path.to_str().expect("a path in UTF-8").to_owned()
});

/// The path of that engine.
fn brain() -> &'static str {
    &BRAIN
}
