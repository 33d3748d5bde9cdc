//! Analysis as Leela Zero and KataGo report it: lines of play until any line comes.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::super::Context;
use super::Gtp;
use super::command::{Call, Reply, Row};
use super::failure::Failure;
use super::vertex::{color, name, names, square};
use crate::engine::{Purpose, Request, Timing};
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::Outcome;
use crate::search::{Progress, Variation};

pub(super) const COMMANDS: &[Row] = &[
    ("lz-analyze", |call| analyze(call, Style::Leela)),
    ("kata-analyze", |call| analyze(call, Style::Kata)),
];

/// Lines that are told unless the command asks for another number.
const DEFAULT_LINES: u32 = 5;

/// Whose form the reports have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Win rates as whole numbers up to 10,000.
    Leela,
    /// Win rates as fractions, and more fields.
    Kata,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) color: Color,
    pub(super) excluded: Vec<Square>,
    /// Number of lines.
    lines: u32,
    style: Style,
    /// Shortest time between two reports.
    interval: Duration,
    last_report: Option<Instant>,
    /// A report that came too early to be written.
    held: Option<String>,
}

/// An analysis that runs, or ran to its end and waits for a line.
#[derive(Debug)]
pub(super) struct Analysis {
    options: Options,
    turn: Color,
}

impl Options {
    /// Reads `[color] [centiseconds] [interval n] [avoid color vertices until] [allow ..]`; keys that we do not know are
    /// passed over with their value.
    pub(super) fn read(call: &Call, style: Style) -> Result<Self, Failure> {
        let engine = &call.context.engine;
        let size = engine.size()?;
        let turn = engine.game().map_or(Color::Black, |game| game.board().side_to_move());
        let mut words = call.arguments.iter().map(String::as_str).peekable();
        let color = words.next_if(|word| color(word).is_ok()).map_or(Ok(turn), color)?;
        let (excluded, interval) = (Vec::new(), Duration::ZERO);
        let mut options =
            Self { color, excluded, lines: DEFAULT_LINES, style, interval, last_report: None, held: None };
        while let Some(word) = words.next() {
            match word {
                "avoid" | "allow" => {
                    let [player, vertices, _until] = [(); 3].map(|()| words.next());
                    let player = self::color(player.ok_or(Failure::Syntax)?)?;
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

    /// Writes a report if it is time for one, else keeps it.
    fn report(&mut self, text: String, context: &mut Context) {
        let now = Instant::now();
        let is_due = self.last_report.is_none_or(|last| now.duration_since(last) >= self.interval);
        if is_due {
            self.last_report = Some(now);
            self.held = None;
            context.output.line(text);
        } else {
            self.held = Some(text);
        }
    }

    /// Writes what was kept: nothing newer will come.
    fn flush(&mut self, context: &mut Context) {
        if let Some(text) = self.held.take() {
            context.output.line(text);
        }
    }
}

/// A number of lines, at least 1.
fn count(text: Option<&str>) -> Result<u32, Failure> {
    text.and_then(|text| text.parse::<u32>().ok()).map(|count| count.max(1)).ok_or(Failure::Syntax)
}

fn centiseconds(text: &str) -> Result<Duration, Failure> {
    text.parse().map(|n: u32| Duration::from_millis(u64::from(n) * 10)).map_err(|_| Failure::Syntax)
}

fn analyze(call: &mut Call, style: Style) -> Result<Reply, Failure> {
    let options = Options::read(call, style)?;
    let engine = &mut *call.context.engine;
    let turn = engine.game().map_or(Color::Black, |game| game.board().side_to_move());
    let request = Request {
        purpose: Purpose::Consider,
        timing: Timing::Unlimited,
        excluded: options.excluded.clone(),
        lines: options.lines,
        analysis: true,
        ..Request::default()
    };
    if engine.outcome()? == Outcome::Unfinished {
        engine.give_turn(options.color)?;
        if let Err(error) = engine.think_about(&request, call.received) {
            engine.give_turn(turn)?;
            return Err(error.into());
        }
    }
    let begin = call.gtp.begin("");
    call.context.output.line(begin);
    call.gtp.analysis = Some(Analysis { options, turn });
    Ok(Reply::Later)
}

impl Analysis {
    /// Ends the response.
    pub(super) fn close(self, context: &mut Context) {
        // The game is there, or it would not have been analysed.
        let _ = context.engine.give_turn(self.turn);
        context.output.line("");
    }
}

impl Gtp {
    /// Tells the lines of an analysis.
    pub(super) fn report_lines(&mut self, lines: &[Variation], context: &mut Context) {
        let Ok(size) = context.engine.size() else { return };
        if let Some(Analysis { options, .. }) = &mut self.analysis {
            let text = lines.iter().map(|line| (line.nodes, &line.progress));
            options.report(info(text, options.style, size), context);
        }
    }

    /// Tells the line of a move that is searched for, if somebody watches.
    pub(super) fn report_move(&mut self, progress: &Progress, context: &mut Context) {
        let Ok(size) = context.engine.size() else { return };
        if let Some(options) = self.waiting.as_mut().and_then(|waiting| waiting.watch.as_mut()) {
            options.report(info([(progress.nodes, progress)], options.style, size), context);
        }
    }

    /// Tells what an analysis found last, if that was not told yet: it has come to its end.
    pub(super) fn flush_report(&mut self, context: &mut Context) {
        if let Some(Analysis { options, .. }) = &mut self.analysis {
            options.flush(context);
        }
    }
}

/// All lines of play on one line of text, the best first, with the nodes of each.
fn info<'a>(lines: impl IntoIterator<Item = (u64, &'a Progress)>, style: Style, size: BoardSize) -> String {
    let of = |(order, (visits, progress))| line(order, visits, progress, style, size);
    lines.into_iter().enumerate().filter_map(of).collect::<Vec<_>>().join(" ")
}

fn line(order: usize, visits: u64, progress: &Progress, style: Style, size: BoardSize) -> Option<String> {
    let (best, rate) = (name(*progress.line.first()?, size), progress.score.win_rate());
    let mut text = format!("info move {best} visits {visits} ");
    // Writing to a string cannot fail.
    let _ = match style {
        Style::Leela => {
            let rate = (rate * 10_000.0).round();
            write!(text, "winrate {rate} prior 0 lcb {rate}")
        }
        Style::Kata => write!(
            text,
            "utility 0 winrate {rate:.4} scoreMean 0 scoreStdev 0 scoreLead 0 scoreSelfplay 0 prior 0 \
             lcb {rate:.4} utilityLcb 0"
        ),
    };
    let _ = write!(text, " order {order} pv {}", names(progress.line.iter().copied(), size));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    #[test]
    fn several_lines_stand_on_one_line_of_text() {
        let progress = |score, x| Progress {
            depth: 3,
            selective_depth: 5,
            score: Score::eval(score),
            nodes: 120,
            vcf_moves: 0,
            elapsed: Duration::from_millis(7),
            line: vec![Square::at(x, 7), Square::at(8, 8)],
        };
        let (best, other) = (progress(0, 7), progress(-50, 8));
        let text = info([(120, &best), (80, &other)], Style::Leela, BoardSize::default());
        let first =
            "info move H8 visits 120 winrate 5000 prior 0 lcb 5000 order 0 pv H8 J7 info move J8 visits 80 ";
        assert!(text.starts_with(first) && text.ends_with("order 1 pv J8 J7"), "{text}");
        let kata = info([(120, &best)], Style::Kata, BoardSize::default());
        assert!(kata.contains(" winrate 0.5000 ") && kata.ends_with(" order 0 pv H8 J7"), "{kata}");
    }
}
