//! The command loop of an [`InteractiveAnalysis`]: every command ends the running analysis.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use parking_lot::Mutex;

use super::{InteractiveAnalysis, PositionAnalysis, Prompted, Step, Subject, next_line, write_line};
use rustgomo::StopHandle;
use rustgomo::search::Progress;

/// What the reader thread and Ctrl-C send to the loop.
#[derive(Clone, Debug)]
enum Message {
    Line(String),
    /// `wait`: the reader reads on after it was answered.
    Wait(Sender<()>),
    EndOfInput,
    Break,
}

/// Sender of messages to the loop.
#[derive(Clone, Debug)]
pub struct Mailbox {
    messages: Sender<Message>,
    /// Interrupts the running analysis.
    running: Arc<Mutex<StopHandle>>,
}

impl Mailbox {
    /// Reads lines from `input` on a new thread until its end. At `wait` the thread pauses until the analysis
    /// has ended.
    pub fn read(&self, mut input: impl BufRead + Send + 'static) {
        let mailbox = self.clone();
        thread::spawn(move || {
            while let Ok(Some(line)) = next_line(&mut input) {
                if line.eq_ignore_ascii_case("wait") {
                    let (go_on, gate) = mpsc::channel();
                    mailbox.put(Message::Wait(go_on));
                    // The end of the session ends the wait as well.
                    let _ = gate.recv();
                } else {
                    mailbox.interrupt_with(Message::Line(line));
                }
            }
            mailbox.put(Message::EndOfInput);
        });
    }

    /// Ends the session, as Ctrl-C does.
    pub fn break_off(&self) {
        self.interrupt_with(Message::Break);
    }

    /// Sends a message and interrupts the running analysis. The lock is held for both: otherwise the loop
    /// could carry out the message first, and the interruption would end the analysis that the message
    /// started.
    fn interrupt_with(&self, message: Message) {
        let running = self.running.lock();
        self.put(message);
        running.stop();
    }

    fn put(&self, message: Message) {
        // The receiver is gone only after the session has ended.
        let _ = self.messages.send(message);
    }
}

/// Writes a result.
pub type Show<'a> = dyn FnMut(&mut dyn Write, &Subject, &PositionAnalysis) -> io::Result<()> + 'a;

/// Writes a message, to this output or elsewhere.
pub type Tell<'a> = dyn FnMut(&mut dyn Write, &str) -> io::Result<()> + 'a;

/// What a session writes besides results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionStyle {
    /// Whether variations are written during the search.
    pub tells_lines: bool,
    /// Whether input and output are a terminal.
    pub has_prompt: bool,
}

/// Analyses the position, then carries out commands. `fill` receives the mailbox first and connects it to the
/// input; `show` writes each result, `tell` each message.
pub fn run_session(
    interactive: &mut InteractiveAnalysis,
    fill: impl FnOnce(Mailbox),
    out: &mut dyn Write,
    style: SessionStyle,
    (show, tell): (&mut Show<'_>, &mut Tell<'_>),
) -> io::Result<()> {
    let (messages, inbox) = mpsc::channel();
    let mailbox = Mailbox { messages, running: Arc::default() };
    let running = Arc::clone(&mailbox.running);
    fill(mailbox);
    let out = &mut Prompted::new(out, style.has_prompt);
    let waiting = VecDeque::new();
    let mut session = CommandLoop { interactive, inbox, waiting, running, last: None, is_over: false };
    let mut step = Step::Analyze;
    while step != Step::Quit {
        step = match step {
            Step::Analyze => session.analyze(out, style.tells_lines, show)?,
            Step::Show => session.show(out, show)?,
            Step::Write(text) => tell(out, &text).map(|()| Step::Wait)?,
            Step::Wait | Step::Quit => session.next(out)?,
        };
    }
    out.close()
}

struct CommandLoop<'a> {
    interactive: &'a mut InteractiveAnalysis,
    inbox: Receiver<Message>,
    /// Messages taken out of the inbox but not carried out.
    waiting: VecDeque<Message>,
    running: Arc<Mutex<StopHandle>>,
    last: Option<PositionAnalysis>,
    is_over: bool,
}

impl CommandLoop<'_> {
    /// Analyses the position, unless a command has already arrived.
    fn analyze(
        &mut self,
        out: &mut Prompted<'_>,
        tells_lines: bool,
        show: &mut Show<'_>,
    ) -> io::Result<Step> {
        self.last = None;
        out.show()?;
        let stop = StopHandle::new();
        *self.running.lock() = stop.clone();
        // The messages that interrupted the previous analysis are found here.
        self.waiting.extend(self.inbox.try_iter());
        if self.waiting.iter().any(|message| matches!(message, Message::Line(_) | Message::Break)) {
            return Ok(Step::Wait);
        }
        let size = self.interactive.subject().board.size();
        let mut written = Ok(());
        let mut listener = |number: usize, progress: &Progress| {
            if tells_lines && written.is_ok() {
                written = write_line(out, number, progress, size).and_then(|()| out.flush());
            }
        };
        let analysis = self.interactive.analyze(&stop, &mut listener);
        written?;
        let (analysis, merged) = analysis.map_err(io::Error::other)?;
        show(out, self.interactive.subject(), &analysis)?;
        merged.map_err(io::Error::other)?;
        self.last = Some(analysis);
        Ok(Step::Wait)
    }

    fn show(&mut self, out: &mut dyn Write, show: &mut Show<'_>) -> io::Result<Step> {
        if let Some(last) = &self.last {
            show(out, self.interactive.subject(), last)?;
        }
        Ok(Step::Wait)
    }

    /// Waits for a message and carries it out.
    fn next(&mut self, out: &mut Prompted<'_>) -> io::Result<Step> {
        if self.is_over {
            return Ok(Step::Quit);
        }
        out.show()?;
        let message = self.waiting.pop_front().or_else(|| self.inbox.recv().ok());
        Ok(self.handle(message, out))
    }

    fn handle(&mut self, message: Option<Message>, out: &mut Prompted<'_>) -> Step {
        if matches!(message, Some(Message::Line(_) | Message::Wait(_))) {
            out.line_was_typed();
        }
        match message {
            None | Some(Message::Break) => Step::Quit,
            Some(Message::EndOfInput) => {
                self.is_over = true;
                Step::Wait
            }
            Some(Message::Wait(go_on)) => {
                // The reader waits for this.
                let _ = go_on.send(());
                Step::Wait
            }
            Some(Message::Line(line)) => self
                .interactive
                .execute(&line)
                .unwrap_or_else(|error| Step::Write(format!("error: {error:#}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::analyze::AnalyzeOptions;
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;
    use rustgomo::search::Limits;
    use rustgomo::search::Searcher;

    /// The output of a session with this input: number of stones, number of variations and completeness of
    /// each result.
    fn session(limits: &Limits, input: impl AsRef<[u8]>) -> String {
        session_at(limits, input, false)
    }

    fn session_at(limits: &Limits, input: impl AsRef<[u8]>, has_prompt: bool) -> String {
        let subject = Subject::from_moves("h8", BoardSize::default(), Rule::Freestyle).unwrap();
        let mut interactive = InteractiveAnalysis::new(
            subject,
            Searcher::new(1 << 20),
            AnalyzeOptions { limits: limits.clone(), proof_time: None, defence_time: None },
            None,
        );
        let mut show = |out: &mut dyn Write, subject: &Subject, analysis: &PositionAnalysis| {
            let stones = subject.board.history().len();
            writeln!(out, "{stones} {} {}", analysis.variations.len(), analysis.is_complete)
        };
        let mut tell = |out: &mut dyn Write, text: &str| writeln!(out, "{text}");
        let (mut out, input) = (Vec::new(), io::Cursor::new(input.as_ref().to_vec()));
        let style = SessionStyle { has_prompt, ..SessionStyle::default() };
        let fill = |mailbox: Mailbox| mailbox.read(input);
        run_session(&mut interactive, fill, &mut out, style, (&mut show, &mut tell)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn positions_are_analysed_one_after_the_other() {
        let limits = Limits { analysis: true, ..Limits::depth(2) };
        let told = session(&limits, "wait\nplay i9\nwait\nlines 2\nwait\nundo\nwait\nplay h8\nshow\nquit\n");
        assert_eq!(
            told,
            "1 1 true\n2 1 true\n2 2 true\n1 2 true\nerror: move 2, h8: the square is already occupied\n1 2 true\n"
        );
        assert!(session(&limits, "wait\nhelp").contains("play MOVES"));
        let told = session(&limits, b"wait\nplay i\xff\nundo\nwait\n");
        let expected = "1 1 true\nerror: move 2, i\u{fffd}: expected a square from a1 to o15\n0 1 true\n";
        assert_eq!(told, expected, "a wrong byte does not end a session");
    }

    #[test]
    fn a_break_behind_another_message_prevents_an_analysis_without_end() {
        for first in [Message::EndOfInput, Message::Wait(mpsc::channel().0)] {
            let subject = Subject::from_moves("h8", BoardSize::default(), Rule::Freestyle).unwrap();
            let options = AnalyzeOptions { limits: Limits::default(), proof_time: None, defence_time: None };
            let mut interactive = InteractiveAnalysis::new(subject, Searcher::new(1 << 20), options, None);
            let fill = |mailbox: Mailbox| {
                mailbox.put(first);
                mailbox.break_off();
            };
            let mut show = |_: &mut dyn Write, _: &Subject, _: &PositionAnalysis| panic!("an analysis");
            let mut tell = |_: &mut dyn Write, _: &str| Ok(());
            let style = SessionStyle::default();
            run_session(&mut interactive, fill, &mut Vec::new(), style, (&mut show, &mut tell)).unwrap();
        }
    }

    #[test]
    fn a_prompt_waits_for_every_line_and_is_closed_at_the_end() {
        let limits = Limits { analysis: true, ..Limits::depth(2) };
        let told = session_at(&limits, "wait\nplay h8\nhelp\nquit\n", true);
        // The input has ended its lines by itself, so each prompt but those stands before an answer.
        assert!(told.starts_with("> "), "{told:?}");
        assert!(
            told.contains("> error: move 2, h8: the square is already occupied\n> play MOVES"),
            "{told:?}"
        );
        assert!(session_at(&limits, "wait\n", true).ends_with('\n'));
    }

    #[test]
    fn a_line_has_rung_before_it_can_be_obeyed() {
        for _ in 0..2000 {
            let (messages, inbox) = mpsc::channel();
            let mailbox = Mailbox { messages, running: Arc::default() };
            let running = Arc::clone(&mailbox.running);
            mailbox.read(io::Cursor::new("play i9\n"));
            assert!(matches!(inbox.recv(), Ok(Message::Line(_))));
            assert!(running.lock().is_stopped());
        }
    }

    #[test]
    fn a_line_ends_an_analysis_that_would_never_end() {
        let told = session(&Limits::default(), "stop\nplay i9\nquit\n");
        assert!(!told.contains("true"), "{told}");
    }
}
