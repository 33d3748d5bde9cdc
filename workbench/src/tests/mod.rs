//! Tests of several rooms together: matches, training, forced wins.

mod match_statistics;
mod tactics;
mod training;
