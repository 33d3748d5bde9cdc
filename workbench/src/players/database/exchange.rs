//! Import from and export to files.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::{fs, iter};

use clap::Args;
use lz4_flex::frame::FrameDecoder;

use crate::meter::Meter;
use crate::players::caption::counted;
use crate::players::games::Filter;
use crate::players::opening_report::Results;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::database::{Database, DatabaseError, Entry, Exchange, ImportTexts, Key, library, rapfi, text};
use rustgomo::files;
use rustgomo::geometry::BoardSize;
use rustgomo::record::{GameRecord, Lost, RecordFile, RecordFormat, RecordReader, renlib};
use rustgomo::rules::Rule;

/// Moves of a game whose positions are taken.
const DEFAULT_PLIES: usize = 12;
/// Positions in one durable batch.
const BATCH: usize = 10_000;
/// The first bytes of an LZ4 frame.
const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
/// The first bytes of a database.
const DATABASE_MAGIC: &[u8] = b"redb\x1a\n\xa9\r\n";

/// What a file to import holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Database,
    Library,
    Rapfi { is_compressed: bool },
    Games,
    Text,
}

impl Content {
    fn of(from: &Path, bytes: &[u8], reader: &RecordReader) -> Self {
        // One without a header has the first byte of a database of Rapfi with 120 records.
        let is_library =
            (renlib::KIND.matches_header)(bytes) || RecordFormat::of_name(from) == RecordFormat::Lib;
        if is_library && renlib::nodes(bytes, reader.code_page).is_ok() {
            Self::Library
        } else if bytes.starts_with(&LZ4_MAGIC) {
            Self::Rapfi { is_compressed: true }
        } else if rapfi::matches_header(bytes) {
            Self::Rapfi { is_compressed: false }
        } else if is_of_games(from, bytes, reader) {
            Self::Games
        } else {
            Self::Text
        }
    }
}

/// Merges a file into a database, which is created if it is missing or empty: games with their results,
/// another database, a RenLib library, which has the rule of the reader, a database of Rapfi, or the text
/// format. Texts are in the reader's code page.
pub fn import(
    into: &Path,
    from: &Path,
    (reader, taken): (&RecordReader, &Taken),
    meter: &dyn Meter,
) -> Result<Imported, DatabaseError> {
    expect_other(into, from)?;
    let start = files::read_start(from, DATABASE_MAGIC.len() as u64).map_err(file_error(from))?;
    let (content, bytes) = if start.is_some_and(|start| start == DATABASE_MAGIC) {
        (Content::Database, Vec::new())
    } else {
        // Read before a database is created, since it may be missing.
        let bytes = files::read(from, files::MAX_BYTES).map_err(file_error(from))?;
        (Content::of(from, &bytes, reader), bytes)
    };
    if content != Content::Games && taken.is_set() {
        let text = "expected a file of games for --player, --year, --named, --result and --plies";
        return Err(io::Error::other(format!("{}: {text}", from.display())).into());
    }
    let is_new = !into.exists();
    let mut database = Database::open(into)?;
    let mut texts = ImportTexts { code_page: reader.code_page, complaint: None };
    let count = if content == Content::Database {
        Exchange::Merge.carry_out(&database, from, &StopHandle::new())
    } else {
        import_bytes(&database, (from, content, &bytes), (reader, taken), (&mut texts, meter))
    };
    if count.is_ok() {
        database.compact()?;
    } else if is_new && database.is_empty()? {
        drop(database);
        // The error of the import matters more.
        let _ = fs::remove_file(into);
    }
    let count = count.map_err(|error| error.within(from))?;
    let noun = if content == Content::Library { "node" } else { "position" };
    Ok(Imported { count, noun, complaint: texts.complaint })
}

fn import_bytes(
    database: &Database,
    (from, content, bytes): (&Path, Content, &[u8]),
    (reader, taken): (&RecordReader, &Taken),
    (texts, meter): (&mut ImportTexts, &dyn Meter),
) -> Result<usize, DatabaseError> {
    let stop = StopHandle::new();
    let mut input = Metered { rest: bytes, length: bytes.len(), meter };
    match content {
        Content::Library => {
            let mut nodes = renlib::nodes(bytes, texts.code_page)?;
            let length = bytes.len() as u64;
            nodes.on_progress(move |done| meter.advance(done as u64, length, "bytes"));
            let count = library::import(database, &mut nodes, reader.rule, &stop);
            texts.complaint = nodes.complaint();
            count
        }
        Content::Rapfi { is_compressed: true } => {
            rapfi::import(database, &mut FrameDecoder::new(input), &stop, texts)
        }
        Content::Rapfi { is_compressed: false } => rapfi::import(database, &mut input, &stop, texts),
        Content::Games => import_file_of_games(database, reader.open(from, bytes), taken, (texts, &input)),
        Content::Database | Content::Text => text::import(database, &mut BufReader::new(input), &stop, texts),
    }
}

/// Imports games one after another; those that cannot be read are told.
fn import_file_of_games(
    database: &Database,
    mut file: RecordFile<'_>,
    taken: &Taken,
    (texts, input): (&mut ImportTexts, &Metered<'_>),
) -> Result<usize, DatabaseError> {
    let (mut read, mut faults, mut first) = (0, 0, None);
    let mut tell = |done| input.tell(done);
    // As for a format of lines.
    let mut lost = Lost::new(RecordFormat::Text);
    let trees = iter::from_fn(|| file.next_tree_telling(&mut tell));
    let games = trees.zip(1..).filter_map(|(tree, number)| {
        let tree = match tree {
            Ok(tree) => tree,
            Err(error) => {
                faults += 1;
                first.get_or_insert((number, error));
                return None;
            }
        };
        read += 1;
        let game = Some(tree.main_line()).filter(|game| taken.filter.takes(game))?;
        lost.add(&tree);
        Some(game)
    });
    let count = import_games(database, games, taken.plies.unwrap_or(DEFAULT_PLIES))?;
    if let Some((_, fault)) = first.take_if(|_| read == 0) {
        return Err(fault.into());
    }
    let mut notes: Vec<_> = file.notes().iter().map(ToString::to_string).collect();
    let kinds = ["variations", "passes and the moves after them", "comments"];
    let lost = lost.list().into_iter().filter(|(_, what)| kinds.contains(what));
    notes.extend(lost.map(|(count, what)| {
        format!("{what} ({count}) are left out: convert the file to a RenLib library, which keeps them")
    }));
    notes.extend(first.map(|(number, fault)| {
        format!("{} left out, the first: game {number}, {fault}", counted(faults, "game"))
    }));
    texts.complaint = (!notes.is_empty()).then(|| notes.join("; "));
    Ok(count)
}

/// Merges the positions of games up to this number of moves into a database, each with the results of the
/// games that reached it as a comment, such as `12 games +6 =1 -5, black 54.2%`. Returns the number of
/// positions.
fn import_games(
    database: &Database,
    games: impl Iterator<Item = GameRecord>,
    plies: usize,
) -> Result<usize, DatabaseError> {
    let mut positions: BTreeMap<Key, Results> = BTreeMap::new();
    for game in games {
        let Ok(mut board) = game.start() else { continue };
        positions.entry(Key::of(&board, game.rule)).or_default().add(game.result);
        for square in game.squares().take(plies) {
            if board.play(square).is_err() {
                break;
            }
            positions.entry(Key::of(&board, game.rule)).or_default().add(game.result);
        }
    }
    let count = positions.len();
    let mut rest = positions.into_iter().peekable();
    while rest.peek().is_some() {
        database.write(|batch| {
            for (key, results) in rest.by_ref().take(BATCH) {
                batch.merge(&key, &Entry { comment: results.to_string(), ..Entry::default() })?;
            }
            Ok(())
        })?;
    }
    Ok(count)
}

/// Bytes that tell how many of them have been read.
struct Metered<'a> {
    rest: &'a [u8],
    length: usize,
    meter: &'a dyn Meter,
}

impl Metered<'_> {
    fn tell(&self, done: usize) {
        self.meter.advance(done as u64, self.length as u64, "bytes");
    }
}

impl Read for Metered<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(into)?;
        self.tell(self.length - self.rest.len());
        Ok(count)
    }
}

/// Whether a file is one of games, by its name or the first one that can be read.
fn is_of_games(from: &Path, bytes: &[u8], reader: &RecordReader) -> bool {
    if (text::KIND.matches_header)(bytes) {
        return false;
    }
    let mut file = reader.open(from, bytes);
    RecordFormat::of_name(from) != RecordFormat::Text
        || iter::from_fn(|| file.next_game()).any(|game| game.is_ok())
}

/// Which games of a file of games are taken, and how much of them.
#[derive(Clone, Debug, Args)]
pub struct Taken {
    /// Which ones.
    #[command(flatten)]
    filter: Filter,
    /// Number of moves of each game whose positions are taken [default: 12].
    #[arg(long, value_name = "MOVES")]
    plies: Option<usize>,
}

impl Taken {
    /// Whether something is asked of games.
    const fn is_set(&self) -> bool {
        self.filter.is_set() || self.plies.is_some()
    }
}

/// What was merged into a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The number of positions, of a library that of its nodes, which may share positions.
    pub count: usize,
    /// What was counted.
    pub noun: &'static str,
    /// What is to be told of the texts.
    pub complaint: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// `.lib`: the tree from the empty board of a rule and size as a RenLib library.
    Library,
    /// `.db`: all positions as a database of Rapfi.
    Rapfi,
    /// Other names: the text format.
    Text,
}

impl ExportFormat {
    /// The format of a file's name.
    pub fn of_name(path: &Path) -> Self {
        if RecordFormat::of_name(path) == RecordFormat::Lib {
            Self::Library
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("db")) {
            Self::Rapfi
        } else {
            Self::Text
        }
    }
}

/// What became of the positions of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Positions in the file.
    pub written: usize,
    /// Positions that are not.
    pub left_out: u64,
    /// Which ones are not.
    pub reason: &'static str,
}

/// Writes a file, replacing an existing one, in the [`ExportFormat`] of its name: a library of freestyle on
/// 15x15 unless a rule and size are given, and text of these only if they are.
pub fn export(
    database: &Database,
    path: &Path,
    only: Option<(Rule, BoardSize)>,
) -> Result<Exported, DatabaseError> {
    expect_other(database.path(), path)?;
    let write = |exchange: Exchange| exchange.carry_out(database, path, &StopHandle::new());
    let (written, reason) = match ExportFormat::of_name(path) {
        ExportFormat::Library => {
            let (rule, size) = only.unwrap_or((Rule::Freestyle, BoardSize::default()));
            let reason = "that are not reached from the empty board of the rule and size, move by move";
            (write(Exchange::ToLibrary(Board::new(size), rule)), reason)
        }
        ExportFormat::Rapfi => {
            let reason = "of caro or with blocked squares, for which the format has no place";
            (files::write_atomic(path, |out| rapfi::export(database, out, &StopHandle::new())), reason)
        }
        ExportFormat::Text => {
            let reason = if only.is_some() { "of other rules or sizes" } else { "that are damaged" };
            (write(Exchange::ToText(only)), reason)
        }
    };
    let written = written.map_err(|error| match error {
        DatabaseError::Stream(source) => file_error(path)(source),
        error => error,
    })?;
    Ok(Exported { written, left_out: database.len()?.saturating_sub(written as u64), reason })
}

/// Checks that a file is not the database itself.
fn expect_other(database: &Path, path: &Path) -> Result<(), DatabaseError> {
    let [own, other] = [database, path].map(|path| path.canonicalize().ok());
    if own.is_some() && own == other {
        return Err(file_error(path)(io::Error::other("this is the database itself")));
    }
    Ok(())
}

/// Adds the file's name to an error.
fn file_error(path: &Path) -> impl Fn(io::Error) -> DatabaseError {
    move |source| DatabaseError::File { path: path.to_owned(), source }
}
