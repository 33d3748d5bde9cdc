//! A book for the page: what games, a library or a database know about the moves of a position.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::mem;

use rustgomo::board::square_name;
use rustgomo::entries::text::{self, ImportTexts};
use rustgomo::entries::{Entry, Key};
use rustgomo::eval::Score;
use rustgomo::record::tree::{GameTree, ROOT, Step};
use rustgomo::record::{GameResult, RecordReader};
use rustgomo::rules::legal_squares;
use rustgomo::{Board, BoardSize, Color, Rule, Square};
use serde::Serialize;

use crate::Game;
use crate::file::trees;
use crate::position::json;

/// A position, the same for its symmetric images; its hash does not tell the size.
type Place = (Rule, BoardSize, u64);

/// Positions with what is known of them.
#[derive(Debug, Default)]
pub struct Book {
    positions: HashMap<Place, Known>,
    games: u32,
}

/// What is known of a position.
#[derive(Debug, Default)]
struct Known {
    /// Games that come to it, in a variation or not, and the number of the last of them.
    games: u32,
    last_game: u32,
    /// Those that come to it by their main line and were won by black and by white.
    won: [u32; 2],
    /// The value for the side to move, and its depth in plies.
    value: Option<(Score, i16)>,
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
    depth: Option<i16>,
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
        if (text::KIND.matches_header)(bytes) {
            let add = |key, entry| {
                book.add_entry(&key, entry);
                Ok::<(), Box<dyn Error>>(())
            };
            text::read(&mut &*bytes, &mut ImportTexts::default(), add).map_err(|error| error.to_string())?;
        } else {
            let read = trees(name, bytes, RecordReader::new(rule))?;
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
        let here = self.positions.get(&place(game.rule, &board));
        let comment = here.map_or("", |known| &known.comment).to_owned();
        let mut moves: Vec<BookMove> = Vec::new();
        for square in &legal_squares(&game.board, game.rule) {
            if board.play(square).is_err() {
                continue;
            }
            if let Some(known) = self.positions.get(&place(game.rule, &board)) {
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
        self.positions.entry(place(rule, board)).or_default()
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
        // For each node of a line its children that are still to come, whether its move is on the board, and
        // whether the next child belongs to the main line, the one that has the result.
        let mut line = vec![(tree.node(ROOT).children(), false, true)];
        self.count(about.rule, &board, winner);
        self.note(about.rule, &board, tree.node(ROOT).comment());
        while let Some((children, is_move, is_main)) = line.last_mut() {
            let Some(child) = children.next() else {
                if *is_move {
                    board.undo();
                }
                line.pop();
                continue;
            };
            let node = tree.node(child);
            let is_main = mem::take(is_main);
            let is_move = match node.step() {
                Step::Move(square) if board.play(square).is_ok() => true,
                Step::Nothing => false,
                // What follows a pass, or a move onto a stone, is no position of a game.
                Step::Pass | Step::Move(_) => continue,
            };
            if is_move {
                self.count(about.rule, &board, winner.filter(|_| is_main));
            }
            self.note(about.rule, &board, node.comment());
            line.push((node.children(), is_move, is_main));
        }
    }

    /// Counts a position of the last game, once.
    fn count(&mut self, rule: Rule, board: &Board, winner: Option<Color>) {
        let game = self.games;
        let known = self.known(rule, board);
        if mem::replace(&mut known.last_game, game) == game {
            return;
        }
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

    fn add_entry(&mut self, key: &Key, entry: Entry) {
        let Some((board, rule)) = key.position() else { return };
        let known = self.known(rule, &board);
        known.value = entry.known_value().map(|(value, _)| (value, entry.depth));
        known.comment = entry.comment;
    }
}

fn place(rule: Rule, board: &Board) -> Place {
    (rule, board.size(), board.canonical_hash())
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use rustgomo::entries::text::HEADING;

    fn look(book: &Book, rule: &str, moves: &str) -> Value {
        look_at(book, rule, "15", moves)
    }

    fn look_at(book: &Book, rule: &str, size: &str, moves: &str) -> Value {
        serde_json::from_str(&book.look(&Game::new(rule, size, moves).unwrap())).unwrap()
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
    fn a_game_counts_once_at_a_position_and_only_its_main_line_has_its_result() {
        let game = b"(;GM[4]SZ[15]RU[renju]RE[B+];B[hh](;W[hg];B[ii])(;W[hi];B[aa])(;W[ih]))";
        let book = Book::open("a.sgf", game, "renju").unwrap();
        let counts = |moves: &str, square: &str| {
            let here = look(&book, "renju", moves);
            let found = here["moves"].as_array().unwrap().iter().find(|found| found["square"] == square);
            found.map(|found| (found["games"].as_u64().unwrap(), found["black_wins"].as_u64().unwrap()))
        };
        assert_eq!(counts("", "h8"), Some((1, 1)));
        assert_eq!(counts("h8", "h9"), Some((1, 1)), "two variations are images of each other");
        assert_eq!(counts("h8h9", "i7"), Some((1, 1)));
        assert_eq!(counts("h8h7", "a15"), Some((1, 0)), "a move of a variation alone");
    }

    #[test]
    fn positions_of_other_sizes_are_others() {
        let book = Book::open("a.txt", b"g3", "freestyle").unwrap();
        assert_eq!(look(&book, "freestyle", "")["moves"].as_array().unwrap().len(), 8);
        for size in (5..=22).filter(|size| *size != 15) {
            let here = look_at(&book, "freestyle", &size.to_string(), "");
            assert_eq!(here["moves"], serde_json::json!([]), "{size}");
        }
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
            "{HEADING}\n0,r-15-15-h8-h7-b,(none),-120,31,exact,\"good, \\\"very\\\" \\\\n\"\n1,r-15-15-h8-i7-b,w,-29985,31,exact,\"\"\n\
             2,r-15-15-h8-h7-a1-b,(none),90,31,exact,\"\"\n3,r-15-15-h8-h6-b,(none),90,31,lower,\"@BTXT@79a\\n78b\\ba bound\"\n"
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
        for line in ["x", "0,z-15-15-h8-h7-b,,1,1,exact,\"\"", "0,r-15-15-ä1-h7-b,,1,1,exact,\"\""] {
            assert!(error(line).starts_with("line 2: expected a line of index,key,"), "{line}");
        }
        let chinese = [
            HEADING.as_bytes(),
            b"\n0,r-15-15-h8-h7-b,(none),9,9,exact,\"\xba\xda\xcf\xc8\xb1\xd8\xca\xa4\"\n",
        ]
        .concat();
        let book = Book::open("a.txt", &chinese, "renju").unwrap();
        assert_eq!(look(&book, "renju", "h8h9")["comment"], "黑先必胜");
        assert!(Book::open("", b"", "renju").is_err());
        let database = Book::open("a.db", b"redb\x1a\n\xa9\r\n and more", "renju").unwrap_err();
        assert!(database.contains("rustgomo database export FILE book.txt"), "{database}");
    }
}
