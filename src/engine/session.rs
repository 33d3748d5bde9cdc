//! The game with its settings and clock.

use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::job::is_bounded;
use super::request::{DECISION_MAXIMUM, DECISION_OPTIMUM};
use super::{Change, Clock, EngineError, Game, Plan, Purpose, Request, Settings, Task, variety};
use crate::board::Board;
use crate::files::FileAccess;
use crate::geometry::{BoardSize, Square};
use crate::rules::{Outcome, forbidden_squares, playable_squares};
use crate::search::{BlockedMove, Limits};

/// Moves of the last answer's PV that are kept: the own move and the reply to it.
const EXPECTED_MOVES: usize = 2;

/// The game, its settings and clock, the expected moves, and the random numbers: plain data, which knows of
/// no thread.
#[derive(Debug)]
pub struct Session {
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    pub(super) game: Option<Game>,
    /// The rest of the last answer's PV from the position on the board.
    pub(super) expected: Vec<Square>,
    pub(super) random: Rng,
    seed: u64,
    /// The files that requests may name.
    pub(super) file_access: FileAccess,
}

impl Session {
    /// No game yet, default settings.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            settings: Settings::default(),
            clock: Clock::default(),
            game: None,
            expected: Vec::new(),
            random: Rng::with_seed(seed),
            seed,
            file_access: FileAccess::default(),
        }
    }

    /// The settings in force.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game, once a board was started.
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The seed of the random numbers.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Size of the board.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn size(&self) -> Result<BoardSize, EngineError> {
        Ok(self.expect_game()?.board().size())
    }

    /// The outcome of the game under the rule of the settings.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn outcome(&self) -> Result<Outcome, EngineError> {
        Ok(self.expect_game()?.outcome(self.settings.rule))
    }

    /// The squares where the side to move may not play: none unless black is to move under renju.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start.
    pub fn forbidden(&self) -> Result<Vec<Square>, EngineError> {
        let (board, rule) = (self.expect_game()?.board(), self.settings.rule);
        let is_restricted = rule.is_restricted(board.side_to_move());
        Ok(if is_restricted { forbidden_squares(board, rule) } else { Vec::new() })
    }

    /// The path of the file that a request names.
    ///
    /// # Errors
    /// [`EngineError::Files`] if this file may not be used.
    pub fn file_path(&self, name: &Path) -> Result<PathBuf, EngineError> {
        Ok(self.file_access.resolve(name)?)
    }

    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.random = Rng::with_seed(seed);
    }

    fn expect_game(&self) -> Result<&Game, EngineError> {
        self.game.as_ref().ok_or(EngineError::NoGame)
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut Game, EngineError> {
        self.game.as_mut().ok_or(EngineError::NoGame)
    }

    /// Applies a change and returns the former settings.
    pub(super) fn change(&mut self, change: Change) -> Settings {
        let before = self.settings.clone();
        self.settings.apply(change);
        match change {
            Change::LeftMs(ms) => self.clock.set_left(ms),
            Change::NoTimes => self.clock.forget_left(),
            _ => {}
        }
        before
    }

    /// Begins a game on an empty board.
    pub(super) fn start(&mut self, size: BoardSize) {
        self.clock.new_game(&self.settings.time);
        self.game = Some(Game::new(size));
    }

    /// The position on the board, if the request leaves a move to search.
    pub(super) fn board_to_think_about(&self, request: &Request) -> Result<Board, EngineError> {
        let rule = self.settings.rule;
        let board = self.expect_game()?.board();
        if board.empty_count() == 0 {
            return Err(EngineError::BoardFull);
        }
        // A forbidden move is an answer only if there is no legal one, whatever is excluded.
        let has_answer =
            playable_squares(board, rule).iter().any(|square| !request.excluded.contains(&square));
        if has_answer { Ok(board.clone()) } else { Err(EngineError::AllExcluded) }
    }

    /// The limits of a search, without those of the database.
    pub(super) fn limits(&self, request: &Request, board: &Board) -> Limits {
        Limits {
            depth: request.depth.or(self.settings.depth),
            nodes: request.nodes.or(self.settings.nodes),
            excluded: request.excluded.clone(),
            blocked: request.blocked.iter().filter_map(|path| BlockedMove::at_end_of(path, board)).collect(),
            candidate_range: self.settings.candidate_range,
            lines: if self.is_varied(request) { variety::LINES } else { request.lines },
            analysis: request.analysis,
            ..Limits::default()
        }
    }

    /// Whether the answer is drawn from moves of nearly the same score.
    pub(super) const fn is_varied(&self, request: &Request) -> bool {
        let is_game = request.may_vary || !matches!(request.purpose, Purpose::Consider);
        self.settings.variety > 0 && request.lines < 2 && !request.analysis && is_game
    }

    /// The plan of a search under the clock.
    pub(super) fn plan(&self, task: &Task, limits: &Limits) -> Plan {
        let plan = self.clock.plan(&self.settings.time, is_bounded(limits));
        match task {
            Task::Move => plan,
            // The nodes are shared out among all trials of a decision; a depth applies to each of them and
            // bounds none.
            _ if plan == Plan::UNLIMITED && limits.nodes.is_some() => plan,
            _ => plan.capped(DECISION_OPTIMUM, DECISION_MAXIMUM),
        }
    }

    /// Keeps the PV of an answer.
    pub(super) fn set_expected(&mut self, answer: Square, line: &[Square]) {
        self.expected.clear();
        if line.first() == Some(&answer) {
            self.expected.extend(line.iter().take(EXPECTED_MOVES));
        } else {
            self.expected.push(answer);
        }
    }

    /// Forgets the PV of the last answer: the position changes.
    pub(super) fn forget_expected(&mut self) {
        self.expected.clear();
    }

    /// Plays the engine's stones. The board is that of the search: every change of it cancels the search.
    pub(super) fn play_answer(&mut self, squares: &[Square]) {
        let Some(game) = &mut self.game else { return };
        for &square in squares {
            let played = game.play(square);
            debug_assert!(played.is_ok(), "{square:?}");
        }
        self.expected.drain(..squares.len().min(self.expected.len()));
    }

    /// The positions from the one on the board to the one after the expected moves; `None` without a game and
    /// if the game is over there.
    pub(super) fn expected_positions(&self) -> Option<Vec<Board>> {
        let mut ahead = self.game.clone()?;
        let mut positions = vec![ahead.board().clone()];
        for &square in &self.expected {
            if ahead.play(square).is_err() {
                break;
            }
            positions.push(ahead.board().clone());
        }
        (ahead.outcome(self.settings.rule) == Outcome::Unfinished).then_some(positions)
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::Instant;
    use crate::engine::{Change, Decision, Engine, EngineEvent, Request};

    #[test]
    fn balanced_moves_are_on_the_board_afterwards() {
        let (mut engine, events) = Engine::with_events();
        engine.change(Change::Nodes(Some(3_000)));
        for (decision, stones) in
            [(Decision::BalanceOne { bias: 0 }, 1), (Decision::BalanceTwo { bias: 0 }, 3)]
        {
            let request = Request { decision: Some(decision), ..Request::default() };
            engine.think_about(&request, Instant::now()).unwrap();
            let mut event = events.iter().filter_map(|event| engine.handle(event));
            assert!(event.any(|event| matches!(event, EngineEvent::Answer(_))));
            drop(event);
            assert_eq!(engine.session().game().unwrap().plies().len(), stones);
        }
    }
}
