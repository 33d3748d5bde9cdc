//! The position to analyse: from moves, a diagram, a record or an opening.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

use crate::files::read;
use crate::meter::NoMeter;
use crate::players::games::{Choice, EncodingOption, Filter, Source as Games, Told};
use crate::players::opening::Source;
use rustgomo::board::{Board, Diagram, parse_square, read_diagram, split_squares, square_name, square_range};
use rustgomo::geometry::{BoardSize, Color, Square, shortened};
use rustgomo::opening::NamedOpening;
use rustgomo::record::GameRecord;
use rustgomo::report::EndReport;
use rustgomo::rules::{GameEnd, Rule, fouls_of_game};

/// A position and its rule.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The position.
    pub board: Board,
    /// The rule.
    pub rule: Rule,
    /// Whether the side to move was inferred from the numbers of stones, since the diagram does not name it.
    pub is_side_guessed: bool,
}

impl Subject {
    /// The position after moves such as `h8 i9` or `h8i9`, from the empty board.
    pub fn from_moves(moves: &str, size: BoardSize, rule: Rule) -> Result<Self> {
        Self::new(Board::new(size), rule).after(moves)
    }

    /// A position with a known side to move.
    pub const fn new(board: Board, rule: Rule) -> Self {
        Self { board, rule, is_side_guessed: false }
    }

    /// The position after further moves.
    pub fn after(&self, moves: &str) -> Result<Self> {
        let mut next = self.clone();
        let size = self.board.size();
        let before = self.board.history().iter().flatten().count();
        for (text, number) in split_squares(moves).zip(before + 1..) {
            let square = parse_square(text, size).map_err(|_| {
                anyhow!("move {number}, {}: expected {}", shortened(text), square_range(size))
            })?;
            play(&mut next.board, square, number)?;
        }
        Ok(next)
    }

    /// The position of a diagram file: `.` empty, `X` black, `O` white, `#` blocked. `to_move` overrides the
    /// side to move that the diagram names.
    pub fn from_diagram_file(path: &Path, rule: Rule, to_move: Option<Color>) -> Result<Self> {
        let text = read(path)?;
        Self::from_diagram(&String::from_utf8_lossy(&text), &path.display().to_string(), rule, to_move)
    }

    /// The position of a diagram that was read from `path`.
    pub fn from_diagram(text: &str, path: &str, rule: Rule, to_move: Option<Color>) -> Result<Self> {
        let Diagram { mut board, names_side_to_move } =
            read_diagram(text).with_context(|| path.to_owned())?;
        if to_move.is_some_and(|color| color != board.side_to_move()) {
            board.pass();
        }
        Ok(Self { board, rule, is_side_guessed: !names_side_to_move && to_move.is_none() })
    }

    /// The position after `moves` moves of a game; without a number, after all moves but one that ended the
    /// game.
    pub fn from_game(game: &GameRecord, moves: Option<usize>) -> Result<Self> {
        if let Some(found) = moves.filter(|&found| found > game.moves.len()) {
            bail!("expected a number of moves from 0 to {}, found {found}", game.moves.len());
        }
        let mut board = game.start().context("the stones that are set up")?;
        let count = moves.unwrap_or(game.moves.len());
        for (square, number) in game.squares().take(count).zip(1..) {
            play(&mut board, square, number)?;
        }
        // Also a row after a forbidden move, which ends the game for those who allow that.
        let ends = [GameEnd::of(&board, game.rule), GameEnd::by_rows(&board, game.rule)];
        if moves.is_none() && ends.iter().flatten().any(|end| end.plies == Some(board.history().len())) {
            board.undo();
        }
        Ok(Self::new(board, game.rule))
    }

    /// The position after opening `number`, from 1.
    pub fn from_opening(source: &Source, number: usize) -> Result<Self> {
        Ok(Self::new(source.opening(number)?.board(source.size)?, source.rule))
    }

    /// How the game ended if forbidden moves are allowed; `None` if it has not ended.
    pub fn end(&self) -> Option<EndReport> {
        Some(EndReport::new(&GameEnd::by_rows(&self.board, self.rule)?, &self.board))
    }

    /// The named opening of the game.
    pub fn opening(&self) -> Option<NamedOpening> {
        NamedOpening::of_board(&self.board, self.rule)
    }

    /// The forbidden moves of the game, with their numbers from 1; the analysis ignores that they lost the
    /// game. Empty if the order of the moves is unknown.
    pub fn forbidden_moves(&self) -> Vec<(usize, Square)> {
        let fouls = fouls_of_game(&self.board, self.rule).into_iter();
        fouls.filter_map(|(plies, _)| Some((plies, (*self.board.history().get(plies - 1)?)?))).collect()
    }
}

/// Plays move `number` of a game.
fn play(board: &mut Board, square: Square, number: usize) -> Result<()> {
    let size = board.size();
    let name = square_name(square, size);
    board.play(square).map_err(|_| anyhow!("move {number}, {name}: the square is already occupied"))
}

/// A game of a file: Piskvork's `.psq`, `.sgf`, RenLib's `.lib`, Yixin-Board's `.sav`, `.pos`, a list of
/// moves, or text with one game per line; and what is to be told of the file. `number` counts those that the
/// filter takes from 1; `rule` applies to files that name none.
pub fn read_game(
    path: &Path,
    number: usize,
    rule: Option<Rule>,
    encoding: EncodingOption,
    filter: &Filter,
) -> Result<(GameRecord, Told)> {
    let (name, mut choice, mut chosen) = (path.display(), Choice::new(filter, Some(number)), None);
    let reader = encoding.reader(rule);
    let told =
        Games { paths: &[path.to_owned()], reader: &reader, meter: &NoMeter }.games(&mut |place, game| {
            if choice.takes(place.number, &game) {
                chosen = Some(game);
            }
            Ok(())
        })?;
    choice.finish(&told, chosen.iter().len()).with_context(|| name.to_string())?;
    let game = chosen.with_context(|| format!("expected at least one game in {name}, found none"))?;
    if let Some(found) = rule.filter(|&rule| rule != game.rule) {
        bail!("expected the rule of {name}, {}, found {found}: leave --rule out", game.rule);
    }
    Subject::from_game(&game, None).map_err(|error| anyhow!("{name}, game {number}, {error:#}"))?;
    Ok((game, told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_with_and_without_blanks() {
        let size = BoardSize::default();
        let spaced = Subject::from_moves("h8 i9 j10", size, Rule::Renju).unwrap();
        let packed = Subject::from_moves("h8i9, J10", size, Rule::Renju).unwrap();
        assert_eq!(spaced.board, packed.board);
        assert_eq!(spaced.board.history().len(), 3);
    }

    #[test]
    fn forbidden_moves_of_the_past_are_found() {
        let moves = "h9 a1 h10 a3 i8 o1 j8 o15 h8 a15";
        let renju = Subject::from_moves(moves, BoardSize::default(), Rule::Renju).unwrap();
        let found = renju.forbidden_moves();
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].0, rustgomo::board::square_name(found[0].1, BoardSize::default())),
            (9, "h8".to_owned())
        );
        let free = Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap();
        assert!(free.forbidden_moves().is_empty());
    }

    #[test]
    fn wrong_moves_are_quoted() {
        let error = |moves: &str| {
            Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap_err().to_string()
        };
        assert_eq!(error("h8 z99"), "move 2, z99: expected a square from a1 to o15");
        assert_eq!(error("hh8"), "move 1, hh8: expected a square from a1 to o15");
        assert_eq!(error("h8 i9 h8"), "move 3, h8: the square is already occupied");
    }

    #[test]
    fn the_side_to_move_of_a_diagram_is_said_or_guessed() {
        let stones = ". . . . .\n. X . . .\n. . . O .\n. . . . .\n. . . . .";
        let read = |text: &str, to_move| {
            let subject = Subject::from_diagram(text, "a.txt", Rule::Renju, to_move).unwrap();
            (subject.board.side_to_move(), subject.is_side_guessed)
        };
        assert_eq!(read(stones, None), (Color::Black, true));
        assert_eq!(read(stones, Some(Color::White)), (Color::White, false));
        let named = format!("{stones}\nwhite to move");
        assert_eq!(read(&named, None), (Color::White, false));
        assert_eq!(read(&named, Some(Color::Black)), (Color::Black, false));
        let wrong = Subject::from_diagram("h8 i9", "a.txt", Rule::Renju, None).unwrap_err();
        let wrong = format!("{wrong:#}");
        assert_eq!(wrong, "a.txt: expected one of . X O # in row 1 of the diagram, found 'h'");
    }

    #[test]
    fn a_record_is_read_up_to_the_move_that_ended_it() {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Freestyle);
        let moves = Subject::from_moves("h8 a1 i8 a2 j8 a3 k8 a4 l8 b1", game.size, game.rule).unwrap();
        let squares: Vec<Square> = moves.board.history().iter().flatten().copied().collect();
        squares[..9].iter().for_each(|&square| game.push(square));
        assert_eq!(Subject::from_game(&game, None).unwrap().board.history().len(), 8);
        assert!(Subject::from_game(&game, Some(9)).unwrap().end().is_some());
        game.push(squares[9]);
        assert!(Subject::from_game(&game, None).unwrap().end().is_some());
        let fork = Subject::from_moves("h9 a1 h10 a3 i8 o1 j8 o15 h8", game.size, Rule::Renju).unwrap();
        let mut game = GameRecord::new(game.size, Rule::Renju);
        fork.board.history().iter().flatten().for_each(|&square| game.push(square));
        assert_eq!(Subject::from_game(&game, None).unwrap().board.history().len(), 8);
    }
}
