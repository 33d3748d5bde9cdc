//! Games as files.

use std::collections::BTreeMap;

use rustgomo::record::RecordFormat;

use crate::position::json;
use crate::tree::parse;

/// A game with variations, in the JSON of `tree.rs`, as a file with this ending.
///
/// # Errors
/// A sentence if the JSON is no game, or if the format is unknown or cannot hold it.
pub fn write_tree(tree: &str, ending: &str) -> Result<Vec<u8>, String> {
    let tree = parse(tree)?;
    format_of(ending)?.write_tree(&tree).map_err(|error| error.to_string())
}

/// What such a file leaves out, as JSON: `{"lost":{"comments":2}}`.
///
/// # Errors
/// A sentence if the JSON is no game, or if the format is unknown.
pub fn lost_from(tree: &str, ending: &str) -> Result<String, String> {
    let lost = format_of(ending)?.lost(&[parse(tree)?]);
    let lost: BTreeMap<_, _> = lost.into_iter().map(|(count, what)| (what, count)).collect();
    Ok(json(&BTreeMap::from([("lost", lost)])))
}

fn format_of(ending: &str) -> Result<RecordFormat, String> {
    RecordFormat::of_ending(ending)
        .ok_or_else(|| format!("expected one of {}, found {ending:?}", RecordFormat::ENDINGS.join(", ")))
}

#[cfg(test)]
mod tests {
    use rustgomo::Rule;
    use rustgomo::board::square_names;
    use rustgomo::record::read_bytes;

    use super::*;

    /// Two players, the moves h8 i9 with a comment, and a variation j8.
    fn game(rule: &str, size: &str, more: &str) -> String {
        let nodes = r#"[{}, {"parent": 0, "move": "h8"}, {"parent": 1, "move": "i9", "comment": "c"}, {"parent": 1, "move": "j8"}]"#;
        format!(
            r#"{{"rule": "{rule}", "size": "{size}", "black": "Ann", "white": "Bo", {more} "nodes": {nodes}}}"#
        )
    }

    #[test]
    fn every_format_reads_back_with_its_names() {
        for format in ["txt", "sgf", "psq", "lib", "sav"] {
            let written = write_tree(&game("renju", "15", ""), format).unwrap();
            let read = read_bytes(&written, Rule::Renju).unwrap().remove(0);
            let moves = square_names(read.squares(), read.size).concat();
            assert_eq!((read.rule, moves.as_str()), (Rule::Renju, "h8i9"), "{format}");
            if ["txt", "sgf", "psq"].contains(&format) {
                assert_eq!(read.names.0, ["Ann", "Bo"], "{format}");
            }
        }
    }

    #[test]
    fn what_is_left_out_is_told() {
        let lost = |format| lost_from(&game("renju", "15", ""), format).unwrap();
        assert_eq!(lost("sgf"), r#"{"schema":1,"lost":{}}"#);
        assert_eq!(lost("psq"), r#"{"schema":1,"lost":{"comments":1,"variations":1}}"#);
        assert!(lost("lib").contains(r#""names":1"#), "{}", lost("lib"));
    }

    #[test]
    fn what_a_format_cannot_hold_is_refused_with_a_sentence() {
        let error = |game: &str, format| write_tree(game, format).unwrap_err();
        let set_up =
            game("renju", "15", r#""setup": {"black": ["a1"], "white": ["b1"], "to_move": "black"},"#);
        for format in ["psq", "lib", "sav"] {
            assert!(error(&set_up, format).contains("begins on the empty board"), "{format}");
        }
        let large = game("caro", "20", "");
        assert!(
            error(&large, "lib").contains("15x15") && error(&large, "exe").contains("expected one of txt")
        );
    }
}
