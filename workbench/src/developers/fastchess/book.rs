//! The openings, whose name sets rule and size.

use std::num::NonZeroU64;
use std::path::Path;

use anyhow::Result;

use super::words::Words;
use crate::developers::matches::{OpeningOptions, Openings};
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

const EXPECTED: &str = "file=BOOK whose name begins with a rule and a board, such as renju15.txt";

/// A file of openings and which of them to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub file: String,
    /// The rule, which starts the file's name.
    pub rule: Rule,
    /// The size, which follows the rule in the name.
    pub size: BoardSize,
    /// Whether the openings are used in order rather than shuffled.
    pub in_order: bool,
    /// The first opening, from 1.
    pub start: NonZeroU64,
}

impl Book {
    /// Parses the arguments of `-openings`.
    pub(super) fn read(words: &Words<'_>) -> Result<Self> {
        let wrong = || words.wrong(EXPECTED);
        let file = words.value("file").ok_or_else(wrong)?;
        let (rule, size) = game_of(file).ok_or_else(wrong)?;
        let in_order = match words.value("order") {
            None | Some("sequential") => true,
            Some("random") => false,
            Some(_) => return Err(words.wrong("order=sequential or order=random")),
        };
        let start = words.number("start", NonZeroU64::MIN, "start= and a number from 1")?;
        Ok(Self { file: file.to_owned(), rule, size, in_order, start })
    }

    /// The openings of a match, starting at `start`.
    ///
    /// `OpenBench` counts games where fastchess counts rounds: after a call with `-rounds 64 -games 2` it
    /// moves `start` by 32, although 64 openings were played. Taken literally, half of the openings of every
    /// call would repeat in the next one. So `start` is doubled.
    pub(super) fn openings(&self, seed: u64) -> Result<Openings> {
        let options = OpeningOptions { source: Some(self.file.clone()), in_order: self.in_order, seed };
        let (openings, _) = options.read(self.rule, self.size)?;
        Ok(match openings {
            Openings::Listed(mut list) => {
                let first = (self.start.get() - 1).wrapping_mul(2) % list.len().max(1) as u64;
                list.rotate_left(usize::try_from(first).unwrap_or(0));
                Openings::Listed(list)
            }
            random @ Openings::Random { .. } => random,
        })
    }
}

/// Rule and board from a name such as `Books/exact-caro15-hard.txt`.
fn game_of(file: &str) -> Option<(Rule, BoardSize)> {
    let name = Path::new(file).file_name()?.to_str()?;
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (rule, rest) = name.split_at(digits);
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != 'x').unwrap_or(rest.len());
    Some((rule.parse().ok()?, rest[..end].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_book_tells_the_game() {
        let name = |file| game_of(file).map(|(rule, size)| format!("{rule} {size}"));
        assert_eq!(name("Books/renju15.txt").as_deref(), Some("renju 15x15"));
        assert_eq!(name("exact-caro15-hard.txt").as_deref(), Some("exact-caro 15x15"));
        assert_eq!(name("Books/freestyle20x15.txt").as_deref(), Some("freestyle 20x15"));
        for file in ["Books/Pohl.epd", "8moves_v3.epd", "renju.txt", "renju4.txt", "chess15.txt", ""] {
            assert_eq!(game_of(file), None, "{file}");
        }
    }

    #[test]
    fn calls_that_openbench_makes_one_after_the_other_share_no_opening() {
        let path = std::env::temp_dir().join(format!("renju15-{}.txt", std::process::id()));
        let text: String =
            (0..12).map(|y| format!("0,0, 1,{}\n", y - 6)).filter(|l| !l.contains("1,0\n")).collect();
        std::fs::write(&path, text).unwrap();
        let file = path.to_str().unwrap().to_owned();
        let rounds = 4;
        let openings = |start| {
            let book = Book {
                file: file.clone(),
                rule: Rule::Renju,
                size: BoardSize::default(),
                in_order: false,
                start: NonZeroU64::new(start).unwrap(),
            };
            let openings = book.openings(7).unwrap();
            (0..rounds).map(|i| openings.get(i, book.rule, book.size)).collect::<Vec<_>>()
        };
        let (first, second) = (openings(1), openings(1 + rounds / 2));
        std::fs::remove_file(&path).unwrap();
        assert!(first.iter().all(|opening| !second.contains(opening)), "{first:?}\n{second:?}");
    }
}
