//! The rules of the game, written for clarity: the reference for the faster code above.
//!
//! [`line_result`] is the only definition of a winning row; the tables of `pattern` are generated from it.
//! [`foul`] is exact and recursive. Imports: `board` and below. Used by: `pattern` and above.

mod forbidden;
mod game_end;
mod line;
mod move_end;
mod outcome;
mod per_rule;
mod rule;

#[doc(hidden)]
pub use forbidden::playable_squares;
pub use forbidden::{Foul, forbidden_squares, foul, foul_rows, is_forbidden, legal_squares};
pub use game_end::GameEnd;
#[doc(hidden)]
pub use game_end::fouls_of_game;
#[doc(hidden)]
pub use line::{LineResult, line_result};
pub use move_end::{MoveEnd, move_end};
pub use outcome::{Outcome, WinningRow, WonGame, find_win, move_wins, outcome, winning_rows};
pub(crate) use per_rule::PerRule;
pub use rule::{Rule, RuleError};
