//! The brain as its users meet it, started as a process: protocols as transcripts and over pipes, whole
//! games, files and exit codes. One executable, because linking each file alone costs more time than running
//! it; `cargo test --test programs brain` runs one file or folder.

mod bench_signature;
mod brain;
mod common;
mod database;
mod files;
mod full_game;
mod killed_writers;
mod protocol_bridge;
mod protocol_choice;
mod protocol_file;
mod protocol_gomocup;
mod protocol_lines;
