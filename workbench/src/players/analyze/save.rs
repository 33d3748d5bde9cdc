//! Saves positions to files that `analyze` can read.

use std::path::Path;

use anyhow::{Result, bail};

use super::Subject;
use crate::files::replace;
use crate::players::games::convert;
use rustgomo::board::Board;
use rustgomo::record::tree::GameTree;
use rustgomo::record::{GameRecord, GameResult, RecordFormat, Termination};

/// Writes the game that led to a position to a new file in the format of its extension, or a diagram if
/// stones were set up. Returns what was written: `game` or `diagram`.
pub fn save(subject: &Subject, path: &Path) -> Result<&'static str> {
    let name = path.display();
    if path.exists() {
        bail!("{name} exists: choose another name");
    }
    if let Some(game) = game(subject) {
        convert(&GameTree::from(&game), path, None, None)?;
        return Ok("game");
    }
    if RecordFormat::of_name(path) != RecordFormat::Text {
        bail!(
            "expected a name such as board.txt, found {name}: the stones were set up, so a diagram is written"
        );
    }
    let (board, side) = (&subject.board, subject.board.side_to_move().name());
    let diagram = format!("{board}{side} to move\n");
    replace(path, diagram.as_bytes())?;
    Ok("diagram")
}

/// The game that led to a position, if it started on an empty board and has no passes.
fn game(subject: &Subject) -> Option<GameRecord> {
    let board = &subject.board;
    let mut game = GameRecord::new(board.size(), subject.rule);
    let mut replayed = Board::new(board.size());
    for &square in board.history() {
        replayed.play(square?).ok()?;
        game.push(square?);
    }
    if replayed.empty() != board.empty() {
        return None;
    }
    if let Some(end) = subject.end() {
        let is_draw = end.winner.is_none();
        game.result = GameResult::from_name(end.result)?;
        game.termination = if is_draw { Termination::FullBoard } else { Termination::Five };
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::analyze::read_game;
    use crate::players::games::{EncodingOption, Filter};
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;

    fn fresh(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("rustgomo-save-{}-{name}", std::process::id()));
        drop(std::fs::remove_file(&path));
        path
    }

    #[test]
    fn a_game_is_saved_once_in_every_format_and_read_back() {
        let moves = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
        let subject = Subject::from_moves(moves, BoardSize::default(), Rule::Renju).unwrap();
        for name in ["a.sgf", "a.psq", "a.lib", "a.sav", "a.pos", "a.txt"] {
            let path = fresh(name);
            assert_eq!(save(&subject, &path).unwrap(), "game", "{name}");
            let (read, _) =
                read_game(&path, 1, Some(Rule::Renju), EncodingOption::default(), &Filter::default())
                    .unwrap();
            assert_eq!(read.board().unwrap(), subject.board, "{name}");
            assert_eq!(read.result.name(), "1-0", "{name}");
            assert!(save(&subject, &path).unwrap_err().to_string().ends_with("exists: choose another name"));
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_position_that_was_set_up_is_saved_as_a_diagram_with_its_side_to_move() {
        let text = ". . . . .\n. X . . .\n. . # O .\n. . . . .\n. . . . .\nwhite to move";
        let set_up = Subject::from_diagram(text, "text", Rule::Renju, None).unwrap();
        let subject = set_up.after("a1").unwrap();
        assert!(save(&subject, &fresh("b.sgf")).unwrap_err().to_string().contains("board.txt"));
        let path = fresh("b.txt");
        assert_eq!(save(&subject, &path).unwrap(), "diagram");
        let read = Subject::from_diagram_file(&path, Rule::Renju, None).unwrap();
        assert_eq!(read.board.to_string(), subject.board.to_string());
        let side = (read.board.side_to_move(), read.is_side_guessed);
        assert_eq!(side, (subject.board.side_to_move(), false));
        std::fs::remove_file(path).unwrap();
    }
}
