//! The list of protocols, and the choice of one: by its name, or by the first line that one of them recognises.

use super::agi::Agi;
use super::gomocup::Gomocup;
use super::gtp::Gtp;
use super::ucci::Ucci;
use super::{Context, Flow, Protocol, WhenBusy, agi, gomocup, gtp, ucci};
use crate::clock::Instant;
use crate::engine::EngineEvent;

/// A protocol of lines.
pub struct ProtocolEntry {
    /// Its name on the command line, in lower case.
    pub name: &'static str,
    /// Description for the help text.
    pub about: &'static str,
    /// Whether a session that begins with this line speaks it.
    pub recognises: fn(&str) -> bool,
    /// Begins a session of it.
    pub open: fn() -> AnyProtocol,
}

/// All protocols of lines. The first that recognises a line is chosen.
pub const PROTOCOLS: [ProtocolEntry; 4] = [
    ProtocolEntry {
        name: "gomocup",
        about: "Gomocup (Piskvork) with the commands of Yixin-Board",
        recognises: gomocup::recognises,
        open: || AnyProtocol::new(Spoken::Gomocup(Box::default())),
    },
    ProtocolEntry {
        name: "ucci",
        about: "UCCI 3.0, from the line \"ucci\"",
        recognises: ucci::recognises,
        open: || AnyProtocol::new(Spoken::Ucci(Box::default())),
    },
    ProtocolEntry {
        name: "agi",
        about: "AGI, the Amoyman Gobang Interface, from the line \"AGI\"",
        recognises: agi::recognises,
        open: || AnyProtocol::new(Spoken::Agi(Box::default())),
    },
    ProtocolEntry {
        name: "gtp",
        about: "GTP 2 with the extensions of GoGui, Leela Zero and KataGo",
        recognises: gtp::recognises,
        open: || AnyProtocol::new(Spoken::Gtp(Box::default())),
    },
];

/// One of the protocols.
enum Spoken {
    Gomocup(Box<Gomocup>),
    Ucci(Box<Ucci>),
    Agi(Box<Agi>),
    Gtp(Box<Gtp>),
}

/// A parsed line of one of the protocols.
pub enum AnyCommand {
    /// Of Gomocup.
    Gomocup(<Gomocup as Protocol>::Command),
    /// Of UCCI.
    Ucci(<Ucci as Protocol>::Command),
    /// Of AGI.
    Agi(<Agi as Protocol>::Command),
    /// Of GTP.
    Gtp(<Gtp as Protocol>::Command),
}

/// Any of the protocols: a given one, or the one that recognises a line first. Until then Gomocup's replies: it has one
/// for unknown words.
pub struct AnyProtocol {
    spoken: Spoken,
    is_chosen: bool,
}

impl AnyProtocol {
    /// Detects the protocol.
    pub fn detect() -> Self {
        Self { spoken: Spoken::Gomocup(Box::default()), is_chosen: false }
    }

    const fn new(spoken: Spoken) -> Self {
        Self { spoken, is_chosen: true }
    }
}

/// Evaluates an expression for the protocol that is spoken.
macro_rules! with_spoken {
    ($spoken:expr, $protocol:ident => $value:expr) => {
        match $spoken {
            Spoken::Gomocup($protocol) => $value,
            Spoken::Ucci($protocol) => $value,
            Spoken::Agi($protocol) => $value,
            Spoken::Gtp($protocol) => $value,
        }
    };
}

/// Evaluates an expression for the protocol that is spoken and its command; the default if the command is another one's.
macro_rules! with_command {
    ($spoken:expr, $commands:expr, ($protocol:ident, $command:ident) => $value:expr, $default:expr) => {
        match ($spoken, $commands) {
            (Spoken::Gomocup($protocol), AnyCommand::Gomocup($command)) => $value,
            (Spoken::Ucci($protocol), AnyCommand::Ucci($command)) => $value,
            (Spoken::Agi($protocol), AnyCommand::Agi($command)) => $value,
            (Spoken::Gtp($protocol), AnyCommand::Gtp($command)) => $value,
            _ => $default,
        }
    };
}

impl Protocol for AnyProtocol {
    type Command = AnyCommand;

    fn parse(&mut self, text: String) -> AnyCommand {
        if !self.is_chosen
            && let Some(entry) = PROTOCOLS.iter().find(|entry| (entry.recognises)(&text))
        {
            *self = (entry.open)();
        }
        match &mut self.spoken {
            Spoken::Gomocup(protocol) => AnyCommand::Gomocup(protocol.parse(text)),
            Spoken::Ucci(protocol) => AnyCommand::Ucci(protocol.parse(text)),
            Spoken::Agi(protocol) => AnyCommand::Agi(protocol.parse(text)),
            Spoken::Gtp(protocol) => AnyCommand::Gtp(protocol.parse(text)),
        }
    }

    fn when_busy(&self, command: &AnyCommand) -> WhenBusy {
        with_command!(&self.spoken, command, (protocol, command) => protocol.when_busy(command), WhenBusy::Queue)
    }

    fn execute(&mut self, command: AnyCommand, received: Instant, context: &mut Context) -> Flow {
        with_command!(
            &mut self.spoken,
            command,
            (protocol, command) => protocol.execute(command, received, context),
            Flow::Continue
        )
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        with_spoken!(&mut self.spoken, protocol => protocol.engine_event(event, context));
    }

    fn refuse(&mut self, command: &AnyCommand, context: &mut Context) {
        with_command!(&mut self.spoken, command, (protocol, command) => protocol.refuse(command, context), ());
    }

    fn has_requests(&self) -> bool {
        with_spoken!(&self.spoken, protocol => protocol.has_requests())
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
