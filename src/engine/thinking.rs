//! Thinking: launching searches, pondering, and handling answers that come, or do not.

use std::sync::Arc;
use std::time::Duration;

use super::search_client::Running;
use super::{
    Answer, Decision, Engine, EngineError, EngineEvent, Event, Game, Job, Lateness, Plan, Purpose, Request,
    Task, ThreadEvent, Timing, variety,
};
use crate::board::Board;
use crate::clock::Instant;
use crate::eval::Score;
use crate::geometry::Square;
use crate::opening::Dialogue;
use crate::search::{Control, Limits};

/// Numbers of stones for which there is a Swap2 decision.
const SWAP2_STONES: [usize; 3] = [0, 3, 5];

impl Engine {
    /// Thinks about a move for the side to move. The clock started when the request arrived, at `received`. A
    /// running search is cancelled.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::BoardFull`] if no square is free.
    pub fn think(&mut self, received: Instant) -> Result<(), EngineError> {
        self.think_about(&Request::default(), received)
    }

    /// Thinks about the position on the board with the options of a request, see [`think`](Self::think).
    ///
    /// # Errors
    /// Those of [`think`](Self::think), and [`EngineError::AllExcluded`] if every legal square is excluded.
    pub fn think_about(&mut self, request: &Request, received: Instant) -> Result<(), EngineError> {
        let board = self.session.board_to_think_about(request)?;
        let task = request.decision.map_or(Task::Move, Task::Opening);
        self.launch(task, board, request, received);
        Ok(())
    }

    /// Makes the Swap2 decision after these stones, black first. The game on the board does not change.
    ///
    /// # Errors
    /// [`EngineError::NoGame`] before the first start, [`EngineError::SwapStones`] unless there are 0, 3 or 5
    /// stones, [`EngineError::Board`] if two stones share a square.
    pub fn think_swap(&mut self, stones: &[Square], received: Instant) -> Result<(), EngineError> {
        let mut game = Game::new(self.session.size()?);
        if !SWAP2_STONES.contains(&stones.len()) {
            return Err(EngineError::SwapStones { found: stones.len() });
        }
        for &stone in stones {
            game.play(stone)?;
        }
        let decision = Decision::Swap2 { seed: self.session.random.u64(..) };
        self.launch(Task::Opening(decision), game.board().clone(), &Request::default(), received);
        Ok(())
    }

    /// Decides what the player who is asked in a dialogue about an opening answers, as [`Answer::Choices`].
    /// The game on the board does not change.
    pub fn think_opening(&mut self, dialogue: Dialogue, received: Instant) {
        let board = dialogue.board().clone();
        let task = Task::Dialogue(Box::new(dialogue), self.session.random.u64(..));
        self.launch(task, board, &Request { purpose: Purpose::Consider, ..Request::default() }, received);
    }

    /// Ponders the position after the PV of the last answer, or the opponent's position without one. Reports
    /// nothing, but fills the transposition table for the next search. Whatever changes game, table or
    /// settings ends it, except for moves of that PV. Does nothing without a game, during a search, and if
    /// the game is over.
    pub fn ponder(&mut self) {
        if self.search.is_thinking() || self.session.game.is_none() {
            return;
        }
        self.search.stop_pondering();
        if let Some(positions) = self.session.expected_positions() {
            let next = self.session.plan(&Task::Move, &Limits::default()).budget;
            self.search.ponder(positions, self.session.settings.rule, next);
        }
    }

    /// Stops the search, whose answer comes at once. Ends pondering.
    pub fn stop(&mut self) {
        self.search.stop();
    }

    /// Ends the search without an answer, and pondering.
    pub fn cancel(&mut self) {
        self.cancel_search();
        self.search.stop_pondering();
    }

    /// Ends the search without an answer, because its position changes.
    pub(super) fn cancel_search(&mut self) {
        self.session.forget_expected();
        self.search.cancel();
    }

    /// Handles an event of the engine's threads. Returns what to report, unless the search was cancelled.
    pub fn handle(&mut self, event: Event) -> Option<EngineEvent> {
        let running = self.search.running.as_mut().filter(|running| running.job.id == event.job);
        match (event.event, running) {
            (ThreadEvent::Table(report), _) => {
                self.search.table_file_done();
                Some(EngineEvent::Table(report))
            }
            (ThreadEvent::Database(report), _) => {
                self.database.work_ended();
                self.launch_held();
                Some(EngineEvent::Database(report))
            }
            (ThreadEvent::Recorded(outcome), _) => {
                let (event, notice) = self.database.recorded(outcome);
                self.notices.extend(notice);
                event
            }
            (_, None) => None,
            (ThreadEvent::Progress(progress), Some(running)) => {
                running.note(&progress);
                Some(EngineEvent::Progress(progress))
            }
            (ThreadEvent::Lines(changed, lines), Some(running)) => {
                if let Some(best) = lines.first() {
                    running.note(&best.progress);
                }
                running.lines.clone_from(&lines);
                Some(EngineEvent::Lines { changed, lines })
            }
            (ThreadEvent::Warning(text), Some(_)) => Some(EngineEvent::Warning(text)),
            (ThreadEvent::Done(answer), Some(_)) => self.finish(answer, false),
            (ThreadEvent::Failed, Some(running)) => {
                let answer = running.answer_so_far();
                self.finish(answer, false)
            }
        }
    }

    /// Answers for a search that is late with what it has so far. Does nothing before
    /// [`rescue_at`](super::SearchClient::rescue_at).
    pub fn rescue(&mut self) -> Option<EngineEvent> {
        let running = self.search.running.as_ref()?;
        if running.rescue_at.is_none_or(|at| Instant::now() < at) {
            return None;
        }
        running.job.control.abandon();
        let answer = running.answer_so_far();
        self.finish(answer, true)
    }

    /// Starts the clock of a search that runs without one: the opponent played the expected move. Does
    /// nothing without such a search.
    pub fn start_clock(&mut self, received: Instant) {
        let running = self.search.running.as_mut().filter(|running| running.timing == Timing::Unlimited);
        if let Some(running) = running {
            running.timing = Timing::Clock;
            running.received = received;
            running.job.control.start_clock();
            self.plan_again();
        }
    }

    /// Plans a running search again after a change of the times.
    pub(super) fn plan_again(&mut self) {
        let running = self.search.running.as_mut().filter(|running| running.timing == Timing::Clock);
        if let Some(running) = running {
            running.set_plan(self.session.plan(&running.job.task, &running.job.limits));
        }
    }

    fn launch(&mut self, task: Task, board: Board, request: &Request, received: Instant) {
        self.cancel();
        let limits = self.session.limits(request, &board);
        self.session.clock.begin_move(board.stones(board.side_to_move()).len());
        let plan = match request.timing {
            Timing::Clock => self.session.plan(&task, &limits),
            Timing::Unlimited => Plan::UNLIMITED,
        };
        let control = Arc::new(Control::new(received, plan.budget));
        let (id, rule) = (self.search.next_job(), self.session.settings.rule);
        let is_move = matches!(task, Task::Move);
        let mut job = Job { id, task, board, rule, limits, control };
        let is_held = is_move && self.database.holds_searches();
        if is_move && !is_held {
            self.database.prepare(&mut job);
        }
        let is_varied = self.session.is_varied(request);
        let running = Running::new(job, request.purpose, request.timing, received, plan);
        self.search.launch(Running { is_held, is_varied, ..running });
    }

    /// Starts the search that waits for the database, unless it has to wait on.
    pub(super) fn launch_held(&mut self) {
        if !self.database.holds_searches() {
            self.search.launch_held(|job| self.database.prepare(job));
        }
    }

    fn finish(&mut self, answer: Option<Answer>, is_rescue: bool) -> Option<EngineEvent> {
        let running = self.search.running.take()?;
        if let Some(progress) = &running.complete
            && let Err(error) = self.database.record(&running.job, progress)
        {
            self.notify(error.to_string());
        }
        self.lateness = Some(self.spend(&running, is_rescue)).filter(Lateness::is_reportable);
        let Some(answer) = answer else { return Some(EngineEvent::NoMove) };
        let is_behind = running.progress.as_ref().is_some_and(|progress| progress.score < Score::ZERO);
        // A decision about Swap2 that was not made in time has searched its own position.
        let is_late_swap = is_rescue && matches!(running.job.task, Task::Opening(Decision::Swap2 { .. }));
        if (running.purpose == Purpose::Exchange || is_late_swap) && is_behind {
            return Some(EngineEvent::Answer(Answer::Swap));
        }
        let answer = match answer {
            Answer::Move(best) if running.is_varied => {
                let variety = self.session.settings.variety;
                Answer::Move(variety::drawn(best, &running.lines, variety, &mut self.session.random))
            }
            answer => answer,
        };
        let squares = match &answer {
            Answer::Move(square) => std::slice::from_ref(square),
            Answer::Pair(squares) => squares.as_slice(),
            _ => &[],
        };
        if let [square] = squares {
            self.session.set_expected(*square, running.line());
        }
        let is_played = match running.job.task {
            Task::Move => true,
            Task::Opening(decision) => decision.is_played(),
            Task::Dialogue(..) => false,
        };
        if running.purpose == Purpose::Play && is_played {
            self.session.play_answer(squares);
        }
        Some(EngineEvent::Answer(answer))
    }

    /// Adds the time of a search to the clock, if it ran under it.
    fn spend(&mut self, running: &Running, is_rescue: bool) -> Lateness {
        let (budget, used) = (running.job.control.budget(), running.job.control.used());
        let time = &self.session.settings.time;
        let (turn_ms, left_ms) = (time.turn_ms, self.session.clock.left_ms(time));
        let growth = match running.timing {
            Timing::Clock => {
                let planned =
                    if running.is_stopping { Duration::MAX } else { budget.maximum.max(running.grace) };
                self.session.clock.spend(used, planned, time)
            }
            Timing::Unlimited => Duration::ZERO,
        };
        Lateness { turn_ms, left_ms, budget, used, is_rescue, growth }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::engine::Change;
    use crate::geometry::BoardSize;

    /// Searches to depth 4 and returns the best move.
    fn answer(engine: &mut Engine, events: &Receiver<Event>, purpose: Purpose) -> Square {
        let request = Request { purpose, depth: Some(4), ..Request::default() };
        engine.think_about(&request, Instant::now()).unwrap();
        let mut event = events.iter().filter_map(|event| engine.handle(event));
        event
            .find_map(|event| match event {
                EngineEvent::Answer(Answer::Move(square)) => Some(square),
                _ => None,
            })
            .unwrap()
    }

    /// Ponders until the expected position is known deeper than by an answer.
    fn ponder(engine: &mut Engine) {
        engine.ponder();
        let mut game = engine.session.game.clone().unwrap();
        engine.session.expected.iter().for_each(|&square| game.play(square).unwrap());
        while engine.known(&game).is_none_or(|entry| entry.depth.whole_plies() <= 4) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn answers_that_are_only_reported_vary_where_that_is_asked_for() {
        let (mut engine, _events) = Engine::with_events();
        engine.change(Change::Variety(60));
        let lines = |purpose, may_vary| {
            let request = Request { purpose, may_vary, ..Request::default() };
            engine.session.limits(&request, &crate::board::Board::new(BoardSize::default())).lines
        };
        let drawn = variety::LINES;
        assert_eq!(
            [lines(Purpose::Play, false), lines(Purpose::Consider, true), lines(Purpose::Consider, false)],
            [drawn, drawn, 0]
        );
    }

    #[test]
    fn a_rescue_before_the_first_report_plays_the_first_move_by_order() {
        let (mut engine, _events) = Engine::with_events();
        engine.play(Square::at(0, 0)).unwrap();
        engine.play(Square::at(9, 9)).unwrap();
        engine.think(Instant::now()).unwrap();
        let running = engine.search.running.as_mut().unwrap();
        let first = loop {
            if let Some(square) = running.job.control.suggestion() {
                break square;
            }
            std::thread::yield_now();
        };
        running.rescue_at = Some(Instant::now());
        assert_ne!(running.job.without_search(), Some(Answer::Move(first)));
        let answer = engine.rescue();
        assert!(matches!(answer, Some(EngineEvent::Answer(Answer::Move(square))) if square == first));
    }

    #[test]
    fn a_late_decision_about_swap2_takes_the_better_colour() {
        let (mut engine, events) = Engine::with_events();
        let stones = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7)].map(|(x, y)| Square::at(x, y));
        engine.think_swap(&stones, Instant::now()).unwrap();
        let is_seen = |event| matches!(engine.handle(event), Some(EngineEvent::Progress(_)));
        assert!(events.iter().any(is_seen));
        let running = engine.search.running.as_mut().unwrap();
        running.progress.as_mut().unwrap().score = Score::loss_in(20);
        running.rescue_at = Some(Instant::now());
        let answer = engine.rescue();
        assert!(matches!(answer, Some(EngineEvent::Answer(Answer::Swap))), "{answer:?}");
    }

    #[test]
    fn everything_that_leads_elsewhere_ends_it_and_questions_do_not() {
        let ends: [fn(&mut Engine); 8] = [
            |engine| engine.start(BoardSize::default()),
            |engine| engine.play(Square::at(0, 0)).unwrap(),
            |engine| drop(engine.undo()),
            Engine::stop,
            |engine| engine.search().clear(),
            |engine| engine.change(Change::Threads(2)),
            |engine| engine.change(Change::Pondering(false)),
            |engine| engine.think(Instant::now()).unwrap(),
        ];
        for (number, end) in ends.into_iter().enumerate() {
            let (mut engine, events) = Engine::with_events();
            engine.change(Change::Pondering(true));
            answer(&mut engine, &events, Purpose::Play);
            engine.ponder();
            engine.change(Change::LeftMs(5_000));
            drop(engine.session().forbidden());
            assert!(engine.search().is_pondering() && !engine.search().is_thinking());
            end(&mut engine);
            assert!(!engine.search().is_pondering(), "end number {number}");
        }
    }

    #[test]
    fn it_goes_on_while_the_game_follows_the_line() {
        let (mut engine, events) = Engine::with_events();
        engine.play(Square::at(7, 7)).unwrap();
        let best = answer(&mut engine, &events, Purpose::Consider);
        let reply = engine.session.expected[1];
        engine.ponder();
        engine.play(best).unwrap();
        assert!(engine.search().is_pondering());
        engine.play(reply).unwrap();
        assert!(engine.search().is_pondering());
        engine.play(Square::at(0, 14)).unwrap();
        assert!(!engine.search().is_pondering());
    }

    #[test]
    fn it_keeps_the_table_of_short_moves() {
        let (mut engine, events) = Engine::with_events();
        engine.change(Change::HashBytes(32 << 20));
        engine.change(Change::TurnMs(20));
        engine.play(Square::at(7, 7)).unwrap();
        answer(&mut engine, &events, Purpose::Play);
        let (bytes, _) = engine.search().table_usage();
        ponder(&mut engine);
        assert_eq!(engine.search().table_usage().0, bytes);
    }

    #[test]
    fn nothing_is_said_and_the_next_answer_comes() {
        let (mut engine, events) = Engine::with_events();
        engine.play(Square::at(7, 7)).unwrap();
        answer(&mut engine, &events, Purpose::Play);
        ponder(&mut engine);
        assert!(events.try_iter().find_map(|event| engine.handle(event)).is_none());
        let reply = engine.session.expected[0];
        engine.play(reply).unwrap();
        answer(&mut engine, &events, Purpose::Play);
        assert_eq!(engine.session().game().unwrap().plies().len(), 4);
    }
}
