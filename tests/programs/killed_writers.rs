//! A brain killed at any moment loses nothing of its database that it has acknowledged.

#![expect(clippy::expect_used, reason = "helpers of tests")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustgomo::board::Board;
use rustgomo::database::{Database, Key, Label, Lookup};
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::rules::Rule;

use crate::common::brain::brain_command;
use crate::database::scratch;

/// Writes that a session is asked for; how many it gets done is chance.
const WRITES: usize = 60;
/// Longest time between an acknowledgement and the end of its writer.
const MAX_DELAY_US: u64 = 3000;
/// Longest life of a writer that is ended before its first acknowledgement.
const MAX_START_US: u64 = 60_000;

/// Positions that no earlier session wrote, with the value that each gets.
struct Plan {
    random: fastrand::Rng,
    values: BTreeMap<Key, i16>,
}

impl Plan {
    /// A new position: its key, its moves and its value.
    fn next(&mut self) -> (Key, String, i16) {
        loop {
            let mut board = Board::new(BoardSize::default());
            let mut moves = Vec::new();
            for _ in 0..self.random.usize(4..30) {
                let (x, y) = (self.random.u8(..15), self.random.u8(..15));
                if board.play(Square::at(x, y)).is_ok() {
                    moves.push(format!("{x},{y}"));
                }
            }
            let (key, value) = (Key::of(&board, Rule::Freestyle), self.random.i16(-20_000..20_000));
            if let std::collections::btree_map::Entry::Vacant(place) = self.values.entry(key.clone()) {
                place.insert(value);
                return (key, moves.join(" "), value);
            }
        }
    }
}

/// Lets a brain write, kills it, and returns the positions that it acknowledged.
fn session(path: &Path, plan: &mut Plan, is_killed: bool) -> Vec<Key> {
    let mut input = format!("START 15\nINFO usedatabase 1\nYXSETDATABASE\n{}\n", path.display());
    let mut keys = Vec::new();
    for _ in 0..WRITES {
        let (key, moves, value) = plan.next();
        let line = format!("YXEDITTVDDATABASE 7 119 {value} 20 {moves} DONE\n");
        input.push_str(&line);
        keys.push(key);
    }
    if !is_killed {
        input.push_str("END\n");
    }
    let mut child = brain_command().spawn().expect("the brain starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Held open until the end: a closed input ends the brain by itself.
    let writer = thread::spawn(move || drop((stdin.write_all(input.as_bytes()), stdin)));
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let awaited = plan.random.usize(..WRITES);
    let mut text = String::new();
    if is_killed {
        while awaited > 0 && acknowledged(&text) < awaited {
            assert!(output.read_line(&mut text).expect("readable output") > 0, "{text}");
        }
        let most = if awaited == 0 { MAX_START_US } else { MAX_DELAY_US };
        thread::sleep(Duration::from_micros(plan.random.u64(..most)));
        child.kill().expect("the brain is there");
    }
    output.read_to_string(&mut text).expect("readable output");
    child.wait().expect("the brain has ended");
    writer.join().expect("the writer ends");
    keys.truncate(acknowledged(&text));
    keys
}

fn acknowledged(output: &str) -> usize {
    // A line that was cut off acknowledges nothing.
    output
        .split_inclusive('\n')
        .filter(|line| line.starts_with("MESSAGE DATABASE ONE ") && line.ends_with('\n'))
        .count()
}

/// Everything that was acknowledged is there as it was written, and nothing is damaged.
fn assert_whole(path: &Path, plan: &Plan, written: &[Key]) {
    let mut database = Database::open(path).expect("a store that can be opened");
    assert_eq!(database.check().expect("a store that is whole"), 0, "damaged entries");
    let reader = database.reader().expect("a store that can be read");
    for key in written {
        let entry = reader.find(key).expect("a whole entry").expect("an acknowledged entry");
        assert_eq!((entry.value.centi(), entry.label, entry.depth), (plan.values[key], Label::WIN, 20));
    }
    assert!(database.len().expect("a number") >= written.len() as u64);
}

/// Kills brains in `count` sessions over one store and returns the number of acknowledged positions.
fn kill_sessions(name: &str, count: usize, seed: u64) -> usize {
    let path = scratch(name);
    let mut plan = Plan { random: fastrand::Rng::with_seed(seed), values: BTreeMap::new() };
    let mut written = Vec::new();
    for number in 1..=count {
        let fresh = session(&path, &mut plan, number < count);
        if path.exists() {
            assert_whole(&path, &plan, &fresh);
        } else {
            assert!(fresh.is_empty());
        }
        written.extend(fresh);
    }
    assert_whole(&path, &plan, &written);
    assert!(written.len() >= WRITES, "the last session is not killed");
    fs::remove_file(path).expect("the store");
    written.len()
}

#[test]
fn a_killed_writer_loses_nothing_that_it_acknowledged() {
    kill_sessions("killed", 10, 1);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test programs -- --ignored --nocapture a_thousand"]
fn a_thousand_killed_writers_lose_nothing_that_they_acknowledged() {
    let started = Instant::now();
    let count = kill_sessions("thousand", 1000, 2);
    let seconds = started.elapsed().as_secs();
    let report = format!("1000 sessions, {count} acknowledged positions, none lost, {seconds} s\n");
    std::io::stdout().write_all(report.as_bytes()).expect("an output");
}
