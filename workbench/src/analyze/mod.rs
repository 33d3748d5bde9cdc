//! What the engine thinks of one position.
//!
//! The key idea: one search finds several variations, all equally deep; a forced win is looked for separately and given
//! as a proof that can be followed move by move. The result is plain data; it is written as text, as JSON or as a
//! picture. A [`InteractiveAnalysis`] keeps one position after the other under analysis. Imports: `opening`, `record`, `search` and below.
//! Used by: `cli`, `tools::review`.

mod caption;
mod command;
mod finished;
mod forced;
mod heat;
mod interactive;
mod prompt;
mod report;
mod run;
mod save;
mod session;
mod subject;

pub use command::{DeskCommand, DeskError, HELP};
pub use finished::FinishedGame;
pub use forced::{ForcedWin, find_forced_win};
pub use heat::{agree_with_lines, move_scores};
pub use interactive::{DeskStep, InteractiveAnalysis};
pub use prompt::Prompted;
pub use report::{AnalysisReport, ScoreReport, write_line};
pub use run::{AnalyzeOptions, Listener, PositionAnalysis, analyze};
pub use save::{SaveError, save};
pub use session::{Mailbox, SessionStyle, Show, run_session};
pub use subject::{Subject, SubjectError, read_game};
