//! The list of protocols, and the choice of one: by its name, or by the first line that one of them
//! recognises.

use super::object::{AnyCommand, ProtocolEntry, ProtocolObject};
use super::{Context, Flow, Protocol, WhenBusy, agi, gomocup, gtp, ucci};
use crate::clock::Instant;
use crate::engine::EngineEvent;

/// All protocols of lines. The first that recognises a line is chosen.
pub const PROTOCOLS: [ProtocolEntry; 4] = [gomocup::ENTRY, ucci::ENTRY, agi::ENTRY, gtp::ENTRY];

/// Any of the protocols: a given one, or the one that recognises a line first. Until then Gomocup's replies:
/// it has one for unknown words.
pub struct AnyProtocol {
    spoken: Box<dyn ProtocolObject>,
    is_chosen: bool,
}

impl AnyProtocol {
    /// Detects the protocol.
    pub fn detect() -> Self {
        Self { spoken: (gomocup::ENTRY.open)(), is_chosen: false }
    }

    /// Speaks this protocol.
    pub fn of(entry: &ProtocolEntry) -> Self {
        Self { spoken: (entry.open)(), is_chosen: true }
    }
}

impl Protocol for AnyProtocol {
    type Command = AnyCommand;

    fn parse(&mut self, text: String) -> AnyCommand {
        if !self.is_chosen
            && let Some(entry) = PROTOCOLS.iter().find(|entry| (entry.recognises)(&text))
        {
            *self = Self::of(entry);
        }
        self.spoken.parse(text)
    }

    fn when_busy(&self, command: &AnyCommand) -> WhenBusy {
        self.spoken.when_busy(command)
    }

    fn execute(&mut self, command: AnyCommand, received: Instant, context: &mut Context) -> Flow {
        self.spoken.execute(command, received, context)
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        self.spoken.engine_event(event, context);
    }

    fn refuse(&mut self, command: &AnyCommand, context: &mut Context) {
        self.spoken.refuse(command, context);
    }

    fn has_requests(&self) -> bool {
        self.spoken.has_requests()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_choose_their_protocol() {
        let chosen = |line: &str| PROTOCOLS.iter().find(|entry| (entry.recognises)(line)).map(|e| e.name);
        for (line, name) in [
            ("START 15", "gomocup"),
            ("  info show_detail 3", "gomocup"),
            ("yxshowinfo", "gomocup"),
            ("ABOUT", "gomocup"),
            ("ucci", "ucci"),
            ("AGI", "agi"),
            ("agi ", "agi"),
            ("list_commands", "gtp"),
            ("1 name", "gtp"),
            ("12 zzz", "gtp"),
            ("quit", "gtp"),
            ("# a comment", "gtp"),
            ("play b H8", "gtp"),
        ] {
            assert_eq!(chosen(line), Some(name), "{line}");
        }
        for line in ["", "  ", "FOO", "7,7", "PLAY 7,7", "stop", "\0"] {
            assert_eq!(chosen(line), None, "{line}");
        }
    }
}
