//! One position after the other: what an analyst asks for, and what is on the board.

use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::{AnalyzeOptions, Listener, PositionAnalysis, Subject, SubjectError, analyze_with};
use crate::search::Searcher;
use crate::tools::effort::Effort;
use crate::tools::interrupt::Interrupt;

/// What can be asked, for people.
pub const HELP: &str = "\
play MOVES         play these moves, such as: play i9 h10
undo [COUNT]       take back the last move, or so many
position [MOVES]   begin again with these moves
lines COUNT        show so many lines
continue [SECONDS] think about the position again, for so long
stop               end the thinking; any other command does, too
wait               let the thinking come to its end first
show               show the last result again
help, quit";

/// Most lines that can be asked for.
const MOST_LINES: u32 = 484;

/// A command to a [`Desk`].
#[derive(Clone, Debug, PartialEq)]
pub enum DeskCommand {
    /// Play these moves.
    Play(String),
    /// Take back so many moves.
    Undo(u32),
    /// Begin again with these moves.
    Position(String),
    /// Show so many lines, at least 1.
    Lines(NonZeroU32),
    /// Think again about the same position, so long if a time is given.
    Continue(Option<Duration>),
    /// End the thinking, which every command does.
    Stop,
    /// Wait until the thinking has ended by itself.
    Wait,
    /// Show the last result again.
    Show,
    /// Tell the commands.
    Help,
    /// The end.
    Quit,
}

/// What is to be done after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskStep {
    /// Analyse what is on the board.
    Analyze,
    /// Nothing.
    Rest,
    /// Show the last result.
    Show,
    /// Tell the commands.
    Help,
    /// End.
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
    /// More moves to take back than there are.
    #[error("expected at most {most} moves to take back, found {found}")]
    Undo {
        /// How many there are.
        most: usize,
        /// How many were asked for.
        found: u32,
    },
    /// Moves that cannot be played.
    #[error(transparent)]
    Subject(#[from] SubjectError),
}

impl FromStr for DeskCommand {
    type Err = DeskError;

    fn from_str(text: &str) -> Result<Self, DeskError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let number = |expected, found: &str| DeskError::Number { expected, found: found.to_owned() };
        Ok(match word.to_ascii_lowercase().as_str() {
            "play" if rest.is_empty() => return Err(DeskError::NoMoves),
            "play" => Self::Play(rest.to_owned()),
            "undo" if rest.is_empty() => Self::Undo(1),
            "undo" => Self::Undo(rest.parse().map_err(|_| number("a number of moves", rest))?),
            "position" => Self::Position(rest.to_owned()),
            "lines" => {
                let count = rest.parse().ok().filter(|count: &NonZeroU32| count.get() <= MOST_LINES);
                Self::Lines(count.ok_or_else(|| number("a number of lines from 1 to 484", rest))?)
            }
            "continue" | "go" if rest.is_empty() => Self::Continue(None),
            "continue" | "go" => {
                let time = rest.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
                Self::Continue(Some(time.ok_or_else(|| number("a number of seconds", rest))?))
            }
            "stop" | "" => Self::Stop,
            "wait" => Self::Wait,
            "show" => Self::Show,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => return Err(DeskError::Unknown { found: text.chars().take(40).collect() }),
        })
    }
}

/// A position under analysis that moves can be played in and taken back. What was learned of one position helps with the
/// next.
#[derive(Debug)]
pub struct Desk {
    subject: Subject,
    searcher: Searcher,
    options: AnalyzeOptions,
    /// The effort for the next analysis alone.
    once: Option<Effort>,
}

impl Desk {
    /// A desk with this position on it.
    pub fn new(subject: Subject, options: AnalyzeOptions) -> Self {
        let mut searcher = Searcher::new(options.table_bytes);
        searcher.set_threads(options.threads);
        Self { subject, searcher, options, once: None }
    }

    /// What is on the board.
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Carries out a command and says what is to be done then.
    ///
    /// # Errors
    /// [`DeskError`] for moves that cannot be played or taken back, and if the game would be over.
    pub fn obey(&mut self, command: &DeskCommand) -> Result<DeskStep, DeskError> {
        self.once = None;
        match command {
            DeskCommand::Play(moves) => self.subject = self.subject.after(moves)?,
            DeskCommand::Undo(count) => self.undo(*count)?,
            DeskCommand::Position(moves) => {
                self.subject = Subject::from_moves(moves, self.subject.board.size(), self.subject.rule)?;
            }
            DeskCommand::Lines(count) => self.options.lines = count.get(),
            DeskCommand::Continue(time) => {
                self.once = time.map(|time| Effort { time: Some(time), ..Effort::default() });
            }
            DeskCommand::Stop | DeskCommand::Wait => return Ok(DeskStep::Rest),
            DeskCommand::Show => return Ok(DeskStep::Show),
            DeskCommand::Help => return Ok(DeskStep::Help),
            DeskCommand::Quit => return Ok(DeskStep::Quit),
        }
        Ok(DeskStep::Analyze)
    }

    /// Analyses what is on the board until the effort is spent or `interrupt` is raised.
    pub fn analyze(&mut self, interrupt: &Interrupt, listener: &mut Listener<'_>) -> PositionAnalysis {
        let options = AnalyzeOptions { effort: self.once.unwrap_or(self.options.effort), ..self.options };
        analyze_with(&mut self.searcher, &self.subject, &options, interrupt, listener)
    }

    fn undo(&mut self, count: u32) -> Result<(), DeskError> {
        let moves = self.subject.board.history().iter().rev().take_while(|square| square.is_some()).count();
        if count as usize > moves {
            return Err(DeskError::Undo { most: moves, found: count });
        }
        for _ in 0..count {
            self.subject.board.undo();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::rules::Rule;

    fn desk(moves: &str) -> Desk {
        let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap();
        let effort = Effort { depth: Some(2), ..Effort::default() };
        Desk::new(subject, AnalyzeOptions { lines: 1, effort, threads: 1, table_bytes: 1 << 20 })
    }

    fn obey(desk: &mut Desk, text: &str) -> Result<DeskStep, String> {
        let command: Result<DeskCommand, _> = text.parse();
        command.and_then(|command| desk.obey(&command)).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_are_played_and_taken_back() {
        let mut desk = desk("h8");
        assert_eq!(obey(&mut desk, "play i9 H10"), Ok(DeskStep::Analyze));
        assert_eq!(desk.subject().board.history().len(), 3);
        assert_eq!(obey(&mut desk, "undo 2"), Ok(DeskStep::Analyze));
        assert_eq!(obey(&mut desk, " Position j10j11 "), Ok(DeskStep::Analyze));
        assert_eq!(desk.subject().board.history().len(), 2);
        assert_eq!(obey(&mut desk, "undo"), Ok(DeskStep::Analyze));
        assert_eq!(obey(&mut desk, ""), Ok(DeskStep::Rest));
    }

    #[test]
    fn what_cannot_be_done_changes_nothing_and_says_why() {
        let mut desk = desk("h8 a1 i8 b1 j8 c1 k8 d1");
        for (text, why) in [
            ("play l8", "finished game"),
            ("play e1 h8", "move 10"),
            ("play", "expected moves"),
            ("undo 9", "at most 8 moves"),
            ("lines 0", "lines from 1"),
            ("continue x", "number of seconds"),
            ("analyse", "found \"analyse\""),
        ] {
            let error = obey(&mut desk, text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
            assert_eq!(desk.subject().board.history().len(), 8, "{text}");
        }
    }

    #[test]
    fn an_analysis_has_as_many_lines_as_were_asked_for() {
        let mut desk = desk("h8 i9");
        obey(&mut desk, "lines 3").unwrap();
        let mut told = 0;
        let analysis = desk.analyze(&Interrupt::default(), &mut |_, _| told += 1);
        assert_eq!(analysis.variations.len(), 3);
        assert!(told >= 6 && analysis.is_complete);
    }
}
