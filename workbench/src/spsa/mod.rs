//! The search's parameters by matches of the engine against itself.
//!
//! The key idea is SPSA (Spall 1992), as fishtest and OpenBench use it: nobody can measure what one step of one
//! parameter is worth, but the sum of many tiny measurements points uphill. So every iteration moves *all* parameters
//! at once, each up or down by chance ([`SpsaPlan::trial`]), plays the engine with these values against itself with the
//! opposite ones, and moves the values a little towards the winner ([`SpsaPlan::learn`]). That much is arithmetic; [`run()`]
//! plays the games, and [`State`] is what a run leaves on disk after every iteration. Imports: `search` for the table of
//! parameters, the match runner. Used by: `cli`.

mod error;
mod evidence;
mod knob;
mod plan;
mod report;
mod run;
mod state;

pub use error::SpsaError;
pub use evidence::{Effect, Evidence};
pub use knob::{INFO_PREFIX, Knob, KnobError};
pub use plan::{SpsaPlan, Trial};
pub use report::{iteration_line, json, list, list_json, table};
pub use run::{Iteration, SpsaOptions, begin, run};
pub use state::State;
