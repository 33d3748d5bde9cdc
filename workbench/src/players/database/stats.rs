//! Statistics of a database.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};

use serde::Serialize;

use crate::players::caption::counted;
use rustgomo::database::{Database, DatabaseError, Entry, Label};

/// Statistics of a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DatabaseReport {
    /// Size of the file.
    pub bytes: u64,
    /// Entries that cannot be read.
    pub damaged: usize,
    /// Statistics by rule and size.
    pub groups: Vec<VariantStats>,
}

/// The positions of one rule and size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VariantStats {
    pub rule: String,
    /// The size, as in `15x15`.
    pub size: String,
    pub positions: u64,
    /// Positions that are won for the side that moved last.
    pub wins: u64,
    /// Positions that are lost for the side that moved last.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions with a comment.
    pub comments: u64,
    /// Depth of the deepest search.
    pub deepest: i16,
}

impl DatabaseReport {
    /// Checks a whole database and collects the statistics.
    pub fn new(database: &mut Database) -> Result<Self, DatabaseError> {
        let damaged = database.check()?;
        let mut groups: BTreeMap<(usize, u8, u8), VariantStats> = BTreeMap::new();
        database.reader()?.for_each(&[], |key, entry| {
            if let Some((board, rule)) = key.position() {
                let (size, place) = (board.size(), rule.index());
                let group =
                    groups.entry((place, size.width(), size.height())).or_insert_with(|| VariantStats {
                        rule: rule.name().to_owned(),
                        size: size.to_string(),
                        ..VariantStats::default()
                    });
                group.add(&entry);
            }
            Ok(())
        })?;
        let bytes = fs::metadata(database.path())?.len();
        Ok(Self { bytes, damaged, groups: groups.into_values().collect() })
    }

    /// Writes the report as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = self.groups.iter().map(|group| group.positions).sum();
        let positions = |count: u64| counted(count as usize, "position");
        writeln!(out, "{}, {} damaged, {} bytes", positions(count), self.damaged, self.bytes)?;
        for VariantStats { rule, size, positions: count, wins, losses, draws, comments, deepest } in
            &self.groups
        {
            let positions = positions(*count);
            write!(out, "{rule} {size}: {positions}, wins {wins}, losses {losses}, draws {draws}")?;
            writeln!(out, ", comments {comments}, deepest search {deepest}")?;
        }
        Ok(())
    }
}

impl VariantStats {
    fn add(&mut self, entry: &Entry) {
        self.positions += 1;
        self.wins += u64::from(entry.label == Label::WIN);
        self.losses += u64::from(entry.label == Label::LOSS);
        self.draws += u64::from(entry.label == Label::DRAW);
        self.comments += u64::from(!entry.comment.is_empty());
        self.deepest = self.deepest.max(entry.depth);
    }
}
