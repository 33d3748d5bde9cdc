//! Commands.

use super::super::tokens::split_word;
use super::{DatabaseCommand, Excluded, Step};

/// A block of lines that ends with `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A position in which the engine moves.
    Board,
    /// The stones of a Swap2 opening on which the engine decides.
    Swap2,
    /// A position that is only set up.
    Position,
    /// Moves to leave out.
    Exclude(Excluded),
    /// Moves to admit again.
    Admit(Excluded),
    /// The moves of an opening on which a step of its rule is decided.
    Opening(Step),
}

/// A line from the manager. Arguments are still text: what they mean can depend on the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Nothing but blanks.
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
        /// The score that is wanted.
        bias: &'a str,
    },
    /// `YXSEARCHDEFEND`.
    SearchDefence,
    /// A step of an opening rule without moves.
    Step(Step),
    /// `YXHASHDUMP` or `YXHASHLOAD`, with a file's name on the next line.
    HashFile(HashFile),
    /// A command of Yixin-Board that asks for nothing.
    Nothing,
    /// `YXBLOCKRESET` or `YXBLOCKPATHRESET`.
    AdmitAll(Excluded),
    /// A command about the analysis database.
    Database(DatabaseCommand<'a>),
    /// Any other word.
    Unknown(&'a str),
}

/// What becomes of the transposition table and a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashFile {
    /// The table is written to the file.
    Dump,
    /// The table is read from the file.
    Load,
}

impl<'a> Command<'a> {
    /// Reads a line. The command's name may be in any case, with blanks around it.
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
            "YXHASHDUMP" => Self::HashFile(HashFile::Dump),
            "YXHASHLOAD" => Self::HashFile(HashFile::Load),
            "YXFORBID" | "YXDRAW" | "YXRESIGN" | "YXPRINTFEATURE" => Self::Nothing,
            upper => match Step::parse(upper, rest) {
                Some((step, rest)) if step.has_moves() => Self::Block(BlockKind::Opening(step), rest),
                Some((step, _)) => Self::Step(step),
                None => DatabaseCommand::parse(upper, rest).map_or(Self::Unknown(word), Self::Database),
            },
        }
    }
}

/// Whether a session that begins with this line speaks the Gomocup protocol. Words that other protocols have, too, do
/// not count.
pub fn recognises(line: &str) -> bool {
    !matches!(Command::parse(line), Command::Empty | Command::Unknown(_) | Command::Play(_) | Command::Stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_in_any_case_and_with_blanks_around() {
        assert_eq!(Command::parse("  sTaRt \t 15  "), Command::Start("15"));
        assert_eq!(Command::parse("turn 7 , 7"), Command::Turn("7 , 7"));
        assert_eq!(Command::parse("BOARD 7,7,1 DONE"), Command::Block(BlockKind::Board, "7,7,1 DONE"));
        assert_eq!(Command::parse(" \t "), Command::Empty);
        let database = Command::parse("yxedittextdatabase \"a\\\"b done\"7,7");
        let text = DatabaseCommand::Text("\"a\\\"b done\"7,7");
        assert_eq!(database, Command::Database(text));
        assert_eq!(Command::parse("ENDE"), Command::Unknown("ENDE"));
        assert_eq!(Command::parse("\0"), Command::Unknown("\0"));
    }
}
