//! Which protocol is spoken: forced by its name, or chosen by the first line that one of them recognises.

use super::agi::Agi;
use super::gomocup::Gomocup;
use super::gtp::Gtp;
use super::line::Line;
use super::ucci::Ucci;
use super::{Context, Flow, Protocol, WhenBusy, agi, gomocup, gtp, ucci};
use crate::engine::EngineEvent;

/// A protocol of lines, as the command line and the choice see it.
pub struct ProtocolEntry {
    /// The word that forces it, in lower case.
    pub name: &'static str,
    /// What it is, for the help text.
    pub about: &'static str,
    /// Whether a first line belongs to it.
    pub recognises: fn(&str) -> bool,
    /// Begins a session.
    pub open: fn() -> Box<dyn Protocol>,
}

/// All protocols of lines. Of several that recognise a line the first speaks. A new protocol is a folder and a line
/// here.
pub const PROTOCOLS: [ProtocolEntry; 4] = [
    ProtocolEntry {
        name: "gomocup",
        about: "Gomocup (Piskvork) with the commands of Yixin-Board",
        recognises: gomocup::recognises,
        open: || Box::new(Gomocup::new()),
    },
    ProtocolEntry {
        name: "ucci",
        about: "UCCI 3.0, from the line \"ucci\"",
        recognises: ucci::recognises,
        open: || Box::new(Ucci::new()),
    },
    ProtocolEntry {
        name: "agi",
        about: "AGI, the Amoyman Gobang Interface, from the line \"AGI\"",
        recognises: agi::recognises,
        open: || Box::new(Agi::new()),
    },
    ProtocolEntry {
        name: "gtp",
        about: "GTP 2 with the extensions of GoGui, Leela Zero and KataGo",
        recognises: gtp::recognises,
        open: || Box::new(Gtp::new()),
    },
];

/// Speaks whichever protocol recognises a line first. Until then Gomocup's answers: it knows what to say to nonsense.
pub struct Automatic {
    spoken: Box<dyn Protocol>,
    is_chosen: bool,
}

impl Automatic {
    /// A session that just began.
    pub fn new() -> Self {
        Self { spoken: Box::new(Gomocup::new()), is_chosen: false }
    }
}

impl Default for Automatic {
    fn default() -> Self {
        Self::new()
    }
}

impl Protocol for Automatic {
    fn line(&mut self, line: &Line, context: &mut Context) -> Flow {
        if !self.is_chosen
            && let Some(entry) = PROTOCOLS.iter().find(|entry| (entry.recognises)(&line.text))
        {
            self.spoken = (entry.open)();
            self.is_chosen = true;
        }
        self.spoken.line(line, context)
    }

    fn when_busy(&self, text: &str) -> WhenBusy {
        self.spoken.when_busy(text)
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        self.spoken.engine_event(event, context);
    }

    fn refuse(&mut self, line: &Line, context: &mut Context) {
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
