//! The named openings of games or of a database: how often, how even, and the replies.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde::Serialize;

use crate::players::analyze::{EntryView, ranked_moves};
use crate::players::caption::counted;
use rustgomo::board::{Board, square_name, square_names};
use rustgomo::database::{DatabaseError, Entry, Key, Lookup, Place, Reader, parent_keys};
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

/// An opening under a rule on a size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningRow {
    rule: &'static str,
    size: String,
    /// Number and name; `None` for games without one of the 26.
    opening: Option<String>,
    /// Whether the first stone is not in the middle of the board.
    off_centre: bool,
    /// Of games turned and put in the middle, so that equal openings have equal moves.
    moves: Vec<String>,
    #[serde(flatten)]
    results: Option<Results>,
    /// The entry of the database, with white's score.
    entry: Option<EntryView>,
    /// Of games the most frequent ones first, of a database the best for white.
    replies: Vec<Reply>,
}

/// The openings of games by rule and size, the most frequent first, or of a database, in the order of their
/// numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OpeningReport {
    openings: Vec<OpeningRow>,
}

impl Results {
    pub(crate) fn add(&mut self, result: GameResult) {
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
        write!(f, "{} +{black_wins} ={draws} -{white_wins}", counted(*games, "game"))?;
        black_share.map_or(Ok(()), |share| write!(f, ", black {:.1}%", 100.0 * share))
    }
}

/// What is counted together: rule, size, opening and whether it is off centre.
type GroupKey = (&'static str, String, Option<String>, bool);

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
        let mut groups: BTreeMap<GroupKey, Group> = BTreeMap::new();
        // The most frequent rule and size first.
        let mut counts: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
        for game in games {
            let moves: Vec<Square> = game.squares().take(STONES + 1).collect();
            let is_usual = game.setup.is_default();
            let turned = is_usual.then(|| NamedOpening::turned(&moves, game.size, game.rule)).flatten();
            let name = turned.as_ref().map(|(opening, _)| opening.to_string());
            let is_off = name.is_some() && is_off_centre(&moves, game.size);
            let (rule, size) = (game.rule.name(), game.size.to_string());
            *counts.entry((rule, size.clone())).or_default() += 1;
            let group = groups.entry((rule, size, name, is_off)).or_default();
            group.results.add(game.result);
            let Some((_, turned)) = turned else { continue };
            let mut names = square_names(turned, game.size);
            let reply = names.drain(STONES.min(names.len())..).next();
            group.moves = names;
            if let Some(reply) = reply {
                group.replies.entry(reply).or_default().add(game.result);
            }
        }
        let row = |((rule, size, opening, off_centre), group): (GroupKey, Group)| {
            let Group { moves, results, replies: found } = group;
            let mut found: Vec<Reply> = found
                .into_iter()
                .map(|(square, results)| Reply { square, results: Some(results), entry: None })
                .collect();
            found.sort_by_key(|reply| Reverse(reply.results.map(|results| results.games)));
            found.truncate(replies);
            let count = counts.get(&(rule, size.clone())).copied();
            let order = (Reverse(count), rule, size.clone(), Reverse(results.games));
            let (results, replies) = (Some(results), found);
            (order, OpeningRow { rule, size, opening, off_centre, moves, results, entry: None, replies })
        };
        let mut openings: Vec<_> = groups.into_iter().map(row).collect();
        openings.sort_by(|(one, _), (other, _)| one.cmp(other));
        Self { openings: openings.into_iter().map(|(_, row)| row).collect() }
    }

    /// The openings of a database under a rule and size with at most `replies` replies each: the stored ones,
    /// and those of which only replies are stored.
    pub fn of_database(
        reader: &Reader,
        (rule, size): (Rule, BoardSize),
        replies: usize,
    ) -> Result<Self, DatabaseError> {
        let prefix = |stones: usize| [&Key::prefix(rule, size)[..], &(stones as u16).to_be_bytes()].concat();
        let mut openings = Vec::new();
        let mut add = |key: &Key, entry: Option<&Entry>| {
            if let Some((opening, board)) = key.position().and_then(|(board, _)| in_order(&board, rule)) {
                let row = stored_row(reader, &board, (rule, opening), entry, replies)?;
                let number = NamedOpening::all().position(|other| other == opening);
                openings.push(((number, row.off_centre), row));
            }
            Ok(())
        };
        reader.for_each(&prefix(STONES), |key, entry| add(&key, Some(&entry)))?;
        let mut missing = BTreeSet::new();
        reader.for_each(&prefix(STONES + 1), |key, _| {
            let keys = key.position().map_or_else(Vec::new, |(board, rule)| parent_keys(&board, rule));
            // A reply may also arise from another opening; it is one of that which is stored.
            for key in &keys {
                let is_opening = key.position().is_some_and(|(board, rule)| in_order(&board, rule).is_some());
                if is_opening && reader.find(key)?.is_some() {
                    return Ok(());
                }
            }
            missing.extend(keys);
            Ok(())
        })?;
        missing.iter().try_for_each(|key| add(key, None))?;
        openings.sort_by_key(|(order, _)| *order);
        Ok(Self { openings: openings.into_iter().map(|(_, row)| row).collect() })
    }

    /// Writes a line for each opening, and its replies below.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let told = |results: &Option<Results>, entry: &Option<EntryView>| {
            if results.is_none() && entry.is_none() {
                return "only replies".to_owned();
            }
            let results = results.map(|results| results.to_string());
            let entry = entry.as_ref().map(|entry| format!("white {}", entry.to_string().trim()));
            [results, entry].into_iter().flatten().collect::<Vec<_>>().join("  ")
        };
        let mut shown = None;
        for OpeningRow { rule, size, opening, off_centre, moves, results, entry, replies } in &self.openings {
            if shown.replace((rule, size)) != Some((rule, size)) {
                writeln!(out, "{rule} on {size}")?;
            }
            let place = if *off_centre { ", off centre" } else { "" };
            let name = format!("{}{place}", opening.as_deref().unwrap_or("no name"));
            writeln!(out, "{name:<24} {:<12} {}", moves.join(" "), told(results, entry))?;
            for Reply { square, results, entry } in replies {
                writeln!(out, "    {square:<4} {}", told(results, entry))?;
            }
        }
        let named = self.openings.iter().filter(|row| row.opening.is_some()).count();
        writeln!(out, "{}", counted(named, "opening"))
    }
}

/// An opening of a database with its stored replies, the best for white first.
fn stored_row(
    reader: &Reader,
    board: &Board,
    (rule, opening): (Rule, NamedOpening),
    entry: Option<&Entry>,
    replies: usize,
) -> Result<OpeningRow, DatabaseError> {
    let mut found = ranked_moves(reader, board, rule)?;
    let (size, place, mut seen) = (board.size(), Place::of(board, rule), BTreeSet::new());
    found.retain(|(square, _)| seen.insert(place.canonical(*square)));
    let reply = |(square, entry): &(Square, _)| Reply {
        square: square_name(*square, size),
        results: None,
        entry: Some(EntryView::of_move(entry)),
    };
    let moves: Vec<Square> = board.history().iter().flatten().copied().collect();
    Ok(OpeningRow {
        rule: rule.name(),
        size: size.to_string(),
        opening: Some(opening.to_string()),
        off_centre: is_off_centre(&moves, size),
        moves: square_names(moves, size),
        results: None,
        entry: entry.map(EntryView::of_position),
        replies: found.iter().take(replies).map(reply).collect(),
    })
}

/// Whether the first stone is not in the middle of the board.
fn is_off_centre(moves: &[Square], size: BoardSize) -> bool {
    moves.first().is_some_and(|&first| !NamedOpening::is_middle(first, size))
}

/// The opening of three stones, played in order; `None` if they are none. It is turned where that leaves the
/// position the same, which it does not off the centre.
fn in_order(board: &Board, rule: Rule) -> Option<(NamedOpening, Board)> {
    let size = board.size();
    let [black, white] =
        [Color::Black, Color::White].map(|color| board.stones(color).iter().collect::<Vec<_>>());
    let ([one, other], [reply]) = (&black[..], &white[..]) else { return None };
    let orders = [[*one, *reply, *other], [*other, *reply, *one]];
    let (opening, turned, moves) = orders.iter().find_map(|moves| {
        let (opening, turned) = NamedOpening::turned(moves, size, rule)?;
        Some((opening, turned, moves))
    })?;
    let played = |moves: &[Square]| {
        let mut board = Board::new(size);
        moves.iter().all(|&square| board.play(square).is_ok()).then_some(board)
    };
    let turned = played(&turned).filter(|turned| Key::of(turned, rule) == Key::of(board, rule));
    Some((opening, turned.or_else(|| played(moves))?))
}
