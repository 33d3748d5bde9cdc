//! Whole games between two brains that speak different protocols, over a small bridge: each protocol against
//! Gomocup's, under every rule that it can express, with the colours taken in turn. A referee of the tests'
//! own counts stones in a row.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::brain::{Brain, LIVENESS, Received};
use crate::common::point::Point;
use crate::common::referee::{Color, Referee};

const SIZE: i32 = 15;
/// Size of every search: players that see threats, whatever else the machine does.
const NODES: u32 = 300;
/// The judge calls a renju game drawn here, before the last squares leave black without a legal move.
const RENJU_STONES: usize = 200;
/// Five stones of the first player and four of the second: no game is shorter, and one that short means that
/// nobody defended.
const UNDEFENDED: usize = 9;

/// A rule by its number in the Gomocup protocol and its names in the others.
struct Rule {
    number: u32,
    gtp: &'static str,
    ucci: &'static str,
    agi: Option<&'static str>,
}

const RULES: [Rule; 5] = [
    Rule { number: 0, gtp: "freestyle", ucci: "freestyle", agi: Some("UNFORBIDDEN") },
    Rule { number: 1, gtp: "standard", ucci: "standard", agi: Some("EXACTFIVE") },
    Rule { number: 4, gtp: "renju", ucci: "renju", agi: Some("FORBIDDEN") },
    Rule { number: 8, gtp: "caro", ucci: "caro6", agi: None },
    Rule { number: 9, gtp: "exact-caro", ucci: "caro", agi: Some("CARO") },
];

/// A player: it is told the whole game and answers with its move.
trait Seat {
    fn reply(&mut self, moves: &[Point]) -> Point;
}

/// The next line that begins with one of these words; others are reports of the search.
#[track_caller]
fn line_with(brain: &mut Brain, words: &[&str]) -> String {
    loop {
        match brain.receive(LIVENESS) {
            Received::Line(line) if words.iter().any(|word| line.starts_with(word)) => return line,
            Received::Line(_) => {}
            other => brain.fail("an answer", &other),
        }
    }
}

struct Gomocup(Brain);

impl Gomocup {
    fn new(rule: &Rule) -> Self {
        let mut brain = Brain::started(15);
        brain.send_all(&[&format!("INFO rule {}", rule.number), &format!("INFO max_node {NODES}")]);
        Self(brain)
    }
}

impl Seat for Gomocup {
    fn reply(&mut self, moves: &[Point]) -> Point {
        self.0.send(&moves.last().map_or("BEGIN".to_owned(), |last| format!("TURN {last}")));
        self.0.expect_move()
    }
}

struct Gtp(Brain);

/// Column letters of GTP.
const COLUMNS: &str = "ABCDEFGHJKLMNOP";

impl Gtp {
    fn new(rule: &Rule) -> Self {
        let mut gtp = Self(Brain::spawn());
        for command in ["boardsize 15", "clear_board", &format!("rustgomo-param nodes {NODES}")] {
            gtp.ask(command);
        }
        gtp.ask(&format!("rustgomo-rule {}", rule.gtp));
        gtp
    }

    fn ask(&mut self, command: &str) -> String {
        self.0.send(command);
        let line = line_with(&mut self.0, &["=", "?"]);
        self.0.expect("");
        line.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {line}")).trim().to_owned()
    }
}

impl Seat for Gtp {
    fn reply(&mut self, moves: &[Point]) -> Point {
        let (own, other) = if moves.len().is_multiple_of(2) { ("b", "w") } else { ("w", "b") };
        if let Some(last) = moves.last() {
            let column = COLUMNS.chars().nth(last.x as usize).unwrap();
            self.ask(&format!("play {other} {column}{}", SIZE - last.y));
        }
        let vertex = self.ask(&format!("genmove {own}"));
        let (column, row) = vertex.split_at(1);
        Point::new(COLUMNS.find(column).unwrap() as i32, SIZE - row.parse::<i32>().unwrap())
    }
}

struct Ucci(Brain);

impl Ucci {
    fn new(rule: &Rule) -> Self {
        let mut brain = Brain::spawn();
        brain.send_all(&["ucci", &format!("setoption rule {}", rule.ucci)]);
        line_with(&mut brain, &["ucciok"]);
        Self(brain)
    }
}

impl Seat for Ucci {
    fn reply(&mut self, moves: &[Point]) -> Point {
        let name = |point: &Point| format!(" {}{}", char::from(b'a' + point.x as u8), SIZE - point.y);
        let moves = moves.iter().map(name).collect::<Vec<_>>().concat();
        self.0.send_all(&[&format!("position startpos moves{moves}"), &format!("go nodes {NODES}")]);
        let line = line_with(&mut self.0, &["bestmove ", "nobestmove"]);
        let best = line.split(' ').nth(1).unwrap_or_else(|| panic!("no move: {line}"));
        let x = i32::from(best.as_bytes()[0] - b'a');
        Point::new(x, SIZE - best[1..].parse::<i32>().unwrap())
    }
}

struct Agi(Brain);

impl Agi {
    fn new(keyword: &str) -> Self {
        // AGI knows no limit but time.
        let mut brain = Brain::spawn_with(&["--nodes".to_owned(), NODES.to_string()]);
        brain.send_all(&["AGI", &format!("SETRULE {keyword}")]);
        line_with(&mut brain, &["AGIOK"]);
        Self(brain)
    }
}

impl Seat for Agi {
    fn reply(&mut self, moves: &[Point]) -> Point {
        let name = |point: &Point| format!("{:X}{:X}", point.y, point.x + 1);
        let points = moves.iter().map(name).collect::<Vec<_>>().concat();
        self.0.send_all(&[&format!("POSITION MOVES {points}"), "GO"]);
        let line = line_with(&mut self.0, &["BESTMOVE "]);
        let digit = |at: usize| i32::from_str_radix(&line[at..=at], 16).unwrap();
        let start = "BESTMOVE ".len();
        Point::new(digit(start + 1) - 1, digit(start))
    }
}

struct Files(PathBuf);

impl Files {
    fn new(rule: &Rule) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("file-bridge-{}", rule.number));
        fs::create_dir_all(&folder).unwrap();
        let info = format!("max_node {NODES}\nrule {}\nmax_memory 83886080\n", rule.number);
        fs::write(folder.join("INFO.DAT"), info).unwrap();
        Self(folder)
    }
}

impl Seat for Files {
    fn reply(&mut self, moves: &[Point]) -> Point {
        let cell = |point| match moves.iter().position(|&stone| stone == point) {
            None => '-',
            Some(number) if number.is_multiple_of(2) => 'x',
            Some(_) => 'o',
        };
        let row = |y| (0..SIZE).map(|x| cell(Point::new(x, y))).chain(['\n']).collect::<String>();
        fs::write(self.0.join("PLOCHA.DAT"), (0..SIZE).map(row).collect::<String>()).unwrap();
        let own = if moves.len().is_multiple_of(2) { "x\n" } else { "o\n" };
        fs::write(self.0.join("TAH.DAT"), own).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-rustgomo"));
        let status = command.arg("file").current_dir(&self.0).status().unwrap();
        assert!(status.success(), "{status}");
        fs::read_to_string(self.0.join("TAH.DAT")).unwrap().trim_end().parse().unwrap()
    }
}

/// Plays a game and returns its length. Both must play on free squares, and someone who could win must.
fn play(rule: u32, mut seats: [Box<dyn Seat>; 2]) -> usize {
    let (mut referee, mut moves) = (Referee::default(), Vec::new());
    let limit = if rule == 4 { RENJU_STONES } else { (SIZE * SIZE) as usize };
    for ply in 0..limit {
        let color = if ply.is_multiple_of(2) { Color::Black } else { Color::White };
        let chance = referee.winning_square(rule, SIZE, color);
        let point = seats[ply % 2].reply(&moves);
        assert!(
            point.is_on(SIZE, SIZE) && referee.place(point, color),
            "{point} is not free after {moves:?}"
        );
        moves.push(point);
        if referee.wins(rule, point, color) {
            return moves.len();
        }
        assert_eq!(chance, None, "a five was not made with {point} after {moves:?}");
    }
    moves.len()
}

/// Plays against Gomocup's protocol under all rules that the other can express.
fn play_rules(open: impl Fn(&Rule) -> Option<Box<dyn Seat>>) {
    for (index, rule) in RULES.iter().enumerate() {
        let Some(other) = open(rule) else { continue };
        let mut seats: [Box<dyn Seat>; 2] = [Box::new(Gomocup::new(rule)), other];
        seats.rotate_left(index % 2);
        let length = play(rule.number, seats);
        assert!(length > UNDEFENDED, "rule {}: nobody stopped a four", rule.number);
    }
}

#[test]
fn games_over_gtp_are_played_to_their_end() {
    play_rules(|rule| Some(Box::new(Gtp::new(rule))));
}

#[test]
fn games_over_ucci_are_played_to_their_end() {
    play_rules(|rule| Some(Box::new(Ucci::new(rule))));
}

#[test]
fn games_over_agi_are_played_to_their_end() {
    play_rules(|rule| rule.agi.map(|keyword| Box::new(Agi::new(keyword)) as Box<dyn Seat>));
}

#[test]
fn games_over_files_are_played_to_their_end() {
    play_rules(|rule| Some(Box::new(Files::new(rule))));
}
