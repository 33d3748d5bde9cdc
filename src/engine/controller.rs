//! [`Engine`]: settings, the game, and requests to think.

use std::path::Path;

use super::database_client::DatabaseClient;
use super::event::Sink;
use super::search_client::SearchClient;
use super::session::Session;
use super::{Change, EngineError, Event, Game, Lateness, Placement, Ply, TableFile};
use crate::database::{Database, Deletion, Exchange};
use crate::files::FileAccess;
use crate::geometry::{BoardSize, Color, Square};
use crate::search::table::TableEntry;

/// An engine: one game, its settings and clock, a search thread and a database.
///
/// Requests return at once. Answers come as [`Event`]s to the sink given to [`Engine::new`], from the search
/// thread; the caller passes each of them to [`Engine::handle`]. Engines share nothing, so a process can have
/// several.
///
/// # Examples
/// ```
/// use std::{sync::mpsc, time::Instant};
/// use rustgomo::engine::{Answer, Change, Engine, EngineEvent};
/// use rustgomo::geometry::BoardSize;
///
/// let (sender, events) = mpsc::channel();
/// let mut engine = Engine::new(1, move |event| drop(sender.send(event)))?;
/// engine.change(Change::TurnMs(0));
/// engine.start(BoardSize::new(15, 15)?);
/// engine.think(Instant::now())?;
/// let mut event = events.iter().filter_map(|event| engine.handle(event));
/// assert!(event.any(|event| matches!(event, EngineEvent::Answer(Answer::Move(_)))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    pub(super) session: Session,
    pub(super) search: SearchClient,
    pub(super) database: DatabaseClient,
    /// Set if the last answer was late, until it is taken.
    pub(super) lateness: Option<Lateness>,
    /// Notices that are not taken yet.
    pub(super) notices: Vec<String>,
}

impl Engine {
    /// An engine without a board, with default settings. `seed` is that of [`set_seed`](Self::set_seed);
    /// `sink` receives the events.
    ///
    /// # Errors
    /// [`EngineError::Thread`] if no thread can be started.
    pub fn new(seed: u64, sink: impl FnMut(Event) + Send + 'static) -> Result<Self, EngineError> {
        let (session, sink) = (Session::new(seed), Sink::new(sink));
        Ok(Self {
            search: SearchClient::spawn(&session.settings, &sink)?,
            database: DatabaseClient::new(sink),
            session,
            lateness: None,
            notices: Vec::new(),
        })
    }

    /// The game, its settings and its clock.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The search thread, the running search and the transposition table.
    pub const fn search(&self) -> &SearchClient {
        &self.search
    }

    /// The database, and the work on it.
    pub const fn database(&self) -> &DatabaseClient {
        &self.database
    }

    /// Restarts the random numbers by which openings and moves are drawn.
    pub fn set_seed(&mut self, seed: u64) {
        self.session.set_seed(seed);
    }

    /// Changes a setting. Times apply to a running search, too; everything else to the next one.
    pub fn change(&mut self, change: Change) {
        let before = self.session.change(change);
        self.search.apply(&before, &self.session.settings);
        if change.is_time() {
            self.plan_again();
        }
    }

    /// Adds a sentence for the user that the protocol shows beside the engine's next event.
    pub fn notify(&mut self, text: String) {
        self.notices.push(text);
    }

    /// Takes the sentences of [`notify`](Self::notify).
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Takes the times of the last answer if it was late.
    pub const fn take_lateness(&mut self) -> Option<Lateness> {
        self.lateness.take()
    }

    /// Begins a game on an empty board. Settings and transposition table are kept: Yixin-Board starts a game
    /// before each move. A search is cancelled.
    pub fn start(&mut self, size: BoardSize) {
        self.cancel();
        self.session.start(size);
    }

    /// Begins a game on a board of the same size.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        let size = self.session.size()?;
        self.start(size);
        Ok(())
    }

    /// Replaces the position, see [`Game::from_placements`]; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn set_up(&mut self, placements: &[Placement]) -> Result<(), EngineError> {
        let size = self.session.size()?;
        self.set_game(Game::from_placements(size, placements));
        Ok(())
    }

    /// Replaces the game, its size included; the clock keeps running. A search is cancelled.
    pub fn set_game(&mut self, game: Game) {
        self.cancel_search();
        self.search.stop_pondering_unless(game.board());
        self.session.game = Some(game);
    }

    /// Plays a stone of the side to move; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::Board`] if the square is not free.
    pub fn play(&mut self, square: Square) -> Result<(), EngineError> {
        self.cancel_search();
        let game = self.session.game_mut()?;
        let played = game.play(square);
        self.search.stop_pondering_unless(game.board());
        Ok(played?)
    }

    /// Plays or passes for a colour, even out of turn; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::Board`] if the square is not free.
    pub fn play_as(&mut self, color: Color, square: Option<Square>) -> Result<(), EngineError> {
        self.cancel();
        Ok(self.session.game_mut()?.play_as(color, square)?)
    }

    /// Sets the side to move without a pass that could be undone; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn give_turn(&mut self, color: Color) -> Result<(), EngineError> {
        self.cancel();
        self.session.game_mut()?.give_turn(color);
        Ok(())
    }

    /// Takes back the last move or pass, whose player is then to move; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::NoMoves`] if there is none.
    pub fn undo(&mut self) -> Result<Ply, EngineError> {
        self.cancel();
        self.session.game_mut()?.undo().ok_or(EngineError::NoMoves)
    }

    /// Removes a stone; the other side is then to move. A search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::NoStone`] if no stone stands there.
    pub fn take_back(&mut self, square: Square) -> Result<(), EngineError> {
        self.cancel();
        self.session.game_mut()?.take_back(square)
    }

    /// The transposition table's entry for a position under the rule of the settings.
    pub fn known(&self, game: &Game) -> Option<TableEntry> {
        let board = game.board();
        self.search.known(self.session.settings.rule, board.size(), board.hash())
    }

    /// Confines the requests that name a file; at first they may name all.
    pub fn set_file_access(&mut self, access: FileAccess) {
        self.session.file_access = access;
    }

    /// Saves the transposition table to a file, or loads it. The result is
    /// [`EngineEvent::Table`](super::EngineEvent::Table); later searches wait for it. Pondering ends.
    ///
    /// # Errors
    /// [`EngineError::Files`] if this file may not be used.
    pub fn use_table_file(&mut self, file: TableFile) -> Result<(), EngineError> {
        let file = match file {
            TableFile::Save(name) => TableFile::Save(self.session.file_path(&name)?),
            TableFile::Load(name) => TableFile::Load(self.session.file_path(&name)?),
        };
        self.search.use_table_file(file);
        Ok(())
    }

    /// Searches with the root moves that this database knows; without one at first. The former database is
    /// closed, also one that is being opened or checked.
    pub fn set_database(&mut self, database: Option<Database>) {
        self.database.set(database);
        self.launch_held();
    }

    /// Closes the database and opens this one in the background. The result is
    /// [`EngineEvent::Database`](super::EngineEvent::Database); a search for a move that is requested
    /// meanwhile waits for it, unless its time is over before.
    ///
    /// # Errors
    /// [`EngineError::DatabaseBusy`] while other work is in progress, [`EngineError::Files`],
    /// [`EngineError::Thread`].
    pub fn open_database(&mut self, name: &Path) -> Result<(), EngineError> {
        self.database.expect_idle()?;
        let path = self.session.file_path(name)?;
        self.database.open(path)
    }

    /// Checks the whole file of the database in the background. Result and searches are as in
    /// [`open_database`](Self::open_database); the findings of a running search are not written.
    ///
    /// # Errors
    /// [`EngineError::NoDatabase`], [`EngineError::DatabaseBusy`] while other work is in progress,
    /// [`EngineError::Thread`], which closes the database.
    pub fn check_database(&mut self) -> Result<(), EngineError> {
        self.database.expect_idle()?;
        self.database.check()
    }

    /// Exchanges entries of the database with a file in the background, while searches use it. The result is
    /// [`EngineEvent::Database`](super::EngineEvent::Database). Imports are written in steps of some thousand
    /// entries: a kill loses the current step only.
    ///
    /// # Errors
    /// [`EngineError::NoDatabase`], [`EngineError::DatabaseBusy`] while other work is in progress,
    /// [`EngineError::Files`], [`EngineError::Thread`].
    pub fn exchange(&mut self, exchange: Exchange, name: &Path) -> Result<(), EngineError> {
        self.database.expect_idle()?;
        let path = self.session.file_path(name)?;
        self.database.exchange(exchange, path)
    }

    /// Deletes positions of the database in the background. Result and searches are as in
    /// [`open_database`](Self::open_database).
    ///
    /// # Errors
    /// [`EngineError::NoDatabase`], [`EngineError::DatabaseBusy`] while other work is in progress,
    /// [`EngineError::Thread`].
    pub fn delete(&mut self, deletion: Deletion) -> Result<(), EngineError> {
        self.database.expect_idle()?;
        self.database.delete(deletion)
    }

    /// Says whether requests about the database wait for the end of its work. A search for a move that is
    /// requested meanwhile waits for them, too, unless that work is an exchange or its time is over before.
    pub fn set_database_requests(&mut self, has_requests: bool) {
        self.database.has_requests = has_requests;
        self.launch_held();
    }

    /// Takes the database away; `None` while it is in use.
    pub fn take_database(&mut self) -> Option<Database> {
        self.database.take()
    }

    /// Whether to write the results of searches into the database; off at first. They are written after the
    /// answer; [`EngineEvent::Recorded`](super::EngineEvent::Recorded) comes when all are on the disk.
    pub const fn set_recording(&mut self, is_recording: bool) {
        self.database.is_recording = is_recording;
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Dropping the search handle waits for its thread, for a moment.
        self.cancel();
    }
}

#[cfg(test)]
impl Engine {
    /// An engine with a small table and an empty board, and its events.
    pub(super) fn with_events() -> (Self, std::sync::mpsc::Receiver<Event>) {
        let (sender, events) = std::sync::mpsc::channel();
        let mut engine = Self::new(1, move |event| drop(sender.send(event))).unwrap();
        engine.change(Change::HashBytes(1 << 20));
        engine.start(BoardSize::default());
        (engine, events)
    }
}
