//! Import from and export to files.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::{fs, iter, slice};

use anyhow::{Context, Result, bail};
use clap::Args;
use lz4_flex::frame::FrameDecoder;

use crate::files::read;
use crate::meter::Meter;
use crate::players::games::{EncodingOption, Filter, Source, Told};
use crate::players::opening_report::Results;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::database::{Database, DatabaseError, Entry, Exchange, ImportTexts, Key, library, rapfi, text};
use rustgomo::entries::DATABASE_MAGIC;
use rustgomo::files;
use rustgomo::geometry::BoardSize;
use rustgomo::record::{Lost, RecordFormat, RecordReader, renlib};
use rustgomo::rules::Rule;

/// Moves of a game whose positions are taken.
const DEFAULT_PLIES: usize = 12;
/// Positions in one durable batch.
const BATCH: usize = 10_000;
/// The first bytes of an LZ4 frame.
const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

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

/// Merges a file into a database, which is created if it is missing or empty: games with their results, also
/// those of a folder, another database, a RenLib library, a database of
/// Rapfi, or the text format. Texts are in the reader's code page.
pub fn import(into: &Path, from: &PathBuf, options: &ImportOptions, meter: &dyn Meter) -> Result<Imported> {
    let reader = &options.encoding.reader(options.rule);
    // Read before a database is created, since it may be missing.
    let (content, bytes) = if from.is_dir() {
        (Content::Games, Vec::new())
    } else if begins_as_a_database(from).with_context(|| format!("cannot read {}", from.display()))? {
        (Content::Database, Vec::new())
    } else {
        let bytes = read(from)?;
        (Content::of(from, &bytes, reader), bytes)
    };
    options.expect_used(content).with_context(|| from.display().to_string())?;
    let is_new = !into.exists();
    let mut database = Database::open(into)?;
    let mut told = Told::default();
    let rule = options.rule.unwrap_or(RecordFormat::Lib.default_rule());
    let count = if content == Content::Games {
        drop(bytes);
        import_games(&database, &Source { paths: slice::from_ref(from), reader, meter }, options, &mut told)
    } else {
        let mut texts = ImportTexts { code_page: reader.code_page, complaint: None };
        let count = import_bytes(&database, (from, content, &bytes), rule, (&mut texts, meter));
        texts.complaint.into_iter().for_each(|complaint| told.add_note(from, complaint));
        count.map_err(|error| error.within(from).into())
    };
    if count.is_ok() {
        database.compact()?;
    } else if is_new && database.is_empty()? {
        drop(database);
        // The error of the import matters more.
        let _ = fs::remove_file(into);
    }
    let is_library = content == Content::Library;
    let noun = if is_library { format!("{} node", rule.name()) } else { "position".to_owned() };
    Ok(Imported { count: count?, noun, told })
}

/// `rule` is that of a library.
fn import_bytes(
    database: &Database,
    (from, content, bytes): (&Path, Content, &[u8]),
    rule: Rule,
    (texts, meter): (&mut ImportTexts, &dyn Meter),
) -> Result<usize, DatabaseError> {
    let stop = StopHandle::new();
    let mut input = Metered { rest: bytes, length: bytes.len(), meter };
    match content {
        Content::Database => Exchange::Merge.carry_out(database, from, &stop),
        Content::Library => {
            let mut nodes = renlib::nodes(bytes, texts.code_page)?;
            let length = bytes.len() as u64;
            nodes.on_progress(move |done| meter.advance(done as u64, length, "bytes"));
            let count = library::import(database, &mut nodes, rule, &stop);
            texts.complaint = nodes.complaint();
            count
        }
        Content::Rapfi { is_compressed: true } => {
            rapfi::import(database, &mut FrameDecoder::new(input), &stop, texts)
        }
        Content::Rapfi { is_compressed: false } => rapfi::import(database, &mut input, &stop, texts),
        Content::Games | Content::Text => text::import(database, &mut BufReader::new(input), &stop, texts),
    }
}

/// Merges the positions of games up to their number of moves into a database, each with the results of the
/// games that reached it as a comment, such as `12 games +6 =1 -5, black 54.2%`. Returns the number of
/// positions.
fn import_games(
    database: &Database,
    source: &Source<'_>,
    options: &ImportOptions,
    told: &mut Told,
) -> Result<usize> {
    let mut positions: BTreeMap<Key, Results> = BTreeMap::new();
    // As for a format of lines.
    let mut lost = Lost::new(RecordFormat::Text);
    *told = source.trees(&mut |_, game| options.filter.takes(game), &mut |_, tree, game| {
        lost.add(&tree);
        let mut board = game.start()?;
        let mut add = |board: &_| positions.entry(Key::of(board, game.rule)).or_default().add(game.result);
        add(&board);
        for square in game.squares().take(options.plies.unwrap_or(DEFAULT_PLIES)) {
            board.play(square)?;
            add(&board);
        }
        Ok(())
    })?;
    let kinds = ["variations", "passes and the moves after them", "comments"];
    for (count, what) in lost.list().into_iter().filter(|(_, what)| kinds.contains(what)) {
        let text =
            format!("{what} ({count}) are left out: convert the file to a RenLib library, which keeps them");
        told.add_note(&source.paths[0], text);
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

impl Read for Metered<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(into)?;
        self.meter.advance((self.length - self.rest.len()) as u64, self.length as u64, "bytes");
        Ok(count)
    }
}

fn begins_as_a_database(path: &Path) -> io::Result<bool> {
    let start = files::read_start(path, DATABASE_MAGIC.len() as u64)?;
    Ok(start.is_some_and(|start| start == DATABASE_MAGIC))
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

/// How files are imported, and which games of them.
#[derive(Clone, Debug, Args)]
pub struct ImportOptions {
    /// Rule of a RenLib library, and of games that name none [default: renju for RenLib, else freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    #[command(flatten)]
    encoding: EncodingOption,
    #[command(flatten)]
    filter: Filter,
    /// Number of moves of each game whose positions are taken [default: 12].
    #[arg(long, value_name = "MOVES")]
    plies: Option<usize>,
}

impl ImportOptions {
    /// Checks that the file holds what is asked for.
    fn expect_used(&self, content: Content) -> Result<()> {
        let is_of_games = content == Content::Games;
        if !is_of_games && (self.filter.is_set() || self.plies.is_some()) {
            bail!("expected a file of games for --player, --year, --named, --result and --plies");
        }
        if !is_of_games && content != Content::Library && self.rule.is_some() {
            bail!("expected games or a RenLib library for --rule, since other positions have their rule");
        }
        if content == Content::Database && self.encoding.encoding.is_some() {
            bail!("expected another file than a database for --encoding, since its texts are Unicode");
        }
        Ok(())
    }
}

/// What was merged into a database.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The number of positions, of a library that of its nodes, which may share positions.
    pub count: usize,
    /// What was counted.
    pub noun: String,
    /// What is to be told of the file.
    pub told: Told,
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
    database.expect_other(path)?;
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

/// Adds the file's name to an error.
fn file_error(path: &Path) -> impl Fn(io::Error) -> DatabaseError {
    move |source| DatabaseError::File { path: path.to_owned(), source }
}
