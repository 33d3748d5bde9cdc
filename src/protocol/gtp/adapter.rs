//! The session: responses in the order of the commands.

use std::time::Duration;

use super::super::line::Line;
use super::super::{Conduct, Context, Flow, Protocol};
use super::analysis::Analysis;
use super::clock::Times;
use super::command::{Call, Reply, find};
use super::failure::Failure;
use super::genmove::Waiting;
use super::parse::{Parsed, is_interrupt, parse};
use crate::engine::News;
use crate::geometry::{BoardSize, Square};
use crate::search::Progress;

/// GTP for one session.
#[derive(Debug, Default)]
pub struct Gtp {
    /// The number of the command whose response is not complete.
    pub(super) id: Option<u32>,
    /// The move that the engine is asked for.
    pub(super) waiting: Option<Waiting>,
    /// The analysis that lasts until a line comes.
    pub(super) analysis: Option<Analysis>,
    /// The clocks of both players.
    pub(super) times: Times,
    /// What the last search told last, and on which board.
    pub(super) last_search: Option<(Progress, BoardSize)>,
    /// Time spent thinking since the session began.
    pub(super) thinking: Duration,
}

impl Gtp {
    /// A session that just began.
    pub fn new() -> Self {
        Self::default()
    }

    fn command(&mut self, parsed: &Parsed, line: &Line, context: &mut Context) -> Flow {
        self.id = parsed.id;
        if context.engine.game().is_none() {
            context.engine.start(BoardSize::default());
        }
        let reply = match find(&parsed.name) {
            None => Err(Failure::Unknown),
            Some(handler) => handler(&mut Call {
                gtp: self,
                context,
                arguments: &parsed.arguments,
                received: line.received,
            }),
        };
        match reply {
            Ok(Reply::Later) => {}
            Ok(Reply::Text(text)) => self.succeed(&text, context),
            Ok(Reply::Quit) => {
                self.succeed("", context);
                return Flow::Quit;
            }
            Err(failure) => self.fail(&failure, context),
        }
        Flow::Continue
    }

    /// Writes a whole response.
    pub(super) fn succeed(&self, text: &str, context: &mut Context) {
        context.output.line(format_args!("{}\n", self.begin(text)));
    }

    /// The first line of a response.
    pub(super) fn begin(&self, text: &str) -> String {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let blank = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        format!("={id}{blank}{text}")
    }

    fn fail(&self, failure: &Failure, context: &mut Context) {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let text = failure.to_string();
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        context.output.line(format_args!("?{id} {text}\n"));
    }

    /// The best line of the last search.
    pub(super) fn last_line(&self) -> &[Square] {
        self.last_search.as_ref().map_or(&[], |(progress, _)| &progress.line)
    }
}

impl Protocol for Gtp {
    fn line(&mut self, line: &Line, context: &mut Context) -> Flow {
        if let Some(analysis) = self.analysis.take() {
            analysis.close(context);
        }
        match parse(&line.text) {
            Some(parsed) => self.command(&parsed, line, context),
            None => Flow::Continue,
        }
    }

    fn conduct(&self, text: &str) -> Conduct {
        if self.analysis.is_some() || is_interrupt(text) {
            Conduct::Interrupts
        } else if parse(text).is_none() {
            Conduct::Beside
        } else {
            Conduct::Waits
        }
    }

    fn news(&mut self, news: &News, context: &mut Context) {
        match news {
            News::Progress(progress) => {
                if let Ok(size) = context.engine.size() {
                    self.last_search = Some((progress.clone(), size));
                }
                self.report_move(progress, context);
            }
            News::Lines { lines, .. } => self.report_lines(lines, context),
            // GTP has no place for it; the answer still comes.
            News::Trouble(_) => {}
            News::Answer(answer) => self.answered(Some(answer), context),
            News::NoMove => self.answered(None, context),
        }
    }
}
