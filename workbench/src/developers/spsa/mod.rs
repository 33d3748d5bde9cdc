//! Tuning of search parameters by SPSA.
//!
//! SPSA (simultaneous perturbation stochastic approximation, Spall 1992), as in fishtest and OpenBench: every
//! iteration perturbs all parameters at random, up or down ([`SpsaPlan::trial`]), plays the engine with these
//! values against itself with the opposite ones, and moves the values a little towards the winner
//! ([`SpsaPlan::learn`]). [`run()`] plays the games; [`State`] is saved after every iteration.

mod plan;
mod report;
mod run;
mod state;

pub use plan::{Knob, SpsaPlan};
pub use report::{iteration_line, json, list, list_json, table};
pub use run::{SpsaOptions, begin, run};
