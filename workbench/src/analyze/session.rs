//! The conversation at a [`InteractiveAnalysis`]: lines in, analyses out, and every line ends the analysis that runs.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use parking_lot::Mutex;

use super::{DeskCommand, DeskStep, InteractiveAnalysis, PositionAnalysis, Prompted, Subject, write_line};
use crate::interrupt::Interrupt;
use rustgomo::search::Progress;

/// What comes in.
#[derive(Clone, Debug)]
enum Message {
    Line(String),
    /// The reader goes on when it is told to.
    Wait(Sender<()>),
    EndOfInput,
    Break,
}

/// Where lines come in.
#[derive(Clone, Debug)]
pub struct Mailbox {
    messages: Sender<Message>,
    /// Ends the analysis that runs.
    running: Arc<Mutex<Interrupt>>,
}

impl Mailbox {
    /// Reads lines from `input` on a thread of its own, which ends with the input. `wait` keeps it from reading on.
    pub fn read(&self, input: impl BufRead + Send + 'static) {
        let mailbox = self.clone();
        thread::spawn(move || {
            for line in input.lines().map_while(Result::ok) {
                if line.trim().eq_ignore_ascii_case("wait") {
                    let (go_on, gate) = mpsc::channel();
                    mailbox.put(Message::Wait(go_on));
                    // The end of the session lets the reader go, too.
                    let _ = gate.recv();
                } else {
                    mailbox.put_ringing(Message::Line(line));
                }
            }
            mailbox.put(Message::EndOfInput);
        });
    }

    /// Ends the session at once, as Ctrl-C wishes.
    pub fn break_off(&self) {
        self.put_ringing(Message::Break);
    }

    /// Ends the analysis that runs, too. The bell is held meanwhile: else the message could be obeyed before it rings, and the bell
    /// would end the analysis that the message asked for.
    fn put_ringing(&self, message: Message) {
        let running = self.running.lock();
        self.put(message);
        running.raise();
    }

    fn put(&self, message: Message) {
        // Nobody listens only after the session has ended.
        let _ = self.messages.send(message);
    }
}

/// How results are shown.
pub type Show<'a> = dyn FnMut(&mut dyn Write, &Subject, &PositionAnalysis) -> io::Result<()> + 'a;

/// What a session writes besides its results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionStyle {
    /// Whether lines of play are written as they are found.
    pub tells_lines: bool,
    /// Whether a person types at the terminal that is written to.
    pub has_prompt: bool,
}

/// Analyses what is on the desk, then obeys line by line. `fill` is given the mailbox before anything else happens. Every
/// result is shown by `show`.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run_session(
    desk: &mut InteractiveAnalysis,
    fill: impl FnOnce(Mailbox),
    out: &mut dyn Write,
    style: SessionStyle,
    show: &mut Show<'_>,
) -> io::Result<()> {
    let (messages, inbox) = mpsc::channel();
    let mailbox = Mailbox { messages, running: Arc::default() };
    let running = Arc::clone(&mailbox.running);
    fill(mailbox);
    let out = &mut Prompted::new(out, style.has_prompt);
    let mut session = Session { desk, inbox, running, last: None, is_over: false };
    let mut step = DeskStep::Analyze;
    while step != DeskStep::Quit {
        step = match step {
            DeskStep::Analyze => session.analyze(out, style.tells_lines, show)?,
            DeskStep::Show => session.show(out, show)?,
            DeskStep::Write(text) => writeln!(out, "{text}").map(|()| DeskStep::Rest)?,
            DeskStep::Rest | DeskStep::Quit => session.next(out)?,
        };
    }
    out.close()
}

struct Session<'a> {
    desk: &'a mut InteractiveAnalysis,
    inbox: Receiver<Message>,
    running: Arc<Mutex<Interrupt>>,
    last: Option<PositionAnalysis>,
    is_over: bool,
}

impl Session<'_> {
    /// Analyses, unless a line has come already; then carries on with that.
    fn analyze(
        &mut self,
        out: &mut Prompted<'_>,
        tells_lines: bool,
        show: &mut Show<'_>,
    ) -> io::Result<DeskStep> {
        self.last = None;
        out.show()?;
        let interrupt = Interrupt::default();
        *self.running.lock() = interrupt.clone();
        // Lines are put before the bell rings: one that rang the older bell is found here.
        let early = self.inbox.try_recv().ok();
        if matches!(early, Some(Message::Line(_) | Message::Break)) {
            return self.obey(early, out);
        }
        let size = self.desk.subject().board.size();
        let mut written = Ok(());
        let mut listener = |number: usize, progress: &Progress| {
            if tells_lines && written.is_ok() {
                written = write_line(out, number, progress, size).and_then(|()| out.flush());
            }
        };
        let analysis = self.desk.analyze(&interrupt, &mut listener);
        written?;
        show(out, self.desk.subject(), &analysis)?;
        self.last = Some(analysis);
        match early {
            Some(message) => self.obey(Some(message), out),
            None => Ok(DeskStep::Rest),
        }
    }

    fn show(&mut self, out: &mut dyn Write, show: &mut Show<'_>) -> io::Result<DeskStep> {
        if let Some(last) = &self.last {
            show(out, self.desk.subject(), last)?;
        }
        Ok(DeskStep::Rest)
    }

    /// Waits for a line and obeys it.
    fn next(&mut self, out: &mut Prompted<'_>) -> io::Result<DeskStep> {
        if self.is_over {
            return Ok(DeskStep::Quit);
        }
        out.show()?;
        let message = self.inbox.recv().ok();
        self.obey(message, out)
    }

    fn obey(&mut self, message: Option<Message>, out: &mut Prompted<'_>) -> io::Result<DeskStep> {
        if matches!(message, Some(Message::Line(_) | Message::Wait(_))) {
            out.line_was_typed();
        }
        match message {
            None | Some(Message::Break) => Ok(DeskStep::Quit),
            Some(Message::EndOfInput) => {
                self.is_over = true;
                Ok(DeskStep::Rest)
            }
            Some(Message::Wait(go_on)) => {
                // The reader waits for this and nothing else.
                let _ = go_on.send(());
                Ok(DeskStep::Rest)
            }
            Some(Message::Line(line)) => {
                let step = line.parse().and_then(|command: DeskCommand| self.desk.obey(&command));
                match step {
                    Ok(step) => Ok(step),
                    Err(error) => writeln!(out, "error: {error}").map(|()| DeskStep::Rest),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::AnalyzeOptions;
    use crate::search_limit::SearchLimit;
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;
    use rustgomo::search::Searcher;

    /// What a session writes for these lines: the number of stones, the lines and whether it is complete, of each result.
    fn session(limit: SearchLimit, input: &str) -> String {
        session_at(limit, input, false)
    }

    fn session_at(limit: SearchLimit, input: &str, has_prompt: bool) -> String {
        let subject = Subject::from_moves("h8", BoardSize::default(), Rule::Freestyle).unwrap();
        let mut desk =
            InteractiveAnalysis::new(subject, Searcher::new(1 << 20), AnalyzeOptions { lines: 1, limit });
        let mut show = |out: &mut dyn Write, subject: &Subject, analysis: &PositionAnalysis| {
            let stones = subject.board.history().len();
            writeln!(out, "{stones} {} {}", analysis.variations.len(), analysis.is_complete)
        };
        let (mut out, input) = (Vec::new(), io::Cursor::new(input.to_owned()));
        let style = SessionStyle { has_prompt, ..SessionStyle::default() };
        run_session(&mut desk, |mailbox| mailbox.read(input), &mut out, style, &mut show).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn positions_are_analysed_one_after_the_other() {
        let limit = SearchLimit { depth: Some(2), ..SearchLimit::default() };
        let told = session(limit, "wait\nplay i9\nwait\nlines 2\nwait\nundo\nwait\nplay h8\nshow\nquit\n");
        assert_eq!(
            told,
            "1 1 true\n2 1 true\n2 2 true\n1 2 true\nerror: move 2, h8: the square is already occupied\n1 2 true\n"
        );
        assert!(session(limit, "wait\nhelp").contains("play MOVES"));
    }

    #[test]
    fn a_prompt_waits_for_every_line_and_is_closed_at_the_end() {
        let limit = SearchLimit { depth: Some(2), ..SearchLimit::default() };
        let told = session_at(limit, "wait\nplay h8\nhelp\nquit\n", true);
        // The input has ended its lines by itself, so each prompt but those stands before an answer.
        assert!(told.starts_with("> "), "{told:?}");
        assert!(
            told.contains("> error: move 2, h8: the square is already occupied\n> play MOVES"),
            "{told:?}"
        );
        assert!(session_at(limit, "wait\n", true).ends_with('\n'));
    }

    #[test]
    fn a_line_has_rung_before_it_can_be_obeyed() {
        for _ in 0..2000 {
            let (messages, inbox) = mpsc::channel();
            let mailbox = Mailbox { messages, running: Arc::default() };
            let running = Arc::clone(&mailbox.running);
            mailbox.read(io::Cursor::new("play i9\n"));
            assert!(matches!(inbox.recv(), Ok(Message::Line(_))));
            assert!(running.lock().is_raised());
        }
    }

    #[test]
    fn a_line_ends_an_analysis_that_would_never_end() {
        let told = session(SearchLimit::default(), "stop\nplay i9\nquit\n");
        assert!(!told.contains("true"), "{told}");
    }
}
