//! Commands and events: responses in the order of the commands.

use super::super::{Context, Flow, Protocol, ProtocolEntry, WhenBusy};
use super::Gtp;
use super::call::{Call, Reply};
use super::command::{find, recognises};
use super::failure::Failure;
use super::parse::{Command, Parsed};
use crate::clock::Instant;
use crate::engine::{EngineEvent, Game};
use crate::geometry::BoardSize;

impl Gtp {
    fn command(&mut self, parsed: &Parsed, received: Instant, context: &mut Context) -> Flow {
        self.id = parsed.id;
        if context.engine.session().game().is_none() {
            context.engine.start(BoardSize::default());
        }
        let reply = match find(&parsed.name) {
            None => Err(Failure::Unknown),
            Some(handler) => handler(&mut Call {
                gtp: self,
                context,
                arguments: &parsed.arguments(),
                rest: &parsed.rest,
                received,
            }),
        };
        match reply {
            Ok(Reply::Later) => {}
            Ok(Reply::Text(text)) => self.succeed(&text, context),
            Ok(Reply::Quit) => {
                self.succeed("", context);
                return Flow::Quit;
            }
            Err(failure) => self.fail(&failure, context),
        }
        Flow::Continue
    }
}

/// This protocol in the list of all.
pub(in crate::protocol) const ENTRY: ProtocolEntry = ProtocolEntry {
    name: "gtp",
    about: "GTP 2 with the extensions of GoGui, Leela Zero and KataGo",
    recognises,
    open: || Box::new(Gtp::new()),
};

impl Protocol for Gtp {
    fn execute(&mut self, line: &str, received: Instant, context: &mut Context) -> Flow {
        self.close_analysis(context);
        match Command::parse(line) {
            Command::Named(parsed) => self.command(&parsed, received, context),
            Command::Interrupt | Command::Nothing => Flow::Continue,
        }
    }

    fn when_busy(&self, line: &str) -> WhenBusy {
        match Command::parse(line) {
            _ if self.is_analysing() => WhenBusy::Interrupt,
            Command::Interrupt => WhenBusy::Interrupt,
            Command::Nothing => WhenBusy::RunNow,
            Command::Named(_) => WhenBusy::Queue,
        }
    }

    fn refuse(&mut self, line: &str, context: &mut Context) {
        let Command::Named(parsed) = Command::parse(line) else { return };
        let id = std::mem::replace(&mut self.id, parsed.id);
        self.fail(&Failure::Busy, context);
        self.id = id;
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        match event {
            EngineEvent::Progress(progress) => {
                if let Some(board) = context.engine.session().game().map(Game::board) {
                    self.last_search = Some((progress.clone(), board.size(), board.side_to_move()));
                }
                self.report_move(progress, context);
            }
            EngineEvent::Lines { lines, .. } => {
                self.last_lines.clone_from(lines);
                self.report_lines(lines, context);
            }
            // GTP has no output for these; the answer still comes.
            EngineEvent::Warning(_)
            | EngineEvent::Notice(_)
            | EngineEvent::Table(_)
            | EngineEvent::Database(_)
            | EngineEvent::Recorded => {}
            EngineEvent::Answer(answer) => self.answered(Some(answer), context),
            EngineEvent::NoMove => self.answered(None, context),
        }
    }
}
