//! Reads the openings of a match from a file, a shipped set or a random generator.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::openings::{Openings, is_playable};
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::opening::{embedded, file_text, read_lines};
use rustgomo::rules::Rule;

/// Source name for random openings.
const RANDOM: &str = "random";

/// Which openings a match uses.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct OpeningOptions {
    /// File with one opening per line (h8 i9 j7, or offsets from the centre such as 0,0, 1,-1), name of a
    /// shipped set such as renju15, or `random` [default: the shipped set for rule and size, else random
    /// openings].
    #[arg(long = "openings", value_name = "FILE|SET|random")]
    pub source: Option<String>,
    /// Use the openings in order instead of shuffling them.
    #[arg(long)]
    pub in_order: bool,
    /// Seed of the order of the openings or of random openings.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl OpeningOptions {
    /// The openings, and a description of them for reports.
    pub fn read(&self, rule: Rule, size: BoardSize) -> Result<(Openings, String)> {
        let (source, seed) = (self.source.as_deref(), self.seed);
        let shipped = match source {
            Some(name) => embedded::named(name),
            None => embedded::made_for(rule, size),
        };
        let (words, list) = match (shipped, source) {
            (Some(set), _) => {
                (format!("shipped set {}", set.name()), playable(set.name(), set.text, rule, size)?)
            }
            (None, Some(path)) if path != RANDOM => {
                let text = file_text(Path::new(path)).with_context(|| unusable(path))?;
                (path.to_owned(), playable(path, &text, rule, size)?)
            }
            _ if self.in_order => {
                bail!(
                    "expected a file or a shipped set of openings with --in-order: random ones have no order"
                )
            }
            _ => return Ok((Openings::Random { seed }, format!("random, seed {seed}"))),
        };
        Ok(if self.in_order {
            (Openings::Listed(list), format!("{words}, in order"))
        } else {
            (Openings::shuffled(list, seed), format!("{words}, shuffled by seed {seed}"))
        })
    }
}

/// What is said of openings that cannot be read.
fn unusable(name: &str) -> String {
    format!("cannot use the openings {name}")
}

/// The openings of a text.
fn playable(name: &str, text: &str, rule: Rule, size: BoardSize) -> Result<Vec<Vec<Square>>> {
    let lines = read_lines(text, size).with_context(|| unusable(name))?;
    let read = |(line, opening): (usize, rustgomo::opening::Opening)| {
        let squares = opening.squares(size).ok().filter(|squares| is_playable(squares, rule, size));
        let expected = format!("an opening that can be played under {rule} on this board");
        squares.with_context(|| format!("{name}, line {line}: expected {expected}, found {opening}"))
    };
    let list = lines.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    ensure!(!list.is_empty(), "expected at least one opening in {name}, found none");
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(source: Option<&str>) -> OpeningOptions {
        OpeningOptions { source: source.map(str::to_owned), in_order: false, seed: 5 }
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
            let (openings, words) = options(None).read(rule, size(side)).unwrap();
            assert_eq!(words, format!("shipped set {set}, shuffled by seed 5"));
            assert!(matches!(openings, Openings::Listed(list) if list.len() >= 250));
        }
        for (rule, side, source) in [(Rule::Renju, 19, None), (Rule::Renju, 15, Some(RANDOM))] {
            let (openings, words) = options(source).read(rule, size(side)).unwrap();
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
        let random = OpeningOptions { in_order: true, ..options(Some(RANDOM)) };
        assert!(random.read(Rule::Renju, size(15)).unwrap_err().to_string().contains("--in-order"));
    }
}
