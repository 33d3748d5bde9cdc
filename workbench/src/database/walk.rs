//! A walk through a database by commands.

use std::io::{BufRead, Write};

use super::PositionView;
use crate::analyze::{Subject, best_move};
use rustgomo::board::square_name;
use rustgomo::database::Reader;

/// The answer to `help`.
const HELP: &str = "\
MOVES, play MOVES  play moves, such as: h8 i9
best               play the best known move
back [COUNT]       take back the last move, or COUNT moves
list               list the moves of the position again
help, quit";

/// A command.
enum Command<'a> {
    Play(&'a str),
    Best,
    Back(&'a str),
    List,
    Help,
    Quit,
    Nothing,
}

impl<'a> Command<'a> {
    fn of(line: &'a str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "play" => Self::Play(rest),
            "best" => Self::Best,
            "back" | "undo" => Self::Back(rest.trim()),
            "list" | "show" => Self::List,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => Self::Play(line),
        }
    }
}

/// Shows a position, then carries out the commands of `input` until its end.
pub fn walk(
    reader: &Reader,
    mut subject: Subject,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    has_prompt: bool,
) -> anyhow::Result<()> {
    PositionView::new(reader, &subject)?.write(out)?;
    let mut bytes = Vec::new();
    loop {
        if has_prompt {
            write!(out, "> ")?;
        }
        out.flush()?;
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        let next = match Command::of(line.trim()) {
            Command::Quit => return Ok(()),
            Command::Nothing => continue,
            Command::Help => {
                writeln!(out, "{HELP}")?;
                continue;
            }
            Command::List => Ok(subject.clone()),
            Command::Play(moves) => subject.after(moves).map_err(|error| error.to_string()),
            Command::Back(count) => back(&subject, count),
            Command::Best => best(reader, &subject)?,
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

/// The position after the best known move; the inner error is the user's.
fn best(
    reader: &Reader,
    subject: &Subject,
) -> Result<Result<Subject, String>, rustgomo::database::DatabaseError> {
    let Some(square) = best_move(reader, &subject.board, subject.rule)? else {
        return Ok(Err("expected a move with a value, found none here".to_owned()));
    };
    let name = square_name(square, subject.board.size());
    Ok(subject.after(&name).map_err(|error| error.to_string()))
}
