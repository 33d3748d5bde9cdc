//! A line of the protocol as a command.

use super::super::tokens::{extent, size, split_word};
use super::{DatabaseCommand, Dialect, Excluded, Info, Step};

/// A block of lines that ends with `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A position in which the engine moves.
    Board,
    /// The stones of a Swap2 opening on which the engine decides.
    Swap2,
    /// A position that is only set up.
    Position,
    /// Moves to exclude.
    Exclude(Excluded),
    /// Moves to admit again.
    Admit(Excluded),
    /// The moves of an opening on which a step of its rule is decided.
    Opening(Step),
}

/// A command of the manager. Arguments are still text: their meaning can depend on the size of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Only blanks.
    Empty,
    /// `START size`, or width and height.
    Start(&'a str),
    /// `RECTSTART width,height`.
    RectStart(&'a str),
    /// `RESTART`.
    Restart,
    /// `BEGIN`.
    Begin,
    /// `TURN x,y`.
    Turn(&'a str),
    /// `BOARD`, `SWAP2BOARD` or `YXBOARD`, with what follows on the same line.
    Block(BlockKind, &'a str),
    /// `TAKEBACK x,y`.
    TakeBack(&'a str),
    /// `PLAY x,y`.
    Play(&'a str),
    /// `ABOUT`.
    About,
    /// `END`.
    End,
    /// `INFO key value`.
    Info(&'a str),
    /// `YXNBEST lines`.
    NBest(&'a str),
    /// `YXSTOP` or `STOP`.
    Stop,
    /// `YXSHOWFORBID`.
    ShowForbidden,
    /// `YXSHOWINFO`.
    ShowInfo,
    /// `YXHASHCLEAR`.
    ClearHash,
    /// `YXSHOWHASHUSAGE`.
    ShowHash,
    /// `YXBALANCEONE bias` or `YXBALANCETWO bias`.
    Balance {
        /// Stones to put down, 1 or 2.
        stones: u8,
        /// The target score.
        bias: &'a str,
    },
    /// `YXSEARCHDEFEND`.
    SearchDefence,
    /// A step of an opening rule without moves.
    Step(Step),
    /// `YXHASHDUMP`, with a file's name behind it or on the next line.
    DumpHash(&'a str),
    /// `YXHASHLOAD`, the same.
    LoadHash(&'a str),
    /// A command of Yixin-Board that needs no action.
    Nothing,
    /// `YXBLOCKRESET` or `YXBLOCKPATHRESET`.
    AdmitAll(Excluded),
    /// A command about the analysis database.
    Database(DatabaseCommand),
    /// Any other word, which can be a line of a block.
    Unknown,
}

impl<'a> Command<'a> {
    /// Parses a line. The name may be in any case, with blanks around it.
    pub fn parse(line: &'a str) -> Self {
        let (word, rest) = split_word(line);
        match word.to_ascii_uppercase().as_str() {
            "" => Self::Empty,
            "START" => Self::Start(rest),
            "RECTSTART" => Self::RectStart(rest),
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(rest),
            "BOARD" => Self::Block(BlockKind::Board, rest),
            "SWAP2BOARD" => Self::Block(BlockKind::Swap2, rest),
            "YXBOARD" => Self::Block(BlockKind::Position, rest),
            "TAKEBACK" => Self::TakeBack(rest),
            "PLAY" => Self::Play(rest),
            "ABOUT" => Self::About,
            "END" => Self::End,
            "INFO" => Self::Info(rest),
            "YXNBEST" => Self::NBest(rest),
            "YXSTOP" | "STOP" => Self::Stop,
            "YXSHOWFORBID" => Self::ShowForbidden,
            "YXSHOWINFO" => Self::ShowInfo,
            "YXHASHCLEAR" => Self::ClearHash,
            "YXSHOWHASHUSAGE" => Self::ShowHash,
            "YXBLOCK" => Self::Block(BlockKind::Exclude(Excluded::Squares), rest),
            "YXBLOCKUNDO" => Self::Block(BlockKind::Admit(Excluded::Squares), rest),
            "YXBLOCKRESET" => Self::AdmitAll(Excluded::Squares),
            "YXBLOCKPATH" => Self::Block(BlockKind::Exclude(Excluded::Path), rest),
            "YXBLOCKPATHUNDO" => Self::Block(BlockKind::Admit(Excluded::Path), rest),
            "YXBLOCKPATHRESET" => Self::AdmitAll(Excluded::Path),
            "YXBALANCEONE" => Self::Balance { stones: 1, bias: rest },
            "YXBALANCETWO" => Self::Balance { stones: 2, bias: rest },
            "YXSEARCHDEFEND" => Self::SearchDefence,
            "YXHASHDUMP" => Self::DumpHash(rest),
            "YXHASHLOAD" => Self::LoadHash(rest),
            "YXFORBID" | "YXDRAW" | "YXRESIGN" | "YXPRINTFEATURE" => Self::Nothing,
            upper => match Step::parse(upper, rest) {
                Some((step, rest)) if step.has_moves() => Self::Block(BlockKind::Opening(step), rest),
                Some((step, _)) => Self::Step(step),
                None => DatabaseCommand::parse(upper, rest).map_or(Self::Unknown, Self::Database),
            },
        }
    }
}

/// Whether a line that may belong to a comment is surely a command: by arguments that no prose has, by a word
/// of Yixin-Board's, or as a single word in capitals.
pub(super) fn is_unmistakable(line: &str) -> bool {
    let (word, rest) = split_word(line);
    match Command::parse(line) {
        Command::Empty | Command::Unknown => false,
        Command::Start(text) => size(text).is_ok(),
        Command::RectStart(text) | Command::Turn(text) | Command::TakeBack(text) | Command::Play(text) => {
            extent(text).is_ok()
        }
        Command::Info(text) => Info::parse(text, Dialect::Gomocup).is_some(),
        _ if word.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx")) => true,
        _ => rest.is_empty() && word.chars().all(|c| c.is_ascii_uppercase()),
    }
}

/// Whether a session that begins with this line speaks the Gomocup protocol. Words of other protocols do not
/// count.
pub(super) fn recognises(line: &str) -> bool {
    !matches!(Command::parse(line), Command::Empty | Command::Unknown | Command::Play(_) | Command::Stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_comment_are_told_from_commands() {
        for line in [
            "start 15",
            "START 20 15",
            "turn 7,7",
            "INFO rule 1",
            "yxboard",
            "YXNBEST 3",
            "END",
            "BOARD",
            "RECTSTART 9,9",
        ] {
            assert!(is_unmistakable(line), "{line}");
        }
        for line in [
            "Start with h8",
            "end",
            "Begin",
            "turn",
            "info about it",
            "board and stones",
            "Restart here",
            "",
            "a\"7,7 done",
        ] {
            assert!(!is_unmistakable(line), "{line}");
        }
    }

    #[test]
    fn commands_are_known_in_any_case_and_with_blanks_around() {
        assert_eq!(Command::parse("  sTaRt \t 15  "), Command::Start("15"));
        assert_eq!(Command::parse("turn 7 , 7"), Command::Turn("7 , 7"));
        assert_eq!(Command::parse("BOARD 7,7,1 DONE"), Command::Block(BlockKind::Board, "7,7,1 DONE"));
        assert_eq!(Command::parse(" \t "), Command::Empty);
        let database = Command::parse("yxedittextdatabase \"a\\\"b done\"7,7");
        let text = DatabaseCommand::Text("\"a\\\"b done\"7,7".into());
        assert_eq!(database, Command::Database(text));
        assert_eq!(Command::parse("ENDE"), Command::Unknown);
        assert_eq!(Command::parse("\0"), Command::Unknown);
    }
}
