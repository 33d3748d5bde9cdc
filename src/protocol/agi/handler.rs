//! The protocol's commands and events.

use super::super::pending::PendingAnswer;
use super::super::{Context, Flow, Protocol, ProtocolEntry, WhenBusy};
use super::command::{Command, Go, recognises};
use super::losses::Losses;
use super::reply;
use super::rule::Rules;
use super::token::{names, size};
use crate::clock::Instant;
use crate::engine::{
    Answer, Change, Decision, Engine, EngineEvent, Game, NAME, Purpose, Request, Timing, VERSION,
};
use crate::geometry::{Color, Square};
use crate::rules::Outcome;

/// AGI for one session.
#[derive(Clone, Debug)]
pub struct Agi {
    is_booted: bool,
    rules: Rules,
    /// Whether pondering is on.
    may_ponder: bool,
    search: Option<AgiSearch>,
}

/// A running search.
#[derive(Clone, Debug)]
struct AgiSearch {
    go: Go,
    /// Whether the fifth move is chosen.
    is_fifth: bool,
    /// Held back by `GO INFINITE` until `STOP`.
    answer: PendingAnswer,
    losses: Losses,
}

/// Stones before black's fifth one.
const BEFORE_FIFTH: usize = 4;
/// Fifth moves that black offers.
const FIFTHS: usize = 2;

impl Agi {
    /// A session that just began.
    fn new() -> Self {
        Self { is_booted: false, rules: Rules::default(), may_ponder: true, search: None }
    }

    fn boot(&mut self, context: &mut Context) {
        context.output.line(format_args!("ID NAME {NAME} {VERSION}"));
        context.output.line("ID AUTHOR RustGomo authors");
        context.output.line("OPTION OWNBOOK FALSE PONDER TRUE");
        if !self.is_booted {
            self.is_booted = true;
            context.engine.start(size());
            self.apply_rule(context);
            context.engine.change(Change::Pondering(self.may_ponder));
        }
        context.output.line("AGIOK");
    }

    fn apply_rule(&self, context: &mut Context) {
        context.engine.change(Change::Rule(self.rules.rule));
    }

    fn run(&mut self, command: Command, received: Instant, context: &mut Context) {
        match command {
            Command::Boot => self.boot(context),
            Command::SetRule(words) => {
                self.rules = Rules::from_words(&words);
                self.apply_rule(context);
            }
            Command::SetOption { ponder } => {
                self.may_ponder = ponder.unwrap_or(self.may_ponder);
                context.engine.change(Change::Pondering(self.may_ponder));
            }
            Command::IsReady => context.output.line("READYOK"),
            Command::Position(position) => {
                let game = position.and_then(|(stones, moves)| set_up(&stones, &moves));
                self.replace(game, "expected STATU and MOVES with different points of the board", context);
            }
            Command::DoMove(square) => {
                let game = square.and_then(|square| {
                    let mut game = context.engine.session().game()?.clone();
                    game.play(square).ok().map(|()| game)
                });
                self.replace(game, "expected a free point of the board", context);
            }
            Command::Go(go) => self.go(go, received, context),
            Command::Stop => self.stop(context),
            Command::Quit | Command::Other => {}
        }
    }

    /// Sets a new position and cancels the search; an error leaves both as they are.
    fn replace(&mut self, game: Option<Game>, expected: &str, context: &mut Context) {
        match game {
            Some(game) => {
                self.search = None;
                context.engine.set_game(game);
            }
            None => context.output.line(format_args!("INFO ERROR {expected}")),
        }
    }

    fn stop(&mut self, context: &mut Context) {
        let Some(search) = &mut self.search else { return context.engine.stop() };
        if search.go.ponder {
            self.search = None;
            context.engine.cancel();
        } else if search.answer.release() {
            self.write_answer(context);
        } else {
            context.engine.stop();
        }
    }

    fn go(&mut self, go: Go, received: Instant, context: &mut Context) {
        let is_foreground = self.search.as_ref().is_some_and(|search| !search.go.ponder);
        if is_foreground || (go.ponder && !self.may_ponder) {
            return;
        }
        context.engine.change(Change::NoTimes);
        if let Some(ms) = go.time_ms {
            context.engine.change(Change::LeftMs(ms));
        }
        let is_fifth = self.rules.offers_fifth && stones(context.engine) == BEFORE_FIFTH && !go.ponder;
        if let Some(squares) = &go.search {
            context.output.line(format_args!("INFO SEARCH {}", names(squares)));
        }
        let mut losses = Losses::default();
        // The choice of fifth moves is not about lost moves.
        if let Some(game) = context.engine.session().game().filter(|_| !is_fifth && is_open(context)) {
            let known = losses.before(game.board(), context.engine.session().settings().rule, &go);
            context.output.lines(known);
        }
        let answer = PendingAnswer::new(!go.infinite);
        let search = AgiSearch { go, is_fifth, answer, losses };
        let request = self.request(&search, context);
        if is_open(context) && context.engine.think_about(&request, received).is_ok() {
            self.search = Some(search);
            return;
        }
        // The opponent's thinking time is over even if there is nothing to search.
        self.search = None;
        context.engine.cancel();
        if !search.go.ponder {
            context.output.line(reply::NO_MOVE);
        }
    }

    fn request(&self, search: &AgiSearch, context: &Context) -> Request {
        let Go { search: only, ponder, infinite, .. } = &search.go;
        let excluded = match only {
            Some(only) => size().squares().filter(|square| !only.contains(square)).collect(),
            None => Vec::new(),
        };
        let stones = stones(context.engine);
        let decision = match only {
            Some(_) if search.is_fifth => Some(Decision::KeepFifth),
            None if search.is_fifth => Some(Decision::OfferFifths { fifths: FIFTHS }),
            // The opponent may swap after this move, so it should leave the game even.
            _ if self.rules.may_exchange(stones + 1) && !ponder && !infinite => {
                Some(Decision::BalanceOne { bias: 0 })
            }
            _ => None,
        };
        let may_exchange = self.rules.may_exchange(stones) && !ponder && only.is_none();
        let purpose = if may_exchange { Purpose::Exchange } else { Purpose::Consider };
        let timing = if *ponder || *infinite { Timing::Unlimited } else { Timing::Clock };
        let lines = match only {
            // Without a time limit each of the moves gets a score.
            Some(only) if *infinite && !ponder && !search.is_fifth => only.len() as u32,
            _ => 0,
        };
        Request { decision, purpose, timing, excluded, lines, ..Request::default() }
    }

    fn answered(&mut self, answer: Option<&Answer>, context: &mut Context) {
        let Some(search) = &mut self.search else { return };
        if search.go.ponder {
            self.search = None;
        } else if search.answer.set_answer(answer) || answer.is_none() {
            self.write_answer(context);
        }
    }

    fn write_answer(&mut self, context: &mut Context) {
        let Some(AgiSearch { answer, is_fifth, .. }) = self.search.take() else { return };
        match answer.answer() {
            Some(&Answer::Move(best)) => {
                context.output.line(reply::best_move(&[best], answer.ponder_move(best)));
                if self.may_ponder && !is_fifth {
                    // The interface plays the answer; until it sends the reply, the opponent thinks.
                    context.engine.ponder();
                }
            }
            Some(Answer::Several(moves)) => context.output.line(reply::best_move(moves, None)),
            Some(Answer::Swap) => context.output.line(reply::CHANGE),
            _ => context.output.line(reply::NO_MOVE),
        }
    }
}

/// Whether the game is not over.
fn is_open(context: &Context) -> bool {
    context.engine.session().outcome().is_ok_and(|outcome| outcome == Outcome::Unfinished)
}

/// Number of stones on the board.
fn stones(engine: &Engine) -> usize {
    engine.session().game().map_or(0, |game| game.plies().len())
}

/// The position after these stones, black and white in turn, and these moves; `None` if a point is repeated.
fn set_up(stones: &[Square], moves: &[Square]) -> Option<Game> {
    let turn = if stones.len().is_multiple_of(2) { Color::Black } else { Color::White };
    let colors = Color::BOTH.into_iter().cycle().map(Some);
    let mut game = Game::from_stones(size(), stones.iter().copied().zip(colors), turn);
    if game.plies().len() != stones.len() {
        return None;
    }
    moves.iter().try_for_each(|&square| game.play(square)).ok().map(|()| game)
}

/// This protocol in the list of all.
pub(in crate::protocol) const ENTRY: ProtocolEntry = ProtocolEntry {
    name: "agi",
    about: "AGI, the Amoyman Gobang Interface, from the line \"AGI\"",
    recognises,
    open: || Box::new(Agi::new()),
};

impl Protocol for Agi {
    fn execute(&mut self, line: &str, received: Instant, context: &mut Context) -> Flow {
        let command = Command::parse(line);
        if command == Command::Quit {
            context.output.line("BYE");
            return Flow::Quit;
        }
        if self.is_booted || command == Command::Boot {
            self.run(command, received, context);
        }
        Flow::Continue
    }

    fn when_busy(&self, line: &str) -> WhenBusy {
        if Command::parse(line) == Command::Quit { WhenBusy::Quit } else { WhenBusy::Urgent }
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        match event {
            EngineEvent::Progress(progress) => {
                context.output.line(reply::progress(progress));
                if let Some(search) = &mut self.search {
                    search.answer.note(progress);
                    if !search.is_fifth {
                        context.output.lines(search.losses.after(progress, &search.go));
                    }
                }
            }
            EngineEvent::Lines { lines, .. } => {
                if let Some(search) = &mut self.search {
                    context.output.lines(search.losses.among(lines));
                }
            }
            EngineEvent::Warning(_)
            | EngineEvent::Notice(_)
            | EngineEvent::Table(_)
            | EngineEvent::Database(_)
            | EngineEvent::Recorded => {}
            EngineEvent::Answer(answer) => self.answered(Some(answer), context),
            EngineEvent::NoMove => self.answered(None, context),
        }
    }
}
