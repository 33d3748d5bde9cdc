//! Games as positions with their results.

use std::collections::BTreeMap;

use crate::players::opening_report::Results;
use rustgomo::database::{Database, DatabaseError, Entry, Key};
use rustgomo::record::GameRecord;

/// Positions in one durable batch.
const BATCH: usize = 10_000;

/// Merges the positions of games up to this number of moves into a database, each with the results of the
/// games that reached it as a comment, such as `12 games +6 =1 -5, black 54.2%`. Returns the number of
/// positions.
pub(super) fn import_games(
    database: &Database,
    games: impl Iterator<Item = GameRecord>,
    plies: usize,
) -> Result<usize, DatabaseError> {
    let mut positions: BTreeMap<Key, Results> = BTreeMap::new();
    for game in games {
        let Ok(mut board) = game.start() else { continue };
        positions.entry(Key::of(&board, game.rule)).or_default().add(game.result);
        for square in game.squares().take(plies) {
            if board.play(square).is_err() {
                break;
            }
            positions.entry(Key::of(&board, game.rule)).or_default().add(game.result);
        }
    }
    let count = positions.len();
    let mut rest = positions.into_iter().peekable();
    while rest.peek().is_some() {
        database.write(|batch| {
            for (key, results) in rest.by_ref().take(BATCH) {
                batch.merge(&key, &Entry { comment: results.to_string(), ..Entry::default() })?;
            }
            Ok(())
        })?;
    }
    Ok(count)
}
