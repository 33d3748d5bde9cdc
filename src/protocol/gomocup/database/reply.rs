//! The lines of replies.

use std::fmt::Write;

use crate::database::Entry;
use crate::geometry::Square;

/// Maximum characters of a label in Yixin-Board.
const LABEL_CHARS: usize = 4;

/// The entry of the move to a square, and the text on it.
pub(super) fn cell(square: Square, entry: Option<&Entry>, text: &str) -> String {
    let empty = Entry::default();
    let entry = entry.unwrap_or(&empty);
    let has_comment = u8::from(!entry.comment.is_empty());
    let Entry { value, depth, bound, .. } = entry;
    let (x, y, label) = (square.x(), square.y(), packed(&entry.shown_label()));
    format!(
        "MESSAGE DATABASE {x} {y} {label} {} {depth} {} {has_comment} {text}",
        value.centi(),
        *bound as u8
    )
}

/// A label's characters as the bytes of a number; -1 for an empty one.
fn packed(label: &str) -> i64 {
    if label.is_empty() {
        return -1;
    }
    label.bytes().take(LABEL_CHARS).fold(0, |number, byte| number << 8 | i64::from(byte))
}

/// The entry of a position.
pub(super) fn one(entry: Option<&Entry>) -> String {
    let Some(entry) = entry else { return "MESSAGE DATABASE ONE 0 0 0 0".to_owned() };
    let Entry { label, value, depth, bound, .. } = entry;
    let (code, value) = (label.code(), value.centi());
    let shown = entry.shown_label();
    format!("MESSAGE DATABASE ONE {code} {value} {depth} {} {shown}", *bound as u8).trim_end().to_owned()
}

/// A comment, which may span lines.
pub(super) fn comment(entry: Option<&Entry>) -> String {
    let mut text = "MESSAGE DATABASE TEXT \"".to_owned();
    for c in entry.map_or("", |entry| entry.comment.as_str()).chars() {
        match c {
            // Writing to a string cannot fail.
            '"' | '\\' => _ = write!(text, "\\{c}"),
            '\n' => text.push('\n'),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Label;
    use crate::eval::Score;

    #[test]
    fn lines_have_the_form_that_yixin_board_reads() {
        let entry = Entry { comment: "a \"b\"\n\\".to_owned(), ..Entry::searched(Score::loss_in(9), 21) };
        let label = 0x77_31_30; // w10
        assert_eq!(
            cell(Square::at(3, 12), Some(&entry), "A"),
            format!("MESSAGE DATABASE 3 12 {label} -29991 21 3 1 A")
        );
        assert_eq!(cell(Square::at(0, 0), None, "b"), "MESSAGE DATABASE 0 0 -1 0 0 0 0 b");
        assert_eq!(one(Some(&entry)), "MESSAGE DATABASE ONE 119 -29991 21 3 w10");
        assert_eq!(
            one(Some(&Entry { label: Label::NONE, ..Entry::default() })),
            "MESSAGE DATABASE ONE -1 0 0 0"
        );
        assert_eq!(one(None), "MESSAGE DATABASE ONE 0 0 0 0");
        assert_eq!(comment(Some(&entry)), "MESSAGE DATABASE TEXT \"a \\\"b\\\"\n\\\\\"");
        assert_eq!(comment(None), "MESSAGE DATABASE TEXT \"\"");
    }
}
