//! The library seen from outside, by facts that hold for every input: rules against a second implementation,
//! tables and sums against plain recomputation, wins that replay, records that survive. One executable,
//! because linking each file alone costs more time than running it; `cargo test --test library threats` runs
//! one file.

mod analyst;
mod claims;
mod commands;
mod compare;
mod database;
mod dialogues;
mod exchanges;
mod fuzzing;
mod imports;
mod lines;
mod network;
mod patterns_vs_classify;
mod perft;
mod position_vs_rebuild;
mod properties;
mod protocol_fuzz;
mod records;
mod reference;
mod renju_cases;
mod requests;
mod rules_vs_reference;
mod search;
mod session;
mod threats;
mod trees;
mod vct;
