//! The file of a match: games are written to it, and read back when the match is continued.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::files::{append, lock};
use rustgomo::files;
use rustgomo::record::{GameRecord, RecordFormat, text};

/// Begin of a game's line.
const GAME: &[u8] = b"game 1 ";
/// Begin of the line with the conditions of a match, a comment.
const CONDITIONS: &str = "# conditions ";

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
    /// name for text, which begins with the conditions of the match. With `resume`, the games of an existing
    /// text file with the same conditions are returned and new ones appended to it; an incomplete last game is
    /// dropped.
    pub fn open(path: &Path, resume: bool, conditions: &str) -> Result<(Self, Vec<GameRecord>)> {
        let format = RecordFormat::of_name(path);
        let unusable = || unusable(path);
        if matches!(format, RecordFormat::Lib | RecordFormat::Sav | RecordFormat::Pos | RecordFormat::Rif) {
            bail!(
                "{}: expected text, .sgf or .psq, which hold results and take games one by one",
                unusable()
            );
        }
        if path.is_dir() {
            bail!("{}: expected a plain file, found a folder", unusable());
        }
        if resume && format != RecordFormat::Text {
            bail!("{}: expected the name of a text with --resume", unusable());
        }
        if path.exists() {
            let name = path.display();
            if format != RecordFormat::Text {
                bail!("{name} exists: choose another name");
            }
            if !resume {
                bail!("{name} exists: continue the match with --resume, or choose another name");
            }
        }
        if format == RecordFormat::Psq {
            files::create_folder(path).with_context(unusable)?;
            return Ok((Self { format, path: path.to_owned(), file: None }, Vec::new()));
        }
        let mut file = append(path)?;
        lock(&file).with_context(unusable)?;
        let mut games = Vec::new();
        if format == RecordFormat::Text {
            let first_line = format!("{CONDITIONS}{conditions}\n");
            let (found, gap) = recover(path, &first_line)?;
            games = found;
            file.write_all(gap.as_bytes()).with_context(unusable)?;
        }
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

/// Reads the games of a file, and cuts off a last line without its line feed, which may lack moves, and zeros at
/// the end, as after a power cut. A file with other lines or other conditions is left as it is. Returns the games
/// and what has to be written before others.
fn recover<'a>(path: &Path, first_line: &'a str) -> Result<(Vec<GameRecord>, &'a str)> {
    let unusable = || unusable(path);
    let bytes = files::read(path, files::MAX_BYTES).with_context(unusable)?;
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |last| last + 1);
    let (lines, last) = bytes.split_at(whole);
    let begin = &last[..last.iter().rposition(|&b| b != 0).map_or(0, |end| end + 1)];
    let is_first_line = lines.is_empty() && last.starts_with(CONDITIONS.as_bytes());
    let is_game = last.starts_with(GAME) || !lines.is_empty() && GAME.starts_with(begin);
    let is_ours = is_game || is_first_line;
    let kept = if is_ours { lines } else { &bytes };
    let content = String::from_utf8_lossy(kept);
    let is_other = |line: &&str| line.starts_with(CONDITIONS) && *line != first_line.trim_end();
    if let Some(other) = content.lines().find(is_other) {
        let name = path.display();
        bail!("{name} has games of another match:\n{other}\ninstead of\n{}", first_line.trim_end());
    }
    let games = text::read(&content).with_context(|| path.display().to_string())?;
    if kept.len() < bytes.len() {
        let file = files::open_with(path, OpenOptions::new().write(true)).with_context(unusable)?;
        file.set_len(whole as u64).with_context(unusable)?;
    }
    let gap = match kept.last() {
        None => first_line,
        Some(b'\n') => "",
        // A comment without its line feed.
        Some(_) => "\n",
    };
    Ok((games, gap))
}

/// What is said of a file of games that cannot be used.
fn unusable(path: &Path) -> String {
    format!("cannot use {}", path.display())
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
        // Without its line feed a game may lack moves, however well it reads.
        let zeros = format!("{}\0\0", &line[..3]);
        for part in [&line[..1], &line[..line.len() / 2], &line, &zeros, "\0"] {
            fs::write(&path, format!("{line}\n{part}")).unwrap();
            assert!(
                GameWriter::open(&path, false, "{}")
                    .unwrap_err()
                    .to_string()
                    .contains("exists: continue the match")
            );
            let (mut writer, games) = GameWriter::open(&path, true, "{}").unwrap();
            assert_eq!(games, [game.clone()]);
            writer.write(&game).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{line}\n{line}\n"));
        }
        let others =
            ["what I think", "game plan", "ga", "\0", "my notes\nof today", &format!("{line}\nof today")];
        for notes in others {
            fs::write(&path, notes).unwrap();
            let refused = format!("{:#}", GameWriter::open(&path, true, "{}").unwrap_err());
            assert!(refused.contains("expected \"game 1 \""), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), notes);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_is_continued_by_one_match_of_the_same_conditions() {
        let path = std::env::temp_dir().join(format!("rustgomo-conditions-{}.txt", std::process::id()));
        drop(fs::remove_file(&path));
        let refused = |conditions| format!("{:#}", GameWriter::open(&path, true, conditions).unwrap_err());
        let (mut writer, _) = GameWriter::open(&path, false, "1").unwrap();
        let mut game = GameRecord::new(BoardSize::new(15, 15).unwrap(), Rule::Renju);
        game.number = 1;
        writer.write(&game).unwrap();
        if !cfg!(windows) {
            assert!(refused("1").ends_with("found it in use"), "{}", refused("1"));
        }
        drop(writer);
        assert!(refused("2").ends_with("# conditions 1\ninstead of\n# conditions 2"), "{}", refused("2"));
        assert_eq!(GameWriter::open(&path, true, "1").unwrap().1, [game.clone()]);
        // A file of parts, and one from before the conditions.
        let line = text::write(&game);
        for content in [format!("# conditions 1\n{line}\n# conditions 1\n"), format!("{line}\n")] {
            fs::write(&path, &content).unwrap();
            assert_eq!(GameWriter::open(&path, true, "1").unwrap().1, [game.clone()]);
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }

        let comment = format!("# conditions 1\n{line}\n# mine");
        fs::write(&path, &comment).unwrap();
        GameWriter::open(&path, true, "1").unwrap().0.write(&game).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{comment}\n{line}\n"));
        for torn in ["", "# conditions ", "# conditions 1", "game 1 num"] {
            fs::write(&path, torn).unwrap();
            assert_eq!(GameWriter::open(&path, true, "1").unwrap().1, []);
            assert_eq!(fs::read_to_string(&path).unwrap(), "# conditions 1\n");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn only_text_is_continued_and_formats_without_single_games_are_refused() {
        for name in ["games.xml", "games.rif"] {
            let refused = GameWriter::open(Path::new(name), true, "{}").unwrap_err().to_string();
            assert!(refused.ends_with("take games one by one") && !Path::new(name).exists(), "{refused}");
        }
        let path = std::env::temp_dir().join(format!("rustgomo-games-{}.sgf", std::process::id()));
        fs::write(&path, "(;GM[4])").unwrap();
        for resume in [false, true] {
            let refused = GameWriter::open(&path, resume, "{}").unwrap_err().to_string();
            let expected =
                if resume { "the name of a text with --resume" } else { "exists: choose another name" };
            assert!(refused.ends_with(expected), "{refused}");
        }
        fs::remove_file(&path).unwrap();
    }
}
