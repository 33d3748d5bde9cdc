//! The engine as its user sees it: settings, the game, and who is thinking.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::database::DatabaseThread;
use super::database_probe::DatabaseProbe;
use super::ponder_search::PonderSearch;
use super::running::Running;
use super::sink::Sink;
use super::worker::{Order, Worker};
use super::{
    Change, Clock, EngineError, Event, Game, Lateness, Placement, Ply, Request, Settings, TableFile,
    table_bytes,
};
use crate::board::Board;
use crate::clock::Instant;
use crate::eval::Networks;
use crate::files::FileAccess;
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::{Outcome, forbidden_squares, is_forbidden};
use crate::search::table::{SharedTable, TableEntry};

/// A brain: one game, its settings, its clock and its search thread.
///
/// Requests return at once. Answers come as [`Event`]s to the sink given to [`Engine::new`], from the search thread;
/// the user brings each of them back with [`Engine::handle`]. Engines share nothing, so a process can have several.
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
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    pub(super) game: Option<Game>,
    pub(super) running: Option<Running>,
    pub(super) pondering: Option<PonderSearch>,
    /// How the last answer's line goes on from the position on the board, while nothing has changed it.
    pub(super) expected: Vec<Square>,
    pub(super) jobs: u64,
    pub(super) probe: DatabaseProbe,
    pub(super) random: fastrand::Rng,
    pub(super) seed: u64,
    /// That the last answer was late, until somebody asks.
    pub(super) lateness: Option<Lateness>,
    /// What else its user is to be told, until somebody asks.
    warnings: Vec<String>,
    pub(super) worker: Worker,
    /// Files of the table that are to be written or read, in their order,
    pub(super) table_files: VecDeque<TableFile>,
    /// and whether they are given up.
    pub(super) cancel_saves: Arc<AtomicBool>,
    /// Which files its users may name.
    pub(super) file_access: FileAccess,
    /// Work on the database.
    pub(super) database_thread: DatabaseThread,
    pub(super) sink: Sink,
    /// The search thread's table, to look into.
    pub(super) table: SharedTable,
    table_bytes: usize,
}

impl Engine {
    /// An engine without a board, with default settings. `seed` chooses among openings; `sink` receives the events.
    ///
    /// # Errors
    /// [`EngineError::Thread`] if no thread can be started.
    pub fn new(seed: u64, sink: impl FnMut(Event) + Send + 'static) -> Result<Self, EngineError> {
        let settings = Settings::default();
        let table_bytes = table_bytes(settings.max_memory, settings.hash_bytes, settings.threads);
        let table = SharedTable::default();
        let sink = Sink::new(sink);
        Ok(Self {
            settings,
            clock: Clock::default(),
            game: None,
            running: None,
            pondering: None,
            expected: Vec::new(),
            jobs: 0,
            probe: DatabaseProbe::default(),
            random: fastrand::Rng::with_seed(seed),
            seed,
            lateness: None,
            warnings: Vec::new(),
            worker: Worker::spawn(table_bytes, table.clone(), {
                let sink = sink.clone();
                move |event| sink.send(event)
            })?,
            table_files: VecDeque::new(),
            cancel_saves: Arc::default(),
            file_access: FileAccess::default(),
            database_thread: DatabaseThread::default(),
            sink,
            table,
            table_bytes,
        })
    }

    /// The settings in force.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Size of the transposition table in bytes.
    pub const fn table_bytes(&self) -> usize {
        self.table_bytes
    }

    /// Part of the transposition table that is in use, in thousandths.
    pub fn table_permille(&self) -> usize {
        self.table.view().map_or(0, |view| view.table.permille())
    }

    /// What earlier searches found out about a position under the rule of the settings.
    pub fn known(&self, game: &Game) -> Option<TableEntry> {
        let board = game.board();
        self.table.view()?.entry(self.settings.rule, board.size(), board.hash())
    }

    /// The game, once a board was started.
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Changes a setting. Times count for a search that is running, too; everything else from the next one on.
    pub fn change(&mut self, change: Change) {
        let before = self.settings.clone();
        self.settings.apply(change);
        self.ponder_under(&before);
        match change {
            Change::LeftMs(ms) => self.clock.set_left(ms),
            Change::NoTimes => self.clock.forget_left(),
            _ => {}
        }
        if self.settings.rule != before.rule {
            // What was learned under another rule is wrong under this one.
            self.worker.send(Order::Clear);
        }
        if self.settings.threads != before.threads {
            self.worker.send(Order::Threads(self.settings.threads));
        }
        if self.settings.parameters != before.parameters {
            self.worker.send(Order::Tune(self.settings.parameters));
        }
        let Settings { max_memory, hash_bytes, threads, .. } = self.settings;
        let bytes = table_bytes(max_memory, hash_bytes, threads);
        if bytes != self.table_bytes {
            self.table_bytes = bytes;
            self.worker.send(Order::Resize(bytes));
        }
        if matches!(
            change,
            Change::TurnMs(_)
                | Change::MatchMs(_)
                | Change::LeftMs(_)
                | Change::IncrementMs(_)
                | Change::MovesToGo(_)
                | Change::NoTimes
        ) {
            self.plan_again();
        }
    }

    /// Evaluates with these networks from the next search on.
    pub fn set_networks(&self, networks: Networks) {
        self.stop_pondering();
        self.worker.send(Order::Networks(networks));
    }

    /// Keeps a line that whoever plays with this engine is to be told beside its first answer.
    pub fn warn(&mut self, text: String) {
        self.warnings.push(text);
    }

    /// The lines of [`warn`](Self::warn) that nobody has asked for yet.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Forgets what earlier searches learned.
    pub fn clear(&self) {
        self.stop_pondering();
        self.worker.send(Order::Clear);
    }

    /// Begins a game on an empty board. What was learned is kept, settings too: Yixin-Board starts a game before each
    /// move. A search is cancelled.
    pub fn start(&mut self, size: BoardSize) {
        self.cancel();
        self.clock.new_game(&self.settings.time);
        self.game = Some(Game::new(size));
    }

    /// Begins a game on a board of the same size.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        let size = self.size()?;
        self.start(size);
        Ok(())
    }

    /// Size of the board.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn size(&self) -> Result<BoardSize, EngineError> {
        self.game.as_ref().map(|game| game.board().size()).ok_or(EngineError::NoGame)
    }

    /// Replaces the position, see [`Game::from_placements`]; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn set_up(&mut self, placements: &[Placement]) -> Result<(), EngineError> {
        let size = self.size()?;
        self.set_game(Game::from_placements(size, placements));
        Ok(())
    }

    /// Replaces the game, its size included; the clock goes on. A search is cancelled.
    pub fn set_game(&mut self, game: Game) {
        self.leave_position();
        self.game = Some(game);
        self.follow_pondering();
    }

    /// Plays a stone of the side to move; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::Board`] if the square is not free.
    pub fn play(&mut self, square: Square) -> Result<(), EngineError> {
        self.leave_position();
        let game = self.game.as_mut().ok_or(EngineError::NoGame)?;
        let played = game.play(square);
        self.follow_pondering();
        Ok(played?)
    }

    /// Plays or passes for a colour, whoever is to move; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::Board`] if the square is not free.
    pub fn play_as(&mut self, color: Color, square: Option<Square>) -> Result<(), EngineError> {
        self.cancel();
        let game = self.game.as_mut().ok_or(EngineError::NoGame)?;
        Ok(game.play_as(color, square)?)
    }

    /// Gives the turn to this colour without a pass that could be undone; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn give_turn(&mut self, color: Color) -> Result<(), EngineError> {
        self.cancel();
        self.game.as_mut().ok_or(EngineError::NoGame)?.give_turn(color);
        Ok(())
    }

    /// Takes back the last move or pass and gives the turn to who made it; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::NoMoves`] if there is none.
    pub fn undo(&mut self) -> Result<Ply, EngineError> {
        self.cancel();
        self.game.as_mut().ok_or(EngineError::NoGame)?.undo().ok_or(EngineError::NoMoves)
    }

    /// Removes a stone and gives the turn to the other side; a search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::NoStone`] if no stone stands there.
    pub fn take_back(&mut self, square: Square) -> Result<(), EngineError> {
        self.cancel();
        self.game.as_mut().ok_or(EngineError::NoGame)?.take_back(square)
    }

    /// How the game stands under the rule of the settings.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn outcome(&self) -> Result<Outcome, EngineError> {
        let game = self.game.as_ref().ok_or(EngineError::NoGame)?;
        Ok(game.outcome(self.settings.rule))
    }

    /// The squares where the side to move may not play: none unless black is to move under renju.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn forbidden(&self) -> Result<Vec<Square>, EngineError> {
        let board = self.game.as_ref().ok_or(EngineError::NoGame)?.board();
        let rule = self.settings.rule;
        let applies = rule.is_restricted(board.side_to_move());
        Ok(if applies { forbidden_squares(board, rule) } else { Vec::new() })
    }

    /// Thinks about a move for the side to move. The clock started when the request arrived, at `received`. A search
    /// that is running is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::BoardFull`] if no square is free.
    pub fn think(&mut self, received: Instant) -> Result<(), EngineError> {
        self.think_about(&Request::default(), received)
    }

    /// Thinks about the position on the board as the request says, see [`think`](Self::think).
    ///
    /// # Errors
    /// Those of [`think`](Self::think), and [`EngineError::AllExcluded`] if every free square is excluded but forbidden ones.
    pub fn think_about(&mut self, request: &Request, received: Instant) -> Result<(), EngineError> {
        let board = self.board_to_think_about(request)?;
        self.launch_move(board, request, received);
        Ok(())
    }

    /// The position on the board, if there is something to think about.
    pub(super) fn board_to_think_about(&self, request: &Request) -> Result<Board, EngineError> {
        let rule = self.settings.rule;
        let board = self.game.as_ref().ok_or(EngineError::NoGame)?.board();
        if board.empty_count() == 0 {
            return Err(EngineError::BoardFull);
        }
        let is_left = |square: &Square| !request.excluded.contains(square);
        let is_legal = |square: &Square| !is_forbidden(board, rule, board.side_to_move(), *square);
        // A forbidden move is an answer only where there is no other, whatever is excluded.
        let has_answer = board.empty().iter().any(|square| is_left(&square) && is_legal(&square))
            || board.empty().iter().any(|square| is_left(&square))
                && !board.empty().iter().any(|square| is_legal(&square));
        if has_answer { Ok(board.clone()) } else { Err(EngineError::AllExcluded) }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The worker is dropped next and waits for its thread.
        self.cancel();
    }
}
