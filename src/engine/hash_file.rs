//! What the transposition table holds, in a file.
//!
//! ```text
//! bytes 0..8    "RGHASH1\n"
//!       8..11   rule, width, height
//!       11..16  zero
//!       16..24  a hash that tells whether positions are hashed as they were
//!       24..32  number of entries
//!       32..    entries: hash, then depth (4 bytes), score (2), evaluation (2), square (2), bound (1), flags (1)
//!       the last four: CRC-32 of all before
//! ```
//!
//! All numbers have their lowest byte first. The file is written beside its place and then moved there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::worker::Order;
use super::{Engine, Game};
use crate::board::Board;
use crate::eval::Score;
use crate::geometry::BoardSize;
use crate::rules::Rule;
use crate::search::table::{Bound, Entry, TableView};

const MAGIC: &[u8; 8] = b"RGHASH1\n";
const HEADER_BYTES: usize = 32;
const ENTRY_BYTES: usize = 20;
const CHECK_BYTES: usize = 4;
const NO_SQUARE: u16 = u16::MAX;
const NO_EVAL: i16 = i16::MAX;

/// Why a table cannot be kept in or read from a file.
#[derive(Debug, Error)]
pub enum HashFileError {
    /// The system refused.
    #[error("cannot use the file: {0}")]
    Io(#[from] io::Error),
    /// There is nothing to keep.
    #[error("expected a search before the table is kept")]
    Nothing,
    /// It is another kind of file, or it is damaged.
    #[error("expected a file of this program that is whole")]
    Damaged,
    /// It was written by a program that hashes positions in another way.
    #[error("expected a file of this version")]
    Version,
}

/// Entries out of a file.
#[derive(Debug)]
pub(super) struct SavedTable {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    pub(super) entries: Vec<(u64, Entry)>,
}

impl Engine {
    /// Part of the transposition table that is in use, in thousandths.
    pub fn table_permille(&self) -> usize {
        self.table.view().map_or(0, |view| view.table.permille())
    }

    /// What earlier searches found out about a position under the rule of the settings.
    pub fn known(&self, game: &Game) -> Option<Entry> {
        let board = game.board();
        self.table.view()?.entry(self.settings().rule, board.size(), board.hash())
    }

    /// Writes what was learned to a file, and tells how many entries. Thinking on the opponent's time ends.
    ///
    /// # Errors
    /// [`HashFileError::Nothing`] without a search before, [`HashFileError::Io`] if the system refuses; what was in the
    /// file before is then still there.
    pub fn save_table(&self, path: &Path) -> Result<usize, HashFileError> {
        self.stop_pondering();
        save(&self.table.view().ok_or(HashFileError::Nothing)?, path)
    }

    /// Replaces what was learned by what is in a file, and tells how many entries that has.
    ///
    /// # Errors
    /// [`HashFileError`] if the file cannot be read; what was learned is then still there.
    pub fn load_table(&self, path: &Path) -> Result<usize, HashFileError> {
        let saved = parse(&fs::read(path)?)?;
        let count = saved.entries.len();
        self.stop_pondering();
        self.worker.send(Order::Restore(saved));
        Ok(count)
    }
}

/// A hash that depends on how positions are hashed.
fn fingerprint(size: BoardSize) -> u64 {
    let board = Board::new(size);
    size.squares().fold(board.hash(), |sum, square| sum.rotate_left(1) ^ board.hash_after(square))
}

fn save(view: &TableView, path: &Path) -> Result<usize, HashFileError> {
    let entries: Vec<(u64, Entry)> = view.table.entries().collect();
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut file = Summed { file: BufWriter::new(File::create(&part)?), sum: crc32fast::Hasher::new() };
    let (rule, size) = (view.rule.index() as u8, view.size);
    file.put(MAGIC)?;
    file.put(&[rule, size.width(), size.height(), 0, 0, 0, 0, 0])?;
    file.put(&fingerprint(size).to_le_bytes())?;
    file.put(&(entries.len() as u64).to_le_bytes())?;
    for (hash, entry) in &entries {
        file.put(&pack(*hash, *entry))?;
    }
    let sum = file.sum.finalize();
    file.file.write_all(&sum.to_le_bytes())?;
    file.file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(part, path)?;
    Ok(entries.len())
}

/// A file whose bytes are summed up.
struct Summed {
    file: BufWriter<File>,
    sum: crc32fast::Hasher,
}

impl Summed {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.file.write_all(bytes)
    }
}

fn parse(bytes: &[u8]) -> Result<SavedTable, HashFileError> {
    let split = bytes.split_last_chunk::<CHECK_BYTES>().filter(|(body, _)| body.len() >= HEADER_BYTES);
    let (body, sum) = split.ok_or(HashFileError::Damaged)?;
    let (header, body_entries) = body.split_at(HEADER_BYTES);
    let count = read::<8>(header, 24).map(u64::from_le_bytes);
    let is_whole = header.starts_with(MAGIC)
        && crc32fast::hash(body) == u32::from_le_bytes(*sum)
        && count == Some((body_entries.len() / ENTRY_BYTES) as u64)
        && body_entries.len().is_multiple_of(ENTRY_BYTES);
    let [rule, width, height] = read::<3>(header, 8).filter(|_| is_whole).ok_or(HashFileError::Damaged)?;
    let rule = Rule::from_index(rule.into()).ok_or(HashFileError::Version)?;
    let size = BoardSize::new(width.into(), height.into()).map_err(|_| HashFileError::Version)?;
    if read::<8>(header, 16).map(u64::from_le_bytes) != Some(fingerprint(size)) {
        return Err(HashFileError::Version);
    }
    let entries = body_entries.chunks_exact(ENTRY_BYTES).filter_map(|bytes| unpack(bytes, size)).collect();
    Ok(SavedTable { rule, size, entries })
}

fn read<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk::<N>().copied()
}

fn pack(hash: u64, entry: Entry) -> [u8; ENTRY_BYTES] {
    let square = entry.best.map_or(NO_SQUARE, |square| u16::from(square.y()) << 8 | u16::from(square.x()));
    let eval = entry.eval.map_or(NO_EVAL, Score::centi);
    let mut bytes = [0; ENTRY_BYTES];
    let parts: [&[u8]; 6] = [
        &hash.to_le_bytes(),
        &entry.depth.to_le_bytes(),
        &entry.score.centi().to_le_bytes(),
        &eval.to_le_bytes(),
        &square.to_le_bytes(),
        &[entry.bound as u8, u8::from(entry.was_pv)],
    ];
    for (place, byte) in bytes.iter_mut().zip(parts.into_iter().flatten()) {
        *place = *byte;
    }
    bytes
}

/// An entry; none if it is no possible one.
fn unpack(bytes: &[u8], size: BoardSize) -> Option<(u64, Entry)> {
    let word = |at| read::<2>(bytes, at).map(i16::from_le_bytes);
    let square = word(16)? as u16;
    let best = match square {
        NO_SQUARE => None,
        _ => Some(size.square((square & 0xff).into(), (square >> 8).into())?),
    };
    let [bound, was_pv] = read::<2>(bytes, 18)?;
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().find(|b| *b as u8 == bound)?;
    let entry = Entry {
        best,
        score: Score::stored(word(12)?)?,
        eval: match word(14)? {
            NO_EVAL => None,
            eval => Some(Score::stored(eval)?),
        },
        bound,
        depth: i32::from_le_bytes(read::<4>(bytes, 8)?),
        was_pv: was_pv != 0,
    };
    Some((u64::from_le_bytes(read::<8>(bytes, 0)?), entry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GOLDEN;
    use crate::geometry::Square;
    use crate::search::table::Table;

    fn view() -> TableView {
        let table = Table::new(1 << 16);
        for hash in 1..40_u64 {
            let best = hash.is_multiple_of(2).then(|| Square::at(7, 14));
            let eval = hash.is_multiple_of(3).then_some(Score::eval(-30));
            let score = if hash == 5 { Score::win_in(7) } else { Score::eval(12) };
            let entry = Entry { best, score, eval, bound: Bound::Lower, depth: 350, was_pv: hash == 4 };
            // The high bits choose the place.
            table.put(hash.wrapping_mul(GOLDEN), entry);
        }
        TableView { table: table.into(), rule: Rule::Renju, size: BoardSize::default() }
    }

    #[test]
    fn a_table_comes_back_from_its_file_and_a_damaged_file_is_refused() {
        let path = std::env::temp_dir().join(format!("rustgomo-hash-{}", std::process::id()));
        let view = view();
        let count = save(&view, &path).unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let saved = parse(&bytes).unwrap();
        assert_eq!((saved.rule, saved.entries.len(), count), (Rule::Renju, 39, 39));
        for (hash, entry) in saved.entries {
            assert_eq!(view.table.get(hash), Some(entry));
        }
        for at in [0, 9, 20, 40, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(parse(&damaged).is_err(), "byte {at}");
        }
        assert!(parse(&bytes[..bytes.len() - ENTRY_BYTES]).is_err() && parse(b"").is_err());
    }
}
