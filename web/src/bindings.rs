//! The exports to JavaScript.

use std::cell::{Cell, RefCell};
use std::panic;
use std::time::Duration;

use wasm_bindgen::prelude::*;

use crate::{Analyser, Game, Question, Running};

/// Milliseconds between two counts of the nodes of a running search.
const LIVE_MS: f64 = 500.0;

#[wasm_bindgen]
extern "C" {
    /// An object with a method `report`, which is called with JSON after each iteration, `live`, which is
    /// called twice a second with the nodes and milliseconds of the search, and `isStopped`, which is asked
    /// about every millisecond whether the search shall end.
    pub type Listener;

    #[wasm_bindgen(method)]
    fn live(this: &Listener, nodes: f64, ms: f64);

    #[wasm_bindgen(method)]
    fn report(this: &Listener, report: &str);

    #[wasm_bindgen(method, js_name = isStopped)]
    fn is_stopped(this: &Listener) -> bool;

    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// The moment from which a worker counts its time.
    #[wasm_bindgen(thread_local_v2, js_namespace = performance, js_name = timeOrigin)]
    static TIME_ORIGIN: f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// The running search. A thread local, because the callback of a search must be `Send`, which JavaScript
/// objects are not.
struct Search {
    listener: Listener,
    running: Running,
    /// When it began, and when its nodes were told last.
    started: f64,
    told: Cell<f64>,
}

impl Search {
    /// Asks whether it shall end, and tells how far it is.
    fn poll(&self) {
        if self.listener.is_stopped() {
            self.running.stop.stop();
        }
        let (time, nodes) = (now(), self.running.counter.nodes());
        if nodes > 0 && time - self.told.get() >= LIVE_MS {
            self.told.set(time);
            self.listener.live(nodes as f64, time - self.started);
        }
    }
}

thread_local! {
    static SEARCH: RefCell<Option<Search>> = const { RefCell::new(None) };
}

fn with_search(f: impl FnOnce(&Search)) {
    SEARCH.with_borrow(|search| search.as_ref().map(f));
}

/// The time, the same in all workers. A search asks for it every few hundred nodes, which is when it learns
/// that it shall stop: nothing else reaches its thread.
fn clock() -> Duration {
    with_search(Search::poll);
    Duration::from_secs_f64((TIME_ORIGIN.with(|origin| *origin) + now()).max(0.0) / 1000.0)
}

/// Sets the clock and a panic hook that writes to the console. Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    rustgomo::clock::set_source(clock);
    panic::set_hook(Box::new(|info| console_error(&info.to_string())));
}

/// What a page shows of a position, as JSON.
///
/// # Errors
/// A sentence if the moves are no game.
#[wasm_bindgen]
pub fn describe(rule: &str, size: &str, moves: &str) -> Result<String, String> {
    Ok(crate::describe(&Game::new(rule, size, moves)?))
}

/// What a page shows of an opening as a dialogue, as JSON; `opening.rs` describes it.
///
/// # Errors
/// A sentence if the rule or the size is unknown or a choice cannot be made.
#[wasm_bindgen(js_name = describeOpening)]
pub fn describe_opening(opening: &str, size: &str, choices: &str) -> Result<String, String> {
    Ok(crate::describe_opening(&crate::read_opening(opening, size, choices)?))
}

/// The report of a game from the best lines of its positions and their scores, as JSON; `review.rs` describes
/// them.
///
/// # Errors
/// A sentence if the moves are no game or the lines are none of it.
#[wasm_bindgen]
pub fn review(rule: &str, size: &str, moves: &str, lines: &str, scores: &[i16]) -> Result<String, String> {
    crate::review(&Game::new(rule, size, moves)?, lines, scores)
}

/// The games of a file with variations, comments and marks, and what is to be told of it, as JSON; `tree.rs`
/// describes it.
///
/// # Errors
/// A sentence if it holds none or is damaged.
#[wasm_bindgen(js_name = readTree)]
pub fn read_tree(
    name: &str,
    bytes: &[u8],
    rule: &str,
    encoding: &str,
    number: usize,
) -> Result<String, String> {
    crate::read_tree(name, bytes, rule, encoding, number)
}

/// One such game as a file with this ending: all of it as `sgf` or `lib`, else its main line.
///
/// # Errors
/// A sentence if the JSON is no game, or if the format is unknown or cannot hold it.
#[wasm_bindgen(js_name = writeTree)]
pub fn write_tree(tree: &str, ending: &str) -> Result<Vec<u8>, String> {
    crate::write_tree(tree, ending)
}

/// What such a file leaves out, as JSON; `records.rs` describes it.
///
/// # Errors
/// A sentence if the JSON is no game or the format is unknown.
#[wasm_bindgen(js_name = lostFrom)]
pub fn lost_from(tree: &str, ending: &str) -> Result<String, String> {
    crate::lost_from(tree, ending)
}

/// A book: what a file knows about the moves of positions.
#[wasm_bindgen]
pub struct Book(crate::Book);

#[wasm_bindgen]
impl Book {
    /// The book of a file.
    ///
    /// # Errors
    /// A sentence if it holds none.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, bytes: &[u8], rule: &str) -> Result<Self, String> {
        crate::Book::open(name, bytes, rule).map(Self)
    }

    /// Its numbers of games and positions, as JSON.
    pub fn summary(&self) -> String {
        self.0.summary()
    }

    /// The comment and the known moves of a position, as JSON; `book.rs` describes them.
    ///
    /// # Errors
    /// A sentence if the moves are no game.
    pub fn look(&self, rule: &str, size: &str, moves: &str) -> Result<String, String> {
        Ok(self.0.look(&Game::new(rule, size, moves)?))
    }
}

/// The search with its transposition table and networks.
#[wasm_bindgen]
pub struct Engine(Analyser);

#[wasm_bindgen]
impl Engine {
    /// An engine with a transposition table of at most `table_mib` MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(table_mib: u32) -> Self {
        Self(Analyser::new((table_mib as usize) << 20))
    }

    /// Replaces the network of its rule and returns the name of the rule.
    ///
    /// # Errors
    /// The reason if the bytes are not a network file.
    #[wasm_bindgen(js_name = insertNetwork)]
    pub fn insert_network(&mut self, file: &[u8]) -> Result<String, String> {
        self.0.insert_network(file).map(str::to_owned)
    }

    /// Sets the number of search threads, at least 1. Where memory is shared, a pool with one worker less
    /// must run.
    #[wasm_bindgen(js_name = setThreads)]
    pub fn set_threads(&mut self, threads: u32) {
        self.0.set_threads(threads as usize);
    }

    /// The answer to a question, as JSON; `question.rs` describes it. Searches on the caller's thread, and on
    /// the others that were set.
    ///
    /// # Errors
    /// A sentence about what is wrong with the question.
    pub fn answer(&mut self, question: &str, listener: Listener) -> Result<String, String> {
        let question = Question::read(question)?;
        let running = Running::default();
        let started = now();
        SEARCH.set(Some(Search { listener, running: running.clone(), started, told: Cell::new(started) }));
        let report = |text: &str| with_search(|search| search.listener.report(text));
        let result = self.0.answer(&question, &running, report);
        SEARCH.set(None);
        result
    }
}
