//! Files of records, read a game at a time.

use std::borrow::Cow;
use std::path::Path;

use super::encoding::{CodePage, Decoder, Detector, is_misnamed};
use super::note::Notes;
use super::tree::GameTree;
use super::{GameRecord, Note, RecordError, RecordFormat, moves, pos, psq, renlib, rif, sav, sgf, text};
use crate::rules::Rule;

/// A file of records whose games are read one after another, so that only its text and one game are in
/// memory. A game of a collection that cannot be read has others behind it.
///
/// # Examples
/// ```
/// use std::path::Path;
///
/// use rustgomo::Rule;
/// use rustgomo::record::RecordReader;
///
/// let text = "(;GM[4]SZ[15];B[h8])\n(;GM[4]SZ[15];B[zz])\n(;GM[4]SZ[15];B[i9])";
/// let mut file = RecordReader::new(Rule::Renju).open(Path::new("games.sgf"), text.as_bytes());
/// let games: Vec<_> = std::iter::from_fn(|| file.next_game()).collect();
/// assert_eq!((games.len(), games[2].as_ref().unwrap().moves.len()), (3, 1));
/// assert!(games[1].as_ref().unwrap_err().to_string().starts_with("line 2, move 1, zz"));
/// ```
#[derive(Debug)]
pub struct RecordFile<'a> {
    rule: Rule,
    code_page: Option<CodePage>,
    notes: Notes,
    /// Bytes of the file.
    length: usize,
    rest: Rest<'a>,
}

/// What is still to be read.
#[derive(Debug)]
enum Rest<'a> {
    /// A library, whose main line is read faster than its tree, and the code page given.
    Library(Cow<'a, [u8]>, Option<CodePage>),
    Collection(String, sgf::Collection),
    Lines(Lines),
    Rif(Box<rif::Database>),
    /// The game of a format that is read at once, or why there is none.
    One(Box<Option<Result<GameRecord, RecordError>>>),
}

impl<'a> RecordFile<'a> {
    /// A file of this name, with the rule of games that name none and the code page given.
    pub(super) fn new(name: &Path, bytes: Cow<'a, [u8]>, rule: Option<Rule>, page: Option<CodePage>) -> Self {
        let named = RecordFormat::of_name(name);
        let is_library = renlib::is_library(&bytes, named == RecordFormat::Lib);
        let rule = rule.unwrap_or_else(|| {
            if is_library { RecordFormat::Lib } else { RecordFormat::Text }.default_rule()
        });
        let mut file = Self {
            rule,
            code_page: None,
            notes: Notes::default(),
            length: bytes.len(),
            rest: Rest::One(Box::default()),
        };
        if is_library {
            file.rest = Rest::Library(bytes, page);
            return file;
        }
        let text = (named != RecordFormat::Pos).then(|| text_of(&bytes, page));
        file.rest = match text {
            Some((content, decoder)) if !pos::is_whole(&bytes) || is_text(&bytes, &content) => {
                drop(bytes);
                file.decoded(&decoder);
                Rest::of_text(content, rule, &mut file.notes)
            }
            _ => Rest::whole(pos::read(&bytes, rule)),
        };
        file
    }

    /// The next game, without variations.
    ///
    /// # Errors
    /// As [`RecordReader::games`](super::RecordReader::games), of this game only.
    pub fn next_game(&mut self) -> Option<Result<GameRecord, RecordError>> {
        self.next_game_telling(&mut |_| {})
    }

    /// [`next_game`](Self::next_game), which tells now and then how many bytes of the text have been read.
    ///
    /// # Errors
    /// As `next_game`.
    pub fn next_game_telling(
        &mut self,
        tell: &mut dyn FnMut(usize),
    ) -> Option<Result<GameRecord, RecordError>> {
        let game = match &mut self.rest {
            Rest::Collection(text, collection) => collection.next_game(text, self.rule, &mut self.notes),
            Rest::Library(bytes, page) => {
                let read = renlib::read_main_line(bytes, (self.rule, *page), &mut self.notes, tell);
                Some(self.library(read).map(GameRecord::with_result_of_board))
            }
            _ => self.next_record(),
        };
        tell(self.place());
        game
    }

    /// The next game with variations, comments and marks.
    ///
    /// # Errors
    /// As [`next_game`](Self::next_game), also for what is wrong in a variation.
    pub fn next_tree(&mut self) -> Option<Result<GameTree, RecordError>> {
        self.next_tree_telling(&mut |_| {})
    }

    /// [`next_tree`](Self::next_tree), which tells now and then how many bytes of the text have been read.
    ///
    /// # Errors
    /// As `next_tree`.
    pub fn next_tree_telling(
        &mut self,
        tell: &mut dyn FnMut(usize),
    ) -> Option<Result<GameTree, RecordError>> {
        let tree = match &mut self.rest {
            Rest::Collection(text, collection) => collection.next_tree(text, self.rule, &mut self.notes),
            Rest::Library(bytes, page) => {
                let read = renlib::read_tree(bytes, (self.rule, *page), &mut self.notes, tell);
                Some(self.library(read))
            }
            _ => self.next_record().map(|game| game.map(|game| GameTree::from(&game))),
        };
        tell(self.place());
        tree
    }

    /// Bytes of the text that have been read.
    fn place(&self) -> usize {
        match &self.rest {
            Rest::Collection(_, collection) => collection.place(),
            Rest::Lines(lines) => lines.at,
            Rest::Rif(database) => database.place(),
            // Read at once.
            Rest::Library(..) | Rest::One(_) => self.length,
        }
    }

    /// What is to be told of the file as far as it was read.
    pub fn notes(&self) -> &[Note] {
        &self.notes.list
    }

    /// The notes of a file that is not read on.
    pub(super) fn into_notes(self) -> Vec<Note> {
        self.notes.list
    }

    /// The code page of its texts, if any is not plain ASCII; that of a library is known behind its tree.
    pub const fn code_page(&self) -> Option<CodePage> {
        self.code_page
    }

    fn decoded(&mut self, decoder: &Decoder) {
        self.notes.decoded(decoder);
        self.code_page = decoder.used_page();
    }

    fn library<T>(&mut self, read: Result<(T, Decoder), RecordError>) -> Result<T, RecordError> {
        self.rest = Rest::One(Box::default());
        let (game, decoder) = read?;
        self.decoded(&decoder);
        Ok(game)
    }

    /// The next game of a format without variations.
    fn next_record(&mut self) -> Option<Result<GameRecord, RecordError>> {
        match &mut self.rest {
            Rest::Lines(lines) => lines.next(self.rule),
            Rest::Rif(database) => database.next(&mut self.notes),
            Rest::One(game) => game.take(),
            Rest::Library(..) | Rest::Collection(..) => None,
        }
    }
}

impl Rest<'_> {
    fn whole(game: Result<GameRecord, RecordError>) -> Self {
        Self::One(Box::new(Some(game)))
    }

    fn of_text(content: String, rule: Rule, notes: &mut Notes) -> Self {
        match RecordFormat::of_content(&content) {
            RecordFormat::Psq => Self::whole(psq::read_telling(&content, rule, notes)),
            RecordFormat::Sgf => Self::Collection(content, sgf::Collection::default()),
            RecordFormat::Moves => Self::Lines(Lines::new(content, true)),
            RecordFormat::Sav => Self::whole(sav::read(&content, rule)),
            RecordFormat::Rif => Self::Rif(Box::new(rif::Database::new(content))),
            RecordFormat::Text | RecordFormat::Lib | RecordFormat::Pos => match text::first_line(&content) {
                Some((number, line)) if !text::is_game(line) => Self::whole(Err(RecordError::new(
                    number,
                    "moves such as h8 i9, SGF, Piskvork, RenLib, Yixin-Board or \"game 1 \"",
                    line,
                ))),
                _ => Self::Lines(Lines::new(content, false)),
            },
        }
    }
}

/// A text with one game a line.
#[derive(Debug)]
struct Lines {
    content: String,
    at: usize,
    /// Lines before the next one.
    number: usize,
    /// Whether they are lists of moves, not of the own text format.
    is_list: bool,
}

impl Lines {
    const fn new(content: String, is_list: bool) -> Self {
        Self { content, at: 0, number: 0, is_list }
    }

    fn next(&mut self, rule: Rule) -> Option<Result<GameRecord, RecordError>> {
        let Self { content, at, number, is_list } = self;
        let mut rest = moves::Rest { text: &content[*at..], lines: *number };
        let game = if *is_list {
            let (line, game) = rest.next_game()?;
            moves::read_line(line, &game, rule)
        } else {
            let (line, game) = rest.next_line()?;
            text::read_line(game, line)
        };
        (*at, *number) = (content.len() - rest.text.len(), rest.lines);
        Some(game)
    }
}

/// The text of a file without byte order mark: in the code page given, that of the mark, of our own format or
/// that which XML or the games in SGF name, or that which fits.
pub(super) fn text_of(bytes: &[u8], page: Option<CodePage>) -> (String, Decoder) {
    let (marked, bytes) = match CodePage::of_byte_order_mark(bytes) {
        Some((marked, length)) => (Some(marked), &bytes[length..]),
        None => (None, bytes),
    };
    // Short names in letters of few languages look like other code pages.
    let own = || std::str::from_utf8(bytes).is_ok_and(text::is_own).then_some(CodePage::UTF_8);
    let given = page.or(marked).or_else(own);
    if given.is_some() || bytes.is_ascii() {
        let mut decoder = Decoder::of(bytes, given);
        return (decoder.decode(bytes), decoder);
    }
    let mut parts = match rif::declared_page(bytes) {
        Some(page) => vec![(bytes, Some(page))],
        None => sgf::code_pages(bytes),
    };
    let mut detector = Detector::default();
    for (part, named) in &mut parts {
        // A name that the bytes contradict is ignored.
        *named = named.filter(|&page| !is_misnamed(part, page) && page.decode_whole(part).is_some());
        if named.is_none() {
            part.split(|&byte| byte == b'\n').for_each(|line| detector.feed(line));
        }
    }
    let mut decoder = detector.decoder(None);
    let (mut content, mut last_named) = (String::new(), None);
    for (part, named) in parts {
        if let Some((page, text)) = named.and_then(|page| Some((page, page.decode_whole(part)?))) {
            content.push_str(&text);
            last_named = if part.is_ascii() { last_named } else { Some(page) };
        } else {
            for line in part.split_inclusive(|&byte| byte == b'\n') {
                let line = decoder.decode(line);
                if content.is_empty() {
                    // The line may be all of the file.
                    content = line;
                } else {
                    content.push_str(&line);
                }
            }
        }
    }
    // The bytes without a meaning have none in the page of the others.
    if let Some(page) = last_named.filter(|_| decoder.complaint().is_none()) {
        decoder.follow(page);
    }
    (content, decoder)
}

/// Whether a file that could be moves of a byte each is a text, which can look like one, and one like the
/// beginning of a text.
fn is_text(bytes: &[u8], content: &str) -> bool {
    match RecordFormat::of_content(content) {
        RecordFormat::Psq => true,
        RecordFormat::Sgf => (sgf::KIND.matches_header)(bytes),
        RecordFormat::Moves => moves::read(content, Rule::Freestyle).is_ok(),
        RecordFormat::Sav => sav::read(content, Rule::Freestyle).is_ok(),
        _ => text::is_own(content),
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;
    use crate::record::{Place, RecordReader};

    fn file(content: &[u8]) -> RecordFile<'_> {
        RecordReader::new(Rule::Renju).open(Path::new(""), content)
    }

    fn lengths(content: &str) -> Vec<Result<usize, String>> {
        let mut file = file(content.as_bytes());
        let length = |game: Result<GameRecord, RecordError>| {
            game.map(|game| game.moves.len()).map_err(|error| error.to_string())
        };
        iter::from_fn(|| file.next_game().map(length)).collect()
    }

    #[test]
    fn a_fault_spoils_one_game() {
        let sgf = "\u{feff}\n (;GM[4]SZ[15]C[a ) \\] ( b];B[h8](;W[i9])(;W[j9];B[a1]))\n\n(;GM[4]SZ[15];B[zz])(;GM[4]SZ[15];B[a1])\n";
        let read = lengths(sgf);
        assert_eq!((read.len(), &read[0], &read[2]), (3, &Ok(2), &Ok(1)));
        assert!(read[1].as_ref().unwrap_err().starts_with("line 4, move 1, zz"), "{read:?}");
        let read = lengths("# two games\n\nh8 i9\nh8 h8\n1. a1 b2 2. c3\n");
        assert_eq!((read.len(), &read[0], &read[2]), (3, &Ok(2), &Ok(3)));
        assert!(read[1].as_ref().unwrap_err().starts_with("line 4, move 2"), "{read:?}");
        let read = lengths("(;GM[4];B[h8])(;GM[4];B[h8] !)(;W[i9])\n(;GM[4];B[a1])");
        assert_eq!((read.len(), read[1].is_err(), &read[2]), (3, true, &Ok(1)), "{read:?}");
        assert_eq!(lengths("(;GM[4];B[h8])(;GM[4]C[a (;GM[4;B").len(), 2);
        let read = lengths("(;GM[4];B[h8](;W[i9])\n(;FF[4];B[a1])\n((;GM[4];B[a1])");
        let missing = "line 2: expected ) before the next game, found \"(;\"".to_owned();
        assert_eq!(read[..2], [Err(missing), Ok(1)], "{read:?}");
        assert_eq!(lengths("hello\n(;GM[4];B[a1]) and\n(;GM[4];B[a1];W[a2]) behind"), [Ok(1), Ok(2)]);
        for nothing in ["", "# only\n"] {
            assert_eq!(lengths(nothing), [], "{nothing:?}");
        }
        assert_eq!(lengths("hello\nh8").len(), 1);
    }

    #[test]
    fn games_behind_a_faulty_one_are_read_or_told() {
        let whole = |key: &str| format!("(;{key}[a]GM[4]SZ[15];B[hh];W[ii])\n");
        let faulty = "(;PB[a]GM[4]SZ[15];B[hh] 5 ;W[ii])\n";
        let own = "(;FF[4]GM[4]SZ[15];B[hh]\n(;W[ii])\n(;W[gg] 5 ;B[aa]))\n";
        for (content, lengths, told) in [
            ([&whole("PB"), faulty, &whole("PB"), &whole("RE")].concat(), vec![2, 0, 2, 2], None),
            ([own, &whole("EV")].concat(), vec![0, 2], None),
            (faulty.to_owned() + "(;B[hh];W[ii])\n" + &whole("DT"), vec![0, 2], Some(Place::Line(1))),
        ] {
            let mut file = file(content.as_bytes());
            let games = iter::from_fn(|| file.next_game());
            let found: Vec<_> = games.map(|game| game.map_or(0, |game| game.moves.len())).collect();
            let missing = file.notes().iter().find(|note| note.is_fault).and_then(|note| note.place);
            assert_eq!((found, missing), (lengths, told), "{content}");
        }
    }

    #[test]
    fn the_code_page_is_that_of_the_whole_file() {
        // Two bytes that alone could be a letter of another code page.
        let gbk = "GBK".parse::<CodePage>().unwrap();
        let text = gbk.encode("(;GM[4]PB[联通];B[h8])(;GM[4]PB[黑棋先手必胜])").unwrap();
        let mut file = file(&text);
        assert_eq!(file.next_game().unwrap().unwrap().names.0[0], "联通");
        assert_eq!(file.code_page().map(CodePage::name), Some("gb18030"));
    }

    #[test]
    fn a_game_without_a_code_page_has_none_of_its_neighbours() {
        let gbk = "GBK".parse::<CodePage>().unwrap();
        let chinese = gbk.encode("(;GM[4]CA[GBK]PB[联通]\nPW[张三];B[h8])\n").unwrap();
        for unnamed in ["(;GM[4]SZ[15]PB[黑棋胜];B[h8])\n", "(;PB[黑棋胜]GM[4];B[h8])\n"] {
            let both = [&chinese, unnamed.as_bytes(), &chinese].concat();
            let mut file = file(&both);
            let names: Vec<_> =
                iter::from_fn(|| file.next_game()).map(|game| game.unwrap().names.0[0].clone()).collect();
            assert_eq!(
                (names, file.notes()),
                (["联通", "黑棋胜", "联通"].map(str::to_owned).to_vec(), &[][..])
            );
            assert_eq!(file.code_page(), Some(gbk));
        }
    }

    #[test]
    fn notes_are_those_of_what_was_read() {
        let mut file = file(b"see:\n(;GM[4];B[h8]) or (;GM[4];B[i9])");
        assert!(file.notes().is_empty());
        file.next_tree();
        assert_eq!(file.notes().len(), 1);
        file.next_tree();
        assert_eq!(file.notes()[1].to_string(), "line 2: text behind the game is left out");
        assert!(file.next_tree().is_none());
    }
}
