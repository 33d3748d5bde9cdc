//! Several lines of play side by side, and positions searched as long as somebody wants to look at them.
//!
//! The key idea: in every iteration the best line is searched first, exactly as if it were alone, then the best line
//! without its move, and so on, so that all lines are equally deep. A line that was found stays until a better one takes
//! its place; one whose iteration was cut off keeps what it had. Lines that end early, because the table or a proof knew
//! the rest, are completed. Imports: `threat`, `eval` and below. Used by: `search`.

mod complete;
mod deepen;
mod ranking;
mod root;

pub(super) use root::RootLines;
