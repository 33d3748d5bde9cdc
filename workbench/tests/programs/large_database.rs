//! What `rustgomo database` takes with a million positions.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::Instant;

use rustgomo::board::Board;
use rustgomo::database::{Database, Key, Lookup};
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::rules::Rule;

use crate::common::{fed, fresh, report};

const POSITIONS: usize = 1_000_000;
/// Stones of the last positions of a line.
const LONGEST: usize = 40;
/// Positions that are looked up, and commands to `walk`.
const LOOKUPS: usize = 100_000;
const STEPS: usize = 1_000;

fn board(moves: &[Square]) -> Board {
    Board::with_moves(BoardSize::default(), moves.iter().copied()).expect("free squares")
}

/// Games of which each goes on from an earlier one by a move near its last stone. Their positions differ.
fn related(count: usize) -> Vec<Vec<Square>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut known = BTreeSet::new();
    let mut games: Vec<Vec<Square>> = vec![Vec::new()];
    while games.len() < count {
        // Mostly late ones, so that long lines come up beside wide ones.
        let parent = games.len() - 1 - random.usize(..=games.len() * 4 / 5);
        let mut moves = games[parent].clone();
        let mut board = board(&moves);
        let near = board.last_move().unwrap_or(Square::at(7, 7));
        let [x, y] = [near.x(), near.y()].map(|place| i64::from(place) + random.i64(-3..=3));
        let Some(square) = board.size().square(x, y).filter(|_| moves.len() < LONGEST) else { continue };
        if board.play(square).is_ok() && known.insert(Key::of(&board, Rule::Freestyle)) {
            moves.push(square);
            games.push(moves);
        }
    }
    games
}

fn write_text(path: &str, games: &[Vec<Square>]) {
    let mut out = BufWriter::new(fs::File::create(path).expect("a file of the test"));
    writeln!(out, "index,key,label,value,depth,bound,text").expect("the disk");
    for (index, moves) in games.iter().enumerate() {
        let board = board(moves);
        let squares = |color| {
            board.stones(color).iter().fold(String::new(), |mut list, square| {
                let _ = write!(list, "{}{}", char::from(b'a' + square.x()), square.y() + 1);
                list
            })
        };
        let [black, white] = Color::BOTH.map(squares);
        let side = if board.side_to_move() == Color::Black { 'b' } else { 'w' };
        let (value, depth) = (index % 401, index % 30);
        writeln!(out, "{index},f-15-15-{black}-{white}-{side},(none),{value},{depth},exact,\"\"")
            .expect("the disk");
    }
}

fn walk(database: &str, commands: &str) {
    assert!(fed(&["database", "walk", database], commands.as_bytes()).status.success());
}

#[test]
#[ignore = "takes minutes: cargo test --release -p rustgomo-workbench --test programs -- --ignored --nocapture a_million"]
fn a_million_positions_are_imported_and_looked_up() {
    let [database, text] = ["million.db", "million.txt"].map(fresh);
    let games = related(POSITIONS);
    write_text(&text, &games);
    let mut table = String::new();
    let mut timed = |what: &str, work: &mut dyn FnMut()| {
        let started = Instant::now();
        work();
        let seconds = started.elapsed().as_secs_f64();
        let _ = writeln!(table, "{what:<28} {seconds:>9.3} s");
        seconds
    };
    let run = |words: &[&str]| {
        report(&[&["database", words[0], &database], &words[1..]].concat());
    };
    timed("import", &mut || run(&["import", &text]));
    timed("stats", &mut || run(&["stats"]));
    timed("show", &mut || run(&["show", "h8"]));
    timed("edit", &mut || run(&["edit", "h8", "--depth", "31"]));
    timed("query", &mut || run(&["query", "--min-depth", "29", "--count", "9"]));
    let start = timed("walk, opened and left", &mut || walk(&database, "quit\n"));
    let commands = "best\nback\n".repeat(STEPS / 2) + "quit\n";
    let steps = timed("walk, a thousand steps", &mut || walk(&database, &commands)) - start;
    timed("grow, one position", &mut || run(&["grow", "--nodes", "1000", "--positions", "1"]));
    let (mut file, mut found) = (None, 0);
    timed("open", &mut || file = Database::open_existing(Path::new(&database)).ok());
    let reader = file.as_ref().expect("the database").reader().expect("a reader");
    let mut random = fastrand::Rng::with_seed(2);
    timed("look up 100,000 positions", &mut || {
        for _ in 0..LOOKUPS {
            let key = Key::of(&board(&games[random.usize(..games.len())]), Rule::Freestyle);
            found += usize::from(reader.find(&key).expect("an answer").is_some());
        }
    });
    drop(reader);
    let bytes = fs::metadata(&database).expect("the database").len();
    let _ = writeln!(table, "a step of walk               {:>9.3} ms", 1e3 * steps / STEPS as f64);
    let _ = writeln!(table, "size of the file             {:>9.1} MB", bytes as f64 / 1e6);
    std::io::stdout().write_all(table.as_bytes()).expect("an output");
    assert_eq!(found, LOOKUPS);
    drop(file);
    for path in [&database, &text] {
        fs::remove_file(path).expect("a file of the test");
    }
}
