//! The protocol's commands and events.

use super::super::{Context, Flow, Protocol, ProtocolEntry, WhenBusy};
use super::command::{Command, Go, recognises};
use super::fen;
use super::options::Options;
use super::reply;
use super::search::UcciSearch;
use crate::board::parse_square;
use crate::clock::Instant;
use crate::engine::{EngineEvent, NAME, VERSION};
use crate::geometry::Square;
use crate::rules::Outcome;

/// UCCI for one session.
#[derive(Clone, Debug, Default)]
pub struct Ucci {
    is_booted: bool,
    options: Options,
    /// Whether the last position was invalid: there is nothing to search then.
    is_position_bad: bool,
    banned: Vec<Square>,
    /// The search whose answer is not written yet.
    search: Option<UcciSearch>,
}

impl Ucci {
    /// A session that just began.
    pub fn new() -> Self {
        Self::default()
    }

    fn boot(&mut self, context: &mut Context) {
        context.output.line(format_args!("id name {NAME} {VERSION}"));
        context.output.line("id author RustGomo authors");
        context.output.lines(Options::lines(context.engine));
        if !self.is_booted {
            self.is_booted = true;
            self.restart(context);
        }
        context.output.line("ucciok");
    }

    /// Sets up the start position.
    fn restart(&mut self, context: &mut Context) {
        context.engine.start(self.options.size);
        self.is_position_bad = false;
        self.banned.clear();
    }

    fn idle(&mut self, command: &Command, received: Instant, context: &mut Context) {
        match command {
            Command::SetOption(text) => self.set_option(text, context),
            Command::Position(text) if !text.is_empty() => self.set_position(text, context),
            Command::BanMoves(text) => {
                let size = context.engine.session().size().unwrap_or(self.options.size);
                let squares = text.split_whitespace().filter_map(|word| parse_square(word, size).ok());
                self.banned = squares.collect();
            }
            Command::Go(go) => self.go(*go, received, context),
            Command::Stop => context.output.line("nobestmove"),
            Command::Boot => self.boot(context),
            _ => {}
        }
    }

    fn set_option(&mut self, text: &str, context: &mut Context) {
        if self.options.set(text, context.engine) {
            self.restart(context);
        }
    }

    fn set_position(&mut self, text: &str, context: &mut Context) {
        let game = fen::position(text, self.options.size);
        self.is_position_bad = game.is_none();
        match game {
            Some(game) => {
                context.engine.set_game(game);
                self.banned.clear();
            }
            None => context.output.line("info message bad position"),
        }
    }

    /// Writes the transposition table's entry for a position.
    fn probe(&self, text: &str, context: &mut Context) {
        let known = fen::position(text, self.options.size)
            .and_then(|game| Some((context.engine.known(&game)?, game.board().size())));
        context.output.line(reply::known(known));
    }

    fn go(&mut self, go: Go, received: Instant, context: &mut Context) {
        let mut search = UcciSearch::new(go, self.options);
        for change in search.changes() {
            context.engine.change(change);
        }
        let is_open = context.engine.session().outcome().is_ok_and(|outcome| outcome == Outcome::Unfinished);
        let request = search.request(&self.banned);
        if !is_open || self.is_position_bad || context.engine.think_about(&request, received).is_err() {
            // Where `stop` or `ponderhit` is to come the answer waits for it.
            if search.answer.set_answer(None) {
                return search.write_answer(context);
            }
        }
        self.search = Some(search);
    }

    /// Executes a command during a search: few apply then.
    fn thinking(&mut self, command: &Command, received: Instant, context: &mut Context) {
        let Some(search) = &mut self.search else { return };
        let is_due = match command {
            Command::Stop => search.stop(context),
            Command::PonderHit { draw } => search.ponder_hit(*draw, received, context),
            _ => false,
        };
        self.write_answer_if(is_due, context);
    }

    /// Ends the search by writing its answer if that is due.
    fn write_answer_if(&mut self, is_due: bool, context: &mut Context) {
        if let Some(search) = self.search.take_if(|_| is_due) {
            search.write_answer(context);
        }
    }
}

/// This protocol in the list of all.
pub(in crate::protocol) const ENTRY: ProtocolEntry = ProtocolEntry {
    name: "ucci",
    about: "UCCI 3.0, from the line \"ucci\"",
    recognises,
    open: || Box::new(Ucci::new()),
};

impl Protocol for Ucci {
    fn execute(&mut self, line: &str, received: Instant, context: &mut Context) -> Flow {
        match Command::parse(line) {
            Command::Quit => {
                context.output.line("bye");
                return Flow::Quit;
            }
            Command::Boot if !self.is_booted => self.boot(context),
            _ if !self.is_booted => {}
            Command::IsReady => context.output.line("readyok"),
            Command::Probe(text) => self.probe(text, context),
            command if self.search.is_some() => self.thinking(&command, received, context),
            command => self.idle(&command, received, context),
        }
        Flow::Continue
    }

    fn when_busy(&self, line: &str) -> WhenBusy {
        let command = Command::parse(line);
        let ends = matches!(command, Command::Stop | Command::Quit | Command::PonderHit { .. });
        let is_endless = self.search.as_ref().is_some_and(UcciSearch::is_endless);
        match command {
            _ if self.options.is_batch && !(ends && is_endless) => WhenBusy::Queue,
            Command::Quit => WhenBusy::Quit,
            Command::Stop => WhenBusy::Stop,
            Command::IsReady | Command::Probe(_) => WhenBusy::RunNow,
            _ => WhenBusy::Urgent,
        }
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        let Some(search) = &mut self.search else { return };
        let is_due = match event {
            EngineEvent::Progress(progress) => {
                search.report(progress, context);
                false
            }
            EngineEvent::Lines { .. }
            | EngineEvent::Table(_)
            | EngineEvent::Database(_)
            | EngineEvent::Recorded => false,
            EngineEvent::Warning(text) | EngineEvent::Notice(text) => {
                let text: String = text.chars().filter(|c| !c.is_control()).collect();
                context.output.line(format_args!("info message {text}"));
                false
            }
            EngineEvent::Answer(answer) => search.answer.set_answer(Some(answer)),
            EngineEvent::NoMove => search.answer.set_answer(None),
        };
        self.write_answer_if(is_due, context);
    }
}
