//! Piskvork's `.psq`.
//!
//! The first line is `Piskvorky 15x15, 11:11, 0`: size, levels of the players (which mean nothing to us), and
//! which of the two named players moves first. Then come the moves, `x,y,milliseconds`, counted from 1 at the
//! top left; then, in tournaments, the two names and a code for the end, -1 if the game ended by the rules.
//! Later archives add a line `winner,Rule`: 1 or 2, 0 for a draw, and the name of the rule or of one of
//! Gomocup's divisions, such as `Standard1` or `Freestyle15_1`. What other programs leave out is made up for:
//! the result of a game without that line is taken from the board, and moves may have no times. Times that
//! are all 0 are unknown. Other lines are left out and told.

use std::fmt::Write;

use super::note::Notes;
use super::{GameRecord, GameResult, Place, RecordError, RecordedMove, WriteError};
use crate::geometry::{BoardSize, Color};
use crate::rules::Rule;

/// What stands in place of names that are unknown.
const UNNAMED: [&str; 2] = ["black", "white"];

/// Writes a game; scores, remarks and names that look like moves have no place in the format.
///
/// # Errors
/// [`WriteError`] for a game that does not begin on the empty board with black: the format has no place for
/// set-ups.
pub fn write(game: &GameRecord) -> Result<String, WriteError> {
    WriteError::expect_no_setup(1, &game.setup)?;
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", game.size.width(), game.size.height());
    // Writing to a string cannot fail, here and below.
    for played in &game.moves {
        let (x, y) = (played.square.x() + 1, played.square.y() + 1);
        let _ = writeln!(text, "{x},{y},{}", played.time_ms.unwrap_or(0));
    }
    for (name, other) in game.names.0.iter().zip(UNNAMED) {
        let line = name.replace(char::is_control, " ");
        let line = line.trim();
        let _ = writeln!(text, "{}", if !line.is_empty() && holds_name(line) { line } else { other });
    }
    text.push_str("-1\n");
    let winner = match game.result {
        GameResult::Win(color) => color.index() as i32 + 1,
        GameResult::Draw => 0,
        GameResult::Unfinished => -1,
    };
    let _ = writeln!(text, "{winner},{}", game.rule.name());
    Ok(text)
}

/// Reads a game. Files that do not name a rule are read under `rule`.
///
/// # Errors
/// [`RecordError`] for a wrong first line, for moves off the board or on occupied squares, and for a damaged
/// line among the moves.
///
/// # Examples
/// ```
/// use rustgomo::record::psq;
/// use rustgomo::Rule;
///
/// let game = psq::read("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,120\n-1\n", Rule::Freestyle)?;
/// assert_eq!(game.moves.len(), 2);
/// assert_eq!(game.moves[1].time_ms, Some(120));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, rule: Rule) -> Result<GameRecord, RecordError> {
    read_telling(text, rule, &mut Notes::default())
}

/// [`read`], with notes on lines that are left out.
pub(super) fn read_telling(text: &str, rule: Rule, notes: &mut Notes) -> Result<GameRecord, RecordError> {
    // Files of DOS end with a mark.
    let text = text.trim_end_matches(['\x1a', '\0']).replace("\r\n", "\n");
    let lines = text.split(['\n', '\r']).enumerate().map(|(i, line)| (i + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
    let (number, first) = lines.next().unwrap_or((1, ""));
    let expected = "a first line such as \"Piskvorky 15x15, 11:11, 0\"";
    let (size, second_begins) = header(first).ok_or_else(|| RecordError::new(number, expected, first))?;
    let mut game = GameRecord::new(size, rule);
    let wrong_move = |number, index, line| {
        let expected = format!("x,y,milliseconds on a board of {size}, counted from 1");
        RecordError::of_move(number, index, line, expected)
    };
    let mut before = number;
    while let Some((number, line)) = lines.next_if(|(_, line)| is_move(line)) {
        before = number;
        let index = game.moves.len() + 1;
        let played = read_move(line, size).ok_or_else(|| wrong_move(number, index, line))?;
        if game.has_move_on(played.square) {
            return Err(RecordError::occupied(number, index, line));
        }
        game.moves.push(played);
    }
    if lines.peek().is_none() && may_be_cut_short(&text, &game.moves) {
        notes
            .tell(Place::Line(text.lines().count()), "the file ends within this line: its move may be wrong");
    }
    if game.moves.iter().all(|played| played.time_ms == Some(0)) {
        game.moves.iter_mut().for_each(|played| played.time_ms = None);
    }
    let rest: Vec<_> = lines.collect();
    if let Some(&(number, line)) = rest.first()
        && (is_like_a_move(line) || rest.iter().any(|(_, line)| is_move(line)))
    {
        return Err(wrong_move(number, game.moves.len() + 1, line));
    }
    let (skipped, mut players) = players(&rest, before);
    if second_begins {
        players.reverse();
    }
    for ((name, unnamed), into) in players.into_iter().zip(UNNAMED).zip(&mut game.names.0) {
        if name != unnamed {
            name.clone_into(into);
        }
    }
    let mut end = None;
    for &(number, line) in &rest[skipped..] {
        match verdict(line) {
            found @ Some(_) if end.is_none() => end = found,
            // The code for the end.
            _ if end.is_none() && line.parse::<i64>().is_ok() => {}
            _ => notes.tell(Place::Line(number), "a line that is no move, pair of names or end is left out"),
        }
    }
    let (recorded, named) = end.unwrap_or((GameResult::Unfinished, ""));
    game.rule = rule_of(named).unwrap_or(rule);
    game.set_recorded_result(recorded);
    Ok(game)
}

/// The number of lines with names behind the line before, and the names. The end may stand alone, and one name
/// before or behind an empty line.
fn players<'a>(rest: &[(usize, &'a str)], before: usize) -> (usize, [&'a str; 2]) {
    let is_code = |code: &str| code.parse::<i64>().is_ok();
    match *rest {
        [] | [_] => (0, [""; 2]),
        [(_, code), (_, last)] if is_code(code) && verdict(last).is_some() => (0, [""; 2]),
        [(number, name), (_, code), ref end @ ..]
            if is_code(code) && end.len() < 2 && end.iter().all(|(_, last)| verdict(last).is_some()) =>
        {
            (1, if number > before + 1 { ["", name] } else { [name, ""] })
        }
        [(_, first), (_, second), ..] => (2, [first, second]),
    }
}

/// Whether the last line has its move and no time, unlike others: of `8,12,340` a file that breaks off may
/// leave `8,1`.
fn may_be_cut_short(text: &str, moves: &[RecordedMove]) -> bool {
    let is_timed = |played: &RecordedMove| played.time_ms.is_some();
    let is_untimed = moves.last().is_some_and(|last| !is_timed(last));
    is_untimed && moves.iter().any(is_timed) && !text.ends_with(['\n', '\r'])
}

fn header(line: &str) -> Option<(BoardSize, bool)> {
    let mut parts = line.strip_prefix("Piskvorky ")?.split(',');
    let size: BoardSize = parts.next()?.parse().ok()?;
    Some((size, parts.nth(1).is_some_and(|begins| begins.trim() == "1")))
}

/// Whether a name can be read back, which one that looks like a move cannot.
pub(super) fn holds_name(name: &str) -> bool {
    let name = name.trim();
    !is_move(name) && !is_like_a_move(name)
}

/// The last line: who won, if anyone did, and the name of the rule.
fn verdict(line: &str) -> Option<(GameResult, &str)> {
    let (winner, named) = line.split_once(',')?;
    let winner = match winner.trim() {
        "0" => GameResult::Draw,
        "1" => GameResult::Win(Color::Black),
        "2" => GameResult::Win(Color::White),
        "-1" => GameResult::Unfinished,
        _ => return None,
    };
    Some((winner, named.split(',').next().unwrap_or("").trim()))
}

/// The rule of this name, or that of a division of Gomocup: `Freestyle1` to `Freestyle3` and `Fastgame` on
/// 20x20 until 2023, `Freestyle15_1` and `Freestyle20_1` since, `Standard1`, `Renju_1`, `Caro` and such, also
/// in words (`Fast game`).
fn rule_of(named: &str) -> Option<Rule> {
    if let Ok(rule) = named.parse() {
        return Some(rule);
    }
    let letters: String =
        named.chars().take_while(|c| !c.is_ascii_digit()).filter(char::is_ascii_alphabetic).collect();
    let letters = letters.to_ascii_lowercase();
    if letters.starts_with("fast") { Some(Rule::Freestyle) } else { letters.parse().ok() }
}

/// Two or three numbers; a name may contain commas too.
fn is_move(line: &str) -> bool {
    let is_number = |part: &str| part.trim().parse::<i64>().is_ok();
    matches!(line.split(',').count(), 2 | 3) && line.split(',').all(is_number)
}

/// Digits with commas or semicolons, as in what is left of a damaged move.
fn is_like_a_move(line: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || " \t,;.:-".contains(c);
    line.chars().all(is_part) && line.contains(|c: char| c.is_ascii_digit()) && line.contains([',', ';'])
}

fn read_move(line: &str, size: BoardSize) -> Option<RecordedMove> {
    let mut parts = line.split(',').map(|part| part.trim().parse::<i64>());
    let x = parts.next()?.ok()?.checked_sub(1)?;
    let y = parts.next()?.ok()?.checked_sub(1)?;
    let ms = parts.next().transpose().ok()?;
    let time_ms = ms.map(|ms| u32::try_from(ms.max(0)).unwrap_or(u32::MAX));
    Some(RecordedMove { square: size.square(x, y)?, score: None, time_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_file_is_read() {
        let text = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,10,0\n10,11,1203\nA.zip\nB, the second.zip\n-1\n2,Renju\n";
        let game = read(text, Rule::Freestyle).unwrap();
        assert_eq!((game.size.width(), game.rule, game.moves.len()), (20, Rule::Renju, 3));
        assert_eq!(game.result, GameResult::Win(Color::White));
        assert_eq!(game.names.0, ["A.zip", "B, the second.zip"]);
        assert_eq!((game.moves[2].square.x(), game.moves[2].square.y()), (9, 10));
        assert_eq!(game.moves[2].time_ms, Some(1203));
    }

    #[test]
    fn a_plain_game_takes_its_result_from_the_board_and_the_beginner_from_the_header() {
        let moves = "1,1,5\n1,2,5\n2,1,5\n2,2,5\n3,1,5\n3,2,5\n4,1,5\n4,2,5\n5,1,5\n";
        let game = read(&format!("Piskvorky 15x15, 0:0, 1\n{moves}first\nsecond\n"), Rule::Standard).unwrap();
        assert_eq!(game.result, GameResult::Win(Color::Black));
        assert_eq!(game.names[Color::Black], "second");
    }

    #[test]
    fn a_damaged_line_among_the_moves_is_an_error_and_a_missing_end_is_none() {
        let read = |rest: &str| read(&format!("Piskvorky 15x15, 0:0, 0\n8,8,0\n{rest}"), Rule::Renju);
        for (rest, found) in [
            ("9;8,9\n8,7,0\n-1\n", "9;8,9"),
            ("9;8,9\na\nb\n-1\n", "9;8,9"),
            ("9,x,0\n8,7,0\na\nb\n-1\n", "9,x,0"),
        ] {
            let expected = "expected x,y,milliseconds on a board of 15x15, counted from 1";
            let error = read(rest).unwrap_err().to_string();
            assert_eq!(error, format!("line 3, move 2, {found}: {expected}"));
        }
        for rest in ["", "-1\n", "a\nb\n-1\n", "2024\n1.5\n-1\n", "\n9,8,0\n\na\nb"] {
            assert!(read(rest).is_ok(), "{rest}");
        }
    }

    #[test]
    fn moves_without_times_are_read_as_piskvork_does() {
        let game =
            read("Piskvorky 15x15, 11:11, 0\n9,9\n 10 , 9 \n9,10,70\nAnna\nBen\n-1\n", Rule::Renju).unwrap();
        let times: Vec<_> = game.moves.iter().map(|played| played.time_ms).collect();
        assert_eq!(
            (times, game.names.0),
            (vec![None, None, Some(70)], ["Anna".to_owned(), "Ben".to_owned()])
        );
    }

    #[test]
    fn divisions_of_gomocup_name_the_rule() {
        let read = |last: &str| {
            let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\nA.zip\nB.zip\n-1\n{last}\n");
            let game = read(&text, Rule::ExactCaro).unwrap();
            (game.rule, game.result)
        };
        for (last, rule, result) in [
            ("1,Standard1", Rule::Standard, GameResult::Win(Color::Black)),
            ("1,Renju_1", Rule::Renju, GameResult::Win(Color::Black)),
            ("0,Freestyle15_1", Rule::Freestyle, GameResult::Draw),
            ("2,Freestyle20_2", Rule::Freestyle, GameResult::Win(Color::White)),
            ("2,Fastgame", Rule::Freestyle, GameResult::Win(Color::White)),
            ("1,Fast game", Rule::Freestyle, GameResult::Win(Color::Black)),
            ("1,Caro", Rule::Caro, GameResult::Win(Color::Black)),
            ("-1,renju", Rule::Renju, GameResult::Unfinished),
            ("1,Unknown7", Rule::ExactCaro, GameResult::Win(Color::Black)),
        ] {
            assert_eq!(read(last), (rule, result), "{last}");
        }
        // A standard game with a six goes on behind it.
        let moves = "1,1,5\n1,9,5\n2,1,5\n2,9,5\n3,1,5\n9,9,5\n4,1,5\n4,9,5\n5,1,5\n5,9,5\n6,1,5\n";
        let six = super::read(
            &format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n-1\n0,Standard1\n"),
            Rule::Freestyle,
        )
        .unwrap();
        assert_eq!((six.moves.len(), six.rule), (11, Rule::Standard));
    }

    #[test]
    fn a_name_that_looks_like_a_move_does_not_become_one() {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Renju);
        game.push(game.size.center());
        for name in ["1,2,3", "1,2", "a"] {
            game.names[Color::Black] = name.to_owned();
            let written = write(&game).unwrap();
            assert!(written.contains("\nwhite\n-1\n"), "{written}");
            let read = read(&written, Rule::Renju).unwrap();
            let expected = if holds_name(name) { ["a", ""] } else { ["", ""] };
            assert_eq!((read.moves.len(), read.names.0), (1, expected.map(str::to_owned)), "{name}");
        }
    }

    #[test]
    fn one_name_stays_alone() {
        for (rest, names) in [
            ("\r\na\r\nb\r\n-1\r\n\x1a", ["a", "b"]),
            ("\r\n-1\r\n\x1a\0\0", ["", ""]),
            ("\n\nB.zip\n-1\n1,Renju\n", ["", "B.zip"]),
            ("\nA.zip\n\n-1\n1,Renju\n", ["A.zip", ""]),
            ("\nA.zip\n-1\n", ["A.zip", ""]),
            ("\n\na\n\nb\n\n-1\n\n1,Renju\n", ["a", "b"]),
            ("\nblack\nBob\n-1\n1,Renju\n", ["", "Bob"]),
            ("\nAnna\nwhite\n-1\n1,Renju\n", ["Anna", ""]),
            ("\n7\n-1\n-1\n1,Renju\n", ["7", "-1"]),
        ] {
            let mut notes = Notes::default();
            let text = format!("Piskvorky 15x15, 0:0, 0\r\n8,8,7\r\n9,9,10{rest}");
            let game = read_telling(&text, Rule::Renju, &mut notes).unwrap();
            assert_eq!((game.names.0, notes.list), (names.map(str::to_owned), vec![]), "{rest:?}");
        }
    }

    #[test]
    fn a_move_that_may_be_cut_short_is_told() {
        for (rest, is_told) in
            [("9,1", true), ("9,1\n", false), ("9,12,3", false), ("9,1\na\nb", false), ("", false)]
        {
            let mut notes = Notes::default();
            let text = format!("Piskvorky 15x15, 0:0, 0\n8,8,7\n{rest}");
            read_telling(&text, Rule::Renju, &mut notes).unwrap();
            let place = notes.list.first().and_then(|note| note.place);
            assert_eq!(place, is_told.then_some(Place::Line(3)), "{rest}");
        }
    }

    #[test]
    fn lines_without_a_meaning_are_told() {
        for (rest, told) in [
            ("Anna\n", vec![3]),
            ("-1\n", vec![]),
            ("-1\n1,Renju\n", vec![]),
            ("a\nb\n-1\n1,Renju\n", vec![]),
            ("a\nb\n-1\nnote\n1,Renju\nbye\n", vec![6, 8]),
        ] {
            let mut notes = Notes::default();
            read_telling(&format!("Piskvorky 15x15, 0:0, 0\n8,8,0\n{rest}"), Rule::Renju, &mut notes)
                .unwrap();
            let first = told.first().map(|&line| (Some(Place::Line(line)), told.len()));
            let found = notes.list.first().map(|note| (note.place, note.count));
            assert_eq!((notes.list.len(), found), (usize::from(first.is_some()), first), "{rest}");
        }
    }

    #[test]
    fn old_line_ends_are_read_and_times_that_are_all_zero_are_unknown() {
        let game = read("Piskvorky 15x15, 0:0, 0\r8,8,0\r9,8,0\ra\rb\r-1\r0,Renju\r", Rule::Caro).unwrap();
        assert_eq!((game.moves.len(), game.rule, game.names.0[1].as_str()), (2, Rule::Renju, "b"));
        assert!(game.moves.iter().all(|played| played.time_ms.is_none()));
        let nameless = read("Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n1,Renju\n", Rule::Caro).unwrap();
        assert_eq!((nameless.rule, nameless.names.0[0].as_str()), (Rule::Renju, ""));
        let times = read("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,8,5\n", Rule::Caro).unwrap().moves;
        assert_eq!((times[0].time_ms, times[1].time_ms), (Some(0), Some(5)));
        let wrong = read("Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n8,8,0\r\n", Rule::Caro).unwrap_err();
        assert_eq!(wrong.place, Place::Line(3));
    }

    #[test]
    fn broken_files_are_refused_with_the_line() {
        assert_eq!(read("", Rule::Renju).unwrap_err().place, Place::Line(1));
        assert_eq!(read("\n\nGomoku 15x15\n", Rule::Renju).unwrap_err().place, Place::Line(3));
        assert_eq!(
            read("Piskvorky 15x15, 0:0, 0\n1,1,0\n16,1,0\n", Rule::Renju).unwrap_err().place,
            Place::Line(3)
        );
        assert_eq!(
            read("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", Rule::Renju).unwrap_err().place,
            Place::Line(3)
        );
        assert!(read("Piskvorky 1x1, 0:0, 0\n", Rule::Renju).is_err());
    }
}
