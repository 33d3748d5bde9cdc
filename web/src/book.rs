//! A book for the page: what games, a library or a database know about the moves of a position.

use std::collections::{BTreeMap, HashMap};
use std::iter;

use rustgomo::board::{parse_square, split_squares, square_name};
use rustgomo::eval::Score;
use rustgomo::geometry::{Bitboard, ByColor};
use rustgomo::record::tree::{GameTree, ROOT, Step};
use rustgomo::record::{GameResult, RecordReader};
use rustgomo::rules::legal_squares;
use rustgomo::{Board, BoardSize, Color, Rule, Square};
use serde::Serialize;

use crate::Game;
use crate::file::trees;
use crate::position::json;

/// How a database begins that was exported as text.
const HEADING: &str = "index,key,label,value,depth,bound,text";
/// The value of a game that is over, and below it the least one of a result.
const WON: i32 = 30_000;
const LEAST_RESULT: i32 = 29_000;
/// Between the texts on squares and the comment.
const PART_END: char = '\u{8}';

/// Positions, equal for symmetric images, with what is known of them.
#[derive(Debug, Default)]
pub struct Book {
    positions: HashMap<(Rule, u64), Known>,
    games: u32,
}

/// What is known of a position.
#[derive(Debug, Default)]
struct Known {
    /// Games that came to it, and those of them that black and white won.
    games: u32,
    won: [u32; 2],
    /// The value for the side to move, and its depth in plies.
    value: Option<(Score, i32)>,
    comment: String,
}

/// What a book knows of a position.
#[derive(Debug, Serialize)]
struct KnownMoves {
    comment: String,
    moves: Vec<BookMove>,
}

/// A move of a position, for the page.
#[derive(Debug, Serialize)]
struct BookMove {
    square: String,
    games: u32,
    black_wins: u32,
    white_wins: u32,
    /// For the side that moves.
    #[serde(flatten)]
    score: Option<Score>,
    depth: Option<i32>,
    comment: String,
}

impl Book {
    /// The book of a file: games in any format, or a database that was exported as text. `rule` is that of
    /// games that name none.
    ///
    /// # Errors
    /// A sentence if the file holds neither or is damaged.
    pub fn open(name: &str, bytes: &[u8], rule: &str) -> Result<Self, String> {
        let rule: Rule = rule.parse().map_err(|error| format!("rule: {error}"))?;
        let mut book = Self::default();
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        if bytes.starts_with(HEADING.as_bytes()) {
            let text = String::from_utf8_lossy(bytes);
            for (line, number) in text.lines().zip(1..).skip(1).filter(|(line, _)| !line.trim().is_empty()) {
                book.add_entry(line).map_err(|problem| format!("line {number}: {problem}"))?;
            }
        } else {
            let read = trees(name, bytes, RecordReader { rule, code_page: None })?;
            read.games.iter().for_each(|tree| book.add_game(tree));
        }
        if book.positions.is_empty() {
            return Err("expected at least one game, found none".to_owned());
        }
        Ok(book)
    }

    /// The numbers of games and positions, as JSON.
    pub fn summary(&self) -> String {
        json(&BTreeMap::from([("games", self.games as usize), ("positions", self.positions.len())]))
    }

    /// The legal moves of a position that are known, those of most games and of the highest values first, and
    /// its own comment, as JSON.
    pub fn look(&self, game: &Game) -> String {
        let mut board = game.board.clone();
        let here = self.positions.get(&(game.rule, board.canonical_hash()));
        let comment = here.map_or("", |known| &known.comment).to_owned();
        let mut moves: Vec<BookMove> = Vec::new();
        for square in &legal_squares(&game.board, game.rule) {
            if board.play(square).is_err() {
                continue;
            }
            if let Some(known) = self.positions.get(&(game.rule, board.canonical_hash())) {
                moves.push(known.as_move(square, board.size()));
            }
            board.undo();
        }
        moves.sort_by(|a, b| {
            let rate = |found: &BookMove| found.score.map_or(-1.0, Score::win_rate);
            b.games.cmp(&a.games).then(rate(b).total_cmp(&rate(a)))
        });
        json(&KnownMoves { comment, moves })
    }

    fn known(&mut self, rule: Rule, board: &Board) -> &mut Known {
        self.positions.entry((rule, board.canonical_hash())).or_default()
    }

    /// Counts the positions of a game with its variations.
    fn add_game(&mut self, tree: &GameTree) {
        let about = tree.about();
        let Ok(mut board) = about.setup.board(about.size) else { return };
        self.games += 1;
        let winner = match about.result {
            GameResult::Win(color) => Some(color),
            _ => None,
        };
        // For each node of a line its children that are still to come, and whether its move is on the board.
        let mut line = vec![(tree.node(ROOT).children(), false)];
        self.count(about.rule, &board, None);
        self.note(about.rule, &board, tree.node(ROOT).comment());
        while let Some((children, is_move)) = line.last_mut() {
            let Some(child) = children.next() else {
                if *is_move {
                    board.undo();
                }
                line.pop();
                continue;
            };
            let node = tree.node(child);
            let is_move = match node.step() {
                Step::Move(square) if board.play(square).is_ok() => true,
                Step::Nothing => false,
                // What follows a pass, or a move onto a stone, is no position of a game.
                Step::Pass | Step::Move(_) => continue,
            };
            if is_move {
                self.count(about.rule, &board, winner);
            }
            self.note(about.rule, &board, node.comment());
            line.push((node.children(), is_move));
        }
    }

    fn count(&mut self, rule: Rule, board: &Board, winner: Option<Color>) {
        let known = self.known(rule, board);
        known.games += 1;
        if let Some(color) = winner {
            known.won[usize::from(color == Color::White)] += 1;
        }
    }

    /// Keeps the comment of a position that has none.
    fn note(&mut self, rule: Rule, board: &Board, comment: &str) {
        let known = self.known(rule, board);
        if known.comment.is_empty() {
            comment.clone_into(&mut known.comment);
        }
    }

    /// Adds a line such as `0,r-15-15-h8i10-h7-w,w,-29985,31,exact,"a comment"`; rows are counted from the
    /// top.
    fn add_entry(&mut self, line: &str) -> Result<(), String> {
        let fields: Vec<&str> = line.trim().splitn(7, ',').collect();
        let [_, key, label, value, depth, bound, text] = fields[..] else {
            return Err(format!("expected seven fields, found {line:?}"));
        };
        let problem = || format!("expected a key such as r-15-15-h8i10-h7-w, found {key:?}");
        let (rule, board) = position(key).ok_or_else(problem)?;
        let number =
            |text: &str| text.parse::<i32>().map_err(|_| format!("expected a number, found {text:?}"));
        let (value, depth) = (number(value)?.clamp(-WON, WON), number(depth)?);
        let is_exact = bound == "exact";
        let score = match (label, value) {
            (_, value) if is_exact && value.abs() >= LEAST_RESULT => Score::stored(value as i16),
            // A label is that of the side that has moved.
            ("w" | "W", _) => Some(Score::loss_in(200)),
            ("l" | "L", _) => Some(Score::win_in(200)),
            ("d" | "D", _) => Some(Score::ZERO),
            (_, value) => (is_exact && depth > 0).then(|| Score::eval(value)),
        };
        let known = self.known(rule, &board);
        known.value = score.map(|score| (score, depth));
        let text = unquoted(text);
        // Texts on squares stand before the comment.
        known.comment = if text.starts_with("@BTXT@") {
            text.split_once(PART_END).map(|(_, comment)| comment.to_owned()).unwrap_or_default()
        } else {
            text
        };
        Ok(())
    }
}

impl Known {
    fn as_move(&self, square: Square, size: BoardSize) -> BookMove {
        let value = self.value.map(|(score, depth)| (score.before_move(), depth));
        BookMove {
            square: square_name(square, size),
            games: self.games,
            black_wins: self.won[0],
            white_wins: self.won[1],
            score: value.map(|(score, _)| score),
            depth: value.map(|(_, depth)| depth),
            comment: self.comment.clone(),
        }
    }
}

/// The position of a key such as `r-15-15-h8i10-h7-w`, or `r-15-15-h8i10-h7-a1-w` with a blocked square.
fn position(key: &str) -> Option<(Rule, Board)> {
    let parts: Vec<&str> = key.split('-').collect();
    let [rule, width, height, black, white, ref blocked @ .., turn] = parts[..] else { return None };
    let rule = Rule::ALL.into_iter().find(|known| known.name().get(..1) == Some(rule))?;
    let size: BoardSize = format!("{width}x{height}").parse().ok()?;
    let square = |name: &str| {
        let square = parse_square(name, size).ok()?;
        // Rows are counted from the top.
        size.square(square.x().into(), i64::from(size.height() - 1 - square.y()))
    };
    let squares = |names: &str| split_squares(names).map(square).collect::<Option<Bitboard>>();
    let stones = ByColor([squares(black)?, squares(white)?]);
    let to_move = match turn {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let mut board = Board::with_stones(size, &stones, to_move).ok()?;
    for names in blocked {
        squares(names)?.iter().try_for_each(|square| board.block(square)).ok()?;
    }
    Some((rule, board))
}

/// A text without the quotation marks around it and without escapes.
fn unquoted(text: &str) -> String {
    let mut chars = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).chars();
    let next = || match chars.next()? {
        '\\' => chars.next().map(|escaped| match escaped {
            'n' => '\n',
            'b' => PART_END,
            other => other,
        }),
        c => Some(c),
    };
    iter::from_fn(next).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn look(book: &Book, rule: &str, moves: &str) -> Value {
        serde_json::from_str(&book.look(&Game::new(rule, "15", moves).unwrap())).unwrap()
    }

    #[test]
    fn games_are_counted_by_their_positions_whichever_way_the_board_is_turned() {
        let games = b"(;GM[4]SZ[15]RU[renju]RE[B+];B[hh];C[first];W[ih];B[jh])(;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[hi](;B[ii])(;B[jj]))";
        let book = Book::open("a.sgf", games, "renju").unwrap();
        assert_eq!(book.summary(), r#"{"schema":1,"games":2,"positions":6}"#);
        let here = look(&book, "renju", "h8");
        assert_eq!(here["comment"], "first");
        assert_eq!(here["moves"].as_array().unwrap().len(), 4, "the images of one move: {here}");
        assert_eq!(
            (&here["moves"][0]["games"], &here["moves"][0]["black_wins"], &here["moves"][0]["white_wins"]),
            (&2.into(), &1.into(), &1.into())
        );
        // One move on the line, and two that a reflection exchanges with each other.
        assert_eq!(look(&book, "renju", "h8h9")["moves"].as_array().unwrap().len(), 1 + 2 + 2);
        assert_eq!(look(&book, "caro", "h8")["moves"].as_array().unwrap().len(), 0);
    }

    #[test]
    fn a_forbidden_move_is_none_of_the_book() {
        let moves = "h9a1h10c1i8a15h8c15j8";
        let book = Book::open("a.txt", moves.as_bytes(), "renju").unwrap();
        assert_eq!(look(&book, "renju", "h9a1h10c1i8a15h8c15")["moves"][0]["square"], "j8");
        // A double three, unlike in the order of the game.
        assert_eq!(look(&book, "renju", "h9a1h10c1i8a15j8c15")["moves"], serde_json::json!([]));
    }

    #[test]
    fn a_database_as_text_gives_values_and_comments() {
        let text = format!(
            "{HEADING}\n0,r-15-15-h8-h7-b,,-120,31,exact,\"good, \\\"very\\\" \\\\n\"\n1,r-15-15-h8-i7-b,w,-29985,31,exact,\"\"\n\
             2,r-15-15-h8-h7-a1-b,,90,31,exact,\"\"\n3,r-15-15-h8-h6-b,,90,31,lower,\"@BTXT@79a\\n78b\\ba bound\"\n"
        );
        let book = Book::open("a.txt", text.as_bytes(), "renju").unwrap();
        let moves = look(&book, "renju", "h8");
        let found = |square: &str| {
            moves["moves"].as_array().unwrap().iter().find(|found| found["square"] == square).cloned()
        };
        let direct = found("h9").unwrap();
        assert_eq!(
            (&direct["score"], &direct["depth"], &direct["comment"]),
            (&120.into(), &31.into(), &"good, \"very\" \\n".into())
        );
        assert_eq!(found("i9").unwrap()["plies_to_win"], 16);
        let bound = found("h10").unwrap();
        assert_eq!((&bound["score"], &bound["comment"]), (&Value::Null, &"a bound".into()));
        let error =
            |text: &str| Book::open("", format!("{HEADING}\n{text}").as_bytes(), "renju").unwrap_err();
        assert_eq!(error("x"), "line 2: expected seven fields, found \"x\"");
        assert!(error("0,z-15-15-h8-h7-b,,1,1,exact,").starts_with("line 2: expected a key such as"));
        assert!(error("0,r-15-15-ä1-h7-b,,1,1,exact,").starts_with("line 2: expected a key such as"));
        assert!(error("0,r-15-15-h8-h7-b,,x,1,exact,").starts_with("line 2: expected a number"));
        assert!(Book::open("", b"", "renju").is_err());
        let database = Book::open("a.db", b"redb\x1a\n\xa9\r\n and more", "renju").unwrap_err();
        assert!(database.contains("rustgomo database export FILE book.txt"), "{database}");
    }
}
