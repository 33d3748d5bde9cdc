//! Database keys: equal for symmetric images, distinct for distinct positions.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::geometry::{Bitboard, BoardSize, ByColor, Color, Square, Symmetry};
use crate::rules::Rule;

/// How the files of databases begin, which `redb` writes.
pub const DATABASE_MAGIC: &[u8] = b"redb\x1a\n\xa9\r\n";
/// Bytes before the squares: rule, width, height, squares that are not empty (2), side to move, black stones
/// (2), white stones (2).
const HEADER_BYTES: usize = 10;
/// Number of squares whose indices fit one byte.
const BYTE_SQUARES: usize = 256;
const SYMMETRIES: usize = 8;

/// A packed position under a rule: the indices of black's, white's and the blocked squares in ascending
/// order, in the symmetric image with the smallest bytes. Keys of one rule and size are contiguous, ordered
/// by the number of stones.
///
/// # Examples
/// ```
/// use rustgomo::board::from_diagram;
/// use rustgomo::database::Key;
/// use rustgomo::Rule;
///
/// let [one, mirrored] = ["X O . . .", ". . . O X"].map(|row| format!("{row}\n. . . . .\n. . . . .\n. . . . .\n. . . . ."));
/// let key = |diagram: &str| Ok::<_, Box<dyn std::error::Error>>(Key::of(&from_diagram(diagram)?, Rule::Renju));
/// assert_eq!(key(&one)?, key(&mirrored)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

/// The key of a position with the symmetries to its canonical image.
#[derive(Clone, Debug)]
pub struct Place {
    /// The key.
    pub key: Key,
    size: BoardSize,
    /// All symmetries to the canonical image: several for a symmetric position.
    symmetries: ArrayVec<Symmetry, SYMMETRIES>,
}

impl Place {
    /// The canonical image of a position.
    pub fn of(board: &Board, rule: Rule) -> Self {
        let size = board.size();
        let mut best: Option<Self> = None;
        for symmetry in Symmetry::all(size) {
            let key = Key::image(board, rule, symmetry);
            match &mut best {
                Some(best) if key > best.key => {}
                Some(best) if key == best.key => best.symmetries.push(symmetry),
                _ => best = Some(Self { key, size, symmetries: ArrayVec::from_iter([symmetry]) }),
            }
        }
        best.unwrap_or_else(|| Self { key: Key(Vec::new()), size, symmetries: ArrayVec::new() })
    }

    /// The square in the canonical image; squares that a symmetry of the position exchanges share one.
    pub fn canonical(&self, square: Square) -> Square {
        let images = self.symmetries.iter().map(|symmetry| symmetry.apply(square, self.size));
        images.min().unwrap_or(square)
    }
}

impl Key {
    /// The key of a position.
    pub fn of(board: &Board, rule: Rule) -> Self {
        let images = Symmetry::all(board.size()).map(|symmetry| Self::image(board, rule, symmetry));
        images.min().unwrap_or(Self(Vec::new()))
    }

    /// A key from its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Number of stones and blocked squares.
    pub fn occupied(&self) -> usize {
        self.0.get(3..5).map_or(0, |bytes| usize::from(bytes[0]) << 8 | usize::from(bytes[1]))
    }

    /// The common prefix of all keys of a rule and size.
    pub fn prefix(rule: Rule, size: BoardSize) -> [u8; 3] {
        [rule.index() as u8, size.width(), size.height()]
    }

    fn image(board: &Board, rule: Rule, symmetry: Symmetry) -> Self {
        let size = board.size();
        let (black, white) = (*board.stones(Color::Black), *board.stones(Color::White));
        let walls = walls(board);
        let counts = [black, white, walls].map(|squares| squares.iter().count());
        let number = |count: usize| (count as u16).to_be_bytes();
        let mut bytes = Vec::with_capacity(HEADER_BYTES + 2 * counts.iter().sum::<usize>());
        bytes.extend(Self::prefix(rule, size));
        bytes.extend(number(counts.iter().sum()));
        bytes.push(board.side_to_move().index() as u8);
        bytes.extend(number(counts[0]));
        bytes.extend(number(counts[1]));
        let mut numbers: Vec<u16> = Vec::with_capacity(counts.iter().copied().max().unwrap_or(0));
        for squares in [black, white, walls] {
            numbers.clear();
            numbers.extend(squares.iter().map(|square| number_of(symmetry.apply(square, size), size)));
            numbers.sort_unstable();
            if size.area() <= BYTE_SQUARES {
                bytes.extend(numbers.iter().map(|&number| number as u8));
            } else {
                bytes.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
            }
        }
        Self(bytes)
    }

    /// The position in its canonical image, set up without moves, and its rule; `None` for invalid bytes.
    pub fn position(&self) -> Option<(Board, Rule)> {
        let (header, squares) = self.0.split_at_checked(HEADER_BYTES)?;
        let &[rule, width, height, _, _, mover, b1, b0, w1, w0] = header else { return None };
        let rule = Rule::from_index(usize::from(rule))?;
        let size = BoardSize::new(i64::from(width), i64::from(height)).ok()?;
        let squares: Vec<u16> = if size.area() <= BYTE_SQUARES {
            squares.iter().map(|&byte| u16::from(byte)).collect()
        } else {
            squares
                .chunks(2)
                .map(|pair| u16::from_be_bytes(pair.try_into().unwrap_or([u8::MAX; 2])))
                .collect()
        };
        let black = usize::from(u16::from_be_bytes([b1, b0]));
        let white = usize::from(u16::from_be_bytes([w1, w0]));
        let mover = *Color::BOTH.get(usize::from(mover))?;
        let (mut stones, mut walls) = (ByColor([Bitboard::EMPTY; 2]), Bitboard::EMPTY);
        for (index, &number) in squares.iter().enumerate() {
            let (x, y) = (i64::from(number) % i64::from(width), i64::from(number) / i64::from(width));
            let square = size.square(x, y)?;
            let squares = if index < black {
                &mut stones[Color::Black]
            } else if index < black + white {
                &mut stones[Color::White]
            } else {
                &mut walls
            };
            if squares.contains(square) {
                return None;
            }
            squares.insert(square);
        }
        let mut board = Board::with_stones(size, &stones, mover).ok()?;
        walls.iter().try_for_each(|square| board.block(square)).ok()?;
        Some((board, rule))
    }
}

/// Adds a stone, or a blocked square, to the board.
pub(crate) fn put(board: &mut Board, color: Option<Color>, square: Square) -> Option<()> {
    let Some(color) = color else { return board.block(square).ok() };
    board.give_turn(color);
    board.play(square).ok()
}

/// The squares that are blocked.
pub(super) fn walls(board: &Board) -> Bitboard {
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    board.size().all() & !*board.empty() & !stones
}

fn number_of(square: Square, size: BoardSize) -> u16 {
    u16::from(square.y()) * u16::from(size.width()) + u16::from(square.x())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn random_board(random: &mut fastrand::Rng, size: BoardSize, stones: usize) -> Board {
        let mut board = Board::new(size);
        for _ in 0..stones {
            let free: Vec<Square> = board.empty().iter().collect();
            board.play(free[random.usize(..free.len())]).unwrap();
        }
        board
    }

    #[test]
    fn symmetric_positions_share_their_key_and_canonical_squares() {
        let mut random = fastrand::Rng::with_seed(1);
        for (width, height) in [(15, 15), (20, 20), (9, 15), (22, 22)] {
            let size = BoardSize::new(width, height).unwrap();
            let board = random_board(&mut random, size, 12);
            let place = Place::of(&board, Rule::Renju);
            let free = board.empty().first().unwrap();
            for symmetry in Symmetry::all(size) {
                let moves = board.history().iter().flatten().map(|&square| symmetry.apply(square, size));
                let image = Board::with_moves(size, moves).unwrap();
                let other = Place::of(&image, Rule::Renju);
                assert_eq!(other.key, place.key);
                assert_eq!(other.canonical(symmetry.apply(free, size)), place.canonical(free));
            }
            assert_ne!(Key::of(&board, Rule::Standard), place.key);
            let (read, rule) = place.key.position().unwrap();
            assert_eq!((Key::of(&read, rule), rule), (place.key, Rule::Renju));
            assert!(read.history().is_empty(), "no order of moves is known");
        }
    }

    #[test]
    fn different_positions_have_different_keys() {
        let size = BoardSize::new(5, 5).unwrap();
        let mut random = fastrand::Rng::with_seed(2);
        let mut seen: BTreeMap<Key, u64> = BTreeMap::new();
        for _ in 0..3000 {
            let stones = random.usize(..6);
            let mut board = random_board(&mut random, size, stones);
            if random.bool() {
                board.pass();
            }
            let hash = board.canonical_hash();
            assert_eq!(*seen.entry(Key::of(&board, Rule::Freestyle)).or_insert(hash), hash);
        }
        let hashes: std::collections::BTreeSet<_> = seen.values().collect();
        assert_eq!(hashes.len(), seen.len());
    }

    #[test]
    fn blocked_squares_belong_to_the_position_and_nonsense_is_no_key() {
        let size = BoardSize::new(7, 7).unwrap();
        let mut board = Board::new(size);
        board.play(Square::at(3, 3)).unwrap();
        let open = Key::of(&board, Rule::Freestyle);
        board.block(Square::at(0, 0)).unwrap();
        let key = Key::of(&board, Rule::Freestyle);
        assert_ne!(open, key);
        assert_eq!(Key::of(&key.position().unwrap().0, Rule::Freestyle), key);
        for bytes in [&b""[..], &[0; 9], &[9; 12], &[0, 7, 7, 0, 1, 0, 0, 1, 0, 0, 200]] {
            assert!(Key::from_bytes(bytes).position().is_none());
        }
        let mut random = fastrand::Rng::with_seed(3);
        for length in 0..300 {
            let mut bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
            let header = [0, 20, 20, 0, 9, 0, 0, 4, 0, 5];
            bytes.iter_mut().zip(header).for_each(|(byte, value)| *byte = value);
            drop(Key::from_bytes(&bytes).position());
        }
    }
}
