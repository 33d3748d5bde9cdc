//! Where the openings of a match come from.

use std::path::Path;

use super::error::MatchError;
use super::openings::{Openings, is_playable};
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::opening::{embedded, file_text, read_lines};
use rustgomo::rules::Rule;

/// The word that asks for random openings where a set is shipped.
const RANDOM: &str = "random";

/// Which openings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningWish<'a> {
    /// A file, the name of a shipped set, or `random`. Without it the set that is shipped for rule and board is taken,
    /// and random openings where there is none.
    pub source: Option<&'a str>,
    /// Whether the order of the source is kept; else the seed decides it.
    pub in_order: bool,
    /// Decides the order, or the random openings themselves.
    pub seed: u64,
}

impl OpeningWish<'_> {
    /// The openings, and for reports a few words about where they come from.
    ///
    /// # Errors
    /// [`MatchError`] if the source cannot be read, is empty, or holds an opening that cannot be played.
    pub fn fulfil(&self, rule: Rule, size: BoardSize) -> Result<(Openings, String), MatchError> {
        let seed = self.seed;
        let shipped = match self.source {
            Some(name) => embedded::named(name),
            None => embedded::made_for(rule, size),
        };
        let (words, list) = match (shipped, self.source) {
            (Some(set), _) => {
                (format!("shipped set {}", set.name()), playable(set.name(), set.text, rule, size)?)
            }
            (None, Some(path)) if path != RANDOM => {
                let text = file_text(Path::new(path))
                    .map_err(|source| MatchError::Openings { name: path.to_owned(), source })?;
                (path.to_owned(), playable(path, &text, rule, size)?)
            }
            _ if self.in_order => return Err(MatchError::NoOrder),
            _ => return Ok((Openings::Random { seed }, format!("random, seed {seed}"))),
        };
        Ok(if self.in_order {
            (Openings::Listed(list), format!("{words}, in order"))
        } else {
            (Openings::shuffled(list, seed), format!("{words}, shuffled by seed {seed}"))
        })
    }
}

/// The openings of a text; all must be playable.
fn playable(name: &str, text: &str, rule: Rule, size: BoardSize) -> Result<Vec<Vec<Square>>, MatchError> {
    let lines =
        read_lines(text, size).map_err(|source| MatchError::Openings { name: name.to_owned(), source })?;
    let read = |(line, opening): (usize, rustgomo::opening::Opening)| {
        let squares = opening.squares(size).ok().filter(|squares| is_playable(squares, rule, size));
        squares.ok_or_else(|| MatchError::Unplayable {
            name: name.to_owned(),
            line,
            rule: rule.name(),
            found: opening.to_string(),
        })
    };
    let list = lines.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if list.is_empty() { Err(MatchError::NoOpenings { name: name.to_owned() }) } else { Ok(list) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(source: Option<&str>) -> OpeningWish<'_> {
        OpeningWish { source, in_order: false, seed: 5 }
    }

    fn size(side: i64) -> BoardSize {
        BoardSize::new(side, side).unwrap()
    }

    #[test]
    fn the_shipped_set_of_rule_and_board_is_the_default() {
        for (rule, side, set) in [
            (Rule::Renju, 15, "renju15"),
            (Rule::Freestyle, 20, "freestyle20"),
            (Rule::ExactCaro, 15, "caro15"),
        ] {
            let (openings, words) = wish(None).fulfil(rule, size(side)).unwrap();
            assert_eq!(words, format!("shipped set {set}, shuffled by seed 5"));
            assert!(matches!(openings, Openings::Listed(list) if list.len() >= 500));
        }
        for (rule, side, source) in [(Rule::Renju, 19, None), (Rule::Renju, 15, Some(RANDOM))] {
            let (openings, words) = wish(source).fulfil(rule, size(side)).unwrap();
            assert!(matches!(openings, Openings::Random { seed: 5 }));
            assert_eq!(words, "random, seed 5");
        }
    }

    #[test]
    fn openings_that_cannot_be_played_are_quoted_with_their_line() {
        let message = |text: &str| playable("a.txt", text, Rule::Renju, size(15)).unwrap_err().to_string();
        assert_eq!(message("# nothing\n"), "expected at least one opening in a.txt, found none");
        let far =
            "a.txt, line 2: expected an opening that can be played under renju on this board, found 0,0, 9,0";
        assert_eq!(message("h8\n0,0, 9,0\n"), far);
        let five = message("a1 a2 b1 b2 c1 c2 d1 d2 e1");
        assert!(five.contains("line 1"), "{five}");
        assert!(playable("a.txt", "h8 i9\nh8 g9\n", Rule::Renju, size(15)).is_ok(), "twins are welcome");
        let random = OpeningWish { in_order: true, ..wish(Some(RANDOM)) };
        assert!(matches!(random.fulfil(Rule::Renju, size(15)), Err(MatchError::NoOrder)));
    }
}
