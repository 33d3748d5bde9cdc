//! Files of games as lists, of which one game is opened.

use rustgomo::Rule;
use rustgomo::entries::DATABASE_MAGIC;
use rustgomo::record::tree::{GameTree, ROOT};
use rustgomo::record::{CodePage, Reading, RecordReader};
use serde::Serialize;

use crate::position::json;
use crate::tree::Tree;

/// What opens the databases of `rustgomo database`, which the page has no code to read.
const EXPORT: &str = "expected games or a database as text, found a database of rustgomo: \
    `rustgomo database export FILE book.txt` writes the text, which Book opens";

/// A file in any format as JSON: a list `games` of what its games say about themselves, the `tree` of the
/// only one or of that with the `number`, from 1, the sentences `notes` on what is to be known of the file,
/// and the `encoding` of its texts or null. `rule` is that of games that name none; `encoding` is the code
/// page of the texts, or empty.
///
/// # Errors
/// A sentence if there is no game, or if the file is damaged.
pub fn read_tree(
    name: &str,
    bytes: &[u8],
    rule: &str,
    encoding: &str,
    number: usize,
) -> Result<String, String> {
    let rule: Rule = rule.parse().map_err(|error| format!("rule: {error}"))?;
    let page = (!encoding.is_empty()).then(|| encoding.parse().map_err(|error| format!("encoding: {error}")));
    let reader = RecordReader { rule: Some(rule), code_page: page.transpose()? };
    let read = trees(name, bytes, reader)?;
    let chosen = match &read.games[..] {
        [] => return Err("expected at least one game, found none".to_owned()),
        [only] => Some(only),
        several => number.checked_sub(1).and_then(|index| several.get(index)),
    };
    Ok(json(&File {
        games: read.games.iter().map(Summary::of).collect(),
        tree: chosen.map(Tree::of),
        notes: read.notes.iter().map(ToString::to_string).collect(),
        encoding: read.code_page.map(CodePage::name),
    }))
}

/// The games of a file.
///
/// # Errors
/// A sentence if the file is damaged, or a database that must be exported first.
pub(crate) fn trees(name: &str, bytes: &[u8], reader: RecordReader) -> Result<Reading<GameTree>, String> {
    if bytes.starts_with(DATABASE_MAGIC) {
        return Err(EXPORT.to_owned());
    }
    reader.trees(name.as_ref(), bytes).map_err(|error| error.to_string())
}

/// What a file holds.
#[derive(Serialize)]
struct File {
    games: Vec<Summary>,
    tree: Option<Tree>,
    /// What is to be told of the file, as sentences.
    notes: Vec<String>,
    /// The code page of its texts, if they are not plain ASCII.
    encoding: Option<&'static str>,
}

/// A game of a list of games.
#[derive(Serialize)]
struct Summary {
    black: String,
    white: String,
    result: &'static str,
    event: String,
    date: String,
}

impl Summary {
    fn of(tree: &GameTree) -> Self {
        let about = tree.about();
        let [black, white] = about.names.0.clone();
        let property = |key: &str| {
            let found = tree.node(ROOT).notes().properties.iter().find(|(name, _)| name == key);
            found.and_then(|(_, values)| values.first()).cloned().unwrap_or_default()
        };
        Self { black, white, result: about.result.name(), event: property("EV"), date: property("DT") }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_file_comes_with_its_encoding_and_what_is_to_be_told() {
        let bytes = b"(;GM[1]SZ[15]CA[GB2312]PB[\xba\xda\xca\xa4];B[hh])";
        let file: Value = serde_json::from_str(&read_tree("a.sgf", bytes, "renju", "", 0).unwrap()).unwrap();
        assert_eq!((&file["games"][0]["black"], &file["encoding"]), (&"黑胜".into(), &"GBK".into()));
        assert_eq!(file["notes"][0], "line 1: GM[1] is another game, but is read as gomoku");
        let two = read_tree("", b"(;GM[4]EV[Cup]DT[1999])(;GM[4];B[hh])", "renju", "", 2).unwrap();
        let two: Value = serde_json::from_str(&two).unwrap();
        assert_eq!(
            (&two["games"][0]["event"], &two["tree"]["nodes"][1]["move"]),
            (&"Cup".into(), &"h8".into())
        );
        let other = read_tree("a.sgf", bytes, "renju", "windows-1251", 0).unwrap();
        assert!(other.contains("єЪК¤"), "{other}");
        assert!(
            read_tree("", b"h8", "renju", "x", 0).unwrap_err().starts_with("encoding: expected a code page")
        );
    }
}
