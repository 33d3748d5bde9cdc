//! Tests of the tools as a library: matches, training, forced wins.

mod match_statistics;
mod tactics;
mod training;
