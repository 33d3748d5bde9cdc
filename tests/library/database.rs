//! The analysis database as a whole: exchange with other programs, trees of positions, and the engine that
//! searches with it.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustgomo::StopHandle;
use rustgomo::board::{Board, parse_squares};
use rustgomo::database::{
    Bound, Choice, Database, DatabaseError, Deletion, Entry, Exchange, ImportTexts, Key, Label, Lookup,
    Place, children, library, merge_all, rapfi, split, text,
};
use rustgomo::engine::{
    Answer, Change, DatabaseTally, DatabaseWork, DatabaseWorkReport, Engine, EngineError, EngineEvent, Event,
};
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::record::renlib;
use rustgomo::record::tree::Step;
use rustgomo::rules::Rule;
use rustgomo::search::{KnownMove, Limits, Searcher, Silent};

pub(crate) const RULE: Rule = Rule::Standard;

/// A store that is deleted when the test is over.
pub(crate) struct Store {
    database: Option<Database>,
    path: PathBuf,
}

impl Store {
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{name}.db"));
        drop(std::fs::remove_file(&path));
        Self { database: Some(Database::open(&path).unwrap()), path }
    }

    pub(crate) fn get(&self) -> &Database {
        self.database.as_ref().unwrap()
    }

    pub(crate) fn put(&self, moves: &str, entry: &Entry) {
        self.get().write(|batch| batch.put(&Key::of(&board(moves), RULE), entry)).unwrap();
    }

    pub(crate) fn find(&self, moves: &str) -> Option<Entry> {
        self.entry(moves, RULE)
    }

    pub(crate) fn entry(&self, moves: &str, rule: Rule) -> Option<Entry> {
        self.get().reader().unwrap().find(&Key::of(&board(moves), rule)).unwrap()
    }

    /// Imports the text form.
    pub(crate) fn import(&self, text: &[u8]) -> Result<usize, DatabaseError> {
        text::import(self.get(), &mut &*text, &StopHandle::new(), &mut ImportTexts::default())
    }

    pub(crate) fn import_rapfi(&self, bytes: &[u8]) -> Result<usize, DatabaseError> {
        rapfi::import(self.get(), &mut &*bytes, &StopHandle::new(), &mut ImportTexts::default())
    }

    pub(crate) fn import_library(&self, bytes: &[u8]) {
        let nodes = &mut renlib::nodes(bytes, None).unwrap();
        library::import(self.get(), nodes, RULE, &StopHandle::new()).unwrap();
    }

    pub(crate) fn all(&self) -> Vec<(Key, Entry)> {
        let mut all = Vec::new();
        let reader = self.get().reader().unwrap();
        reader
            .for_each(&[], |key, entry| {
                all.push((key, entry));
                Ok(())
            })
            .unwrap();
        all
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.database = None;
        drop(std::fs::remove_file(&self.path));
    }
}

pub(crate) fn board(moves: &str) -> Board {
    let size = BoardSize::default();
    Board::with_moves(size, parse_squares(moves, size).unwrap()).unwrap()
}

fn marked(label: Label) -> Entry {
    Entry { label, ..Entry::default() }
}

/// h8 i9 with two moves behind it, one of which goes on.
fn sample(name: &str) -> Store {
    let store = Store::new(name);
    store.put("h8", &Entry { comment: "centre".to_owned(), ..Entry::default() });
    store.put("h8 i9", &Entry::searched(Score::eval(120), 20));
    store.put("h8 i9 j8", &Entry::searched(Score::loss_in(14), 30));
    store.put("h8 i9 h9", &Entry { comment: "\"quoted\"\nline, two".to_owned(), ..marked(Label::LOSS) });
    store.put("h8 i9 h9 j10", &marked(Label::DRAW));
    let place = Place::of(&board("h8 i9"), RULE);
    let a1 = board("a1").last_move().unwrap();
    store
        .get()
        .write(|batch| batch.edit(&place.key, |entry| entry.set_text(place.canonical(a1), "A")))
        .unwrap();
    store
}

#[test]
fn both_text_forms_bring_everything_into_another_database() {
    let store = sample("forms");
    store.put("", &Entry { comment: "all openings".to_owned(), ..Entry::default() });
    let mut written = Vec::new();
    assert_eq!(text::export(store.get(), &mut written, None, &StopHandle::new()).unwrap(), 6);
    let other = Store::new("forms-text");
    assert_eq!(other.import(&written).unwrap(), 6);
    assert_eq!(other.all(), store.all());
    let none = text::export(
        store.get(),
        &mut Vec::new(),
        Some((Rule::Renju, BoardSize::default())),
        &StopHandle::new(),
    )
    .unwrap();
    assert_eq!(none, 0);
    let broken = other.import(b"index,key\n0,x,y\n").unwrap_err();
    assert!(broken.to_string().starts_with("line 2: expected a line of index,key,"), "{broken}");

    let tree = library::export(&store.get().reader().unwrap(), &board(""), RULE, &StopHandle::new()).unwrap();
    let (tree, count) = tree;
    assert_eq!(count, 6, "of {} moves in the tree", tree.nodes.len());
    let other = Store::new("forms-lib");
    other.import_library(&tree.to_bytes());
    for moves in ["", "h8", "h8 i9 h9", "h8 i9 h9 j10"] {
        assert_eq!(other.find(moves), store.find(moves), "{moves}");
    }
    let win = other.find("h8 i9 j8").unwrap();
    assert_eq!((win.label, win.value, win.bound), (Label::WIN, Score::loss_in(14), Bound::Exact));
    let position = other.find("h8 i9").unwrap();
    assert_eq!((position.value, position.texts), (Score::eval(120), store.find("h8 i9").unwrap().texts));
}

#[test]
fn the_text_of_a_pass_in_a_library_becomes_a_comment() {
    let store = Store::new("pass-text");
    let mut tree = renlib::Library::default();
    let first = tree.add(None, Step::Move(Square::at(7, 7)));
    for (text, comment) in [("A", "note"), ("B", "")] {
        let pass = tree.add(Some(first), Step::Pass);
        (tree.nodes[pass].text, tree.nodes[pass].comment) = (text.to_owned(), comment.to_owned());
    }
    store.import_library(&tree.to_bytes());
    let mut passed = board("h8");
    passed.pass();
    let entry = store.get().reader().unwrap().find(&Key::of(&passed, RULE)).unwrap().unwrap();
    assert_eq!(entry.comment, "A\nnote\nB");
}

#[test]
fn deletion_keeps_what_is_reached_by_another_way() {
    let store = sample("deletion");
    let stop = StopHandle::new();
    let delete = |moves: &str, choice, is_recursive| {
        let deletion = Deletion { board: board(moves), rule: RULE, choice, is_recursive };
        store.get().write(|batch| deletion.carry_out(batch, &stop))
    };
    assert_eq!(delete("h8 i9", Choice::Wins, false).unwrap(), 1);
    assert_eq!(delete("h8", Choice::WinsAndLosses, false).unwrap(), 0);
    store.put("h8 j10 h9", &Entry::default());
    // The drawn position has another parent.
    assert_eq!(delete("h8", Choice::WinsAndLosses, true).unwrap(), 1);
    assert!(store.find("h8 i9 h9").is_none() && store.find("h8 i9 h9 j10").is_some());
    assert_eq!(delete("", Choice::All, false).unwrap(), 2);
    stop.stop();
    assert!(matches!(delete("h8 i9 h9", Choice::All, false), Err(DatabaseError::Interrupted { .. })));
    assert_eq!(store.get().len().unwrap(), 2);
}

#[test]
fn a_branch_is_split_off_and_merged_back() {
    let store = sample("split");
    let branch = Store::new("split-branch");
    assert_eq!(split(store.get(), branch.get(), &board("h8 i9 h9"), RULE, &StopHandle::new()).unwrap(), 4);
    assert!(branch.find("h8 i9 j8").is_none() && branch.find("h8").is_some());
    branch.put("h8 i9", &Entry::searched(Score::eval(10), 24));
    assert_eq!(merge_all(store.get(), branch.get(), &StopHandle::new()).unwrap(), 4);
    let merged = store.find("h8 i9").unwrap();
    assert_eq!((merged.depth, merged.value, merged.texts.len()), (24, Score::eval(10), 1));
    let found = children(&store.get().reader().unwrap(), &board("h8 i9"), RULE).unwrap();
    // i9 stands on a diagonal of h8, so every move has a twin.
    assert_eq!(found.len(), 4);
}

#[test]
fn work_that_is_broken_off_leaves_whole_steps_and_whole_files() {
    /// Entries that become durable in one step.
    const STEP: usize = 10_000;
    let lines: String = (0..10 * STEP).map(|number| line_of(number % STEP) + "\n").collect();
    let store = Store::new("broken");
    let import = |stop: &StopHandle| {
        text::import(store.get(), &mut lines.as_bytes(), stop, &mut ImportTexts::default())
    };
    let (stop, stopped) = (StopHandle::new(), StopHandle::new().within(Duration::ZERO));
    assert_eq!(import(&stopped).unwrap_err().to_string(), "stopped after 0 positions");
    let error = thread::scope(|scope| {
        let importing = scope.spawn(|| import(&stop));
        while store.get().len().unwrap() == 0 && !importing.is_finished() {}
        stop.stop();
        importing.join().unwrap().unwrap_err()
    });
    assert!(matches!(error, DatabaseError::Interrupted { done } if done > 0 && done % STEP == 0), "{error}");
    assert_eq!(store.get().len().unwrap(), STEP as u64);
    let path = store.path.with_extension("txt");
    std::fs::write(&path, "old").unwrap();
    for exchange in [Exchange::ToText(None), Exchange::ToLibrary(board(""), RULE)] {
        let broken = exchange.carry_out(store.get(), &path, &stopped);
        assert!(matches!(broken, Err(DatabaseError::Interrupted { done: 0 })), "{exchange:?}");
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
    }
    assert_eq!(Exchange::ToText(None).carry_out(store.get(), &path, &StopHandle::new()).unwrap(), STEP);
    let other = Store::new("broken-other");
    assert_eq!(Exchange::FromText.carry_out(other.get(), &path, &StopHandle::new()).unwrap(), STEP);
    assert_eq!(other.all(), store.all());
    std::fs::remove_file(path).unwrap();
}

/// A line of the text form, another position for every number up to 10,999.
fn line_of(number: usize) -> String {
    let square = |n: usize| format!("{}{}", char::from(b'a' + (n % 16) as u8), n / 16 + 1);
    // Two stones in a corner tell symmetric positions apart.
    let (black, white) = (square(16 + number / 100), square(130 + number % 100));
    format!("{number},f-16-15-a1b1{black}-{white}-b,(none),7,1,exact,\"\"")
}

#[test]
fn known_scores_stand_for_searches_as_deep_as_they_reach() {
    let board = board("h8 i9");
    let search = |known: Vec<KnownMove>| {
        let limits = Limits { depth: Some(4), known, ..Limits::default() };
        Searcher::new(1 << 20).search(&board, RULE, &limits, &StopHandle::new(), &mut Silent)
    };
    let plain = search(Vec::new());
    let best = plain.best.unwrap();
    let other =
        board.empty().iter().find(|s| *s != best && s.distance(board.last_move().unwrap()) == 1).unwrap();
    let known = |square, score, depth| vec![KnownMove { square, score, depth }];
    let praised = search(known(other, Score::eval(9000), 30));
    assert_eq!((praised.best, praised.progress.score), (Some(other), Score::eval(9000)));
    assert_ne!(search(known(best, Score::loss_in(20), u32::MAX)).best, Some(best));
    assert!(search(known(other, Score::eval(9000), 3)).progress.score < Score::eval(5000));
    let won = search(known(other, Score::win_in(9), u32::MAX));
    assert_eq!((won.best, won.progress.score), (Some(other), Score::win_in(9)));
}

/// An engine at the position after these moves.
fn engine(moves: &str) -> (Engine, Receiver<Event>) {
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::new(1, move |event| drop(sender.send(event))).unwrap();
    engine.change(Change::Rule(RULE));
    engine.change(Change::Nodes(Some(2000)));
    engine.start(BoardSize::default());
    for square in board(moves).history().iter().flatten() {
        engine.play(*square).unwrap();
    }
    (engine, events)
}

/// The next of its moves.
fn answer(engine: &mut Engine, events: &Receiver<Event>) -> String {
    let mut event = events.iter().filter_map(|event| engine.handle(event));
    let answer = event
        .find_map(|event| if let EngineEvent::Answer(Answer::Move(s)) = event { Some(s) } else { None })
        .unwrap();
    rustgomo::board::square_name(answer, BoardSize::default())
}

/// What an engine with this database plays here.
fn play(database: Database, moves: &str, is_recording: bool) -> (String, Database) {
    let (mut engine, events) = engine(moves);
    engine.set_database(Some(database));
    engine.set_recording(is_recording);
    engine.think(Instant::now()).unwrap();
    let name = answer(&mut engine, &events);
    while engine.database().is_recording() {
        engine.handle(events.recv().unwrap());
    }
    (name, engine.take_database().unwrap())
}

#[test]
fn the_engine_obeys_marks_and_records_only_when_it_may() {
    let mut store = Store::new("engine");
    let position = "h8 i9 j8 g8";
    let (free, database) = play(store.database.take().unwrap(), position, false);
    store.database = Some(database);
    assert!(store.get().is_empty().unwrap(), "nothing is recorded unasked");
    store.put(&format!("{position} {free}"), &marked(Label::BLOCKED));
    let (other, database) = play(store.database.take().unwrap(), position, true);
    store.database = Some(database);
    assert_ne!(other, free);
    assert_eq!(store.get().len().unwrap(), 1, "a search without all moves is not recorded");
    store.put(&format!("{position} a1"), &marked(Label::FORCED));
    let (forced, database) = play(store.database.take().unwrap(), position, true);
    store.database = Some(database);
    assert_eq!(forced, "a1");
    let (best, database) = play(store.database.take().unwrap(), "h8 i9", true);
    store.database = Some(database);
    let (before, after) = (store.find("h8 i9").unwrap(), store.find(&format!("h8 i9 {best}")).unwrap());
    assert_eq!((before.bound, before.value), (Bound::Exact, -after.value));
    assert!(before.depth == after.depth + 1 && before.depth > 1);
}

/// How the work on the database went, whose event must be the next.
fn worked(engine: &mut Engine, events: &Receiver<Event>) -> DatabaseWorkReport {
    let event = engine.handle(events.recv().unwrap());
    let report = if let Some(EngineEvent::Database(report)) = event { Some(*report) } else { None };
    report.unwrap()
}

#[test]
fn searches_wait_for_a_database_that_is_opened_or_checked_and_stops_do_not() {
    let mut store = Store::new("held");
    let position = "h8 i9 j8 g8";
    store.put(&format!("{position} a1"), &marked(Label::FORCED));
    store.database = None;
    let (mut engine, events) = engine(position);
    engine.open_database(&store.path).unwrap();
    assert!(engine.database().get().is_none());
    assert!(matches!(engine.check_database(), Err(EngineError::DatabaseBusy)));
    engine.think(Instant::now()).unwrap();
    assert_eq!(worked(&mut engine, &events).outcome, Ok(DatabaseTally::default()));
    assert_eq!(answer(&mut engine, &events), "a1", "the search begins behind the opening");

    engine.check_database().unwrap();
    engine.think(Instant::now()).unwrap();
    engine.stop();
    // Nobody has taken the end of the check in yet, whether it has come or not.
    let stopped = loop {
        if let Some(event) = engine.rescue() {
            break event;
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert!(matches!(stopped, EngineEvent::Answer(Answer::Move(_))), "{stopped:?}");
    let DatabaseWorkReport { work, outcome, .. } = worked(&mut engine, &events);
    assert_eq!((work, outcome), (DatabaseWork::Check, Ok(DatabaseTally { positions: 1, damaged: 0 })));
    assert!(!engine.search().is_thinking() && engine.database().get().is_some());
}

#[test]
fn a_file_that_is_no_database_is_told_and_the_search_goes_on_without() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library-none.db");
    std::fs::write(&path, "no database").unwrap();
    let (mut engine, events) = engine("h8 i9 j8 g8");
    engine.open_database(&path).unwrap();
    engine.think(Instant::now()).unwrap();
    assert!(worked(&mut engine, &events).outcome.is_err());
    assert!(!answer(&mut engine, &events).is_empty() && engine.database().get().is_none());
    // One that is not wanted any more is closed when it comes.
    std::fs::remove_file(&path).unwrap();
    engine.open_database(&path).unwrap();
    engine.set_database(None);
    assert_eq!(worked(&mut engine, &events).outcome, Ok(DatabaseTally::default()));
    assert!(engine.database().get().is_none());
    drop(Database::open(&path).unwrap());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_library_of_any_depth_is_read_in_one_walk_and_can_be_broken_off() {
    /// A walk from the root for each node would take minutes.
    const NODES: usize = 300_000;
    let store = Store::new("deep");
    // A square that is taken twice, and everything below it; then a chain of passes.
    let mut bytes = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff".to_vec();
    bytes.extend([0, 0, 0x78, 0]);
    bytes.extend([0x78, 0].repeat(NODES));
    let stop = StopHandle::new();
    let import = |bytes| library::import(store.get(), &mut renlib::nodes(bytes, None).unwrap(), RULE, &stop);
    let taken = "byte 24, move 2, h8: the square is already occupied";
    let told = format!("{taken}; 1 positions were imported");
    assert_eq!(import(&bytes).unwrap_err().to_string(), told);
    let mut passes = bytes[..24].to_vec();
    passes.extend([0, 0].repeat(NODES));
    let cut = import(&passes).unwrap_err();
    assert!(matches!(cut, DatabaseError::Incomplete { taken, .. } if taken >= 1000), "{cut}");
    stop.stop();
    assert!(matches!(import(&passes), Err(DatabaseError::Interrupted { done: 0 })));
}
