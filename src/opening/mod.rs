//! Openings: the first stones of a game, to vary games between the same players.
//!
//! An opening is a list of offsets from the centre of the board, the format of Gomocup, so one file serves
//! all sizes that are large enough. [`OpeningSet`] keeps openings in order and without duplicates under
//! symmetry. [`Dialogue`] walks two players through an opening rule such as Swap2. Imports: `rules` and
//! below. Used by: `decision`, `engine`, `protocol`, the workbench and the board in the browser.

mod dialogue;
pub mod embedded;
mod error;
mod file;
mod line;
mod names;
mod set;

pub use dialogue::{Choice, Dialogue, DialogueError, Figure, OpeningRule, Player, Question};
pub(crate) use error::MAX_OFFSET;
pub(crate) use error::MIN_OFFSET;
pub use error::{OpeningError, OpeningFileError};
pub use file::read_file;
#[doc(hidden)]
pub use file::{file_text, parse_lines, read_lines, read_text, write_text};
pub use line::Opening;
pub use names::NamedOpening;
pub use set::{Insertion, OpeningSet};
