//! Games one after another.

use std::fmt;
use std::io::Cursor;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::lists::{Lists, MAX_ATTRIBUTES, Row, attributes, read_lists};
use crate::board::{parse_square, square_name};
use crate::geometry::{BoardSize, Color};
use crate::record::encoding::CodePage;
use crate::record::note::Notes;
use crate::record::{GameRecord, GameResult, RecordError};
use crate::rules::Rule;

/// How far into a file an element must stand by which it is known.
const HEAD_BYTES: usize = 1 << 16;

/// Whether a text is such a database.
pub(in crate::record) fn matches_header(text: &str) -> bool {
    let head = text.get(..HEAD_BYTES).unwrap_or(text);
    text.starts_with('<')
        && ["<games", "<game ", "<players", "<tournaments", "<countries"]
            .iter()
            .any(|mark| head.contains(mark))
}

/// The code page that the declaration of an XML file names.
pub(in crate::record) fn declared_page(bytes: &[u8]) -> Option<CodePage> {
    let head = String::from_utf8_lossy(bytes.get(..HEAD_BYTES.min(bytes.len()))?);
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    let value = declaration.split("encoding").nth(1)?.trim_start().strip_prefix('=')?.trim_start();
    value.get(1..)?.split(value.chars().next()?).next()?.parse().ok()
}

/// A database whose games are read one after another.
pub(in crate::record) struct Database {
    reader: Reader<Cursor<String>>,
    buffer: Vec<u8>,
    lists: Lists,
    is_begun: bool,
    is_over: bool,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("at", &self.reader.buffer_position()).finish_non_exhaustive()
    }
}

impl Database {
    pub(in crate::record) fn new(text: String) -> Self {
        let lists = read_lists(&text);
        let reader = Reader::from_reader(Cursor::new(text));
        Self { reader, buffer: Vec::new(), lists, is_begun: false, is_over: false }
    }

    /// Bytes that have been read.
    pub(in crate::record) fn place(&self) -> usize {
        self.reader.buffer_position() as usize
    }

    /// The next game; what is damaged or missing goes to the notes.
    ///
    /// # Errors
    /// [`RecordError`] with the byte where the XML is damaged, if no game stands before it.
    pub(in crate::record) fn next(&mut self, notes: &mut Notes) -> Option<Result<GameRecord, RecordError>> {
        if self.is_over {
            return None;
        }
        let game = self.read_game(notes).transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        match game {
            Some(Err(fault)) => {
                notes.fault(&fault);
                (!self.is_begun).then_some(Err(fault))
            }
            game => {
                self.is_begun = true;
                game
            }
        }
    }

    fn read_game(&mut self, notes: &mut Notes) -> Result<Option<GameRecord>, RecordError> {
        let mut game: Option<Row> = None;
        let mut inside = Inside::Nothing;
        let (mut moves, mut info) = (String::new(), String::new());
        loop {
            let at = self.place();
            let error = |found: &str| RecordError::at_byte(at, "XML as of renju.net", found);
            self.buffer.clear();
            let event = self.reader.read_event_into(&mut self.buffer);
            match event.map_err(|fault| error(&fault.to_string()))? {
                Event::Eof if game.is_none() => return Ok(None),
                Event::Eof => return Err(error("the end of the file")),
                Event::Start(element) => match element.name().as_ref() {
                    b"game" => {
                        (game, inside) = (Some(attributes(&element)), Inside::Nothing);
                        moves.clear();
                        info.clear();
                    }
                    b"move" => inside = Inside::Moves,
                    b"info" => inside = Inside::Info,
                    _ => {}
                },
                Event::Empty(element) if element.name().as_ref() == b"game" => {
                    return Ok(Some(record(&attributes(&element), &self.lists, ("", ""), notes)));
                }
                Event::Text(part) => inside.add(&String::from_utf8_lossy(&part), &mut moves, &mut info),
                Event::CData(part) => inside.add(&String::from_utf8_lossy(&part), &mut moves, &mut info),
                Event::GeneralRef(name) => {
                    let reference = format!("&{};", String::from_utf8_lossy(&name));
                    let character = quick_xml::escape::unescape(&reference)
                        .map_or(reference.clone(), std::borrow::Cow::into_owned);
                    inside.add(&character, &mut moves, &mut info);
                }
                Event::End(element) => match element.name().as_ref() {
                    b"game" => {
                        if let Some(row) = game.take() {
                            return Ok(Some(record(&row, &self.lists, (&moves, info.trim()), notes)));
                        }
                    }
                    b"move" | b"info" => inside = Inside::Nothing,
                    // Text goes on behind an element within it.
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

/// The element of a game that text belongs to.
#[derive(Clone, Copy)]
enum Inside {
    Moves,
    Info,
    Nothing,
}

impl Inside {
    fn add(self, text: &str, moves: &mut String, info: &mut String) {
        match self {
            Self::Moves => moves.push_str(text),
            Self::Info => info.push_str(text),
            Self::Nothing => {}
        }
    }
}

/// The attributes of a game that are read otherwise than as a detail of their own name.
const READ: [&str; 9] = ["id", "tournament", "round", "rule", "black", "white", "bresult", "opening", "name"];

fn record(row: &Row, lists: &Lists, (moves, info): (&str, &str), notes: &mut Notes) -> GameRecord {
    let of = |name: &str| row.get(name);
    let opening_rule = lists.name("rule", of("rule"));
    let mut game = GameRecord::new(BoardSize::default(), opening_rule.map_or(Rule::Renju, rule_of));
    game.number = of("id").and_then(|id| id.trim().parse().ok()).unwrap_or(0);
    for (color, name) in [(Color::Black, "black"), (Color::White, "white")] {
        game.names[color] = lists.player(of(name));
    }
    info.clone_into(&mut game.remark);
    let tournament = of("tournament");
    let opening = ["abbr", "name"].map(|part| lists.attribute("opening", of("opening"), part));
    let opening = opening.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let details = [
        ("EV", lists.name("tournament", tournament).map(str::to_owned)),
        ("RO", of("round").cloned()),
        ("DT", lists.date(tournament)),
        ("PC", lists.place(tournament)),
        ("ON", Some(opening)),
        ("OR", opening_rule.map(str::to_owned)),
    ];
    let others = row.iter().filter(|(name, _)| !READ.contains(&name.as_str()));
    let others = others.map(|(name, value)| (name.to_ascii_uppercase(), Some(value.clone())));
    let named = details.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(others);
    game.details =
        named.filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?))).collect();
    if row.len() >= MAX_ATTRIBUTES {
        let text = format!(
            "game {} has {MAX_ATTRIBUTES} attributes or more, of which the first are read",
            game.number
        );
        notes.missing(None, text);
    }
    if let Some(fault) = play(&mut game, moves) {
        notes.missing(None, format!("game {}, {fault}; the moves from there on are left out", game.number));
    }
    let recorded = match of("bresult").map(|result| result.trim()).unwrap_or_default() {
        "1" | "1.0" => GameResult::Win(Color::Black),
        "0" | "0.0" => GameResult::Win(Color::White),
        "0.5" | "0,5" | ".5" => GameResult::Draw,
        _ => GameResult::Unfinished,
    };
    game.set_recorded_result(recorded);
    game
}

/// The rule of play behind an opening rule's name: that of gomoku's own is its standard rule, all others are
/// renju's.
fn rule_of(opening_rule: &str) -> Rule {
    let is_gomoku = opening_rule.to_ascii_lowercase().contains("gomoku");
    if is_gomoku { Rule::Standard } else { Rule::Renju }
}

/// Adds the moves up to the first that cannot be played, which is returned.
fn play(game: &mut GameRecord, moves: &str) -> Option<String> {
    for (name, number) in moves.split_whitespace().zip(1..) {
        let Ok(square) = parse_square(name, game.size) else {
            return Some(format!("move {number}: expected a square from a1 to o15, found {name:?}"));
        };
        if game.has_move_on(square) {
            return Some(format!(
                "move {number}, {}: the square is already occupied",
                square_name(square, game.size)
            ));
        }
        game.push(square);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordReader;

    const LISTS: &str = r#"<?xml version="1.0" encoding="UTF-8"?><database>
<countries><country id="22" name="Estonia" abbr="EST"/></countries>
<cities><city id="9" country="22" name="P&#228;rnu &amp; Tallinn"/></cities>
<rules><rule id="1" name="RIF"><info>swap</info></rule><rule id="7" name="Gomoku Swap2"/></rules>
<openings><opening id="4" name="Kagetsu" abbr="4d"/></openings>
<players><player id="3" name="Ando" surname="Meritee" country="22" city="9"/><player id="5" name="" surname="Soosorv"/></players>
<tournaments><tournament id="2" name="World Championship" country="22" city="9" year="1997" month="8" start="0000-00-00" end="0000-00-00" rule="1" rated="1"/></tournaments>
<games>"#;

    fn read_all(games: &str) -> (Vec<GameRecord>, Vec<String>) {
        let text = format!("{LISTS}{games}</games></database>");
        let read = RecordReader::new(Rule::Caro).games("a.rif".as_ref(), text.as_bytes()).unwrap();
        (read.games, read.notes.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_game_has_what_the_lists_say_of_it() {
        let (games, notes) = read_all(
            r#"<game id="12" publisher="1" tournament="2" round="3a" rule="1" black="3" white="5" bresult="0.5" btime="90" wtime="" opening="4" alt="g7" swap="01"><move>h8 h9 <b>i10</b> g7</move><info>short <i>and</i> &lt;sharp&gt;</info></game>"#,
        );
        let game = &games[0];
        assert_eq!((game.number, game.rule, game.moves.len()), (12, Rule::Renju, 4));
        assert_eq!(game.names.0, ["Ando Meritee", "Soosorv"]);
        assert_eq!((game.result, game.remark.as_str()), (GameResult::Draw, "short and <sharp>"));
        let details: Vec<_> = game.details.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let expected = [
            "EV World Championship",
            "RO 3a",
            "DT 1997-08",
            "PC Pärnu & Tallinn, Estonia",
            "ON 4d Kagetsu",
            "OR RIF",
            "ALT g7",
            "BTIME 90",
            "PUBLISHER 1",
            "SWAP 01",
        ];
        assert_eq!((details, notes), (expected.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn the_declaration_names_the_code_page() {
        let page: CodePage = "windows-1251".parse().unwrap();
        let text = r#"<?xml version="1.0" encoding="windows-1251"?><games><players><player id="1" surname="Ё"/></players><game id="1" black="1"/></games>"#;
        let read =
            RecordReader::new(Rule::Renju).games("a.rif".as_ref(), &page.encode(text).unwrap()).unwrap();
        assert_eq!((read.games[0].names.0[0].as_str(), read.code_page), ("Ё", Some(page)));
    }

    #[test]
    fn results_rules_and_missing_parts_are_what_they_can_be() {
        let (games, notes) = read_all(
            r#"<game id="1" black="3" white="77" bresult="1" rule="7"><move>h8 a1 i8 a2 j8 a3 k8 a4 l8</move></game>
               <game id="2" bresult="0"><move/></game><game id="3"/>
               <game id="4" bresult=""><move>h8 h8 i9</move></game><game id="5"><move>h8 z9</move></game>"#,
        );
        let results: Vec<_> =
            games.iter().map(|game| (game.result.name(), game.termination.name())).collect();
        assert_eq!(results[..3], [("1-0", "five"), ("0-1", "unknown"), ("*", "unknown")]);
        assert_eq!((games[0].rule, games[0].names.0[1].as_str()), (Rule::Standard, "77"));
        assert_eq!((games[3].moves.len(), games[4].moves.len()), (1, 1));
        assert!(
            notes[0].contains("game 4, move 2, h8: the square is already occupied; the moves"),
            "{notes:?}"
        );
        assert!(
            notes[1].contains("game 5, move 2: expected a square from a1 to o15, found \"z9\""),
            "{notes:?}"
        );
    }

    #[test]
    fn a_damaged_database_gives_the_games_before_the_fault() {
        let whole = r#"<game id="1"><move>h8</move></game>"#;
        for (broken, games) in [("<game id=\"2\"><move>h8", 1), ("</move>", 1), ("<game id=\"2\"", 1)] {
            let text = format!("{LISTS}{whole}{broken}");
            let read = RecordReader::new(Rule::Renju).games("a.rif".as_ref(), text.as_bytes()).unwrap();
            assert_eq!((read.games.len(), read.is_whole()), (games, false), "{broken}");
        }
        let error = RecordReader::new(Rule::Renju)
            .games("a.rif".as_ref(), b"<games><game id=\"1\"><move>")
            .unwrap_err();
        assert!(error.to_string().starts_with("byte 26: expected XML as of renju.net"), "{error}");
    }
}
