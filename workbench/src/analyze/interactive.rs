//! One position after the other: what an analyst asks for, and what is on the board.

use super::{
    AnalyzeOptions, DeskCommand, DeskError, HELP, Listener, PositionAnalysis, Subject, analyze, save,
};
use crate::interrupt::Interrupt;
use crate::search_limit::SearchLimit;
use crate::threats::{ThreatReport, threat_reports};
use rustgomo::board::Board;
use rustgomo::search::Searcher;

/// What is to be done after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeskStep {
    /// Analyse what is on the board.
    Analyze,
    /// Nothing.
    Rest,
    /// Show the last result.
    Show,
    /// Write this text.
    Write(String),
    /// End.
    Quit,
}

/// A position under analysis that moves can be played in and taken back. What was learned of one position helps with the
/// next.
#[derive(Debug)]
pub struct InteractiveAnalysis {
    subject: Subject,
    searcher: Searcher,
    options: AnalyzeOptions,
    /// The limit for the next analysis alone.
    once: Option<SearchLimit>,
}

impl InteractiveAnalysis {
    /// A desk with this position on it.
    pub const fn new(subject: Subject, searcher: Searcher, options: AnalyzeOptions) -> Self {
        Self { subject, searcher, options, once: None }
    }

    /// What is on the board.
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Carries out a command and says what is to be done then.
    ///
    /// # Errors
    /// [`DeskError`] for moves that cannot be played or taken back, and for positions that cannot be saved.
    pub fn obey(&mut self, command: &DeskCommand) -> Result<DeskStep, DeskError> {
        self.once = None;
        match command {
            DeskCommand::Play(moves) => self.subject = self.subject.after(moves)?,
            DeskCommand::Undo(count) => self.undo(*count)?,
            DeskCommand::Position(moves) => {
                self.subject = Subject::from_moves(moves, self.subject.board.size(), self.subject.rule)?;
            }
            DeskCommand::Rule(rule) => self.subject.rule = *rule,
            DeskCommand::Size(size) => self.subject = Subject::new(Board::new(*size), self.subject.rule),
            DeskCommand::Lines(count) => self.options.lines = count.get(),
            DeskCommand::Continue(time) => {
                self.once = time.map(|time| SearchLimit { time: Some(time), ..SearchLimit::default() });
            }
            DeskCommand::Stop | DeskCommand::Wait => return Ok(DeskStep::Rest),
            DeskCommand::Show => return Ok(DeskStep::Show),
            DeskCommand::Threats => return Ok(DeskStep::Write(self.threats())),
            DeskCommand::Save(path) => {
                let written = save(&self.subject, path)?;
                return Ok(DeskStep::Write(format!("the {written} is in {}", path.display())));
            }
            DeskCommand::Help => return Ok(DeskStep::Write(HELP.to_owned())),
            DeskCommand::Quit => return Ok(DeskStep::Quit),
        }
        Ok(DeskStep::Analyze)
    }

    /// Analyses what is on the board until the limit is spent or `interrupt` is raised.
    pub fn analyze(&mut self, interrupt: &Interrupt, listener: &mut Listener<'_>) -> PositionAnalysis {
        let options = AnalyzeOptions { limit: self.once.unwrap_or(self.options.limit), ..self.options };
        analyze(&mut self.searcher, &self.subject, &options, interrupt, listener)
    }

    /// Where either side wins, a line for each side and each kind of threat.
    fn threats(&self) -> String {
        let found = threat_reports(&self.subject.board, self.subject.rule);
        let mut lines: Vec<String> = Vec::new();
        for group in found.chunk_by(|a, b| (a.color, a.makes) == (b.color, b.makes)) {
            let Some(ThreatReport { color, makes, .. }) = group.first() else { continue };
            let kind = if *makes == 5 { "a five" } else { "an open four or two fours" };
            let squares: Vec<&str> = group.iter().map(|threat| threat.square.as_str()).collect();
            lines.push(format!("{color} makes {kind}: {}", squares.join(" ")));
        }
        if lines.is_empty() { "no threats".to_owned() } else { lines.join("\n") }
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
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;

    fn desk(moves: &str) -> InteractiveAnalysis {
        let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap();
        let limit = SearchLimit { depth: Some(2), ..SearchLimit::default() };
        InteractiveAnalysis::new(subject, Searcher::new(1 << 20), AnalyzeOptions { lines: 1, limit })
    }

    fn obey(desk: &mut InteractiveAnalysis, text: &str) -> Result<DeskStep, String> {
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
            let error = obey(&mut desk, text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
            assert_eq!(desk.subject().board.history().len(), 8, "{text}");
        }
    }

    #[test]
    fn rule_and_size_can_be_changed_and_threats_listed() {
        let mut desk = desk("h8 a1 i8 b1 j8 c1 k8 d1");
        let threats = "black makes a five: l8 g8\nwhite makes a five: e1";
        let sorted = |text: &str| -> Vec<String> {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        match obey(&mut desk, "threats") {
            Ok(DeskStep::Write(text)) => assert_eq!(sorted(&text), sorted(threats), "{text}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(obey(&mut desk, "rule Renju"), Ok(DeskStep::Analyze));
        assert_eq!((desk.subject().rule, desk.subject().board.history().len()), (Rule::Renju, 8));
        assert_eq!(obey(&mut desk, "size 20x15"), Ok(DeskStep::Analyze));
        assert_eq!(desk.subject().board, Board::new(BoardSize::new(20, 15).unwrap()));
        assert_eq!(desk.subject().rule, Rule::Renju);
        assert_eq!(obey(&mut desk, "threats"), Ok(DeskStep::Write("no threats".to_owned())));
    }

    #[test]
    fn a_game_may_be_played_to_its_end_and_taken_back() {
        let mut desk = desk("h8 a1 i8 b1 j8 c1 k8 d1");
        assert_eq!(obey(&mut desk, "play l8"), Ok(DeskStep::Analyze));
        let over = desk.analyze(&Interrupt::default(), &mut |_, _| {});
        assert_eq!(over.finished.unwrap().sentence(), "black has five, h8-l8, by move 9");
        assert_eq!(obey(&mut desk, "undo"), Ok(DeskStep::Analyze));
        assert!(desk.analyze(&Interrupt::default(), &mut |_, _| {}).finished.is_none());
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
