//! The threads that search positions of a tree.

use std::collections::HashSet;
use std::io::{self, Write};

use clap::Args;
use parking_lot::{Condvar, Mutex};
use serde::Serialize;

use super::node::Others;
use super::report::{Before, Grown};
use super::tree::{ROOT, Tree};
use crate::players::analyze::{Subject, is_searched};
use crate::threads::pool;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::{Board, square_names};
use rustgomo::database::{Database, DatabaseError, Entry, Key, Lookup, child_keys};
use rustgomo::eval::{Networks, Score};
use rustgomo::geometry::Square;
use rustgomo::rules::{Outcome, outcome};
use rustgomo::search::{Limits, Searcher, Silent, Variation};

/// How a database is grown.
#[derive(Clone, Copy, Debug, Args)]
pub struct GrowOptions {
    /// Number of positions to search [default: until Ctrl-C].
    #[arg(long)]
    pub positions: Option<u64>,
    /// Number of moves that the search of a position adds.
    #[arg(long, short = 'l', default_value_t = 4, value_parser = values::within(1..=50_u32))]
    pub lines: u32,
    /// Percentage points of win rate behind the best move that count as much as a move of depth: a smaller
    /// number searches deeper, a greater one wider.
    #[arg(long, value_name = "POINTS", default_value_t = 5.0, value_parser = values::above_zero)]
    pub gap: f32,
    /// Positions searched at the same time, each by one thread; 0 uses all cores.
    #[arg(long, default_value_t = 1, value_parser = values::search_threads)]
    pub threads: usize,
    /// Size of the transposition table of each thread in MiB.
    #[arg(long, default_value_t = 64, value_parser = values::within(1..=32_768_u16))]
    pub memory: u16,
}

/// A position that was searched; all its changes are in the database.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchedPosition {
    /// Number of the search, from 1.
    pub number: u64,
    /// The moves from the root to the position.
    pub moves: Vec<String>,
    /// Its value for the side to move.
    #[serde(flatten)]
    pub score: Option<Score>,
    /// Depth of the value, in plies.
    pub depth: u32,
    /// The value of the root.
    pub root: Option<Score>,
}

/// Told each position that was searched.
pub type Tell<'a> = dyn FnMut(&SearchedPosition) -> io::Result<()> + Send + 'a;

/// A search to make.
struct Job {
    /// The positions from the root to the one to search, with their keys.
    way: Vec<(usize, Key)>,
    /// Its known children.
    known: Vec<Key>,
}

/// A position after its search.
struct Searched {
    board: Board,
    /// The moves found with their keys, scores and depths, the best first.
    moves: Vec<(Key, Score, u32)>,
    /// Whether no move was left to search, or all that were lose.
    is_exhausted: bool,
    /// The result for the side to move, if the game is over.
    end: Option<Score>,
}

/// What the threads share.
struct Shared<'a> {
    tree: Tree,
    database: &'a Database,
    tell: &'a mut Tell<'a>,
    /// Searches begun and ended.
    begun: u64,
    ended: u64,
    is_stopped: bool,
    result: Result<(), DatabaseError>,
}

struct Growth<'a> {
    shared: Mutex<Shared<'a>>,
    /// Signalled when a search has ended.
    ended: Condvar,
    subject: &'a Subject,
    options: &'a GrowOptions,
    /// Limits of each search.
    limits: Limits,
    networks: Networks,
    stop: &'a StopHandle,
}

/// Searches positions below a position, best first, until the number of positions is reached, nothing is left
/// to search or `stop` is stopped. What `tell` is told is durable.
pub fn grow<'a>(
    (database, subject): (&'a Database, &'a Subject),
    (options, limits): (&'a GrowOptions, Limits),
    networks: Networks,
    stop: &'a StopHandle,
    tell: &'a mut Tell<'a>,
) -> Result<Grown, DatabaseError> {
    let before = Before::new(database, subject)?;
    let mut tree = Tree::load(&database.reader()?, subject, f64::from(options.gap))?;
    let changed = tree.settle();
    write(database, &tree, changed)?;
    let shared = Shared { tree, database, tell, begun: 0, ended: 0, is_stopped: false, result: Ok(()) };
    let shared = Mutex::new(shared);
    let growth = Growth { shared, ended: Condvar::new(), subject, options, limits, networks, stop };
    let is_over = outcome(&subject.board, subject.rule) != Outcome::Unfinished;
    if !is_over {
        pool(options.threads)?.broadcast(|_| growth.work());
    }
    let Shared { tree, begun, ended, result, .. } = growth.shared.into_inner();
    result?;
    let is_complete = !stop.is_stopped();
    let reason = match () {
        () if begun > 0 || !is_complete || options.positions == Some(0) => None,
        () if is_over => Some("the game is over"),
        () if tree.nodes[ROOT].is_result => Some("the result of the position is known"),
        () => Some("no move is left to search"),
    };
    before.compare(database, subject, (ended, is_complete), reason)
}

/// Writes the values of positions in one durable transaction.
fn write(
    database: &Database,
    tree: &Tree,
    places: impl IntoIterator<Item = usize>,
) -> Result<(), DatabaseError> {
    database.write(|batch| {
        places.into_iter().try_for_each(|place| {
            let node = &tree.nodes[place];
            batch.edit(&node.key, |entry| node.write(entry))
        })
    })
}

impl Growth<'_> {
    /// Searches one position after the other.
    fn work(&self) {
        // Also if this thread panics: the others would wait for its search.
        let _stop = Stop(self);
        let mut searcher = Searcher::new(usize::from(self.options.memory) << 20);
        searcher.set_networks(self.networks.clone());
        while let Some(job) = self.next_job() {
            let found = self.search(&mut searcher, &job);
            let mut shared = self.shared.lock();
            if self.stop.is_stopped() {
                shared.is_stopped = true;
            } else if let Err(error) = shared.finish(self.subject, &job, &found) {
                shared.is_stopped = true;
                shared.result = Err(error);
            }
            drop(shared);
            self.ended.notify_all();
        }
    }

    /// The next search; waits while only running searches can bring one.
    fn next_job(&self) -> Option<Job> {
        let mut shared = self.shared.lock();
        loop {
            let is_enough = self.options.positions.is_some_and(|most| shared.begun >= most);
            if shared.is_stopped || is_enough || self.stop.is_stopped() {
                return None;
            }
            if let Some(job) = shared.begin() {
                return Some(job);
            }
            if shared.begun == shared.ended {
                return None;
            }
            self.ended.wait(&mut shared);
        }
    }

    /// Searches a position without its known children and without symmetric twins of moves.
    fn search(&self, searcher: &mut Searcher, Job { way, known }: &Job) -> Searched {
        let rule = self.subject.rule;
        let mut board = self.subject.board.clone();
        for (_, key) in way.iter().skip(1) {
            let next = child_keys(&board, rule).into_iter().find(|(_, child)| child == key);
            // The square is one of the board's empty ones.
            let _ = next.map(|(square, _)| board.play(square));
        }
        // Libraries and texts have positions in which the game is over.
        let end = match outcome(&board, rule) {
            Outcome::Unfinished => None,
            Outcome::Draw => Some(Score::ZERO),
            Outcome::Win(winner) if winner == board.side_to_move() => Some(Score::win_in(0)),
            Outcome::Win(_) => Some(Score::loss_in(0)),
        };
        if end.is_some() {
            return Searched { board, moves: Vec::new(), is_exhausted: true, end };
        }
        let keys = child_keys(&board, rule);
        let mut seen: HashSet<&Key> = known.iter().collect();
        let excluded: Vec<Square> =
            keys.iter().filter(|(_, key)| !seen.insert(key)).map(|(square, _)| *square).collect();
        let limits = Limits { excluded, ..self.limits.clone() };
        let result = searcher.search(&board, rule, &limits, self.stop, &mut Silent);
        let found = |line: &Variation| {
            let first = line.first()?;
            let (_, key) = keys.iter().find(|(square, _)| *square == first)?;
            let (score, depth) = (line.progress.score, line.progress.complete_depth());
            is_searched(score, depth).then(|| (key.clone(), score, depth))
        };
        // Without a legal move there is no line; a line that was not searched has the score of a draw.
        let best = result.lines.first().map(|line| line.progress.score);
        let is_exhausted = best.is_none_or(|score| score.plies_to_loss().is_some());
        Searched { moves: result.lines.iter().filter_map(found).collect(), is_exhausted, board, end: None }
    }
}

/// Ends the work of all threads when it is dropped by a panic.
struct Stop<'a, 'b>(&'a Growth<'b>);

impl Drop for Stop<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.shared.lock().is_stopped = true;
            self.0.ended.notify_all();
        }
    }
}

impl Shared<'_> {
    /// Chooses a position and marks it as being searched.
    fn begin(&mut self) -> Option<Job> {
        let way = self.tree.choose()?;
        let place = *way.last()?;
        self.tree.nodes[place].others = Others::Searched;
        self.tree.update([place]);
        self.begun += 1;
        let key = |&place: &usize| self.tree.nodes[place].key.clone();
        let known = self.tree.nodes[place].children.iter().map(key).collect();
        Some(Job { way: way.iter().map(|place| (*place, key(place))).collect(), known })
    }

    /// Takes over the moves of a search, backs values up, writes them and tells of the position.
    fn finish(&mut self, subject: &Subject, job: &Job, searched: &Searched) -> Result<(), DatabaseError> {
        let Some(&(place, _)) = job.way.last() else { return Ok(()) };
        let tree = &mut self.tree;
        tree.nodes[place].others = Others::Open;
        if let (Some(&(_, score, depth)), true) = (searched.moves.first(), job.known.is_empty()) {
            tree.learn(place, (score, depth));
            tree.nodes[place].is_kept = tree.nodes[place].value != Some((score, depth));
        }
        let reader = self.database.reader()?;
        let mut changed = vec![place];
        for (key, score, depth) in &searched.moves {
            let child = if tree.find(key).is_some() {
                tree.add(place, key, &Entry::default())
            } else {
                let child = tree.add(place, key, &reader.find(key)?.unwrap_or_default());
                tree.connect_all(child);
                child
            };
            tree.learn(child, (score.after_move(), depth.saturating_sub(1)));
            changed.push(child);
        }
        let node = &mut tree.nodes[place];
        node.has_best = true;
        if searched.is_exhausted {
            node.others = Others::None;
        }
        if let Some(end) = searched.end {
            node.set(end, 0);
        }
        let above = tree.update(changed.iter().copied());
        changed.extend(above);
        changed.sort_unstable();
        changed.dedup();
        write(self.database, tree, changed)?;
        self.ended += 1;
        let value = |place: usize| self.tree.nodes[place].value;
        let size = searched.board.size();
        let moves = searched.board.history().iter().flatten().skip(subject.board.history().len());
        (self.tell)(&SearchedPosition {
            number: self.ended,
            moves: square_names(moves.copied(), size),
            score: value(place).map(|(score, _)| score),
            depth: value(place).map_or(0, |(_, depth)| depth),
            root: value(ROOT).map(|(score, _)| score),
        })?;
        Ok(())
    }
}

impl SearchedPosition {
    /// Writes number, score and depth, moves, and the value of the root.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [score, root] =
            [self.score, self.root].map(|score| score.map_or("-".to_owned(), |score| score.to_string()));
        let moves = if self.moves.is_empty() { "root".to_owned() } else { self.moves.join(" ") };
        writeln!(out, "{:>6} {score:>6}  depth {:<3} root {root:>6}  {moves}", self.number, self.depth)
    }
}
