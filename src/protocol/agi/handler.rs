//! The protocol itself.

use super::super::line::Line;
use super::super::{Context, Flow, Protocol, WhenBusy};
use super::command::{Command, Go};
use super::fifth::Fifth;
use super::losses::Losses;
use super::reply;
use super::rule::Rules;
use super::token::{names, size};
use crate::clock::Instant;
use crate::engine::{
    Answer, Change, Decision, Engine, EngineEvent, Game, NAME, Owner, Placement, Purpose, Request, Timing,
    VERSION,
};
use crate::geometry::{Color, Square};
use crate::rules::Outcome;
use crate::search::Progress;

/// AGI for one session.
#[derive(Clone, Debug)]
pub struct Agi {
    is_booted: bool,
    rules: Rules,
    /// Whether thinking on the opponent's time is switched on.
    may_ponder: bool,
    search: Option<AgiSearch>,
}

/// A search that runs.
#[derive(Clone, Debug)]
struct AgiSearch {
    go: Go,
    fifth: Option<Fifth>,
    is_stopped: bool,
    /// The answer of a search without an end, kept until it is asked for.
    held: Option<Answer>,
    last: Option<Progress>,
    losses: Losses,
}

/// Stones after which black plays the fifth.
const BEFORE_FIFTH: usize = 4;

impl Agi {
    /// A session that just began.
    pub fn new() -> Self {
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

    fn execute(&mut self, command: Command, received: Instant, context: &mut Context) {
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
                    let mut game = context.engine.game()?.clone();
                    game.play(square).ok().map(|()| game)
                });
                self.replace(game, "expected a free point of the board", context);
            }
            Command::Go(go) => self.go(go, received, context),
            Command::Stop => self.stop(context),
            Command::Quit | Command::Other => {}
        }
    }

    /// Sets a new position; a search is dropped. Where there is none everything stays as it is.
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
        } else {
            search.is_stopped = true;
            match search.held.take() {
                Some(answer) => self.answered(Some(&answer), context),
                None => context.engine.stop(),
            }
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
        let fifth = self.fifth(&go, context);
        if let Some(squares) = &go.search {
            context.output.line(format_args!("INFO SEARCH {}", names(squares)));
        }
        let mut losses = Losses::default();
        // The searches for fifth stones are about choices of both sides.
        if let Some(game) = context.engine.game().filter(|_| fifth.is_none() && is_open(context)) {
            let known = losses.before(game.board(), context.engine.settings().rule, &go);
            tell(known, context);
        }
        self.search = Some(AgiSearch { go, fifth, is_stopped: false, held: None, last: None, losses });
        self.launch(received, context);
    }

    /// The choice of fifth stones, if it is due.
    fn fifth(&self, go: &Go, context: &Context) -> Option<Fifth> {
        let stones = stones(context);
        let is_due = self.rules.offers_fifth && stones == BEFORE_FIFTH && !go.ponder;
        is_due.then(|| match &go.search {
            Some(squares) => Fifth::Keep(squares.clone()),
            None => Fifth::Offer(Vec::new()),
        })
    }

    /// Begins a search, or answers if there is nothing to search.
    fn launch(&mut self, received: Instant, context: &mut Context) {
        let Some(search) = &self.search else { return };
        let settled = search.fifth.as_ref().and_then(Fifth::answer);
        let request = self.request(search, context);
        let think = |engine: &mut Engine| {
            // Who may be left with either colour looks for an even game.
            if self.rules.may_exchange(stones_on(engine) + 1) && !search.go.ponder && !search.go.infinite {
                engine.decide(Decision::BalanceOne { bias: 0 }, &request, received)
            } else {
                engine.think_about(&request, received)
            }
        };
        if settled.is_none() && is_open(context) && think(context.engine).is_ok() {
            return;
        }
        if !search.go.ponder {
            let moves = search.fifth.as_ref().map_or(&[][..], Fifth::so_far);
            let text =
                if moves.is_empty() { reply::NO_MOVE.to_owned() } else { reply::best_move(moves, None) };
            context.output.line(text);
        }
        self.search = None;
    }

    fn request(&self, search: &AgiSearch, context: &Context) -> Request {
        let Go { search: only, ponder, infinite, .. } = &search.go;
        let excluded = match (&search.fifth, only, context.engine.game()) {
            (Some(fifth), _, Some(game)) => fifth.excluded(game),
            (_, Some(only), _) => size().squares().filter(|square| !only.contains(square)).collect(),
            _ => Vec::new(),
        };
        let may_exchange = self.rules.may_exchange(stones(context)) && !ponder && only.is_none();
        let purpose = if may_exchange { Purpose::Exchange } else { Purpose::Consider };
        let timing = if *ponder || *infinite { Timing::Unlimited } else { Timing::Clock };
        let lines = match only {
            // Time is no object, so that all that is to be searched can be judged.
            Some(only) if *infinite && !ponder && search.fifth.is_none() => only.len() as u32,
            _ => 0,
        };
        Request { purpose, timing, excluded, lines, ..Request::default() }
    }

    fn answered(&mut self, answer: Option<&Answer>, context: &mut Context) {
        let Some(search) = &mut self.search else { return };
        if search.go.ponder {
            self.search = None;
            return;
        }
        if search.go.infinite && !search.is_stopped && answer.is_some() {
            search.held = answer.cloned();
            return;
        }
        let mut is_move = false;
        let text = match (answer, &mut search.fifth) {
            (Some(Answer::Move(best)), Some(fifth)) => {
                fifth.found(*best);
                let is_stopped = search.is_stopped;
                if is_stopped {
                    context.engine.change(Change::LeftMs(0));
                    search.go.infinite = false;
                }
                self.launch(Instant::now(), context);
                if is_stopped {
                    // The next search is part of the answer that the stop asked for.
                    context.engine.stop();
                }
                return;
            }
            (Some(Answer::Move(best)), None) => {
                is_move = true;
                reply::best_move(&[*best], search.last.as_ref())
            }
            (Some(Answer::Swap), _) => reply::CHANGE.to_owned(),
            _ => reply::NO_MOVE.to_owned(),
        };
        context.output.line(text);
        self.search = None;
        if is_move && self.may_ponder {
            // The interface will play the answer; until it tells the reply, the time is the opponent's.
            context.engine.ponder();
        }
    }
}

impl Default for Agi {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether the game is not over.
fn is_open(context: &Context) -> bool {
    context.engine.outcome().is_ok_and(|outcome| outcome == Outcome::Unfinished)
}

/// Writes a line, if there is one.
fn tell(line: Option<String>, context: &mut Context) {
    if let Some(line) = line {
        context.output.line(line);
    }
}

/// Stones on the board.
fn stones(context: &Context) -> usize {
    stones_on(context.engine)
}

fn stones_on(engine: &Engine) -> usize {
    engine.game().map_or(0, |game| game.plies().len())
}

/// The position with these stones, black and white in turn, and these moves; `None` if a point comes twice.
fn set_up(stones: &[Square], moves: &[Square]) -> Option<Game> {
    let turn = if stones.len().is_multiple_of(2) { Color::Black } else { Color::White };
    let owners = Color::BOTH.into_iter().cycle();
    let owner = |color| if color == turn { Owner::Mover } else { Owner::Opponent };
    let placements: Vec<Placement> =
        stones.iter().zip(owners).map(|(&square, color)| Placement { square, owner: owner(color) }).collect();
    let mut game = Game::from_placements_with(size(), &placements, turn);
    if game.plies().len() != stones.len() {
        return None;
    }
    moves.iter().try_for_each(|&square| game.play(square)).ok().map(|()| game)
}

impl Protocol for Agi {
    fn line(&mut self, line: &Line, context: &mut Context) -> Flow {
        let command = Command::parse(&line.text);
        if command == Command::Quit {
            context.output.line("BYE");
            return Flow::Quit;
        }
        if self.is_booted || command == Command::Boot {
            self.execute(command, line.received, context);
        }
        Flow::Continue
    }

    fn when_busy(&self, text: &str) -> WhenBusy {
        if Command::parse(text) == Command::Quit { WhenBusy::Quit } else { WhenBusy::Urgent }
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        match event {
            EngineEvent::Progress(progress) => {
                context.output.line(reply::progress(progress));
                if let Some(search) = &mut self.search {
                    search.last = Some(progress.clone());
                    if search.fifth.is_none() {
                        tell(search.losses.after(progress, &search.go), context);
                    }
                }
            }
            EngineEvent::Lines { lines, .. } => {
                if let Some(search) = &mut self.search {
                    tell(search.losses.among(lines), context);
                }
            }
            EngineEvent::Warning(_)
            | EngineEvent::Table(_)
            | EngineEvent::Database(_)
            | EngineEvent::Recorded => {}
            EngineEvent::Answer(answer) => self.answered(Some(answer), context),
            EngineEvent::NoMove => self.answered(None, context),
        }
    }
}
