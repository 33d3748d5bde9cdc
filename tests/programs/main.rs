//! The two programs as their users meet them, started as processes: protocols as transcripts and over pipes, whole games, reports, files and
//! exit codes. One executable, because linking each file alone costs more time than running it; `cargo test --test programs brain` runs one
//! file or folder.

#[cfg(feature = "workbench")]
mod analysis;
mod bench_signature;
mod brain;
mod common;
mod database;
#[cfg(feature = "workbench")]
mod fastchess;
mod files;
mod full_game;
#[cfg(all(unix, feature = "workbench"))]
mod interrupts;
#[cfg(feature = "workbench")]
mod matches;
mod protocol_bridge;
mod protocol_choice;
mod protocol_file;
mod protocol_gomocup;
mod protocol_lines;
#[cfg(feature = "workbench")]
mod records;
#[cfg(feature = "workbench")]
mod refusals;
#[cfg(feature = "workbench")]
mod spsa;
#[cfg(feature = "workbench")]
mod workbench;
