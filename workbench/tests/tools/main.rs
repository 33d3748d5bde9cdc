//! The tools as a library, by facts that hold for every input: matches, training, forced wins.

mod match_statistics;
mod tactics;
mod training;
