//! What the transcript has told the brain so far: the board in force, its stones, and which commands still
//! owe an answer. It follows only what is needed to say whether a square is on the board and free.

use std::collections::{HashMap, HashSet, VecDeque};

use super::pattern::{Choice, Pattern, Place};
use crate::common::point::Point;

/// A command that owes an answer, with what it does to the position once the answer shows that it was obeyed.
#[derive(Clone, Debug)]
enum Request {
    /// A new empty board, width × height.
    NewBoard(i32, i32),
    /// The same board, emptied.
    Restart,
    /// This stone is removed.
    TakeBack(Point),
    /// These stones are added before the brain moves.
    Add(Vec<Point>),
    /// These stones replace the position before the brain moves.
    Replace(Vec<Point>),
    /// An opening is judged; the position stays.
    Judge(Vec<Point>),
    /// No effect on the position.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockKind {
    /// `BOARD`
    Think,
    /// `YXBOARD`
    SetUp,
    /// `SWAP2BOARD`
    Swap,
    /// `YXBLOCK` and its family, and questions about the database, which change no position.
    Silent,
}

/// The state of one transcript.
#[derive(Debug, Default)]
pub(crate) struct Session {
    width: i32,
    height: i32,
    stones: HashSet<Point>,
    requests: VecDeque<Request>,
    block: Option<(BlockKind, Vec<Point>)>,
    names: HashMap<String, Point>,
    /// Whether the next line is the name of a file.
    names_file: bool,
    /// Whether the manager is Yixin-Board, which names the row of a square first, but the width of a board.
    is_yixin: bool,
}

impl Session {
    /// Replaces `{name}` by the move of that name and `{free}` by the first free square, row by row from the
    /// top left.
    ///
    /// # Errors
    /// Names an unknown name.
    pub(crate) fn fill_in(&self, line: &str) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = line;
        while let Some((before, named)) = rest.split_once('{') {
            let (name, after) =
                named.split_once('}').ok_or_else(|| format!("expected `}}` after {named:?}"))?;
            let point = if name == "free" { self.first_free()? } else { self.named(name)? };
            filled.push_str(before);
            filled.push_str(&point.to_string());
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    /// Notes a line that goes to the brain.
    pub(crate) fn sent(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if std::mem::take(&mut self.names_file) {
            return;
        }
        if self.block.is_some() {
            words.for_each(|word| self.block_word(word));
            return;
        }
        let command = words.next().unwrap_or_default().to_ascii_uppercase();
        let point = words.clone().next().and_then(|word| word.parse::<Point>().ok());
        let request = match (command.as_str(), point) {
            ("" | "INFO" | "END" | "STOP" | "YXBLOCKRESET" | "YXBLOCKPATHRESET", _) => return,
            (file, _) if file.starts_with("YXHASH") && file != "YXHASHCLEAR" => {
                self.names_file = words.next().is_none();
                return;
            }
            (silent, _) if silent.starts_with("YXBLOCK") => return self.open_block(BlockKind::Silent, words),
            ("START", _) => self.new_board(&words.collect::<Vec<_>>().join(" ")),
            ("RECTSTART", Some(size)) => Request::NewBoard(size.x, size.y),
            ("RESTART", _) => Request::Restart,
            ("BEGIN" | "YXNBEST", _) => Request::Add(Vec::new()),
            ("TURN", _) => Request::Add(spaced_point(line).into_iter().collect()),
            ("TAKEBACK", Some(stone)) => Request::TakeBack(stone),
            ("BOARD", _) => return self.open_block(BlockKind::Think, words),
            ("YXSHOWFORBID" | "YXBALANCEONE" | "YXBALANCETWO" | "YXSEARCHDEFEND", _) => Request::Other,
            ("YXBOARD", _) => return self.open_block(BlockKind::SetUp, words),
            ("SWAP2BOARD", _) => return self.open_block(BlockKind::Swap, words),
            (query, _) if query.starts_with("YXQUERYDATABASE") => {
                return self.open_block(BlockKind::Silent, words);
            }
            ("YXSHOWINFO", _) => {
                self.is_yixin = true;
                return;
            }
            // Answered with messages or with nothing.
            (yixin, _) if yixin.starts_with("YX") => return,
            _ => Request::Other,
        };
        self.requests.push_back(request);
    }

    fn new_board(&self, sizes: &str) -> Request {
        let sizes: Result<Vec<i32>, _> =
            sizes.split([' ', ',']).filter(|word| !word.is_empty()).map(str::parse).collect();
        match sizes.as_deref() {
            Ok(&[side]) => Request::NewBoard(side, side),
            Ok(&[width, height]) if self.is_yixin => Request::NewBoard(height, width),
            Ok(&[width, height]) => Request::NewBoard(width, height),
            _ => Request::Other,
        }
    }

    /// Checks an answer against one pattern; if it fits, notes what it says about the position.
    ///
    /// # Errors
    /// Says why the answer does not fit; the session is then unchanged.
    pub(crate) fn accept(&mut self, pattern: &Pattern, line: &str) -> Result<(), String> {
        match pattern {
            Pattern::Exact(text) if line == text => self.answered(line == "OK"),
            Pattern::Prefix(start) if line.starts_with(start.as_str()) => self.answered(false),
            Pattern::Match(wording) if wording.fits(line) => self.answered(false),
            Pattern::Exact(_) | Pattern::Prefix(_) | Pattern::Match(_) => {
                return Err("another text".to_owned());
            }
            Pattern::Move { name, choice } => {
                let point: Point = line.parse()?;
                self.check_choice(point, choice)?;
                self.moved(point)?;
                if let Some(name) = name {
                    self.names.insert(name.clone(), point);
                }
            }
            Pattern::Points(count) => self.check_points(line, *count)?,
        }
        Ok(())
    }

    fn open_block<'a>(&mut self, kind: BlockKind, words: impl Iterator<Item = &'a str>) {
        self.block = Some((kind, Vec::new()));
        words.for_each(|word| self.block_word(word));
    }

    fn block_word(&mut self, word: &str) {
        let Some((kind, points)) = &mut self.block else { return };
        if !word.eq_ignore_ascii_case("done") {
            points.extend(stone(word));
            return;
        }
        let (kind, points) = (*kind, std::mem::take(points));
        self.block = None;
        match kind {
            BlockKind::Think => self.requests.push_back(Request::Replace(points)),
            BlockKind::Silent => {}
            BlockKind::Swap => self.requests.push_back(Request::Judge(points)),
            // Never answered, so it counts at once.
            BlockKind::SetUp => self.stones = points.into_iter().collect(),
        }
    }

    /// Notes an answer that is not a move; only `OK` carries out what was asked.
    fn answered(&mut self, is_ok: bool) {
        match self.requests.pop_front() {
            Some(Request::NewBoard(width, height)) if is_ok => {
                (self.width, self.height) = (width, height);
                self.stones.clear();
            }
            Some(Request::Restart) if is_ok => self.stones.clear(),
            Some(Request::TakeBack(point)) if is_ok => {
                self.stones.remove(&point);
            }
            _ => {}
        }
    }

    fn moved(&mut self, point: Point) -> Result<(), String> {
        let mut stones = match self.requests.front() {
            Some(Request::Add(added)) => self.stones.iter().chain(added).copied().collect(),
            Some(Request::Replace(stones)) => stones.iter().copied().collect::<HashSet<_>>(),
            _ => return Err("no move was due".to_owned()),
        };
        stones.retain(|stone| stone.is_on(self.width, self.height));
        self.check_free(point, &stones)?;
        stones.insert(point);
        self.stones = stones;
        self.requests.pop_front();
        Ok(())
    }

    fn check_points(&mut self, line: &str, count: usize) -> Result<(), String> {
        let Some(Request::Judge(stones)) = self.requests.front() else {
            return Err("no answer to an opening was due".to_owned());
        };
        let mut taken: HashSet<Point> = stones.iter().copied().collect();
        let points: Vec<Point> = line.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        if points.len() != count {
            return Err(format!("{} points", points.len()));
        }
        for point in points {
            self.check_free(point, &taken)?;
            taken.insert(point);
        }
        self.requests.pop_front();
        Ok(())
    }

    fn check_free(&self, point: Point, stones: &HashSet<Point>) -> Result<(), String> {
        if !point.is_on(self.width, self.height) {
            return Err(format!("{point} is off the board of {}x{}", self.width, self.height));
        }
        if stones.contains(&point) { Err(format!("{point} is occupied")) } else { Ok(()) }
    }

    fn check_choice(&self, point: Point, choice: &Choice) -> Result<(), String> {
        let (places, wanted) = match choice {
            Choice::Any => return Ok(()),
            Choice::In(places) => (places, true),
            Choice::Not(places) => (places, false),
        };
        let resolve = |place: &Place| match place {
            Place::At(point) => Ok(*point),
            Place::Named(name) => self.named(name),
        };
        let points: Vec<Point> = places.iter().map(resolve).collect::<Result<_, _>>()?;
        if points.contains(&point) == wanted {
            Ok(())
        } else {
            Err(format!("{point} is not a square asked for"))
        }
    }

    fn named(&self, name: &str) -> Result<Point, String> {
        self.names.get(name).copied().ok_or_else(|| format!("no move is called {{{name}}}"))
    }

    fn first_free(&self) -> Result<Point, String> {
        let squares = (0..self.height).flat_map(|y| (0..self.width).map(move |x| Point::new(x, y)));
        let mut free = squares.filter(|point| !self.stones.contains(point));
        free.next().ok_or_else(|| "the board is full".to_owned())
    }
}

/// The square of a block line `x,y` or `x,y,field`.
fn stone(word: &str) -> Option<Point> {
    let mut parts = word.split(',');
    let point = format!("{},{}", parts.next()?, parts.next()?);
    point.parse().ok()
}

/// The square after the command word, with blanks around its comma forgiven.
fn spaced_point(line: &str) -> Option<Point> {
    let (_, rest) = line.trim().split_once(char::is_whitespace)?;
    rest.split_whitespace().collect::<String>().parse().ok()
}
