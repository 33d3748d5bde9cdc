//! Protocols as objects, for the list of all.

use std::any::Any;

use super::{Context, Flow, Protocol, WhenBusy};
use crate::clock::Instant;
use crate::engine::EngineEvent;

/// A parsed line of some protocol.
pub type AnyCommand = Box<dyn Any + Send>;

/// A protocol of lines, as its folder describes it.
pub struct ProtocolEntry {
    /// Its name on the command line, in lower case.
    pub name: &'static str,
    /// Description for the help text.
    pub about: &'static str,
    /// Whether a session that begins with this line speaks it.
    pub recognises: fn(&str) -> bool,
    /// Begins a session of it.
    pub(super) open: fn() -> Box<dyn ProtocolObject>,
}

impl ProtocolEntry {
    pub(super) const fn of<P: Protocol + Default + 'static>(
        name: &'static str,
        about: &'static str,
        recognises: fn(&str) -> bool,
    ) -> Self {
        Self { name, about, recognises, open: || Box::<P>::default() }
    }
}

/// [`Protocol`] whatever its commands; one of another protocol waits for the answer and does nothing.
pub(super) trait ProtocolObject {
    fn parse(&mut self, text: String) -> AnyCommand;
    fn when_busy(&self, command: &AnyCommand) -> WhenBusy;
    fn execute(&mut self, command: AnyCommand, received: Instant, context: &mut Context) -> Flow;
    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context);
    fn refuse(&mut self, command: &AnyCommand, context: &mut Context);
    fn has_requests(&self) -> bool;
}

impl<P: Protocol> ProtocolObject for P {
    fn parse(&mut self, text: String) -> AnyCommand {
        Box::new(Protocol::parse(self, text))
    }

    fn when_busy(&self, command: &AnyCommand) -> WhenBusy {
        command.downcast_ref().map_or(WhenBusy::Queue, |command| Protocol::when_busy(self, command))
    }

    fn execute(&mut self, command: AnyCommand, received: Instant, context: &mut Context) -> Flow {
        let execute = |command: Box<_>| Protocol::execute(self, *command, received, context);
        command.downcast().map_or(Flow::Continue, execute)
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        Protocol::engine_event(self, event, context);
    }

    fn refuse(&mut self, command: &AnyCommand, context: &mut Context) {
        if let Some(command) = command.downcast_ref() {
            Protocol::refuse(self, command, context);
        }
    }

    fn has_requests(&self) -> bool {
        Protocol::has_requests(self)
    }
}
