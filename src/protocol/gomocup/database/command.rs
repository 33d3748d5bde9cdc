//! The commands.

use super::super::super::tokens::{integer, split_word};
use crate::database::Choice;

/// What is done to the position after some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRequest<'a> {
    /// `YXQUERYDATABASEALL`, or with the comment `YXQUERYDATABASEALLT`.
    QueryAll {
        /// Whether the comment is told, too.
        with_comment: bool,
    },
    /// `YXQUERYDATABASEONE`.
    QueryOne,
    /// `YXQUERYDATABASETEXT`.
    QueryText,
    /// `YXEDITTVDDATABASE mask tag value depth`.
    EditValues(&'a str),
    /// `YXEDITLABELDATABASE x,y text`.
    EditLabel(&'a str),
    /// `YXDELETEDATABASEONE`.
    DeleteOne,
    /// `YXDELETEDATABASEALL`, with which entries are deleted.
    DeleteAll {
        /// Which.
        choice: Choice,
        /// Whether entries that stay are descended into.
        is_recursive: bool,
    },
    /// `YXSETBESTMOVEDATABASE`.
    SetBest,
    /// `YXCLEARBESTMOVEDATABASE`.
    ClearBest,
}

/// What is done with a file that the next line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRequest {
    /// `YXSETDATABASE`, `YXDBLOAD`: work with this database.
    Open,
    /// `YXDBTOTXT`: write the entries of this rule and size as text.
    ToText,
    /// `YXDBTOTXTALL`: write all entries as text.
    ToTextAll,
    /// `YXTXTTODB`: read entries from text.
    FromText,
    /// `YXLIBTODB`: read a RenLib library.
    FromLibrary,
    /// `YXDBTOLIB`: write the position and all below as a RenLib library.
    ToLibrary,
    /// `YXDBMERGE`: merge another database into this one.
    Merge,
    /// `YXDBSPLIT`: copy the position and all below into another database.
    Split,
    /// `YXDBTOPOS`, whose format is not known: nothing.
    Ignored,
}

/// A command about the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseCommand<'a> {
    /// Moves follow, perhaps on the same line.
    Moves(MoveRequest<'a>, &'a str),
    /// `YXEDITTEXTDATABASE`: a text in quotation marks follows, then moves.
    Text(&'a str),
    /// A path follows on the next line.
    File(FileRequest),
    /// `YXSAVEDATABASE`, `YXDBSAVE`.
    Save,
    /// `YXDBCHECK`, `YXDBFIX`.
    Check,
}

impl<'a> DatabaseCommand<'a> {
    /// Reads a command from its name in upper case and what follows it; `None` if it is about something else.
    pub fn parse(word: &str, rest: &'a str) -> Option<Self> {
        let query = |with_comment| Self::Moves(MoveRequest::QueryAll { with_comment }, rest);
        Some(match word {
            "YXQUERYDATABASEALL" => query(false),
            "YXQUERYDATABASEALLT" => query(true),
            "YXQUERYDATABASEONE" => Self::Moves(MoveRequest::QueryOne, rest),
            "YXQUERYDATABASETEXT" => Self::Moves(MoveRequest::QueryText, rest),
            "YXEDITTVDDATABASE" => {
                let (numbers, moves) = split_words(rest, 4);
                Self::Moves(MoveRequest::EditValues(numbers), moves)
            }
            "YXEDITLABELDATABASE" => Self::Moves(MoveRequest::EditLabel(rest), ""),
            "YXEDITTEXTDATABASE" => Self::Text(rest),
            "YXDELETEDATABASEONE" => Self::Moves(MoveRequest::DeleteOne, rest),
            "YXDELETEDATABASEALL" => delete_all(rest),
            "YXSETBESTMOVEDATABASE" => Self::Moves(MoveRequest::SetBest, rest),
            "YXCLEARBESTMOVEDATABASE" => Self::Moves(MoveRequest::ClearBest, rest),
            "YXSETDATABASE" | "YXDBLOAD" => Self::File(FileRequest::Open),
            "YXDBTOTXT" => Self::File(FileRequest::ToText),
            "YXDBTOTXTALL" => Self::File(FileRequest::ToTextAll),
            "YXTXTTODB" => Self::File(FileRequest::FromText),
            "YXLIBTODB" => Self::File(FileRequest::FromLibrary),
            "YXDBTOLIB" => Self::File(FileRequest::ToLibrary),
            "YXDBMERGE" => Self::File(FileRequest::Merge),
            "YXDBSPLIT" => Self::File(FileRequest::Split),
            "YXDBTOPOS" => Self::File(FileRequest::Ignored),
            "YXSAVEDATABASE" | "YXDBSAVE" => Self::Save,
            "YXDBCHECK" | "YXDBFIX" => Self::Check,
            _ => return None,
        })
    }
}

/// The first words and the rest.
fn split_words(text: &str, count: usize) -> (&str, &str) {
    let mut rest = text;
    for _ in 0..count {
        rest = split_word(rest).1;
    }
    let words = text.len() - rest.len();
    (text.get(..words).unwrap_or(text), rest)
}

/// Which entries are deleted; a first word that is no kind belongs to the moves.
fn delete_all(rest: &str) -> DatabaseCommand<'_> {
    let (word, after) = split_word(rest);
    let word = word.to_ascii_lowercase();
    let (kind, is_recursive) =
        word.strip_suffix("recursive").map_or((word.as_str(), false), |kind| (kind, true));
    let (choice, moves) = match kind {
        "nonwl" => (Choice::Undecided, after),
        "nonwld" => (Choice::WithoutResult, after),
        "w" => (Choice::Wins, after),
        "l" => (Choice::Losses, after),
        "wl" => (Choice::WinsAndLosses, after),
        "wld" => (Choice::Results, after),
        "wlnostep" => (Choice::WithoutDistance, after),
        "wlinstep" => {
            let (number, moves) = split_word(after);
            (Choice::Within(integer(number).ok().and_then(|n| usize::try_from(n).ok()).unwrap_or(1)), moves)
        }
        _ => (Choice::All, rest),
    };
    DatabaseCommand::Moves(MoveRequest::DeleteAll { choice, is_recursive }, moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_and_moves_may_share_the_line() {
        let parse = |word, rest| DatabaseCommand::parse(word, rest).unwrap();
        let moves = |request, rest| DatabaseCommand::Moves(request, rest);
        assert_eq!(
            parse("YXEDITTVDDATABASE", "1 119 0  0 7,7 done"),
            moves(MoveRequest::EditValues("1 119 0  0 "), "7,7 done")
        );
        let delete = |choice, is_recursive| MoveRequest::DeleteAll { choice, is_recursive };
        let all = "YXDELETEDATABASEALL";
        assert_eq!(parse(all, "WLrecursive"), moves(delete(Choice::WinsAndLosses, true), ""));
        assert_eq!(parse(all, "wlinstep 7 8,8"), moves(delete(Choice::Within(7), false), "8,8"));
        assert_eq!(parse(all, "8,8 done"), moves(delete(Choice::All, false), "8,8 done"));
        assert_eq!(DatabaseCommand::parse("YXBOARD", ""), None);
    }
}
