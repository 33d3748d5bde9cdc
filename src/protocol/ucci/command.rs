//! A line of the protocol as a command.

use super::super::tokens::{integer, split_word};

/// A command of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// `ucci`.
    Boot,
    /// `isready`.
    IsReady,
    /// `setoption ..`.
    SetOption(&'a str),
    /// `position ..`.
    Position(&'a str),
    /// `banmoves ..`.
    BanMoves(&'a str),
    /// `go ..`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`, with the word `draw` or without.
    PonderHit {
        /// Whether the opponent offers a draw.
        draw: bool,
    },
    /// `probe ..`.
    Probe(&'a str),
    /// `quit`.
    Quit,
    /// Anything else.
    Other,
}

/// How to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// Whether to ponder.
    pub(super) ponder: bool,
    /// Whether the opponent offers a draw.
    pub(super) draw: bool,
    /// The limit of the search.
    pub(super) mode: Mode,
}

/// The limit of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// None but a stop.
    #[default]
    Infinite,
    /// A depth in plies; 0 for the score of one ply and no move.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// The clock; its unit depends on an option.
    Time(Time),
}

/// The time left, and further time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Time {
    /// Time left.
    pub(super) left: i64,
    /// Moves until the next time control.
    pub(super) moves_to_go: Option<u32>,
    /// Increment per move.
    pub(super) increment: Option<i64>,
}

impl<'a> Command<'a> {
    /// Reads a line in any case.
    pub(super) fn parse(line: &'a str) -> Self {
        let (word, rest) = split_word(line);
        match word.to_ascii_lowercase().as_str() {
            "ucci" => Self::Boot,
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption(rest),
            "position" => Self::Position(rest),
            "banmoves" => Self::BanMoves(rest),
            "go" => Self::Go(Go::parse(rest)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit { draw: rest.eq_ignore_ascii_case("draw") },
            "probe" => Self::Probe(rest),
            "quit" => Self::Quit,
            _ => Self::Other,
        }
    }
}

impl Go {
    /// Reads the words of `go`; unknown ones and the opponent's times are skipped.
    fn parse(text: &str) -> Self {
        let mut go = Self::default();
        let mut time = None::<Time>;
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let word = word.to_ascii_lowercase();
            let mut number = || words.next().and_then(|word| integer(word).ok()).unwrap_or(0);
            match word.as_str() {
                "ponder" => go.ponder = true,
                "draw" => go.draw = true,
                "infinite" => go.mode = Mode::Infinite,
                "depth" => go.mode = Mode::Depth(u32::try_from(number().max(0)).unwrap_or(u32::MAX)),
                "nodes" => go.mode = Mode::Nodes(number().max(1) as u64),
                "time" => time.get_or_insert_default().left = number(),
                "movestogo" => {
                    let moves = u32::try_from(number().max(1)).unwrap_or(u32::MAX);
                    time.get_or_insert_default().moves_to_go = Some(moves);
                }
                "increment" => time.get_or_insert_default().increment = Some(number()),
                "opptime" | "oppmovestogo" | "oppincrement" => drop(number()),
                _ => {}
            }
        }
        if let Some(mut time) = time {
            if time.increment.is_none() && time.moves_to_go.is_none() {
                // As ElephantEye reads it: the time is for this move.
                time.moves_to_go = Some(1);
            }
            go.mode = Mode::Time(time);
        }
        go
    }
}

/// Whether a session that begins with this line speaks UCCI.
pub(super) fn recognises(line: &str) -> bool {
    Command::parse(line) == Command::Boot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_of_go_are_read() {
        let mode = |text| Go::parse(text).mode;
        let time = |left, moves_to_go, increment| Mode::Time(Time { left, moves_to_go, increment });
        assert_eq!(mode(""), Mode::Infinite);
        assert_eq!(mode("infinite"), Mode::Infinite);
        assert_eq!(mode("depth 5"), Mode::Depth(5));
        assert_eq!(mode("depth -1"), Mode::Depth(0));
        assert_eq!(mode("nodes 100"), Mode::Nodes(100));
        assert_eq!(mode("time 60 increment 2 opptime 50 oppincrement 2"), time(60, None, Some(2)));
        assert_eq!(mode("time 60 movestogo 10 opptime 50 oppmovestogo 9"), time(60, Some(10), None));
        assert_eq!(mode("time 60"), time(60, Some(1), None));
        let go = Go::parse("ponder draw time x");
        assert!(go.ponder && go.draw);
        assert_eq!(go.mode, time(0, Some(1), None));
        assert_eq!(mode("depth 99999999999999999999"), Mode::Depth(u32::MAX));
    }
}
