//! The list of protocols, and the choice of one: by its name, or by the first line that one of them
//! recognises.

use super::{Context, Flow, Protocol, ProtocolEntry, WhenBusy, agi, gomocup, gtp, ucci};
use crate::clock::Instant;
use crate::engine::EngineEvent;

/// All protocols of lines. The first that recognises a line is chosen.
pub const PROTOCOLS: [ProtocolEntry; 4] = [gomocup::ENTRY, ucci::ENTRY, agi::ENTRY, gtp::ENTRY];

/// The protocol that recognises a line first. Until then Gomocup's replies: it has one for unknown words.
pub fn detect() -> Box<dyn Protocol> {
    Box::new(Detected { spoken: (gomocup::ENTRY.open)(), is_chosen: false })
}

struct Detected {
    spoken: Box<dyn Protocol>,
    is_chosen: bool,
}

impl Protocol for Detected {
    fn when_busy(&self, line: &str) -> WhenBusy {
        self.spoken.when_busy(line)
    }

    fn execute(&mut self, line: &str, received: Instant, context: &mut Context) -> Flow {
        if !self.is_chosen
            && let Some(entry) = PROTOCOLS.iter().find(|entry| (entry.recognises)(line))
        {
            *self = Self { spoken: (entry.open)(), is_chosen: true };
        }
        self.spoken.execute(line, received, context)
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        self.spoken.engine_event(event, context);
    }

    fn asks_for_answer(&self, line: &str) -> bool {
        self.spoken.asks_for_answer(line)
    }

    fn search_ended(&mut self, context: &mut Context) {
        self.spoken.search_ended(context);
    }

    fn close(&mut self, context: &mut Context) {
        self.spoken.close(context);
    }

    fn refuse(&mut self, line: &str, context: &mut Context) {
        self.spoken.refuse(line, context);
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
