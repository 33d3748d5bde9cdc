//! Plain lists of moves, one game a line: `h8 i9 j8`, `h8i9j8`, `1. h8 i9 2. j8`, `1.h8 2.i9`, `h8-i9-j8`;
//! and links of calculators on the web with such a list, which end with it, or of the board in the browser,
//! which name rule and size. A result may stand behind the moves: `h8 i9 j8 1-0`. Lines whose numbers follow
//! on are one game: `1. h8 i9`, `2. j8`.

use std::borrow::Cow;
use std::iter;

use super::text::lines;
use super::{GameRecord, GameResult, RecordError};
use crate::board::{parse_square, split_squares, square_range};
use crate::geometry::{BoardSize, MAX_AREA};
use crate::rules::Rule;

/// Board sides to try: the smallest with all squares of the list.
const SIDES: [i64; 3] = [15, 20, 22];

/// Whether the first line that is no comment begins with a letter followed by digits.
pub(super) fn is_list(text: &str) -> bool {
    let Some((_, first)) = lines(text).next() else { return false };
    is_tree_link(first)
        || names(first).next().is_some_and(|word| {
            let behind = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            behind.len() < word.len() && behind.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// Reads the games of a text under `rule`. Empty lines and lines that start with `#` are comments.
///
/// # Errors
/// [`RecordError`] for the first line that holds something else, or a square twice.
///
/// # Examples
/// ```
/// use rustgomo::record::moves;
/// use rustgomo::Rule;
///
/// let games = moves::read("# two games\nh8 i9 j8\nh8i8", Rule::Renju)?;
/// assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    let mut rest = Rest { text, lines: 0 };
    iter::from_fn(|| rest.next_game()).map(|(number, game)| read_line(number, &game, rule)).collect()
}

/// The part of a text that is still to be read.
pub(super) struct Rest<'a> {
    pub(super) text: &'a str,
    /// Lines before it.
    pub(super) lines: usize,
}

impl<'a> Rest<'a> {
    /// The next line that is neither empty nor a comment, and its number.
    pub(super) fn next_line(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let line = self.text.split_inclusive('\n').next()?;
            self.text = &self.text[line.len()..];
            self.lines += 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Some((self.lines, line));
            }
        }
    }

    /// The next list and the number of its line; lines whose numbers follow on belong to it.
    pub(super) fn next_game(&mut self) -> Option<(usize, Cow<'a, str>)> {
        let (number, line) = self.next_line()?;
        let mut game = Cow::Borrowed(line);
        while self.text.lines().next().is_some_and(|next| follows_on(&game, next)) {
            let (_, next) = self.next_line()?;
            game = Cow::Owned(format!("{game} {next}"));
        }
        Some((number, game))
    }
}

/// Whether the number at the beginning of a line is that of the next move, or of the next pair of moves.
fn follows_on(game: &str, line: &str) -> bool {
    let line = line.trim_start();
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = line[..line.len() - behind.len()].parse::<usize>();
    let is_joined = behind.starts_with(|c: char| c.is_whitespace() || ".):、：．。".contains(c));
    number.is_ok_and(|number| {
        let moves = names(game).count();
        let is_move = (2..=MAX_AREA).contains(&number) && is_joined && has_names(behind);
        is_move && (moves + 1 == number || moves == 2 * (number - 1))
    })
}

fn is_link(line: &str) -> bool {
    ["http://", "https://"].iter().any(|start| line.starts_with(start))
}

/// The part of a link that lists moves, as `h8i9` in `https://gomocalc.com/#/h8i9`; other lines as they are.
fn list_of_link(line: &str) -> &str {
    if let Some((_, _, list)) = board_link(line) {
        return list;
    }
    let last = if is_link(line) { line.rsplit(['/', '#', '=', '?']).next() } else { None };
    last.unwrap_or(line)
}

/// Rule, size and moves of a link of the board, as `#renju/15x15/h8i9`. Behind another slash stand the moves
/// that are taken back.
fn board_link(line: &str) -> Option<(Rule, BoardSize, &str)> {
    let (_, place) = line.split_once('#').filter(|_| is_link(line))?;
    let mut parts = place.splitn(3, '/');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?))
}

/// Whether a line is a link of the board with a whole tree, compressed.
fn is_tree_link(line: &str) -> bool {
    is_link(line) && line.contains("#t/")
}

/// The names of squares in a line, without numbers before them (`12.`, `12)`, `12:`, or `12` alone) and what
/// joins them.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let words = list_of_link(line).split(is_joint).filter(|word| !word.is_empty());
    words.filter(|word| word.parse::<u32>().is_err()).flat_map(split_squares)
}

fn is_joint(c: char) -> bool {
    c.is_whitespace() || ",;-–—>→|/、，；：。．.:)([]（）".contains(c)
}

/// The number before a move, with the number of this move, where they differ in a list that counts moves or
/// pairs of moves from 1.
fn wrong_number(text: &str) -> Option<(&str, usize)> {
    let words = list_of_link(text).split_inclusive(is_joint);
    let mut words =
        words.map(|word| (word.trim_end_matches(is_joint), word)).filter(|word| !word.0.is_empty());
    let (mut moves, mut counts) = (0, false);
    let mut next = words.next();
    while let Some((word, joined)) = next {
        next = words.next();
        let number: Option<usize> = word.parse().ok();
        let Some(number) = number else {
            moves += split_squares(word).count();
            continue;
        };
        let is_before_a_move = joined[word.len()..].starts_with(|c| ".):、：．。".contains(c))
            && next.is_some_and(|(next, _)| next.parse::<u32>().is_err());
        counts |= is_before_a_move && moves == 0 && number == 1;
        if is_before_a_move && counts && number != moves + 1 && number != moves / 2 + 1 {
            return Some((word, moves + 1));
        }
    }
    None
}

fn has_names(line: &str) -> bool {
    names(line).next().is_some()
}

pub(super) fn read_line(line: usize, text: &str, rule: Rule) -> Result<GameRecord, RecordError> {
    if is_tree_link(text) {
        return Err(RecordError::new(
            line,
            "a link with moves, since the board alone opens one with a tree",
            text,
        ));
    }
    let (text, result) = ended(text).unwrap_or((text, GameResult::Unfinished));
    if !has_names(text) {
        return Err(RecordError::new(line, "moves such as h8 i9 j8", text));
    }
    if let Some(variation) = variation(text) {
        return Err(RecordError::new(line, "moves without variations, which .sgf and .lib have", variation));
    }
    if let Some((number, expected)) = wrong_number(text) {
        return Err(RecordError::new(line, format!("the number of move {expected}"), number));
    }
    let (rule, size) = match board_link(text) {
        Some((rule, size, _)) => (rule, size),
        None => (rule, size(line, text)?),
    };
    let mut game = GameRecord::new(size, rule);
    for (name, number) in names(text).zip(1..) {
        let wrong = || RecordError::of_move(line, number, name, square_range(size));
        let square = parse_square(name, size).map_err(|_| wrong())?;
        if game.has_move_on(square) {
            return Err(RecordError::occupied(line, number, name));
        }
        game.push(square);
    }
    if result == GameResult::Unfinished {
        return Ok(game.with_result_of_board());
    }
    game.set_recorded_result(result);
    Ok(game)
}

/// The moves before the result in the last word, and that.
fn ended(text: &str) -> Option<(&str, GameResult)> {
    let is_joint = |c: char| c.is_whitespace() || ",;，；([（".contains(c);
    let (moves, last) = text.trim_end_matches([')', ']', '）']).rsplit_once(is_joint)?;
    Some((moves, GameResult::from_name(&last.replace('–', "-"))?))
}

/// What begins with a bracket before a square, or before a number and a square, behind the first move; `None`
/// if all moves are in brackets.
fn variation(text: &str) -> Option<&str> {
    let list = list_of_link(text);
    let is_number = |c: char| c.is_whitespace() || c.is_ascii_digit() || ".:、：．。".contains(c);
    let is_square = |&(at, bracket): &(usize, &str)| {
        let inside = list[at + bracket.len()..].trim_start_matches(is_number);
        inside.starts_with(|c: char| c.is_ascii_alphabetic()) && has_names(&list[..at])
    };
    let is_outside = |part: &str| part.rsplit([')', ']', '）']).next().is_some_and(has_names);
    let has_others = list.split(['(', '[', '（']).any(is_outside);
    list.match_indices(['(', '[', '（']).find(is_square).filter(|_| has_others).map(|(at, _)| &list[at..])
}

/// The smallest board that has all squares.
fn size(line: usize, text: &str) -> Result<BoardSize, RecordError> {
    let mut largest = BoardSize::default();
    for size in SIDES.into_iter().filter_map(|side| BoardSize::new(side, side).ok()) {
        if names(text).all(|name| parse_square(name, size).is_ok()) {
            return Ok(size);
        }
        largest = size;
    }
    let wrong = names(text).zip(1..).find(|(name, _)| parse_square(name, largest).is_err());
    let (name, number) = wrong.unwrap_or(("", 1));
    Err(RecordError::of_move(line, number, name, square_range(largest)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Color;
    use crate::record::{RecordFormat, VerifyError, read_bytes};

    #[test]
    fn lists_are_read_with_and_without_numbers_and_blanks() {
        let games = read("# two games\nh8 i9 j8\n\n1. h8 i9 2. j8\nh8i9,J8\n", Rule::Renju).unwrap();
        assert_eq!(games.len(), 3);
        assert!(games.iter().all(|game| *game == games[0] && game.rule == Rule::Renju));
        for text in [
            "1.h8 2.i9 3.j8",
            "1.h8 i9 2.j8",
            "1) H8 2) I9 3) J8",
            "1 h8 2 i9 3 j8",
            "h8-i9-j8",
            "h8, i9; j8.",
            "1：h8、2：i9、3：j8",
            "https://gomocalc.com/#/h8i9j8",
            "http://example.org/board?moves=h8i9j8",
        ] {
            assert!(is_list(text), "{text}");
            assert_eq!(read(text, Rule::Renju).unwrap(), games[..1], "{text}");
        }
        for lines in ["1. h8 i9\n2. j8\n", "1. h8\n2. i9\n 3. j8", "1. h8 i9\n2. j8\n1. h8 i9\n2. j8"] {
            let read = read(lines, Rule::Renju).unwrap();
            assert!(!read.is_empty() && read.iter().all(|game| *game == games[0]), "{lines}");
        }
        let numbered = read("1. h8 i9 j8\n2. h8i9j8\n3 h8 i9 j8", Rule::Renju).unwrap();
        assert_eq!(numbered, games, "games with numbers");
        assert!(!is_list("https://example.org/") && !is_list("12") && !is_list("1. 2."));
        assert_eq!(read("h8 t20", Rule::Freestyle).unwrap()[0].size.width(), 20);
        assert!(is_list("# c\n a1 b2") && !is_list("game 1 size=15") && !is_list("") && !is_list("(;GM[4])"));
    }

    #[test]
    fn links_of_the_board_name_rule_and_size() {
        for link in
            ["http://127.0.0.1:8015/#exact-caro/20x15/h8i9/t15", "https://a.org/b/#exact-caro/20x15/h8i9t15"]
        {
            assert!(is_list(link), "{link}");
            let game = &read(link, Rule::Freestyle).unwrap()[0];
            assert_eq!(
                (game.rule, game.size.to_string(), game.moves.len()),
                (Rule::ExactCaro, "20x15".into(), 3)
            );
        }
        let error = |link: &str| read(link, Rule::Freestyle).unwrap_err().to_string();
        let outside = "line 1, move 2, t20: expected a square from a1 to o15";
        assert_eq!(error("https://a.org/#renju/15x15/h8t20"), outside);
        let tree = "https://a.org/#t/q1YqLk";
        assert!(
            is_list(tree) && error(tree).contains("the board alone opens one with a tree"),
            "{}",
            error(tree)
        );
    }

    #[test]
    fn a_result_behind_the_moves_is_read_and_variations_are_refused() {
        for (text, result) in [
            ("1. h8 i9 2. j8 1-0", GameResult::Win(Color::Black)),
            ("h8 i9 j8 0-1", GameResult::Win(Color::White)),
            ("h8 i9 j8 1/2-1/2", GameResult::Draw),
            ("h8 i9 j8 *", GameResult::Unfinished),
            ("(1) h8 (2)i9 3) j8", GameResult::Unfinished),
            ("[h8 i9 j8]", GameResult::Unfinished),
            ("[h8][i9][j8]", GameResult::Unfinished),
            ("h8 i9 j8 (1-0)", GameResult::Win(Color::Black)),
            ("h8,i9,j8,0–1", GameResult::Win(Color::White)),
            ("(h8 i9 j8)", GameResult::Unfinished),
        ] {
            assert_eq!(RecordFormat::of_content(text), RecordFormat::Moves, "{text}");
            let game = &read(text, Rule::Renju).unwrap()[0];
            assert_eq!((game.moves.len(), game.result), (3, result), "{text}");
        }
        for (text, found) in [
            ("h8 i9 (j10 k9) j8", "(j10 k9) j8"),
            ("h8 i9[j10]", "[j10]"),
            ("1. h8 i9 2. j8 (2. k8 l9) 3. k10", "(2. k8 l9) 3. k10"),
            ("h8 i9（j10 k9）j8", "（j10 k9）j8"),
            ("h8 i9 ( j10 k9 ) j8", "( j10 k9 ) j8"),
        ] {
            let error = read(text, Rule::Renju).unwrap_err().to_string();
            assert!(error.starts_with("line 1: expected moves without variations"), "{error}");
            assert!(error.ends_with(&format!("found \"{found}\"")), "{error}");
        }
    }

    #[test]
    fn a_result_that_the_board_contradicts_stays_for_the_check() {
        let five = "a1 a2 b1 b2 c1 c2 d1 d2 e1";
        let read =
            |end: &str| read_bytes(format!("{five}{end}").as_bytes(), Rule::Freestyle).unwrap().remove(0);
        for end in ["", " *", " 1-0"] {
            assert_eq!(read(end).result, GameResult::Win(Color::Black), "{end}");
            assert_eq!(read(end).verify(), Ok(()), "{end}");
        }
        let contradicted = read(" 0-1");
        assert_eq!(contradicted.result, GameResult::Win(Color::White));
        assert_eq!(contradicted.verify(), Err(VerifyError::Result { winner: Color::Black }));
    }

    #[test]
    fn errors_name_the_move_and_its_text() {
        let error = |text: &str| read(text, Rule::Freestyle).unwrap_err().to_string();
        assert_eq!(error("h8\nh8 i9 h8"), "line 2, move 3, h8: the square is already occupied");
        assert_eq!(error("1. hh8 i9"), "line 1, move 1, hh8: expected a square from a1 to v22");
        assert_eq!(error("h8i9 z99"), "line 1, move 3, z99: expected a square from a1 to v22");
        assert_eq!(error("h8\n12."), "line 2: expected moves such as h8 i9 j8, found \"12.\"");
        let gap = "line 1: expected the number of move 3, found \"4\"";
        for text in ["1. h8 2. i9 4. j10", "1) h8 i9 4) j10", "1.h8\n2.i9 4.j10"] {
            assert_eq!(error(text), gap, "{text}");
        }
        for text in ["5. h8 6. i9", "1. h8 1... i9 2. j8", "1. h8 0.5 i9 3.14"] {
            assert_eq!(read(text, Rule::Freestyle).map(|games| games.len()), Ok(1), "{text}");
        }
        assert!(is_list("hh8 i9") && is_list("h8 i9 h8") && !is_list("hello h8"));
    }
}
