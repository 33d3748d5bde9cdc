//! A database as large as that of renju.net, made after its format.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::time::Instant;

use crate::common::{fresh, report};

/// Games of the large database.
const GAMES: usize = 100_000;

/// A database of this many games of 12 to 60 moves near the middle, none with a five, by 200 players at 40
/// tournaments.
fn database(games: usize) -> String {
    let mut random = fastrand::Rng::with_seed(5);
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database>\n<countries><country id=\"1\" name=\"Estonia\"/></countries>\n",
    );
    xml.push_str("<cities><city id=\"1\" country=\"1\" name=\"Tallinn\"/></cities>\n<rules><rule id=\"1\" name=\"RIF\"/></rules>\n<players>\n");
    for id in 1..=200 {
        let _ = writeln!(
            xml,
            "<player id=\"{id}\" name=\"Name{id}\" surname=\"Surname{id}\" country=\"1\" city=\"1\"/>"
        );
    }
    xml.push_str("</players>\n<tournaments>\n");
    for id in 1..=40 {
        let year = 1980 + id;
        let _ = writeln!(
            xml,
            "<tournament id=\"{id}\" name=\"Cup {id}\" country=\"1\" city=\"1\" year=\"{year}\" month=\"8\" start=\"{year}-08-01\" end=\"{year}-08-09\" rule=\"1\" rated=\"1\"/>"
        );
    }
    xml.push_str("</tournaments>\n<games>\n");
    // Stripes of the colours in which neither has five in a row.
    let is_black = |x: usize, y: usize| (x + 2 * y) % 4 < 2;
    for id in 1..=games {
        let side = |random: &mut fastrand::Rng, black: bool| loop {
            let (x, y) = (random.usize(3..12), random.usize(3..12));
            if is_black(x, y) == black {
                break (x, y);
            }
        };
        let mut taken = std::collections::BTreeSet::new();
        let mut moves = String::new();
        for number in 0..random.usize(12..60) {
            let (mut x, mut y) = side(&mut random, number % 2 == 0);
            while !taken.insert((x, y)) {
                (x, y) = side(&mut random, number % 2 == 0);
            }
            let _ = write!(moves, "{}{} ", char::from(b'a' + x as u8), y + 1);
        }
        let (black, white, cup) = (random.usize(1..=200), random.usize(1..=200), random.usize(1..=40));
        let result = ["1", "0", "0.5"][id % 3];
        let _ = writeln!(
            xml,
            "<game id=\"{id}\" publisher=\"1\" tournament=\"{cup}\" round=\"{}\" rule=\"1\" black=\"{black}\" white=\"{white}\" bresult=\"{result}\" btime=\"\" wtime=\"\" opening=\"\" alt=\"\" swap=\"\"><move>{}</move></game>",
            id % 9,
            moves.trim()
        );
    }
    xml.push_str("</games>\n</database>\n");
    xml
}

#[test]
fn the_games_of_a_player_and_a_year_are_found_and_counted() {
    let [rif, text, database_file] = ["few.rif", "few.txt", "few.db"].map(fresh);
    fs::write(&rif, database(60)).expect("a file");
    let counted = report(&["record", "check", &rif]);
    assert!(counted.contains("60 of 60 games checked"), "{counted}");
    let year = ["--year", "1990-2000", "--result", "1-0"];
    let converted = report(&[&["record", "convert", &rif, &text][..], &year].concat());
    let games = fs::read_to_string(&text).expect("games");
    assert!(converted.starts_with(&format!("{} games written", games.lines().count())), "{converted}");
    assert!(
        (1..60).contains(&games.lines().count()) && games.lines().all(|game| game.contains("result=1-0"))
    );
    let opening = report(&["opening", "report", &rif, "--player", "surname7"]);
    assert!(opening.contains("renju"), "{opening}");
    let imported = report(&["database", "import", &database_file, &rif, "--plies", "3"]);
    assert!(imported.contains("positions"), "{imported}");
    let shown = report(&["database", "show", &database_file, "--rule", "renju"]);
    assert!(shown.contains("60 games +20 =20 -20, black 50.0%"), "{shown}");
}

#[test]
#[ignore = "takes a minute: cargo test --release -p rustgomo-workbench --test programs -- --ignored --nocapture a_hundred_thousand_games"]
fn a_hundred_thousand_games_are_read_in_ten_seconds() {
    let [rif, sgf, database_file] = ["many.rif", "many.sgf", "many.db"].map(fresh);
    fs::write(&rif, database(GAMES)).expect("a file");
    let mut table =
        format!("a database of {:.1} MB\n", fs::metadata(&rif).expect("a file").len() as f64 / 1e6);
    let commands: [&[&str]; 5] = [
        &["record", "check", &rif],
        &["opening", "report", &rif, "--player", "Surname7"],
        &["record", "convert", &rif, &sgf],
        &["database", "import", &database_file, &rif],
        &["review", &rif, "--game", "99999", "--nodes", "100"],
    ];
    for words in commands {
        let started = Instant::now();
        report(words);
        let _ = writeln!(table, "{:<24} {:>8.2} s", words[..2].join(" "), started.elapsed().as_secs_f64());
    }
    std::io::stdout().write_all(table.as_bytes()).expect("an output");
}
