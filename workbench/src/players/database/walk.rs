//! A walk through a database by commands.

use std::io::{BufRead, Write};

use super::PositionView;
use crate::players::analyze::{Subject, best_move, next_line};
use rustgomo::board::square_name;
use rustgomo::database::Reader;

/// The answer to `help`.
const HELP: &str = "\
MOVES, play MOVES  play moves, such as: h8 i9
best               play the best known move
back [COUNT]       take back the last move, or COUNT moves
list               list the moves of the position again
help, quit";

/// Shows a position, then carries out the commands of `input` until its end.
pub fn walk(
    reader: &Reader,
    mut subject: Subject,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    has_prompt: bool,
) -> anyhow::Result<()> {
    PositionView::new(reader, &subject)?.write(out)?;
    loop {
        if has_prompt {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some(line) = next_line(input)? else { return Ok(()) };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line.as_str(), ""));
        let played = |moves: &str| subject.after(moves).map_err(|error| error.to_string());
        let next = match word.to_ascii_lowercase().as_str() {
            "" => continue,
            "quit" | "exit" => return Ok(()),
            "help" | "?" => {
                writeln!(out, "{HELP}")?;
                continue;
            }
            "list" | "show" => Ok(subject.clone()),
            "back" | "undo" => back(&subject, rest.trim()),
            "best" => match best_move(reader, &subject.board, subject.rule)? {
                Some(square) => played(&square_name(square, subject.board.size())),
                None => Err("expected a move with a value, found none here".to_owned()),
            },
            "play" => played(rest),
            _ => played(&line),
        };
        match next {
            Ok(next) => {
                subject = next;
                PositionView::new(reader, &subject)?.write(out)?;
            }
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
}

/// The position before the last moves.
fn back(subject: &Subject, count: &str) -> Result<Subject, String> {
    let most = subject.board.history().len();
    let count = if count.is_empty() { Some(1) } else { count.parse().ok() };
    let count: usize = count
        .filter(|&count| count <= most)
        .ok_or_else(|| format!("expected at most {most} moves to take back"))?;
    let mut before = subject.clone();
    for _ in 0..count {
        before.board.undo();
    }
    Ok(before)
}
