//! The named openings of games or of a database: how often, how even, and the replies.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::analyze::{EntryView, ranked_moves};
use rustgomo::board::{Board, square_name};
use rustgomo::database::{DatabaseError, Key, Reader};
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::opening::NamedOpening;
use rustgomo::record::{GameRecord, GameResult};
use rustgomo::rules::Rule;

/// Stones of a named opening.
const STONES: usize = 3;

/// Results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Results {
    games: usize,
    black_wins: usize,
    white_wins: usize,
    draws: usize,
    /// Black's share of the points in finished games, `0.0..=1.0`.
    black_share: Option<f64>,
}

/// A fourth move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reply {
    #[serde(rename = "move")]
    square: String,
    /// The games with this move.
    #[serde(flatten)]
    results: Option<Results>,
    /// The entry of the database, with white's score.
    entry: Option<EntryView>,
}

/// An opening, turned so that equal openings have equal moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningRow {
    /// Number and name; `None` for games without one of the 26.
    opening: Option<String>,
    moves: Vec<String>,
    #[serde(flatten)]
    results: Option<Results>,
    /// The entry of the database, with white's score.
    entry: Option<EntryView>,
    /// Of games the most frequent ones first, of a database the best for white.
    replies: Vec<Reply>,
}

/// The openings of games, the most frequent first, or of a database, in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OpeningReport {
    openings: Vec<OpeningRow>,
}

impl Results {
    fn add(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::Win(Color::Black) => self.black_wins += 1,
            GameResult::Win(Color::White) => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Unfinished => {}
        }
        let finished = self.black_wins + self.white_wins + self.draws;
        let points = self.black_wins as f64 + self.draws as f64 / 2.0;
        self.black_share = (finished > 0).then(|| points / finished as f64);
    }
}

impl std::fmt::Display for Results {
    /// `12 games +6 =1 -5, black 54.2%`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { games, black_wins, draws, white_wins, black_share } = self;
        write!(f, "{games} games +{black_wins} ={draws} -{white_wins}")?;
        black_share.map_or(Ok(()), |share| write!(f, ", black {:.1}%", 100.0 * share))
    }
}

/// The games of an opening.
#[derive(Default)]
struct Group {
    moves: Vec<String>,
    results: Results,
    replies: BTreeMap<String, Results>,
}

impl OpeningReport {
    /// The openings of games with at most `replies` replies each.
    pub fn of_games(games: &[GameRecord], replies: usize) -> Self {
        let mut groups: BTreeMap<Option<String>, Group> = BTreeMap::new();
        for game in games {
            let is_set_up = Color::BOTH.iter().any(|&color| !game.setup.stones[color].is_empty());
            let moves: Vec<Square> = game.squares().take(STONES + 1).collect();
            let turned = if is_set_up { None } else { NamedOpening::turned(&moves, game.size) };
            let group = groups.entry(turned.as_ref().map(|(opening, _)| opening.to_string())).or_default();
            group.results.add(game.result);
            let Some((_, turned)) = turned else { continue };
            let mut names: Vec<String> =
                turned.iter().map(|&square| square_name(square, game.size)).collect();
            let reply = names.drain(STONES.min(names.len())..).next();
            group.moves = names;
            if let Some(reply) = reply {
                group.replies.entry(reply).or_default().add(game.result);
            }
        }
        let row = |(opening, Group { moves, results, replies: found }): (Option<String>, Group)| {
            let mut found: Vec<Reply> = found
                .into_iter()
                .map(|(square, results)| Reply { square, results: Some(results), entry: None })
                .collect();
            found.sort_by_key(|reply| Reverse(reply.results.map(|results| results.games)));
            found.truncate(replies);
            OpeningRow { opening, moves, results: Some(results), entry: None, replies: found }
        };
        let mut openings: Vec<OpeningRow> = groups.into_iter().map(row).collect();
        openings.sort_by_key(|row| Reverse(row.results.map(|results| results.games)));
        Self { openings }
    }

    /// The openings of a database under a rule and size with at most `replies` replies each.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails or an entry is damaged.
    pub fn of_database(
        reader: &Reader,
        (rule, size): (Rule, BoardSize),
        replies: usize,
    ) -> Result<Self, DatabaseError> {
        let mut openings = Vec::new();
        let mut prefix = Key::prefix(rule, size).to_vec();
        prefix.extend((STONES as u16).to_be_bytes());
        reader.for_each(&prefix, |key, entry| {
            let Some((opening, board)) = key.position().and_then(|(board, _)| in_order(&board)) else {
                return Ok(());
            };
            let mut found = ranked_moves(reader, &board, rule)?;
            let place = rustgomo::database::Place::of(&board, rule);
            let mut seen = std::collections::BTreeSet::new();
            found.retain(|(square, _)| seen.insert(place.canonical(*square)));
            let named = |square| square_name(square, size);
            let reply = |(square, entry): &(Square, _)| Reply {
                square: named(*square),
                results: None,
                entry: Some(EntryView::of_move(entry)),
            };
            let row = OpeningRow {
                opening: Some(opening.to_string()),
                moves: board.history().iter().flatten().map(|&square| named(square)).collect(),
                results: None,
                entry: Some(EntryView::of_position(&entry)),
                replies: found.iter().take(replies).map(reply).collect(),
            };
            openings.push((NamedOpening::all().position(|other| other == opening), row));
            Ok(())
        })?;
        openings.sort_by_key(|(number, _)| *number);
        Ok(Self { openings: openings.into_iter().map(|(_, row)| row).collect() })
    }

    /// Writes a line for each opening, and its replies below.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let told = |results: &Option<Results>, entry: &Option<EntryView>| {
            let results = results.map(|results| results.to_string());
            let entry = entry.as_ref().map(|entry| format!("white {}", entry.to_string().trim()));
            [results, entry].into_iter().flatten().collect::<Vec<_>>().join("  ")
        };
        for OpeningRow { opening, moves, results, entry, replies } in &self.openings {
            let name = opening.as_deref().unwrap_or("no name");
            writeln!(out, "{name:<13} {:<12} {}", moves.join(" "), told(results, entry))?;
            for Reply { square, results, entry } in replies {
                writeln!(out, "    {square:<4} {}", told(results, entry))?;
            }
        }
        writeln!(out, "{} openings", self.openings.len())
    }
}

/// The opening of three stones, played in order and turned; `None` if they are none.
fn in_order(board: &Board) -> Option<(NamedOpening, Board)> {
    let size = board.size();
    let [black, white] =
        [Color::Black, Color::White].map(|color| board.stones(color).iter().collect::<Vec<_>>());
    let ([one, other], [reply]) = (&black[..], &white[..]) else { return None };
    let orders = [[*one, *reply, *other], [*other, *reply, *one]];
    let (opening, moves) = orders.iter().find_map(|moves| NamedOpening::turned(moves, size))?;
    let mut turned = Board::new(size);
    moves.iter().all(|&square| turned.play(square).is_ok()).then_some((opening, turned))
}
