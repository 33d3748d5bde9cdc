//! The commands of an interactive analysis: they change the position and say what to do next.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};

use super::{AnalyzeOptions, Listener, PositionAnalysis, Subject, analyze_with, save};
use crate::players::drawing::ThreatMark;
use crate::values::{seconds, within};
use rustgomo::StopHandle;
use rustgomo::board::{Board, square_names};
use rustgomo::database::{Database, DatabaseError};
use rustgomo::geometry::{MAX_AREA, shortened};
use rustgomo::report::threats;
use rustgomo::search::{Limits, Searcher};

/// The answer to `help`.
const HELP: &str = "\
play MOVES         play moves, such as: play i9 h10
undo [COUNT]       take back the last move, or COUNT moves
position [MOVES]   set up the position after these moves
rule RULE          change the rule, such as: rule renju
size SIZE          set up an empty board of this size, such as 20 or 20x15
lines COUNT        change the number of variations
threats            list where either side makes a five, an open four or a double four
continue [SECONDS] analyse the position again, for SECONDS
stop               stop the analysis, as any other command does
wait               wait for the end of the analysis
show               show the last result again
save FILE          write the game to a new file: .sgf, .psq, .lib, .sav, .pos, else text; a set-up as a diagram
help, quit";

/// Largest number of variations: the squares of the largest board.
pub const MAX_LINES: u32 = MAX_AREA as u32;

/// What to do after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Analyse the position.
    Analyze,
    /// Wait for the next command.
    Wait,
    /// Show the last result.
    Show,
    /// Write this text.
    Write(String),
    /// End.
    Quit,
}

/// A position under analysis that commands change. The transposition table is kept between analyses.
#[derive(Debug)]
pub struct InteractiveAnalysis {
    subject: Subject,
    searcher: Searcher,
    options: AnalyzeOptions,
    /// The time of the next analysis alone, in place of the limits.
    once: Option<Duration>,
    /// Consulted by every analysis.
    database: Option<Database>,
}

impl InteractiveAnalysis {
    /// An analysis that starts with `subject`.
    pub const fn new(
        subject: Subject,
        searcher: Searcher,
        options: AnalyzeOptions,
        database: Option<Database>,
    ) -> Self {
        Self { subject, searcher, options, once: None, database }
    }

    /// The position under analysis.
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Carries out a command and returns what to do next.
    pub fn execute(&mut self, line: &str) -> Result<Step> {
        let line = line.trim();
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        let invalid = |expected| anyhow!("expected {expected}, found {:?}", shortened(argument));
        self.once = None;
        match word.to_ascii_lowercase().as_str() {
            "play" if argument.is_empty() => bail!("expected moves such as h8 i9"),
            "play" => self.subject = self.subject.after(argument)?,
            "undo" if argument.is_empty() => self.undo(1)?,
            "undo" => self.undo(argument.parse().map_err(|_| invalid("a number of moves"))?)?,
            "position" => {
                self.subject = Subject::from_moves(argument, self.subject.board.size(), self.subject.rule)?;
            }
            "rule" => self.subject.rule = argument.parse()?,
            "size" => self.subject = Subject::new(Board::new(argument.parse()?), self.subject.rule),
            "lines" => {
                let count = within(1..=MAX_LINES)(argument);
                self.options.limits.lines = count.map_err(|_| invalid("a number of lines from 1 to 484"))?;
            }
            "continue" | "go" if argument.is_empty() => {}
            "continue" | "go" => {
                self.once = Some(seconds(argument).map_err(|_| invalid("a number of seconds"))?);
            }
            "stop" | "wait" | "" => return Ok(Step::Wait),
            "show" => return Ok(Step::Show),
            "threats" => return Ok(Step::Write(self.threats())),
            "save" if argument.is_empty() => bail!("expected a file such as game.sgf"),
            "save" => {
                let written = save(&self.subject, Path::new(argument))?;
                return Ok(Step::Write(format!("the {written} is in {argument}")));
            }
            "help" | "?" => return Ok(Step::Write(HELP.to_owned())),
            "quit" | "exit" => return Ok(Step::Quit),
            _ => {
                let known = "a command such as play, undo, lines, continue, stop, help or quit";
                bail!("expected {known}, found {:?}", shortened(line));
            }
        }
        Ok(Step::Analyze)
    }

    /// Analyses the position until the limit is reached or `stop` is stopped, as [`analyze_with`] does.
    pub fn analyze(
        &mut self,
        stop: &StopHandle,
        listener: &mut Listener<'_>,
    ) -> Result<(PositionAnalysis, Result<(), DatabaseError>), DatabaseError> {
        let mut options = self.options.clone();
        if let Some(time) = self.once {
            options.limits = Limits { lines: options.limits.lines, analysis: true, ..Limits::time(time) };
        }
        analyze_with(self.database.as_ref(), &mut self.searcher, &self.subject, &options, stop, listener)
    }

    /// The squares where either side makes a five, an open four or a double four, a line for each side and
    /// kind.
    fn threats(&self) -> String {
        let found: Vec<ThreatMark> =
            threats(&self.subject.board, self.subject.rule).iter().filter_map(ThreatMark::of).collect();
        let mut lines: Vec<String> = Vec::new();
        for group in found.chunk_by(|a, b| (a.color, a.makes) == (b.color, b.makes)) {
            let [ThreatMark { color, makes, .. }, ..] = group else { continue };
            let kind = if *makes == 5 { "a five" } else { "an open four or two fours" };
            let squares = square_names(group.iter().map(|mark| mark.square), self.subject.board.size());
            lines.push(format!("{color} makes {kind}: {}", squares.join(" ")));
        }
        if lines.is_empty() { "no threats".to_owned() } else { lines.join("\n") }
    }

    fn undo(&mut self, count: u32) -> Result<()> {
        let moves = self.subject.board.history().iter().rev().take_while(|square| square.is_some()).count();
        if count as usize > moves {
            bail!("expected at most {moves} moves to take back, found {count}");
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
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;

    fn analysis(moves: &str) -> InteractiveAnalysis {
        let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap();
        let limits = Limits { analysis: true, ..Limits::depth(2) };
        InteractiveAnalysis::new(
            subject,
            Searcher::new(1 << 20),
            AnalyzeOptions { limits, proof_time: None, defence_time: None },
            None,
        )
    }

    fn execute(analysis: &mut InteractiveAnalysis, text: &str) -> Result<Step, String> {
        analysis.execute(text).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_are_played_and_taken_back() {
        let mut analysis = analysis("h8");
        assert_eq!(execute(&mut analysis, "play i9 H10"), Ok(Step::Analyze));
        assert_eq!(analysis.subject().board.history().len(), 3);
        assert_eq!(execute(&mut analysis, "undo 2"), Ok(Step::Analyze));
        assert_eq!(execute(&mut analysis, " Position j10j11 "), Ok(Step::Analyze));
        assert_eq!(analysis.subject().board.history().len(), 2);
        assert_eq!(execute(&mut analysis, "undo"), Ok(Step::Analyze));
        assert_eq!(execute(&mut analysis, ""), Ok(Step::Wait));
    }

    #[test]
    fn an_invalid_command_changes_nothing_and_says_why() {
        let mut analysis = analysis("h8 a1 i8 b1 j8 c1 k8 d1");
        for (text, why) in [
            ("play e1 h8", "move 10, h8: the square is already occupied"),
            ("play e1 hh8", "move 10, hh8: expected a square from a1 to o15"),
            ("rule chess", "expected one of freestyle"),
            ("size 99", "99"),
            ("save", "game.sgf"),
            ("save /no/such/folder/game.sgf", "/no/such/folder/game.sgf"),
            ("play", "expected moves"),
            ("undo 9", "at most 8 moves"),
            ("lines 0", "lines from 1"),
            ("continue x", "number of seconds"),
            ("analyse", "found \"analyse\""),
        ] {
            let error = execute(&mut analysis, text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
            assert_eq!(analysis.subject().board.history().len(), 8, "{text}");
        }
    }

    #[test]
    fn rule_and_size_can_be_changed_and_threats_listed() {
        let mut analysis = analysis("h8 a1 i8 b1 j8 c1 k8 d1");
        let threats = "black makes a five: l8 g8\nwhite makes a five: e1";
        let sorted = |text: &str| -> Vec<String> {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        match execute(&mut analysis, "threats") {
            Ok(Step::Write(text)) => assert_eq!(sorted(&text), sorted(threats), "{text}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(execute(&mut analysis, "rule Renju"), Ok(Step::Analyze));
        assert_eq!((analysis.subject().rule, analysis.subject().board.history().len()), (Rule::Renju, 8));
        assert_eq!(execute(&mut analysis, "size 20x15"), Ok(Step::Analyze));
        assert_eq!(analysis.subject().board, Board::new(BoardSize::new(20, 15).unwrap()));
        assert_eq!(analysis.subject().rule, Rule::Renju);
        assert_eq!(execute(&mut analysis, "threats"), Ok(Step::Write("no threats".to_owned())));
    }

    #[test]
    fn a_game_may_be_played_to_its_end_and_taken_back() {
        let mut analysis = analysis("h8 a1 i8 b1 j8 c1 k8 d1");
        assert_eq!(execute(&mut analysis, "play l8"), Ok(Step::Analyze));
        let (over, _) = analysis.analyze(&StopHandle::new(), &mut |_, _| {}).unwrap();
        assert_eq!(over.end.unwrap().sentence, "black has five, h8-l8, by move 9");
        assert_eq!(execute(&mut analysis, "undo"), Ok(Step::Analyze));
        assert!(analysis.analyze(&StopHandle::new(), &mut |_, _| {}).unwrap().0.end.is_none());
    }

    #[test]
    fn an_analysis_has_the_requested_number_of_lines() {
        let mut analysis = analysis("h8 i9");
        execute(&mut analysis, "lines 3").unwrap();
        let mut told = 0;
        let (found, _) = analysis.analyze(&StopHandle::new(), &mut |_, _| told += 1).unwrap();
        assert_eq!(found.variations.len(), 3);
        assert!(told >= 6 && found.is_complete);
    }
}
