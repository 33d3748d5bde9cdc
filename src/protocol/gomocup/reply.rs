//! The lines of the output.

use std::fmt::Write;

use crate::engine::{ADDRESS, Answer, NAME, VERSION};
use crate::geometry::{Square, shortened};
use crate::search::Progress;

/// Maximum number of moves of a PV; managers cut long lines.
const SHOWN_MOVES: usize = 40;
/// Maximum number of characters of a warning.
const SHOWN_CHARS: usize = 200;

/// A square as `x,y`.
pub(super) fn point(square: Square) -> String {
    format!("{},{}", square.x(), square.y())
}

/// A square as `x y`.
pub(super) fn blank(square: Square) -> String {
    format!("{} {}", square.x(), square.y())
}

/// Squares as `x,y x,y`.
pub(super) fn points(squares: &[Square]) -> String {
    squares.iter().map(|&square| point(square)).collect::<Vec<_>>().join(" ")
}

/// An answer.
pub(super) fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Move(square) => point(*square),
        // Nothing in this protocol asks for choices.
        Answer::Swap | Answer::Choices(_) => "SWAP".to_owned(),
        Answer::Pair(squares) => points(squares),
        Answer::Opening(squares) => points(squares),
        Answer::Several(squares) => points(squares),
        Answer::Fourth { stone, .. } => point(*stone),
    }
}

/// The reply to `ABOUT`. No other line may contain the word "name", by which qpiskvork recognises it.
pub(super) fn about() -> String {
    let address = Some(ADDRESS).filter(|address| !address.is_empty());
    let www = address.map(|address| format!(", www=\"{address}\"")).unwrap_or_default();
    format!("name=\"{NAME}\", version=\"{VERSION}\", author=\"RustGomo authors\"{www}")
}

/// The error if there is no move: no free square, or none that the request allows.
pub(super) const fn no_move(is_full: bool) -> &'static str {
    if is_full {
        "ERROR board full"
    } else {
        "ERROR expected free squares whose moves leave the game open, found none"
    }
}

/// An unknown command.
pub(super) fn unknown(word: &str) -> String {
    format!("UNKNOWN command {:?}", shortened(word))
}

/// A square as Rapfi and Yixin name it: column letter and row, both in the order of `x,y`, so that `A1` is
/// `0,0`.
fn letter_name(square: Square) -> String {
    format!("{}{}", char::from(b'A' + square.x()), square.y() + 1)
}

/// Progress of the search after an iteration in the words of Rapfi and Yixin, which clients read; with `rank`
/// of one of several lines.
pub(super) fn progress(rank: Option<usize>, progress: &Progress) -> String {
    let milliseconds = progress.elapsed.as_millis();
    // Rounded up: 0 would be no speed.
    let speed = u128::from(progress.nodes).div_ceil(milliseconds.max(1));
    let rank = rank.map(|rank| format!(" multipv {}", rank + 1)).unwrap_or_default();
    let shown = progress.line.iter().take(SHOWN_MOVES).map(|&square| letter_name(square));
    let line =
        if progress.line.is_empty() { "(NONE)".to_owned() } else { shown.collect::<Vec<_>>().join(" ") };
    format!(
        "MESSAGE depth {}-{}{rank} ev {} n {} n/ms {speed} tm {milliseconds} pv {line}",
        progress.depth, progress.seldepth, progress.score, progress.nodes,
    )
}

/// A warning on one line, for the author.
pub(super) fn warning(text: &str) -> String {
    format!("DEBUG {}", on_one_line(text))
}

/// A sentence for the user.
pub(super) fn notice(text: &str) -> String {
    format!("MESSAGE {}", on_one_line(text))
}

fn on_one_line(text: &str) -> String {
    let text: String = text.chars().take(SHOWN_CHARS).collect();
    text.replace(char::is_control, " ")
}

/// Forbidden squares: four digits each, then a dot, which Yixin-Board expects.
pub(super) fn forbidden(squares: &[Square]) -> String {
    let mut text = "FORBID ".to_owned();
    for square in squares {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:02}{:02}", square.x(), square.y());
    }
    text.push('.');
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::Score;

    #[test]
    fn replies_have_the_form_that_managers_read() {
        let [a, b, c] = [Square::at(7, 8), Square::at(0, 14), Square::at(11, 3)];
        assert_eq!(answer(&Answer::Move(a)), "7,8");
        assert_eq!(answer(&Answer::Pair([a, b])), "7,8 0,14");
        assert_eq!(answer(&Answer::Opening([a, b, c])), "7,8 0,14 11,3");
        assert_eq!(forbidden(&[]), "FORBID .");
        assert_eq!(forbidden(&[a, c]), "FORBID 07081103.");
        assert!(about().starts_with("name=\"RustGomo\", version=\""));
        // Every repository of a manifest is an address; a manifest without one leaves nothing to tell.
        assert_eq!(about().contains(", www=\"http"), !env!("CARGO_PKG_REPOSITORY").is_empty());
    }

    #[test]
    fn progress_has_the_words_that_clients_of_rapfi_read() {
        let mut told = Progress {
            depth: 9,
            seldepth: 14,
            score: Score::eval(-35),
            nodes: 61_500,
            vcf_moves: 0,
            elapsed: Duration::from_millis(205),
            line: vec![Square::at(7, 7), Square::at(0, 14)],
            is_partial: false,
        };
        assert_eq!(progress(None, &told), "MESSAGE depth 9-14 ev -35 n 61500 n/ms 300 tm 205 pv H8 A15");
        told.score = Score::win_in(5);
        assert_eq!(
            progress(Some(1), &told),
            "MESSAGE depth 9-14 multipv 2 ev +M5 n 61500 n/ms 300 tm 205 pv H8 A15"
        );
        told.line.clear();
        assert!(progress(None, &told).ends_with(" pv (NONE)"));
    }

    #[test]
    fn inner_errors_stay_on_one_short_line() {
        let text = warning(&"left\nright ".repeat(1000));
        assert!(text.starts_with("DEBUG left right") && text.len() < 300);
        assert!(unknown(&"A".repeat(100_000)).len() < 100);
    }
}
