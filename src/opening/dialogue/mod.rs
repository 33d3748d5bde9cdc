//! Opening rules as dialogues: who decides what before a game between two players is even and goes on freely.
//!
//! The key idea: an opening rule is a list of stages ([`OpeningRule`]), and a [`Dialogue`] walks through it,
//! one [`Choice`] at a time. Managers and pages pass its questions on and need not know the rules. Sources:
//! the Renju International Federation (`https://www.renju.net/rule/`, with
//! `https://en.wikipedia.org/wiki/Renju_opening_rules`), and for Swap and Swap2 the gomoku championships
//! (`https://www.vcpr.cz/en/help-and-rules/gomoku-rules/`):
//!
//! | Rule | Course |
//! |---|---|
//! | Swap | one player puts three stones, the other chooses a colour |
//! | Swap2 | the same, or the other adds a white and a black stone and leaves the choice to the first |
//! | RIF | one player puts one of the 26 openings, the other may swap; white plays the fourth move, black offers two fifth moves, white keeps one |
//! | Yamaguchi | the same, but the first player also declares how many fifth moves black will offer |
//! | Soosõrv-8 | after the opening and a swap white plays the fourth move and declares 1 to 8 fifth moves; black may swap, offers as many, and white keeps one |
//! | Taraguchi-10 | one stone a turn, in the centre and its 3×3, 5×5 and 7×7 squares, the opponent may swap after each; after the fourth black may instead offer ten fifth moves, of which white keeps one; otherwise the fifth is within 9×9, and white may swap once more |
//! | Super Taraguchi-10 | the same with 5×5, 7×7 and 9×9 for the second to fourth stones, and 9×9 for the fifth (`https://renjunews.com/first-super-taraguchi-10-tournament-on-renju-caffe/`) |
//! | Tarannikov | as Taraguchi-10, but always with a fifth move within 9×9 and a swap after each of the five |
//!
//! The fifth moves on offer must differ in every respect: two are symmetric if a reflection, rotation or
//! shift of the stones makes one position of the other, wherever the edges of the board are (A. Meritee,
//! `https://old.renju.net/blog/index.php?showcomment=951`).

mod error;
mod figure;
mod rule;
mod state;

pub use error::DialogueError;
pub use figure::Figure;
pub use rule::{OpeningRule, Player};
pub use state::{Choice, Dialogue, Question};
