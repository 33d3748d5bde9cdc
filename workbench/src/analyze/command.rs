//! What an analyst can ask for at a [`InteractiveAnalysis`](super::InteractiveAnalysis).

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::{SaveError, SubjectError};
use rustgomo::geometry::{BoardSize, SizeTextError, shortened};
use rustgomo::rules::{Rule, RuleError};

/// What can be asked, for people.
pub const HELP: &str = "\
play MOVES         play these moves, such as: play i9 h10
undo [COUNT]       take back the last move, or COUNT moves
position [MOVES]   begin again with these moves
rule RULE          go on under this rule, such as renju
size SIZE          begin again on an empty board of this size, such as 20 or 20x15
lines COUNT        show COUNT lines
threats            list where either side makes a five, an open four or two fours
continue [SECONDS] think about the position again, for SECONDS
stop               end the thinking; any other command does, too
wait               let the thinking come to its end first
show               show the last result again
save FILE          write the game to a new file: .sgf, .psq, .lib, else text; a set-up as a diagram
help, quit";

/// Most lines that can be asked for.
const MOST_LINES: u32 = 484;

/// A command to a [`InteractiveAnalysis`](super::InteractiveAnalysis).
#[derive(Clone, Debug, PartialEq)]
pub enum DeskCommand {
    /// Play these moves.
    Play(String),
    /// Take back this many moves.
    Undo(u32),
    /// Begin again with these moves.
    Position(String),
    /// Go on under this rule.
    Rule(Rule),
    /// Begin again on an empty board of this size.
    Size(BoardSize),
    /// Show this many lines, at least 1.
    Lines(NonZeroU32),
    /// List the squares from which somebody wins.
    Threats,
    /// Think again about the same position, for this time if one is given.
    Continue(Option<Duration>),
    /// End the thinking, which every command does.
    Stop,
    /// Wait until the thinking has ended by itself.
    Wait,
    /// Show the last result again.
    Show,
    /// Write the game to a file.
    Save(PathBuf),
    /// List the commands.
    Help,
    /// The end.
    Quit,
}

/// Why a command is not obeyed. Nothing has changed then.
#[derive(Debug, Error)]
pub enum DeskError {
    /// No such command.
    #[error("expected a command such as play, undo, lines, continue, stop, help or quit, found {found:?}")]
    Unknown {
        /// What it says.
        found: String,
    },
    /// A number out of range.
    #[error("expected {expected}, found {found:?}")]
    Number {
        /// What was expected.
        expected: &'static str,
        /// What it says.
        found: String,
    },
    /// Nothing to play.
    #[error("expected moves such as h8 i9")]
    NoMoves,
    /// No file to write to.
    #[error("expected a file such as game.sgf")]
    NoFile,
    /// More moves to take back than there are.
    #[error("expected at most {most} moves to take back, found {found}")]
    Undo {
        /// How many there are.
        most: usize,
        /// How many were asked for.
        found: u32,
    },
    /// No such rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// No such size.
    #[error(transparent)]
    Size(#[from] SizeTextError),
    /// Moves that cannot be played.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// A position that cannot be saved.
    #[error(transparent)]
    Save(#[from] SaveError),
}

impl FromStr for DeskCommand {
    type Err = DeskError;

    fn from_str(text: &str) -> Result<Self, DeskError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let number = |expected, found: &str| DeskError::Number { expected, found: shortened(found) };
        Ok(match word.to_ascii_lowercase().as_str() {
            "play" if rest.is_empty() => return Err(DeskError::NoMoves),
            "play" => Self::Play(rest.to_owned()),
            "undo" if rest.is_empty() => Self::Undo(1),
            "undo" => Self::Undo(rest.parse().map_err(|_| number("a number of moves", rest))?),
            "position" => Self::Position(rest.to_owned()),
            "rule" => Self::Rule(rest.parse()?),
            "size" => Self::Size(rest.parse()?),
            "lines" => {
                let count = rest.parse().ok().filter(|count: &NonZeroU32| count.get() <= MOST_LINES);
                Self::Lines(count.ok_or_else(|| number("a number of lines from 1 to 484", rest))?)
            }
            "threats" => Self::Threats,
            "continue" | "go" if rest.is_empty() => Self::Continue(None),
            "continue" | "go" => {
                let time = rest.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
                Self::Continue(Some(time.ok_or_else(|| number("a number of seconds", rest))?))
            }
            "stop" | "" => Self::Stop,
            "wait" => Self::Wait,
            "show" => Self::Show,
            "save" if rest.is_empty() => return Err(DeskError::NoFile),
            "save" => Self::Save(rest.into()),
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => return Err(DeskError::Unknown { found: shortened(text) }),
        })
    }
}
