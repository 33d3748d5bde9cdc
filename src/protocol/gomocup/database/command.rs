//! The commands.

use super::super::super::tokens::{comma_words, integer, pair, split_word};
use crate::database::Choice;
use crate::geometry::shortened;

/// A request about the position after some moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveRequest {
    /// `YXQUERYDATABASEALL`, or with the comment `YXQUERYDATABASEALLT`.
    QueryAll {
        /// Whether the comment is included.
        with_comment: bool,
    },
    /// `YXQUERYDATABASEONE`.
    QueryOne,
    /// `YXQUERYDATABASETEXT`.
    QueryText,
    /// `YXEDITTVDDATABASE mask tag value depth`.
    EditValues([i64; 4]),
    /// `YXEDITLABELDATABASE x,y text`.
    EditLabel(String),
    /// `YXEDITTEXTDATABASE`, with the text.
    EditComment(String),
    /// `YXDELETEDATABASEONE`.
    DeleteOne,
    /// `YXDELETEDATABASEALL`, with which entries are deleted.
    DeleteAll {
        /// Which entries.
        choice: Choice,
        /// Whether to descend into entries that stay.
        is_recursive: bool,
    },
    /// `YXSETBESTMOVEDATABASE`.
    SetBest,
    /// `YXCLEARBESTMOVEDATABASE`.
    ClearBest,
    /// A change whose arguments cannot be read, with the reason.
    Invalid(String),
}

/// A request with a file that the next line names.
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
    /// `YXDBTOPOS`, whose format is unknown: ignored.
    Ignored,
}

/// A command about the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseCommand {
    /// Moves follow, perhaps on the same line.
    Moves(MoveRequest, String),
    /// `YXEDITTEXTDATABASE`: a quoted text follows, then moves.
    Text(String),
    /// With a path, or one on the next line.
    File(FileRequest, String),
    /// `YXSAVEDATABASE`, `YXDBSAVE`.
    Save,
    /// `YXDBCHECK`, `YXDBFIX`.
    Check,
}

impl DatabaseCommand {
    /// Reads a command from its name in upper case and the rest of the line; `None` for other names.
    pub fn parse(word: &str, rest: &str) -> Option<Self> {
        let moves = |request| Self::Moves(request, rest.to_owned());
        let file = |request| Self::File(request, rest.to_owned());
        Some(match word {
            "YXQUERYDATABASEALL" => moves(MoveRequest::QueryAll { with_comment: false }),
            "YXQUERYDATABASEALLT" => moves(MoveRequest::QueryAll { with_comment: true }),
            "YXQUERYDATABASEONE" => moves(MoveRequest::QueryOne),
            "YXQUERYDATABASETEXT" => moves(MoveRequest::QueryText),
            "YXEDITTVDDATABASE" => {
                let (numbers, moves) = split_words(rest, 4);
                Self::Moves(edit_values(numbers), moves.to_owned())
            }
            "YXEDITLABELDATABASE" => Self::Moves(MoveRequest::EditLabel(rest.to_owned()), String::new()),
            "YXEDITTEXTDATABASE" => Self::Text(rest.to_owned()),
            "YXDELETEDATABASEONE" => moves(MoveRequest::DeleteOne),
            "YXDELETEDATABASEALL" => delete_all(rest),
            "YXSETBESTMOVEDATABASE" => moves(MoveRequest::SetBest),
            "YXCLEARBESTMOVEDATABASE" => moves(MoveRequest::ClearBest),
            "YXSETDATABASE" | "YXDBLOAD" => file(FileRequest::Open),
            "YXDBTOTXT" => file(FileRequest::ToText),
            "YXDBTOTXTALL" => file(FileRequest::ToTextAll),
            "YXTXTTODB" => file(FileRequest::FromText),
            "YXLIBTODB" => file(FileRequest::FromLibrary),
            "YXDBTOLIB" => file(FileRequest::ToLibrary),
            "YXDBMERGE" => file(FileRequest::Merge),
            "YXDBSPLIT" => file(FileRequest::Split),
            "YXDBTOPOS" => file(FileRequest::Ignored),
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

/// Reads `mask tag value depth`.
fn edit_values(text: &str) -> MoveRequest {
    let numbers: Vec<i64> = text.split_whitespace().filter_map(|word| integer(word).ok()).collect();
    numbers.try_into().map_or_else(
        |_| invalid("whole numbers for mask, tag, value and depth", text.trim()),
        MoveRequest::EditValues,
    )
}

fn invalid(expected: &str, found: &str) -> MoveRequest {
    MoveRequest::Invalid(format!("expected {expected}, found {:?}", shortened(found)))
}

/// Reads which entries to delete; without a kind all. The moves may begin on the same line.
fn delete_all(rest: &str) -> DatabaseCommand {
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
            let Some(plies) = integer(number).ok().and_then(|n| usize::try_from(n).ok()) else {
                let request = invalid("a number of plies after wlinstep", number);
                return DatabaseCommand::Moves(request, moves.to_owned());
            };
            (Choice::Within(plies), moves)
        }
        _ if begins_with_move(rest) => (Choice::All, rest),
        _ => {
            let request = invalid("w, l, wl, wld, nonwl, nonwld, wlnostep, wlinstep n or nothing", &word);
            return DatabaseCommand::Moves(request, after.to_owned());
        }
    };
    DatabaseCommand::Moves(MoveRequest::DeleteAll { choice, is_recursive }, moves.to_owned())
}

/// Whether moves, or their end, stand on the line; also for an empty one.
fn begins_with_move(text: &str) -> bool {
    comma_words(text).first().is_none_or(|word| word.eq_ignore_ascii_case("DONE") || pair(word).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_and_moves_may_share_the_line() {
        let parse = |word: &str, rest: &str| DatabaseCommand::parse(word, rest).unwrap();
        let moves = |request, rest: &str| DatabaseCommand::Moves(request, rest.to_owned());
        assert_eq!(
            parse("YXEDITTVDDATABASE", "1 119 0  0 7,7 done"),
            moves(MoveRequest::EditValues([1, 119, 0, 0]), "7,7 done")
        );
        let delete = |choice, is_recursive| MoveRequest::DeleteAll { choice, is_recursive };
        let all = "YXDELETEDATABASEALL";
        for (kind, choice) in [
            ("nonwl", Choice::Undecided),
            ("nonwld", Choice::WithoutResult),
            ("w", Choice::Wins),
            ("l", Choice::Losses),
            ("WL", Choice::WinsAndLosses),
            ("wld", Choice::Results),
            ("wlnostep", Choice::WithoutDistance),
        ] {
            assert_eq!(parse(all, &format!("{kind} 8,8")), moves(delete(choice, false), "8,8"));
            assert_eq!(parse(all, &format!("{kind}recursive")), moves(delete(choice, true), ""));
        }
        assert_eq!(parse(all, "wlinstep 7 8,8"), moves(delete(Choice::Within(7), false), "8,8"));
        assert_eq!(parse(all, "wlinsteprecursive 7"), moves(delete(Choice::Within(7), true), ""));
        assert_eq!(parse(all, "8,8 done"), moves(delete(Choice::All, false), "8,8 done"));
        assert_eq!(parse(all, ""), moves(delete(Choice::All, false), ""));
        assert_eq!(DatabaseCommand::parse("YXBOARD", ""), None);
    }

    #[test]
    fn unknown_kinds_and_numbers_that_are_none_are_refused_with_the_moves_left() {
        let parse = |word, rest| match DatabaseCommand::parse(word, rest) {
            Some(DatabaseCommand::Moves(MoveRequest::Invalid(reason), moves)) => (reason, moves),
            other => (format!("{other:?}"), String::new()),
        };
        let all = "YXDELETEDATABASEALL";
        let (reason, moves) = parse(all, "foo 7,7 done");
        assert!(reason.starts_with("expected w, l, wl") && reason.ends_with("found \"foo\""), "{reason}");
        assert_eq!(moves, "7,7 done");
        for (word, rest) in [
            (all, "recursive"),
            (all, "7"),
            (all, "wlinstep x"),
            (all, "wlinstep -1"),
            ("YXEDITTVDDATABASE", "7 300 x y"),
            ("YXEDITTVDDATABASE", "7 119 0"),
        ] {
            assert!(parse(word, rest).0.starts_with("expected "), "{word} {rest}: {:?}", parse(word, rest));
        }
    }
}
