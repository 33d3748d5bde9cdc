//! Reading of files in any format.

use std::borrow::Cow;
use std::iter;
use std::path::Path;

use super::encoding::CodePage;
use super::file::{RecordFile, text_of};
use super::tree::GameTree;
use super::{GameRecord, Note, RecordError, sgf};
use crate::rules::Rule;

/// How a file is read.
///
/// # Examples
/// ```
/// use rustgomo::Rule;
/// use rustgomo::record::RecordReader;
///
/// let read = RecordReader::new(Rule::Renju).games("game.sgf".as_ref(), b"see:\n(;GM[1]SZ[15]PB[\xd5\xc5\xc8\xfd];B[hh];W[ig])")?;
/// assert_eq!((read.games[0].moves.len(), read.games[0].names.0[0].as_str()), (2, "张三"));
/// assert_eq!(read.notes[0].to_string(), "line 1: text before the game is left out");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordReader {
    /// The rule of games that name none. If `None`, those of RenLib, which knows renju alone, are of renju,
    /// others of freestyle.
    pub rule: Option<Rule>,
    /// The code page of texts, also of those that say otherwise; detected if `None`.
    pub code_page: Option<CodePage>,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading<T> {
    /// The games.
    pub games: Vec<T>,
    /// What its reader should know: what was left out, and what was read otherwise than the file says.
    pub notes: Vec<Note>,
    /// The code page of its texts, if any is not plain ASCII.
    pub code_page: Option<CodePage>,
}

impl RecordReader {
    /// A reader that finds out code pages, with the rule of games that name none.
    pub const fn new(rule: Rule) -> Self {
        Self { rule: Some(rule), code_page: None }
    }

    /// The games of a file of this name, which decides only between formats that look alike; without
    /// variations: of each game the first branches.
    ///
    /// # Errors
    /// [`RecordError`] with the first line that is wrong in this format. What can be read of a damaged
    /// library is no error, but has a note.
    pub fn games(&self, name: &Path, bytes: &[u8]) -> Result<Reading<GameRecord>, RecordError> {
        Reading::of(self.open(name, bytes), RecordFile::next_game)
    }

    /// The games of a file of this name with their variations, comments and marks.
    ///
    /// # Errors
    /// As [`games`](Self::games), also for what is wrong in a variation.
    pub fn trees(&self, name: &Path, bytes: &[u8]) -> Result<Reading<GameTree>, RecordError> {
        Reading::of(self.open(name, bytes), RecordFile::next_tree)
    }

    /// A file of this name whose games are read one after another.
    pub fn open<'a>(&self, name: &Path, bytes: impl Into<Cow<'a, [u8]>>) -> RecordFile<'a> {
        RecordFile::new(name, bytes.into(), self.rule, self.code_page)
    }
}

impl<T> Reading<T> {
    fn of<'a>(
        mut file: RecordFile<'a>,
        next: impl Fn(&mut RecordFile<'a>) -> Option<Result<T, RecordError>>,
    ) -> Result<Self, RecordError> {
        let games = iter::from_fn(|| next(&mut file)).collect::<Result<_, _>>()?;
        let code_page = file.code_page();
        Ok(Self { games, notes: file.into_notes(), code_page })
    }

    /// Whether the file was read without a fault.
    pub fn is_whole(&self) -> bool {
        self.notes.iter().all(|note| !note.is_fault)
    }
}

/// The first game of a file that must be SGF, in any code page; `rule` is that of games without one. `None`
/// for a file without a game.
///
/// # Errors
/// As [`sgf::read`], for what is wrong in this game.
pub(crate) fn read_first_sgf(bytes: &[u8], rule: Rule) -> Option<Result<GameRecord, RecordError>> {
    sgf::games(&text_of(bytes, None).0, rule).next()
}

/// The games of a file in any format; `rule` is that of games without one. [`RecordReader`] tells what is to
/// be known of it.
///
/// # Errors
/// As [`RecordReader::games`].
pub fn read_bytes(bytes: &[u8], rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    RecordReader::new(rule).games(Path::new(""), bytes).map(|read| read.games)
}

/// [`read_bytes`] with variations, comments and marks.
///
/// # Errors
/// As [`RecordReader::trees`].
pub fn read_trees(bytes: &[u8], rule: Rule) -> Result<Vec<GameTree>, RecordError> {
    RecordReader::new(rule).trees(Path::new(""), bytes).map(|read| read.games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Color};
    use crate::record::{GameResult, RecordFormat, pos, psq, renlib, text};

    #[test]
    fn every_format_is_recognised_by_its_beginning_and_its_name() {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Renju);
        game.push(game.size.center());
        for (name, content) in
            [("a.PSQ", psq::write(&game).unwrap()), ("b.sgf", sgf::write(&game)), ("c", text::write(&game))]
        {
            let read = read_bytes(format!("\u{feff}{content}").as_bytes(), Rule::Freestyle).unwrap();
            assert_eq!((read.len(), read[0].rule, read[0].moves.len()), (1, Rule::Renju, 1), "{name}");
            assert_eq!(RecordFormat::of_content(&content), RecordFormat::of_name(Path::new(name)));
        }
        for name in ["a.Lib", "b.SAV", "c.pos"] {
            let bytes = RecordFormat::of_name(Path::new(name)).write(&game).unwrap();
            assert_eq!(read_bytes(&bytes, Rule::Renju).unwrap(), [game.clone()], "{name}");
            assert_eq!(read_trees(&bytes, Rule::Renju).unwrap()[0].main_line(), game, "{name}");
        }
        assert_eq!(read_bytes(b"1. h8", Rule::Renju).unwrap(), [game]);
    }

    #[test]
    fn a_text_as_long_as_its_first_byte_says_is_a_text() {
        let moves = "\nh8i9j7k6l5";
        assert!(pos::is_whole(moves.as_bytes()));
        assert_eq!(read_bytes(moves.as_bytes(), Rule::Renju).unwrap()[0].moves.len(), 5);
    }

    #[test]
    fn moves_as_bytes_that_look_like_the_beginning_of_a_text_are_moves() {
        let mut squares: Vec<_> = BoardSize::default().squares().collect();
        let mut random = fastrand::Rng::with_seed(1);
        for count in (0..=225).chain(9..=13).chain([32, 40, 40]) {
            random.shuffle(&mut squares);
            let mut game = GameRecord::new(BoardSize::default(), Rule::Freestyle);
            squares.iter().take(count).for_each(|&square| game.push(square));
            let bytes = RecordFormat::Pos.write(&game).unwrap();
            let read = read_bytes(&bytes, Rule::Freestyle).unwrap().remove(0);
            assert!(read.squares().eq(game.squares()), "{bytes:?}");
        }
        // Ten moves whose bytes are a list of five, and damage, are told by the name of the file.
        let name = Path::new("a.POS");
        let reader = RecordReader::new(Rule::Freestyle);
        let read = |bytes: &[u8]| reader.games(name, bytes).map(|read| read.games);
        assert_eq!(read(b"\na1b2c3d4e5").unwrap()[0].moves.len(), 10);
        assert_eq!(reader.trees(name, b"\na1b2c3d4e5").unwrap().games[0].len(), 11);
        assert!(read(b"\x03pq").unwrap_err().to_string().starts_with("byte 0: expected 3 moves"));
    }

    #[test]
    fn each_format_has_errors_of_its_own() {
        let error = |text: &str| read_bytes(text.as_bytes(), Rule::Freestyle).unwrap_err().to_string();
        assert_eq!(error("h8 i9 h8"), "line 1, move 3, h8: the square is already occupied");
        assert_eq!(error("(;SZ[15];B[hh]\n;W[hh])"), "line 2, move 2, hh: the square is already occupied");
        assert_eq!(
            error("(;SZ[15];B[zz])"),
            "line 1, move 1, zz: expected a square such as hh or h8 on a board of 15x15"
        );
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n";
        assert_eq!(error(&format!("{psq}8,8,0")), "line 3, move 2, 8,8,0: the square is already occupied");
        assert_eq!(
            error(&format!("{psq}16,8,0")),
            "line 3, move 2, 16,8,0: expected x,y,milliseconds on a board of 15x15, counted from 1"
        );
        let none =
            "expected moves such as h8 i9, SGF, Piskvork, RenLib, Yixin-Board or \"game 1 \", found \"";
        assert_eq!(error("# note\nhello"), format!("line 2: {none}hello\""));
        assert_eq!(error(". . .\n. X ."), format!("line 1: {none}. . .\""));
    }

    #[test]
    fn the_rule_is_that_of_files_that_name_none() {
        for (text, expected) in [("(;GM[4];B[hh])", Rule::Caro), ("(;GM[4]RU[renju];B[hh])", Rule::Renju)] {
            assert_eq!(read_bytes(text.as_bytes(), Rule::Caro).unwrap()[0].rule, expected, "{text}");
        }
        let library = renlib::write_trees(&read_trees(b"(;GM[4];B[hh])", Rule::Caro).unwrap()).unwrap();
        for (bytes, expected) in [(&library[..], Rule::Renju), (b"h8 i9", Rule::Freestyle)] {
            let read = RecordReader::default().games(Path::new(""), bytes).unwrap();
            assert_eq!(read.games[0].rule, expected);
            assert_eq!(read_bytes(bytes, Rule::Caro).unwrap()[0].rule, Rule::Caro);
        }
    }

    #[test]
    fn games_of_formats_without_results_have_that_of_the_board() {
        let won = read_bytes(b"h8 a1 i8 a2 j8 a3 k8 a4 l8", Rule::Renju).unwrap();
        assert_eq!(won[0].result, GameResult::Win(Color::Black));
        assert_eq!(won[0].verify(), Ok(()));
        let library = renlib::write_trees(&[GameTree::from(&won[0])]).unwrap();
        assert_eq!(read_bytes(&library, Rule::Standard).unwrap()[0].verify(), Ok(()));
    }

    /// The games of a file with the names of black and the notes.
    fn told(bytes: &[u8], page: Option<&str>) -> (Vec<String>, Vec<String>, Option<&'static str>) {
        let reader = RecordReader {
            code_page: page.map(|page| page.parse().unwrap()),
            ..RecordReader::new(Rule::Renju)
        };
        let Reading { games, notes, code_page } = reader.games(Path::new(""), bytes).unwrap();
        let names = games.iter().map(|game| game.names.0[0].clone()).collect();
        (names, notes.iter().map(ToString::to_string).collect(), code_page.map(CodePage::name))
    }

    fn encoded(page: &str, text: &str) -> Vec<u8> {
        page.parse::<CodePage>().unwrap().encode(text).unwrap()
    }

    #[test]
    fn the_code_page_is_the_one_given_named_or_detected() {
        let named = |page: &str, name: &str| {
            [b"(;GM[4]CA[", page.as_bytes(), b"]PB[", &encoded(page, name)[..], b"])"].concat()
        };
        for (page, name) in [
            ("GB2312", "张三"),
            ("Big5", "林書賢"),
            ("Shift_JIS", "中村"),
            ("EUC-KR", "김"),
            ("windows-1251", "Дед"),
        ] {
            let canonical = page.parse::<CodePage>().unwrap().name();
            assert_eq!(
                told(&named(page, name), None),
                (vec![name.to_owned()], vec![], Some(canonical)),
                "{page}"
            );
        }
        // A wrong name, none, and one that the user knows better.
        let wrong = encoded("gbk", "(;GM[4]CA[UTF-8]PB[黑棋先手])");
        assert_eq!(told(&wrong, None).0, ["黑棋先手"]);
        let none = encoded("shift_jis", "(;GM[4]PB[黒必勝])");
        assert_eq!(told(&none, None), (vec!["黒必勝".to_owned()], vec![], Some("Shift_JIS")));
        assert_eq!(told(&encoded("big5", "(;GM[4]CA[UTF-8]PB[李])"), Some("big5")).0, ["李"]);
        let marked = [
            &b"\xff\xfe"[..],
            &"(;GM[4]PB[黒])".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
        ]
        .concat();
        assert_eq!(told(&marked, None).0, ["黒"]);
        let moves = "\u{feff}h8 i9".encode_utf16();
        for plain in [
            moves.clone().flat_map(u16::to_le_bytes).collect(),
            moves.flat_map(u16::to_be_bytes).collect::<Vec<_>>(),
        ] {
            assert_eq!(read_bytes(&plain, Rule::Renju).unwrap()[0].moves.len(), 2);
        }
        assert_eq!(told(b"(;GM[4]PB[a])", None).2, None);
    }

    #[test]
    fn a_name_of_another_code_page_than_the_bytes_plainly_have_is_not_followed() {
        for (page, name) in [("GB2312", "黑"), ("UTF-16", "é"), ("UTF-16LE", "éé"), ("windows-1252", "é")]
        {
            let text = format!("(;GM[4]CA[{page}]PB[{name}];B[hh])");
            assert_eq!(told(text.as_bytes(), None), (vec![name.to_owned()], vec![], Some("UTF-8")), "{page}");
        }
        let rif = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><database><games><game id=\"1\"><move>h8 i9</move><info>é</info></game></games></database>";
        for xml in [rif.to_owned(), format!("{rif}\n")] {
            assert_eq!(read_bytes(xml.as_bytes(), Rule::Renju).unwrap()[0].moves.len(), 2);
        }
        // Bytes that would be a letter in UTF-8.
        for (page, named, name) in
            [("gbk", "GB2312", "小"), ("gbk", "GB2312", "宸洁波"), ("shift_jis", "Shift_JIS", "遙子")]
        {
            let bytes = encoded(page, &format!("(;GM[4]CA[{named}]PB[{name}])"));
            assert_eq!(told(&bytes, None).0, [name]);
        }
    }

    #[test]
    fn a_byte_that_cannot_be_decoded_stays_and_is_told() {
        let bytes = [&encoded("gbk", "(;GM[4]CA[GBK]PB[黑")[..], b"\xff])"].concat();
        let (names, notes, _) = told(&bytes, Some("gbk"));
        assert_eq!(names, ["黑<ff>"]);
        assert_eq!(notes, ["1 byte of its texts stands as <..>, having no meaning in GBK"]);
    }

    #[test]
    fn our_own_text_has_names_in_any_letters() {
        for name in ["דוד", "علي", "Rene\u{301}"] {
            let mut game = GameRecord::new(BoardSize::default(), Rule::Renju);
            name.clone_into(&mut game.names[Color::White]);
            assert_eq!(read_bytes(text::write(&game).as_bytes(), Rule::Renju).unwrap(), [game], "{name}");
        }
    }

    #[test]
    fn a_psq_of_an_old_windows_has_its_names() {
        let text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\nDvořák\r\nSvěták\r\n-1\r\n";
        assert_eq!(told(&encoded("windows-1250", text), None).0, ["Dvořák"]);
    }
}
