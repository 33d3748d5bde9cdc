//! Analysis: reports of the best lines until the next line of input.

use std::time::Duration;

use super::super::Context;
use super::super::pending::PendingAnswer;
use super::Gtp;
use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::report::{Options, Style};
use super::state::{Pending, Wanted};
use super::vertex::{self, color, square};
use crate::engine::{Purpose, Request, Timing};
use crate::geometry::Square;
use crate::rules::Outcome;
use crate::search::{Progress, Variation};

pub(super) const COMMANDS: &[Row] = &[
    ("lz-analyze", |call| analyze(call, Style::Leela)),
    ("kata-analyze", |call| analyze(call, Style::Kata)),
];

/// Reads `[color] [centiseconds] [interval n] [avoid color vertices until] [allow ..]`; unknown keys are
/// skipped with their value.
pub(super) fn options(call: &Call, style: Style) -> Result<Options, Failure> {
    let (size, turn) = (call.size()?, call.turn());
    let mut words = call.arguments.iter().map(String::as_str).peekable();
    let color = words.next_if(|word| color(word).is_ok()).map_or(Ok(turn), color)?;
    let mut options = Options::new(color, style);
    while let Some(word) = words.next() {
        match word {
            "avoid" | "allow" => {
                let [player, vertices, _until] = [(); 3].map(|()| words.next());
                let player = vertex::color(player.ok_or(Failure::Syntax)?)?;
                let squares = vertices.ok_or(Failure::Syntax)?.split(',');
                let squares: Vec<_> = squares.map(|text| square(text, size)).collect::<Result<_, _>>()?;
                if player == color {
                    let is_out = |square: &Square| squares.contains(square) == (word == "avoid");
                    options.excluded.extend(size.squares().filter(is_out));
                }
            }
            "interval" => options.interval = centiseconds(words.next().ok_or(Failure::Syntax)?)?,
            "minmoves" => options.lines = options.lines.max(count(words.next())?),
            "maxmoves" => options.lines = count(words.next())?,
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                options.interval = centiseconds(number)?;
            }
            // KataGo's switches, such as `ownership true`.
            _ => drop(words.next()),
        }
    }
    Ok(options)
}

/// A number of lines, at least 1.
fn count(text: Option<&str>) -> Result<u32, Failure> {
    text.and_then(|text| text.parse::<u32>().ok()).map(|count| count.max(1)).ok_or(Failure::Syntax)
}

fn centiseconds(text: &str) -> Result<Duration, Failure> {
    text.parse().map(|n: u32| Duration::from_millis(u64::from(n) * 10)).map_err(|_| Failure::Syntax)
}

fn analyze(call: &mut Call, style: Style) -> Result<Reply, Failure> {
    let options = options(call, style)?;
    let turn = call.turn();
    let request = Request {
        purpose: Purpose::Consider,
        timing: Timing::Unlimited,
        excluded: options.excluded.clone(),
        lines: options.lines,
        analysis: true,
        ..Request::default()
    };
    if call.session().outcome()? == Outcome::Unfinished {
        call.think(options.color, &request)?;
    }
    call.gtp.last_lines.clear();
    let begin = call.gtp.begin("");
    call.context.output.line(begin);
    call.gtp.pending = Some(Pending {
        wanted: Wanted::Analysis,
        color: options.color,
        purpose: request.purpose,
        received: call.received,
        turn,
        report: Some(options),
        answer: PendingAnswer::new(false),
    });
    Ok(Reply::Later)
}

impl Gtp {
    /// Reports the lines of an analysis.
    pub(super) fn report_lines(&mut self, lines: &[Variation], context: &mut Context) {
        let lines = lines.iter().map(|line| (line.nodes, &line.progress));
        self.report(lines, |wanted| wanted == Wanted::Analysis, context);
    }

    /// Reports the PV of a search for a move.
    pub(super) fn report_move(&mut self, progress: &Progress, context: &mut Context) {
        self.report([(progress.nodes, progress)], |wanted| wanted != Wanted::Analysis, context);
    }

    fn report<'a>(
        &mut self,
        lines: impl IntoIterator<Item = (u64, &'a Progress)>,
        is_meant: fn(Wanted) -> bool,
        context: &mut Context,
    ) {
        let Ok(size) = context.engine.session().size() else { return };
        let pending = self.pending.as_mut().filter(|pending| is_meant(pending.wanted));
        if let Some(options) = pending.and_then(|pending| pending.report.as_mut()) {
            options.report_lines(lines, size, context);
        }
    }
}
