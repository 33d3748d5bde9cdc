//! The log of strength tests: checks the table `docs/log/elo.tsv` and renders it into the page `docs/log/elo.md`.

use std::fmt::Write as _;

const COLUMNS: [&str; 23] = [
    "date",
    "commit",
    "area",
    "change",
    "test",
    "opponent",
    "league",
    "openings",
    "tc",
    "machine",
    "bounds",
    "llr",
    "games",
    "wins",
    "draws",
    "losses",
    "elo",
    "elo_low",
    "elo_high",
    "score",
    "score_error",
    "verdict",
    "note",
];
/// The areas and the titles of their sections on the page.
const AREAS: [(&str, &str); 7] = [
    ("search", "Search"),
    ("threats", "VCT at the root and in the tree"),
    ("evaluation", "Classical evaluation"),
    ("network", "Networks"),
    ("time", "Time management"),
    ("threads", "Threads"),
    ("speed", "The same search in less time"),
];
/// The area of matches against other engines, which the page leaves to the table.
const OPPONENTS: &str = "opponent";
const TESTS: [&str; 5] = ["sprt", "fixed", "screening", "factors", "speed"];
const VERDICTS: [&str; 4] = ["accepted", "rejected", "inconclusive", "info"];
/// The Elo of a report may differ by this from that of the games: some reports leave out incomplete pairs.
const ELO_TOLERANCE: f64 = 6.0;
/// The page is written by hand up to this line.
const MARK: &str = "<!-- From here on made from elo.tsv by `cargo run --example elo_log`. -->\n";

struct Row<'a> {
    cells: Vec<&'a str>,
}

impl<'a> Row<'a> {
    fn get(&self, column: &str) -> &'a str {
        COLUMNS.iter().position(|&name| name == column).map_or("", |index| self.cells[index])
    }

    fn number(&self, column: &str) -> Result<Option<f64>, String> {
        let text = self.get(column);
        let is_number = text.parse::<f64>().is_ok();
        if is_number || text.is_empty() {
            Ok(text.parse().ok())
        } else {
            Err(expected("a number", column, text))
        }
    }

    fn one_of(&self, column: &str, allowed: &[&str]) -> Result<(), String> {
        let text = self.get(column);
        if allowed.contains(&text) { Ok(()) } else { Err(expected(&allowed.join(", "), column, text)) }
    }

    fn check(&self) -> Result<(), String> {
        let [date, commit] = [self.get("date"), self.get("commit")];
        if !is_date(date) {
            return Err(expected("a date such as 2026-11-21", "date", date));
        }
        if commit.len() != 7 || !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(expected("seven hexadecimal digits", "commit", commit));
        }
        if self.get("area") != OPPONENTS {
            self.one_of("area", &AREAS.map(|(area, _)| area))?;
        }
        self.one_of("test", &TESTS)?;
        self.one_of("verdict", &VERDICTS)?;
        if self.get("change").is_empty() || (self.get("test") == "sprt") == self.get("bounds").is_empty() {
            return Err("expected a change, and bounds of a sequential test alone".to_owned());
        }
        self.number("llr")?;
        self.number("score_error")?;
        self.check_games()
    }

    /// Whether counts, Elo and score agree, as far as they are known.
    fn check_games(&self) -> Result<(), String> {
        let [elo, low, high] = [self.number("elo")?, self.number("elo_low")?, self.number("elo_high")?];
        if low.is_some() != high.is_some() || low.is_some() && (low > elo || elo > high) {
            return Err("expected elo_low <= elo <= elo_high".to_owned());
        }
        let [games, score] = [self.number("games")?, self.number("score")?];
        let counts = [self.number("wins")?, self.number("draws")?, self.number("losses")?];
        let [Some(wins), Some(draws), Some(losses)] = counts else {
            return if counts == [None; 3] {
                Ok(())
            } else {
                Err("expected three counts or none".to_owned())
            };
        };
        if Some(wins + draws + losses) != games {
            return Err("expected wins, draws and losses to add up to the games".to_owned());
        }
        let share = (wins + draws / 2.0) / (wins + draws + losses);
        let computed = -400.0 * (1.0 / share - 1.0).log10();
        if elo.is_some_and(|elo| (elo - computed).abs() > ELO_TOLERANCE) {
            return Err(format!("expected {computed:.0} Elo from the games"));
        }
        if score.is_some_and(|score| (score - 100.0 * share).abs() > 0.6) {
            return Err(format!("expected {:.1} % from the games", 100.0 * share));
        }
        Ok(())
    }

    /// The result as the page shows it, such as `R15 +74±29`.
    fn result(&self) -> String {
        let elo = self.get("elo");
        let error =
            |low: &str, high: &str| match (low.parse::<i32>(), elo.parse::<i32>(), high.parse::<i32>()) {
                (Ok(low), Ok(elo), Ok(high)) if elo - low == high - elo => format!("±{}", high - elo),
                (Ok(low), _, Ok(high)) => format!(" [{low:+}, {high:+}]"),
                _ => String::new(),
            };
        let elo = format!("{elo}{}", error(self.get("elo_low"), self.get("elo_high")));
        if elo.is_empty() { elo } else { format!("{} {elo}", self.league()).trim().to_owned() }
    }

    /// The rule's initials and the size of the board; nothing where all rules are mixed.
    fn league(&self) -> String {
        let league = self.get("league");
        let Some((rule, size)) = league.rsplit_once(' ').filter(|_| !league.contains(',')) else {
            return String::new();
        };
        let initials = rule.split(' ').filter_map(|word| word.chars().next());
        format!("{}{size}", initials.collect::<String>().to_uppercase())
    }

    /// The test, unless it is a match of a fixed length, and the time control.
    fn conditions(&self) -> String {
        let test = match self.get("test") {
            "fixed" => String::new(),
            "sprt" => format!("SPRT [{}] ", self.get("bounds").replace(',', ", ")),
            other => format!("{other} "),
        };
        format!("{test}{}", self.get("tc")).trim().to_owned()
    }
}

fn expected(what: &str, column: &str, found: &str) -> String {
    format!("expected {what} as {column}, found \"{found}\"")
}

fn is_date(text: &str) -> bool {
    let numbers: Option<Vec<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    text.len() == 10 && matches!(numbers.as_deref(), Some(&[2000..=2099, 1..=12, 1..=31]))
}

fn rows(table: &str) -> Result<Vec<Row<'_>>, String> {
    let lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let mut rows = Vec::new();
    for (index, cells) in lines.enumerate() {
        let at = |error: String| format!("elo.tsv, line {}: {error}", index + 1);
        if index == 0 && cells != COLUMNS || cells.len() != COLUMNS.len() {
            return Err(at(format!("expected the columns {}", COLUMNS.join(", "))));
        }
        if index > 0 {
            let row = Row { cells };
            row.check().map_err(at)?;
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Renders the table below the part of the page that is written by hand.
///
/// # Errors
///
/// Names the line of the table that has a wrong cell or numbers that contradict each other.
pub(crate) fn page(old: &str, table: &str) -> Result<String, String> {
    let rows = rows(table)?;
    let head = old.split(MARK).next().unwrap_or_default();
    let mut page = format!("{head}{MARK}");
    for (area, title) in AREAS {
        let _ = write!(
            page,
            "\n## {title}\n\n| Commit | Change | Test | Elo | Verdict |\n|---|---|---|---|---|\n"
        );
        let rows: Vec<&Row<'_>> = rows.iter().filter(|row| row.get("area") == area).collect();
        let is_same = |a: &&Row<'_>, b: &&Row<'_>| {
            let mut columns = ["date", "commit", "change", "test", "tc", "bounds", "verdict"].iter();
            columns.all(|column| a.get(column) == b.get(column))
        };
        for group in rows.chunk_by(is_same) {
            let first = group[0];
            let results: Vec<String> =
                group.iter().map(|row| row.result()).filter(|result| !result.is_empty()).collect();
            let mut notes: Vec<&str> =
                group.iter().map(|row| row.get("note")).filter(|note| !note.is_empty()).collect();
            notes.dedup();
            let dash = if notes.is_empty() { "" } else { "; " };
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {}{dash}{} |",
                first.get("commit"),
                first.get("change"),
                first.conditions(),
                results.join(", "),
                first.get("verdict"),
                notes.join("; ")
            );
        }
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, page};

    const PAGE: &str = include_str!("../../docs/log/elo.md");
    const TABLE: &str = include_str!("../../docs/log/elo.tsv");

    #[test]
    fn the_page_of_the_elo_log_shows_its_table() {
        let page = page(PAGE, TABLE);
        assert!(page.as_deref() == Ok(PAGE), "cargo run --example elo_log: {:?}", page.err());
    }

    #[test]
    fn wrong_rows_of_the_elo_log_are_noticed() {
        let row = |changed: &[(&str, &str)]| {
            let cells = [
                ("date", "2026-11-21"),
                ("commit", "bb031fd"),
                ("area", "search"),
                ("change", "Prune more"),
                ("test", "fixed"),
                ("games", "200"),
                ("wins", "160"),
                ("draws", "1"),
                ("losses", "39"),
                ("elo", "+244"),
                ("elo_low", "+189"),
                ("elo_high", "+312"),
                ("verdict", "accepted"),
            ];
            let cell = |&name: &&str| {
                let found = changed.iter().chain(&cells).find(|(column, _)| *column == name);
                found.map_or("", |(_, text)| *text)
            };
            let cells: Vec<&str> = COLUMNS.iter().map(cell).collect();
            page("", &format!("{}\n{}\n", COLUMNS.join("\t"), cells.join("\t"))).is_ok()
        };
        assert!(row(&[]) && row(&[("test", "sprt"), ("bounds", "0,10"), ("llr", "2.95")]));
        let wrong = [
            ("date", "2026-13-01"),
            ("commit", "bb031f"),
            ("area", "misc"),
            ("change", ""),
            ("test", "sprt"),
            ("area", "openings"),
            ("verdict", "good"),
            ("games", "201"),
            ("wins", ""),
            ("elo", "+200"),
            ("elo_low", ""),
            ("elo_low", "x"),
            ("score", "70"),
        ];
        for cell in wrong {
            assert!(!row(&[cell]), "{cell:?}");
        }
        assert!(page("", "date\n").is_err());
    }
}
