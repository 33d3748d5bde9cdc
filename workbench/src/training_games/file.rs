//! Training files: a header and checksummed blocks of games.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Result, anyhow, bail};

use super::TrainingGame;
use super::codec::{decode, encode};
use crate::files::lock;
use rustgomo::files::{self, write_atomic};
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

const MAGIC: [u8; 4] = *b"RGSP";
/// The version of new files.
const VERSION: u8 = 1;
/// A version that can be read and continued, too. Behind each game it has the number of its searches with
/// several lines, which must be 0.
const WITH_LINE_COUNT: u8 = 2;
const HEADER_LEN: usize = 4 + 1 + 8 + 4;
/// Kind, stored length, length when unpacked, checksum.
const BLOCK_HEAD_LEN: usize = 1 + 4 + 4 + 4;
/// Uncompressed contents.
const PLAIN: u8 = 0;
/// Contents compressed with zstd.
const ZSTD: u8 = 1;
/// Maximum size of a block, packed or unpacked, so that a damaged length does not exhaust the memory.
const MAX_BLOCK: usize = 1 << 26;
/// More than the size of a block with a single game, whose moves take five bytes at most.
const MAX_APPENDED: u64 = 4096;
/// Games per block of a packed file.
const PACKED_GAMES: usize = 512;
/// Compression level of packed files.
const ZSTD_LEVEL: i32 = 19;

/// The first seed of test sets, whose games are for judging networks: `train` learns from none of them.
pub const TEST_SEEDS: u64 = 1 << 63;

/// The settings of all games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileHeader {
    /// Seed of the run.
    pub seed: u64,
    /// Nodes per move.
    pub nodes: u32,
}

impl FileHeader {
    /// Whether the games are of a test set.
    pub const fn is_test_set(self) -> bool {
        self.seed >= TEST_SEEDS
    }

    fn to_bytes(self, version: u8) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(version);
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes
    }

    /// Reads the header, and the version of the file.
    fn read(input: &mut impl Read) -> Result<(Self, u8)> {
        let mut bytes = [0; HEADER_LEN];
        if input.read_exact(&mut bytes).is_err() || !bytes.starts_with(&MAGIC) {
            bail!("expected a training file, found another kind of file");
        }
        let version = bytes[4];
        if !(VERSION..=WITH_LINE_COUNT).contains(&version) {
            bail!("expected training file version {VERSION} or {WITH_LINE_COUNT}, found {version}");
        }
        let seed = bytes[5..13].iter().rev().fold(0, |sum, &b| sum << 8 | u64::from(b));
        Ok((Self { seed, nodes: little_endian(&bytes[13..]) }, version))
    }
}

/// The last block, of a single game, is incomplete, as in a file that self-play is still writing, or ends in
/// zeros, as after a power cut.
#[derive(Debug, thiserror::Error)]
#[error("expected a whole block at byte {offset}, found the end of the file")]
pub struct Truncated {
    pub offset: u64,
}

/// Length of the rest without the zeros at its end.
fn len_without_zeros(input: &mut impl BufRead) -> io::Result<u64> {
    let (mut read, mut len) = (0, 0);
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(len);
        }
        len = bytes.iter().rposition(|&byte| byte != 0).map_or(len, |last| read + last as u64 + 1);
        let count = bytes.len();
        read += count as u64;
        input.consume(count);
    }
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |sum, &b| sum << 8 | u32::from(b))
}

/// Reads a training file block by block.
#[derive(Debug)]
pub struct TrainingReader<R> {
    input: R,
    header: FileHeader,
    version: u8,
    offset: u64,
    ends_plain: bool,
}

impl TrainingReader<BufReader<File>> {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self> {
        Self::new(BufReader::new(files::open(path)?))
    }
}

impl<R: BufRead> TrainingReader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Self> {
        let (header, version) = FileHeader::read(&mut input)?;
        Ok(Self { input, header, version, offset: HEADER_LEN as u64, ends_plain: false })
    }

    /// The settings of the run.
    pub const fn header(&self) -> FileHeader {
        self.header
    }

    /// Offset of the next block; after an error, of the block that cannot be read.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the last block that was read is not packed, as in a file that self-play still writes and will
    /// replace by a packed one.
    pub const fn ends_plain(&self) -> bool {
        self.ends_plain
    }

    /// Continues with the block at an [`offset`](Self::offset).
    pub fn seek(&mut self, offset: u64) -> Result<()>
    where
        R: Seek,
    {
        self.input.seek(SeekFrom::Start(offset))?;
        self.offset = offset;
        Ok(())
    }

    /// The games of the next block, or `None` at the end of the file.
    pub fn next_block(&mut self) -> Result<Option<Vec<TrainingGame>>> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let offset = self.offset;
        let damaged =
            || anyhow!("expected an intact block at byte {offset}, found a wrong checksum or length");
        // Packed blocks are never written in place, so that such a block is not unfinished.
        let cut = |error: io::Error, is_plain| match error.kind() {
            io::ErrorKind::UnexpectedEof if is_plain => Truncated { offset }.into(),
            io::ErrorKind::UnexpectedEof => damaged(),
            _ => error.into(),
        };
        let mut head = [0; BLOCK_HEAD_LEN];
        self.input.read_exact(&mut head).map_err(|error| cut(error, true))?;
        let [stored_len, full_len, sum] = [1, 5, 9].map(|at| little_endian(&head[at..]));
        let is_plain = head[0] == PLAIN;
        let fits = stored_len.max(full_len) as usize <= MAX_BLOCK && (!is_plain || stored_len == full_len);
        let mut stored = vec![0; if fits { stored_len as usize } else { 0 }];
        self.input.read_exact(&mut stored).map_err(|error| cut(error, is_plain))?;
        if !fits || checksum(&head[..9], &stored) != sum {
            let ends_in_zero = stored.last().unwrap_or(&head[BLOCK_HEAD_LEN - 1]) == &0;
            let is_cut = is_plain && ends_in_zero && len_without_zeros(&mut self.input)? == 0;
            return Err(if is_cut { Truncated { offset }.into() } else { damaged() });
        }
        let contents = match head[0] {
            PLAIN => stored,
            ZSTD => zstd::bulk::decompress(&stored, full_len as usize)?,
            _ => return Err(damaged()),
        };
        let mut games = Vec::new();
        let mut rest = contents.as_slice();
        while !rest.is_empty() {
            games.push(decode(&mut rest, self.version == WITH_LINE_COUNT)?);
        }
        self.offset += (BLOCK_HEAD_LEN + stored_len as usize) as u64;
        self.ends_plain = is_plain;
        Ok(Some(games))
    }

    /// The games of the next block as [`next_block`](Self::next_block) reads them, or `None` at an incomplete
    /// last block, which self-play may still be writing.
    pub fn next_whole_block(&mut self) -> Result<Option<Vec<TrainingGame>>> {
        match self.next_block() {
            Err(error) if error.is::<Truncated>() => Ok(None),
            found => found,
        }
    }

    /// All remaining games, up to the first error.
    pub fn games(mut self) -> impl Iterator<Item = Result<TrainingGame>> {
        let mut has_failed = false;
        let blocks = std::iter::from_fn(move || {
            let block = if has_failed { None } else { self.next_block().transpose() };
            has_failed |= block.as_ref().is_some_and(Result::is_err);
            block
        });
        blocks.flat_map(|block| match block {
            Ok(games) => games.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }
}

/// FNV-1a over the head of a block and its contents.
fn checksum(head: &[u8], contents: &[u8]) -> u32 {
    head.iter().chain(contents).fold(0x811c_9dc5, |sum, &b| (sum ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

fn block(kind: u8, stored: &[u8], full_len: usize) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend((stored.len() as u32).to_le_bytes());
    bytes.extend((full_len as u32).to_le_bytes());
    bytes.extend(checksum(&bytes, stored).to_le_bytes());
    bytes.extend(stored);
    bytes
}

/// Number, rule and board of a game in a training file.
type Recorded = (u64, Rule, BoardSize);

/// Appends games to a training file, each in a block of its own that is flushed at once.
#[derive(Debug)]
pub struct TrainingWriter {
    file: File,
    version: u8,
    /// Length of the file.
    end: u64,
}

impl TrainingWriter {
    /// Creates a file, or continues one with the same settings, from which an incomplete last block or header is
    /// removed, and zeros at the end, as after a power cut. Also returns number, rule and board of the games in
    /// the file.
    pub fn open(path: &Path, header: FileHeader) -> Result<(Self, Vec<Recorded>)> {
        let mut file =
            files::open_with(path, OpenOptions::new().read(true).write(true).create(true).truncate(false))?;
        lock(&file)?;
        if file.metadata()?.len() <= MAX_APPENDED {
            let mut start = Vec::new();
            file.read_to_end(&mut start)?;
            let written = start.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
            file.seek(SeekFrom::Start(0))?;
            let begin = header.to_bytes(VERSION);
            if written < begin.len() && begin.starts_with(&start[..written]) {
                file.set_len(0)?;
                file.write_all(&begin)?;
                return Ok((Self { file, version: VERSION, end: HEADER_LEN as u64 }, Vec::new()));
            }
        }
        let mut reader = TrainingReader::new(BufReader::new(&file))?;
        if reader.header() != header {
            let FileHeader { seed, nodes } = header;
            bail!("expected a file made with seed {seed} and {nodes} nodes a move, found other settings");
        }
        let mut recorded = Vec::new();
        while let Some(games) = reader.next_whole_block()? {
            recorded.extend(games.iter().map(|game| (game.number, game.rule, game.size)));
        }
        let (end, version) = (reader.offset(), reader.version);
        reader.seek(end)?;
        let lost = len_without_zeros(&mut reader.input)?;
        if lost > MAX_APPENDED {
            bail!(
                "expected an intact block at byte {end}, found a damaged one with {lost} bytes from there on"
            );
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((Self { file, version, end }, recorded))
    }

    /// Appends one game. After an error the file ends as before.
    pub fn write(&mut self, game: &TrainingGame) -> Result<()> {
        let mut contents = Vec::new();
        encode(game, self.version == WITH_LINE_COUNT, &mut contents);
        let block = block(PLAIN, &contents, contents.len());
        if let Err(error) = self.file.write_all(&block) {
            // The first error matters more than one of the removal.
            drop(self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end))));
            return Err(error.into());
        }
        self.end += block.len() as u64;
        Ok(())
    }
}

/// Rewrites a file with compressed blocks of many games in the order of their numbers and replaces it
/// atomically. Returns its new size in bytes.
pub fn pack(path: &Path) -> Result<u64> {
    let reader = TrainingReader::open(path)?;
    let (header, version) = (reader.header(), reader.version);
    let mut games: Vec<TrainingGame> = reader.games().collect::<Result<_, _>>()?;
    games.sort_by_key(|game| game.number);
    write_atomic(path, |out| {
        out.write_all(&header.to_bytes(version))?;
        for chunk in games.chunks(PACKED_GAMES) {
            let mut contents = Vec::new();
            for game in chunk {
                encode(game, version == WITH_LINE_COUNT, &mut contents);
            }
            let stored = zstd::bulk::compress(&contents, ZSTD_LEVEL)?;
            out.write_all(&block(ZSTD, &stored, contents.len()))?;
        }
        Ok(out.stream_position()?)
    })
}
