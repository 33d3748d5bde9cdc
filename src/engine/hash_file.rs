//! Files of the transposition table.
//!
//! ```text
//! bytes 0..8    "RGHASH1\n"
//!       8..11   rule, width, height
//!       11..16  zero
//!       16..24  a hash that tells whether positions are hashed and evaluated as they were
//!       24..32  number of entries
//!       32..    entries: hash, then depth (4 bytes), score (2), evaluation (2), square (2), bound (1), flags (1)
//!       the last four: CRC-32 of all before
//! ```
//!
//! All numbers are little endian. The file is written to a temporary name and moved into place. As a table
//! can have gigabytes, the search thread reads and writes it, entry by entry.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use thiserror::Error;

use super::{TableFile, TableReport};
use crate::board::Board;
use crate::eval::{Networks, Score};
use crate::files::{self, FileKind, write_atomic};
use crate::geometry::BoardSize;
use crate::rules::Rule;
use crate::search::table::{Bound, TableEntry, TableView};
use crate::search::{Depth, Searcher};
use crate::stop::StopHandle;

const MAGIC: &[u8; 8] = b"RGHASH1\n";
/// The beginning of files of all versions.
const KIND: FileKind =
    FileKind { name: "a hash table", matches_header: |start| start.starts_with(b"RGHASH") };
const HEADER_BYTES: usize = 32;
const ENTRY_BYTES: usize = 20;
const CHECK_BYTES: usize = 4;
const NO_SQUARE: u16 = u16::MAX;
const NO_EVAL: i16 = i16::MAX;
/// Bytes read at once for the check sum.
const PIECE_BYTES: usize = 1 << 16;

/// Why the table cannot be saved or loaded.
#[derive(Debug, Error)]
enum HashFileError {
    /// The system's error.
    #[error("cannot use the file: {0}")]
    Io(#[from] io::Error),
    /// There is no table yet.
    #[error("expected a search before the table is kept")]
    Nothing,
    /// It is a file of another kind, or damaged.
    #[error("expected a file of this program that is whole")]
    Damaged,
    /// Saving was cancelled.
    #[error("given up before it was written")]
    GivenUp,
    /// It was written by a version with another hash function, or with another network.
    #[error("expected a file of this version and network")]
    Version,
}

/// Saves or loads the table of a searcher. Saving ends with an error when it is stopped.
pub(super) fn carry_out(file: TableFile, stop: &StopHandle, searcher: &mut Searcher) -> TableReport {
    let result = match &file {
        TableFile::Save(path) => {
            let view = searcher.table().view().ok_or(HashFileError::Nothing);
            view.and_then(|view| save(&view, searcher.networks(), path, stop))
        }
        TableFile::Load(path) => load(path, searcher),
    };
    TableReport { file, outcome: result.map_err(|error| error.to_string()) }
}

/// A hash of the hash function and of a rule's network, by which entries keep evaluations.
fn fingerprint(rule: Rule, size: BoardSize, networks: &Networks) -> u64 {
    let board = Board::new(size);
    let network = networks.file(rule).map_or(0, crc32fast::hash);
    let start = board.hash() ^ u64::from(network);
    size.squares().fold(start, |sum, square| sum.rotate_left(1) ^ board.hash_after(square))
}

fn save(
    view: &TableView,
    networks: &Networks,
    path: &Path,
    stop: &StopHandle,
) -> Result<usize, HashFileError> {
    KIND.expect_replaceable(path)?;
    write_atomic(path, |file| write(view, networks, file, stop))
}

fn write(
    view: &TableView,
    networks: &Networks,
    file: &mut (impl Write + Seek),
    stop: &StopHandle,
) -> Result<usize, HashFileError> {
    // The header is written at the end, when the number of entries is known.
    file.write_all(&[0; HEADER_BYTES])?;
    let (mut sum, mut count) = (crc32fast::Hasher::new(), 0);
    for (hash, entry) in view.table.entries() {
        if stop.is_stopped() {
            return Err(HashFileError::GivenUp);
        }
        let bytes = pack(hash, entry);
        sum.update(&bytes);
        file.write_all(&bytes)?;
        count += 1;
    }
    let header = header(view.rule, view.size, networks, count);
    let mut whole = crc32fast::Hasher::new();
    whole.update(&header);
    whole.combine(&sum);
    file.write_all(&whole.finalize().to_le_bytes())?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    Ok(count)
}

fn header(rule: Rule, size: BoardSize, networks: &Networks, count: usize) -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    let parts: [&[u8]; 4] = [
        MAGIC,
        &[rule.index() as u8, size.width(), size.height(), 0, 0, 0, 0, 0],
        &fingerprint(rule, size, networks).to_le_bytes(),
        &(count as u64).to_le_bytes(),
    ];
    fill(&mut bytes, &parts);
    bytes
}

fn fill(bytes: &mut [u8], parts: &[&[u8]]) {
    for (place, byte) in bytes.iter_mut().zip(parts.iter().copied().flatten()) {
        *place = *byte;
    }
}

/// Loads the entries of an intact file into the searcher's table.
fn load(path: &Path, searcher: &mut Searcher) -> Result<usize, HashFileError> {
    let mut file = BufReader::new(files::open(path)?);
    let (rule, size) = check(&mut file, searcher.networks())?;
    file.seek(SeekFrom::Start(HEADER_BYTES as u64))?;
    let mut count = 0;
    searcher.restore(rule, size, entries(file, size).inspect(|_| count += 1));
    Ok(count)
}

/// Rule and size of the table in a file, if it is intact and of this version and network.
fn check(file: &mut (impl Read + Seek), networks: &Networks) -> Result<(Rule, BoardSize), HashFileError> {
    let length = file.seek(SeekFrom::End(0))?;
    let body = length.checked_sub((HEADER_BYTES + CHECK_BYTES) as u64).ok_or(HashFileError::Damaged)?;
    file.seek(SeekFrom::Start(0))?;
    let (mut header, mut sum) = ([0; HEADER_BYTES], [0; CHECK_BYTES]);
    file.read_exact(&mut header)?;
    // Do not read a large file of another kind to its end.
    if !header.starts_with(MAGIC) {
        return Err(HashFileError::Damaged);
    }
    let mut found = crc32fast::Hasher::new();
    found.update(&header);
    let mut piece = vec![0; PIECE_BYTES];
    let mut left = body;
    while left > 0 {
        let bytes = piece.get_mut(..left.min(PIECE_BYTES as u64) as usize).unwrap_or_default();
        file.read_exact(bytes)?;
        found.update(bytes);
        left -= bytes.len() as u64;
    }
    file.read_exact(&mut sum)?;
    let is_whole = found.finalize() == u32::from_le_bytes(sum)
        && body.is_multiple_of(ENTRY_BYTES as u64)
        && read::<8>(&header, 24).map(u64::from_le_bytes) == Some(body / ENTRY_BYTES as u64);
    let [rule, width, height] = read::<3>(&header, 8).filter(|_| is_whole).ok_or(HashFileError::Damaged)?;
    let rule = Rule::from_index(rule.into()).ok_or(HashFileError::Version)?;
    let size = BoardSize::new(width.into(), height.into()).map_err(|_| HashFileError::Version)?;
    let is_mine = read::<8>(&header, 16).map(u64::from_le_bytes) == Some(fingerprint(rule, size, networks));
    if is_mine { Ok((rule, size)) } else { Err(HashFileError::Version) }
}

/// The entries from the current position to the end of the file.
fn entries(mut file: impl Read, size: BoardSize) -> impl Iterator<Item = (u64, TableEntry)> {
    let packed = std::iter::from_fn(move || {
        let mut bytes = [0; ENTRY_BYTES];
        // The check sum at the end is shorter than an entry.
        file.read_exact(&mut bytes).ok().map(|()| bytes)
    });
    packed.filter_map(move |bytes| unpack(&bytes, size))
}

fn read<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk::<N>().copied()
}

fn pack(hash: u64, entry: TableEntry) -> [u8; ENTRY_BYTES] {
    let square = entry.best.map_or(NO_SQUARE, |square| u16::from(square.y()) << 8 | u16::from(square.x()));
    let eval = entry.eval.map_or(NO_EVAL, Score::centi);
    let mut bytes = [0; ENTRY_BYTES];
    let parts: [&[u8]; 6] = [
        &hash.to_le_bytes(),
        &entry.depth.as_hundredths().to_le_bytes(),
        &entry.score.centi().to_le_bytes(),
        &eval.to_le_bytes(),
        &square.to_le_bytes(),
        &[entry.bound as u8, u8::from(entry.tt_pv)],
    ];
    fill(&mut bytes, &parts);
    bytes
}

/// An entry; `None` if it is invalid.
fn unpack(bytes: &[u8], size: BoardSize) -> Option<(u64, TableEntry)> {
    let word = |at| read::<2>(bytes, at).map(i16::from_le_bytes);
    let square = word(16)? as u16;
    let best = match square {
        NO_SQUARE => None,
        _ => Some(size.square((square & 0xff).into(), (square >> 8).into())?),
    };
    let [bound, tt_pv] = read::<2>(bytes, 18)?;
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().find(|b| *b as u8 == bound)?;
    let entry = TableEntry {
        best,
        score: Score::stored(word(12)?)?,
        eval: match word(14)? {
            NO_EVAL => None,
            eval => Some(Score::stored(eval)?),
        },
        bound,
        depth: Depth::hundredths(i32::from_le_bytes(read::<4>(bytes, 8)?)),
        tt_pv: tt_pv != 0,
    };
    Some((u64::from_le_bytes(read::<8>(bytes, 0)?), entry))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Cursor;

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
            let entry = TableEntry {
                best,
                score,
                eval,
                bound: Bound::Lower,
                depth: Depth::hundredths(350),
                tt_pv: hash == 4,
            };
            // The high bits are the index.
            table.put(hash.wrapping_mul(GOLDEN), entry);
        }
        TableView::new(table.into(), Rule::Renju, BoardSize::default())
    }

    #[test]
    fn a_table_comes_back_from_its_file_and_a_damaged_file_is_refused() {
        let path = std::env::temp_dir().join(format!("rustgomo-hash-{}", std::process::id()));
        let view = view();
        let networks = Networks::embedded();
        let count = save(&view, &networks, &path, &StopHandle::new()).unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let check = |bytes: &[u8], networks: &Networks| check(&mut Cursor::new(bytes), networks);
        let (rule, size) = check(&bytes, &networks).unwrap();
        assert!(matches!(check(&bytes, &Networks::classical()), Err(HashFileError::Version)));
        let saved: Vec<(u64, TableEntry)> = entries(&bytes[HEADER_BYTES..], size).collect();
        assert_eq!((rule, saved.len(), count), (Rule::Renju, 39, 39));
        for (hash, entry) in saved {
            assert_eq!(view.table.get(hash), Some(entry));
        }
        for at in [0, 9, 20, 40, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(check(&damaged, &networks).is_err(), "byte {at}");
        }
        for bytes in [&bytes[..bytes.len() - ENTRY_BYTES], &bytes[..HEADER_BYTES], b""] {
            assert!(check(bytes, &networks).is_err());
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("rustgomo-hash-folder-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken/inside")).unwrap();
        let networks = Networks::embedded();
        assert!(save(&view(), &networks, &folder.join("taken"), &StopHandle::new()).is_err());
        let stop = StopHandle::new();
        stop.stop();
        let given_up = save(&view(), &networks, &folder.join("given up"), &stop);
        assert!(matches!(given_up, Err(HashFileError::GivenUp)));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
