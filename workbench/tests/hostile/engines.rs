//! The engines: a well-behaved one, which plays the first free square in reading order, and misbehaving ones.

use std::io::{BufRead, Write, stderr, stdin, stdout};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// Exit code of the crasher, which the record must contain.
const CRASH_CODE: i32 = 3;
/// Thinking time of the slow engine: longer than any test waits.
pub(crate) const FOREVER: Duration = Duration::from_secs(900);
const HUGE_LINE: usize = 10 << 20;
const HOG_BYTES: usize = 300 << 20;
const MESSAGES: usize = 5000;
/// The move at which the crasher crashes.
const LAST_MOVE: usize = 3;

struct Engine<'a> {
    name: &'a str,
    argument: Option<&'a str>,
    side: usize,
    stones: Vec<(usize, usize)>,
    moves: usize,
    hoard: Vec<u8>,
    /// Milliseconds left at the first move and at this one.
    left_ms: (Option<i64>, i64),
    increment_ms: i64,
    depth: i64,
}

/// Plays until `END` or the end of the input.
pub(crate) fn play(name: &str, argument: Option<&str>) {
    let (stones, hoard, left_ms) = (Vec::new(), Vec::new(), (None, 0));
    let mut engine =
        Engine { name, argument, side: 15, stones, moves: 0, hoard, left_ms, increment_ms: 0, depth: 0 };
    let mut lines = stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match command {
            "START" => engine.start(rest),
            "INFO" => engine.take_info(rest),
            "BEGIN" => engine.answer(),
            "TURN" => {
                engine.stones.extend(point(rest));
                engine.answer();
            }
            "BOARD" => {
                let block = lines.by_ref().take_while(|line| line.trim() != "DONE");
                engine.stones = block.filter_map(|line| point(&line)).collect();
                engine.answer();
            }
            "END" if name != "silent" => return,
            _ => {}
        }
    }
}

impl Engine<'_> {
    fn start(&mut self, side: &str) {
        self.side = side.parse().unwrap_or(15);
        self.stones.clear();
        self.moves = 0;
        self.left_ms = (None, 0);
        match self.name {
            "grumbler" => {
                complain("grumble at START");
                say(b"OK\n");
            }
            "silent" => {}
            "leaver" => exit(0),
            "lower-case" => say(b"ok\n"),
            "carriage-return" => say(b"OK\r"),
            "babbler" => say(b"OK\nhello there\n"),
            _ => say(b"OK\n"),
        }
    }

    fn take_info(&mut self, rest: &str) {
        let Some((key, Ok(value))) = rest.split_once(' ').map(|(key, value)| (key, value.parse())) else {
            return;
        };
        match key {
            "max_depth" => self.depth = value,
            "time_increment" => self.increment_ms = value,
            "time_left" => self.left_ms = (self.left_ms.0.or(Some(value)), value),
            _ => {}
        }
    }

    /// Whether the clock gained time, as it must with an increment.
    fn has_gained(&self) -> bool {
        self.increment_ms > 0 && self.left_ms.0.is_some_and(|first| self.left_ms.1 > first)
    }

    fn answer(&mut self) {
        self.moves += 1;
        match self.name {
            "slow" => sleep(FOREVER),
            "crasher" if self.moves == LAST_MOVE => exit(CRASH_CODE),
            "talkative" => {
                (0..MESSAGES).for_each(|i| {
                    say(format!("MESSAGE line {i}\nDEBUG {i}\nMessage {i}\ndebug {i}\n").as_bytes());
                });
            }
            "occupied" if !self.stones.is_empty() => return say_point(self.stones[0]),
            "off-board" => return say(b"99,99\n"),
            "nonsense" => return say(b"hello\n"),
            "saver" if self.moves > 1 && !self.has_gained() => return say(b"poor\n"),
            "deep" if self.depth != 7 => return say(b"shallow\n"),
            "three-numbers" => return say(b"7,7,7\n"),
            "binary" => return say(b"\xff\xfe\0\n"),
            "huge-line" => {
                say(&vec![b'A'; HUGE_LINE]);
                return say(b"\n");
            }
            "hog" => self.hoard = vec![1; HOG_BYTES],
            "scorer" => {
                say(format!("MESSAGE depth 3 score {} nodes 7\n", self.argument.unwrap_or("")).as_bytes());
            }
            _ => {}
        }
        let square = self.wanted().unwrap_or_else(|| self.first_free());
        self.stones.push(square);
        say_point(square);
    }

    /// The square that a fixed engine plays first.
    fn wanted(&self) -> Option<(usize, usize)> {
        (self.name == "fixed" && self.moves == 1).then(|| self.argument.and_then(point)).flatten()
    }

    fn first_free(&self) -> (usize, usize) {
        let all = (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y)));
        all.into_iter().find(|square| !self.stones.contains(square)).unwrap_or_default()
    }
}

#[expect(clippy::exit, reason = "an engine whose manager is gone ends at once")]
fn say(bytes: &[u8]) {
    let mut out = stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn complain(text: &str) {
    // The match runner is gone.
    let _ = writeln!(stderr(), "{text}");
}

fn say_point((x, y): (usize, usize)) {
    say(format!("{x},{y}\n").as_bytes());
}

fn point(text: &str) -> Option<(usize, usize)> {
    let mut numbers = text.split(',').map(|number| number.trim().parse().ok());
    Some((numbers.next()??, numbers.next()??))
}
