//! Runs the match of a command line.

use std::io::Write;

use anyhow::Result;

use super::{Command, lines, pgn};
use crate::developers::matches::Match;
use crate::files::append;
use rustgomo::StopHandle;

/// Plays the match, prints fastchess's output to `out` and notes to `notes`, and appends each game to the
/// command's file. True if all games were played rather than interrupted.
pub fn run(command: &Command, stop: &StopHandle, out: &mut dyn Write, notes: &mut dyn Write) -> Result<bool> {
    let contest = Match::new(command.options()?)?;
    if let Some(note) = contest.concurrency_note() {
        writeln!(notes, "note: {note}")?;
    }
    let mut file = command.pgn.as_deref().map(append).transpose()?;
    let names = [command.engines[0].name(), command.engines[1].name()];
    let total = contest.schedule().count();
    // Games start in order, the next one as soon as one has ended.
    let mut begun = contest.concurrency() as u64;
    for number in 1..=begun {
        out.write_all(started(&contest, number, names).as_bytes())?;
    }
    out.flush()?;
    let standings = contest.run(&[], stop, &mut |played, standings| {
        if let Some(file) = &mut file {
            file.write_all(pgn::write(&played.record, &command.controls()).as_bytes())?;
        }
        let mut text = lines::finished(&played.record) + &lines::score(names, &standings.total(0));
        if begun < total {
            begun += 1;
            text += &started(&contest, begun, names);
        }
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    })?;
    out.write_all(lines::results(command, &standings.total(0)).as_bytes())?;
    let is_complete = contest.is_complete(&standings);
    writeln!(out, "{}", if is_complete { "Tournament finished" } else { "Tournament was interrupted" })?;
    standings.expect_moves()?;
    Ok(is_complete)
}

fn started(contest: &Match, number: u64, names: [&str; 2]) -> String {
    let total = contest.schedule().count();
    let is_first_black = contest.schedule().game(number).is_none_or(|game| game.is_first_black());
    let [first, second] = names;
    lines::started(number, total, if is_first_black { [first, second] } else { [second, first] })
}
