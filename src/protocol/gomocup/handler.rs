//! The protocol's commands and events.

use std::path::PathBuf;

use super::super::tokens::{TokenError, extent, integer, size, split_word, square};
use super::super::{Context, Flow, Protocol, ProtocolEntry, WhenBusy};
use super::command::{is_unmistakable, recognises};
use super::database::RequestQueue;
use super::defence::Defence;
use super::detail::Detail;
use super::exclusion::Exclusions;
use super::setup::{Block, StonesError};
use super::suggest::Suggestions;
use super::{BlockKind, Command, Dialect, Info, Step, hash, reply};
use crate::clock::Instant;
use crate::engine::{Engine, EngineError, EngineEvent, MAX_THREADS, NAME, TableFile, VERSION};
use crate::geometry::{BoardSize, SizeError, shortened};
use thiserror::Error;

/// Largest transposition table of Yixin-Board: the binary logarithm of its kilobytes, 4 GiB.
const MAX_HASH_LOG: u32 = 22;

/// Gomocup's protocol for one session.
#[derive(Clone, Debug, Default)]
pub struct Gomocup {
    /// The block that is being read.
    block: Option<Block>,
    /// Whether the manager is Yixin-Board, which expects an answer for each interrupted search.
    pub(super) is_yixin: bool,
    /// What to do with the file that the next line names.
    hash_file: Option<fn(PathBuf) -> TableFile>,
    /// The running search of `YXSEARCHDEFEND`.
    pub(super) defence: Option<Defence>,
    /// The step of an opening rule that is being decided.
    pub(super) step: Option<Step>,
    pub(super) exclusions: Exclusions,
    /// Whether the last request was for a move of a game, so that the opponent thinks after it.
    pub(super) is_playing: bool,
    database: RequestQueue,
    pub(super) detail: Detail,
    /// Whether `YXNBEST` searches only one of symmetric moves.
    pub(super) skips_symmetric: bool,
    pub(super) suggestions: Suggestions,
    /// The message about a game that was over before the answer.
    pub(super) finished: Option<String>,
}

/// Why a command is answered with `ERROR`.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error(transparent)]
    Stones(#[from] StonesError),
    #[error("expected PLAY after a suggestion only")]
    Unsuggested,
    #[error("expected PLAY with a move, because a suggestion waits for it")]
    Suggested,
}

impl Gomocup {
    /// A session that just began.
    pub fn new() -> Self {
        Self::default()
    }

    /// Executes the command of a line and writes its immediate reply.
    fn run(
        &mut self,
        line: &str,
        command: Command,
        received: Instant,
        context: &mut Context,
    ) -> Result<(), Refusal> {
        let engine = &mut *context.engine;
        match command {
            Command::Start(_) | Command::RectStart(_) | Command::Restart | Command::TakeBack(_) => {
                self.start_or_take_back(&command, engine)?;
                context.output.line("OK");
            }
            Command::Begin => self.think(received, engine)?,
            Command::NBest(count) => self.think_of_lines(count, received, engine)?,
            Command::Turn(text) => self.turn(text, received, engine)?,
            Command::Block(kind, rest) => {
                self.block = Some(Block::new(kind));
                self.read_block(rest, received, context)?;
            }
            Command::Play(text) => self.play(text, context)?,
            Command::About => context.output.line(reply::about()),
            Command::ShowForbidden => {
                context.output.line(reply::forbidden(&engine.session().forbidden()?));
            }
            Command::Unknown if !self.is_yixin => context.output.line(reply::unknown(split_word(line).0)),
            Command::Info(text) => self.inform(text, context),
            Command::Stop => {
                if !engine.search().is_thinking() {
                    engine.database().stop_work();
                }
                engine.stop();
            }
            Command::ClearHash => engine.search().clear(),
            Command::ShowInfo => self.show_info(context),
            Command::ShowHash => context.output.line(hash::usage(engine)),
            Command::DumpHash(path) => self.use_hash_file(TableFile::Save, path, context),
            Command::LoadHash(path) => self.use_hash_file(TableFile::Load, path, context),
            Command::Balance { stones, bias } => self.balance(stones, bias, received, engine)?,
            Command::SearchDefence => self.search_defence(received, engine)?,
            Command::Step(step) => self.decide(step, &[], received, engine)?,
            Command::AdmitAll(kind) => self.exclusions.reset(kind),
            Command::Database(command) => self.database.begin(command, context),
            Command::Unknown | Command::Empty | Command::End | Command::Nothing => {}
        }
        Ok(())
    }

    /// Begins a game, or takes a stone back.
    fn start_or_take_back(&mut self, command: &Command, engine: &mut Engine) -> Result<(), Refusal> {
        match command {
            Command::Restart => engine.restart()?,
            Command::TakeBack(text) => engine.take_back(square(text, engine.session().size()?)?)?,
            _ => engine.start(self.new_size(command)?),
        }
        self.suggestions.abandon();
        if self.is_yixin && matches!(command, Command::Start(text) if integer(text).is_err()) {
            // Its successor sends one number.
            self.database.set_original();
        }
        Ok(())
    }

    fn inform(&mut self, text: &str, context: &mut Context) {
        match Info::parse(text, self.dialect()) {
            Some(Info::Change(change)) => context.engine.change(change),
            Some(Info::ShowDetail(level)) => self.detail.set_level(level),
            Some(Info::NBestSymmetry(joins)) => self.skips_symmetric = joins,
            Some(Info::Suggest(is_on)) => self.suggestions.is_on = is_on,
            Some(Info::UseDatabase(is_on)) => self.database.switch(is_on, context),
            Some(Info::DatabaseReadonly(is_readonly)) => self.database.set_readonly(is_readonly, context),
            None => {}
        }
    }

    fn show_info(&mut self, context: &mut Context) {
        self.is_yixin = true;
        context.output.line(format_args!("MESSAGE {NAME} {VERSION}"));
        context.output.line(format_args!("MESSAGE INFO MAX_THREAD_NUM {MAX_THREADS}"));
        context.output.line(format_args!("MESSAGE INFO MAX_HASH_SIZE {MAX_HASH_LOG}"));
    }

    /// Adds a line to the block, and executes the block when it is complete.
    fn read_block(&mut self, text: &str, received: Instant, context: &mut Context) -> Result<(), Refusal> {
        let Some(block) = self.block.take_if(|block| block.add(text)) else { return Ok(()) };
        let size = context.engine.session().size()?;
        match block.kind {
            BlockKind::Position => {
                context.engine.set_up(&block.placements(size))?;
                self.suggestions.abandon();
            }
            BlockKind::Board => {
                context.engine.set_up(&block.placements(size))?;
                self.think(received, context.engine)?;
            }
            BlockKind::Exclude(kind) => self.exclusions.exclude(kind, &block.named(kind, size)),
            BlockKind::Admit(kind) => self.exclusions.admit(kind, &block.named(kind, size)),
            BlockKind::Opening(step) => {
                self.decide(step, &block.squares(size), received, context.engine)?;
            }
            BlockKind::Swap2 => {
                let stones = block.stones(size)?;
                context.engine.think_swap(&stones, received)?;
                self.begin_analysis(None);
            }
        }
        Ok(())
    }

    /// Whether a command inside a block is executed; unless it is `INFO` it ends the block.
    const fn breaks_block(command: &Command) -> bool {
        matches!(
            command,
            Command::Start(_)
                | Command::RectStart(_)
                | Command::Restart
                | Command::Block(..)
                | Command::Database(_)
                | Command::End
                | Command::Info(_)
        )
    }

    /// The board size of `START` or `RECTSTART`. Yixin-Board sends height and width in `START`.
    fn new_size(&self, command: &Command) -> Result<BoardSize, Refusal> {
        let (first, second) = match command {
            Command::RectStart(text) => extent(text)?,
            Command::Start(text) => size(text).map(|(w, h)| if self.is_yixin { (h, w) } else { (w, h) })?,
            _ => (0, 0),
        };
        Ok(BoardSize::new(first, second)?)
    }

    /// Whether a line, with this command, goes on with the request about the database that is being read.
    /// Other commands do not, except for a file's name other than `END` and for words of a comment.
    fn reads_on(&self, line: &str, command: &Command) -> bool {
        if self.database.wants_text() {
            !is_unmistakable(line)
        } else {
            self.database.wants_any_line() && *command != Command::End
                || self.database.wants_moves() && matches!(command, Command::Unknown | Command::Empty)
        }
    }

    /// Saves or loads the table with this file, or that of the next line.
    fn use_hash_file(&mut self, use_of_file: fn(PathBuf) -> TableFile, path: &str, context: &mut Context) {
        if path.is_empty() {
            self.hash_file = Some(use_of_file);
        } else {
            use_table_file(use_of_file(path.into()), context);
        }
    }

    /// Managers that ask for details belong to Yixin's family and number the rules like it.
    pub(super) fn dialect(&self) -> Dialect {
        if self.is_yixin || self.detail.is_asked_for() { Dialect::Yixin } else { Dialect::Gomocup }
    }
}

fn use_table_file(file: TableFile, context: &mut Context) {
    if let Err(error) = context.engine.use_table_file(file) {
        context.output.line(format_args!("MESSAGE {error}"));
    }
}

/// This protocol in the list of all.
pub(in crate::protocol) const ENTRY: ProtocolEntry = ProtocolEntry {
    name: "gomocup",
    about: "Gomocup (Piskvork) with the commands of Yixin-Board",
    recognises,
    open: || Box::new(Gomocup::new()),
};

impl Protocol for Gomocup {
    fn execute(&mut self, line: &str, received: Instant, context: &mut Context) -> Flow {
        if self.when_busy(line) != WhenBusy::Quit {
            self.end_cancelled_step(context);
        }
        if let Some(use_of_file) = self.hash_file.take().filter(|_| Command::parse(line) != Command::End) {
            use_table_file(use_of_file(line.trim().into()), context);
            return Flow::Continue;
        }
        if self.database.wants_text() && is_unmistakable(line) {
            // A comment without its end must not swallow the session.
            let expected = "MESSAGE expected a quotation mark at the end of the comment, found";
            context.output.line(format_args!("{expected} {:?}", shortened(line)));
            self.database.abandon();
        }
        let command = Command::parse(line);
        if command == Command::End && !self.database.wants_text() {
            return Flow::Quit;
        }
        if self.database.wants_any_line() {
            self.database.continue_with(line, context);
            return Flow::Continue;
        }
        if self.database.wants_moves() && !matches!(command, Command::Info(_) | Command::Stop) {
            if !Self::breaks_block(&command) {
                self.database.continue_with(line, context);
                return Flow::Continue;
            }
            self.database.abandon();
        }
        let result = if self.block.is_some() && !Self::breaks_block(&command) {
            self.read_block(line, received, context)
        } else {
            if !matches!(command, Command::Info(_)) {
                self.block = None;
            }
            self.run(line, command, received, context)
        };
        if let Err(refusal) = result {
            context.output.line(format_args!("ERROR {refusal}"));
        }
        Flow::Continue
    }

    fn when_busy(&self, line: &str) -> WhenBusy {
        let command = Command::parse(line);
        if self.reads_on(line, &command) {
            return WhenBusy::Read;
        }
        match command {
            Command::Database(_) => WhenBusy::Read,
            // Yixin-Board sends the position of the step after it.
            Command::Start(_) | Command::Block(BlockKind::Position, _) | Command::ShowForbidden
                if self.is_yixin && self.step.is_some_and(Step::is_last) =>
            {
                WhenBusy::Queue
            }
            // An invalid size does not cancel the search.
            Command::Start(_) | Command::RectStart(_) if self.new_size(&command).is_err() => WhenBusy::Queue,
            Command::End => WhenBusy::Quit,
            Command::Info(_) => WhenBusy::Urgent,
            Command::Stop => WhenBusy::Stop,
            Command::About
            | Command::ShowForbidden
            | Command::ShowInfo
            | Command::ShowHash
            | Command::ClearHash => WhenBusy::RunNow,
            // The further lines of blocks wait, too, so that the order is kept.
            Command::Empty
            | Command::Block(BlockKind::Exclude(_) | BlockKind::Admit(_), _)
            | Command::AdmitAll(_)
            | Command::DumpHash(_)
            | Command::LoadHash(_)
            | Command::Begin
            | Command::SearchDefence
            | Command::NBest(_)
            | Command::Turn(_)
            | Command::Play(_)
            | Command::Nothing
            | Command::Unknown => WhenBusy::Queue,
            Command::Start(_)
            | Command::RectStart(_)
            | Command::Restart
            | Command::Block(..)
            | Command::Balance { .. }
            | Command::Step(_)
            | Command::TakeBack(_) => {
                if self.is_yixin && self.step.is_none() {
                    WhenBusy::Interrupt
                } else {
                    WhenBusy::Cancel
                }
            }
        }
    }

    fn asks_for_answer(&self, line: &str) -> bool {
        let command = Command::parse(line);
        !self.reads_on(line, &command)
            && matches!(
                command,
                Command::Begin
                    | Command::SearchDefence
                    | Command::NBest(_)
                    | Command::Turn(_)
                    | Command::Play(_)
            )
    }

    fn search_ended(&mut self, context: &mut Context) {
        self.database.run_queue(context);
    }

    fn close(&mut self, context: &mut Context) {
        self.database.close(context.engine);
    }

    fn has_requests(&self) -> bool {
        self.database.has_requests()
    }

    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context) {
        match event {
            EngineEvent::Progress(progress) => {
                self.detail.iteration(progress, self.defence.is_some(), context.output);
                if let Some(defence) = &mut self.defence {
                    defence.iteration(context.engine.search().excluded());
                }
            }
            EngineEvent::Lines { changed, lines } => {
                self.detail.line(*changed, lines, context.output);
                self.report_losses(lines, context);
            }
            EngineEvent::Warning(text) => context.output.line(reply::warning(text)),
            EngineEvent::Notice(text) => context.output.line(reply::notice(text)),
            EngineEvent::Table(report) => context.output.line(hash::report(report)),
            EngineEvent::Database(report) => self.database.work_ended(report, context),
            EngineEvent::Recorded => self.database.run_queue(context),
            EngineEvent::Answer(answer) => self.answer(answer, context),
            EngineEvent::NoMove => {
                (self.step, self.defence) = (None, None);
                self.report_finished(context);
                let is_full =
                    context.engine.session().game().is_none_or(|game| game.board().empty_count() == 0);
                context.output.line(reply::no_move(is_full));
            }
        }
    }
}
