//! The file of a match: games are written to it, and read back when the match is continued.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use rustgomo::files;
use rustgomo::record::{GameRecord, RecordFormat, text};

/// Writer of games to a file.
#[derive(Debug)]
pub struct GameWriter {
    format: RecordFormat,
    path: PathBuf,
    /// `None` for a folder: Piskvork's format has one game per file.
    file: Option<File>,
}

impl GameWriter {
    /// Creates a file: `.sgf` for the Smart Game Format, `.psq` for a folder of Piskvork files, any other
    /// name for text. With `resume`, the games of an existing text file are returned and new ones appended to
    /// it; an incomplete last line is dropped.
    pub fn open(path: &Path, resume: bool) -> Result<(Self, Vec<GameRecord>)> {
        let format = RecordFormat::of_name(path);
        let unusable = || unusable(path);
        if matches!(format, RecordFormat::Lib | RecordFormat::Sav | RecordFormat::Pos) {
            bail!(
                "{}: expected text, .sgf or .psq, which hold results and take games one by one",
                unusable()
            );
        }
        let mut games = Vec::new();
        if path.is_dir() {
            bail!("{}: expected a plain file, found a folder", unusable());
        }
        if path.exists() {
            if !resume || format != RecordFormat::Text {
                let path = path.display();
                bail!("{path} exists: continue the match with --resume, or choose another name");
            }
            games = recover(path)?;
        }
        if format == RecordFormat::Psq {
            fs::create_dir_all(path).with_context(unusable)?;
            return Ok((Self { format, path: path.to_owned(), file: None }, games));
        }
        let file =
            files::open_with(path, OpenOptions::new().create(true).append(true)).with_context(unusable)?;
        Ok((Self { format, path: path.to_owned(), file: Some(file) }, games))
    }

    /// Writes and flushes a game, so that a crash loses no finished game.
    pub fn write(&mut self, game: &GameRecord) -> Result<()> {
        let content = self.format.write(game)?;
        let written = match &mut self.file {
            Some(file) => file.write_all(&content),
            None => fs::write(self.path.join(format!("{:06}.psq", game.number)), content),
        };
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Reads the games of a file and truncates it after the last line feed.
fn recover(path: &Path) -> Result<Vec<GameRecord>> {
    let unusable = || unusable(path);
    let bytes = files::read(path, files::MAX_BYTES).with_context(unusable)?;
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |last| last + 1);
    if whole < bytes.len() {
        let file = files::open_with(path, OpenOptions::new().write(true)).with_context(unusable)?;
        file.set_len(whole as u64).with_context(unusable)?;
    }
    let content = String::from_utf8_lossy(&bytes[..whole]);
    text::read(&content).with_context(|| path.display().to_string())
}

/// What is said of a file of games that cannot be used.
fn unusable(path: &Path) -> String {
    format!("cannot use the file {}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;

    #[test]
    fn a_file_cut_short_loses_its_last_line_only() {
        let path = std::env::temp_dir().join(format!("rustgomo-games-{}.txt", std::process::id()));
        let mut game = GameRecord::new(BoardSize::new(15, 15).unwrap(), Rule::Renju);
        game.number = 1;
        let line = text::write(&game);
        fs::write(&path, format!("{line}\n{}", &line[..line.len() / 2])).unwrap();
        assert!(
            GameWriter::open(&path, false).unwrap_err().to_string().contains("exists: continue the match")
        );
        let (mut writer, games) = GameWriter::open(&path, true).unwrap();
        assert_eq!(games, [game.clone()]);
        writer.write(&game).unwrap();
        let content = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(content, format!("{line}\n{line}\n"));
    }
}
