//! Analysis of a position.
//!
//! One multi-PV search finds several variations of the same depth; forced wins are searched separately and
//! returned as a proof that can be followed move by move. The result is plain data, which is written as text,
//! JSON or a picture. [`InteractiveAnalysis`] analyses positions that commands change.

mod defence;
mod forced;
mod heat;
mod interactive;
mod known;
mod prompt;
mod report;
mod run;
mod save;
mod session;
mod subject;
mod text;

pub use defence::{Defence, find_defence};
pub use forced::{ForcedWin, ProofSearch, find_forced_win, prove_last_move};
pub use heat::{agree_with_defence, agree_with_lines, move_scores};
pub use interactive::{InteractiveAnalysis, MAX_LINES, Step};
pub use known::{
    EntryView, analyze_with, best_move, entry_after, is_better, is_searched, known_line, limits_with,
    ranked_moves,
};
pub use prompt::{Prompted, next_line};
pub use report::{AnalyzeReport, Claim, ProofsReport};
pub use run::{AnalyzeOptions, Listener, PositionAnalysis, analyze};
pub use save::save;
pub use session::{Mailbox, SessionStyle, run_session};
pub use subject::{Subject, read_game};
pub use text::write_line;
