//! Output in fastchess's format, without empty lines, which the worker takes for the end.

use std::fmt::Write;

use super::Command;
use crate::developers::matches::{Estimate, Tally};
use rustgomo::geometry::{ByColor, Color};
use rustgomo::record::{GameRecord, GameResult, Termination};

/// Start of a game.
pub(super) fn started(number: u64, total: u64, [black, white]: [&str; 2]) -> String {
    format!("Started game {number} of {total} ({black} vs {white})\n")
}

/// End of a game. The worker parses number and result, and looks for `on time`, `illegal`, `disconnect` or
/// `stalls` in the reason.
pub(super) fn finished(game: &GameRecord) -> String {
    let ByColor([black, white]) = &game.names;
    let (number, result) = (game.number, game.result.name());
    format!("Finished game {number} ({black} vs {white}): {result} {{{}}}\n", reason(game))
}

/// The reason for the end of a game, in fastchess's words where they exist.
pub(super) fn reason(game: &GameRecord) -> String {
    let (winner, loser) = match game.result {
        GameResult::Win(color) => (&game.names[color], &game.names[color.opponent()]),
        // For a draw; the names are unused.
        _ => (&game.names[Color::Black], &game.names[Color::White]),
    };
    match game.termination {
        Termination::Five => format!("{winner} makes a winning row"),
        Termination::FullBoard => "Draw by a full board".to_owned(),
        Termination::Forbidden => format!("{loser} plays a forbidden move"),
        Termination::Illegal => format!("{loser} makes an illegal move"),
        Termination::Protocol => format!("{loser} makes an illegal move, no move at all"),
        Termination::Time => format!("{loser} loses on time"),
        Termination::Crash => format!("{loser} disconnects"),
        Termination::Memory => format!("{loser} disconnects, for it used too much memory"),
        Termination::Resignation => format!("{loser} resigns"),
        Termination::AdjudicatedWin => format!("{winner} wins by adjudication"),
        Termination::AdjudicatedDraw => "Draw by adjudication".to_owned(),
        Termination::Unfinished | Termination::Unknown => "Game interrupted".to_owned(),
    }
}

/// The state of the match, as cutechess prints it after every game.
pub(super) fn score([first, second]: [&str; 2], tally: &Tally) -> String {
    let Tally { wins, losses, draws, .. } = tally;
    let (score, games) = (tally.score(), tally.games());
    format!("Score of {first} vs {second}: {wins} - {losses} - {draws}  [{score:.3}] {games}\n")
}

/// The results, as fastchess prints them at the end.
pub(super) fn results(command: &Command, tally: &Tally) -> String {
    let [first, second] = &command.engines;
    let book = command.book.file.rsplit('/').next().unwrap_or_default();
    let rule = "-".repeat(50);
    let Tally { wins, draws, losses, pairs, .. } = tally;
    let points = tally.score() * f64::from(tally.games());
    let mut text = format!(
        "{rule}\nResults of {} vs {} ({}, {book}):\n",
        first.name(),
        second.name(),
        command.controls()
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "Elo: {}, nElo: {}", estimate(tally.elo()), estimate(tally.normalized_elo()));
    let superiority =
        tally.superiority().map_or_else(|| "nan".to_owned(), |los| format!("{:.2}", los * 100.0));
    let _ = writeln!(text, "LOS: {superiority} %, DrawRatio: {:.2} %", tally.draw_ratio() * 100.0);
    let percent = tally.score() * 100.0;
    let _ = writeln!(
        text,
        "Games: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({percent:.2} %)",
        tally.games()
    );
    let _ = writeln!(text, "Ptnml(0-2): {pairs:?}\n{rule}");
    text
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| "nan +/- nan".to_owned(), |e| format!("{:.2} +/- {:.2}", e.value, e.error))
}
