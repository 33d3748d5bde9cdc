//! The classical evaluation: what the patterns at the empty squares are worth to each side, added up, and the worth of
//! having the move.
//!
//! The values are fitted to games (`rustgomo tune weights`) and kept in text files ([`Weights`]); [`Values`] are those of a
//! rule as a table. It plays where there is no network, and networks are compared with it. Imports: `position` and below.
//! Used by: `eval` and above.

mod evaluate;
mod role;
mod values;
mod weights;

pub use evaluate::evaluate;
pub use role::{Role, RoleValues};
pub use values::{SquareValues, Values};
pub use weights::Weights;
