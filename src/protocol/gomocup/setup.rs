//! Blocks of stones that end with `DONE`.

use super::super::tokens::{comma_words, integer};
use super::BlockKind;
use crate::engine::{Owner, Placement};
use crate::geometry::{BoardSize, Square};

/// Words that are kept; no board has so many squares.
const MAX_WORDS: usize = 4096;

/// A block that is being read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    kind: BlockKind,
    words: Vec<String>,
}

impl Block {
    /// A block without lines.
    pub(super) const fn new(kind: BlockKind) -> Self {
        Self { kind, words: Vec::new() }
    }

    /// What to do with it.
    pub(super) const fn kind(&self) -> BlockKind {
        self.kind
    }

    /// Takes in a line, and says whether it ended the block. A whole block may stand on one line.
    pub(super) fn add(&mut self, text: &str) -> bool {
        for word in comma_words(text) {
            if word.eq_ignore_ascii_case("DONE") {
                return true;
            }
            if self.words.len() < MAX_WORDS {
                self.words.push(word);
            }
        }
        false
    }

    /// The stones of a position, `x,y,owner` each. Words that say something else are left out, and squares off the
    /// board, too.
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

    /// The stones of an opening, `x,y` each; the same is left out.
    pub(super) fn squares(&self, size: BoardSize) -> Vec<Square> {
        self.words.iter().filter_map(|word| square_and::<0>(word, size)).map(|(square, _)| square).collect()
    }
}

/// Reads a square and so many numbers more, and nothing else.
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
    fn an_opening_has_squares_only() {
        let mut block = Block::new(BlockKind::Swap2);
        block.add("7,7 8,7,1 9,9 15,0");
        assert_eq!(block.squares(size()), [Square::at(7, 7), Square::at(9, 9)]);
    }
}
