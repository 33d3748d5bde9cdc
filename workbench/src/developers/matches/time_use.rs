//! Share of the time for a game that is used after a number of moves.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use rustgomo::geometry::Color;
use rustgomo::record::GameRecord;

/// Milestones: numbers of own moves.
const MILESTONES: [usize; 6] = [10, 15, 20, 25, 40, 80];

/// The time that a player used up to each milestone, in games that reached it, and up to the end of its
/// games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    marks: [TimeMark; MILESTONES.len()],
    end: TimeMark,
}

/// Number of games that reached the milestone, and their times up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TimeMark {
    games: u32,
    total_ms: u64,
    most_ms: u64,
}

impl TimeMark {
    fn add(&mut self, ms: u64) {
        self.games += 1;
        self.total_ms += ms;
        self.most_ms = self.most_ms.max(ms);
    }

    /// Mean and largest share of the time for a game; `None` if no game reached the milestone.
    fn shares(self, match_ms: u32) -> Option<(f64, f64)> {
        let share = |ms: f64| ms / f64::from(match_ms.max(1));
        (self.games > 0)
            .then(|| (share(self.total_ms as f64 / f64::from(self.games)), share(self.most_ms as f64)))
    }
}

impl TimeUse {
    /// Adds the moves of one colour that have a time, which those of the opening do not.
    pub(super) fn add(&mut self, record: &GameRecord, color: Color) {
        let own = record.moves.iter().skip(color.index()).step_by(2);
        let mut used = 0;
        let mut number = 0;
        for ms in own.filter_map(|played| played.time_ms) {
            used += u64::from(ms);
            number += 1;
            if let Some(place) = MILESTONES.iter().position(|&milestone| milestone == number) {
                self.marks[place].add(used);
            }
        }
        if number > 0 {
            self.end.add(used);
        }
    }

    /// One line of text.
    fn line(&self, match_ms: u32) -> String {
        let mut line = String::new();
        for mark in self.marks.iter().chain([&self.end]) {
            let text = mark.shares(match_ms).map_or_else(
                || "-".to_owned(),
                |(mean, most)| format!("{:.0}/{:.0} ({})", mean * 100.0, most * 100.0, mark.games),
            );
            // Writing to a string cannot fail.
            let _ = write!(line, "{text:>13}");
        }
        line
    }

    /// JSON: mean and largest share and number of games for each milestone.
    pub(super) fn json(&self, match_ms: u32) -> Value {
        let of = |mark: &TimeMark| {
            let (mean, most) = mark.shares(match_ms)?;
            Some(json!({ "games": mark.games, "mean": mean, "most": most }))
        };
        let marks = MILESTONES.iter().zip(&self.marks);
        let mut value: serde_json::Map<String, Value> =
            marks.filter_map(|(milestone, mark)| Some((milestone.to_string(), of(mark)?))).collect();
        value.extend(of(&self.end).map(|end| ("end".to_owned(), end)));
        Value::Object(value)
    }
}

/// Writes a table of the players with a time for the whole game, if there are any. `players` yields names,
/// times and the time for a game.
pub(super) fn table<'a>(
    out: &mut dyn Write,
    players: impl Iterator<Item = (&'a str, &'a TimeUse, Option<u32>)>,
) -> io::Result<()> {
    let mut is_first = true;
    for (name, time_use, match_ms) in players {
        let Some(match_ms) = match_ms else { continue };
        if std::mem::take(&mut is_first) {
            writeln!(out, "match time used by own move, mean/most % (games)")?;
            write!(out, "{:<12}", "")?;
            for milestone in MILESTONES {
                write!(out, "{milestone:>13}")?;
            }
            writeln!(out, "{:>13}", "end")?;
        }
        writeln!(out, "{name:<12}{}", time_use.line(match_ms))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::geometry::{BoardSize, Square};
    use rustgomo::record::RecordedMove;
    use rustgomo::rules::Rule;

    /// A game with an opening of one move in which every move took this time.
    fn game(moves: usize, ms: u32) -> GameRecord {
        let mut record = GameRecord::new(BoardSize::default(), Rule::Freestyle);
        for i in 0..moves {
            let square = Square::at((i % 15) as u8, (i / 15) as u8);
            let time_ms = (i > 0).then_some(ms);
            record.moves.push(RecordedMove { square, score: None, time_ms });
        }
        record
    }

    #[test]
    fn shares_are_those_of_the_games_that_lasted_so_long() {
        let mut black = TimeUse::default();
        black.add(&game(25, 100), Color::Black);
        black.add(&game(61, 200), Color::Black);
        assert_eq!(black.json(10_000)["10"], json!({ "games": 2, "mean": 0.15, "most": 0.2 }));
        assert_eq!(black.json(10_000)["25"], json!({ "games": 1, "mean": 0.5, "most": 0.5 }));
        assert_eq!(black.json(10_000)["end"], json!({ "games": 2, "mean": 0.36, "most": 0.6 }));
        assert!(black.json(10_000)["80"].is_null());
    }

    #[test]
    fn a_table_is_written_for_those_with_a_time_for_the_game_only() {
        let mut white = TimeUse::default();
        white.add(&game(42, 100), Color::White);
        let mut out = Vec::new();
        let players = [("slow", &white, Some(10_000)), ("timeless", &white, None)];
        table(&mut out, players.into_iter()).unwrap();
        let text = String::from_utf8(out).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["10", "15", "20", "25", "40", "80", "end"]);
        assert_eq!(rows[2][..4], ["slow", "10/10", "(1)", "15/15"]);
        assert_eq!(rows.len(), 3, "{text}");
        let mut nothing = Vec::new();
        table(&mut nothing, players.into_iter().skip(1)).unwrap();
        assert!(nothing.is_empty());
    }
}
