//! Blocks of stones that end with `DONE`.

use thiserror::Error;

use super::super::tokens::{TokenError, add_words, integer, square};
use super::{BlockKind, Excluded};
use crate::engine::{Owner, Placement};
use crate::geometry::{BoardSize, Square, shortened};

/// Why the stones of a Swap2 opening are invalid.
#[derive(Debug, Error)]
pub(super) enum StonesError {
    /// A line that is no square of the board.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// A square with two stones.
    #[error("expected every stone on a square of its own, found {found:?} twice")]
    Twice {
        /// The second line, shortened.
        found: String,
    },
}

/// A block that is being read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    words: Vec<String>,
}

impl Block {
    /// A block without lines.
    pub(super) const fn new(kind: BlockKind) -> Self {
        Self { kind, words: Vec::new() }
    }

    /// Adds a line. Returns whether it ended the block; a whole block may be on one line.
    pub(super) fn add(&mut self, text: &str) -> bool {
        add_words(&mut self.words, text)
    }

    /// The stones of a position, `x,y,owner` each. Other words and squares off the board are skipped.
    pub(super) fn placements(&self, size: BoardSize) -> Vec<Placement> {
        let read = |word: &String| {
            let (square, [owner]) = square_and(word, size)?;
            let owner = match owner {
                1 => Owner::Mover,
                2 => Owner::Opponent,
                3 => Owner::Nobody,
                _ => return None,
            };
            Some(Placement { square, owner })
        };
        self.words.iter().filter_map(read).collect()
    }

    /// The stones of a Swap2 opening, `x,y` each. Nothing is skipped: the number of stones decides their
    /// colours.
    pub(super) fn stones(&self, size: BoardSize) -> Result<Vec<Square>, StonesError> {
        let mut stones = Vec::new();
        for word in &self.words {
            let stone = square(word, size)?;
            if stones.contains(&stone) {
                return Err(StonesError::Twice { found: shortened(word) });
            }
            stones.push(stone);
        }
        Ok(stones)
    }

    /// The squares or the path to exclude or admit again. A path that leaves the board is empty: without that
    /// square it would be a different one.
    pub(super) fn named(&self, kind: Excluded, size: BoardSize) -> Vec<Square> {
        let squares = self.squares(size);
        let is_whole = kind == Excluded::Squares || squares.len() == self.words.len();
        if is_whole { squares } else { Vec::new() }
    }

    /// Squares, `x,y` each. Other words and squares off the board are skipped.
    pub(super) fn squares(&self, size: BoardSize) -> Vec<Square> {
        self.words.iter().filter_map(|word| square_and::<0>(word, size)).map(|(square, _)| square).collect()
    }
}

/// Reads a square and `N` numbers, and nothing else.
fn square_and<const N: usize>(word: &str, size: BoardSize) -> Option<(Square, [i64; N])> {
    let mut numbers = word.split(',').map(|part| integer(part).ok());
    let (x, y) = (numbers.next()??, numbers.next()??);
    let mut more = [0; N];
    for number in &mut more {
        *number = numbers.next()??;
    }
    numbers.next().is_none().then_some(())?;
    Some((size.square(x, y)?, more))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::new(15, 15).unwrap()
    }

    #[test]
    fn a_block_ends_at_done_in_any_case_and_on_any_line() {
        let mut block = Block::new(BlockKind::Board);
        assert!(!block.add("7,7,1"));
        assert!(!block.add(""));
        assert!(block.add("8 , 8 , 2 done 9,9,1"));
        let owners: Vec<_> = block.placements(size()).iter().map(|p| p.owner).collect();
        assert_eq!(owners, [Owner::Mover, Owner::Opponent]);
    }

    #[test]
    fn words_that_are_no_stones_are_left_out() {
        let mut block = Block::new(BlockKind::Board);
        block.add("xx 99,99,1 -1,0,1 7,7 7,7,9 7,7,1,1 7,7, ,,,");
        assert_eq!(block.placements(size()), []);
        block.add("3,4,3");
        let expected = Placement { square: Square::at(3, 4), owner: Owner::Nobody };
        assert_eq!(block.placements(size()), [expected]);
    }

    #[test]
    fn blocks_of_squares_have_squares_only() {
        let mut block = Block::new(BlockKind::Exclude(Excluded::Squares));
        block.add("7,7 8,7,1 9,9 15,0");
        assert_eq!(block.squares(size()), [Square::at(7, 7), Square::at(9, 9)]);
        assert_eq!(block.named(Excluded::Squares, size()), block.squares(size()));
    }

    #[test]
    fn a_path_that_leaves_the_board_is_none() {
        let path = |text| {
            let mut block = Block::new(BlockKind::Exclude(Excluded::Path));
            block.add(text);
            block.named(Excluded::Path, size())
        };
        assert_eq!(path("7,7 8,7"), [Square::at(7, 7), Square::at(8, 7)]);
        for text in ["7,7 8,7 15,0", "7,7 x", ""] {
            assert!(path(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn an_opening_is_refused_with_the_line_that_is_no_stone() {
        let stones = |text| {
            let mut block = Block::new(BlockKind::Swap2);
            block.add(text);
            block.stones(size()).map_err(|error| error.to_string())
        };
        assert_eq!(stones("7,7 8,7 9,9"), Ok(vec![Square::at(7, 7), Square::at(8, 7), Square::at(9, 9)]));
        assert_eq!(stones(""), Ok(Vec::new()));
        for (text, message) in [
            ("7,7 8,7 15,0", "expected a column from 0 and below 15, found \"15,0\""),
            ("7,7 8,15 9,9", "expected a row from 0 and below 15, found \"8,15\""),
            ("7,7,1 8,7,2", "expected x,y such as 7,7, found \"7,7,1\""),
            ("7,7 8,7 7,7", "expected every stone on a square of its own, found \"7,7\" twice"),
        ] {
            assert_eq!(stones(text), Err(message.to_owned()));
        }
    }
}
