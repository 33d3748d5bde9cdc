//! The embedded opening sets.

use super::{OpeningFileError, OpeningSet, read_text};
use crate::geometry::BoardSize;
use crate::rules::Rule;

/// An embedded set, not yet parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Name of the file in `openings/`.
    pub file: &'static str,
    /// The rule that the openings are balanced for.
    pub rule: Rule,
    /// Side of the board, `5..=22`.
    side: u8,
    /// The file.
    pub text: &'static str,
}

/// All shipped sets.
pub(crate) const SETS: [Embedded; 5] = [
    embedded("freestyle20.txt", Rule::Freestyle, 20, include_str!("../../openings/freestyle20.txt")),
    embedded("freestyle15.txt", Rule::Freestyle, 15, include_str!("../../openings/freestyle15.txt")),
    embedded("standard15.txt", Rule::Standard, 15, include_str!("../../openings/standard15.txt")),
    embedded("renju15.txt", Rule::Renju, 15, include_str!("../../openings/renju15.txt")),
    embedded("caro15.txt", Rule::Caro, 15, include_str!("../../openings/caro15.txt")),
];

const fn embedded(file: &'static str, rule: Rule, side: u8, text: &'static str) -> Embedded {
    Embedded { file, rule, side, text }
}

impl Embedded {
    /// The name, such as `renju15`.
    pub fn name(&self) -> &'static str {
        self.file.strip_suffix(".txt").unwrap_or(self.file)
    }

    /// The board size that the openings are balanced for.
    pub fn size(&self) -> BoardSize {
        let side = i64::from(self.side);
        BoardSize::new(side, side).unwrap_or_default()
    }

    /// Parses the set for a board of this size, which may differ from the set's.
    ///
    /// # Errors
    /// [`OpeningFileError`] if an opening does not fit the board; on the set's own size or a larger one all
    /// do.
    pub fn read(&self, size: BoardSize) -> Result<OpeningSet, OpeningFileError> {
        read_text(self.text, size)
    }
}

/// The set for exactly this rule and board size; both kinds of caro share one.
pub fn made_for(rule: Rule, size: BoardSize) -> Option<&'static Embedded> {
    let rule = if rule == Rule::ExactCaro { Rule::Caro } else { rule };
    SETS.iter().find(|set| set.rule == rule && set.size() == size)
}

/// The set with a name such as `renju15`.
///
/// # Examples
/// ```
/// use rustgomo::opening::embedded;
///
/// let set = embedded::named("renju15").ok_or("no such set")?;
/// let openings = set.read(set.size())?;
/// assert!(openings.choose(1).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn named(name: &str) -> Option<&'static Embedded> {
    SETS.iter().find(|set| set.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::write_text;
    use crate::rules::{Outcome, is_forbidden, outcome};

    fn size(side: u8) -> BoardSize {
        BoardSize::new(i64::from(side), i64::from(side)).unwrap()
    }

    #[test]
    fn every_set_has_at_least_250_openings_and_nothing_that_other_programs_stumble_over() {
        for set in SETS {
            let openings = set.read(set.size()).unwrap();
            assert!(openings.len() >= 250, "{}: {}", set.file, openings.len());
            assert_eq!(write_text(&openings), set.text, "{}", set.file);
        }
    }

    #[test]
    fn every_opening_obeys_its_rule() {
        for set in SETS {
            for opening in set.read(set.size()).unwrap().openings() {
                let mut board = crate::board::Board::new(set.size());
                for square in opening.squares(set.size()).unwrap() {
                    assert!(!is_forbidden(&board, set.rule, board.side_to_move(), square), "{opening}");
                    board.play(square).unwrap();
                    assert_eq!(outcome(&board, set.rule), Outcome::Unfinished, "{}: {opening}", set.file);
                }
            }
        }
    }

    #[test]
    fn only_the_sets_own_rule_and_board_count_as_made_for_them() {
        let name = |rule, side| made_for(rule, size(side)).map(Embedded::name);
        assert_eq!(name(Rule::Freestyle, 20), Some("freestyle20"));
        assert_eq!(name(Rule::Freestyle, 15), Some("freestyle15"));
        assert_eq!(name(Rule::ExactCaro, 15), Some("caro15"));
        assert_eq!((name(Rule::Renju, 20), name(Rule::Freestyle, 19)), (None, None));
        assert!(SETS.iter().all(|set| named(set.name()) == Some(set)));
        assert_eq!(named("random"), None);
    }
}
