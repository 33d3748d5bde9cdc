//! What the engine thinks of one position.
//!
//! The key idea: several variations are several searches, each without the best moves of those before, that share one
//! table; a forced win is looked for separately and given as a proof that can be followed move by move. The result is
//! plain data; it is written as text, as JSON or as a picture. Imports: `opening`, `record`, `search` and below.
//! Used by: `cli`, `tools::review`.

mod forced;
mod heat;
mod report;
mod run;
mod subject;

pub use forced::{ForcedWin, find_forced_win};
pub use heat::{agree_with_lines, move_scores};
pub use report::{AnalysisReport, write_line};
pub use run::{Analysis, AnalyzeOptions, Listener, Variation, analyze};
pub use subject::{Subject, SubjectError, read_game};
